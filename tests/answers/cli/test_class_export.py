"""The class given back: exports and the report."""

from pathlib import Path

import pytest

from answers.classroom.folder import open_class
from tests.answers.classroom.handing_in import store_decisions
from tests.answers.cli.running import Corrige
from tests.answers.tiny import EXAMS


@pytest.fixture(autouse=True)
def _handed_in(algo: Path) -> None:
    (algo / "submissions/s01.txt").write_text("1a: 10 20\n")


def test_an_export_goes_to_its_folder_and_what_stood_there_is_kept(algo: Path, corrige: Corrige) -> None:
    assert corrige("class", "export", algo, "--to", "csv").code == 1  # nobody decided how the absence of s02 counts
    (algo / "submissions/s02.txt").write_text("1a: 10 20\n")
    assert corrige("class", "export", algo, "--to", "csv").code == 0
    corrige("class", "export", algo, "--to", "csv", "--dialect", "fr")
    assert sorted(path.name for path in (algo / "exports").glob("[!.]*")) == ["marks.csv", "marks.csv.1", "marks.csv.2"]


def test_exports_have_a_decision_taken_after_the_last_marking(algo: Path, corrige: Corrige) -> None:
    corrige("class", "grade", algo)
    corrige("class", "export", algo, "--to", "csv", "--dialect", "plain")
    before = (algo / "exports/marks.csv").read_text()
    assert "up to date" in corrige("class", "export", algo).err
    assert corrige("class", "decide", algo, "s01", "1a.1", "--wrong", "--reason", "copied").code == 0
    assert "wrote" in corrige("class", "export", algo).err
    assert (algo / "exports/marks.csv").read_text() != before
    shown = corrige("class", "export", algo, "--to", "csv", "--dialect", "plain", "-o", "-").out
    assert shown.splitlines()[1].startswith('"s01","Aa","Bb",10,0.5,5.0')


@pytest.mark.slow
def test_marking_names_the_files_of_earlier_marks_until_they_are_renewed(algo: Path, corrige: Corrige) -> None:
    def marked() -> str:
        return corrige("class", "grade", algo).err

    marked()
    corrige("class", "report", algo)
    for form in ("csv", "zip", "moodle-xml"):
        corrige("class", "export", algo, "--to", form)
    assert "earlier marks" not in marked()
    (algo / "submissions" / "s01.txt").write_text("1a: 10 21\n")
    older = (
        "these files were exported from earlier marks and do not have the present ones: report.html, "
        "exports/marks.csv, exports/feedback.zip"
    )
    assert marked().endswith(f"{older}\nnext: corrige class review {algo}\n")
    corrige("class", "decide", algo, "s02", "no-paper", "--seen")  # nothing is left to decide
    renew = [f"next: corrige class {words} {algo}" for words in ("report", "export")]
    assert marked().splitlines()[-3:] == [older, *renew]
    corrige("class", "report", algo)
    corrige("class", "export", algo, "--to", "csv")
    assert marked().endswith(f"do not have the present ones: exports/feedback.zip\n{renew[-1]}\n")
    assert corrige("class", "export", algo).err.endswith(f"wrote {algo}/exports/feedback.zip\n")
    assert "earlier marks" not in marked()
    assert f"all exports in {algo}/exports are up to date" in corrige("class", "export", algo).err


def test_what_is_older_is_made_again_as_it_was_made_also_where_class_and_list_have_moved(
    algo: Path, here: Path, corrige: Corrige
) -> None:
    school = here / "school"
    school.mkdir()
    (school / "moodle.csv").write_text("ID number\ns01\ns02\n")
    algo.rename(school / "algo")
    corrige("class", "grade", "school/algo")
    corrige("class", "export", "school/algo", "--to", "moodle", "--list", "school/moodle.csv", "--column", "Dice")
    corrige("class", "export", "school/algo", "--to", "csv", "--dialect", "fr")
    school.rename(here / "lycee")
    (here / "lycee/algo/submissions/s02.txt").write_text("1a: 0 0\n")
    corrige("class", "grade", "lycee/algo")
    assert corrige("class", "export", "lycee/algo").code == 0
    header, _, second = (here / "lycee/algo/exports/moodle.csv").read_text("utf-8-sig").splitlines()
    assert "Dice" in header
    assert second.startswith('"s02"')
    assert ";" in (here / "lycee/algo/exports/marks.csv").read_text("utf-8-sig")


