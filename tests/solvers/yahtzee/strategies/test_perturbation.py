import numpy as np
import pytest

from solvers.yahtzee.matches.matches import destinies, match
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rules import MEASURED, REPORT, YahtzeeRules
from solvers.yahtzee.strategies.expectations import AS_MEASURED
from solvers.yahtzee.strategies.perturbation import Weights, best_reroll, perturbation
from solvers.yahtzee.strategies.strategy import Automatic
from tests.oracles import yahtzee_reading, yahtzee_recursion, yahtzee_strategies
from tests.solvers.yahtzee.zoo import SMALL

GAMES = [SMALL[14], YahtzeeRules(2, 4, threshold=15, bonus=9, boxes=("ones", "twos", "threes", "fours", "yahtzee"))]
WEIGHTS = [*(7.0 * np.eye(12)), np.linspace(-3, 3, 12), np.linspace(9, -9, 12)]
DECIDED = [
    *((GAMES[turn % 2], weights) for turn, weights in enumerate(WEIGHTS)),
    *(pytest.param(GAMES[turn % 2 - 1], weights, marks=pytest.mark.slow) for turn, weights in enumerate(WEIGHTS)),
    *(pytest.param(rules, w, marks=(pytest.mark.slow, pytest.mark.long)) for w in -7.0 * np.eye(12) for rules in GAMES),
]
"""The quick set has each weight in one of the games."""


def aims(rules):
    """What keeping dice for a box is worth without corrections, by the oracle: equation (9)."""
    keeps, _ = yahtzee_strategies.box_expectations(rules)
    group, _ = yahtzee_strategies.group_expectation(rules)

    def aimed(name, kept, rerolls, left, joker):
        worth, rest = keeps(name, kept, rerolls, joker), left - {name}
        if name == "yahtzee":
            return worth + worth / 50 * group(rest, True) + (1 - worth / 50) * group(rest, False)
        return worth + group(rest, joker)

    return aimed


@pytest.mark.parametrize(("rules", "weights"), DECIDED)
def test_decisions_maximise_the_corrected_expectation(rules, weights):
    strategy = perturbation(rules, weights)
    aimed, (group, _) = aims(rules), yahtzee_strategies.group_expectation(rules)
    sheets = [sheet for sheet in yahtzee_recursion.sheets(rules) if sheet[0]][:: 3 if weights[0] else 2]
    for turn, (left, upper, scored) in enumerate(sheets):
        position = Position(rules, tuple(left), upper, scored)
        lead = (-50, 0, 49, 50, -49)[turn % 5]
        for hand in lattice(rules.dice, rules.faces).rolls[turn % 4 :: 4]:
            for rerolls in (1, 2):
                worth = {}
                for kept in lattice(rules.dice, rules.faces).keeps:
                    if all(kept.count(face) <= hand.count(face) for face in kept):
                        for name in left:
                            f = yahtzee_strategies.keep_corrections(rules, left, upper, lead, hand, kept, name)
                            worth[kept, name] = aimed(name, kept, rerolls, left, scored) + np.dot(weights, f)
                by_keep = {kept: max(worth[kept, name] for name in left) for kept in subsets(hand)}
                highest, keeps = best_reroll(strategy, position, hand, rerolls, lead)
                assert highest == pytest.approx(max(by_keep.values()), abs=1e-8)
                assert set(keeps) == {kept for kept, value in by_keep.items() if value > highest - 1e-8}
                assert Automatic(strategy).keep(position, hand, rerolls, lead) in keeps
            worth = {}
            for name, earned in yahtzee_recursion.moves(rules, hand, left, scored).items():
                f = yahtzee_strategies.fill_corrections(rules, left, upper, lead, hand, name, earned)
                after = scored or (name == "yahtzee" and earned > 0)
                worth[name] = earned + group(left - {name}, after) + np.dot(weights, f)
            assert worth[Automatic(strategy).box(position, hand, lead)] == pytest.approx(max(worth.values()), abs=1e-8)


def test_without_weights_it_is_toutes_les_esperances():
    strategy = perturbation(REPORT, [0] * 12)
    lists = destinies(REPORT, 2000, seed=11)
    np.testing.assert_array_equal(play([strategy], [lists]), play([strategy.base], [lists]))


