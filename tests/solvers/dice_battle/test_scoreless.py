import numpy as np
import pytest

from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.throws import throws
from tests.oracles import dice_exam as oracle

ZOO = [(1, 1), (1, 7), (3, 5), (2, 8), (3, 7), (4, 5)]


@pytest.mark.parametrize(("dice", "target"), ZOO)
def test_every_state_equals_value_iteration(dice, target):
    np.testing.assert_allclose(scoreless(dice, target).gain, oracle.scoreless(dice, target, 0), atol=1e-13)


def test_one_die_and_one_point_by_hand():
    # The first throw without a 1 wins: x = 5/6 + 1/6 (1 - x) for the chance x of the player to move.
    assert scoreless(1, 1).gain[0, 0] == pytest.approx(2 * 6 / 7 - 1, abs=1e-15)
    # With more dice, fewer is better: one die fails least.
    assert scoreless(10, 1).optimal_choices(0, 0) == (1,)


def safe(dice, rows):
    """The table in which throws of some numbers of dice never score nothing, but a point a die where a 1 shows."""
    table = np.array(throws(dice, ones=0))
    for row in rows:
        table[row, row + 1] += table[row, 0]
        table[row, 0] = 0
    return table


@pytest.mark.parametrize(
    ("dice", "target", "points"),
    [(10, 60, None), (3, 50, None), (2, 40, None), (4, 30, safe(4, [0, 1, 2, 3])), (4, 30, safe(4, [0, 2]))],
    ids=["10", "3", "2", "all safe", "some safe"],
)
def test_every_state_is_a_fixed_point_and_its_choice_the_smallest_optimal_one(dice, target, points):
    game = scoreless(dice, target, points)
    gain = game.gain
    for i in range(0, target, 3):
        for j in range(target):
            gains = game.choice_gains(i, j)
            assert abs(gains.max() - gain[i, j]) < 1e-13
            ties = game.optimal_choices(i, j)
            assert ties[0] == game.choice[i, j]
            assert all(abs(gains[d - 1] - gain[i, j]) < 3e-13 for d in ties)


def test_a_smaller_target_is_a_corner_of_a_larger_one():
    np.testing.assert_array_equal(scoreless(4, 30).odds[18:, 18:], scoreless(4, 12).odds)
