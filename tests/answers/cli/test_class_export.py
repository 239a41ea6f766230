import os
from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS


@pytest.fixture
def folder(here: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    run(capsys, "class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv", "--lang", "en")
    (here / "algo/submissions/s01.txt").write_text("1a: 10 20\n")
    return here / "algo"


def test_an_export_goes_to_its_folder_and_what_stood_there_is_kept(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "class", "export", folder, "--to", "csv").code == 0
    run(capsys, "class", "export", folder, "--to", "csv", "--dialect", "fr")
    assert sorted(path.name for path in (folder / "exports").iterdir()) == ["marks.csv", "marks.csv.1"]


def test_marking_names_the_files_of_earlier_marks_until_they_are_renewed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def marked() -> str:
        return run(capsys, "class", "grade", folder).err

    marked()
    for form in ("csv", "zip", "moodle-xml"):
        run(capsys, "class", "export", folder, "--to", form)
    assert "earlier marks" not in marked()
    (folder / "submissions" / "s01.txt").write_text("1a: 10 21\n")
    told = "in exports/, of earlier marks: {}; to renew one: corrige class export " + str(folder)
    assert told.format("marks.csv, feedback.zip") + " --to csv\n" in marked()
    run(capsys, "class", "export", folder, "--to", "csv")
    assert told.format("feedback.zip") + " --to zip\n" in marked()
    run(capsys, "class", "export", folder, "--to", "zip")
    assert "earlier marks" not in marked()


def test_a_file_of_the_same_content_is_renewed_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "class", "export", folder, "--to", "csv")
    os.utime(folder / "exports" / "marks.csv", (1, 1))
    assert "earlier marks: marks.csv;" in run(capsys, "class", "grade", folder).err
    run(capsys, "class", "export", folder, "--to", "csv")
    assert "earlier marks" not in run(capsys, "class", "grade", folder).err


def test_it_may_go_to_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "class", "export", folder, "--to", "csv", "--dialect", "plain", "-o", "-")
    assert outcome.out.splitlines()[1].startswith('"s01","Aa","Bb",10,1.0,5.0')


def test_people_who_are_not_found_are_told_and_end_with_1(
    folder: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "moodle.csv").write_text("ID number\ns01\ns09\n")
    outcome = run(capsys, "class", "export", folder, "--to", "moodle", "--list", here / "moodle.csv")
    assert outcome.code == 1
    lines = outcome.err.splitlines()
    assert lines[0] == "2 to look at before the file is used:"
    assert [who for who in ("s02", "s09") if who in lines[1] + lines[3]] == ["s02", "s09"]
    assert lines[-1].startswith("wrote ")


def test_what_is_missing_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--list FILE" in run(capsys, "class", "export", folder, "--to", "canvas").err
    assert run(capsys, "class", "export", folder).code == 2
    assert not (folder / "exports").exists()
