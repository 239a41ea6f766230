import os
import zipfile
from pathlib import Path
from time import time

import pytest

from answers.classroom.db import reading, transaction
from answers.classroom.sitting import Event, EventKind, insert_events, read_codes
from answers.exam.trust import CONVERSATION
from tests.answers.cli.running import Corrige


@pytest.mark.slow
def test_everything_for_the_room_and_the_jury(algo: Path, corrige: Corrige) -> None:
    outcome = corrige("class", "sheets", algo, "--one-file", "--seating", "--jobs", "1")
    assert (outcome.code, outcome.err.splitlines()[0]) == (0, f"2 new sheets in {algo / 'sheets'}")
    assert corrige("class", "keys", algo, "--jobs", "1").err == f"the keys are in {algo / 'keys.pdf'}\n"
    assert {path.name for path in algo.glob("*.pdf")} == {"sheets.pdf", "seating.pdf", "keys.pdf"}
    assert sorted(path.name for path in (algo / "sheets").iterdir()) == ["s01.pdf", "s02.pdf"]


def test_a_sheet_given_out_is_replaced_only_when_asked(algo: Path, corrige: Corrige) -> None:
    first = corrige("class", "sheets", algo)
    assert first.err.splitlines()[1:] == [f"next, once papers are handed in: corrige class collect {algo} FILE"]
    before = (algo / "sheets/s01.pdf").read_bytes()
    roster = algo / "students.csv"
    roster.write_text(roster.read_text().replace("Aa", "Aa-Zz"))
    (algo / "sheets/s02.pdf").unlink()  # as if s02 had come late
    outcome = corrige("class", "sheets", algo)
    assert (outcome.code, (algo / "sheets/s01.pdf").read_bytes()) == (1, before)
    assert outcome.err.splitlines()[:3] == [
        f"1 new sheet, 1 outdated sheet left as it was in {algo / 'sheets'}",
        "1 existing sheet would be printed differently today, and was not printed again:",
        "  s01.pdf",
    ]
    assert "--force" in outcome.err
    forced = corrige("class", "sheets", algo, "--force")
    text = f"no new answer sheet, 1 sheet printed again, 1 sheet unchanged in {algo / 'sheets'}\n"
    assert (forced.code, forced.err) == (0, text)
    assert (algo / "sheets/s01.pdf").read_bytes() != before


def test_the_sheets_of_those_who_are_named(algo: Path, corrige: Corrige) -> None:
    assert corrige("class", "sheets", algo, "--student", "cc").code == 0
    assert [path.name for path in (algo / "sheets").iterdir()] == ["s02.pdf"]
    for words, cause in (
        (("--student", "s09"), "s09"),
        (("--student", "s02", "--one-file"), "--one-file"),
        (("--subject",), "--one-file"),
        (("--list", "m.csv"), "--list is possible only with --zip"),
    ):
        refused = corrige("class", "sheets", algo, *words)
        assert (refused.code, cause in refused.err) == (2, True), words
    assert [path.name for path in (algo / "sheets").iterdir()] == ["s02.pdf"]


@pytest.mark.slow
def test_the_pile_is_made_anew_for_who_comes_late_and_no_sheet_is_drawn_again(algo: Path, corrige: Corrige) -> None:
    corrige("class", "sheets", algo, "--one-file", "--jobs", "1")
    pile, own = (algo / "sheets.pdf").read_bytes(), (algo / "sheets/s01.pdf").stat()
    corrige("class", "add", algo, "--student", "s03", "--name", "Ee")
    corrige("class", "seeds", algo, "--draw", "1", "--candidates", "0")
    outcome = corrige("class", "sheets", algo, "--one-file", "--jobs", "1")
    assert (outcome.code, f"the earlier file was renamed to {algo / 'sheets.pdf.1'}" in outcome.err) == (0, True)
    assert (algo / "sheets.pdf.1").read_bytes() == pile != (algo / "sheets.pdf").read_bytes()
    assert (algo / "sheets/s01.pdf").stat().st_mtime_ns == own.st_mtime_ns
    assert (algo / "sheets/s03.pdf").is_file()
    assert [path.name for path in algo.glob("sheets.pdf.*")] == ["sheets.pdf.1"]


