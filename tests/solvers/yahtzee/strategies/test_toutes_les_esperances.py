"""Toutes_les_esperances: the printed equations by an oracle; the reading of the figures by another, and its tables."""

import random
from itertools import combinations

import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rules import OFFICIAL, YahtzeeRules
from solvers.yahtzee.strategies.expectations import AS_MEASURED
from solvers.yahtzee.strategies.strategy import Automatic
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from tests.oracles import measured_strategies, yahtzee_recursion, yahtzee_strategies
from tests.solvers.yahtzee.zoo import NAMES, SMALL

SEED = 20222
ZOO = [SMALL[0], SMALL[3], SMALL[6], SMALL[13], SMALL[14], SMALL[15], SMALL[17]]
GAMES = [(rules, name) for rules, name in zip(SMALL, NAMES, strict=True) if rules.extra or rules.dice < 5]


@pytest.mark.parametrize("rules", [r for r, _ in GAMES], ids=[n for _, n in GAMES])
def test_expectations_are_those_of_the_equations(rules):
    expectations = toutes_les_esperances(rules)
    keeps, best = yahtzee_strategies.box_expectations(rules)
    group, _ = yahtzee_strategies.group_expectation(rules)
    dice = lattice(rules.dice, rules.faces)
    for joker in (False, True) if "yahtzee" in rules.boxes else (False,):
        for name in rules.boxes:
            for roll in dice.rolls:
                for rerolls in range(3):
                    expected = best(name, roll, rerolls, joker)
                    assert expectations.box(name, roll, rerolls, joker=joker) == pytest.approx(expected, abs=1e-10)
            b = rules.boxes.index(name)
            for k, kept in enumerate(dice.keeps):
                for rerolls in (1, 2):
                    expected = keeps(name, kept, rerolls, joker)
                    assert expectations.alone[int(joker), rerolls - 1, b, k] == pytest.approx(expected, abs=1e-10)
        for size in range(len(rules.boxes) + 1):
            for left in combinations(rules.boxes, size):
                assert expectations.group(left, joker=joker) == pytest.approx(group(frozenset(left), joker), abs=1e-9)


@pytest.mark.parametrize("rules", [SMALL[3], SMALL[6], SMALL[13], SMALL[16]])
def test_decisions_maximise_equation_nine(rules):
    expectations, policy = toutes_les_esperances(rules), toutes_les_esperances(rules).policy
    group, aimed = yahtzee_strategies.group_expectation(rules)
    for left, upper, scored in [sheet for sheet in yahtzee_recursion.sheets(rules) if sheet[0]][::3]:
        position = Position(rules, tuple(left), upper, scored)
        for hand in lattice(rules.dice, rules.faces).rolls:
            for rerolls in (1, 2):
                best = max(aimed(name, hand, rerolls, left, scored) for name in left)
                worths = dict(expectations.keeps(left, hand, rerolls, joker=scored))
                assert max(worths.values()) == pytest.approx(best, abs=1e-9)
                assert worths[Automatic(policy).keep(position, hand, rerolls)] == pytest.approx(best, abs=1e-9)
            worths = {}
            for name, earned in yahtzee_recursion.moves(rules, hand, left, scored).items():
                worths[name] = earned + group(left - {name}, scored or (name == "yahtzee" and earned > 0))
            assert worths[Automatic(policy).box(position, hand)] == pytest.approx(max(worths.values()), abs=1e-9)
            assert dict(expectations.fills(left, hand, joker=scored)) == pytest.approx(worths, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "hand", "best"),
    [
        ("large_straight", (1, 3, 4, 5, 6), [(1, 3, 4, 5), (3, 4, 5, 6)]),
        ("yahtzee", (6, 6, 5, 5, 1), [(5, 5), (6, 6)]),
        ("chance", (4, 4, 4, 4, 4), [(4,) * 5]),
    ],
)
def test_equal_keeps_come_with_the_most_dice_first(name, hand, best):
    keeps = toutes_les_esperances(OFFICIAL).keeps([name], hand, 1)
    assert [kept for kept, value in keeps if value > keeps[0].expectation - 1e-9] == best


def test_the_first_of_equal_boxes_is_aimed_at():
    """A five is kept for the fives, a six thrown again for them, though chance is worth as much and would keep it."""
    rules = YahtzeeRules(1, 3, boxes=("threes", "chance"))
    policy = toutes_les_esperances(rules).policy
    assert Automatic(policy).keep(Position.start(rules), [3], 1) == (3,)
    assert Automatic(policy).box(Position.start(rules), [3]) == "threes"


@pytest.mark.parametrize("rules", ZOO, ids=str)
def test_expectations_and_decisions_are_those_of_the_oracle(rules):
    value, group, worth = measured_strategies.expectations(rules)
    averages = toutes_les_esperances(rules, AS_MEASURED)
    policy = averages.policy
    sheets = [sheet for sheet in yahtzee_recursion.sheets(rules) if sheet[0]]
    for left, upper, scored in random.Random(SEED).sample(sheets, min(len(sheets), 10)):
        position = Position(rules, tuple(left), upper, scored)
        assert averages.group(left, joker=scored) == pytest.approx(group(left, scored), abs=1e-9)
        for hand in lattice(rules.dice, rules.faces).rolls:
            for rerolls in (1, 2):
                worths = {code: value(left, scored, code, rerolls) for code in measured_strategies.codes(hand)}
                most = max(worths.values())
                first = next(kept for kept, results in worths.items() if results > most - 1e-9)
                results = averages.keeps(left, hand, rerolls, joker=scored)
                assert dict(results) == pytest.approx(worths, abs=1e-9)
                assert Automatic(policy).keep(position, hand, rerolls) == results[0].kept == first
            worths = {name: worth(left, scored, hand, name) for name in options(position, hand)}
            results = averages.fills(left, hand, joker=scored)
            assert dict(results) == pytest.approx(worths, abs=1e-9)
            assert Automatic(policy).box(position, hand) == results[0].box
            assert worths[results[0].box] == pytest.approx(max(worths.values()), abs=1e-9)
