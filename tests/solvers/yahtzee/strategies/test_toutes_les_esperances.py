from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from solvers.yahtzee.matches.score_law import score_law
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rules import OFFICIAL, REPORT, Rules
from solvers.yahtzee.strategies.strategy import box, keep
from solvers.yahtzee.strategies.toutes_les_esperances import esperances_policy, toutes_les_esperances
from tests.oracles import yahtzee_recursion, yahtzee_strategies
from tests.solvers.yahtzee.zoo import NAMES, SMALL

GAMES = [(rules, name) for rules, name in zip(SMALL, NAMES, strict=True) if rules.extra or rules.dice < 5]


@pytest.mark.parametrize("rules", [r for r, _ in GAMES], ids=[n for _, n in GAMES])
def test_expectations_are_those_of_the_equations(rules):
    found = toutes_les_esperances(rules)
    keeps, best = yahtzee_strategies.box_expectations(rules)
    group, _ = yahtzee_strategies.group_expectation(rules)
    dice = lattice(rules.dice, rules.faces)
    for joker in (False, True) if "yahtzee" in rules.boxes else (False,):
        for name in rules.boxes:
            for roll in dice.rolls:
                for rerolls in range(3):
                    expected = best(name, roll, rerolls, joker)
                    assert found.box(name, roll, rerolls, joker=joker) == pytest.approx(expected, abs=1e-10)
            b = rules.boxes.index(name)
            for k, kept in enumerate(dice.keeps):
                for rerolls in (1, 2):
                    expected = keeps(name, kept, rerolls, joker)
                    assert found.keeps[int(joker), rerolls - 1, b, k] == pytest.approx(expected, abs=1e-10)
        for size in range(len(rules.boxes) + 1):
            for left in combinations(rules.boxes, size):
                assert found.group(left, joker=joker) == pytest.approx(group(frozenset(left), joker), abs=1e-9)


def test_known_expectations_of_single_boxes():
    # Closed forms: each die has three tries in an upper box; chance keeps 5 and 6, then 4, 5 and 6; five equal dice
    # come in three throws with probability 347897/7558272.
    found = toutes_les_esperances(OFFICIAL)
    for face, name in enumerate(OFFICIAL.boxes[:6], start=1):
        assert found.group([name]) == pytest.approx(float(5 * face * (1 - Fraction(5, 6) ** 3)), abs=1e-12)
    assert found.group(["chance"]) == pytest.approx(70 / 3, abs=1e-12)
    assert found.group(["yahtzee"]) == pytest.approx(float(50 * Fraction(347897, 7558272)), abs=1e-12)


@pytest.mark.parametrize("rules", [SMALL[3], SMALL[6], SMALL[13], SMALL[16]])
def test_decisions_maximise_equation_nine(rules):
    found, policy = toutes_les_esperances(rules), esperances_policy(toutes_les_esperances(rules))
    group, aimed = yahtzee_strategies.group_expectation(rules)
    for left, upper, scored in yahtzee_recursion.sheets(rules):
        if not left:
            continue
        position = Position(rules, tuple(left), upper, scored)
        for hand in lattice(rules.dice, rules.faces).rolls:
            for rerolls in (1, 2):
                best = max(aimed(name, hand, rerolls, left, scored) for name in left)
                assert found.aimed(left, hand, rerolls, joker=scored)[1] == pytest.approx(best, abs=1e-9)
                kept = keep(policy, position, hand, rerolls)
                aims = [name for name in left if aimed(name, hand, rerolls, left, scored) > best - 1e-9]
                assert any(kept in found.best_keeps(name, hand, rerolls, joker=scored) for name in aims)
            worths = {}
            for name, earned in yahtzee_recursion.moves(rules, hand, left, scored).items():
                worths[name] = earned + group(left - {name}, scored or (name == "yahtzee" and earned > 0))
            assert worths[box(policy, position, hand)] == pytest.approx(max(worths.values()), abs=1e-9)


def test_best_keeps_are_all_those_that_reach_the_expectation():
    found = toutes_les_esperances(OFFICIAL)
    assert found.best_keeps("large_straight", [1, 3, 4, 5, 6], 1) == [(1, 3, 4, 5), (3, 4, 5, 6)]
    assert found.best_keeps("yahtzee", [6, 6, 5, 5, 1], 1) == [(5, 5), (6, 6)]
    assert found.best_keeps("chance", [4, 4, 4, 4, 4], 1) == [(4,) * 5]


@pytest.mark.slow
def test_the_mean_stays_below_what_ignoring_the_bonus_allows():
    # The report's own bound: the best score without the bonus (237.777, an independent program) plus the bonus.
    rules = Rules(threshold=65, joker="report")
    law = score_law(esperances_policy(toutes_les_esperances(rules)))
    assert law.mean < 237.77714951436 + 35 * law.bonus
    assert law.chances.sum() == pytest.approx(1, abs=1e-12)


def test_the_first_of_equal_boxes_is_aimed_at():
    found = toutes_les_esperances(SMALL[2])
    assert found.aimed(["yahtzee"], [1, 2], 1) == ("yahtzee", 25)
    both = toutes_les_esperances(Rules(1, 3, boxes=("threes", "chance")))
    assert both.aimed(["chance", "threes"], [3], 1) == ("threes", 3 + both.group(["chance"]))
    with pytest.raises(ValueError, match="at least one box"):
        found.aimed([], [1, 2], 1)


def test_groups_with_an_open_yahtzee_box_know_no_joker():
    groups = toutes_les_esperances(REPORT).groups
    sets = np.arange(groups.shape[1])
    open_yahtzee = (sets >> REPORT.boxes.index("yahtzee") & 1).astype(bool)
    np.testing.assert_array_equal(groups[0, open_yahtzee], groups[1, open_yahtzee])
    assert (groups[1, ~open_yahtzee] >= groups[0, ~open_yahtzee]).all()


def test_every_keep_of_a_roll_is_worth_at_most_its_best():
    found, dice = toutes_les_esperances(SMALL[6]), lattice(5, 2)
    for number, roll in enumerate(dice.rolls):
        worth = found.keeps[:, :, :, [dice.number[kept] for kept in subsets(roll)]].max(axis=3)
        np.testing.assert_array_equal(worth, found.boxes[:, 1:, :, number])


def test_bad_requests_are_refused():
    found = toutes_les_esperances(SMALL[3])
    with pytest.raises(ValueError, match="between 0 and 2, got 3"):
        found.box("chance", [1, 1], 3)
    with pytest.raises(ValueError, match="got 'twos'"):
        found.box("twos", [1, 1], 1)
    with pytest.raises(ValueError, match="a hand has 2 dice, got 1"):
        found.best_keeps("chance", [1], 1)
    with pytest.raises(ValueError, match="got 'twos'"):
        found.group(["twos"])
