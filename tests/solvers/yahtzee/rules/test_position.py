import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rules import OFFICIAL
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import NAMES, SMALL


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_options_are_those_the_words_allow(rules):
    for left, upper, scored in oracle.sheets(rules):
        position = Position(rules, tuple(left), upper, scored)
        for hand in lattice(rules.dice, rules.faces).rolls:
            assert options(position, hand) == oracle.moves(rules, hand, left, scored)


def test_filling_a_box_moves_on():
    position, points = Position.start(OFFICIAL).fill([6, 6, 6, 6, 6], "yahtzee")
    assert (points, position.yahtzee, position.upper) == (50, True, 0)
    position, points = position.fill([6, 6, 6, 6, 6], "sixes")
    assert (points, position.upper) == (130, 30)
    with pytest.raises(ValueError, match=r"this hand may not fill the box 'ones'; .* three_of_a_kind"):
        position.fill([6] * 5, "ones")
