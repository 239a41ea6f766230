"""The exam `domino`: what it draws, questions 1 and 2 by a plain program, and shortcuts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.exam.key import make_key
from answers.exam.question import SolveContext
from answers.exam.scenario import Scenario
from answers.exams.phantom_domineering.domino.draws import LIMITS, draw
from answers.exams.phantom_domineering.domino.subject import SUBJECT
from answers.exams.phantom_domineering.rules import RULES
from solvers.compiled.arrays import Integers
from solvers.domineering.board import Board
from solvers.domineering.phantom import all_plans
from solvers.domineering.phantom_game import PhantomGame
from tests.oracles.nash_exam import plan, terms
from tests.oracles.phantom_exam import domino_sums, draws_until_all

EXAM = load_exam("domino")
PARTS = [f"{question}{letter}" for question in (1, 2) for letter in "abc"]
MANY = range(1, 64006, 985)


@pytest.mark.parametrize("u0", [17, 4312, 64006])
def test_answers_are_those_of_the_oracle(u0: int) -> None:
    drawn: Any = EXAM.drawn(u0)
    assert make_key(EXAM, u0, parts=PARTS).answers == domino_sums(drawn, terms(u0, 64_001))


def test_what_is_drawn_can_be_asked() -> None:
    """No answer of question 1 is near the half period rule N · 64007 / 2, and no answer occurs for two seeds."""
    seen = set[object]()
    for u0 in MANY:
        drawn = draw(Draw(u0))
        assert all(game.modulus % 7 for game in drawn.remainders)
        assert all(low <= n <= high for (low, high), some in zip(LIMITS, drawn.sums, strict=True) for n in some)
        key = make_key(EXAM, u0, parts=PARTS[:3])
        totals = [number for part in PARTS[:3] for number in key.answers[part]]
        counts = [count for some in drawn.sums for count in some]
        assert not any(
            abs(2 * int(str(total)) - count * 64_007) <= 2 for total, count in zip(totals, counts, strict=True)
        )
        assert seen.isdisjoint(totals)
        seen.update(totals)


@pytest.mark.parametrize("u0", [17, 3, 50])
def test_question_4_is_not_answered_by_the_rarest_numbers(u0: int) -> None:
    """Also for seeds that are small: the sum over all subsets, and over those of the rarest numbers alone."""
    count = min(EXAM.drawn(u0).sequence_questions.counts)
    weights = sorted(u + 5000 for u in terms(u0, count))
    rarest = [sum(weights) / sum(weights[:few]) * float(draws_until_all(weights[:few])) for few in (1, 2, 3)]
    (mean,) = make_key(EXAM, u0, parts=["4a"]).answers["4a"]
    assert all(value < 0.9975 * float(mean) for value in rarest)
    if count <= 12:
        assert float(mean) == pytest.approx(float(draws_until_all(weights)))


@pytest.mark.slow
def test_games_of_question_6_do_not_reduce_to_two_lists_against_two() -> None:
    """A game of two lists against two has a value that is read off four sums of chances."""
    for u0 in MANY[:10]:
        for game in draw(Draw(u0)).hidden:
            plans = [all_plans(game.opened, player) for player in (1, 2)]
            won = np.zeros(tuple(map(len, plans)), dtype=np.int64)
            for cell, percent in zip(game.cells, game.percents, strict=True):
                board = Board(*game.size, frozenset({*game.forbidden, cell}))
                won += percent * PhantomGame(board, *plans).outcomes(*map(np.arange, won.shape)).astype(np.int64)
            assert min(undominated(won).shape) > 2


def undominated(won: Integers) -> Integers:
    """The matrix without rows and columns that others dominate, weakly, taken away until none is left."""
    while True:
        size = won.shape
        for _ in range(2):  # the rows of player 1, then those of player 2, who wins what player 1 does not
            won = np.unique(won, axis=0)
            beaten = [any((won[k] >= row).all() for k in range(len(won)) if k != n) for n, row in enumerate(won)]
            won = -won[~np.array(beaten)].T
        if won.shape == size:
            return won


def test_the_subject_has_sums_to_check_programs_by() -> None:
    shown: Any = SUBJECT.examples()["sums"]
    u = terms(17, 1000)
    assert shown["sum"] == sum(u)
    assert shown["elements"] == [sum(element) for element in zip(*(plan(n, 8) for n in u[:20]), strict=True)]


@pytest.mark.parametrize(("multiplier", "is_slip"), [(15901, True), (12345, False)])
def test_what_a_mistyped_constant_spoils_follows_from_sums(multiplier: int, is_slip: bool) -> None:
    drawn = draw(Draw(4312))
    context = SolveContext(drawn.with_rules(replace(RULES, multiplier=multiplier)), Scenario(4312), lambda _: ())
    own = {
        part.id: EXAM.question_and_part(part.id)[0].solve(context, part).values
        for part in EXAM.parts
        if part.question in (1, 2, 4)
    }
    replaced = tuple((part, own[part]) for part in PARTS[:3])
    after = make_key(EXAM, Scenario(4312, answer_overrides=replaced), parts=["2a", "4a"]).answers
    right = make_key(EXAM, 4312, parts=["2a", "4a"]).answers
    assert after == {part: own[part] for part in after} if is_slip else after == right
