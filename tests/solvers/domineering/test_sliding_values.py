import random

import pytest

from solvers.domineering.board import Board
from solvers.domineering.phantom_games import limited_game
from solvers.domineering.sliding_values import sliding_values
from solvers.matrix_games.double_oracle import double_oracle
from solvers.matrix_games.zero_sum import zero_sum
from solvers.sequence.lcg import term
from tests.oracles.nash_exam import placements, plan, terms
from tests.oracles.phantom_referee import referee

BOARDS = ((3, 5), (4, 4), (5, 3), (3, 6), (4, 5), (5, 4))


def outcomes(u, rows, cols):
    """The matrix of wins of player 1, played by the referee on a grid."""
    lists = [[plan(n, placements(rows, cols, player)) for n in u] for player in (1, 2)]
    return [[int(referee(rows, cols, (), first, second)[0] == 1) for second in lists[1]] for first in lists[0]]


@pytest.mark.parametrize(("rows", "cols", "several"), [(2, 3, False), (3, 3, False), (4, 4, True), (3, 5, False)])
def test_values_are_those_of_the_matrices_of_each_seed(rows, cols, several):
    """Matrices played on a grid, solved whole: no window, no reuse, no double oracle."""
    u = terms(4711, 24)
    expected = [zero_sum(outcomes(u[s : s + 12], rows, cols)).value for s in range(12)]
    assert list(sliding_values(4711, Board(rows, cols), 12, 12)) == expected
    assert (len(set(expected)) > 1) == several


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("count", [1, 2, 100])
def test_values_are_those_of_each_seed_alone(size, count):
    u0 = random.Random(f"{size} {count}").randrange(1, 64007)
    expected = [double_oracle(limited_game(term(u0, s), Board(*size), count)).value for s in range(40)]
    assert list(sliding_values(u0, Board(*size), count, 40)) == expected


def test_nothing_depends_on_where_a_stretch_begins():
    whole = list(sliding_values(17, Board(4, 5), 100, 60))
    assert whole[37:] == list(sliding_values(term(17, 37), Board(4, 5), 100, 23))
    assert len(set(whole)) > 5


def test_no_seed_no_value():
    assert list(sliding_values(17, Board(4, 4), 100, 0)) == []
