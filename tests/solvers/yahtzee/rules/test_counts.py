import pytest

from solvers.yahtzee.rules.counts import combinations, groups, possible_points, situations, upper_totals
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import OFFICIAL, Rules
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import NAMES, SMALL


def test_numbers_of_the_report():
    assert combinations(OFFICIAL) == 252
    assert situations(OFFICIAL) == 264_241_152


def test_groups_add_up_to_all_sheets():
    assert sum(groups(OFFICIAL, size) for size in range(14)) == 8192


def test_combinations_are_as_many_as_the_rolls():
    for dice, faces in [(1, 2), (3, 4), (6, 6), (2, 8)]:
        assert combinations(Rules(dice, faces)) == len(lattice(dice, faces).rolls)


def test_upper_totals_are_sums_of_what_the_boxes_hold():
    assert upper_totals(OFFICIAL, OFFICIAL.boxes) == (0,)
    assert upper_totals(Rules(2, 3), ("threes", "chance")) == (0, 1, 2, 3, 4, 5, 6)
    assert possible_points(OFFICIAL, "full_house") == (0, 25)
    assert possible_points(OFFICIAL, "three_of_a_kind")[:4] == (0, 5, 6, 7)


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_upper_totals_are_those_of_all_sheets(rules):
    found = {(left, upper) for left, upper, _ in oracle.sheets(rules)}
    for left in {left for left, _ in found}:
        assert upper_totals(rules, left) == tuple(sorted(upper for other, upper in found if other == left))
