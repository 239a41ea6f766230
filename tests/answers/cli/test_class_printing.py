from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS


@pytest.fixture
def folder(here: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    run(capsys, "class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv", "--lang", "en")
    return here / "algo"


def test_everything_for_the_room_and_the_jury(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "class", "sheets", folder, "--one-file", "--seating", "--jobs", "1")
    assert (outcome.code, outcome.err.splitlines()[0]) == (0, f"2 new sheets in {folder / 'sheets'}")
    assert run(capsys, "class", "keys", folder, "--jobs", "1").err == f"the keys are {folder / 'keys.pdf'}\n"
    assert {path.name for path in folder.glob("*.pdf")} == {"sheets.pdf", "seating.pdf", "keys.pdf"}
    assert sorted(path.name for path in (folder / "sheets").iterdir()) == ["s01.pdf", "s02.pdf"]


def test_a_sheet_given_out_is_replaced_only_when_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "class", "sheets", folder)
    before = (folder / "sheets/s01.pdf").read_bytes()
    roster = folder / "students.csv"
    roster.write_text(roster.read_text().replace("Aa", "Zz"))
    outcome = run(capsys, "class", "sheets", folder)
    assert (outcome.code, (folder / "sheets/s01.pdf").read_bytes()) == (1, before)
    assert outcome.err.splitlines()[:3] == [
        f"no new sheet, 1 as it was, 1 kept in {folder / 'sheets'}",
        "1 of them was there and would be drawn otherwise today; it was kept:",
        "  s01.pdf",
    ]
    assert "--force" in outcome.err
    forced = run(capsys, "class", "sheets", folder, "--force")
    assert (forced.code, forced.err) == (0, f"no new sheet, 1 drawn again, 1 as it was in {folder / 'sheets'}\n")
    assert (folder / "sheets/s01.pdf").read_bytes() != before


def test_the_subject_is_for_the_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "class", "sheets", folder, "--subject")
    assert (outcome.code, "--one-file" in outcome.err) == (2, True)
    assert not (folder / "sheets").exists()


def test_who_comes_late_has_a_sheet_though_others_are_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sheets").mkdir()
    (folder / "sheets/s01.pdf").write_bytes(b"of an earlier version")
    outcome = run(capsys, "class", "sheets", folder)
    assert (outcome.code, (folder / "sheets/s01.pdf").read_bytes()) == (1, b"of an earlier version")
    assert (folder / "sheets/s02.pdf").read_bytes().startswith(b"%PDF")


def test_the_sheets_of_those_who_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "class", "sheets", folder, "--student", "cc").code == 0
    assert [path.name for path in (folder / "sheets").iterdir()] == ["s02.pdf"]
    assert run(capsys, "class", "sheets", folder, "--student", "s09").code == 2
    assert run(capsys, "class", "sheets", folder, "--student", "s02", "--one-file").code == 2


def test_the_pile_is_made_anew_for_who_comes_late_and_no_sheet_is_drawn_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "class", "sheets", folder, "--one-file", "--jobs", "1")
    pile, own = (folder / "sheets.pdf").read_bytes(), (folder / "sheets/s01.pdf").stat()
    run(capsys, "class", "add", folder, "--student", "s03", "--name", "Ee")
    run(capsys, "class", "seeds", folder, "--draw", "1", "--candidates", "0")
    outcome = run(capsys, "class", "sheets", folder, "--one-file", "--jobs", "1")
    assert (outcome.code, f"the file that was there is kept as {folder / 'sheets.pdf.1'}" in outcome.err) == (0, True)
    assert (folder / "sheets.pdf.1").read_bytes() == pile != (folder / "sheets.pdf").read_bytes()
    assert (folder / "sheets/s01.pdf").stat().st_mtime_ns == own.st_mtime_ns
    assert (folder / "sheets/s03.pdf").is_file()
    assert [path.name for path in folder.glob("sheets.pdf.*")] == ["sheets.pdf.1"]
