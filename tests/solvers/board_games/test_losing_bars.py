import pytest

from solvers.board_games.chomp import chomp_graph, squares
from solvers.board_games.chomp_solution import chomp_solution
from solvers.board_games.losing_bars import losing_bars
from solvers.refusal import Refusal
from tests.oracles.board_games import chomp_wins


def test_published_counts():
    """P-positions by row lengths, and their numbers, as two other programs found them."""
    assert losing_bars(3, 3) == ((1,), (2, 1), (2, 2, 1), (3, 1, 1), (3, 2))
    sides = [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 5)]
    assert [len(losing_bars(*s)) for s in sides] == [2, 3, 5, 7, 10, 16, 23]


@pytest.mark.parametrize("sides", [(1, 1), (1, 5), (5, 1), (2, 3), (3, 4), (4, 4)])
def test_against_plain_recursion(sides):
    bars = [bar for bar in chomp_graph(*sides) if bar]
    assert set(losing_bars(*sides)) == {bar for bar in bars if not chomp_wins(frozenset(squares(bar)))}


@pytest.mark.parametrize("sides", [(1, 1), (2, 9), (4, 6), (6, 4), (5, 6)])
def test_the_same_order_as_the_compiled_solver(sides):
    assert losing_bars(*sides) == chomp_solution(*sides).losing_bars()


@pytest.mark.parametrize("sides", [(0, 3), (3, 0), (7, 8)])
def test_bad_input_is_refused(sides):
    with pytest.raises(Refusal, match=r"\d"):
        losing_bars(*sides)
