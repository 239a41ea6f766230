import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.sequential import first_best, sequential
from solvers.dice_battle.throws import throws
from tests.oracles.dice_sequential import sequential as exact

ZOO = [(1, 1), (2, 5), (3, 2), (3, 12), (5, 12), (10, 1), (10, 5), (1, 25), (2, 20)]


@pytest.mark.parametrize(("dice", "target"), ZOO)
def test_every_state_equals_the_definition_in_fractions(dice, target):
    game = sequential(dice, target)
    gain = game.gain
    assert gain.shape == game.choice.shape == (target, target)
    for (i, j), gains in exact(dice, target).items():
        best = max(gains)
        ties = tuple(d + 1 for d, value in enumerate(gains) if value == best)
        assert gain[i, j] == pytest.approx(float(best), rel=0, abs=1e-13)
        assert game.odds[i, j] == pytest.approx(float((1 + best) / (1 - best)) if best < 1 else np.inf, rel=1e-12)
        assert game.optimal_choices(i, j) == ties
        assert game.choice[i, j] == ties[0]
        np.testing.assert_allclose(game.choice_gains(i, j), [float(g) for g in gains], rtol=0, atol=1e-13)


def test_figures_of_the_report():
    game = sequential(10, 100)
    assert game.gain[0, 0] == pytest.approx(0.06871904732303524, rel=0, abs=1e-15)
    assert game.choice[0, 0] == 6
    assert game.gain[0, 0] == pytest.approx(0.0688, abs=3e-3)
    # Behind by more than 10 dice can bring, against 99 points, nothing matters: the first choice is taken.
    assert (game.gain[:40, 99] == -1).all()
    assert (game.choice[:40, 99] == 1).all()
    assert (game.choice[40, 99], game.optimal_choices(39, 99)) == (10, tuple(range(1, 11)))
    assert (np.diag(game.gain) > 0).all()


def test_every_state_satisfies_the_bellman_equation():
    game = sequential(10, 100)
    board, probabilities = game.board(), throws(10)
    for i in range(100):
        for j in range(100):
            gains = -probabilities[:, 1:] @ np.nan_to_num(board[j, i + 1 : i + 61])
            assert abs(gains.max() - board[i, j]) < 1e-14
            assert gains.max() - gains[game.choice[i, j] - 1] < 1e-14


def test_many_dice_need_wider_choices():
    game = sequential(256, 1)
    assert game.choice.dtype == np.uint16
    assert game.optimal_choices(0, 0) == tuple(range(1, 257))


def test_memory_stays_below_what_is_counted():
    sequential(10, 1)  # the compiler's own memory is not counted
    tracemalloc.start()
    sequential(10, 700)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 9 * 700**2 + 2**21


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
