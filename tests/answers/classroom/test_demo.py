"""The demonstration class from printing to marks, with real files."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from answers.classroom.demo import create_demo_class, demo_paper, submit_demo_papers
from answers.classroom.folder import ClassData, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import grade_class, write_marks
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import Gradebook
from answers.flags import WAITS
from answers.paper import Paper, Verdict

pytestmark = pytest.mark.slow  # eight papers are printed, read, marked and given back


class Sat(NamedTuple):
    """The class after the exam, the submissions by student, and the marks."""

    class_data: ClassData
    files: dict[str, Path]
    marks: Gradebook

    @property
    def papers(self) -> dict[str, Paper]:
        return {row.student.id: row.paper for row in self.marks.rows if row.paper is not None}


@pytest.fixture(scope="module")
def sat(tmp_path_factory: pytest.TempPathFactory) -> Sat:
    class_data = create_demo_class(tmp_path_factory.mktemp("demo") / "class", "fr")
    paths = submit_demo_papers(class_data)
    scan_pages(class_data)
    marks = grade_class(class_data)
    write_marks(class_data, marks)
    return Sat(class_data, {path.stem: path for path in paths}, marks)


def test_every_student_gets_what_they_deserve(sat: Sat) -> None:
    scores = {student: float(paper.score) for student, paper in sat.papers.items()}
    assert scores["s01"] == scores["s03"] == scores["s07"] == 20
    parts = sat.papers["s02"].parts
    wrong = {part for part, marks in parts.items() if {mark.verdict for mark in marks.items} != {Verdict.RIGHT}}
    assert wrong == {"3b", "5a", "7a", "8b"}
    assert scores["s04"] < 12
    assert scores["s05"] == 19
    assert scores["s06"] == 0
    assert (sat.marks.absent, sat.marks.unassigned) == ((), ())
    assert sat.marks.rows[7].student.label == "s08, Démo 8 Étudiant"
    assert {row.student.id: str(*row.open_flags) for row in sat.marks.rows if row.paper is None} == {
        "s08": "not-readable:submissions/s08.pdf"
    }


def test_what_needs_the_teacher_is_told_and_nothing_else(sat: Sat) -> None:
    flags = {student: tuple(map(str, paper.flags)) for student, paper in sat.papers.items() if paper.flags}
    assert flags == {
        "s02": ("no-seal",), "s03": ("no-seal",), "s04": ("no-seal", "answers-of-seed-17"), "s07": ("flattened",),
    }  # fmt: skip
    unread = [(student, item, mark) for student, paper in sat.papers.items() for item, mark in paper.unread]
    ((student, item, raw),) = [(name, item, mark.raw) for name, item, mark in unread if mark.note != WAITS]
    assert (student, item) == ("s05", "4b.1")
    assert re.fullmatch(r"\d,\d{3}", raw)
    parts = sat.papers["s06"].parts.items()  # written by hand: each box waits, and what is left out is blank
    verdicts = {(name[0], mark.verdict, mark.note == WAITS) for name, part in parts for mark in part.items}
    assert verdicts == {*((question, Verdict.UNREADABLE, True) for question in "1234567"), ("8", Verdict.BLANK, False)}
    (problem,) = sat.marks.problems
    assert problem.place.endswith("s08.pdf")
    assert "damaged" in problem.cause


def test_all_of_it_again_in_another_place_gives_the_same_bytes(sat: Sat, tmp_path: Path) -> None:
    moved = sat.class_data.folder.rename(tmp_path / "elsewhere")
    try:
        before = {path: path.read_bytes() for path in moved.rglob("*") if path.is_file()}
        again = open_class(moved)
        assert demo_paper(again, again.enrollments[0])[1] == before[moved / "submissions" / "s01.pdf"]
        print_sheets(again, PrintOptions())
        write_marks(again, grade_class(again))
        assert {path: path.read_bytes() for path in moved.rglob("*") if path.is_file()} == before
    finally:
        moved.rename(sat.class_data.folder)


def test_a_new_class_goes_to_an_empty_folder_only(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path, tmp_path / "file"):
        with pytest.raises(CorrigeError) as caught:
            create_demo_class(folder, "fr")
        problem = Problem("the folder is not empty", str(folder), "choose another folder with -o DIR")
        assert list(caught.value.problems) == [problem]
    assert (tmp_path / "file").read_text() == "mine"
