from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.exam import Exam
from answers.flags import Place
from answers.submissions.raw.asked import asked
from answers.submissions.raw.problems import (
    another_exam,
    doubled_students,
    refuse_any,
    shown,
    unknown_part,
    unknown_word,
)
from answers.submissions.raw.submission import Submission
from tests.answers.submissions.exams import SMALL
from tests.answers.tiny import TINY


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("1a", "'1a'"),
        ("a\x1b[2J\n", r"'a\x1b[2J\n'"),
        ("x" * 60, f"'{'x' * 60}'"),
        ("x" * 61, f"'{'x' * 59}…'"),
    ],
)
def test_at_most_sixty_characters_are_shown(text: str, quoted: str) -> None:
    assert shown(text) == quoted


def test_no_problem_is_no_error() -> None:
    refuse_any([])


@pytest.mark.parametrize("number", [1, 2, 50])
def test_up_to_fifty_problems_are_all_listed(number: int) -> None:
    problems = [Problem(f"problem {k}") for k in range(number)]
    with pytest.raises(CorrigeError) as caught:
        refuse_any(problems)
    assert caught.value.problems == tuple(problems)


def test_what_follows_the_fiftieth_problem_is_announced_and_not_looked_for() -> None:
    numbers = count()
    with pytest.raises(CorrigeError) as caught:
        refuse_any(Problem(f"problem {k}") for k in numbers)
    assert caught.value.problems == (
        *(Problem(f"problem {k}") for k in range(50)),
        Problem("and more: only the first problems are listed", "", "mend these first"),
    )
    assert next(numbers) == 51


@pytest.mark.parametrize(
    ("part", "exam", "expected"),
    [
        ("1a", SMALL, []),
        ("9z", None, []),
        ("1c", SMALL, [Problem("small has no part '1c'", "here", "did you mean 1b or 1a?")]),
        ("hello", SMALL, [Problem("small has no part 'hello'", "here", "known: 1a, 1b, 2")]),
    ],
)
def test_unknown_part(part: str, exam: Exam | None, expected: list[Problem]) -> None:
    assert list(unknown_part(part, "here", exam)) == expected


@pytest.mark.parametrize(
    ("word", "exam", "expected"),
    [
        ("Studnt", SMALL, Problem("'Studnt' is not known here", "here", "did you mean student?")),
        ("EXAMS", None, Problem("'EXAMS' is not known here", "here", "did you mean exam?")),
        ("firstname", None, Problem("'firstname' is not known here", "here", "did you mean first_name?")),
        ("u1", None, Problem("'u1' is not known here", "here", "did you mean u0?")),
        ("q1b", SMALL, Problem("'q1b' is not known here", "here", "did you mean 1b?")),
        ("%", SMALL, Problem("'%' is not known here", "here", "known: student, first_name, u0, exam, 1a, 1b, 2")),
        (
            "2.1",
            SMALL,
            Problem("'2.1' is not known here", "here", 'write the 3 values together in 2, separated by ";"'),
        ),
        (
            "1B.2",
            SMALL,
            Problem("'1B.2' is not known here", "here", 'write the 2 values together in 1b, separated by ";"'),
        ),
        ("2.1", asked(TINY), Problem("'2.1' is not known here", "here", "write 2 alone")),
        ("2.", SMALL, Problem("'2.' is not known here", "here", "did you mean 2?")),
        ("3.1", None, Problem("'3.1' is not known here", "here", "known: student, first_name, u0, exam")),
        ("%", None, Problem("'%' is not known here", "here", "known: student, first_name, u0, exam")),
    ],
)
def test_unknown_word(word: str, exam: Exam | None, expected: Problem) -> None:
    assert unknown_word(word, "here", exam) == expected


CAPITAL = replace(SMALL, name="Small")


@pytest.mark.parametrize(
    ("declared", "exam", "expected"),
    [
        (None, SMALL, []),
        ("", SMALL, []),
        ("dice", None, []),
        ("small", SMALL, []),
        (" SMALL ", SMALL, []),
        ("small", CAPITAL, []),
        ("dice", SMALL, [Problem("these are answers to 'dice', not to small", "here", "mark it with --exam dice")]),
        ("; rm", SMALL, [Problem("these are answers to '; rm', not to small", "here", "ask for the right file")]),
    ],
)
def test_another_exam(declared: str | None, exam: Exam | None, expected: list[Problem]) -> None:
    assert list(another_exam(declared, "here", exam)) == expected


def submissions(*names: str) -> Iterator[Submission]:
    return (Submission(Place("f", f"line {n}"), name, None, None, {}) for n, name in enumerate(names, start=1))


def test_doubled_students_are_told_where_they_came_first() -> None:
    assert list(doubled_students(submissions("Zoé", "s02", "ZOÉ", "s03", "zoé"))) == [
        Problem("student 'ZOÉ' appears again, after f, line 1", "f, line 3", "keep one of the two"),
        Problem("student 'zoé' appears again, after f, line 1", "f, line 5", "keep one of the two"),
    ]


def test_students_without_a_name_are_not_compared() -> None:
    assert list(doubled_students(submissions("", "", "s01", ""))) == []
