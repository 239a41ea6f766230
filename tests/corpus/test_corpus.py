"""Sheets that real programs saved and printed are read as they were typed, or shown to the teacher."""

import json
import os
import shutil
from pathlib import Path

import pytest

from answers.submissions.pdf import form
from answers.submissions.raw.submission import FileSource, expected_exam
from tests.answers.cli.running import run
from tests.corpus.make import PROGRAMS, made
from tests.corpus.table import EXPECTED, HERE, Case, cases, exam_named, outcome
from tests.programs import needs

CASES = {case.name: case for case in cases(HERE)}
OTHERS = {case.name: case for case in cases(Path(os.environ.get("CORRIGE_CORPUS", os.devnull)))}
QUICK = ("nash/firefox-save", "verger/okular-save", "yahtzee/pdftk-fill")


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_a_file_is_read_as_a_person_has_found(name: str) -> None:
    expected, result = EXPECTED.get(name, {}), outcome(CASES[name])
    assert result.shown == {**expected.get("unread", {}), **expected.get("absent", {})}
    assert result.paper == expected.get("paper", [])
    assert not result.fields["SILENT"]
    assert not result.fields["accused"]


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_nothing_is_read_otherwise_than_typed_without_a_flag(name: str) -> None:
    result = outcome(OTHERS[name])
    assert not result.fields["SILENT"]
    assert not result.fields["accused"]
    assert not [word for word in result.paper if word.startswith(("NOBODY", "ANOTHER"))]


def test_what_a_person_has_found_is_about_files_of_the_corpus() -> None:
    assert EXPECTED.keys() <= CASES.keys()


@pytest.mark.parametrize("name", QUICK)
def test_a_saved_form_has_what_was_typed(name: str) -> None:
    case = CASES[name]
    assert case.settings.exam is not None
    exam = expected_exam(exam_named(case.settings.exam))
    (submission,) = form.read(FileSource(case.path.read_bytes(), "f.pdf", case.settings.secret, exam))
    assert submission.signature is not None
    assert (submission.signature.identity.student, submission.signature.valid) == (case.student, True)
    spaces = str.maketrans("", "", " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")

    def plain(answers: dict[str, list[str]]) -> dict[str, list[str]]:
        return {part: [text.translate(spaces) for text in texts] for part, texts in answers.items()}

    assert plain({part: list(texts) for part, texts in submission.answers.items()}) == plain(case.answers)


@pytest.mark.slow
def test_pages_that_have_lost_their_text_are_scans_of_their_students(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "class"
    shutil.copytree(HERE / "nash" / "class", folder)
    run(capsys, "class", "collect", folder, HERE / "nash" / "okular-print.pdf", HERE / "nash" / "cups-pdf.pdf")
    pages = json.loads(run(capsys, "class", "scans", folder, "--json").out)["pages"]
    inked = {page["student"]: sum(box["ink"] for box in page["boxes"]) for page in pages if page["state"] == "placed"}
    assert inked == {"okular-print": 49, "cups-pdf": 49}  # of 50: one box is empty


@pytest.mark.slow
@needs("pdftocairo", "poppler-utils")
def test_a_file_is_made_again_for_a_new_sheet(tmp_path: Path) -> None:
    exam = exam_named("verger")
    assert list(made(exam, tmp_path, ["cairo-pdf"])) == [("cairo-pdf", "")]
    (case,) = cases(tmp_path)
    result = outcome(case)
    assert (result.fields["SILENT"], result.fields["accused"], result.paper) == (set(), set(), [])
    assert len(result.fields["right"]) > 30
    assert isinstance(case, Case)
    assert case.student in PROGRAMS
