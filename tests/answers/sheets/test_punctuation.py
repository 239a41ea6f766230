"""Line breaks on the pages of all exams, as Poppler reads them."""

import re
import shutil
import subprocess

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key_cache import cached_key
from answers.exam.words import LANGUAGES
from answers.grading.exam_checks import SLOW_FONTS
from answers.sheets.booklet import solution_pdf, subject_pdf
from answers.sheets.sheet import BlankSheet, ExaminerKey, sheet_pdf

pytestmark = pytest.mark.slow
BROKEN = re.compile(r"(?:^|[ \xa0])(?:[«±≈·°]|mod)$|^[!?%»](?:\s|$)")
"""Characters with which a line must not end or begin."""
RELATION = re.compile(r"(?:^|[ \xa0])[=≃≤≥<>≠→]$|^(?:[=≃≤≥<>≠→]|mod)(?:\s|$)")
"""Nor a line of a booklet; on a sheet a box stands after the sign."""
FRENCH = re.compile(r"[A-Za-z][ \xa0\u202f][:;?!](?=\s|$)|\d[ \xa0\u202f]%")


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="Poppler is missing")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["nash", "phantom", "domino", "dice", "yahtzee", "yams", "jeux", "verger"])
def test_no_sign_is_parted_from_what_it_belongs_to(name: str, lang: str, caplog: pytest.LogCaptureFixture) -> None:
    exam = load_exam(name)
    key = cached_key(exam, exam.model_seed)
    faces = (BlankSheet(exam, 4242), ExaminerKey(exam, key))
    sheets = [sheet_pdf(face, lang=lang) for face in faces]
    booklets = [subject_pdf(exam, lang=lang), solution_pdf(exam, key, lang=lang)]  # their formulas are no text
    for pdf in (*sheets, *booklets):
        text = subprocess.run(
            ["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True
        ).stdout.decode()
        assert [line for line in text.splitlines() if BROKEN.search(line)] == []
        assert pdf in sheets or [line for line in text.splitlines() if RELATION.search(line)] == []
        assert lang == "fr" or pdf in booklets or [match[0] for match in FRENCH.finditer(text)] == []
    assert [message for message in caplog.messages if SLOW_FONTS not in message] == []  # the press has nothing to say
