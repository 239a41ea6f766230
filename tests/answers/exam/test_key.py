"""Keys with and without mistakes and overridden answers."""

from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part, Solution, SolveContext
from answers.exam.scenario import Scenario
from answers.flags import DEGENERATE_SEED
from tests.answers.exam.rich import RICH, Drawn, Why
from tests.answers.tiny import TINY
from tests.problems import problems_of

POINT, DOUBLE = RICH.questions


def refused(exam: Exam, scenario: Scenario | int, **others: Any) -> Problem:
    """Return the only problem of a key that does not exist."""
    (problem,) = problems_of(make_key, exam, scenario, **others)
    return problem


@pytest.mark.parametrize(
    ("mistakes", "answers"),
    [
        (("half",), {"1a": (10, 20), "1b": (11, 21), "2": (Fraction(5),)}),  # of a question: changes no other
        (("next-number",), {"1a": (11, 22), "1b": (12, 23), "2": (Fraction(11, 4),)}),  # a misreading
        (("half", "next-number"), {"1a": (11, 22), "1b": (12, 23), "2": (Fraction(11, 2),)}),
    ],
)
def test_known_mistakes_change_a_question_or_the_whole_exam(mistakes: tuple[str, ...], answers: object) -> None:
    assert make_key(TINY, Scenario(10, mistakes)).answers == answers


def test_a_solution_may_ask_only_for_what_its_part_uses() -> None:
    parts = tuple(replace(part, depends_on=(), depends_on_labels=()) for part in DOUBLE.parts)
    with pytest.raises(LookupError, match=r"part 2b uses the answers to 'double\.a'"):
        make_key(replace(RICH, questions=(POINT, replace(DOUBLE, parts=parts))), 10)


def test_a_mistake_and_a_replaced_part_must_exist() -> None:
    for scenario, parts in ((Scenario(10, answer_overrides=(("1", (1,)), ("7", (1,)))), ["1"]), (10, ["7"])):
        assert refused(RICH, scenario, parts=parts).remedy == "possible choices: 1, 2a, 2b"
    assert refused(TINY, Scenario(10, ("next-number", "halv"))).remedy == "did you mean half?"


def test_a_whole_key() -> None:
    assert make_key(RICH, 10, fingerprint="abc") == Key(
        exam="rich",
        scenario=Scenario(10),
        params=Drawn(10, (3, 5)),
        answers={"1": ((Fraction(3, 2), (5, 1)), 1.25), "2a": (20,), "2b": (25,)},
        evidence={"1": (Why((3, 5)), Why(()))},
        oral={"why": (None, 10, 25)},
        margins={"2a": 0.125},
        fingerprint="abc",
    )
    key = make_key(RICH, 10)
    assert (key.fingerprint, key.u0, key.flags) == ("", 10, ())
    assert make_key(RICH, 0).flags == (DEGENERATE_SEED,)


def test_some_parts_of_a_key_in_the_order_of_the_sheet() -> None:
    """Oral answers, which may need all parts, and evidence of other parts are left out."""
    key = make_key(RICH, 10, parts={"2b", "2a"})
    assert list(key.answers.items()) == [("2a", (20,)), ("2b", (25,))]
    assert (key.evidence, key.oral) == ({}, {})
    assert list(make_key(RICH, 10, parts=["2b", "1"]).answers) == ["1", "2b"]
    assert make_key(RICH, 10, parts=()).answers == {}


WHY = Why(())


@pytest.mark.parametrize(
    ("result", "cause"),
    [
        (7, "returned 7, which is not a Solution"),
        (Solution([1]), "which is not a Solution with a tuple of values"),
        (Solution((1, 2)), "2 values for 1 item"),
        (Solution(()), "0 values for 1 item"),
        (Solution(("8",)), "the value '8'"),
        (Solution((True,)), "the value True"),
        (Solution((None,)), "the value None"),
        (Solution((1,), (WHY, WHY)), "at most one entry per item"),
        (Solution((1,), [WHY]), "at most one entry per item"),
        (Solution((1,), margin=-0.5), "is -0.5"),
        (Solution((1,), margin=inf), "is inf"),
    ],
)
def test_a_solution_that_is_none_is_refused_with_its_part(result: Any, cause: str) -> None:
    exam = replace(RICH, questions=(POINT, replace(DOUBLE, solve=lambda *_: result)))
    problem = refused(exam, 10)
    assert cause in problem.cause
    assert (problem.place, bool(problem.remedy)) == ("rich, question 2, part 2a", True)
    outside = replace(exam, location=replace(exam.location, place="/mine"))
    assert refused(outside, 10).place == "/mine, question 2, part 2a"


def test_misreadings_are_made_in_the_exams_order_and_draws_do_not_change() -> None:
    key = make_key(RICH, Scenario(10, ("shifted", "swapped")))
    assert key.params == Drawn(10, (3, 5))
    assert key.answers["1"][0] == (Fraction(6, 2), (3, 1))  # 5 and 3, then 6 and 3
    assert key.answers["2b"] == (23,)


def test_each_part_is_solved_once() -> None:
    solved: list[str] = []

    def counted(context: SolveContext[Any], part: Part) -> Solution:
        solved.append(part.id)
        return DOUBLE.solve(context, part)

    make_key(replace(RICH, questions=(POINT, replace(DOUBLE, solve=counted))), 10)
    assert solved == ["2a", "2b"]


def test_the_first_mistake_of_a_question_is_made() -> None:
    key = make_key(RICH, Scenario(10, ("quadruple", "treble")))
    assert key.answers == {**make_key(RICH, 10).answers, "2a": (30,), "2b": (30,)}
    assert make_key(RICH, Scenario(10, ("quadruple",))).answers["2a"] == (40,)


def test_an_exception_is_noted_with_the_part_that_failed_and_its_seed() -> None:
    def fails(*_: object) -> Solution:
        raise ZeroDivisionError

    exam = replace(RICH, questions=(replace(POINT, solve=fails), DOUBLE))
    with pytest.raises(ZeroDivisionError) as caught:
        make_key(exam, 10, parts=["2b"])
    assert caught.value.__notes__ == ["part 1, u0 = 10"]
