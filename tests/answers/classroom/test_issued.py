"""A paper is marked only if its seed still gives the data that the student was given."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from answers.classroom import printing
from answers.classroom.changes import changes
from answers.classroom.db import FILE
from answers.classroom.decisions import DecisionKind, Override
from answers.classroom.exporting import export_class
from answers.classroom.folder import ClassData, create_class, open_class
from answers.classroom.issued import marking_change_lines, marking_changes, read_issued, record_marking
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.printing import print_sheets, write_subject
from answers.classroom.rendering import PrintOptions
from answers.errors import CorrigeError
from answers.exam.draw import Draw
from answers.exams.verger import exam as verger
from answers.flags import EXAM_CHANGED
from tests.answers.classroom.handing_in import ROSTER, rule, submit
from tests.answers.tiny import EXAMS

DRAW = ("return Number(draw.u0, draw.u0)", "return Number(draw.u0, draw.u0 + 3)")
SOLUTION = ("Solution((Fraction(context.params.n, 4),))", "Solution((Fraction(context.params.n, 5),))")
PARAMETER = ("    n: int\n", "    n: int\n    more: int = 7\n")
TEXTS = "templates/en.html"
WORDS = ("question_quarter() %}Quarter", "question_quarter() %}The quarter, to 3 decimals", TEXTS)
NUMBERS = ("u₀ / 4 ≃", "u₀ / 5 ≃", TEXTS)
PAPER = """
[paper]
title = "Paper"
minutes = 60
questions = [{ exam = "tiny", question = 1, points = 4 }]
"""


def edited(place: Path, *edits: tuple[str, ...]) -> Path:
    """Copy the tiny exam to a folder, with edits of `exam.py` or the named file.

    Each copy needs a folder of its own, since loaded code is not read again.
    """
    shutil.copytree(EXAMS / "tiny", place / "tiny")
    for old, new, *file in edits:
        path = place / "tiny" / (file[0] if file else "exam.py")
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))
    return place


def now_with(class_data: ClassData, place: Path) -> ClassData:
    """Return the class with its exam from another folder."""
    path = class_data.folder / "corrige.toml"
    path.write_text(re.sub("exams = .*", f"exams = {json.dumps([str(place)])}", path.read_text()))
    return open_class(class_data.folder)


@pytest.fixture(autouse=True)
def unsealed(drawn: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out signatures: the sheets of this test are no real PDF."""
    monkeypatch.setattr(printing, "signed", lambda pdf, _: pdf)


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    class_data = create_class(tmp_path / "class", "tiny", ROSTER, "en", (edited(tmp_path / "first"),))
    print_sheets(class_data, PrintOptions())
    submit(class_data, s01="1a: 10 20\n1b: 11 21\n2: 2.5\n", s02="1a: 11 22\n")
    return class_data


def scores(class_data: ClassData) -> list[tuple[float | None, str]]:
    """Return the points of each paper, None without a mark, and the detail of its flag "exam-changed"."""
    papers = [row.paper for row in grade_class(class_data).rows if row.paper]
    flags = [next((flag.detail for flag in paper.flags if flag.slug == EXAM_CHANGED.slug), "") for paper in papers]
    return [(None if paper.u0 is None else float(paper.score), flag) for paper, flag in zip(papers, flags, strict=True)]


@pytest.mark.slow
def test_an_exam_that_draws_other_data_marks_no_paper_until_it_is_put_back(
    class_data: ClassData, tmp_path: Path
) -> None:
    assert scores(class_data) == [(5, ""), (1, "")]
    write_marks(class_data, grade_class(class_data))
    other = now_with(class_data, edited(tmp_path / "second", DRAW))
    assert scores(other) == [(None, "n: 10 → 13"), (None, "n: 11 → 14")]
    (first, _) = changes(other.folder, grade_class(other))
    assert (first.before, first.after, len(first.why)) == (5, None, 1)
    write_marks(other, grade_class(other))
    assert not list((other.folder / "feedback").glob("*.pdf"))
    assert scores(now_with(other, tmp_path / "first")) == [(5, ""), (1, "")]


@pytest.mark.slow
def test_new_sheets_are_what_is_marked_against(class_data: ClassData, tmp_path: Path) -> None:
    other = now_with(class_data, edited(tmp_path / "second", DRAW))
    students: list[str] = []
    print_sheets(other, PrintOptions(on_other_data=students.extend))  # a student who came late, for instance
    assert (students, scores(other)[0][0]) == (["s01", "s02", "s03"], None)
    print_sheets(other, PrintOptions(overwrite=True))
    submit(other, s01="1a: 13 26\n")
    assert scores(other) == [(1, ""), (0, "")]
    assert scores(now_with(other, tmp_path / "first")) == [(None, "n: 13 → 10"), (None, "n: 14 → 11")]


