from itertools import product

import pytest

from solvers.board_games.chomp import chomp_graph, squares
from solvers.board_games.chomp_solution import chomp_solution
from tests.oracles.board_games import chomp_winning_moves, chomp_wins

# Published winning first moves (rows × columns), agreed by two programs; an m × n board is the n × m one turned.
FIRST_MOVES = {
    (3, 4): (1, 2), (3, 5): (2, 3), (3, 6): (1, 3), (3, 7): (2, 4), (3, 8): (1, 4),
    (4, 5): (2, 2), (4, 6): (1, 2), (4, 7): (2, 3), (4, 8): (1, 3),
    (5, 6): (2, 3), (5, 7): (1, 2), (5, 8): (4, 6), (6, 7): (4, 4), (6, 8): (2, 3), (7, 8): (2, 2),
}  # fmt: skip


def test_known_first_moves():
    solution = chomp_solution(8, 8)
    for (rows, cols), cell in FIRST_MOVES.items():
        assert solution.winning_moves((cols,) * rows) == (cell,)
        assert solution.winning_moves((rows,) * cols) == (cell[::-1],)
    for n in range(2, 9):
        assert solution.winning_moves((n,) * n) == ((1, 1),)
        assert solution.winning_moves((n,) * 2) == ((1, n - 1),)
        assert solution.winning_moves((n,)) == ((0, 1),)
    assert solution.winning_moves((1,)) == ()


@pytest.mark.parametrize("sides", [(1, 1), (1, 5), (5, 1), (2, 3), (3, 3), (4, 5)])
def test_every_bar_against_plain_recursion(sides):
    solution = chomp_solution(*sides)
    bars = [bar for bar in chomp_graph((sides[1],) * sides[0]) if bar]
    for bar in bars:
        cells = frozenset(squares(bar))
        assert solution.winner(bar) == (not chomp_wins(cells))
        assert set(solution.winning_moves(bar)) == chomp_winning_moves(cells)
    assert solution.winner(()) == 0
    assert set(solution.losing_bars()) == {bar for bar in bars if solution.winner(bar)}


def test_losing_bars():
    assert chomp_solution(3, 3).losing_bars() == ((1,), (2, 1), (2, 2, 1), (3, 1, 1), (3, 2))
    sides = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]
    assert [len(chomp_solution(*s).losing_bars()) for s in sides] == [2, 3, 5, 7, 10, 16, 23]


@pytest.mark.slow
def test_up_to_twelve_only_two_rectangles_have_two_first_moves():
    solution = chomp_solution(12, 12)
    several = {}
    for rows, cols in product(range(1, 13), range(1, 13)):
        moves = solution.winning_moves((cols,) * rows)
        if len(moves) != 1 and rows <= cols:
            several[rows, cols] = moves
    assert several == {(1, 1): (), (8, 10): ((3, 8), (4, 5)), (9, 10): ((6, 7), (8, 4))}
