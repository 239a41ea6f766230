from io import BytesIO

import pikepdf
import pytest

from answers.exam.catalogue import load_exam
from answers.exam.words import LANGUAGES
from answers.sheets.pdf import render_pdf
from answers.sheets.sheet import BlankSheet, sheet_html
from tests.answers.exams.seeds import seeds


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("u0", seeds((17, 42, 1937), 1))
def test_drawings_and_fields_fit_two_pages(u0: int, lang: str) -> None:
    """Seed 42 draws a tree of 26 leaves; most drawings are as high as any."""
    html = sheet_html(BlankSheet(load_exam("jeux"), u0), lang=lang)
    assert html.count("<svg") == 7 + 2  # question 3 draws two grids in one
    with pikepdf.open(BytesIO(render_pdf(html, fillable=True))) as pdf:
        assert len(pdf.pages) == 2
