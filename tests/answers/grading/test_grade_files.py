import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers.errors import CorrigeError, Problem
from answers.exam.identity import Student
from answers.exam.settings import ExamSettings, Settings
from answers.flags import Place
from answers.grading import grade_files as module
from answers.grading.grade_files import grade_files, read_all
from answers.sheets.sheet import Blank
from answers.submissions.raw.asked import WantedSheet, asked
from answers.submissions.raw.submission import Submission
from tests.answers.tiny import EXAMS, TINY, submission


def write(path: Path, **document: object) -> Path:
    path.write_text(json.dumps({"student": "s01", "u0": 17, "answers": {"1a": "17 519 23375"}, **document}))
    return path


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json")
    (tmp_path / "bad.json").write_text("{")
    graded = grade_files([tmp_path / "bad.json", good, tmp_path / "none.pdf"], Settings(), "nash")
    assert [float(paper.score) for paper in graded.papers] == [0.5]
    assert [Path(problem.place.split(",")[0]).name for problem in graded.problems] == ["bad.json", "none.pdf"]


def test_two_papers_of_one_student_are_told(tmp_path: Path) -> None:
    papers = {"a": "Zoé Ba", "b": "zoe\u0301  BA", "c": "Al Do", "d": ""}
    files = [write(tmp_path / f"{name}.json", student=student) for name, student in papers.items()]
    found = grade_files(files, Settings(), "nash").papers
    assert [list(map(str, paper.flags)) for paper in found] == [["several-papers"], ["several-papers"], [], []]


def test_the_exam_comes_from_the_command_then_the_settings_then_the_files(tmp_path: Path) -> None:
    named = write(tmp_path / "named.json", exam="nash")
    silent = write(tmp_path / "silent.json")
    assert grade_files([named], Settings()).exam.name == "nash"
    assert grade_files([silent], Settings(exam="nash")).exam.name == "nash"
    with pytest.raises(CorrigeError, match="--exam"):
        grade_files([silent], Settings())


def test_the_name_of_an_exam_before_the_files_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    silent = write(tmp_path / "silent.json")
    monkeypatch.chdir(tmp_path)
    assert [paper.u0 for paper in grade_files([Path("nash"), silent], Settings()).papers] == [17]
    with pytest.raises(CorrigeError, match="no file to mark"):
        grade_files([Path("nash")], Settings())
    write(tmp_path / "nash")
    assert len(grade_files([Path("nash"), silent], Settings(exam="nash")).problems) == 1  # a file of that name is one


def test_a_part_that_the_exam_does_not_have_is_told(tmp_path: Path) -> None:
    wrong = write(tmp_path / "wrong.json", exam="nash", answers={"9a": "1"})
    with pytest.raises(CorrigeError, match="9a"):
        grade_files([wrong], Settings())


def test_the_teachers_points_and_seed_are_used(tmp_path: Path) -> None:
    settings = Settings(exams={"nash": ExamSettings(points={"1a": Fraction(7)}, all_or_nothing=True)})
    graded = grade_files([write(tmp_path / "a.json", answers={"1a": "18 35 0"})], settings, "nash", 18)
    (paper,) = graded.papers
    assert paper.u0 == 18
    assert tuple(map(str, paper.flags)) == ("u0-changed",)
    assert paper.parts["1a"].score == 0
    assert paper.parts["1a"].points == 7


def test_no_file_at_all_that_can_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match="does not exist"):
        grade_files([tmp_path / "none.pdf"], Settings(), "nash")


def test_places_are_told_from_the_folder_and_every_readable_file_is_read(tmp_path: Path) -> None:
    good, bad = write(tmp_path / "good.json", answers={"9z": "1"}), tmp_path / "deep" / "bad.json"
    bad.parent.mkdir()
    bad.write_text("{")
    submissions, problems = read_all([bad, good, tmp_path / "no.pdf"], None, Settings(), tmp_path)
    assert [str(one.place) for one in submissions] == ["good.json"]
    assert [problem.place.split(",")[0] for problem in problems] == ["deep/bad.json", str(tmp_path / "no.pdf")]
    submissions, problems = read_all([good], None, Settings())
    assert ([str(one.place) for one in submissions], problems) == ([str(good)], ())
    submissions, problems = read_all([good], TINY, Settings())
    assert (submissions, ["9z" in problem.cause for problem in problems]) == ((), [True])


def test_how_files_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the teacher's secret, and the places of the fields of a sheet of the exam as the teacher adjusted it."""
    told: list[dict[str, Any]] = []

    def read(path: Path, **others: Any) -> tuple[Submission, ...]:
        told.append({"path": path, **others})
        return (submission({}, place=Place(path.name)),)

    def pdf(sheet: Blank, *, lang: str, secret: str) -> bytes:
        points = sheet.exam.part("2").points
        return f"{sheet.exam.name} {points} {sheet.u0} {sheet.student.id} {lang} {secret}".encode()

    monkeypatch.setattr(module, "read_submissions", read)
    monkeypatch.setattr(module, "sheet_pdf", pdf)
    settings = Settings(secret="ours", exam_folders=(EXAMS,), exams={"tiny": ExamSettings(points={"2": Fraction(7)})})
    submissions, problems = read_all([tmp_path / "a", tmp_path / "b"], TINY, settings, tmp_path)
    assert ([one.place.file for one in submissions], problems) == (["a", "b"], ())
    sheets = [each.pop("sheet") for each in told]
    assert told == [
        {"path": tmp_path / name, "name": name, "secret": "ours", "exam": asked(TINY)} for name in ("a", "b")
    ]  # fmt: skip
    assert sheets[0] is sheets[1], "a sheet is printed once for all files"
    for lang in ("fr", "en"):
        assert sheets[0](WantedSheet("tiny", lang, 5, Student("s1"))) == f"tiny 7 5 s1 {lang} ours".encode()


def test_the_problems_of_the_files_are_told_when_none_can_be_read(tmp_path: Path) -> None:
    absent = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    expected = [Problem("the file does not exist", str(path), "check the name") for path in absent]
    for exam_name in ("nash", None):
        with pytest.raises(CorrigeError) as caught:
            grade_files(absent, Settings(), exam_name)
        assert list(caught.value.problems) == expected


def test_the_command_names_the_exam_before_the_settings(tmp_path: Path) -> None:
    settings = Settings(exam="nash", exam_folders=(EXAMS,))
    graded = grade_files([write(tmp_path / "a.json", answers={"1a": "17 34"})], settings, "tiny")
    assert (graded.exam, [paper.score for paper in graded.papers], graded.problems) == (TINY, [1], ())
    with pytest.raises(CorrigeError, match="there is no exam 'tyni'"):
        grade_files([tmp_path / "a.json"], settings, "tyni")


def test_a_seed_out_of_range_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorrigeError, match="64007 is out of range"):
        grade_files([write(tmp_path / "a.json")], Settings(), "nash", 64007)
