import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import outcomes
from solvers.yahtzee.rules.rules import OFFICIAL
from solvers.yahtzee.strategies.advice import best_fills, best_keeps
from solvers.yahtzee.strategies.optimal import optimal
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


@pytest.mark.parametrize("rerolls", [0, 3])
def test_rerolls_outside_the_turn_are_refused(rerolls):
    rules = SMALL[2]
    with pytest.raises(ValueError, match=f"between 1 and 2, got {rerolls}"):
        best_keeps(optimal(rules), Position.start(rules), (1, 1), rerolls)


def test_a_game_that_is_over_has_no_keep():
    rules = SMALL[2]
    with pytest.raises(ValueError, match="the game is over"):
        best_keeps(optimal(rules), Position(rules, ()), (1, 1), 1)
    with pytest.raises(ValueError, match="two games"):
        best_keeps(optimal(rules), Position.start(OFFICIAL), (1, 1, 2, 3, 4), 1)