def test_slips_are_printed_once(algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch) -> None:
    assert corrige("class", "sheets", algo, "--slips").err.startswith(f"2 slips to cut in {algo / 'slips.pdf'}")
    again = corrige("class", "sheets", algo, "--slips")
    assert (again.code, "--new-codes" in again.err) == (0, True)
    text = corrige("class", "sheets", algo, "--slips", "--student", "s02", "--new-codes").err
    assert text.splitlines()[0].startswith("1 slip to cut")
    assert (algo / "slips.pdf.1").exists()
    assert not (algo / "sheets").exists()


def test_new_codes_do_not_end_an_exam_in_the_room_unasked(
    algo: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that was used before the exam, repeated for a student who came late, would sign everybody out."""
    corrige("class", "sheets", algo, "--slips")
    begun, stored = time() - 600, codes(algo)
    events = [Event(EventKind.OPEN, 1, begun, minutes=60), Event(EventKind.SIGN_IN, 2, begun, "s01", device="browser")]
    with transaction(algo) as connection:
        insert_events(connection, events)
    refused = corrige("class", "sheets", algo, "--slips", "--new-codes")
    assert (refused.code, "1 student is signed in" in refused.err, codes(algo)) == (2, True, stored)
    assert corrige("class", "sheets", algo, "--slips", "--new-codes", "--student", "s02").code == 0
    assert [codes(algo)[student] == stored[student] for student in ("s01", "s02")] == [True, False]
    with monkeypatch.context() as agreed:
        agreed.setattr("answers.cli.app.converse", lambda: None)
        agreed.setattr(CONVERSATION, "ask", lambda _question: True)
        assert corrige("class", "sheets", algo, "--slips", "--new-codes").code == 0
    assert codes(algo)["s01"] != stored["s01"]
    with transaction(algo) as connection:
        insert_events(connection, [Event(EventKind.CLOSE, 3, begun + 60)])
    assert corrige("class", "sheets", algo, "--slips", "--new-codes").code == 0


def codes(folder: Path) -> dict[str, str]:
    with reading(folder) as connection:
        return read_codes(connection, folder)


def test_sheets_go_out_in_an_archive_and_by_letter(corrige: Corrige, algo: Path, here: Path) -> None:
    outcome = corrige("class", "sheets", "algo", "--zip", "--mail-merge", "mail.csv")
    assert (outcome.code, "file to upload to the platform: algo/sheets.zip" in outcome.err) == (0, True)
    with zipfile.ZipFile(algo / "sheets.zip") as archive:
        assert archive.namelist() == ["Aa Bb.pdf", "Cc Dd.pdf"]
        assert archive.read("Aa Bb.pdf") == (algo / "sheets" / "s01.pdf").read_bytes()
    assert f'"Aa","Bb","",10,"{algo / "sheets" / "s01.pdf"}"' in (here / "mail.csv").read_text("utf-8-sig")


@pytest.mark.slow
def test_a_class_in_a_folder_with_a_name_that_is_no_text(corrige: Corrige, algo: Path) -> None:
    folder = algo.parent / os.fsdecode(b"caf\xe9")
    try:
        algo.rename(folder)
    except OSError:
        pytest.skip("names are text there")
    outcome = corrige("class", "sheets", folder, "--one-file", "--zip", "--mail-merge", "merge.csv")
    assert (outcome.code, "caf\\xe9" in outcome.err) == (0, True)
    assert "caf\\xe9" in (algo.parent / "merge.csv").read_text("utf-8-sig")
    assert corrige("class", "keys", folder).code == 0
