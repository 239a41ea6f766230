from fractions import Fraction

import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rolls import subsets
from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.exact import exact_box, exact_group
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from tests.solvers.yahtzee.zoo import SMALL


@pytest.mark.parametrize(
    ("box", "hand", "rerolls", "value", "keeps"),
    [
        ("yahtzee", [2, 2, 3, 5, 6], 1, Fraction(50, 216), ((2, 2),)),
        ("yahtzee", [5, 6, 5, 6, 1], 1, Fraction(50, 216), ((5, 5), (6, 6))),
        # Each of the two dice that miss shows a 3 in two tries with probability 11/36.
        ("threes", [1, 3, 3, 3, 6], 2, 9 + 2 * 3 * Fraction(11, 36), ((3, 3, 3),)),
        ("large_straight", [2, 3, 4, 5, 5], 1, Fraction(40, 3), ((2, 3, 4, 5),)),
        ("chance", [6, 1, 2, 3, 3], 0, 15, ((1, 2, 3, 3, 6),)),
    ],
)
def test_boxes_by_thought(box, hand, rerolls, value, keeps):
    result = exact_box(OFFICIAL, box, hand, rerolls)
    assert (result.value, result.keeps) == (value, keeps)


def test_with_the_joker_a_yahtzee_earns_the_extra_points():
    assert exact_box(OFFICIAL, "full_house", [4] * 5, 0, joker=True).value == 125
    assert exact_box(OFFICIAL, "full_house", [4] * 5, 0).value == 0


@pytest.mark.parametrize("rules", [*SMALL[:7], OFFICIAL])
def test_fractions_and_floats_agree(rules):
    expectations = toutes_les_esperances(rules)
    for joker in (False, True):
        for box in rules.boxes:
            for roll in lattice(rules.dice, rules.faces).rolls[::21]:
                for rerolls in (1, 2):
                    exact = exact_box(rules, box, roll, rerolls, joker=joker)
                    assert expectations.box(box, roll, rerolls, joker=joker) == pytest.approx(
                        float(exact.value), abs=1e-11
                    )
                    row = expectations.alone[int(joker), rerolls - 1, rules.boxes.index(box)]
                    worths = {subset: row[lattice(rules.dice, rules.faces).number[subset]] for subset in subsets(roll)}
                    best = max(worths.values()) - 1e-9
                    assert [kept_dice for kept_dice, worth in worths.items() if worth >= best] == list(exact.keeps)


def test_single_boxes_by_thought() -> None:
    """91/216 is the chance that a die shows a face within three throws; 347897/7558272 that of a Yahtzee."""
    assert exact_group(OFFICIAL, []) == 0
    assert exact_group(OFFICIAL, ["sixes"]) == 30 * Fraction(91, 216)
    assert exact_group(OFFICIAL, ["yahtzee"]) == 50 * Fraction(347897, 7558272)


@pytest.mark.parametrize("group", [("chance",), ("ones", "chance"), ("twos", "full_house", "large_straight")])
def test_the_fraction_is_what_floating_point_finds(group: tuple[str, ...]) -> None:
    assert float(exact_group(OFFICIAL, group)) == pytest.approx(toutes_les_esperances(OFFICIAL).group(group), abs=1e-9)
    assert exact_group(OFFICIAL, reversed(group)) == exact_group(OFFICIAL, group)
