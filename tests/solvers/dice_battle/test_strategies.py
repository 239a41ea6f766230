import numpy as np

from solvers.dice_battle.one_round import one_round_mix
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import (
    blind,
    one_round_optimum,
    scoreless_optimum,
    sequential_optimum,
    simultaneous_optimum,
    uniform,
)


def table(strategy):
    """All the mixes of a strategy, shape (N, N, D)."""
    return np.array([[strategy.mix(i, j) for j in range(strategy.target)] for i in range(strategy.target)])


def test_each_strategy_of_the_report():
    dice, target = 7, 9
    assert (table(blind(dice, target)) == np.eye(dice)[5]).all()
    assert (table(uniform(dice, target)) == 1 / dice).all()
    assert (table(one_round_optimum(dice, target)) == one_round_mix(dice)).all()
    for make, game in ((sequential_optimum, sequential), (scoreless_optimum, scoreless)):
        np.testing.assert_array_equal(table(make(dice, target)), np.eye(dice)[game(dice, target).choice - 1])
    np.testing.assert_array_equal(table(simultaneous_optimum(dice, target)), simultaneous(dice, target).mixes)
