import csv
import io
from dataclasses import replace

import pytest

from answers.exports.canvas import canvas_marks
from answers.exports.gradebook import Gradebook
from answers.exports.platform_list import read_platform_list
from answers.exports.request import ExportRequest, ExportResult
from answers.flags import NO_PAPER
from tests.answers.exports.classes import ABSENT, CLASS, GOOD, SETTLED, no_key
from tests.problems import problems_of

# The header of the fixture of Canvas's own importer, with students of ours.
LIST = """Student,ID,SIS User ID,SIS Login ID,Section,Quiz 1 (23),Other (24)
    Points Possible,,,,,5.00,5
"Éluard, Zoé",11,,s01,XC 101,8.00,1
"Nobody, Here",12,,zz,XC 101,,
"Bb, Cc",13,cc.bb@x.fr,,XC 101,,
"Student, Test",14,,f00,XC 101,,
"""


def canvas_export(column: str, content: str = LIST, gradebook: Gradebook = SETTLED) -> ExportResult:
    listed = read_platform_list(content.encode(), "c.csv")
    return canvas_marks(ExportRequest(gradebook, no_key, listed=listed, column=column))


def rows(exported: ExportResult) -> list[list[str]]:
    return list(csv.reader(io.StringIO(exported.content.decode())))


def test_the_column_of_an_assignment_that_canvas_has_is_filled() -> None:
    assert rows(canvas_export("quiz 1")) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz 1 (23)"],
        ["    Points Possible", "", "", "", "", "5"],
        ["Éluard, Zoé", "11", "", "s01", "XC 101", "4.5"],
        ["Bb, Cc", "13", "cc.bb@x.fr", "", "XC 101", "0.5"],
    ]
    unread = rows(canvas_export("quiz 1", gradebook=CLASS))  # the paper of Bb is not read to the end
    assert [row[0] for row in unread] == ["Student", "    Points Possible", "Éluard, Zoé"]


def test_a_person_in_two_sections_has_the_mark_in_both_rows_and_the_row_on_posting_is_left() -> None:
    content = LIST.replace("    Points", ",,,,,Manual Posting,\n    Points")
    content = content.replace("XC 101,8.00,1\n", 'XC 101,8.00,1\n"Éluard, Zoé",11,,s01,XC 102,,\n')
    exported = canvas_export("quiz 1", content)
    assert [row[4:] for row in rows(exported)[1:5]] == [
        ["", "Manual Posting"], ["", "5"], ["XC 101", "4.5"], ["XC 102", "4.5"],
    ]  # fmt: skip
    assert [problem.cause for problem in exported.problems] == [
        problem.cause for problem in canvas_export("quiz 1").problems
    ]


@pytest.mark.parametrize("possible", ["10.00", "4,5"])
def test_another_maximum_in_canvas_is_a_problem(possible: str) -> None:
    exported = canvas_export("quiz 1", LIST.replace("5.00", f'"{possible}"'))
    first, *others = exported.problems
    assert "marked out of" in first.cause
    assert others == [*canvas_export("quiz 1").problems]
    assert canvas_export("quiz 1", LIST.replace("5.00", "(read only)")).problems == tuple(others)


@pytest.mark.parametrize(("is_zero", "cell"), [(False, "EX"), (True, "0")])
def test_an_absence_is_excused_or_zero_once_the_teacher_says_so(is_zero: bool, cell: str) -> None:
    away = replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False, is_zero=is_zero),))
    listed = read_platform_list(f'{LIST}"Dd, Ee",15,,s03,XC 101,,\n'.encode(), "c.csv")
    exported = canvas_marks(ExportRequest(replace(CLASS, rows=(GOOD, away)), no_key, listed=listed, column="Quiz 1"))
    assert exported.content.decode().splitlines()[-1].split(",")[-1] == f'"{cell}"'


TWO, BRACKETS = ("Quiz 1 (23)", "Quiz 1 (25)"), ("DM (23)", "DM (2) (24)")


@pytest.mark.parametrize(
    ("titles", "column", "filled", "is_new"),
    [
        (("Current Score", "Final Score"), "DS d’algo", "DS d’algo", False),  # the first assignment of the course
        (TWO, "DS d’algo", "DS d’algo", True), (TWO, "Quiz", "Quiz", True), (TWO, "Quiz 1 (24)", "Quiz 1 (24)", True),
        (TWO, "Quiz 1", "Quiz 1", True), (TWO, "Quiz 1 (25)", "Quiz 1 (25)", False),
        (BRACKETS, "dm", "DM (23)", False), (BRACKETS, "DM (2)", "DM (2) (24)", False),
        (BRACKETS, "DM (2) (24)", "DM (2) (24)", False), (BRACKETS, "DM (24)", "DM (24)", True),
        (BRACKETS, "DM (rattrapage)", "DM (rattrapage)", True), (BRACKETS, "DM2", "DM2", True),
        (BRACKETS, "DM +", "DM +", True),
    ],
)  # fmt: skip
def test_a_new_assignment_beside_those_of_the_list_is_a_problem(
    titles: tuple[str, str], column: str, filled: str, is_new: bool
) -> None:
    """The brackets of a title belong to it, those of Canvas do not."""
    exported = canvas_export(column, LIST.replace("Quiz 1 (23)", titles[0]).replace("Other (24)", titles[1]))
    assert rows(exported)[0][-1] == filled
    causes = [problem.cause for problem in exported.problems if "new column" in problem.cause]
    assert [(repr(column) in cause, repr(titles[0]) in cause) for cause in causes] == [(True, True)] * is_new


def test_a_list_that_is_none_of_canvas_is_refused() -> None:
    (problem,) = problems_of(canvas_export, "x", "Student,Mail\nA,b\n")
    assert (problem.cause, problem.place) == ("the list has no column 'ID', 'Section'", "c.csv")
    assert problem.remedy == "check that the list is really an export of canvas"