def test_the_opponent_matters_only_through_the_gap():
    strategy = perturbation(REPORT, [0] * 6 + [2, 2, 2, 5, 5, 5])
    alone = play([strategy], [destinies(REPORT, 500, seed=4)])[0]
    np.testing.assert_array_equal(alone, play([strategy.base], [destinies(REPORT, 500, seed=4)])[0])
    against = match(strategy, strategy.base, "independent", 500, seed=4).scores
    assert (against[0, :, 0] != alone).any()


@pytest.mark.slow
@pytest.mark.parametrize("rerolls", [1, 2])
@pytest.mark.parametrize("lead", [0, 60, -60])
def test_in_the_measured_reading_a_first_reroll_is_worth_the_mean_of_what_may_follow(rerolls, lead):
    """The corrections of a keep are added to what it is worth, with two rerolls left whatever the box aimed at."""
    weights = np.array([0.3, 0.4, 0.5, 0.6, 0, 0, 2, 0, -1.5, 3, 0, 0])
    strategy = perturbation(MEASURED, weights, AS_MEASURED)
    for left, upper, scored in [
        (("twos", "sixes", "full_house", "small_straight"), 40, True),
        (("ones", "threes", "fours", "fives", "four_of_a_kind", "yahtzee"), 24, False),
    ]:
        for hand in [(2, 2, 3, 3, 3), (1, 2, 3, 4, 6), (4, 4, 4, 5, 5)]:
            before = yahtzee_reading.worths(left, scored, rerolls)
            worth = {}
            for kept in yahtzee_reading.keeps_of(hand):
                keeps = []
                for name in left:
                    f = yahtzee_strategies.keep_corrections(MEASURED, left, upper, lead, hand, kept, name)
                    base = before[yahtzee_reading.NUMBER[kept]]
                    if rerolls == 1:
                        b, joker = yahtzee_reading.BOXES.index(name), int(scored and "yahtzee" not in left)
                        rest = yahtzee_reading.groups()[joker, yahtzee_reading.bits(left) ^ 1 << b]
                        base = yahtzee_reading.one_box(joker)[1][b, yahtzee_reading.NUMBER[kept]] + rest
                    keeps.append(base + np.dot(weights, f))
                worth[kept] = max(keeps)
            position = Position(MEASURED, left, upper, scored)
            highest, _ = best_reroll(strategy, position, hand, rerolls, lead)
            assert highest == pytest.approx(max(worth.values()), abs=1e-8)
            assert Automatic(strategy).keep(position, hand, rerolls, lead) == yahtzee_reading.lowest_best(hand, worth)


@pytest.mark.slow
def test_in_the_measured_reading_a_box_is_filled_by_its_points_and_the_rest():
    weights = np.array([0, 0, 0, 0, 0.4, 0.3, 0, 0, 0, 0, 0, 0])
    strategy = perturbation(MEASURED, weights, AS_MEASURED)
    left, upper = ("twos", "sixes", "full_house", "chance"), 40
    for hand in [(2, 2, 2, 3, 3), (1, 2, 6, 6, 6), (4, 4, 4, 5, 6)]:
        worth = {}
        for name in left:
            b = yahtzee_reading.BOXES.index(name)
            earned = yahtzee_reading.one_box(1)[0][b, yahtzee_reading.ROLL[hand]]
            f = yahtzee_strategies.fill_corrections(MEASURED, left, upper, 0, hand, name, earned)
            rest = yahtzee_reading.groups()[1, yahtzee_reading.bits(left) ^ 1 << b]
            worth[name] = earned + rest + np.dot(weights, f)
        assert Automatic(strategy).box(Position(MEASURED, left, upper, True), hand) == max(worth, key=worth.__getitem__)


def test_equal_dice_are_equally_good():
    # A Yahtzee alone, two pairs: either is kept, for 50 / 216 (equation 6).
    best = best_reroll(perturbation(REPORT, Weights()), Position(REPORT, ("yahtzee",)), (5, 6, 5, 6, 1), 1)
    assert best == (pytest.approx(50 / 216), ((5, 5), (6, 6)))
