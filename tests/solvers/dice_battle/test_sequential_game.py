from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.sequential_game import first_best


def test_hopeless_states_still_name_the_one_best_choice():
    """Nine double sixes are needed, before nine turns of the other player, who wins unless eight single dice show 1."""
    win = Fraction(1, 36) ** 9 * Fraction(1, 6) ** 8
    game = sequential(2, 108)
    assert game.gain[0, 99] == -1
    assert game.optimal_choices(0, 99) == (2,)
    assert game.odds[0, 99] == pytest.approx(float(win / (1 - win)), rel=1e-12)


def test_the_board_has_its_initial_cells():
    board = sequential(2, 3).board()
    assert board.shape == (15, 15)
    assert (board[3:, :3] == 1).all()
    assert (board[:3, 3:] == -1).all()
    assert np.isnan(board[3:, 3:]).all()
    np.testing.assert_array_equal(board[:3, :3], sequential(2, 3).gain)


@pytest.mark.parametrize(("better", "choice"), [(1e-14, 0), (1e-10, 1)])
def test_the_first_of_equal_choices_is_taken_up_to_rounding(better, choice):
    for scale in (1, 1e-100):
        wins = scale * np.array([[0.5], [0.5 * (1 + better)], [0.4]])
        assert first_best(wins, 1 - wins, 0) == choice
        assert first_best(1 - wins[::-1], wins[::-1], 0) == 0
