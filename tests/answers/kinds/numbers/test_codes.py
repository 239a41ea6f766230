"""Codes: five binary digits or an integer, never taken for one another."""

from fractions import Fraction

import pytest

from answers.kinds.numbers.codes import codes
from answers.kinds.numbers.numbers import integers
from answers.kinds.reading import Blank, Unreadable
from answers.kinds.tolerance import EXACT

ONE = codes(1, 5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("01000", 8),
        ("8", 8),
        ("00000", 0),
        ("11111", 31),
        ("00011", 3),
        ("10", 10),
        ("11", 11),
        ("101", 101),
        ("1000", 1000),
        ("code = 01110", 14),
        (" 01110. ", 14),
        ("01110 = 14", 14),
        ("010000", 10000),
        ("12000", 12000),
    ],
)
def test_five_digits_are_bits_and_all_else_is_an_integer(text: str, value: int) -> None:
    assert ONE.read((text,)) == (value,)


@pytest.mark.parametrize("text", ["0 1 1 1 0", "01110 01111", "01110 = 15", "x01110"])
def test_what_is_no_single_code_is_for_the_teacher(text: str) -> None:
    assert isinstance(ONE.read((text,))[0], Unreadable)


def test_a_decimal_is_no_code() -> None:
    """31.004 may be thirty-one thousand: it is for the teacher, and never right."""
    assert isinstance(ONE.read(("31.004",))[0], Unreadable)
    assert ONE.read(("31.00000",)) == (31,)
    assert not ONE.agrees(8, Fraction("8.01"), EXACT)


def test_an_unread_text_is_told_as_it_was_written() -> None:
    assert ONE.read(("01110 01111",)) == (Unreadable("01110 01111", "too-many-values"),)


def test_several_codes_in_fields_or_in_a_list() -> None:
    kind = codes(3, 5, none=True)
    assert kind.count == 3
    assert kind.read(("01110", "14", "-1")) == (14, 14, -1)
    assert kind.read(("01110 00001 -1",)) == (14, 1, -1)
    assert kind.read(("01110", "", "31")) == (14, Blank(), 31)


def test_codes_are_integers_of_so_many_digits_or_minus_one_where_there_may_be_none() -> None:
    assert codes(2, 5).domain == integers(2, 0, 31).domain
    assert codes(2, 5, none=True).domain == integers(2, -1, 31).domain


def test_a_code_is_written_as_an_integer() -> None:
    assert ONE.format(14, "fr") == "14"
    assert ONE.describe("en") == "1 integer"


def test_what_an_ambiguous_code_may_be() -> None:
    (found,) = codes(1, 12).read(("1,000",))
    assert found == Unreadable("1,000", "ambiguous", (1, 1000))
