import json
from dataclasses import replace
from fractions import Fraction

import pytest

from answers.errors import Problem
from answers.exports.gradebook import Gradebook, GradebookRow, anonymous_gradebook, marks_json
from answers.flags import (
    ANSWERS_OF_SEED,
    BLANK_PAPER,
    DAMAGED,
    NO_PAPER,
    NO_SEED,
    NOT_READABLE,
    SCAN_INCOMPLETE,
    U0_CHANGED,
    U0_MISCOPIED,
    Place,
)
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import Student
from tests.answers.tiny import TINY

RIGHT = PartMarks((Mark("1", Verdict.RIGHT, None, Fraction(1)),), Fraction(1))
BLANK = PartMarks((Mark("", Verdict.BLANK, None, Fraction(0)),), Fraction(1))
PAPER = Paper(Place("a.txt"), "s01", "tiny", 10, (), {"1a": RIGHT})
STRAY = replace(PAPER, place=Place("b.txt"), student="someone", u0=None)
PRESENT, ABSENT = GradebookRow(Student("s01", "A", "B"), 10, PAPER), GradebookRow(Student("s02"), 11, None)
DONE = Gradebook(TINY, (PRESENT,), (), ())


def test_all_papers_of_a_class_are_in_its_document() -> None:
    """Those of the students come before those that belong to nobody."""
    problem = Problem("the file is damaged", "submissions/é.pdf", "ask for the file again")
    marks = Gradebook(TINY, (ABSENT, PRESENT), (STRAY,), (problem,))
    assert marks.all_rows == (ABSENT, PRESENT, GradebookRow(Student("", "someone", ""), None, STRAY))
    assert json.loads(marks_json(marks)) == {
        "schema": "corrige/grade/1",
        "exam": "tiny",
        "papers": [PAPER.to_json(), STRAY.to_json()],
        "problems": [{"place": problem.place, "cause": problem.cause, "remedy": problem.remedy}],
    }


@pytest.mark.parametrize(
    "marks",
    [
        replace(DONE, rows=(PRESENT, ABSENT)),
        replace(DONE, unassigned=(STRAY,)),
        replace(DONE, problems=(Problem("damaged", "s02.pdf"),)),
        replace(DONE, rows=(replace(PRESENT, paper=replace(PAPER, flags=(DAMAGED,))),)),
    ],
)
def test_an_absence_a_stray_a_file_or_a_paper_needs_the_teacher(marks: Gradebook) -> None:
    assert not DONE.needs_teacher
    assert marks.needs_teacher


def test_why_a_flag_was_settled_is_in_no_anonymous_gradebook() -> None:
    damaged = replace(PAPER, flags=(DAMAGED.acknowledged(is_shown=False, reason="Aa sent another"),))
    excused = replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False, reason="Bb was ill"),))
    marks = anonymous_gradebook(replace(DONE, rows=(replace(PRESENT, paper=damaged), excused)))
    assert [(str(flag), flag.is_acknowledged, flag.reason) for row in marks.rows for flag in row.flags] == [
        ("damaged", True, ""), ("no-paper", True, ""),
    ]  # fmt: skip


@pytest.mark.parametrize("telling", ["1234567890A", "123456789AB", "a.b@x.fr", "Aa Bb", "BB"])
def test_where_identifiers_say_who_somebody_is_an_anonymous_gradebook_has_seeds(telling: str) -> None:
    row = GradebookRow(Student(telling, "Aa", "Bb", "a-b"), 4242, replace(PAPER, student=telling))
    marks = anonymous_gradebook(replace(DONE, rows=(row, ABSENT)))
    assert [row.student for row in marks.rows] == [Student("4242"), Student("11")]
    assert [paper.student for paper in marks.papers] == ["4242"]
    assert anonymous_gradebook(replace(DONE, rows=(ABSENT,))).rows[0].student.id == "s02"


UNREAD = PartMarks((Mark("1 000", Verdict.UNREADABLE, None, Fraction(0)),), Fraction(1))
SEEN_BLANK = BLANK_PAPER.acknowledged(is_shown=False)
ZERO = NO_PAPER.acknowledged(is_shown=False, is_zero=True)


@pytest.mark.parametrize(
    ("row", "mark", "is_open"),
    [
        (PRESENT, Fraction(1), False),
        (replace(PRESENT, paper=replace(PAPER, flags=(DAMAGED,))), Fraction(1), False),
        (replace(PRESENT, paper=replace(PAPER, parts={"1a": RIGHT, "1b": UNREAD})), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(BLANK_PAPER,), parts={"1a": BLANK})), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(SEEN_BLANK,), parts={"1a": BLANK})), 0, False),
        (replace(PRESENT, paper=replace(PAPER, flags=(SCAN_INCOMPLETE("2"),))), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(ANSWERS_OF_SEED(13),))), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(U0_MISCOPIED("13=18"),))), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(U0_CHANGED,))), None, True),
        (replace(PRESENT, paper=replace(PAPER, flags=(U0_CHANGED.acknowledged(is_shown=False),))), Fraction(1), False),
        (replace(PRESENT, paper=replace(PAPER, u0=None, flags=(NO_SEED,))), None, True),
        (ABSENT, None, True),
        (replace(ABSENT, missing=(NOT_READABLE("a.zip"),)), None, True),
        (replace(ABSENT, missing=(NOT_READABLE("a.zip").acknowledged(is_shown=False),)), None, False),
        (replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False),)), None, False),
        (replace(ABSENT, missing=(ZERO,)), 0, False),
    ],
)
def test_what_has_a_mark_that_may_be_published(row: GradebookRow, mark: Fraction | None, is_open: bool) -> None:
    assert (row.final_mark, row.undecided is not None) == (mark, is_open)
