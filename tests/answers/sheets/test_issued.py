"""Sheets of classes without a record of what was given out: compared by the numbers that they show."""

from dataclasses import replace
from pathlib import Path

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.draw import Draw
from answers.flags import SHEET_CHANGED
from answers.sheets.identity import Student
from answers.sheets.issued import DataCheck, Issued
from answers.sheets.sheet import BlankSheet, sheet_pdf

SECRET = "a secret"


@pytest.mark.slow
def test_a_sheet_is_changed_only_where_its_questions_show_other_numbers(tmp_path: Path) -> None:
    """Names with digits, the identifier and the token of the sheet are no data."""
    exam = load_exam("jeux")
    argument = sheet_pdf(BlankSheet(exam, 10, Student("0012", "Élève 3", "Zoé 45")), secret=SECRET)
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "0012.pdf").write_bytes(argument)
    check = DataCheck(tmp_path, exam, "fr", SECRET, Issued(), lambda _: {})
    assert check.flags(10, "0012") == ()
    otherwise = replace(exam, draw=lambda draw: exam.draw(Draw(draw.u0 + 3)))
    assert replace(check, exam=otherwise).flags(10, "0012") == (SHEET_CHANGED,)
