import numpy as np
import pytest

from solvers.dice_battle.one_round import one_round
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import (
    STRATEGIES,
    Human,
    blind,
    by_name,
    everywhere,
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


def test_strategies_by_name():
    assert list(STRATEGIES) == ["blind", "random", "sequential", "one-round", "simultaneous", "scoreless"]
    for name, make in STRATEGIES.items():
        strategy = make(3, 4)
        assert (strategy.name, strategy.dice, strategy.target) == (name, 3, 4)
        assert table(strategy).shape == (4, 4, 3)


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
    asked = []
    human = Human("Ada", 4, 10, lambda own, other: asked.append((own, other)) or 3)
    np.testing.assert_array_equal(human.mix(2, 7), [0, 0, 1, 0])
    assert asked == [(2, 7)]
    with pytest.raises(ValueError, match="points must be between 0 and 9"):
        human.mix(10, 0)
    for answer in (0, 5, -1):
        with pytest.raises(ValueError, match=f"between 1 and 4, got {answer}"):
            Human("Ada", 4, 10, lambda own, other, answer=answer: answer).mix(0, 0)


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        ([0.5, 0.6], r"must sum to 1 within 1e-09, got \[0.5, 0.6\]"),
        ([0.5, 0.5 + 1e-8], "must sum to 1"),
        ([1.5, -0.5], "between 0 and 1"),
        ([np.nan, 1], "between 0 and 1"),
        ([np.inf, 0], "between 0 and 1"),
        ([], "one probability for each"),
        (1.0, "one probability for each"),
        ([[0.5, 0.5]], r"shape \(D,\)"),
    ],
)
def test_bad_mixes_are_refused(mix, message):
    with pytest.raises(ValueError, match=message):
        everywhere(mix, 5)


def test_the_state_of_a_bad_mix_is_named():
    mixes = np.full((3, 3, 2), 0.5)
    mixes[2, 1] = [0.5, np.nan]
    with pytest.raises(ValueError, match=r"in state \(2, 1\)"):
        from_mixes(mixes)
    mixes[2, 1] = [0.2, 0.3]
    with pytest.raises(ValueError, match=r"got \[0.2, 0.3\] with sum 0.5 in state \(2, 1\)"):
        from_mixes(mixes)


def test_a_rounded_mix_is_accepted():
    assert everywhere([1 / 3, 1 / 3, 1 / 3 + 5e-10], 2).dice == 3


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ([[1, 2]], r"square, got shape \(1, 2\)"),
        ([1, 2], "square"),
        (np.zeros((0, 0), dtype=int), "target must be at least 1 point, got 0"),
        ([[0]], "between 1 and 2, got 0"),
        ([[3]], "between 1 and 2, got 3"),
        ([[1.0]], "integers"),
    ],
)
def test_bad_choices_are_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        from_choices(choices, 2)


@pytest.mark.parametrize("mixes", [[1.0], [[1.0]], np.ones((2, 3, 1))])
def test_bad_shapes_of_mixes_are_refused(mixes):
    with pytest.raises(ValueError, match=r"shape \(N, N, D\)"):
        from_mixes(mixes)


@pytest.mark.parametrize("make", STRATEGIES.values())
def test_bad_boards_are_refused(make):
    with pytest.raises(ValueError, match="number of dice must be at least 1, got 0"):
        make(0, 5)
    with pytest.raises(ValueError, match="target must be at least 1 point, got 0"):
        make(5, 0)
    with pytest.raises(ValueError, match="target must be at most"):
        make(5, 10**6)


def test_a_state_outside_the_board_is_refused():
    with pytest.raises(ValueError, match="points must be between 0 and 4"):
        blind(2, 5).mix(5, 0)


def test_optimal_names_the_optimum_of_the_game():
    for game in ("sequential", "simultaneous"):
        strategy = by_name("optimal", game, 3, 8)
        assert strategy.name == game
        np.testing.assert_array_equal(table(strategy), table(STRATEGIES[game](3, 8)))
    assert by_name("sequential", "simultaneous", 3, 8).name == "sequential"
    with pytest.raises(ValueError, match="one-round, simultaneous, scoreless, or a number of dice, got 'x'"):
        by_name("x", "sequential", 3, 8)
    with pytest.raises(ValueError, match="the game must be one of"):
        by_name("blind", "chess", 3, 8)
