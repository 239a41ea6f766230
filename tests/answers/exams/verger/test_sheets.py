"""Every face of the verger exam fits its pages."""

from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES
from answers.paper import Mark, Verdict
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import Face, sheet_html
from tests.answers.sheets.samples import paper_of

EXAM = load_exam("verger")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_is_one_page_and_a_marked_paper_two(lang: str) -> None:
    def pages(u0: int, face: Face, **shown: Any) -> int:
        html = sheet_html(EXAM, u0, face, lang=lang, **shown)
        return len(PdfReader(BytesIO(render_pdf(html, fillable=face is Face.BLANK))).pages)

    for u0 in (17, 64006):
        key = make_key(EXAM, u0)
        assert pages(u0, Face.BLANK) == pages(u0, Face.MODEL, key=key) == pages(u0, Face.KEY, key=key) == 1
    item = Mark("W" * 300, Verdict.UNREADABLE, "ambiguous", Fraction(0))
    paper = paper_of(EXAM, {part.id: (item,) * part.count for part in EXAM.parts}, flags=("u0-changed",))
    assert pages(17, Face.FEEDBACK, key=make_key(EXAM, 17), paper=paper) == 2
