from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.duel import duel
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import STRATEGIES, blind, by_name, everywhere, from_choices, from_mixes, uniform
from solvers.dice_battle.throws import throws
from tests.oracles import dice_duel


@pytest.fixture(scope="module")
def report_strategies():
    return {name: make(10, 100) for name, make in STRATEGIES.items()}


def gain(game, first, second):
    return duel(game, first, second).chances().gain


def test_question_3():
    three, one = (everywhere(np.eye(3)[d - 1], 2) for d in (3, 1))
    chances = duel("sequential", three, one).chances()
    through = Fraction(5, 6) ** 3
    assert chances.win == pytest.approx(float(through + (1 - through) / 6), abs=1e-15)
    assert [round(x, 4) for x in (chances.win, chances.loss, chances.gain)] == [0.6489, 0.3511, 0.2978]
    chances = duel("sequential", one, one).chances()
    assert [round(x, 4) for x in (chances.win, chances.loss, chances.gain)] == [0.8611, 0.1389, 0.7222]


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
@pytest.mark.parametrize(("dice", "target"), [(1, 1), (1, 6), (2, 5), (3, 4), (2, 9), (4, 1)])
def test_chances_equal_the_definition_in_fractions(game, dice, target):
    rng = np.random.default_rng(dice * target)
    # Mixes in eighths, some entries 0: exact in both arithmetics.
    tables = [rng.multinomial(8, np.full(dice, 1 / dice), (target, target)) for _ in range(2)]
    mixes = [lambda own, other, t=t: [Fraction(int(x), 8) for x in t[own, other]] for t in tables]
    exact = getattr(dice_duel, f"{game}_duel")(*mixes, dice, target)
    result = duel(game, *(from_mixes(t / 8) for t in tables))
    assert result.win.shape == result.loss.shape == (target, target)
    assert (result.win[0, 0], result.loss[0, 0]) == pytest.approx(tuple(map(float, exact)), abs=1e-14)


TABLE_1 = {
    ("blind", "blind"): (0.066992, 0.0672),
    ("blind", "sequential"): (-0.031285, -0.0316),
    ("blind", "random"): (0.318699, 0.3199),
    ("sequential", "blind"): (0.167792, 0.1684),
    ("sequential", "sequential"): (0.068719, 0.0688),
    ("sequential", "random"): (0.398668, 0.3988),
    ("random", "blind"): (-0.204716, -0.2038),
    ("random", "sequential"): (-0.284250, -0.2866),
    ("random", "random"): (0.055145, 0.0558),
}


@pytest.mark.parametrize(("pair", "figures"), TABLE_1.items())
def test_table_1(report_strategies, pair, figures):
    exact, printed = figures
    value = gain("sequential", *(report_strategies[name] for name in pair))
    assert value == pytest.approx(exact, abs=5e-7)
    assert value == pytest.approx(printed, abs=2.5e-3)


def test_optimal_strategies_bring_what_the_solved_games_say(report_strategies):
    optimum = report_strategies["sequential"]
    np.testing.assert_allclose(duel("sequential", optimum, optimum).gain, sequential(10, 100).gain, atol=1e-13)
    mixed = report_strategies["simultaneous"]
    game = simultaneous(10, 100)
    np.testing.assert_allclose(duel("simultaneous", mixed, mixed).gain, game.gain, atol=1e-12)
    for other in report_strategies.values():
        assert (duel("simultaneous", mixed, other).gain >= game.gain - 1e-12).all()


def test_table_3():
    one_turn = {name: make(10, 1) for name, make in STRATEGIES.items()}
    expected = {
        ("one-round", "blind"): 0.014446,
        ("one-round", "random"): 0.061943,
        ("random", "blind"): 0.014558,
        ("blind", "blind"): 0,
        ("random", "random"): 0,
        ("one-round", "one-round"): 0,
    }
    for (first, second), value in expected.items():
        assert gain("simultaneous", one_turn[first], one_turn[second]) == pytest.approx(value, abs=5e-7)
        assert gain("simultaneous", one_turn[second], one_turn[first]) == pytest.approx(-value, abs=5e-7)


def test_one_round_optimum_in_the_whole_game(report_strategies):
    chances = duel("simultaneous", report_strategies["one-round"], report_strategies["blind"]).chances()
    assert 100 * chances.win == pytest.approx(42.830, abs=5e-4)
    assert 100 * chances.draw == pytest.approx(0.347, abs=5e-4)
    assert 100 * chances.loss == pytest.approx(56.822, abs=5e-4)


def test_table_4_at_100_points_as_it_says(report_strategies):
    optimum = report_strategies["simultaneous"]
    for name, value in {"blind": 0.059719, "random": 0.300926, "simultaneous": 0}.items():
        assert gain("simultaneous", optimum, report_strategies[name]) == pytest.approx(value, abs=5e-7)


def test_table_4_at_1_point_as_it_is():
    optimum, others = STRATEGIES["simultaneous"](10, 1), (blind(10, 1), uniform(10, 1))
    assert [round(gain("simultaneous", optimum, other), 6) for other in others] == [0.014446, 0.061943]
    # Any number of dice wins the sequential game of one point. The report's program threw 6.
    assert sequential(10, 1).optimal_choices(0, 0) == tuple(range(1, 11))
    assert gain("simultaneous", optimum, from_choices([[6]], 10)) == pytest.approx(0.014446, abs=5e-7)


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
    found = duel("scoreless", *(everywhere(np.eye(3)[d - 1], 2) for d in (dice, 1))).chances()
    assert found.win == pytest.approx(float(a / (1 - (1 - a) * (1 - b))))
    assert found.draw == 0


@pytest.mark.parametrize(("dice", "target"), [(1, 7), (3, 20), (10, 40)])
def test_the_optimum_of_question_6_against_itself_has_its_value(dice, target):
    best = by_name("optimal", "scoreless", dice, target)
    found = duel("scoreless", best, best)
    assert np.allclose(found.gain, scoreless(dice, target).gain, atol=1e-12)
    for name in ("blind", "random", "1", "sequential"):
        other = by_name(name, "scoreless", dice, target)
        assert (duel("scoreless", other, best).gain <= found.gain + 1e-12).all()
