from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES, blind, by_name, everywhere, from_mixes
from tests.oracles import dice_duel


@pytest.fixture(scope="module")
def report_strategies():
    return {name: make(10, 100) for name, make in STRATEGIES.items()}


def gain(game, first, second):
    return duel(game, first, second).chances().gain


@pytest.mark.parametrize(
    ("game", "definition"),
    [("sequential", dice_duel.sequential_duel), ("simultaneous", dice_duel.simultaneous_duel)],
)
@pytest.mark.parametrize(("dice", "target"), [(1, 1), (1, 6), (2, 5), (3, 4), (2, 9), (4, 1)])
def test_chances_equal_the_definition_in_fractions(game, definition, dice, target):
    rng = np.random.default_rng(dice * target)
    # Mixes in eighths, some entries 0: exact in both arithmetics.
    tables = [rng.multinomial(8, np.full(dice, 1 / dice), (target, target)) for _ in range(2)]
    mixes = [lambda own, other, t=t: [Fraction(int(x), 8) for x in t[own, other]] for t in tables]
    exact = definition(*mixes, dice, target)
    result = duel(game, *(from_mixes(t / 8) for t in tables))
    assert result.win.shape == result.loss.shape == (target, target)
    assert (result.win[0, 0], result.loss[0, 0]) == pytest.approx(tuple(map(float, exact)), abs=1e-14)


def test_optimal_strategies_bring_what_the_solved_games_say(report_strategies):
    optimum = report_strategies["sequential"]
    np.testing.assert_allclose(duel("sequential", optimum, optimum).gain, sequential(10, 100).gain, atol=1e-13)
    mixed = report_strategies["simultaneous"]
    game = simultaneous(10, 100)
    np.testing.assert_allclose(duel("simultaneous", mixed, mixed).gain, game.gain, atol=1e-12)
    for other in report_strategies.values():
        assert (duel("simultaneous", mixed, other).gain >= game.gain - 1e-12).all()


def test_targets_share_one_table():
    """Figure 1 (b) for every N ≤ 60 is the diagonal of a single duel."""
    tables = duel("sequential", STRATEGIES["sequential"](10, 60), blind(10, 60)).gain
    for target in (1, 2, 30, 59):
        small = gain("sequential", STRATEGIES["sequential"](10, target), blind(10, target))
        assert tables[60 - target, 60 - target] == pytest.approx(small, abs=1e-14)


@pytest.mark.parametrize("dice", [1, 3])
def test_question_6_to_two_points_against_one_die(dice):
    """Whoever first shows no 1 wins. Chances a = (5/6)^dice and b = 5/6 to score: a / (1 - (1 - a)(1 - b))."""
    a, b = Fraction(5, 6) ** dice, Fraction(5, 6)
    chances = duel("scoreless", *(everywhere(np.eye(3)[d - 1], 2) for d in (dice, 1))).chances()
    assert chances.win == pytest.approx(float(a / (1 - (1 - a) * (1 - b))))
    assert chances.draw == 0


@pytest.mark.parametrize(("dice", "target"), [(1, 7), (3, 20), (10, 40)])
def test_the_optimum_of_question_6_against_itself_has_its_value(dice, target):
    best = by_name("optimal", "scoreless", dice, target)
    result = duel("scoreless", best, best)
    assert np.allclose(result.gain, scoreless(dice, target).gain, atol=1e-12)
    for name in ("blind", "random", "1", "sequential"):
        other = by_name(name, "scoreless", dice, target)
        assert (duel("scoreless", other, best).gain <= result.gain + 1e-12).all()
