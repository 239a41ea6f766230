"""Decision_Une: its words, in either way to combine the weights; the reading of the figures by an oracle and 5.1."""

import random
from dataclasses import replace
from functools import partial

import pytest

from solvers.yahtzee.rules.lattice import lattice
from solvers.yahtzee.rules.position import Position, options
from solvers.yahtzee.rules.rolls import upper_totals
from solvers.yahtzee.rules.rules import MEASURED, OFFICIAL, REPORT, YahtzeeRules
from solvers.yahtzee.strategies.aims import poids1, poids2, possible_aims
from solvers.yahtzee.strategies.decision_une import bonus_in_reach, decision_une
from solvers.yahtzee.strategies.human_reading import AS_MEASURED, AS_PRINTED
from solvers.yahtzee.strategies.strategy import Automatic
from tests.oracles import measured_strategies, yahtzee_recursion
from tests.solvers.yahtzee.zoo import NAMES, SMALL

SEED = 20221
measured_decision_une = partial(decision_une, reading=AS_MEASURED)


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
    assert Automatic(policy).keep(Position(REPORT, left), hand, rerolls) == kept


def test_a_further_yahtzee_is_not_broken_up(policy):
    position = Position(REPORT, ("large_straight", "small_straight"), 0, True)
    assert Automatic(policy).keep(position, [4] * 5, 2) == (4,) * 5
    assert Automatic(policy).keep(Position(REPORT, ("large_straight",), 0, False), [4] * 5, 2) == ()


@pytest.mark.parametrize("combine", ["product", "sum"])
def test_the_heaviest_open_aim_is_followed(combine):
    rules = SMALL[7]
    reading = replace(AS_PRINTED, combine=combine)
    policy = decision_une(rules, reading)
    reach = bonus_in_reach(rules)
    for left, upper, scored in yahtzee_recursion.sheets(rules):
        if not left:
            continue
        position = Position(rules, tuple(left), upper, scored)
        bonus = bool(reach[position.boxes, position.capped])
        for hand in lattice(rules.dice, rules.faces).rolls:
            assert Automatic(policy).box(position, hand) in options(position, hand)
            for rerolls in (1, 2):
                weights = {}
                for aim in possible_aims(rules, hand, reading):
                    if aim.box in left:
                        points, safety = (
                            poids1(rules, hand, aim, reading, bonus=bonus),
                            poids2(rules, aim, rerolls, reading),
                        )
                        weights.setdefault(points * safety if combine == "product" else points + safety, aim.kept)
                expected = weights[max(weights)] if weights else ()
                if scored and len(set(hand)) == 1:
                    expected = hand
                assert Automatic(policy).keep(position, hand, rerolls) == expected


def test_bonus_in_reach_with_all_dice_but_one():
    reach = bonus_in_reach(REPORT)
    assert reach[Position.start(REPORT).boxes, 0]
    sixes = Position(REPORT, ("sixes", "chance"), 41).boxes
    assert reach[sixes, 41:65].all()
    assert not reach[sixes, 40]
    assert not reach[sixes, 65]


def check(policy, position, hand):
    rules, left = position.rules, position.open
    attained, near = measured_strategies.possib(rules, hand)
    ahead = measured_strategies.lead(rules, left, position.upper)
    aims = [choice for choice in attained + near if choice[0] in {*left, "yahtzee"}]
    for rerolls in (1, 2):
        weighed = [(sum(measured_strategies.weights(rules, hand, *aim, rerolls, ahead)), aim[1]) for aim in aims]
        _, kept = max(weighed, key=lambda choice: choice[0], default=(0, ()))
        assert Automatic(policy).keep(position, hand, rerolls) == kept
    chosen = measured_strategies.filled(rules, attained, ahead, hand, options(position, hand))
    assert Automatic(policy).box(position, hand) == chosen


@pytest.mark.parametrize("rules", SMALL, ids=NAMES)
def test_small_games_by_the_oracle(rules):
    policy = measured_decision_une(rules)
    sheets = [sheet for sheet in yahtzee_recursion.sheets(rules) if sheet[0]]
    for left, upper, scored in random.Random(SEED).sample(sheets, min(len(sheets), 25)):
        for hand in lattice(rules.dice, rules.faces).rolls:
            check(policy, Position(rules, tuple(left), upper, scored), hand)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(MEASURED, id="free"),
        pytest.param(OFFICIAL, id="forced", marks=pytest.mark.long),
        pytest.param(YahtzeeRules(joker="report"), id="report", marks=pytest.mark.long),
    ],
)
def test_the_game_by_the_oracle(rules):
    policy, draw = measured_decision_une(rules), random.Random(SEED)
    rolls = lattice(rules.dice, rules.faces).rolls
    for _ in range(400):
        left = [name for name in rules.boxes if draw.random() < 0.5] or ["chance"]
        upper = draw.choice(upper_totals(rules, left))
        scored = "yahtzee" not in left and draw.random() < 0.5
        for hand in [*draw.sample(rolls, 10), (draw.randint(1, 6),) * 5]:
            check(policy, Position(rules, tuple(left), upper, scored), hand)
