"""Strategies of the game of question 6, against values by hand, the optimum, and games played."""

from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.sampling import sample
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.strategies import by_name, everywhere


def test_one_die_each_to_two_points() -> None:
    """Whoever first shows no 1 wins: the first player with 5/6 + 1/36 · (itself), that is 30/35 = 6/7."""
    one = everywhere([1.0], 2)
    found = duel("scoreless", one, one).chances()
    assert found.win == pytest.approx(Fraction(6, 7))
    assert found.draw == 0


def test_three_dice_against_one_to_two_points() -> None:
    """Chances a = (5/6)³ and b = 5/6 to score: a / (1 - (1 - a)(1 - b))."""
    a, b = Fraction(5, 6) ** 3, Fraction(5, 6)
    three, one = everywhere([0, 0, 1.0], 2), everywhere([1.0, 0, 0], 2)
    assert duel("scoreless", three, one).chances().win == pytest.approx(float(a / (1 - (1 - a) * (1 - b))))


@pytest.mark.parametrize(("dice", "target"), [(1, 7), (3, 20), (10, 40)])
def test_the_optimum_against_itself_has_its_value(dice: int, target: int) -> None:
    best = by_name("optimal", "scoreless", dice, target)
    found = duel("scoreless", best, best)
    assert np.allclose(found.gain, scoreless(dice, target).gain, atol=1e-12)
    for name in ("blind", "random", "1", "sequential"):
        other = by_name(name, "scoreless", dice, target)
        assert (duel("scoreless", other, best).gain <= found.gain + 1e-12).all()


def test_games_played_agree() -> None:
    """Within 5 standard errors, which fails by chance once in two million."""
    first, second = by_name("random", "scoreless", 4, 30), by_name("2", "scoreless", 4, 30)
    played = sample("scoreless", first, second, 40_000, 3).gain()
    assert abs(played.value - duel("scoreless", first, second).chances().gain) < 5 * played.error
