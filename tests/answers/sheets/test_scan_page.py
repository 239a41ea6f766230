"""A scanned page given back is read again: its ink, what is drawn on its boxes, what is said beside them."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import numpy as np
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from answers.assets import shared_words
from answers.exam.key import make_key
from answers.exam.words import LANGUAGES
from answers.flags import DECIDED, MISTAKE, Note
from answers.paper import Mark, Verdict
from answers.sheets.scan_page import FIRST, LAST, IssuedPage, scan_views
from answers.sheets.sheet import Feedback, sheet_pdf
from answers.sheets.view import question_views
from tests.answers.sheets.samples import NASH, nash_key, paper_of
from tests.answers.tiny import TINY

DPI = 150
ROW = {"1a.1": (20.0, 40.0, 38.0, 9.0), "1a.2": (80.0, 40.0, 12.0, 9.0), "2.1": (150.0, 280.0, 50.0, 14.0)}
COMMENT = "Un <b>soin</b> rare ; " * 12


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A page with a black bar through its boxes, from edge to edge."""
    page = Image.new("L", (1240, 1754), 255)
    for _, y, _, height in ROW.values():
        middle = round((y + height / 2) * DPI / 25.4)
        ImageDraw.Draw(page).rectangle((0, middle - 12, 1239, middle + 12), fill=10)
    path = tmp_path / "page.jpg"
    page.save(path, quality=90)
    return path


def wrong(remark: Note | None = None) -> Mark:
    return Mark("7", Verdict.WRONG, remark, Fraction(0))


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ink_shows_through_what_is_drawn_and_each_note_stands_beside_its_box(picture: Path, lang: str) -> None:
    right = Mark("10", Verdict.RIGHT, None, Fraction(1))
    decided = wrong(Note(f"{DECIDED.slug}:", COMMENT))
    paper = paper_of(TINY, {"1a": (right, decided), "2": (wrong(Note(MISTAKE, "half")),)}, u0=10)
    feedback = sheet_pdf(Feedback(TINY, make_key(TINY, 10), paper, scan=(IssuedPage(1, picture, ROW),)), lang=lang)
    with pikepdf.open(BytesIO(feedback)) as document:
        (image,) = document.pages[-1].get_images().values()
        assert image.read_raw_bytes() == picture.read_bytes()  # the picture is the one that was kept
    with pypdfium2.PdfDocument(feedback) as document:
        page = document[len(document) - 1]
        assert page.get_size() == pytest.approx((841.9, 595.3), abs=0.1)
        text = " ".join(page.get_textpage().get_text_bounded().split())
        shown = page.render(scale=2).to_numpy().astype(int)
    words = shared_words(lang)
    for sentence in (
        words["verdicts"]["wrong"],
        "soin</b> rare",
        {"fr": "La moitié au lieu du quart", "en": "Half for a quarter"}[lang],
    ):
        assert sentence in text, text
    assert words["verdicts"]["right"] not in text  # what is right and has no remark needs no words
    scale = 2 * 595.276 / 297  # pixels a mm of the student's page
    for item, colour in (("1a.1", 1), ("1a.2", 0), ("2.1", 0)):
        x, y, width, height = (edge * scale for edge in ROW[item])
        corner = shown[round(y + height - 4), round(x + 4), :3][::-1]
        assert int(np.argmax(corner)) == colour, (item, corner)
        bar = shown[round(y + height / 2), round(x) : round(x + width), :3]
        assert bar.max() < 60  # from edge to edge


def test_all_that_is_said_finds_a_place_beside_the_page_in_order(picture: Path) -> None:
    boxes = {
        f"{part.id}.{place}": (20.0 + 30 * place, 30.0 + 4 * at, 25.0, 9.0)
        for at, part in enumerate(NASH.parts)
        for place in range(1, part.count + 1)
    }
    for comment in ("", COMMENT):
        marks = {
            part.id: tuple(wrong(Note(f"{DECIDED.slug}:", f"{part.id} {at} {comment}")) for at in range(part.count))
            for part in NASH.parts
        }
        paper = paper_of(NASH, marks)
        questions = question_views(NASH, NASH.words("fr"), nash_key().params, nash_key(), paper)
        views = scan_views([IssuedPage(1, picture, boxes)], questions)
        assert (len(views) > 1) is bool(comment)
        noted = [box for view in views for box in view.noted]
        assert sorted(box.cell.field for box in noted) == sorted(box.cell.field for box in views[0].boxes)
        assert len(noted) == len(boxes)
        for view in views:
            ends = [FIRST, *(box.note + box.height for box in view.noted)]
            assert all(box.note >= end - 1e-9 for box, end in zip(view.noted, ends, strict=False))
            assert ends[-1] <= LAST + 1e-9


def test_a_note_is_as_high_as_its_box_where_there_is_room(picture: Path) -> None:
    paper = paper_of(TINY, {"1a": (wrong(), wrong()), "2": (wrong(),)}, u0=10)
    questions = question_views(TINY, TINY.words("en"), TINY.drawn(10), make_key(TINY, 10), paper)
    (view,) = scan_views([IssuedPage(1, picture, ROW)], questions)
    first, second, last = view.noted
    assert first.note == first.rectangle[1] == second.rectangle[1] < second.note
    assert last.note == last.rectangle[1]
