"""Every face of the verger exam fits its pages, marked papers with a line to each question that lost points."""

from fractions import Fraction
from io import BytesIO

import pytest
from pypdf import PdfReader

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES
from answers.flags import U0_CHANGED, Note
from answers.paper import Mark, Verdict
from answers.sheets.sheet import BlankSheet, Feedback, Model, Sheet, sheet_pdf
from tests.answers.sheets.samples import paper_of

EXAM = load_exam("verger")


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_model_is_one_page_a_blank_sheet_and_a_wrong_paper_two(lang: str) -> None:
    def pages(sheet: Sheet) -> int:
        return len(PdfReader(BytesIO(sheet_pdf(sheet, lang=lang))).pages)

    for u0 in (17, 64006):
        key = make_key(EXAM, u0)
        assert (pages(BlankSheet(EXAM, u0)), pages(Model(EXAM, key))) == (2, 1)
    wrong = Mark("0,1234", Verdict.WRONG, None, Fraction(0))
    longest = Mark("W" * 300, Verdict.UNREADABLE, Note("ambiguous"), Fraction(0))
    for item, most in ((wrong, 2), (longest, 3)):
        paper = paper_of(EXAM, {part.id: (item,) * part.count for part in EXAM.parts}, flags=(U0_CHANGED,))
        assert pages(Feedback(EXAM, make_key(EXAM, 17), paper)) <= most
