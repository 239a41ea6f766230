"""Printed numbers are the expected texts, and are parsed to the same values."""

import math
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import format_decimal, format_exact
from answers.kinds.numbers.text import read_numbers
from answers.kinds.parsing import Unreadable

LANGUAGES = st.sampled_from(["fr", "en"])
DOMAINS = st.sampled_from([Domain(), Domain(low=0, high=1), Domain(integer=True, low=0, high=64006)])
EXACT = st.one_of(
    st.integers(-(10**19), 10**19),
    st.fractions(-2, 2, max_denominator=2000),
    st.builds(Fraction, st.integers(-(10**6) + 1, 10**6 - 1), st.integers(1, 10**6 - 1)),
    st.builds(lambda n, k: Fraction(n, 10**k), st.integers(-99999, 99999), st.integers(0, 6)),
)

MANY = settings(max_examples=200, deadline=None)  # other work may share the machine


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (17, "17", "17"),
        (-5, "−5", "−5"),
        (Fraction(29, 45), "29/45 ≈ 0,644", "29/45 ≈ 0.644"),
        (Fraction(1, 2), "1/2 = 0,5", "1/2 = 0.5"),
        (Fraction(-29, 12), "−29/12 ≈ −2,42", "−29/12 ≈ −2.42"),
        (Fraction(10**40 + 1, 3), "≈ 3,3333·10³⁹", "≈ 3.3333·10³⁹"),
        (Fraction(5015100000000001, 3000000), "≈ 1,6717·10⁹", "≈ 1.6717·10⁹"),
        (10**20 - 1, "9" * 20, "9" * 20),
        (10**20, "≈ 1·10²⁰", "≈ 1·10²⁰"),
        (Fraction(999999, 1000), "999999/1000 ≈ 1000", "999999/1000 ≈ 1000"),
        (Fraction(1, 10**11 - 1), "1/99999999999 ≈ 1·10⁻¹¹", "1/99999999999 ≈ 1·10⁻¹¹"),
        (Fraction(1, 10**12 - 1), "≈ 1·10⁻¹²", "≈ 1·10⁻¹²"),
        (Fraction(10**12 + 1, 3), "≈ 3,3333·10¹¹", "≈ 3.3333·10¹¹"),
        (Fraction(5, 16), "5/16 = 0,3125", "5/16 = 0.3125"),  # four digits are short
        (Fraction(1, 64), "1/64 ≈ 0,0156", "1/64 ≈ 0.0156"),  # 0.015625 is not
        (Fraction(1547, 125), "1547/125 ≈ 12,38", "1547/125 ≈ 12.38"),  # nor is 12.376
    ],
)
def test_exact_values(value: int | Fraction, french: str, english: str) -> None:
    assert format_exact(value, "fr") == french
    assert format_exact(value, "en") == english


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(29, 45), 4, "0,6444"),
        (-2.5, 4, "−2,5"),
        (-0.0, 4, "0"),
        (9999.6, 4, "1·10⁴"),
        (12345, 4, "1,234·10⁴"),  # the half goes to the even digit
        (1672000000, 2, "1,7·10⁹"),
        (0.00012, 4, "0,00012"),
        (1e-5, 4, "1·10⁻⁵"),
        (Fraction(1, 3), 60, "0," + "3" * 60),
        (Fraction(10**70, 3), 60, "3," + "3" * 59 + "·10⁶⁹"),
        (Fraction(10) ** 5000, 4, "1·10⁵⁰⁰⁰"),
        (1.5, 1, "2"),
        (2.5, 1, "2"),
        (Fraction(9999, 10**8), 4, "9,999·10⁻⁵"),
    ],
)
def test_decimals(value: Fraction | float, digits: int, text: str) -> None:
    assert format_decimal(value, "fr", digits) == text
    assert format_decimal(value, "en", digits) == text.replace(",", ".")


@pytest.mark.slow
@MANY
@given(st.lists(EXACT, min_size=1, max_size=4), LANGUAGES, DOMAINS)
@example([Fraction(9, 8)], "en", Domain(integer=True, low=0, high=64006))
def test_what_is_printed_exactly_is_read_back(values: list[int | Fraction], lang: str, domain: Domain) -> None:
    text = " ; ".join(format_exact(v, lang) for v in values)
    assert "≈" not in text[:1]
    assert read_numbers(text, len(values), domain) == tuple(values)


@MANY
@given(st.floats(-1e50, 1e50).filter(lambda x: x == 0 or abs(x) > 1e-50), LANGUAGES, st.integers(1, 17))
def test_a_printed_decimal_is_read_back_to_its_precision(value: float, lang: str, digits: int) -> None:
    limit = 2 * abs(Fraction(value))
    read = read_numbers(format_decimal(value, lang, digits), 1, Domain(low=-limit, high=limit))
    assert not isinstance(read, Unreadable)
    assert read[0] is not None
    place = math.floor(math.log10(abs(value))) if value else 0
    assert abs(read[0] - Fraction(value)) <= Fraction(10) ** (place + 1 - digits) / 2 + abs(Fraction(value)) / 10**15


@pytest.mark.parametrize(
    ("value", "lang", "digits", "why"),
    [
        (math.nan, "fr", 4, "only a finite number can be printed, got nan"),
        (math.inf, "fr", 4, "only a finite number can be printed, got inf"),
        (1, "de", 4, "a number is printed in one of fr, en, got 'de'"),
        (1, "fr", 0, "significant digits must be between 1 and 60, got 0"),
        (1, "fr", 61, "significant digits must be between 1 and 60, got 61"),
    ],
)
def test_what_cannot_be_printed(value: float, lang: str, digits: int, why: str) -> None:
    with pytest.raises(ValueError, match=f"^{why}$"):
        format_decimal(value, lang, digits)
    if lang != "fr":
        with pytest.raises(ValueError, match=f"^{why}$"):
            format_exact(1, lang)
