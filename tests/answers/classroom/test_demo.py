"""The whole main job, on real files."""

import csv
import json
import random
import re
from pathlib import Path

import pytest

from answers.classroom.demo import create_demo_class, hand_in
from answers.classroom.folder import Cohort, create_class, give_seeds, open_class, write_sheets
from answers.classroom.marks import grade_class, write_marks
from answers.errors import CorrigeError
from answers.exports.gradebook import Gradebook
from answers.paper import Paper, Verdict


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> tuple[Cohort, Gradebook]:
    cohort = create_demo_class(tmp_path_factory.mktemp("demo") / "class", "fr")
    hand_in(cohort)
    marks = grade_class(cohort)
    write_marks(cohort, marks)
    return cohort, marks


def papers(marks: Gradebook) -> dict[str, Paper]:
    return {row.student.id: row.paper for row in marks.rows if row.paper is not None}


def test_every_student_gets_what_they_deserve(marked: tuple[Cohort, Gradebook]) -> None:
    found = papers(marked[1])
    scores = {student: float(paper.score) for student, paper in found.items()}
    assert scores["s01"] == scores["s03"] == scores["s07"] == 20
    assert 15 < scores["s02"] < 20
    assert scores["s04"] < 12
    assert scores["s05"] == 19
    assert scores["s06"] == 0
    assert marked[1].absent == ("s08",)
    assert marked[1].strays == ()


def test_what_needs_the_teacher_is_told_and_nothing_else(marked: tuple[Cohort, Gradebook]) -> None:
    flags = {student: tuple(map(str, paper.flags)) for student, paper in papers(marked[1]).items() if paper.flags}
    assert flags == {"s04": ("answers-of-seed-17",), "s06": ("blank-paper",), "s07": ("flattened",)}
    unreadable = [
        (student, part_id, item.raw)
        for student, paper in papers(marked[1]).items()
        for part_id, part in paper.parts.items()
        for item in part.items
        if item.verdict is Verdict.UNREADABLE
    ]
    ((student, part, raw),) = unreadable
    assert (student, part) == ("s05", "4b")
    assert re.fullmatch(r"\d,\d{3} \d{3} \d{3}", raw)
    (problem,) = marked[1].problems
    assert problem.place.endswith("s08.pdf")
    assert "damaged" in problem.cause


def test_the_gradebook_has_a_row_a_student(marked: tuple[Cohort, Gradebook]) -> None:
    with (marked[0].folder / "gradebook.csv").open(encoding="utf-8", newline="") as stream:
        rows = {row["student"]: row for row in csv.DictReader(stream)}
    assert list(rows) == [f"s{n:02}" for n in range(1, 9)]
    assert rows["s01"]["score"] == "20.0"
    assert rows["s08"]["score"] == ""
    assert {student for student, row in rows.items() if row["needs_teacher"] == "yes"} == {
        "s04",
        "s05",
        "s06",
        "s07",
        "s08",
    }


def test_feedback_is_written_for_every_marked_paper(marked: tuple[Cohort, Gradebook]) -> None:
    written = sorted(path.stem for path in (marked[0].folder / "feedback").glob("*.pdf"))
    assert written == [f"s{n:02}" for n in range(1, 8)]


def test_marking_again_gives_the_same_bytes_and_keeps_every_file(marked: tuple[Cohort, Gradebook]) -> None:
    folder = marked[0].folder
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    again = open_class(folder)
    write_sheets(again)
    write_marks(again, grade_class(again))
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_marks_do_not_depend_on_where_the_folder_stands(marked: tuple[Cohort, Gradebook], tmp_path: Path) -> None:
    moved = marked[0].folder.rename(tmp_path / "elsewhere")
    try:
        cohort = open_class(moved)
        before = (moved / "gradebook.csv").read_bytes()
        write_marks(cohort, grade_class(cohort))
        assert (moved / "gradebook.csv").read_bytes() == before
    finally:
        moved.rename(marked[0].folder)


def test_marks_json_is_the_promised_document(marked: tuple[Cohort, Gradebook]) -> None:
    document = json.loads((marked[0].folder / "marks.json").read_text("utf-8"))
    assert (document["schema"], document["exam"]) == ("corrige/grade/1", "nash")
    first = document["papers"][0]
    assert {"file", "student", "u0", "score", "max", "flags", "parts"} <= set(first)
    assert first["parts"]["1a"]["items"][0] == {"raw": "27866", "verdict": "right", "note": None}


def test_the_demo_refuses_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CorrigeError, match="not empty"):
        create_demo_class(tmp_path, "fr")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_hostile_names_stay_in_the_folder_and_on_the_page(tmp_path: Path) -> None:
    rows = ["../../evil,<script>alert(1)</script>,{{ 7*7 }}", "=cmd|' /C calc'!A0,=1+1,@SUM(1)", f"long,{'x' * 5000},y"]
    roster = "student,name,first_name\n" + "\n".join(rows) + "\n"
    cohort = create_class(tmp_path / "class", "nash", roster.encode())
    assert [pupil.student.id for pupil in cohort.pupils] == ["../../evil", "=cmd|' /C calc'!A0", "long"]
    assert [pupil.student.stem for pupil in cohort.pupils] == ["evil", "cmd-C-calc-A0", "long"]

    paths = write_sheets(give_seeds(cohort, random.Random(1)))
    assert {path.parent for path in paths} == {tmp_path / "class" / "sheets"}
    marks = grade_class(open_class(tmp_path / "class"))
    write_marks(cohort, marks)
    text = (tmp_path / "class" / "gradebook.csv").read_text("utf-8")
    assert "'=1+1" in text
    assert "'@SUM(1)" in text
    assert {path.name for path in tmp_path.iterdir()} == {"class"}


def test_a_class_without_seeds_cannot_print_sheets(tmp_path: Path) -> None:
    cohort = create_class(tmp_path / "class", "nash", b"student\ns01\n")
    with pytest.raises(CorrigeError, match="corrige class seeds"):
        write_sheets(cohort)
    with pytest.raises(CorrigeError, match="class already"):
        create_class(tmp_path / "class", "nash", b"student\ns01\n")


def test_a_student_who_hands_in_twice_is_marked_on_the_last_file_and_flagged(tmp_path: Path) -> None:
    cohort = create_class(tmp_path / "class", "nash", b"student,u0\ns01,17\n")
    folder = tmp_path / "class" / "submissions"
    (folder / "a.txt").write_text("student: s01\n1a: 0 0 0\n")
    (folder / "b.txt").write_text("student: s01\n1a: 17 519 23375\n")
    (folder / "c.txt").write_text("student: someone else\nu0: 17\n1a: 17 519 23375\n")
    marks = grade_class(cohort)
    paper = papers(marks)["s01"]
    assert (str(paper.place), tuple(map(str, paper.flags))) == ("submissions/b.txt", ("several-papers",))
    assert [str(stray.place) for stray in marks.strays] == ["submissions/a.txt", "submissions/c.txt"]
    assert marks.needs_teacher
