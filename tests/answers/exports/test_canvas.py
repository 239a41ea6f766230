import csv
import io
from dataclasses import replace
from fractions import Fraction

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


def test_the_column_of_an_assignment_that_canvas_has_is_filled() -> None:
    rows = list(csv.reader(io.StringIO(canvas_export("quiz 1").content.decode())))
    assert rows == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Quiz 1 (23)"],
        ["    Points Possible", "", "", "", "", "5"],
        ["Éluard, Zoé", "11", "", "s01", "XC 101", "4.5"],
        ["Bb, Cc", "13", "cc.bb@x.fr", "", "XC 101", "0.5"],
    ]


def test_a_mark_above_a_thousand_has_its_decimals() -> None:
    paper = GOOD.paper
    assert paper is not None
    (mark,) = paper.parts["2"].items
    score = Fraction(1234567, 1000)
    large = replace(paper.parts["2"], items=(replace(mark, score=score),), points=Fraction(2000))
    row = replace(GOOD, paper=replace(paper, parts={**paper.parts, "2": large}))
    rows = csv.reader(io.StringIO(canvas_export("quiz 1", gradebook=replace(SETTLED, rows=(row,))).content.decode()))
    assert [row[-1] for row in rows][2:] == ["1236.067"]  # 1.5 for the first question


@pytest.mark.parametrize("possible", ["10.00", "4,5"])
def test_another_maximum_in_canvas_is_a_problem(possible: str) -> None:
    exported = canvas_export("quiz 1", LIST.replace("5.00", f'"{possible}"'))
    first, *others = exported.problems
    assert "marked out of" in first.cause
    assert others == [*canvas_export("quiz 1").problems]
    assert canvas_export("quiz 1", LIST.replace("5.00", "(read only)")).problems == tuple(others)


def test_a_paper_that_is_not_read_to_the_end_has_no_row() -> None:
    rows = list(csv.reader(io.StringIO(canvas_export("quiz 1", gradebook=CLASS).content.decode())))
    assert [row[0] for row in rows] == ["Student", "    Points Possible", "Éluard, Zoé"]


def test_the_row_in_which_canvas_says_how_marks_are_posted_is_left() -> None:
    content = LIST.replace("    Points", ",,,,,Manual Posting,\n    Points")
    exported = canvas_export("quiz 1", content)
    assert exported.content.decode().splitlines()[1] == '"","","","","","Manual Posting"'
    assert [problem.cause for problem in exported.problems] == [
        problem.cause for problem in canvas_export("quiz 1").problems
    ]


def test_a_person_in_two_sections_has_the_mark_in_both_rows() -> None:
    content = LIST.replace("XC 101,8.00,1\n", 'XC 101,8.00,1\n"Éluard, Zoé",11,,s01,XC 102,,\n')
    rows = list(csv.reader(io.StringIO(canvas_export("quiz 1", content).content.decode())))
    assert [row[4:] for row in rows[2:4]] == [["XC 101", "4.5"], ["XC 102", "4.5"]]


@pytest.mark.parametrize(("is_zero", "cell"), [(False, "EX"), (True, "0")])
def test_an_absence_is_excused_or_zero_once_the_teacher_says_so(is_zero: bool, cell: str) -> None:
    away = replace(ABSENT, missing=(NO_PAPER.acknowledged(is_shown=False, is_zero=is_zero),))
    listed = read_platform_list(f'{LIST}"Dd, Ee",15,,s03,XC 101,,\n'.encode(), "c.csv")
    exported = canvas_marks(ExportRequest(replace(CLASS, rows=(GOOD, away)), no_key, listed=listed, column="Quiz 1"))
    assert exported.content.decode().splitlines()[-1].split(",")[-1] == f'"{cell}"'


def test_an_assignment_that_canvas_lacks_is_a_new_one() -> None:
    alone = LIST.replace("Quiz 1 (23)", "Current Score").replace("Other (24)", "Final Score")
    exported = canvas_export("DS d’algo", alone)
    assert exported.content.decode().splitlines()[0].endswith('"Section","DS d’algo"')
    assert exported.problems == canvas_export("Quiz 1").problems


@pytest.mark.parametrize("column", ["DS d’algo", "Quiz", "Quiz 1 (24)"])
def test_a_new_assignment_beside_those_of_the_list_is_a_problem(column: str) -> None:
    content = LIST.replace("Other (24)", "Quiz 1 (25)")
    exported = canvas_export(column, content)
    assert exported.content.decode().splitlines()[0].endswith(f'"Section","{column}"')
    assert "'Quiz 1 (23)', 'Quiz 1 (25)'" in exported.problems[0].cause
    assert "new column 'Quiz 1'" in canvas_export("Quiz 1", content).problems[0].cause
    assert canvas_export("Quiz 1 (25)", content).problems == canvas_export("Quiz 1").problems


def test_the_brackets_of_a_title_belong_to_it() -> None:
    content = LIST.replace("Quiz 1 (23)", "DM (23)").replace("Other (24)", "DM (2) (24)")
    for column, filled in ("dm", "DM (23)"), ("DM (2)", "DM (2) (24)"), ("DM (2) (24)", "DM (2) (24)"):
        exported = canvas_export(column, content)
        assert exported.content.decode().splitlines()[0].endswith(f'"Section","{filled}"')
        assert exported.problems == canvas_export("Quiz 1").problems
    for column in "DM (rattrapage)", "DM (24)", "DM2", "DM +":
        exported = canvas_export(column, content)
        assert exported.content.decode().splitlines()[0].endswith(f'"Section","{column}"')
        assert f"new column '{column}'" in exported.problems[0].cause


def test_a_list_that_is_none_of_canvas_is_refused() -> None:
    (problem,) = problems_of(canvas_export, "x", "Student,Mail\nA,b\n")
    assert (problem.cause, problem.place) == ("the list has no column 'ID', 'Section'", "c.csv")
    assert problem.remedy == "check that the list is really an export of canvas"
