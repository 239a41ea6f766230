import numpy as np
import pytest

from solvers.dice_battle.one_round import one_round
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import (
    STRATEGIES,
    HumanDicePlayer,
    blind,
    by_name,
    from_choices,
    from_mixes,
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
    assert (table(one_round_optimum(dice, target)) == one_round(dice).mix).all()
    for make, game in ((sequential_optimum, sequential), (scoreless_optimum, scoreless)):
        np.testing.assert_array_equal(table(make(dice, target)), np.eye(dice)[game(dice, target).choice - 1])
    np.testing.assert_array_equal(table(simultaneous_optimum(dice, target)), simultaneous(dice, target).mixes)


def test_tables_given_by_a_teacher():
    choices = [[1, 2], [2, 1]]
    np.testing.assert_array_equal(table(from_choices(choices, 3)), np.eye(3)[np.array(choices) - 1])
    mixes = np.random.default_rng(0).dirichlet(np.ones(3), (4, 4))
    strategy = from_mixes(mixes, "mine")
    np.testing.assert_array_equal(table(strategy), mixes)
    assert strategy.name == "mine"


def test_a_table_cannot_be_changed_afterwards():
    mixes = np.full((2, 2, 2), 0.5)
    strategy = from_mixes(mixes)
    mixes[:] = 0
    assert (strategy.mix(0, 1) == 0.5).all()
    with pytest.raises(ValueError, match="read-only"):
        strategy.mixes[0, 0] = 1


def test_a_person_is_asked():
    calls = []
    human = HumanDicePlayer("Ada", 4, 10, lambda own, other: calls.append((own, other)) or 3)
    np.testing.assert_array_equal(human.mix(2, 7), [0, 0, 1, 0])
    assert calls == [(2, 7)]


def test_optimal_names_the_optimum_of_the_game():
    for game in ("sequential", "simultaneous"):
        strategy = by_name("optimal", game, 3, 8)
        assert strategy.name == game
        np.testing.assert_array_equal(table(strategy), table(STRATEGIES[game](3, 8)))
    assert by_name("sequential", "simultaneous", 3, 8).name == "sequential"
