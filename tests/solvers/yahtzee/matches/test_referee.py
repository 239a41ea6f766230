"""Refereed games against the compiled ones, and wrong decisions by hand."""

from collections.abc import Sequence
from itertools import product
from typing import get_args

import numpy as np
import pytest

from solvers.yahtzee.matches.matches import Method, match
from solvers.yahtzee.matches.play import Lists
from solvers.yahtzee.matches.referee import Decider, Deciding, RefereeQuestion, refereed_match
from solvers.yahtzee.rules.rules import OFFICIAL, REPORT, YahtzeeRules
from solvers.yahtzee.strategies.strategies import strategy
from tests.solvers.yahtzee import zoo

SMALL = YahtzeeRules(dice=2, faces=3, threshold=3, bonus=10, joker="none")


class First:
    """Keeps nothing and fills the first open box, but once decides something else."""

    def __init__(self, instead: object, rerolls: int, asked: int = 0) -> None:
        self.instead, self.rerolls, self.asked = instead, rerolls, asked

    def decide(self, questions: Sequence[RefereeQuestion]) -> Sequence[object]:
        answers: list[object] = []
        for question in questions:
            usual: object = [] if question.rerolls else question.position.open[0]
            if question.rerolls == self.rerolls:
                self.asked -= 1
            answers.append(self.instead if question.rerolls == self.rerolls and self.asked == -1 else usual)
        return answers


def test_strategies_score_as_in_the_compiled_match() -> None:
    rules = zoo.SMALL[14]
    first, second = (strategy(name, rules) for name in ("toutes_les_esperances", "decision_une"))
    for method, lists in product(get_args(Method), get_args(Lists)):
        fast = match(first, second, method, 8, 5, lists)
        played, faults = refereed_match(rules, (Deciding(first), Deciding(second)), method, 8, 5, lists=lists)
        assert np.array_equal(fast.scores, played.scores)
        assert faults == ()


@pytest.mark.slow
def test_a_strategy_that_looks_at_the_lead_is_told_it() -> None:
    first, second = (strategy(name, REPORT) for name in ("perturbation", "toutes_les_esperances"))
    fast = match(first, second, "antithetic", 40, 6)
    played, _ = refereed_match(REPORT, (Deciding(first), Deciding(second)), "antithetic", 40, 6)
    assert np.array_equal(fast.scores, played.scores)


@pytest.mark.parametrize(
    ("instead", "rerolls", "text"),
    [
        ([9], 2, "does not hold"),
        ("ones", 1, "a list of numbers"),
        ([True], 1, "a list of numbers"),
        (None, 2, "a list of numbers"),
        ("nowhere", 0, "may fill"),
        (["ones"], 0, "may fill"),
    ],
)
def test_a_wrong_decision_is_named_and_costs_the_game(instead: object, rerolls: int, text: str) -> None:
    deciders: tuple[Decider, Decider] = (First(instead, rerolls, asked=3), First(None, 9))
    lost, (fault,) = refereed_match(SMALL, deciders, "independent", 5, 1)
    assert (fault.player, fault.game, fault.rerolls, fault.decided) == (0, 3, rerolls, repr(instead))
    assert text in fault.why
    assert lost.scores[0, 3, 0] == 0
    assert lost.scores[1, 3, 0] > 0


def test_a_mended_game_goes_on() -> None:
    deciders: tuple[Decider, Decider] = (First("nowhere", 0), First(None, 9))
    mended, faults = refereed_match(OFFICIAL, deciders, "coupled", 3, 1, wrong="mended")
    assert len(faults) == 1
    assert mended.scores[0, 0, 0] > 0
    # Both take every die of the same lists; in the other games they fill the same boxes.
    assert np.array_equal(mended.scores[0, 1:], mended.scores[1, 1:])
