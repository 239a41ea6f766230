"""How large boxes are, and how they stand in rows, by hand."""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.identity import Student
from answers.exam.question import Part
from answers.exam.words import LANGUAGES
from answers.kinds.kind import Kind
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.tolerance import EXACT, Tolerance
from answers.sheets.layout import layout
from answers.sheets.rows import DIGITS, FRACTION, LONG, NUMBER, Size, laid_out, size_of
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.printed.glyphs import page_glyphs
from answers.submissions.printed.layout import blank_boxes, letters_in
from tests.answers.exam.rich import Anything
from tests.simulations.box_widths import fits

HUNDREDTH, THOUSANDTH = (Tolerance(absolute=Fraction(1, 10**digits)) for digits in (2, 3))
PER_CENT = Tolerance(relative=Fraction(1, 100))


@pytest.mark.parametrize(
    ("kind", "tolerance", "width", "size"),
    [
        (integers(1, 0, 9), EXACT, 0, DIGITS),
        (integers(1, -1, 5), EXACT, 0, DIGITS),  # "−1"
        (integers(1, 0, 100), EXACT, 0, NUMBER),
        (integers(1, 0, 10**9 - 1), EXACT, 0, NUMBER),  # nine characters of 4.2 mm are 37.8 mm
        (integers(1, 0, 10**9), EXACT, 0, LONG),
        (Numbers(1, Domain(integer=True, low=0)), EXACT, 0, LONG),
        (Numbers(1, Domain(integer=True, low=0)), EXACT, 5, NUMBER),
        (Numbers(1, Domain(low=0)), PER_CENT, 0, LONG),  # "1,67·10⁹"
        (probabilities(1), EXACT, 0, FRACTION),
        (probabilities(1), HUNDREDTH, 0, NUMBER),
        (probabilities(1), PER_CENT, 0, NUMBER),  # "0,000123"
        (Numbers(1, Domain(low=-1500, high=1500)), THOUSANDTH, 0, NUMBER),  # "−1234,567"
        (Anything(), EXACT, 0, LONG),
    ],
)
def test_the_longest_right_answer_fits_as_it_is_asked(kind: Kind, tolerance: Tolerance, width: int, size: Size) -> None:
    assert size_of(Part(1, "", kind, Fraction(1), tolerance, width=width)) is size


def rows(label: str, *parts: tuple[Size, str]) -> list[str]:
    return ["".join(row) for row in laid_out(parts, lambda _: label).rows]


@pytest.mark.parametrize(
    ("label", "parts", "expected"),
    [
        ("x =", [(NUMBER, "abcd")], ["ab", "cd"]),
        ("x =", [(NUMBER, "a"), (NUMBER, "b"), (NUMBER, "c"), (NUMBER, "d")], ["abc", "d"]),
        ("x =", [(NUMBER, "aa"), (NUMBER, "bb")], ["aa", "bb"]),
        ("x =", [(DIGITS, "aaa"), (DIGITS, "bbb"), (DIGITS, "ccc")], ["aaabbb", "ccc"]),
        ("i =", [(DIGITS, "pnijd"), (DIGITS, "wijd")], ["pnijd", "wijd"]),
        ("x =", [(NUMBER, "a"), (DIGITS, "b"), (NUMBER, "c"), (DIGITS, "d")], ["abcd"]),
        ("u(0) =", [(LONG, "abc")], ["ab", "c"]),
        ("a word or two =", [(NUMBER, "abc")], ["abc"]),  # on two lines
        ("a label of five words or more, which is long =", [(NUMBER, "abc")], ["ab", "c"]),
    ],
)
def test_rows_are_few_and_even_and_a_part_is_not_broken_to_stand_beside_another(
    label: str, parts: list[tuple[Size, str]], expected: list[str]
) -> None:
    assert rows(label, *parts) == expected


@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["nash", "phantom", "dice", "yahtzee", "jeux", "verger"])
def test_boxes_have_room_for_a_hand_and_no_word_runs_into_one(name: str, lang: str) -> None:
    pdf = sheet_pdf(Blank(load_exam(name), 4242, Student("s", "", "")), lang=lang)
    found = layout(pdf)
    lines: defaultdict[tuple[int, float], list[tuple[float, float]]] = defaultdict(list)
    for box in found:
        x, y, width, height = box.rectangle
        assert width > 11.99
        assert height > 8.99
        assert x > 16
        assert x + width < 210 - 14
        lines[box.sheet_page, y].append((x, x + width))
    assert all(left[1] < right[0] for line in lines.values() for left, right in pairwise(sorted(line)))
    glyphs = page_glyphs(pdf)
    assert glyphs is not None
    boxes = {name: box for name, box in blank_boxes(pdf).items() if name != "u0"}
    for number, page in enumerate(glyphs):
        assert letters_in({name: box for name, box in boxes.items() if box.page == number}, page) == {}
    assert len(glyphs) == (1 if name == "nash" else 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nash", "phantom", "dice", "yahtzee", "jeux", "verger"])
def test_99_of_100_right_answers_fit(name: str) -> None:
    found = [one for part in fits(load_exam(name), 20) for one in part.fit]
    assert sum(found) >= 0.99 * len(found)
