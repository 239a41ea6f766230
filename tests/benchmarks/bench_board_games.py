"""The board games of `jeux`, warm, on one core: python -m tests.benchmarks.bench_board_games [--long].

Times are of the processor, the fastest of several (once where a run takes seconds), compilation and imports
excluded. The plain bitboard search of Domineering (a table of won positions, moves in their order, nothing
else) runs in the same run. `--long` adds the boards that take from seconds to minutes.
"""

import argparse
from functools import partial
from time import process_time

import numba
import numpy as np

from solvers.board_games.chomp_solution import chomp_solution
from solvers.board_games.cram_grundy import cram_grundy
from solvers.board_games.tic_tac_toe import TicTacToe
from solvers.domineering.board import Board
from solvers.domineering.outcome_search import first_wins, new_search, winning_moves
from solvers.graph_games.tree_search import alpha_beta, min_max, tree_size
from tests.benchmarks import timing

fastest = partial(timing.fastest, clock=process_time)
TABLE_BITS = 22
PLAIN = [(4, 4), (5, 5), (5, 6), (6, 6)]
DOMINEERING = [*PLAIN, (6, 7), (7, 7)]
DOMINEERING_LONG = [(7, 8), (8, 7), (8, 8)]
ALL_MOVES = [(4, 4), (5, 5), (6, 6), (7, 7)]
CRAM = [(4, 4), (4, 5), (5, 5), (4, 6), (4, 7), (5, 6)]
CRAM_LONG = [(3, 11), (4, 8), (5, 7)]
CHOMP = [4, 6, 8, 10, 11, 12]
CHOMP_LONG = [13, 14]


@numba.njit
def plain_search(free, cols, not_last, mover, keys, results, nodes):
    """Return whether the mover wins."""
    nodes[0] += 1
    one = np.uint64(1)
    key = free * np.uint64(2) + np.uint64(mover)
    slot = (key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - TABLE_BITS)
    if keys[slot] == key:
        return results[slot]
    step = cols if mover else one
    moves = free & (free >> step)
    if mover == 0:
        moves &= not_last
    wins = False
    while moves and not wins:
        cell = moves & (~moves + one)
        moves ^= cell
        wins = not plain_search(free & ~(cell | (cell << step)), cols, not_last, 1 - mover, keys, results, nodes)
    keys[slot], results[slot] = key, wins
    return wins


def plain(rows, cols, mover):
    """Return whether the mover wins the empty board (fewer than 64 cells), and the positions visited."""
    keys, results = np.zeros(1 << TABLE_BITS, dtype=np.uint64), np.zeros(1 << TABLE_BITS, dtype=np.bool_)
    not_last = sum(1 << (i * cols + j) for i in range(rows) for j in range(cols - 1))
    nodes = np.zeros(1, dtype=np.int64)
    free = np.uint64((1 << rows * cols) - 1)
    return plain_search(free, np.uint64(cols), np.uint64(not_last), mover, keys, results, nodes), int(nodes[0])


def winner(rows, cols, player):
    """Return whether player 1 wins the empty board when `player` starts, and the positions searched."""
    search = new_search(rows, cols)
    return first_wins(search, np.uint64((1 << rows * cols) - 1), player), int(search.nodes[0])


def tic_tac_toe() -> None:
    """Print the searches of the whole game."""
    game = TicTacToe()
    runs = {
        "min-max with memory": lambda: min_max(game, memo=True),
        "alpha-beta": lambda: alpha_beta(game),
        "alpha-beta with memory": lambda: alpha_beta(game, memo=True),
    }
    print("| tic-tac-toe | calls | evaluated | distinct states | leaves | time |\n|---|---|---|---|---|---|")
    size = tree_size(game)
    print(f"| min-max (counted, not run) | {size.calls} | {size.calls} | 5478 | {size.leaves} | |")
    for name, run in runs.items():
        found = run()
        counts = f"{found.calls} | {found.evaluated} | {found.states} | {found.leaves}"
        print(f"| {name} | {counts} | {1e3 * fastest(run):.1f} ms |")


def domineering(sizes: list[tuple[int, int]]) -> None:
    """Print who wins each board, both players starting, beside the plain search."""
    print(
        "\n| Domineering | wins | positions | time | plain positions | plain | ratio |\n|---|---|---|---|---|---|---|"
    )
    for rows, cols in sizes:
        found = [winner(rows, cols, player) for player in (1, 2)]
        seconds = fastest(lambda size=(rows, cols): [winner(*size, player) for player in (1, 2)])
        outcome = {(1, 1): "H", (0, 0): "V", (1, 0): "first", (0, 1): "second"}[found[0][0], found[1][0]]
        row = [f"{rows} × {cols}", outcome, str(found[0][1] + found[1][1]), f"{1e3 * seconds:.1f} ms"]
        if (rows, cols) in PLAIN:
            reference = [plain(rows, cols, mover) for mover in (0, 1)]
            assert [reference[0][0], not reference[1][0]] == [found[0][0], found[1][0]]
            slow = fastest(lambda size=(rows, cols): [plain(*size, mover) for mover in (0, 1)])
            row += [str(reference[0][1] + reference[1][1]), f"{1e3 * slow:.1f} ms", f"1 : {slow / seconds:.0f}"]
        else:
            row += ["", "", ""]
        print("| " + " | ".join(row) + " |", flush=True)
    print("\n| Domineering, player 1 starts | winning moves | time |\n|---|---|---|")
    for rows, cols in ALL_MOVES:
        seconds = fastest(lambda size=(rows, cols): winning_moves(Board(*size)))
        moves = len(winning_moves(Board(rows, cols)))
        print(f"| {rows} × {cols} | {moves} | {1e3 * seconds:.1f} ms |", flush=True)


def cram(sizes: list[tuple[int, int]]) -> None:
    """Print Grundy values."""
    print("\n| Cram | Grundy value | time |\n|---|---|---|")
    for rows, cols in sizes:
        seconds = fastest(lambda size=(rows, cols): cram_grundy(Board(*size)))
        print(f"| {rows} × {cols} | {cram_grundy(Board(rows, cols)).value} | {1e3 * seconds:.1f} ms |", flush=True)


def chomp(sizes: list[int]) -> None:
    """Print the time to solve every bar, and the first moves of every rectangle, inside n × n."""
    print("\n| Chomp inside n × n | losing bars | bars | rectangles and first moves |\n|---|---|---|---|")
    for n in sizes:

        def rectangles(n: int = n) -> int:
            solution = chomp_solution(n, n)
            sides = range(1, n + 1)
            return sum(len(solution.winning_moves((cols,) * rows)) for rows in sides for cols in sides)

        losing = len(chomp_solution(n, n).losing_bars())
        solved = fastest(lambda n=n: chomp_solution(n, n))
        print(f"| {n} | {losing} | {1e3 * solved:.1f} ms | {1e3 * fastest(rectangles):.1f} ms |", flush=True)


def compile_all() -> None:
    """Run every kernel on a small board."""
    cram_grundy(Board(2, 3))
    chomp_solution(2, 2)
    winner(3, 3, 1)
    plain(3, 3, 0)


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--long", action="store_true", help="add the boards that take from seconds to minutes")
    more = parser.parse_args().long
    compile_all()
    tic_tac_toe()
    domineering(DOMINEERING + DOMINEERING_LONG * more)
    cram(CRAM + CRAM_LONG * more)
    chomp(CHOMP + CHOMP_LONG * more)


if __name__ == "__main__":
    main()
