"""How many pages sheets have that are full: exams with drawings, marked papers with a line to each question."""

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
from tests.answers.exams.seeds import seeds
from tests.answers.sheets.samples import paper_of


def pages(sheet: Sheet, lang: str) -> int:
    return len(PdfReader(BytesIO(sheet_pdf(sheet, lang=lang))).pages)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "u0"), seeds([("jeux", 17), ("jeux", 42), ("verger", 17), ("verger", 64006)], 1))
def test_a_blank_sheet_has_two_pages(name: str, u0: int, lang: str) -> None:
    """Seed 42 of `jeux` draws a tree of 26 leaves; most drawings are as high as any."""
    assert pages(BlankSheet(load_exam(name), u0), lang) == 2


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_model_of_verger_has_one_page_and_a_wrong_paper_two(lang: str) -> None:
    exam = load_exam("verger")
    for u0 in (17, 64006):
        assert pages(Model(exam, make_key(exam, u0)), lang) == 1
    wrong = Mark("0,1234", Verdict.WRONG, None, Fraction(0))
    longest = Mark("W" * 300, Verdict.UNREADABLE, Note("ambiguous"), Fraction(0))
    for item, most in ((wrong, 2), (longest, 3)):
        paper = paper_of(exam, {part.id: (item,) * part.count for part in exam.parts}, flags=(U0_CHANGED,))
        assert pages(Feedback(exam, make_key(exam, 17), paper), lang) <= most
