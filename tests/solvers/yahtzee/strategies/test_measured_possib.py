"""The combinations of a hand in the reading that meets the report's figures, against plain Python."""

import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.rules import MEASURED, Rules
from solvers.yahtzee.strategies.measured_possib import measured_possib
from tests.oracles import measured_strategies
from tests.solvers.yahtzee.zoo import SMALL


def test_the_example_of_the_report():
    """Section 3.2: of 2, 2, 3, 3, 3 twos, threes, full house and three of a kind are attained, four is attainable."""
    attained, attainable = measured_possib(MEASURED, [2, 2, 3, 3, 3])
    assert {aim.box for aim in attained} == {"twos", "threes", "full_house", "three_of_a_kind", "chance"}
    # The text also names the Yahtzee, from three equal dice; the reading needs four. A pair is near to three of a kind.
    assert [(aim.box, aim.kept, aim.missing) for aim in attainable] == [
        ("three_of_a_kind", (2, 2), 3),
        ("four_of_a_kind", (3, 3, 3), 2),
    ]


def test_four_in_a_row_up_to_the_highest_face_are_not_near_to_five():
    assert "large_straight" not in [aim.box for aim in measured_possib(MEASURED, [3, 4, 5, 6, 6]).attainable]
    assert "large_straight" in [aim.box for aim in measured_possib(MEASURED, [2, 3, 4, 5, 5]).attainable]


@pytest.mark.parametrize("rules", [MEASURED, Rules(6, 5), Rules(7, 4), Rules(4, 8), *SMALL], ids=str)
def test_every_hand_has_the_combinations_of_the_oracle(rules):
    for hand in lattice(rules.dice, rules.faces).rolls:
        found = [[(aim.box, aim.kept) for aim in part] for part in measured_possib(rules, hand)]
        assert found == [*measured_strategies.possib(rules, hand)]
        assert all(aim.missing == rules.dice - len(aim.kept) for part in measured_possib(rules, hand) for aim in part)


def test_a_hand_is_checked():
    with pytest.raises(ValueError, match="a hand has 5 dice"):
        measured_possib(MEASURED, [1, 2, 3])
