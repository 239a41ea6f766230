import io
import zlib
from dataclasses import astuple

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf.settings import set_qpdf_limits

from answers.sheets.identity import STUDENT_FIELDS, field_name
from answers.submissions.printed.layout import (
    MAX_GLYPHS,
    UNREADABLE,
    Anchors,
    Box,
    Glyph,
    Layout,
    align,
    anchors,
    blank_layout,
    limit_qpdf,
    modest_contents,
    page_glyphs,
    page_text,
    unpacked,
)
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.printed.glyph_pages import put
from tests.answers.submissions.sheets import blank, helvetica, saved

WORDS: Anchors = {f"word{n}": (20.0 + 37 * (n % 5), 10.0 + 29 * n) for n in range(20)}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_field_of_a_blank_sheet_has_a_box(lang: str) -> None:
    layout = blank_layout(blank(lang))
    items = {field_name(part_id, item + 1) for part_id, count in SMALL.counts.items() for item in range(count)}
    assert set(layout.boxes) == items | set(STUDENT_FIELDS)
    for box in layout.boxes.values():
        assert box.page == 0
        assert 0 < box.left < box.right < 596  # A4, in points
        assert 0 < box.bottom < box.top < 842
    assert layout.boxes["q1a_1"].left < layout.boxes["q1a_2"].left
    assert layout.boxes["q1a_1"].bottom > layout.boxes["q1b_1"].top


@pytest.mark.parametrize("corners", [[1, 2, 30, 40], [30, 2, 1, 40], [1, 40, 30, 2], [30, 40, 1, 2]])
def test_corners_may_come_in_any_order(corners: list[int]) -> None:
    document = pikepdf.new()
    document.add_blank_page()
    document.pages[0].Annots = pikepdf.Array([pikepdf.Dictionary(T="q1a_1", Rect=corners)])
    layout = blank_layout(saved(document))
    assert layout == Layout({"q1a_1": Box(0, 1, 2, 30, 40)}, ({},))
    assert {type(edge) for edge in astuple(layout.boxes["q1a_1"])[1:]} == {float}


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


def test_words_of_two_letters_that_are_there_once_are_anchors_at_their_first_letter() -> None:
    page = [*put("ab", 10, 20), *put("c", 30, 20), *put("gh", 40, 21), *put("gh", 50, 21), *put("def", 70, 22)[:-1]]
    spaces = [Glyph(" ", 0, 0, 0, 0)] * 2
    assert anchors([*spaces, *page]) == {"ab": (10, 20), "def": (70, 22)}
    assert anchors([*page, Glyph("\n", 0, 0, 0, 0), *spaces]) == anchors(page)


def moved(scale: float, right: float, up: float) -> Anchors:
    return {word: (scale * x + right, scale * y + up) for word, (x, y) in WORDS.items()}


@given(st.floats(0.5, 2), st.floats(-100, 100), st.floats(-100, 100))
def test_a_page_that_was_scaled_and_moved_is_aligned(scale: float, right: float, up: float) -> None:
    alignment = align(WORDS, moved(scale, right, up))
    assert alignment is not None
    box = alignment.moved(Box(3, 10, 20, 30, 40))
    assert box.page == 3
    expected = (10 * scale + right, 20 * scale + up, 30 * scale + right, 40 * scale + up)
    assert (box.left, box.bottom, box.right, box.top) == pytest.approx(expected, abs=0.01)


def test_a_page_may_be_stretched() -> None:
    alignment = align(WORDS, {word: (2 * x + 7, y / 2 - 3) for word, (x, y) in WORDS.items()})
    assert alignment is not None
    assert alignment.moved(Box(0, 10, 20, 30, 40)) == Box(0, 27, 7, 67, 17)


@pytest.mark.parametrize(
    ("scale", "fits"), [(0.29, False), (0.3, False), (0.31, True), (2.99, True), (3, False), (3.01, False)]
)
def test_a_page_is_neither_tiny_nor_huge(scale: float, fits: bool) -> None:
    for across, up in ((scale, 1), (1, scale)):
        alignment = align(WORDS, {word: (across * x, up * y) for word, (x, y) in WORDS.items()})
        assert (alignment is not None) == fits


@pytest.mark.parametrize(("number", "fits"), [(8, True), (7, False)])
def test_eight_words_at_least(number: int, fits: bool) -> None:
    few = dict(list(WORDS.items())[:number])
    assert (align(few, few) is not None) == fits


def test_long_pages_are_aligned_by_some_of_their_words_and_judged_by_all() -> None:
    long = {f"word{n}": (20.0 + 67 * (n % 8), 800.0 - 2 * n) for n in range(350)}
    alignment = align(long, long)
    assert alignment is not None
    for every, fits in ((11, True), (9, False)):
        alignment = align(long, {word: (x, y + 6 * (n % every == 0)) for n, (word, (x, y)) in enumerate(long.items())})
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


@pytest.mark.parametrize(("step", "fits"), [(41, True), (40, False)])
def test_words_that_stand_too_near_say_nothing_of_the_scale(step: float, fits: bool) -> None:
    narrow = {f"word{n}": (20.0 + step * (n % 2), 10.0 + 29 * n) for n in range(20)}
    low = {word: (y, x) for word, (x, y) in narrow.items()}
    assert [align(page, page) is not None for page in (narrow, low)] == [fits, fits]


