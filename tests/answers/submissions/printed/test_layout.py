import io
import zlib

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.submissions.printed.layout import (
    MAX_GLYPHS,
    UNREADABLE,
    Anchors,
    Box,
    Glyph,
    align,
    blank_layout,
    limit_qpdf,
    modest_contents,
    page_glyphs,
    page_text,
    unpacked,
)
from tests.answers.submissions.sheets import blank, helvetica, saved

WORDS: Anchors = {f"word{n}": (20.0 + 37 * (n % 5), 10.0 + 29 * n) for n in range(20)}


def test_pages_are_counted_from_zero_and_other_annotations_are_no_boxes() -> None:
    with pikepdf.open(io.BytesIO(blank())) as document:
        document.add_blank_page()
        document.pages.reverse()
        document.pages[1].Annots.append(pikepdf.Dictionary(Subtype=pikepdf.Name.Link, Rect=[0, 0, 1, 1]))
        layout = blank_layout(saved(document))
    first = blank_layout(blank())
    assert {name: box.page for name, box in layout.boxes.items()} == dict.fromkeys(first.boxes, 1)
    assert layout.anchors == ({}, *first.anchors)


@pytest.mark.parametrize(
    ("across", "up", "is_inside"),
    [(15, 25, True), (10, 20, True), (30, 40, True), (9, 25, False), (31, 25, False), (15, 19, False), (15, 41, False)],
)
def test_a_box_holds_what_has_its_middle_inside(across: float, up: float, is_inside: bool) -> None:
    glyph = Glyph("x", across - 3, up - 4, across + 3, up + 4)
    assert Box(0, 10, 20, 30, 40).holds(glyph) == is_inside


def moved(scale: float, right: float, up: float) -> Anchors:
    return {word: (scale * x + right, scale * y + up) for word, (x, y) in WORDS.items()}


@given(st.floats(0.5, 2), st.floats(-100, 100), st.floats(-100, 100))
def test_a_page_that_was_scaled_and_moved_is_aligned(scale: float, right: float, up: float) -> None:
    alignment = align(WORDS, moved(scale, right, up))
    box = alignment.moved(Box(3, 10, 20, 30, 40))
    assert box.page == 3
    expected = (10 * scale + right, 20 * scale + up, 30 * scale + right, 40 * scale + up)
    assert (box.left, box.bottom, box.right, box.top) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(
    ("scale", "fits"), [(0.29, False), (0.3, False), (0.31, True), (2.99, True), (3, False), (3.01, False)]
)
def test_a_page_is_neither_tiny_nor_huge(scale: float, fits: bool) -> None:
    for across, up in ((scale, 1), (1, scale)):
        alignment = align(WORDS, {word: (across * x, up * y) for word, (x, y) in WORDS.items()})
        assert (alignment is not None) == fits


@pytest.mark.parametrize(("shift", "fits"), [(0.9, True), (-0.9, True), (1.1, False), (-1.1, False)])
@pytest.mark.parametrize("axis", [0, 1])
def test_nine_words_in_ten_keep_their_places_within_a_point(axis: int, shift: float, fits: bool) -> None:
    page = dict(WORDS)
    for word in ("word7", "word12"):
        x, y = WORDS[word]
        page[word] = (x + shift * (axis == 0), y + shift * (axis == 1))
    assert (align(WORDS, page) is not None) == fits
    assert align(WORDS, {**page, "word7": WORDS["word7"]}) is not None


def test_words_elsewhere_turned_or_too_few_do_not_fit() -> None:
    assert align(WORDS, {word: (x, y + 6 * (n > 9)) for n, (word, (x, y)) in enumerate(WORDS.items())}) is None
    assert align(WORDS, {word: (y, -x) for word, (x, y) in WORDS.items()}) is None
    assert align(WORDS, dict.fromkeys(WORDS, (7.0, 7.0))) is None
    assert align({}, {}) is None
    assert [align(few, few) is not None for few in (dict(list(WORDS.items())[:n]) for n in (8, 7))] == [True, False]


UPRIGHT = "1 0 0 1"


def typed(text: str, *matrices: str, font: pikepdf.Dictionary | None = None) -> bytes:
    document = pikepdf.new()
    for matrix in matrices or (UPRIGHT,):
        document.add_blank_page(page_size=(600, 800))
        page = document.pages[-1]
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font or helvetica()))
        page.Contents = document.make_stream(f"BT /F 10 Tf {matrix} 50 60 Tm ({text}) Tj ET".encode())
    return saved(document)


def test_letters_with_their_places() -> None:
    ((first, second),) = page_glyphs(typed("Hi")) or ()
    assert (first.char, second.char) == ("H", "i")
    assert 50 <= first.left < first.right <= second.left < second.right < 62
    assert first.bottom == pytest.approx(60, abs=0.5)
    assert first.top == pytest.approx(67, abs=1)  # capitals are seven tenths of the size
    assert first.is_upright
    assert second.is_upright


@pytest.mark.parametrize(
    ("matrix", "is_upright"),
    [
        (UPRIGHT, True),
        ("2 0 0 3", True),
        ("1 0 0.3 1", True),  # slanted
        ("-1 0 0 -1", False),
        ("-1 0 0 1", False),
        ("1 0 0 -1", False),
        ("0 1 -1 0", False),
    ],
)
def test_turned_and_mirrored_letters(matrix: str, is_upright: bool) -> None:
    (page,) = page_glyphs(typed("F", matrix)) or ()
    assert [glyph.is_upright for glyph in page] == [is_upright]


def test_a_letter_that_the_file_does_not_tell_is_no_letter() -> None:
    encoding = pikepdf.Dictionary(Differences=pikepdf.Array([65, pikepdf.Name("/g123")]))
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica, Encoding=encoding
    )
    (page,) = page_glyphs(typed("AB", font=font)) or ()
    assert page_text(page) == f"{UNREADABLE}B"


@pytest.mark.parametrize(("pages", "is_read"), [(40, True), (41, False)])
def test_forty_pages_at_most(pages: int, is_read: bool) -> None:
    result = page_glyphs(typed("a", *[UPRIGHT] * pages))
    assert (result is not None) == is_read


def test_of_a_page_at_most_twenty_thousand_glyphs_and_nothing_of_what_is_damaged_or_huge() -> None:
    (page,) = page_glyphs(typed("a" * (MAX_GLYPHS + 5))) or ()
    assert len(page) == MAX_GLYPHS == 20_000
    assert page_glyphs(b"%PDF-1.7") is None
    document = pikepdf.new()
    document.add_blank_page()
    document.Root.Image = document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)
    assert page_glyphs(saved(document)) == ((),)
    document.Root.Padding = document.make_stream(bytes(20_000_001))
    assert page_glyphs(saved(document)) is None


def test_a_stream_is_unpacked_within_twenty_megabytes_of_all_together() -> None:
    limit_qpdf()
    document = pikepdf.new()
    packed, larger, damaged = (
        document.make_stream(content, Filter=pikepdf.Name.FlateDecode)
        for content in (zlib.compress(bytes(7)), zlib.compress(bytes(30_000_000)), b"no flate")
    )
    image = document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)
    assert [unpacked(stream) for stream in (packed, image, damaged, larger)] == [bytes(7), b"", None, None]
    for sizes, modest in (([], True), ([20_000_000], True), ([20_000_001], False), ([19_999_999, 1, 1], False)):
        document = pikepdf.new()
        document.Root.Streams = pikepdf.Array([document.make_stream(bytes(size)) for size in sizes])
        assert (modest_contents(document) is not None) == modest
