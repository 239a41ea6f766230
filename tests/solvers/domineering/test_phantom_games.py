"""The games of questions 6 to 8: which plans they hold."""

import numpy as np

from solvers.domineering.board import Board
from solvers.domineering.phantom_games import all_plans_game, limited_game
from tests.oracles.nash_exam import plan, terms


def test_all_plans_are_the_orders_of_the_legal_placements() -> None:
    game = all_plans_game(Board(2, 3, frozenset({(0, 0)})))
    assert game.shape == (6, 2)


def test_limited_plans_are_those_of_the_first_terms() -> None:
    game = limited_game(17, Board(3, 4), 5)
    for side, b in ((game.lists.first, 9), (game.lists.second, 8)):
        assert np.array_equal(side, [plan(n, b) for n in terms(17, 5)])
