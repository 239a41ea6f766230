"""Games of phantom Domineering a second, on one core: python -m tests.benchmarks.bench_playouts [ROWSxCOLS …].

The programs play random plans (every order equally likely, seed 2013) and are compared in one run, fastest
of several each, compilation excluded, the tables or masks that each needs built within the clock:

- matrix: `PhantomGame`, then all PLANS × PLANS outcomes;
- pairs: tables, then `winner` on pairs of plans drawn at random, one after another;
- bitboard: the plain compiled loop, a mask a placement and a pointer into each list;
- student: the same loop in plain Python, on a small sample.

The searches for an unbeaten plan are timed apart, on the 10 000 plans a player of the exam, u0 = 17.
"""

import sys

import numpy as np

from solvers.compiled.jit import jit
from solvers.domineering.board import Board
from solvers.domineering.phantom import limited_plans
from solvers.domineering.playouts import PhantomGame
from solvers.domineering.priority_lists import priority_lists
from solvers.domineering.rank_tables import rank_tables, winner
from solvers.domineering.unbeaten import unbeaten
from tests.benchmarks.bench_key import student_game
from tests.benchmarks.timing import fastest

PLANS = 4000
PAIRS = 2_000_000
SAMPLE = 1500
EXAM_PLANS = 10_000


@jit
def bitboard_matrix(first, second, result):
    """Games from plans given as masks in priority order."""
    for i in range(len(first)):
        for j in range(len(second)):
            result[i, j] = bitboard_game(first[i], second[j])


@jit
def bitboard_game(first, second):
    occupied = np.uint64(0)
    p = q = 0
    while True:
        while p < len(first) and first[p] & occupied:
            p += 1
        if p == len(first):
            return 0
        occupied |= first[p]
        while q < len(second) and second[q] & occupied:
            q += 1
        if q == len(second):
            return 1
        occupied |= second[q]


@jit
def pair_wins(tables, rows, columns):
    wins = 0
    for k in range(len(rows)):
        wins += 2 - winner(tables, rows[k], columns[k])
    return wins


def shuffled(count: int, generator: np.random.Generator):
    return generator.permuted(np.tile(np.arange(count), (PLANS, 1)), axis=1)


def speeds(board: Board) -> dict[str, float]:
    """Games a second of each program; the programs must agree on every game they share."""
    generator = np.random.default_rng(2013)
    first, second = shuffled(board.count(1), generator), shuffled(board.count(2), generator)
    rows, columns = generator.integers(PLANS, size=(2, PAIRS))
    everyone = np.arange(PLANS)
    plain = np.empty((PLANS, PLANS), dtype=np.uint8)

    def matrix():
        return PhantomGame(board, first, second).outcomes(everyone, everyone)

    def pairs():
        return pair_wins(rank_tables(board, priority_lists(board, first, second)), rows, columns)

    def bitboard():
        masks = [np.array(board.masks(player), dtype=np.uint64) for player in (1, 2)]
        bitboard_matrix(masks[0][first], masks[1][second], plain)

    def student():
        masks = [[board.mask(player, p) for p in range(board.count(player))] for player in (1, 2)]
        lists = zip(first[:SAMPLE].tolist(), second[:SAMPLE].tolist(), strict=True)
        return [student_game([masks[0][p] for p in a], [masks[1][q] for q in b]) for a, b in lists]

    times = fastest(matrix), fastest(pairs), fastest(bitboard), fastest(student)
    outcomes = matrix()
    assert np.array_equal(outcomes, plain)
    assert pairs() == outcomes[rows, columns].sum()
    assert student() == np.diag(outcomes)[:SAMPLE].tolist()
    games = PLANS**2, PAIRS, PLANS**2, SAMPLE
    names = "matrix", "pairs", "bitboard", "student"
    return {name: n / time for name, n, time in zip(names, games, times, strict=True)}


def searches(board: Board) -> str:
    first, second = (limited_plans(17, EXAM_PLANS, board.count(player)) for player in (1, 2))
    lists = priority_lists(board, first, second)
    parts = [f"tables would take {fastest(lambda: rank_tables(board, lists)) * 1e3:.1f} ms"]
    for player, name in ((1, "row"), (2, "column")):
        time = fastest(lambda player=player: unbeaten(lists, player))
        search = unbeaten(lists, player)
        parts.append(f"{name} {search.index} in {time * 1e3:.2f} ms, {search.playouts} games")
    return "; ".join(parts)


def main() -> None:
    for size in sys.argv[1:] or ["4x5", "5x5", "8x8"]:
        board = Board(*map(int, size.split("x")))
        found = speeds(board)
        for name, speed in found.items():
            ratios = speed / found["bitboard"], speed / found["student"]
            sys.stdout.write(
                f"{size} {name:9s} {speed / 1e6:8.2f} M games/s  "
                f"{ratios[0]:7.3f} × bitboard  {ratios[1]:7.1f} × student\n"
            )
        sys.stdout.write(f"{size} unbeaten  {searches(board)}\n")


if __name__ == "__main__":
    main()
