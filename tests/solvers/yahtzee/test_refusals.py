"""What the solvers of Yahtzee refuse, and what they say of it."""

from functools import partial

import numpy as np
import pytest

from solvers.invalid_input import InvalidInput
from solvers.yahtzee.matches.game import record
from solvers.yahtzee.matches.matches import YahtzeeMatch, destinies, match, match_statistics
from solvers.yahtzee.matches.play import play
from solvers.yahtzee.matches.score_distribution import ScoreDistribution, score_distribution
from solvers.yahtzee.matches.weight_search import WeightContest, coordinate_search, random_walk
from solvers.yahtzee.rules.position import Position
from solvers.yahtzee.rules.rolls import groups, kept_dice, possible_points, reroll_codes
from solvers.yahtzee.rules.rules import MEASURED, OFFICIAL, REPORT, YahtzeeRules, checked_box, scores
from solvers.yahtzee.strategies.aims import Aim, poids2, weighed_aims, weighed_boxes
from solvers.yahtzee.strategies.decision_une import decision_une
from solvers.yahtzee.strategies.exact import exact_box, exact_group
from solvers.yahtzee.strategies.optimal import Optimum, best_keeps, optimal
from solvers.yahtzee.strategies.perturbation import best_reroll, perturbation
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.strategy import blank_decisions, box, keep
from solvers.yahtzee.strategies.toutes_les_esperances import toutes_les_esperances
from tests.solvers.yahtzee.zoo import SMALL

ALL = MEASURED.boxes
TWO, THREE = SMALL[2], SMALL[3]
"""Two coins with a Yahtzee alone; two dice of three faces, four boxes."""


class Stubborn:
    """Fills the same box every turn."""

    rules = THREE

    def keeps(self, states, rerolls):
        return np.zeros_like(states.roll)

    def fills(self, states):
        return np.zeros_like(states.roll)


