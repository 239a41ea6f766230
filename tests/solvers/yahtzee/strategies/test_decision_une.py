import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rules import OFFICIAL, REPORT, Rules
from solvers.yahtzee.strategies.decision_une import aims, bonus_in_reach, decision_une
from solvers.yahtzee.strategies.poids import poids1, poids2
from solvers.yahtzee.strategies.possib import possib
from solvers.yahtzee.strategies.strategy import box, keep
from tests.oracles import yahtzee_recursion
from tests.solvers.yahtzee.zoo import SMALL


@pytest.fixture(scope="module")
def policy():
    return decision_une(REPORT)


@pytest.mark.parametrize(
    ("left", "hand", "rerolls", "kept"),
    [
        (REPORT.boxes, [2, 2, 3, 3, 3], 2, (3, 3, 3)),  # Yahtzee 50 · 44.4 outweighs the attained full house 25 · 50
        (REPORT.boxes, [2, 3, 4, 5, 5], 1, (2, 3, 4, 5)),
        (("full_house",), [2, 2, 3, 3, 6], 1, (2, 2, 3, 3)),
        (("chance",), [1, 3, 4, 5, 6], 2, (4, 5, 6)),
        (("ones",), [2, 3, 4, 5, 6], 2, ()),
        (("ones",), [1, 1, 4, 5, 6], 2, (1, 1)),
    ],
)
def test_keeps(policy, left, hand, rerolls, kept):
    assert keep(policy, Position(REPORT, left), hand, rerolls) == kept


def test_a_further_yahtzee_is_not_broken_up(policy):
    position = Position(REPORT, ("large_straight", "small_straight"), 0, True)
    assert keep(policy, position, [4] * 5, 2) == (4,) * 5
    assert keep(policy, Position(REPORT, ("large_straight",), 0, False), [4] * 5, 2) == ()


@pytest.mark.parametrize("combine", ["product", "sum"])
def test_the_heaviest_open_aim_is_followed(combine):
    rules = SMALL[7]
    policy = decision_une(rules, combine)
    reach = bonus_in_reach(rules)
    for left, upper, scored in yahtzee_recursion.sheets(rules):
        if not left:
            continue
        position = Position(rules, tuple(left), upper, scored)
        bonus = bool(reach[position.boxes, position.capped])
        for hand in lattice(rules.dice, rules.faces).rolls:
            assert box(policy, position, hand) in options(position, hand)
            for rerolls in (1, 2):
                weights = {}
                for aim in possib(rules, hand):
                    if aim.box in left:
                        points, safety = poids1(rules, aim, bonus=bonus), poids2(rules, aim, rerolls)
                        weights.setdefault(points * safety if combine == "product" else points + safety, aim.kept)
                expected = weights[max(weights)] if weights else ()
                if scored and len(set(hand)) == 1:
                    expected = hand
                assert keep(policy, position, hand, rerolls) == expected


def test_bonus_in_reach_with_all_dice_but_one():
    reach = bonus_in_reach(REPORT)
    assert reach[Position.start(REPORT).boxes, 0]
    sixes = Position(REPORT, ("sixes", "chance"), 41).boxes
    assert reach[sixes, 41:65].all()
    assert not reach[sixes, 40]
    assert not reach[sixes, 65]


def test_aims_end_with_what_is_always_possible():
    assert [aim.box for aim in aims(OFFICIAL, (1, 2, 4, 5, 6), 1, bonus=True)][-2:] == ["chance", ""]
    assert [aim.box for aim in aims(Rules(boxes=("ones",)), (2, 2, 2, 2, 2), 1, bonus=True)] == [""]


def test_unknown_combinations_are_refused():
    with pytest.raises(ValueError, match="product, sum, got 'maximum'"):
        decision_une(SMALL[2], "maximum")
