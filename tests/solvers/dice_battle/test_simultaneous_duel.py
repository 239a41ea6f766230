from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.pair import pair
from solvers.dice_battle.simultaneous_duel import simultaneous_duel
from solvers.dice_battle.strategies import from_mixes
from solvers.dice_battle.throws import throws
from tests.oracles import dice_duel


@pytest.mark.parametrize(
    ("dice", "target", "faces"), [(1, 1, 2), (1, 6, 2), (2, 5, 3), (3, 4, 6), (2, 9, 6), (4, 1, 6)]
)
def test_chances_equal_the_definition_in_fractions(dice, target, faces):
    rng = np.random.default_rng(dice * target)
    # Mixes in eighths, some entries 0: exact in both arithmetics.
    tables = [rng.multinomial(8, np.full(dice, 1 / dice), (target, target)) for _ in range(2)]
    mixes = [lambda own, other, t=t: [Fraction(int(x), 8) for x in t[own, other]] for t in tables]
    win, loss = dice_duel.simultaneous_duel(*mixes, dice, target, faces)
    wins, losses = simultaneous_duel(throws(dice, faces), pair(*(from_mixes(t / 8) for t in tables)))
    assert wins.shape == losses.shape == (target, target)
    assert (wins[0, 0], losses[0, 0]) == pytest.approx((float(win), float(loss)), abs=1e-14)
