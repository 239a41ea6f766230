import json
from fractions import Fraction
from pathlib import Path

import pytest

from answers.errors import CorrigeError
from answers.exam.settings import ExamSettings, Settings
from answers.grading.grade_files import grade_files


def write(path: Path, **document: object) -> Path:
    path.write_text(json.dumps({"student": "s01", "u0": 17, "answers": {"1a": "17 519 23375"}, **document}))
    return path


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path / "good.json")
    (tmp_path / "bad.json").write_text("{")
    graded = grade_files([tmp_path / "bad.json", good, tmp_path / "none.pdf"], Settings(), "nash")
    assert [float(paper.score) for paper in graded.papers] == [0.5]
    assert [Path(problem.place.split(",")[0]).name for problem in graded.problems] == ["bad.json", "none.pdf"]


def test_the_exam_comes_from_the_command_then_the_settings_then_the_files(tmp_path: Path) -> None:
    named = write(tmp_path / "named.json", exam="nash")
    silent = write(tmp_path / "silent.json")
    assert grade_files([named], Settings()).exam.name == "nash"
    assert grade_files([silent], Settings(exam="nash")).exam.name == "nash"
    with pytest.raises(CorrigeError, match="--exam"):
        grade_files([silent], Settings())


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