def test_a_number_that_the_teacher_grants_is_marked_with_the_data_of_today(
    class_data: ClassData, tmp_path: Path
) -> None:
    other = now_with(class_data, edited(tmp_path / "second", DRAW))
    rule(other, "s02", "u0", Override(DecisionKind.VALUE, "11", "as today"))
    assert scores(other) == [(None, "n: 10 → 13"), (0, "")]


def test_an_answer_or_a_tolerance_that_changed_is_a_remark_once(class_data: ClassData, tmp_path: Path) -> None:
    other = now_with(class_data, edited(tmp_path / "second", SOLUTION, ("Fraction(1, 10)", "Fraction(1, 20)")))
    gradebook = grade_class(other)
    differences = marking_changes(other, gradebook)
    (line,) = marking_change_lines(differences, is_first=True)
    assert line in export_class(other, "csv").notes
    assert [(change.question, change.what, change.students) for change in differences] == [
        (2, "answer", ("s01", "s02")),
        (2, "tolerance", ("s01", "s02")),
    ]
    assert scores(other) == [(2, ""), (1, "")]
    record_marking(other, gradebook, differences)
    assert marking_changes(other, gradebook) == ()
    assert line not in export_class(other, "csv").notes
    assert scores(other) == [(2, ""), (1, "")]


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([WORDS], [(5, ""), (1, "")]),
        ([SOLUTION, NUMBERS], [(None, "Q2"), (None, "Q2")]),
        ([PARAMETER], [(5, ""), (1, "")]),
        ([PARAMETER, SOLUTION], [(None, "more: — → 7"), (None, "more: — → 7")]),
    ],
)
def test_other_words_or_parameters_are_other_data_where_the_numbers_or_answers_are_others(
    class_data: ClassData, tmp_path: Path, edits: list[tuple[str, ...]], expected: list[tuple[float | None, str]]
) -> None:
    other = now_with(class_data, edited(tmp_path / "second", *edits))
    assert scores(other) == expected
    if edits == [WORDS]:
        assert marking_changes(other, grade_class(other)) == ()


@pytest.mark.slow
def test_a_class_that_got_only_the_subject_is_held_to_its_data(tmp_path: Path) -> None:
    class_data = create_class(tmp_path / "class", "verger", ROSTER, "en")
    assert write_subject(class_data).is_file()
    assert [issue.u0 for issue in read_issued(class_data.folder).issues] == [10, 11, 12]


def test_a_composed_paper_is_compared_too(tmp_path: Path) -> None:
    place = edited(tmp_path / "first")
    (place / "paper.toml").write_text(PAPER)
    class_data = create_class(tmp_path / "class", "paper", ROSTER, "en", (place, place / "paper.toml"))
    print_sheets(class_data, PrintOptions())
    submit(class_data, s01="1a: 10 20\n1b: 11 21\n")
    assert scores(class_data) == [(4, "")]
    other = edited(tmp_path / "second", DRAW)
    (other / "paper.toml").write_text(PAPER)
    path = class_data.folder / "corrige.toml"
    path.write_text(path.read_text().replace("first", "second"))
    assert scores(open_class(class_data.folder)) == [(None, "of_tiny.n: 10 → 13")]


@pytest.mark.slow
def test_an_exam_of_ours_that_draws_otherwise_after_an_upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class_data = create_class(tmp_path / "class", "verger", ROSTER, "en")
    print_sheets(class_data, PrintOptions())
    submit(class_data, s01="1a: 10\n")
    assert scores(class_data)[0][1] == ""
    usual = verger.EXAM.draw

    def shifted(draw: Draw) -> object:
        return replace(usual(Draw(draw.u0 + 1)), u0=draw.u0)

    monkeypatch.setattr(verger, "EXAM", replace(verger.EXAM, draw=shifted))
    ((score, detail),) = scores(open_class(class_data.folder))
    assert (score, "→" in detail) == (None, True)


@pytest.mark.parametrize("change", ["params = replace(params, '{', '[')", "answers = '17'"])
def test_a_record_that_is_damaged_or_no_object_is_a_problem_of_the_store(class_data: ClassData, change: str) -> None:
    with closing(sqlite3.connect(class_data.folder / FILE)) as connection, connection:
        assert connection.execute(f"UPDATE issue SET {change}").rowcount
    with pytest.raises(CorrigeError) as caught:
        read_issued(class_data.folder)
    assert caught.value.problems[0].place.endswith(FILE)
