from fractions import Fraction

import pytest

from answers.kinds.numbers.lists import ValueList, values_at
from answers.kinds.numbers.signs import RefusedError, Roles

ANY = Roles(
    decimal=",.",
    thousands="",
    comma_separates=False,
    integers_only=False,
    spaces_group=True,
    spaces_separate=True,
    dashes_separate=False,
    loose_dashes=False,
)


def test_of_many_interpretations_two_are_enough() -> None:
    whole = {(1, 234567890), (1234, 567890), (1234567, 890)}
    result = ValueList("1 234 567 890", ANY).interpretations(2)
    assert len(result) == 2
    assert result < whole


def test_the_work_is_bounded() -> None:
    for ask in (lambda values: values.counts(), lambda values: values.interpretations(60)):
        with pytest.raises(RefusedError) as caught:
            ask(ValueList("111 " * 125, ANY))
        assert str(caught.value) == "ambiguous"


def read(text: str, start: int = 0, under: Roles = ANY) -> list[tuple[int, Fraction, Fraction]]:
    return [tuple(result) for result in values_at(text, start, under)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("1,25", "5/4", "1/100"),
        ("1'234'567,5", "2469135/2", "1/10"),
        ("2 x 10**-3", "1/500", "1/1000"),
        ("2*10^(3)", 2000, "1000"),
        ("2 × 10^{+3}", 2000, "1000"),
        ("2 e+03", 2000, "1000"),
        ("100e2", 10000, "100"),
        ("0e5", 0, "100000"),
        ("2^{-1}", "1/2", "0"),
        ("999^2", 998001, "0"),
        ("1^999", 1, "0"),
        ("0,5/0,25", 2, "0"),
        ("33,3 %", "333/1000", "1/1000"),
        ("(-1)", -1, "1"),
        ("(((1)))", 1, "1"),
    ],
)
def test_one_number_alone(text: str, value: int | str, unit: str) -> None:
    """Besides those of fixtures/numbers.csv."""
    assert read(text) == [(len(text), Fraction(value), Fraction(unit))]
    assert read(f"x{text}y", 1) == [(len(text) + 1, Fraction(value), Fraction(unit))]


@pytest.mark.parametrize("text", ["", "x", "-", "--5", "(", "(1", "(x)", "((1)", "((((1))))", "%", "/2", "×10^9", "^2"])
def test_no_number(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize("text", ["1" + "0" * 60, "10^60", "1e60", "1×10^60", "1e-60", "0," + "0" * 59 + "1", "-1e60"])
def test_the_largest_and_the_smallest_values(text: str) -> None:
    (number,) = values_at(text, 0, ANY)
    assert abs(number.value) in (10**60, Fraction(1, 10**60))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1" + "0" * 59 + "1", "too-large"),
        ("1e61", "too-large"),
        ("1e-61", "too-large"),
        ("1^1000", "too-large"),
        ("0," + "0" * 60 + "1", "too-large"),
        (f"{10**60}/0,1", "too-large"),
        (f"{10**60}½", "too-large"),
        ("0^5", "not-a-number"),
        ("2×10e9", "ambiguous"),
        ("1,67 * 10E9", "ambiguous"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RefusedError) as caught:
        values_at(text, 0, ANY)
    assert str(caught.value) == reason
