"""Shifted bold and italic letters beside the elements that they replace."""

from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from pypdf import PdfReader

from answers.sheets.inline_styles import BOLD, ITALIC, with_shifted_letters
from answers.sheets.pdf import FEEDBACK_STYLE, render_pdf

PAGE = '<html lang="fr"><body data-token="t" data-page="p" data-running="r"><p>Avant</p>{}</body></html>'
WORDS = "À travailler : −0,5 pt chacune ; « déjà vu » ≈ 1/2"


def drawn(html: str) -> bytes:
    with pypdfium2.PdfDocument(render_pdf(PAGE.format(html), fillable=False, style=FEEDBACK_STYLE)) as document:
        assert len(document) == 1
        return np.asarray(document[0].render(scale=2).to_numpy()).tobytes()


def test_letters_are_shifted_and_nothing_else() -> None:
    html = "<p>a <b>A b</b> <var>é</var><b class='x'>C</b><var>d<sub>1</sub></var><b>&lt;</b><b>\ufdfd</b></p>"
    shifted = f"{chr(BOLD + 65)} {chr(BOLD + 98)} {chr(ITALIC + 0xE9)}"
    assert with_shifted_letters(html) == (
        f"<p>a {shifted}<b class='x'>C</b><var>d<sub>1</sub></var><b>&lt;</b>\ufdfd</p>"
    )
    pair = '<span class="pair">({}, 2)</span>'
    assert with_shifted_letters(pair.format("<b>i</b>")) == f"({chr(BOLD + 105)},\u00a02)"
    assert with_shifted_letters(pair.format("<sub>1</sub>")) == pair.format("<sub>1</sub>")


@pytest.mark.slow
def test_shifted_letters_are_drawn_as_bold_ones() -> None:
    assert drawn(f"<p><b>{WORDS}</b></p>") == drawn(f'<p><b class="element">{WORDS}</b></p>')
    assert drawn(f"<p><b>{WORDS}</b></p>") != drawn(f"<p>{WORDS}</p>")


@pytest.mark.slow
def test_programs_read_the_letters_themselves() -> None:
    html = f"<p><b>{WORDS}</b> et <var>E</var>(<var>G</var>) = 2 <var>β</var></p>"
    pdf = render_pdf(PAGE.format(html), fillable=False, style=FEEDBACK_STYLE)
    with pypdfium2.PdfDocument(pdf) as document:
        texts = [document[0].get_textpage().get_text_range(), PdfReader(BytesIO(pdf)).pages[0].extract_text()]
    assert all(f"{WORDS} et E(G) = 2 β" in text.replace("\u00a0", " ") for text in texts)
