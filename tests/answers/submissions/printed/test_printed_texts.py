"""What is read of printed pages, letter by letter: each rule at its limit."""

from collections.abc import Mapping
from itertools import chain

import pytest

from answers.errors import CorrigeError
from answers.submissions.printed.flattened import PrintedTexts, printed_texts
from answers.submissions.printed.glyphs import Glyph
from answers.submissions.printed.layout import Box, Layout, anchors
from answers.submissions.raw.pdf_limits import UNREADABLE
from tests.answers.submissions.printed.glyph_pages import put

WORDS = [glyph for n in range(12) for glyph in put(f"word{n}", 20 + 37 * (n % 5), 780 - 45 * n)]
BOXES = {
    "name": Box(0, 300, 700, 400, 720),
    "q1a_1": Box(0, 300, 600, 400, 620),
    "q1a_2": Box(0, 450, 600, 550, 620),
    "q1b_1": Box(0, 300, 500, 400, 520),
}
BLANK = Layout(BOXES, (anchors(WORDS),))
NOTHING = dict.fromkeys(BOXES, "")


def layout(exam: str, lang: str) -> Layout:
    assert exam == "small"
    return BLANK


def read(*written: list[Glyph]) -> Mapping[str, str] | None:
    """Return the texts in the boxes that are not empty, of a page with these letters."""
    found = printed_texts([[*WORDS, *chain(*written)]], "small", layout, "fr")
    return None if found is None else {name: text for name, text in found.values.items() if text}


def test_an_empty_sheet() -> None:
    assert printed_texts([WORDS], "small", layout) == PrintedTexts(NOTHING, complete=True)


def test_each_text_is_read_in_its_box_with_single_spaces() -> None:
    assert read(
        put("Doe", 310, 706),
        put("1", 310, 606) + put("234", 320, 606) + [Glyph(" ", 0, 0, 0, 0)] + put("5", 340, 606),
        put("½", 460, 606),
        put("outside", 310, 650),
    ) == {"name": "Doe", "q1a_1": "1 234 5", "q1a_2": "½"}


def test_a_word_from_the_right_does_not_turn_the_digits_of_its_row() -> None:
    """PDFium gives such a row from its end."""
    turned = [*put("17 5", 310, 606)[-2::-1], *put("שלום", 460, 606)[::-1]]
    assert read(turned) == {"q1a_1": "17 5", "q1a_2": "םולש"}


def test_a_page_that_was_scaled_and_moved() -> None:
    page = [
        Glyph(g.char, g.left / 2 + 10, g.bottom / 2 + 30, g.right / 2 + 10, g.top / 2 + 30)
        for g in [*WORDS, *put("17", 310, 506)]
    ]
    assert printed_texts([page], "small", layout) == PrintedTexts({**NOTHING, "q1b_1": "17"}, complete=True)


@pytest.mark.parametrize(
    ("left", "text"),
    [(300.4, "1234…"), (300.5, "1234"), (379.5, "1234"), (379.6, "1234…"), (310, "1234")],
)
def test_a_text_that_touches_an_edge_of_its_box_is_cut(left: float, text: str) -> None:
    assert read(put("1234", left, 606)) == {"q1a_1": text}


@pytest.mark.parametrize(
    ("left", "bottom", "text"),
    [
        (287.1, 606, "17…"),  # ends 7.9 points before the box: letters are 8 high
        (286.9, 606, "17"),
        (287.1, 616.1, "17"),  # on another line
        (287.1, 615.9, "17…"),
        (287.1, 596, "17…"),
        (287.1, 595.9, "17"),
    ],
)
def test_a_text_that_begins_before_its_box_is_cut(left: float, bottom: float, text: str) -> None:
    assert read(put("4", left, bottom), put("17", 310, 606)) == {"q1a_1": text}


@pytest.mark.parametrize(("left", "text"), [(407.9, "17…"), (408.1, "17"), (400, "17…")])
def test_a_text_that_goes_on_beyond_its_box_is_cut(left: float, text: str) -> None:
    assert read(put("17", 310, 606), put("4", left, 606)) == {"q1a_1": text}


def test_only_the_letters_beside_a_text_can_continue_it() -> None:
    far = put("4", 420, 450)
    assert read(put("17", 310, 606), far, put("4", 401, 606)) == {"q1a_1": "17"}
    assert read(put("4", 401, 606), far, put("17", 310, 606)) == {"q1a_1": "17"}
    spaces = [Glyph(" ", 0, 0, 0, 0)] * 3
    assert read(put("17", 310, 606), spaces, put("4", 401, 606)) == {"q1a_1": "17…"}
    assert read(put("4", 401, 606), spaces, put("17", 310, 606)) == {"q1a_1": "17…"}


