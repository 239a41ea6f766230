from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.sheets.display import heaviest, is_plural, one_line, points_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("  a \t\n b\u2028c ", "a b c"),
        ("\u202eabc\u0000\x1b", "abc"),
        ("\ud800x", "x"),
        ("e\u0301", "é"),
        ("1234567890", "1234567890"),
        ("12345678901", "123456789…"),
        ("12345678 90", "12345678…"),
        ("a" + " " * 5000 + "b", "a…"),
    ],
)
def test_text_is_brought_to_one_short_line(text, shown):
    assert one_line(text, 10) == shown


def test_what_is_looked_at_ends_after_eight_characters_for_each_one_shown():
    assert one_line("a" + " " * 79, 10) == "a"
    assert one_line("a" + " " * 80, 10) == "a…"
    assert one_line(" " * 79 + "bc", 10) == "b…"


def test_a_line_has_60_characters_unless_told_otherwise():
    assert one_line("x" * 60) == "x" * 60
    assert one_line("x" * 61) == "x" * 59 + "…"


@given(st.text(max_size=200), st.integers(2, 30))
def test_a_line_is_short_and_stays_as_it_is(text, limit):
    line = one_line(text, limit)
    assert len(line) <= limit
    assert one_line(line, limit) == line
    assert line == " ".join(line.split())


@pytest.mark.parametrize(
    ("points", "french", "english"),
    [
        (Fraction(0), "0", "0"),
        (Fraction(1, 3), "0,33", "0.33"),
        (Fraction(3, 2), "1,5", "1.5"),
        (Fraction(20), "20", "20"),
        (Fraction(39, 2), "19,5", "19.5"),
        (Fraction(12345), "12345", "12345"),
    ],
)
def test_points_are_printed_to_a_hundredth(points, french, english):
    assert points_text(points, "fr") == french
    assert points_text(points, "en") == english


@pytest.mark.parametrize(
    ("number", "french", "english"),
    [(Fraction(0), False, True), (Fraction(1), False, False), (Fraction(3, 2), False, True), (Fraction(2), True, True)],
)
def test_plurals_differ_between_languages(number, french, english):
    assert is_plural(number, "fr") == french
    assert is_plural(number, "en") == english


def test_the_heaviest_plans_come_first_ties_in_order():
    support = [(3, "1/6"), (5, "1/2"), (9, "1/6"), (11, "100000001/700000001")]
    assert heaviest(support, 3, "fr") == [(5, "1/2"), (3, "1/6"), (9, "1/6")]
    assert heaviest(support, 9, "en")[3] == (11, "0.143")


def test_a_probability_of_more_than_five_characters_is_rounded():
    support = [(1, "11/45"), (2, "11/101"), (3, "2/90")]
    assert heaviest(support, 3, "fr") == [(1, "11/45"), (2, "0,109"), (3, "1/45")]
    assert heaviest(support, 0, "fr") == []


def test_ties_stand_in_order_whatever_theirs_was():
    assert heaviest([(9, "1/6"), (3, "1/6"), (5, "1/6")], 2, "fr") == [(3, "1/6"), (5, "1/6")]
