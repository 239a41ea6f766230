import numpy as np
import pytest

from solvers.dice_battle.sequential import sequential
from tests.oracles.dice_sequential import sequential as exact


def test_hopeless_states_still_name_the_one_best_choice():
    # Two-faced dice bring 4 points at most and 1 at least: 80 points in 20 turns before 20 points in as many.
    gains = exact(2, 80, 2)[0, 60]
    game = sequential(2, 80, 2)
    assert gains[0] == -1
    assert 0 < 1 + gains[1] < 1e-17
    assert game.gain[0, 60] == -1
    assert game.optimal_choices(0, 60) == (2,)
    assert game.odds[0, 60] == pytest.approx(float((1 + gains[1]) / (1 - gains[1])), rel=1e-12)


def test_the_board_has_its_initial_cells():
    board = sequential(2, 3).board()
    assert board.shape == (15, 15)
    assert (board[3:, :3] == 1).all()
    assert (board[:3, 3:] == -1).all()
    assert np.isnan(board[3:, 3:]).all()
    np.testing.assert_array_equal(board[:3, :3], sequential(2, 3).gain)


@pytest.mark.parametrize("state", [(-1, 0), (0, -1), (5, 0), (0, 5)])
def test_states_outside_the_board_are_refused(state):
    game = sequential(2, 5)
    for question in (game.choice_gains, game.optimal_choices):
        with pytest.raises(ValueError, match="points must be between 0 and 4"):
            question(*state)


def test_gains_of_choices_and_ties_agree_with_the_tables():
    game = sequential(6, 25, 4)
    for i in range(25):
        for j in range(25):
            gains, ties = game.choice_gains(i, j), game.optimal_choices(i, j)
            assert gains.shape == (6,)
            assert gains.max() == pytest.approx(game.gain[i, j], abs=1e-14)
            assert ties[0] == game.choice[i, j]
            assert all(gains[d - 1] == pytest.approx(gains.max(), abs=1e-11) for d in ties)
