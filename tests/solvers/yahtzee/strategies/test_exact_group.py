from fractions import Fraction

import pytest

from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.exact_group import exact_group
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances


def test_single_boxes_by_thought() -> None:
    """91/216 is the chance that a die shows a face within three throws; 347897/7558272 that of a Yahtzee."""
    assert exact_group(OFFICIAL, []) == 0
    assert exact_group(OFFICIAL, ["sixes"]) == 30 * Fraction(91, 216)
    assert exact_group(OFFICIAL, ["yahtzee"]) == 50 * Fraction(347897, 7558272)


@pytest.mark.parametrize("group", [("chance",), ("ones", "chance"), ("twos", "full_house", "large_straight")])
def test_the_fraction_is_what_floating_point_finds(group: tuple[str, ...]) -> None:
    assert float(exact_group(OFFICIAL, group)) == pytest.approx(toutes_les_esperances(OFFICIAL).group(group), abs=1e-9)
    assert exact_group(OFFICIAL, reversed(group)) == exact_group(OFFICIAL, group)


@pytest.mark.parametrize(
    "group", [("luck",), ("ones", "ones"), ("yahtzee", "ones"), ("ones", "twos", "threes", "fours", "fives")]
)
def test_what_is_refused(group: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"boxes|alone"):
        exact_group(OFFICIAL, group)