def test_words_may_be_added_and_half_of_them_lost() -> None:
    assert align(WORDS, {**WORDS, "more": (1.0, 2.0)}) is not None
    assert align(WORDS, dict(list(WORDS.items())[:10])) is not None
    assert align(WORDS, dict(list(WORDS.items())[:9])) is None


def test_words_elsewhere_turned_or_too_few_do_not_fit() -> None:
    assert align(WORDS, {word: (x, y + 6 * (n > 9)) for n, (word, (x, y)) in enumerate(WORDS.items())}) is None
    assert align(WORDS, {word: (y, -x) for word, (x, y) in WORDS.items()}) is None
    assert align(WORDS, dict.fromkeys(WORDS, (7.0, 7.0))) is None
    assert align({}, {}) is None


UPRIGHT = "1 0 0 1"


def typed(text: str, *matrices: str, font: pikepdf.Dictionary | None = None) -> bytes:
    """A page for each matrix with a text in 10 points at (50, 60)."""
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


def test_pages_in_order_and_their_text() -> None:
    pages = page_glyphs(typed("a b", UPRIGHT, UPRIGHT))
    assert pages is not None
    assert [page_text(page) for page in pages] == ["a b", "a b"]
    assert page_text(()) == ""
    assert [glyph.is_space for glyph in pages[0]] == [False, True, False]


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


def test_spaces_that_are_made_up_are_upright() -> None:
    (page,) = page_glyphs(typed("a) Tj 100 0 Td (b", "-1 0 0 -1")) or ()
    assert [(glyph.is_space, glyph.is_upright) for glyph in page] == [(False, False), (True, True), (False, False)]


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


def test_of_a_page_at_most_twenty_thousand_glyphs() -> None:
    (page,) = page_glyphs(typed("a" * (MAX_GLYPHS + 5))) or ()
    assert len(page) == MAX_GLYPHS == 20_000


def test_what_is_damaged_or_huge_is_not_read() -> None:
    assert page_glyphs(b"%PDF-1.7") is None
    document = pikepdf.new()
    document.add_blank_page()
    document.Root.Padding = document.make_stream(bytes(20_000_001))
    assert page_glyphs(saved(document)) is None


def test_a_page_of_images_has_no_glyphs() -> None:
    document = pikepdf.new()
    document.add_blank_page()
    document.Root.Image = document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)
    assert page_glyphs(saved(document)) == ((),)


@pytest.fixture
def document() -> pikepdf.Pdf:
    limit_qpdf()
    return pikepdf.new()


def packed(document: pikepdf.Pdf, size: int) -> pikepdf.Stream:
    return document.make_stream(zlib.compress(bytes(size)), Filter=pikepdf.Name.FlateDecode)


def damaged(document: pikepdf.Pdf) -> pikepdf.Stream:
    return document.make_stream(b"no flate", Filter=pikepdf.Name.FlateDecode)


def image(document: pikepdf.Pdf) -> pikepdf.Stream:
    return document.make_stream(bytes(30_000_000), Subtype=pikepdf.Name.Image)


@pytest.mark.parametrize(
    ("sizes", "modest"),
    [([], True), ([20_000_000], True), ([20_000_001], False), ([19_999_999, 1], True), ([19_999_999, 1, 1], False)],
)
def test_twenty_megabytes_together_are_modest(document: pikepdf.Pdf, sizes: list[int], modest: bool) -> None:
    document.Root.Streams = pikepdf.Array([document.make_stream(bytes(size)) for size in sizes])
    assert (modest_contents(document) is not None) == modest


def test_images_do_not_count(document: pikepdf.Pdf) -> None:
    document.Root.Image = image(document)
    assert modest_contents(document) == {}
    document.Root.Other = document.make_stream(bytes(20_000_001))
    assert modest_contents(document) is None


def test_what_does_not_unpack_is_not_modest(document: pikepdf.Pdf) -> None:
    document.Root.Stream = damaged(document)
    assert modest_contents(document) is None


def test_what_is_modest_is_told_by_the_numbers_of_its_streams(document: pikepdf.Pdf) -> None:
    document.Root.Streams = pikepdf.Array([packed(document, 7), image(document), document.make_stream(b"plain")])
    one, _, other = document.Root.Streams.as_list()
    assert modest_contents(document) == {one.objgen: bytes(7), other.objgen: b"plain"}


def test_a_stream_is_unpacked_within_the_limit(document: pikepdf.Pdf) -> None:
    assert unpacked(packed(document, 7)) == bytes(7)
    assert unpacked(image(document)) == b""
    assert unpacked(damaged(document)) is None
    assert unpacked(packed(document, 30_000_000)) is None


def test_the_limits_of_qpdf_are_those_of_a_sheet_many_times_over() -> None:
    limit_qpdf()
    before = set_qpdf_limits(flate_max_memory=20_000_000, parser_max_container_size=20_000)
    assert before == {"flate_max_memory": 20_000_000, "parser_max_container_size": 20_000}
