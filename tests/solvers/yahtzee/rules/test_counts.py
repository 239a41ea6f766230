import pytest

from solvers.yahtzee.rules.counts import combinations, groups, situations
from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import OFFICIAL, Rules


def test_numbers_of_the_report():
    assert combinations(OFFICIAL) == 252
    assert situations(OFFICIAL) == 264_241_152


def test_groups_add_up_to_all_sheets():
    assert sum(groups(OFFICIAL, size) for size in range(14)) == 8192


def test_combinations_are_as_many_as_the_rolls():
    for dice, faces in [(1, 2), (3, 4), (6, 6), (2, 8)]:
        assert combinations(Rules(dice, faces)) == len(lattice(dice, faces).rolls)


@pytest.mark.parametrize("size", [-1, 14])
def test_groups_too_large_are_refused(size):
    with pytest.raises(ValueError, match=f"0 to 13 boxes, got {size}"):
        groups(OFFICIAL, size)
