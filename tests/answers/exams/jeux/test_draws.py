"""What the exam `jeux` draws, against plain plays and the plain sequence: in [a, b], a + u(k) mod (b - a + 1)."""

import random
from functools import cache
from itertools import combinations

import pytest

from answers.exam.draw import Draw
from answers.exams.jeux.draws import Grid, Parameters, draw
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import chomp_winning_moves
from tests.oracles.nash_exam import terms

SEEDS = (0, 1, 17, 64006, *random.Random(5).sample(range(2, 64006), 40))
SMALL = [(i, j) for i in range(3) for j in range(4)]


@pytest.fixture(params=SEEDS, name="seed")
def seed_fixture(request: pytest.FixtureRequest) -> tuple[list[int], Parameters]:
    """The sequence, and what is drawn from it."""
    return terms(request.param, 1300), draw(Draw(request.param))


def test_numbers_are_those_of_the_plain_sequence(seed: tuple[list[int], Parameters]) -> None:
    u, found = seed
    assert found.u0 == u[0]
    assert found.graph == (2 + u[1000] % 4, 3 + u[1001] % 4)
    assert found.whole_bar == (3 + u[1002] % 3, 6 + u[1003] % 3)
    assert found.cram_sizes == (
        (2 * (2 + u[1009] % 3), 3 + u[1010] % 6),
        (3 + u[1011] % 6, 2 * (2 + u[1012] % 3)),
        (2 * (2 + u[1013] % 3), 3 + u[1014] % 6),
    )
    assert found.cram_grid == (4 + u[1015] % 2, 5)
    assert found.depth == 2 + u[1026] % 2


def test_one_bar_in_three_loses(seed: tuple[list[int], Parameters]) -> None:
    u, found = seed
    if u[1004] % 3 == 2:
        assert chomp_winning_moves(oracle.squares(found.bar)) == set()
        assert len(found.bar) <= 4
        assert max(found.bar) <= 6
        assert sum(found.bar) >= 7
        return
    first = 4 + u[1005] % 3
    second = 2 + u[1006] % (first - 1)
    third = 1 + u[1007] % second
    last = u[1008] % (third + 1)
    assert found.bar == (first, second, third, last)[: 4 if last else 3]


def test_dominoes_are_laid_along_the_sequence(seed: tuple[list[int], Parameters]) -> None:
    """Four by themselves, a fifth when the player to move would lose."""
    u, found = seed
    rows, columns = found.cram_grid
    left, laid = frozenset((i, j) for i in range(rows) for j in range(columns)), []
    for k in range(1016, 1021):
        if k == 1020 and oracle.cram_wins(left):
            break
        free = sorted(oracle.dominoes(left), key=lambda domino: domino[2])  # horizontal ones first
        covered = oracle.covered(free[u[k] % len(free)])
        laid.append(tuple(sorted(covered)))
        left -= covered
    assert found.dominoes == tuple(laid)
    assert found.cram_mover == len(laid) % 2


def played(u: list[int], indices: range) -> str:
    cells = "." * 9
    for k in indices:
        after = oracle.successors(cells)
        cells = after[u[k] % len(after)]
    return cells


def test_marks_are_written_along_the_sequence(seed: tuple[list[int], Parameters]) -> None:
    u, found = seed
    assert oracle.grid(*found.memo_grid) == played(u, range(1023, 1026))
    assert oracle.grid(*found.depth_grid) == played(u, range(1027, 1029 + u[1030] % 2))
    assert found.memo_grid.mover == 1
    assert Grid(0, 0).mover == 0


def test_each_player_may_still_make_a_line(seed: tuple[list[int], Parameters]) -> None:
    cells = oracle.grid(*seed[1].attractor_grid)
    assert (cells.count("X"), cells.count("O")) == (2, 2)
    lines = [{cells[k] for k in line} for line in oracle.LINES]
    assert {"X", "."} in lines
    assert {"O", "."} in lines


@cache
def winners(cells: frozenset[tuple[int, int]], mover: int = 0) -> frozenset[int]:
    """Who wins some play: who cannot move has lost."""
    after = [winners(cells - oracle.covered(domino), 1 - mover) for domino in oracle.dominoes(cells)]
    return frozenset().union(*after) if after else frozenset({1 - mover})


def in_one_piece(cells: frozenset[tuple[int, int]]) -> bool:
    piece = {next(iter(cells))}
    for _ in cells:
        piece |= {(i, j) for i, j in cells for k, m in piece if abs(i - k) + abs(j - m) == 1}
    return piece == cells


@cache
def small_grids() -> list[tuple[tuple[int, int], ...]]:
    """Every five cells of twelve without which the others are in one piece and either player may win."""
    left = {removed: frozenset(SMALL) - set(removed) for removed in combinations(SMALL, 5)}
    return [removed for removed, cells in left.items() if in_one_piece(cells) and len(winners(cells)) == 2]


def test_cells_are_removed_so_that_both_may_win(seed: tuple[list[int], Parameters]) -> None:
    u, found = seed
    assert found.removed == small_grids()[u[1022] % len(small_grids())]


def test_the_tree_is_drawn_node_by_node(seed: tuple[list[int], Parameters]) -> None:
    u, found = seed
    widths, leaves = iter(u[1100:1112]), iter(u[1200:1227])

    def width() -> range:
        return range(2 + next(widths) % 2)

    assert found.tree == tuple(tuple(tuple(next(leaves) % 41 - 20 for _ in width()) for _ in width()) for _ in range(3))


def test_every_losing_bar_and_every_small_grid_is_drawn_by_some_seed() -> None:
    """A bar of 4 × 6 at most loses when every bite leaves a bar that wins."""
    all_bars = [
        tuple(length for length in (a, b, c, d) if length)
        for a in range(1, 7)
        for b in range(a + 1)
        for c in range(b + 1)
        for d in range(c + 1)
        if a + b + c + d >= 7
    ]
    losing = {bar for bar in all_bars if not chomp_winning_moves(oracle.squares(bar))}
    drawn = [draw(Draw(u0)) for u0 in range(0, 64007, 129)]
    assert {params.bar for params in drawn} >= losing
    assert len({params.removed for params in drawn}) > 100
