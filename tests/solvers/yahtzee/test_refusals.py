"""What the solvers of Yahtzee refuse, and what they say of it."""

from functools import partial

import numpy as np
import pytest

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.matches.matches import YahtzeeMatch, destinies, match, match_statistics
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_distribution import ScoreDistribution, score_distribution
from solvers.yahtzee.matches.weight_search import WeightContest, coordinate_search, random_walk
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import kept_dice, possible_points, reroll_codes
from solvers.yahtzee.rules.rules import MEASURED, OFFICIAL, REPORT, YahtzeeRules, checked_box, scores
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.optimal import Optimum
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import check_memory
from tests.solvers.yahtzee.zoo import SMALL

ALL = MEASURED.boxes
TWO, THREE = SMALL[2], SMALL[3]
"""Two coins with a Yahtzee alone; two dice of three faces, four boxes."""


RULES = [
    ({"dice": 0}, "dice must be between 1 and 8, got 0"),
    ({"faces": 9}, "faces must be between 2 and 8, got 9"),
    ({"threshold": 0}, "threshold must be between 1 and 10000, got 0"),
    ({"bonus": -1}, "bonus must be between 0 and 10000, got -1"),
    ({"extra": 10_001}, "extra must be between 0 and 10000, got 10001"),
    ({"full_house": -1}, "full_house must be between 0 and 10000, got -1"),
    ({"yahtzee": 0}, "yahtzee must be between 1 and 10000, got 0"),
    ({"joker": "wild"}, "'wild': the rules are forced, free, report, none"),
    ({"boxes": ("ones", "pair")}, "the box 'pair'|unknown box 'pair'"),
    ({"boxes": ("ones", "ones")}, "each box once"),
    ({"dice": 3, "boxes": ("full_house",)}, "cannot have the box 'full_house'"),
]
HANDS = [
    ([1, 2, 3, 4], "5 dice, got 4"),
    ([1] * 6, "at most 5 dice can be kept, got 6"),
    ([0, 1, 1, 1, 1], "shows 1 to 6, got 0"),
    ([1, 1, 1, 1, 7], "shows 1 to 6, got 7"),
]
POSITIONS = [
    ((("ones", "ones"),), "has a box twice"),
    ((ALL, 3), "can hold 0 points in all, got 3"),
    ((("sixes", "chance"), 76), "76 totals from 0 to 75 points in all, got 76"),
    ((("yahtzee",), 0, True), "is open or not on the sheet"),
    ((("nonsense",),), "unknown box 'nonsense'"),
]
REFUSED = [
    *((partial(YahtzeeRules, **fields), message) for fields, message in RULES),
    *((partial(scores, OFFICIAL, hand), message) for hand, message in HANDS),
    *((partial(Position, OFFICIAL, *position), message) for position, message in POSITIONS),
    (lambda: checked_box(OFFICIAL, "brelan"), "unknown box 'brelan': the boxes are ones, .*chance"),
    (lambda: possible_points(OFFICIAL, "pair"), "the box 'pair'|unknown box 'pair'"),
    (lambda: kept_dice(OFFICIAL, [1] * 5, 32), "between 0 and 31, got 32"),
    (lambda: reroll_codes(OFFICIAL, [1] * 5, [2]), r"does not hold the dice \[2\]"),
    (lambda: Optimum(OFFICIAL, np.zeros((2, 8192, 64))).value(Position.start(REPORT)), "different games"),
    (lambda: perturbation(THREE, [0] * 11), "12 weights, all finite"),
    (lambda: perturbation(THREE, [float("nan")] * 12), "12 weights, all finite"),
    (lambda: strategy("greedy", THREE), "unknown strategy 'greedy': the strategies are decision_une, .*optimal"),
    (lambda: check_memory(3 * 2**20 * 400), r"take 1\.17 GiB, the limit is 1 GiB"),
    (lambda: match_statistics(YahtzeeMatch("coupled", np.ones((2, 1, 1), dtype=np.int64))), "at least 2 samples"),
    (lambda: destinies(THREE, 0, 1), "at least 1 game"),
    (lambda: match(decision_une(TWO), decision_une(TWO), "coupled", 1, -1), "seed ≥ 0"),
    (
        lambda: play([decision_une(THREE)], [np.ones((2, 3))]),
        "game 0 is too short: it has 3 numbers, 24 always suffice",
    ),
    (lambda: score_distribution(decision_une(YahtzeeRules(extra=10_000))), "the limit is 1 GiB"),
    (lambda: ScoreDistribution(np.ones(1), 0, 0).margin(ScoreDistribution(np.ones(1), 0, 0)), "never wins"),
]
SEARCHES = [(-1, 1.0), (1, -1.0), (1, float("nan"))]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_what_is_accepted(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()


@pytest.mark.parametrize(("count", "width"), SEARCHES)
def test_searches_of_no_step(count, width):
    start, contest = perturbation(TWO), WeightContest(decision_une(TWO), 10, 1)
    with pytest.raises(InvalidInput, match="the number of steps of the random walk and their width must be at least 0"):
        random_walk(start, contest, steps=count, width=width)
    with pytest.raises(InvalidInput, match="the number of rounds of the search and the step"):
        coordinate_search(start, contest, rounds=count, step=width)
