import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import outcomes
from solvers.yahtzee.strategies.optimal import best_fills, best_keeps, optimal
from tests.oracles import yahtzee_recursion as oracle
from tests.solvers.yahtzee.zoo import SMALL

RULES = SMALL[8]


@pytest.mark.parametrize(("left", "upper", "scored"), [*oracle.sheets(RULES)][::5])
def test_keeps_and_boxes_are_worth_what_plain_recursion_says(left, upper, scored):
    if not left:
        return
    optimum, value = optimal(RULES), oracle.solve(RULES)
    position = Position(RULES, tuple(left), upper, scored)
    fills = {}
    for hand in lattice(RULES.dice, RULES.faces).rolls:
        found = best_fills(optimum, position, hand)
        for fill in found:
            after, points = position.fill(hand, fill.box)
            rest = value(frozenset(after.open), after.upper, after.yahtzee)
            assert fill.expectation == pytest.approx(points + rest, abs=1e-9)
        assert {fill.box: fill.points for fill in found} == oracle.moves(RULES, hand, left, scored)
        fills[hand] = found[0].expectation
    once = {}
    for hand in fills:
        for keep in best_keeps(optimum, position, hand, 1):
            mean = sum(float(p) * fills[new] for new, p in outcomes(keep.dice, RULES.dice, RULES.faces))
            assert keep.expectation == pytest.approx(mean, abs=1e-9)
        once[hand] = best_keeps(optimum, position, hand, 1)[0].expectation
    for hand in fills:
        for keep in best_keeps(optimum, position, hand, 2):
            mean = sum(float(p) * once[new] for new, p in outcomes(keep.dice, RULES.dice, RULES.faces))
            assert keep.expectation == pytest.approx(mean, abs=1e-9)


def test_equal_keeps_come_with_the_most_dice_first():
    rules = SMALL[2]
    keeps = best_keeps(optimal(rules), Position.start(rules), (1, 1), 1)
    assert [keep.dice for keep in keeps] == [(1, 1), (1,), ()]
