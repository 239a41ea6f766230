"""Reading of printed pages, letter by letter: each rule at its limit."""

from collections.abc import Mapping
from itertools import chain

import pytest

from answers.submissions.printed.flattened import PrintedTexts, printed_texts
from answers.submissions.printed.layout import UNREADABLE, Box, Glyph, Layout, anchors
from answers.submissions.raw.submission import CUT

WIDTH, HEIGHT = 5.0, 8.0


def put(text: str, left: float, bottom: float, *, is_upright: bool = True) -> list[Glyph]:
    """Letters 5 points wide and 8 high, without any PDF."""
    places = [left + WIDTH * index for index in range(len(text))]
    letters = [
        Glyph(char, place, bottom, place + WIDTH, bottom + HEIGHT, is_upright)
        for char, place in zip(text, places, strict=True)
    ]
    return [*letters, Glyph(" ", 0, 0, 0, 0)]


WORDS = [glyph for n in range(12) for glyph in put(f"word{n}", 20 + 37 * (n % 5), 780 - 45 * n)]
BOXES = {
    "name": Box(0, 300, 700, 400, 720),
    "q1a_1": Box(0, 300, 600, 400, 620),
    "q1a_2": Box(0, 450, 600, 550, 620),
    "q1b_1": Box(0, 300, 500, 400, 520),
}
BLANK = Layout(BOXES, (anchors(WORDS),))
NOTHING = dict.fromkeys(BOXES, "")


def texts_of(*pages: list[Glyph], blank: Layout = BLANK) -> PrintedTexts:
    return printed_texts(pages, blank)


def read(*written: list[Glyph]) -> Mapping[str, str]:
    return {name: text for name, text in texts_of([*WORDS, *chain(*written)]).values.items() if text}


@pytest.mark.parametrize(
    ("seed", "answers", "is_whole"),
    [
        ("17", ["TWRQS", "PX", "QT"], True),  # words, where the printed seed is legible
        (UNREADABLE, ["TWRQS", "PX", "QT"], False),  # Ghostscript draws the digits of some forms as letters
        (UNREADABLE, ["42193", "777", ""], True),
    ],
)
def test_letters_in_place_of_digits_are_no_text(seed: str, answers: list[str], is_whole: bool) -> None:
    boxes = {**BOXES, "u0": Box(0, 450, 700, 550, 720)}
    texts = (seed, *answers)
    places = ((460, 706), (310, 606), (460, 606), (310, 506))
    letters = chain.from_iterable(put(text, *place) for text, place in zip(texts, places, strict=True))
    assert texts_of([*WORDS, *letters], blank=Layout(boxes, BLANK.anchors)).is_whole is is_whole


def test_a_page_without_half_of_the_words_has_lost_them() -> None:
    for count, lost in ((6, set()), (5, {0})):
        words = [glyph for n in range(count) for glyph in put(f"word{n}", 20 + 37 * (n % 5), 780 - 45 * n)]
        assert texts_of([*words, *put("17", 310, 606)]).lost == lost


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


@pytest.mark.parametrize(
    ("left", "text"),
    [(300.4, "⋯1234⋯"), (300.5, "1234"), (372.4, "1234"), (372.5, "1234⋯"), (383, "123⋯"), (389, "12⋯")],
)
def test_a_text_is_whole_where_its_box_has_room_for_another_letter(left: float, text: str) -> None:
    """Digits 8 points high are of a type of 10.8: a program may have left out what begins so near to the edge.

    Of a text that is not whole, the letters beyond the box are left out: a person may not see them. A text that begins
    at the left edge may have lost its beginning.
    """
    assert read(put("1234", left, 606)) == {"q1a_1": text}


@pytest.mark.parametrize(("left", "bottom", "text"), [(289, 606, "⋯417⋯"), (287, 606, "17"), (289, 597, "17")])
def test_a_text_that_begins_before_its_box_is_cut(left: float, bottom: float, text: str) -> None:
    assert read(put("4", left, bottom)[:-1] + put("17", 301, 606)) == {"q1a_1": text}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("37 /537", f"37 /537{UNREADABLE}"),
        ("1 /997 /415", f"1 /997 /415{UNREADABLE}"),
        ("0,123 /456", f"0,123 /456{UNREADABLE}"),
        ("37/537", "37/537"),
        ("37 / 537", "37 / 537"),
        ("1 /2", "1 /2"),
        ("15 /26", "15 /26"),
    ],
)
def test_digits_that_may_be_a_fraction_or_grouped_by_a_space_are_read_as_neither(text: str, expected: str) -> None:
    texts = texts_of([*WORDS, *put(text, 310, 606)])
    assert (texts.values["q1a_1"], texts.is_whole, texts.cut_off) == (expected, True, ())


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("123456789" * 2 + "0123", [], "1234567891234567890123"),
        ("123456789" * 2 + "0123", put("b)", 577, 606), "123456789123456789⋯"),
        ("123456789" * 2 + "0123", put("b)", 578, 606), "1234567891234567890123"),
        ("123456789" * 2 + "0123", put("b)", 573, 590), "1234567891234567890123"),
        ("1" * 19, [], "1" * 18 + CUT),
        ("1" * 20, [], "1" * 18 + CUT),
        ("1" * 21, [], "1" * 21),
        ("1" * 30, put("5", 310, 606), "1" * 30),
        ("1" * 31, put("5", 310, 606), "1" * 18 + CUT),
    ],
)
def test_a_text_that_goes_on_well_beyond_its_box_is_whole_where_nothing_else_stands(
    text: str, others: list[Glyph], expected: str
) -> None:
    """Its letters are 5 points wide and begin 10 after the box does, which has 100."""
    assert read(others, put(text, 460, 606))["q1a_2"] == expected