@pytest.mark.parametrize(
    ("bottom", "is_read"),
    [
        (560, False),  # between the two rows
        (599.1, True),
        (598.9, False),  # more than a point below its row
        (619.9, True),
        (599, False),
        (499.1, True),
        (498.9, True),  # below all rows
        (520, True),
        (520.1, False),
        (640, True),  # above all rows
    ],
)
def test_a_word_between_two_rows_says_that_answers_may_have_moved(bottom: float, is_read: bool) -> None:
    found = read(put("17", 310, 606), put("added", 200, bottom))
    assert found == ({"q1a_1": "17"} if is_read else None)


def test_letters_alone_and_words_of_the_blank_sheet_are_not_astray() -> None:
    assert read(put("x", 200, 560)) == {}
    assert read(put("word3", 200, 560)) is None  # once more than on the blank sheet


def test_a_page_with_a_turned_letter_is_not_read() -> None:
    assert read(put("17", 310, 606, is_upright=False)) is None


@pytest.mark.parametrize(
    ("values", "complete", "is_whole"),
    [
        ({"q1a_1": "17"}, True, True),
        ({"q1a_1": "17"}, False, False),
        ({"q1a_1": "", "q1a_2": "5…"}, True, True),
        ({"q1a_1": f"{UNREADABLE}…{UNREADABLE}"}, True, False),
        ({"name": "Doe", "q1a_1": ""}, True, False),
        ({}, True, False),
    ],
)
def test_what_is_whole(values: dict[str, str], complete: bool, is_whole: bool) -> None:
    assert PrintedTexts(values, complete).is_whole == is_whole


TWO_PAGES = Layout({**BOXES, "q2_1": Box(1, 300, 600, 400, 620)}, (BLANK.anchors[0], BLANK.anchors[0]))


def test_a_box_is_looked_for_on_its_page() -> None:
    pages = [[*WORDS, *put("17", 310, 606)], [*WORDS, *put("18", 310, 606)]]
    found = printed_texts(pages, "small", lambda *_: TWO_PAGES)
    assert found == PrintedTexts({**NOTHING, "q1a_1": "17", "q2_1": "18"}, complete=True)


def test_pages_too_many_or_too_few_are_read_and_told() -> None:
    assert printed_texts([WORDS], "small", lambda *_: TWO_PAGES) == PrintedTexts(NOTHING, complete=False)
    assert printed_texts([WORDS, WORDS], "small", layout) == PrintedTexts(NOTHING, complete=False)
    other = put("another", 20, 20)
    second = printed_texts([other, WORDS], "small", lambda *_: TWO_PAGES)
    assert second == PrintedTexts({"q2_1": ""}, complete=False)


def test_no_page_at_all() -> None:
    assert printed_texts([], "small", layout) is None
    assert printed_texts([[]], "small", layout) is None


def test_without_an_installed_exam() -> None:
    def unknown(exam: str, lang: str) -> Layout:
        raise CorrigeError.one(f"there is no exam {exam}")

    assert printed_texts([WORDS], "small", unknown) is None


@pytest.mark.parametrize("told", ["fr", "en"])
def test_a_sheet_that_fits_every_page_is_taken_at_once(told: str) -> None:
    asked = []

    def noted(exam: str, lang: str) -> Layout:
        asked.append((exam, lang))
        return BLANK

    assert printed_texts([WORDS], "small", noted, told) is not None
    assert asked == [("small", told)]


@pytest.mark.parametrize("told", ["fr", "en"])
def test_of_two_sheets_that_fit_some_pages_the_one_that_kept_most_is_taken(told: str) -> None:
    """In French all words of one page are in place, in English one in twelve has moved."""
    moved = dict(BLANK.anchors[0])
    moved["word3", 0] = (0.0, 0.0)
    sheets = {"fr": Layout({"q1_1": BOXES["q1a_1"]}, (BLANK.anchors[0],) * 2), "en": Layout(BOXES, (moved,) * 2)}
    found = printed_texts([WORDS, put("another", 20, 20)], "small", lambda _, lang: sheets[lang], told)
    assert found is not None
    assert found.values == {"q1_1": ""}
