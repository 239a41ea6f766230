"""Toutes_les_esperances in the reading that meets the report's figures: the oracle's expectations, and its table."""

import random

import pytest

from solvers.yahtzee.matches.score_law import score_law
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.reroll_code import reroll_codes
from solvers.yahtzee.rules.rules import MEASURED, Rules
from solvers.yahtzee.strategies.measured_esperances import measured_esperances, measured_policy, places_by_code
from solvers.yahtzee.strategies.strategy import box, keep
from tests.oracles import measured_strategies, yahtzee_recursion
from tests.solvers.yahtzee.zoo import SMALL

SEED = 20222
ZOO = [SMALL[0], SMALL[3], SMALL[6], SMALL[13], SMALL[14], SMALL[15], SMALL[17]]


@pytest.mark.parametrize("rules", ZOO, ids=str)
def test_expectations_and_decisions_are_those_of_the_oracle(rules):
    value, group, worth = measured_strategies.expectations(rules)
    averages, policy = measured_esperances(rules), measured_policy(rules)
    sheets = [sheet for sheet in yahtzee_recursion.sheets(rules) if sheet[0]]
    for left, upper, scored in random.Random(SEED).sample(sheets, min(len(sheets), 30)):
        position = Position(rules, tuple(left), upper, scored)
        assert averages.group(left, joker=scored) == pytest.approx(group(left, scored), abs=1e-9)
        for hand in lattice(rules.dice, rules.faces).rolls:
            for rerolls in (1, 2):
                worths = {kept: value(left, scored, kept, rerolls) for kept in measured_strategies.codes(hand)}
                most = max(worths.values())
                first = next(kept for kept, found in worths.items() if found > most - 1e-9)
                found = averages.keeps(left, hand, rerolls, joker=scored)
                assert dict(found) == pytest.approx(worths, abs=1e-9)
                assert keep(policy, position, hand, rerolls) == found[0].kept == first
            worths = {name: worth(left, scored, hand, name) for name in options(position, hand)}
            found = averages.fills(left, hand, joker=scored)
            assert dict(found) == pytest.approx(worths, abs=1e-9)
            assert box(policy, position, hand) == found[0].box
            assert worths[found[0].box] == pytest.approx(max(worths.values()), abs=1e-9)


def test_one_box_alone():
    averages = measured_esperances(Rules(boxes=("sixes", "small_straight", "yahtzee")))
    assert averages.box("sixes", [6, 6, 1, 2, 3], 1) == pytest.approx(12 + 3)
    assert averages.box("sixes", [6, 6, 6, 6, 6], 0) == 30
    # With the joker a further Yahtzee is worth its own points and the extra ones, no full points of a straight.
    assert averages.box("sixes", [6, 6, 6, 6, 6], 0, joker=True) == 130
    assert averages.box("small_straight", [6, 6, 6, 6, 6], 0, joker=True) == 100
    assert averages.box("yahtzee", [6, 6, 6, 6, 6], 0, joker=True) == 50


def test_places_are_ordered_by_their_codes():
    rules = Rules(4, 3, boxes=("ones", "chance"))
    dice = lattice(rules.dice, rules.faces)
    for roll, row in zip(dice.rolls, dice.choices[range(len(dice.rolls)), places_by_code(rules).T].T, strict=True):
        codes = [reroll_codes(rules, roll, dice.keeps[number])[0] for number in dict.fromkeys(row.tolist())]
        assert codes == sorted(codes)
        assert codes[0] == 0


def test_arguments_are_checked():
    averages = measured_esperances(SMALL[3])
    with pytest.raises(ValueError, match="at least one open box"):
        averages.keeps([], [1, 2], 1)
    with pytest.raises(ValueError, match="between 1 and 2"):
        averages.keeps(["ones"], [1, 2], 0)
    with pytest.raises(ValueError, match="a hand has 2 dice"):
        averages.fills(["ones"], [1])
    with pytest.raises(ValueError, match="the boxes are"):
        averages.group(["sixes"])


@pytest.mark.slow
def test_it_meets_the_tables_of_sections_5_and_6():
    """236.84, 236.94 and 236.76 on average; deviations 52.96, 53.14, 52.86: 400 000 games, kurtosis 9."""
    law = score_law(measured_policy(MEASURED))
    assert law.mean == pytest.approx(236.825, abs=3 * 0.084)
    assert law.deviation == pytest.approx(52.955, abs=3 * 0.117)
    assert [law.quantile(share) for share in (0.25, 0.5, 0.75)] == [208, 224, 264]