def drawn(number: int, *letters: Glyph) -> list[Glyph]:
    return [letter._replace(text_object=number) for letter in letters]


@pytest.mark.parametrize(
    ("count", "own", "expected"),
    [
        (30, drawn(2, *put("17", 452, 606)), "17"),
        (31, drawn(2, *put("17", 452, 606)), "17"),
        (32, drawn(2, *put("17", 452, 606)), "⋯17⋯"),  # a letter that PDFium left out may have stood there
        (30, drawn(2, *put("1", 452, 606)[:-1]) + drawn(3, *put("7", 457, 606)), "⋯17⋯"),
        (30, drawn(2, *put("17", 457, 606)), "⋯17⋯"),
        (30, [], CUT + "11" + CUT),  # letters of a long text in a box without an answer are none
    ],
)
def test_a_text_that_runs_into_another_box_is_cut_and_the_answer_there_is_read_if_it_is_apart(
    count: int, own: list[Glyph], expected: str
) -> None:
    texts = texts_of([*WORDS, *drawn(1, *put("1" * count, 310, 606)), *own])
    assert (texts.values["q1a_1"], texts.values["q1a_2"]) == ("1" * 18 + CUT, expected)
    assert texts.cut_off == ("q1a_1",)


@pytest.mark.parametrize(("count", "text"), [(22, "17"), (26, "⋯17⋯"), (28, "⋯17⋯")])
def test_an_answer_may_be_how_a_long_text_before_it_goes_on(count: int, text: str) -> None:
    """The long text ends 30, 10 and 0 points before the answer in the next box."""
    texts = texts_of([*WORDS, *drawn(1, *put("1" * count, 310, 606)), *drawn(2, *put("17", 451, 606))])
    assert texts.values["q1a_2"] == text
    assert texts.cut_off == (() if text == "17" else ("q1a_1",))


def test_a_text_object_goes_on_beyond_the_box_after_several_spaces() -> None:
    letters = [*put("1", 310, 606), *put("5", 410, 606)]
    assert read(drawn(1, *letters)) == {"q1a_1": "1 5"}
    assert read(letters) == {"q1a_1": "1"}


@pytest.mark.parametrize("left", [296, 294])
def test_a_sign_of_another_font_before_the_box_belongs_to_its_text(left: float) -> None:
    assert read(drawn(1, *put("−", left, 606)[:-1]), drawn(2, *put("5", 301, 606))) == {"q1a_1": "⋯−5⋯"}


@pytest.mark.parametrize(("bottom", "is_read"), [(601, True), (600.9, False), (611, True), (611.1, False)])
def test_a_letter_across_the_top_or_bottom_of_a_box_says_that_answers_may_have_moved(
    bottom: float, is_read: bool
) -> None:
    assert read(put("17", 310, bottom)) == ({"q1a_1": "17"} if is_read else {})
    assert read(put("17", 310, bottom, is_upright=False)) == {}


@pytest.mark.parametrize(
    ("written", "is_whole"),
    [
        (put("17", 310, 606), True),
        (put("5", 310, 606) + put("17", 394, 506), True),
        (put(UNREADABLE * 2, 310, 506), False),
        (put(UNREADABLE, 310, 506) + put("5", 310, 606), True),
        (put(UNREADABLE, 310, 506) + put("5", 310, 606) + put(f"1{UNREADABLE}", 460, 606), False),
        (put("Doe", 310, 706), False),
    ],
)
def test_what_is_whole_has_answers_of_which_half_are_legible(written: list[Glyph], is_whole: bool) -> None:
    assert texts_of([*WORDS, *written]).is_whole == is_whole


TWO_PAGES = Layout({**BOXES, "q2_1": Box(1, 300, 600, 400, 620)}, (BLANK.anchors[0], BLANK.anchors[0]))


def test_pages_too_many_or_too_few_are_read_and_told() -> None:
    page = [*WORDS, *put("17", 310, 606)]
    other = put("another", 20, 20)
    expected = {**NOTHING, "q1a_1": "17"}
    for pages, blank, values in (
        ([page], TWO_PAGES, expected),
        ([page, page], BLANK, expected),
        ([other, page], TWO_PAGES, {"q2_1": "17"}),
        ([], BLANK, {}),
        ([[]], BLANK, {}),
    ):
        texts = texts_of(*pages, blank=blank)
        assert (texts.values, texts.is_whole) == (values, False)
