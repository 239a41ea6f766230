"""The game of a hidden cell against every pair of lists on the grid, and its limits."""

from fractions import Fraction

import pytest

from solvers.domineering.hidden_cell import hidden_cell
from solvers.refusal import Refusal
from tests.oracles.phantom_exam import all_lists, guaranteed, hidden_wins

GAMES = [
    (1, 2, {(0, 0): 1}),
    (2, 2, {(0, 0): 1, (1, 1): 1}),
    (2, 3, {(0, 0): 2, (0, 1): 5, (1, 2): 3}),
    (3, 2, {(0, 0): 2, (1, 0): 5, (1, 1): 4}),
    (4, 2, {(0, 0): 40, (3, 0): 60}),
]


@pytest.mark.parametrize(("rows", "cols", "chances"), GAMES)
def test_both_strategies_are_optimal_over_all_lists(rows: int, cols: int, chances: dict[tuple[int, int], int]) -> None:
    found = hidden_cell(rows, cols, chances)
    lists = all_lists(rows, cols, 1), all_lists(rows, cols, 2)
    sizes = len(lists[0]), len(lists[1])
    assert (found.row.size, found.column.size) == sizes
    mixes = (list(zip(side.support, side.weights, strict=True)) for side in (found.row, found.column))
    assert guaranteed(hidden_wins(rows, cols, chances, lists), sizes, *mixes) == (found.value, found.value)


@pytest.mark.parametrize(("rows", "cols", "chances"), GAMES[:4])
def test_the_player_who_cannot_move_may_win(rows: int, cols: int, chances: dict[tuple[int, int], int]) -> None:
    found = hidden_cell(rows, cols, chances, mover_wins=True)
    lists = all_lists(rows, cols, 1), all_lists(rows, cols, 2)
    pays = hidden_wins(rows, cols, chances, lists)
    mixes = (list(zip(side.support, side.weights, strict=True)) for side in (found.row, found.column))
    sizes = len(lists[0]), len(lists[1])
    assert guaranteed(lambda i, j: 1 - pays(i, j), sizes, *mixes) == (found.value, found.value)


def test_the_central_cell_of_the_printed_exam() -> None:
    assert hidden_cell(3, 3, {(1, 1): 7}).value == Fraction(1, 2)


@pytest.mark.parametrize("chances", [{}, {(0, 0): 0}, {(0, 0): -1, (0, 1): 2}, {(0, 3): 1}])
def test_cells_must_be_on_the_board_with_positive_weights(chances: dict[tuple[int, int], int]) -> None:
    with pytest.raises(Refusal, match=r"weight|not on the board"):
        hidden_cell(2, 3, chances)


@pytest.mark.parametrize(("rows", "cols"), [(3, 4), (4, 4), (5, 2)])
def test_large_boards_are_refused(rows: int, cols: int) -> None:
    with pytest.raises(Refusal, match="above 1000000"):
        hidden_cell(rows, cols, {(0, 0): 1})
