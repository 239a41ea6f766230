"""Papers of `phantom` that are nearly all wrong after a right start.

Question 1 asks for terms of a sequence, 2 for permutations, 4 for means of the terms, 5 for games of two integers.
Questions 3, 6, 7 and 8 are on boards, of which 3, 7 and 8 also use permutations, by the definitions of its subject.
"""

from dataclasses import replace
from functools import partial

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import PROBABLY_ONE_ERROR, Place
from answers.grading.grade import grade
from answers.grading.mark import mark, parse_responses
from answers.grading.one_error import first_departure
from answers.grading.scenario_keys import ScenarioKeys
from answers.submissions.raw.submission import Submission


def written(key: Key, wrong: str) -> dict[str, tuple[str, ...]]:
    """The texts of a paper that is right but for some questions and items: "3 7 1c.2"."""
    exam = load_exam(key.exam)
    return {
        part.id: tuple(
            "987"
            if {str(part.question), f"{part.id}.{at}"}.intersection(wrong.split())
            else part.kind.format(value, "en")
            for at, value in enumerate(key.answers[part.id], start=1)
        )
        for part in exam.parts
    }


@pytest.mark.parametrize(
    ("wrong", "departure"),
    [
        ("3 6 7 8", "3a"),  # all that plays games
        ("3 7 8", "3a"),  # the plays of given lists
        ("2 3 7 8", "2a"),  # permutations
        ("5 6 7 8", "5a"),  # values
        ("2 3 4 5 6 7 8", "2a"),
        ("3 7 8 1c.2", "3a"),  # a slip before
        ("2 3 7 8 4b.1", "2a"),  # a slip after
        ("4 7 8", None),  # no definition is used in these questions alone
        ("2 5 7 8", None),
        ("4 6 7 8", None),  # boards, but question 3 is right
        ("1b.1 1b.2 1b.3 1c.1 1c.2 1c.3 2 3 4 5 6 7 8", "1b"),  # the start is one part
        ("3 6 7", None),  # question 8 does not fit either
        ("2a.1 2b.2 2c.3 3a.1 3b.5 3c.6 6a.1 6b.2 7a.1 7b.2 8a.3 8b.1", None),  # a slip in each part
        ("1 2 3 4 5 6 7 8", None),  # no right start
        ("7 8", None),  # less than two fifths of the points
        ("", None),
    ],
)
def test_questions_that_an_error_in_a_definition_makes_wrong(wrong: str, departure: str | None) -> None:
    exam = load_exam("phantom")
    key = make_key(exam, 17)
    parts = mark(exam, key, parse_responses(exam, written(key, wrong)))
    assert first_departure(exam, parts) == departure


def test_a_paper_with_blank_questions_is_that_of_a_weak_student() -> None:
    exam = load_exam("phantom")
    key = make_key(exam, 17)
    texts = written(key, "3 6 7 8")
    texts |= {part.id: ("",) * part.count for part in exam.parts if part.question in (7, 8)}
    assert first_departure(exam, mark(exam, key, parse_responses(exam, texts))) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "departure"), [("lists-backwards", "2a"), ("lists-as-ranks", "3a"), ("player-1-vertical", "3a")]
)
def test_a_misconception_that_nobody_declared_is_flagged(slug: str, departure: str) -> None:
    exam = load_exam("phantom")
    answers = make_key(exam, Scenario(4242, (slug,))).answers
    texts = {part.id: tuple(part.kind.format(value, "en") for value in answers[part.id]) for part in exam.parts}
    others = replace(exam, misconceptions=tuple(one for one in exam.misconceptions if one.slug != slug))
    submission = Submission(Place("a"), "a", "4242", exam.name, texts)
    paper = grade(others, submission, partial(make_key, exam), scenario_key=ScenarioKeys(others))
    assert PROBABLY_ONE_ERROR(departure) in paper.flags