def test_a_received_class_has_no_list_read_outside_its_folder(
    algo: Path, here: Path, corrige: Corrige, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in (here, algo):
        (place / "list.csv").write_text("ID number\ns01\ns02\n")
    for form, place in (("moodle", here), ("pronote", algo)):
        corrige("class", "export", algo, "--to", form, "--list", place / "list.csv")
    received = algo.rename(here / "received")
    (received / "submissions/s02.txt").write_text("1a: 0 0\n")
    corrige("class", "grade", received)
    before = (received / "exports/moodle.csv").read_bytes()
    monkeypatch.setenv("CORRIGE_TRUST", str(EXAMS))
    outcome = corrige("class", "export", received)
    assert (outcome.code, f"--to moodle --list {here / 'list.csv'}" in outcome.err) == (1, True)
    assert (received / "exports/moodle.csv").read_bytes() == before
    assert f"wrote {received / 'exports/pronote.csv'}" in outcome.err
    assert corrige("trust", received).code == 0
    assert corrige("class", "export", received).code == 0
    assert (received / "exports/moodle.csv").read_bytes() != before


@pytest.mark.parametrize(
    ("options", "cause"),
    [
        ([], "for another format: --to FORMAT\n"),
        (["--ranks"], "the format of the export is missing"),
        (["-o", "-"], "the format of the export is missing"),
        (["--to", "csv", "--list", "l.csv"], "--list requires an export that fills in a list: --to blackboard,"),
        (["--to", "canvas"], "--list FILE"),
    ],
)
def test_options_are_of_a_form_and_what_is_missing_is_asked_for(
    algo: Path, corrige: Corrige, options: list[str], cause: str
) -> None:
    assert cause in corrige("class", "export", algo, *options).err
    assert not (algo / "exports").exists()


def test_people_who_are_not_found_are_told_and_end_with_1(algo: Path, here: Path, corrige: Corrige) -> None:
    (here / "moodle.csv").write_text("ID number\ns01\ns09\n")
    outcome = corrige("class", "export", algo, "--to", "moodle", "--list", here / "moodle.csv")
    assert outcome.code == 1
    lines = outcome.err.splitlines()
    assert lines[0] == "the file is written; check 3 things before you use it:"
    assert [name for name in ("s02", "s09") if name in lines[1] + lines[3]] == ["s02", "s09"]
    assert lines[-1].startswith("wrote ")


def test_numbers_that_only_the_list_has_are_told_once(algo: Path, here: Path, corrige: Corrige) -> None:
    (here / "moodle.csv").write_text("Full name,ID number\nBb Aa,71\nDd Cc,72\n")
    corrige("class", "decide", algo, "s02", "no-paper", "--points", "0")
    outcomes = [corrige("class", "export", algo, "--to", "moodle", "--list", here / "moodle.csv") for _ in range(2)]
    assert [(outcome.code, "→ 71" in outcome.err) for outcome in outcomes] == [(0, True), (0, False)]


@pytest.mark.slow
def test_the_report_is_a_page_and_a_pdf_in_the_language_asked(algo: Path, corrige: Corrige) -> None:
    outcome = corrige("class", "report", "algo", "--lang", "en")
    next_one = "next: corrige class export algo --to zip"
    assert (outcome.code, outcome.err.splitlines()) == (0, ["wrote algo/report.html and algo/report.pdf", next_one])
    assert "Report on the class" in (algo / "report.html").read_text("utf-8")
    assert (algo / "report.pdf").read_bytes().startswith(b"%PDF-")
    before = set(algo.iterdir())
    corrige("class", "report", "algo", "--lang", "en")
    assert set(algo.iterdir()) == before


def test_an_imported_decision_about_nothing_can_be_withdrawn(algo: Path, corrige: Corrige) -> None:
    store_decisions(open_class(algo), "zz,1a.1,right,,,typo", "s01,9z,right,,,typo")
    result = corrige("class", "grade", algo)
    assert (result.code, "zz" in result.err, "9z" in result.err) == (1, True, True)
    for target in (("zz", "1a.1"), ("s01", "9z")):
        assert corrige("class", "decide", algo, *target, "--withdraw").code == 0
    after = corrige("class", "grade", algo)
    assert "zz" not in after.err
    assert "9z" not in after.err
