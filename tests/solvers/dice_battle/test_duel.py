from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES, blind, by_name, everywhere, from_mixes, uniform
from solvers.dice_battle.throws import throws
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


@pytest.mark.slow
def test_ties_of_the_sequential_optimum_matter_in_the_simultaneous_game(report_strategies):
    """Equally good numbers of dice of one game differ in the other: table 4 lies between the extremes of all ties.

    0.012765 is known from a program that left the choice among equals to rounding errors.
    """
    optimum, solved = report_strategies["simultaneous"], sequential(10, 100)
    ties = {(i, j): np.array(solved.optimal_choices(i, j)) - 1 for i in range(100) for j in range(100)}
    low, high = (extreme_gain(optimum, ties, worst) for worst in (np.min, np.max))
    assert low < 0.012765 < high
    assert low <= gain("simultaneous", optimum, report_strategies["sequential"]) <= high
    assert gain("simultaneous", optimum, report_strategies["sequential"]) == pytest.approx(0.014603, abs=5e-7)
    assert high - low < 0.01


def extreme_gain(first, choices, pick):
    """The gain of `first` when the other player's choice among `choices` is picked by its gain in each state."""
    probabilities, points = throws(10)[:, 1:], np.arange(160)
    board = np.sign(points[:, np.newaxis] - points).astype(float)
    for i in range(99, -1, -1):
        sums = np.array([first.mix(i, j) for j in range(100)]) @ (probabilities @ board[i + 1 : i + 61])
        for j in range(99, -1, -1):
            gains = probabilities @ sums[j, j + 1 : j + 61]
            board[i, j] = pick(gains[choices[j, i]])
    return board[0, 0]


def test_targets_share_one_table():
    """Figure 1 (b) for every N ≤ 60 is the diagonal of a single duel."""
    tables = duel("sequential", STRATEGIES["sequential"](10, 60), blind(10, 60)).gain
    for target in (1, 2, 30, 59):
        small = gain("sequential", STRATEGIES["sequential"](10, target), blind(10, target))
        assert tables[60 - target, 60 - target] == pytest.approx(small, abs=1e-14)


def test_chances_from_a_state():
    result = duel("simultaneous", blind(3, 8), uniform(3, 8))
    assert result.chances(2, 5).gain == result.gain[2, 5]


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
