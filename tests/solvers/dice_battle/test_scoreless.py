import numpy as np
import pytest

from solvers.dice_battle.scoreless import _first_best, scoreless
from tests.oracles.dice_sequential import scoreless as iterated

ZOO = [(1, 1, 2), (1, 1, 6), (1, 7, 2), (2, 4, 2), (3, 5, 3), (2, 8, 6), (3, 7, 6), (4, 5, 6)]


@pytest.mark.parametrize(("dice", "target", "faces"), ZOO)
def test_every_state_equals_value_iteration(dice, target, faces):
    # The iteration stops at steps of 1e-14 of a contraction by at most 0.9375 a step: 16 · 1e-14 from its limit.
    np.testing.assert_allclose(scoreless(dice, target, faces).gain, iterated(dice, target, faces), atol=3e-13)


def test_one_die_and_one_point_by_hand():
    # The first throw without a 1 wins: x = 5/6 + 1/6 (1 - x) for the chance x of the player to move.
    assert scoreless(1, 1).gain[0, 0] == pytest.approx(2 * 6 / 7 - 1, abs=1e-15)
    # With more dice, fewer is better: one die fails least.
    assert scoreless(10, 1).optimal_choices(0, 0) == (1,)


@pytest.mark.parametrize(("dice", "target", "faces"), [(10, 60, 6), (3, 50, 2), (2, 40, 6)])
def test_every_state_is_a_fixed_point_and_its_choice_the_smallest_optimal_one(dice, target, faces):
    game = scoreless(dice, target, faces)
    gain = game.gain
    for i in range(0, target, 3):
        for j in range(target):
            gains = game.choice_gains(i, j)
            assert abs(gains.max() - gain[i, j]) < 1e-13
            assert game.optimal_choices(i, j)[0] == game.choice[i, j]


def test_choices_are_the_best_of_value_iteration():
    game, gain = scoreless(3, 7), iterated(3, 7, 6)
    for i in range(7):
        for j in range(7):
            gains = game.choice_gains(i, j)
            for d in game.optimal_choices(i, j):
                assert gains[d - 1] == pytest.approx(gain[i, j], abs=3e-13)


def test_a_smaller_target_is_a_corner_of_a_larger_one():
    np.testing.assert_array_equal(scoreless(4, 30).odds[18:, 18:], scoreless(4, 12).odds)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5), "number of dice must be at least 1, got 0"),
        ((2, 0), "target must be at least 1 point, got 0"),
        ((2, 5, 1), "at least 2 faces, got 1"),
        ((10, 10**6), "target must be at most 6407"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        scoreless(*arguments)


@pytest.mark.parametrize(("better", "choice"), [(1e-14, 0), (1e-10, 1)])
def test_the_first_of_equal_choices_is_taken_up_to_rounding(better, choice):
    scoring = np.array([[0.3, 0.2], [0.3 * (1 + better), 0.2]])
    assert _first_best(scoring, np.array([0.5, 0.5]), 0.4, 0.6) == choice
