import pytest

from solvers.yahtzee.rules.rules import OFFICIAL, Rules
from solvers.yahtzee.rules.upper_totals import possible_points, upper_totals
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import NAMES, SMALL


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


def test_a_box_that_is_not_on_the_sheet_is_refused():
    with pytest.raises(ValueError, match="got 'pair'"):
        possible_points(OFFICIAL, "pair")