RULES = [
    ({"dice": 0}, "dice must be between 1 and 8, got 0"),
    ({"faces": 9}, "faces must be between 2 and 8, got 9"),
    ({"threshold": 0}, "threshold must be between 1 and 10000, got 0"),
    ({"bonus": -1}, "bonus must be between 0 and 10000, got -1"),
    ({"extra": 10_001}, "extra must be between 0 and 10000, got 10001"),
    ({"full_house": -1}, "full_house must be between 0 and 10000, got -1"),
    ({"yahtzee": 0}, "yahtzee must be between 1 and 10000, got 0"),
    ({"joker": "wild"}, "forced, free, report, none, got 'wild'"),
    ({"boxes": ("ones", "pair")}, "got 'pair'"),
    ({"boxes": ("ones", "ones")}, "each box once"),
    ({"dice": 3, "boxes": ("full_house",)}, "got 'full_house'"),
]
HANDS = [
    ([1, 2, 3, 4], "5 dice, got 4"),
    ([1] * 6, "at most 5 dice, got 6"),
    ([0, 1, 1, 1, 1], "shows 1 to 6, got 0"),
    ([1, 1, 1, 1, 7], "shows 1 to 6, got 7"),
]
SHEETS = [
    ({"pair": 2}, "got 'pair'"),
    ({"ones": 6}, "ones may hold 0, 1, 2, 3, 4, 5 points, got 6"),
    ({"full_house": 24}, "may hold 0, 25 points, got 24"),
    ({"chance": 4}, "chance may hold 0, 5, 6, .* got 4"),
    ({"yahtzee": 100}, "may hold 0, 50 points"),
]
POSITIONS = [
    ((("ones", "ones"),), "listed twice"),
    ((ALL, 3), "may hold 0 points, got 3"),
    ((("sixes", "chance"), 76), "76 totals from 0 to 75 points, got 76"),
    ((("yahtzee",), 0, True), "while it is open"),
    ((("nonsense",),), "got 'nonsense'"),
]
REFUSED = [
    *((partial(YahtzeeRules, **fields), message) for fields, message in RULES),
    *((partial(scores, OFFICIAL, hand), message) for hand, message in HANDS),
    *((partial(Position.filled, OFFICIAL, sheet), message) for sheet, message in SHEETS),
    *((partial(Position, OFFICIAL, *position), message) for position, message in POSITIONS),
    (lambda: checked_box(OFFICIAL, "brelan"), r"the boxes are ones, .*chance; got 'brelan'"),
    (lambda: groups(OFFICIAL, -1), "0 to 13 boxes, got -1"),
    (lambda: groups(OFFICIAL, 14), "0 to 13 boxes, got 14"),
    (lambda: possible_points(OFFICIAL, "pair"), "got 'pair'"),
    (lambda: kept_dice(OFFICIAL, [1] * 5, 32), "between 0 and 31, got 32"),
    (lambda: reroll_codes(OFFICIAL, [1] * 5, [2]), r"does not hold the dice \[2\]"),
    (lambda: best_keeps(optimal(TWO), Position.start(TWO), (1, 1), 0), "between 1 and 2, got 0"),
    (lambda: best_keeps(optimal(TWO), Position.start(TWO), (1, 1), 3), "between 1 and 2, got 3"),
    (lambda: best_keeps(optimal(TWO), Position(TWO, ()), (1, 1), 1), "the game is over"),
    (lambda: best_keeps(optimal(TWO), Position.start(OFFICIAL), (1, 1, 2, 3, 4), 1), "different games"),
    (lambda: Optimum(OFFICIAL, np.zeros((2, 8192, 64))).value(Position.start(REPORT)), "different games"),
    (lambda: weighed_aims(MEASURED, [1, 2, 3, 4, 5], 1, ["pairs"], 0), "the boxes are"),
    (lambda: weighed_aims(MEASURED, [1, 2, 3, 4, 5], 0, ALL, 0), "between 1 and 2"),
    (lambda: weighed_boxes(MEASURED, [1, 2], ALL, 0), "a hand has 5 dice"),
    (lambda: poids2(OFFICIAL, Aim("yahtzee", (), 5), 0), "between 1 and 2, got 0"),
    (lambda: exact_box(OFFICIAL, "chance", [1] * 5, -1), "between 0 and 2, got -1"),
    (lambda: exact_box(OFFICIAL, "quinte", [1] * 5, 1), "got 'quinte'"),
    (lambda: exact_group(OFFICIAL, ["ones", "ones"]), "each once"),
    (lambda: exact_group(OFFICIAL, ["yahtzee", "ones"]), "must be alone"),
    (lambda: exact_group(OFFICIAL, ALL[:5]), "at most 4 boxes"),
    (lambda: box(decision_une(TWO), Position(TWO, ()), [1, 1]), "the game is over"),
    (lambda: box(decision_une(TWO), Position.start(OFFICIAL), [1] * 5), "different games"),
    (lambda: keep(decision_une(TWO), Position.start(TWO), [1, 1], 0), "between 1 and 2, got 0"),
    (lambda: perturbation(THREE, [0] * 11), "12 weights, finite"),
    (lambda: perturbation(THREE, [float("nan")] * 12), "12 weights, finite"),
    (lambda: best_reroll(perturbation(TWO), Position.start(TWO), (1, 1), 0), "between 1 and 2, got 0"),
    (lambda: best_reroll(perturbation(TWO), Position.start(REPORT), (1,) * 5, 1), "different games"),
    (lambda: best_reroll(perturbation(TWO), Position(TWO, ()), (1, 1), 1), "at least one box"),
    (lambda: toutes_les_esperances(THREE).box("chance", [1, 1], 3), "between 0 and 2, got 3"),
    (lambda: toutes_les_esperances(THREE).box("twos", [1, 1], 1), "got 'twos'"),
    (lambda: toutes_les_esperances(THREE).keeps(["chance"], [1], 1), "a hand has 2 dice, got 1"),
    (lambda: toutes_les_esperances(THREE).keeps([], [1, 2], 1), "at least one open box"),
    (lambda: toutes_les_esperances(THREE).keeps(["ones"], [1, 2], 0), "between 1 and 2"),
    (lambda: toutes_les_esperances(THREE).fills(["ones"], [1]), "a hand has 2 dice"),
    (lambda: toutes_les_esperances(THREE).group(["twos"]), "the boxes are .*; got 'twos'"),
    (lambda: strategy("greedy", THREE), r"the strategies are decision_une, .*optimal; got 'greedy'"),
    (lambda: blank_decisions(2**20, 400), r"take 1\.17 GiB, the limit is 1 GiB"),
    (lambda: match_statistics(YahtzeeMatch("coupled", np.ones((2, 1, 1), dtype=np.int64))), "at least 2 samples"),
    (lambda: destinies(THREE, 0, 1), "games ≥ 1"),
    (lambda: match(decision_une(TWO), decision_une(TWO), "coupled", 1, -1), "seed ≥ 0"),
    (
        lambda: play([decision_une(THREE)], [np.ones((2, 3))]),
        "game 0 is too short: it has 3 numbers, 24 always suffice",
    ),
    (lambda: play([decision_une(THREE), decision_une(TWO)], [np.ones((1, 24))] * 2), "different games"),
    (lambda: play([Stubborn()], [np.ones((1, 24))]), "fills a box that its hand may not fill"),
    (lambda: play([decision_une(THREE)], [np.ones((1, 7))], lists="turn"), "is too short"),
    (lambda: record(decision_une(THREE), [0, 1]), "shows 1 to 3, got 0"),
    (lambda: record(decision_une(THREE), [1, 2, 3]), "too short: it has 3 numbers, 24 always suffice"),
    (lambda: score_distribution(decision_une(YahtzeeRules(extra=10_000))), "the limit is 1 GiB"),
    (lambda: ScoreDistribution(np.ones(1), 0, 0).margin(ScoreDistribution(np.ones(1), 0, 0)), "never wins"),
    (lambda: WeightContest(decision_une(TWO), 1, 1), "needs sets ≥ 2 and seed ≥ 0"),
    (lambda: WeightContest(decision_une(TWO), 10, -1), "needs sets ≥ 2 and seed ≥ 0"),
]
SEARCHES = [(-1, 1.0), (1, -1.0), (1, float("nan"))]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_what_is_accepted(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()


@pytest.mark.parametrize(("count", "width"), SEARCHES)
def test_searches_of_no_step(count, width):
    start, contest = perturbation(TWO), WeightContest(decision_une(TWO), 10, 1)
    with pytest.raises(InvalidInput, match="needs steps, width ≥ 0"):
        random_walk(start, contest, steps=count, width=width)
    with pytest.raises(InvalidInput, match="needs rounds, step ≥ 0"):
        coordinate_search(start, contest, rounds=count, step=width)
