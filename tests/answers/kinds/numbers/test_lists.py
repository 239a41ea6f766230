from dataclasses import replace
from fractions import Fraction

import pytest

from answers.kinds.numbers.lists import Number, ValueList, values_at
from answers.kinds.numbers.marks import RefusedError, Roles

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
NO_SPACES = replace(ANY, spaces_separate=False)
COMMAS = replace(ANY, decimal=".", comma_separates=True, spaces_separate=False)
DASHES = replace(ANY, dashes_separate=True, spaces_separate=False)
LOOSE = replace(DASHES, loose_dashes=True)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "roles", "expected"),
    [
        ("17", ANY, [(17,)]),
        ("1 2", ANY, [(1, 2)]),
        ("1 2", NO_SPACES, []),
        ("1 234", ANY, [(1234,), (1, 234)]),
        ("1 000", ANY, [(1000,)]),  # zeros in front begin no second value
        ("1;2", ANY, [(1, 2)]),
        ("1 ; 2 | 3\n4 & 5", ANY, [(1, 2, 3, 4, 5)]),
        ("1, 2, & 3", ANY, [(1, 2, 3)]),
        ("0,5, 0,3", ANY, [(HALF, Fraction(3, 10))]),
        ("1,2", COMMAS, [(1, 2)]),
        ("1 ,05", COMMAS, []),
        ("0.5,3", COMMAS, [(HALF, 3)]),
        ("0.5,3", replace(COMMAS, integers_only=True), []),
        ("1-2", DASHES, [(1, 2)]),
        ("1 - 2", DASHES, [(1, 2)]),
        ("1 -2", DASHES, []),
        ("1 -2", LOOSE, [(1, 2)]),
        ("1- 2", LOOSE, [(1, 2)]),
        ("1 -2", ANY, [(1, -2)]),
        ("? 2", ANY, [(None, 2)]),
        ("1 ; … ; ...", ANY, [(1, None, None)]),
        ("1 _ ??", ANY, [(1, None, None)]),
        ("u_0 = 17", ANY, [(17,)]),
        ("≈ 17", ANY, [(17,)]),
        ("u_0=17 u_1=5", ANY, [(17, 5)]),
        ("17 u_1=5", ANY, []),  # a label after a space, where the first value has none
        ("17 ; u_1=5", ANY, [(17, 5)]),
        ("≈1 ≈0", ANY, [(1, 0)]),
        ("≈1 =0", ANY, []),  # after a space only what also opens the text
        ("? ≈0", ANY, []),
        ("? ; ≈0", ANY, [(None, 0)]),
        ("1/2 ≈ 0,5", ANY, [(HALF,)]),
        ("1/2 = 0,5 ≈ 50 %", ANY, [(HALF,)]),
        ("1/2 ≈ 0,6", ANY, []),
        ("2/3 ≈ 0,66", ANY, [(Fraction(2, 3),)]),
        ("2/3 ≈ 0,67", ANY, [(Fraction(2, 3),)]),
        ("2/3 ≈ 0,65", ANY, []),
        ("2/3 ≈ 0,68", ANY, []),
        ("0,5 ≈ 1/2", ANY, [(HALF,)]),
        ("0,333 ≈ 1/3", ANY, []),
        ("5 (≈)", ANY, [(5,)]),
        ("5 ≈", ANY, [(5,)]),
        ("5. 6.", ANY, [(5, 6)]),
        ("x", ANY, []),
        ("1 x", ANY, []),
        ("", ANY, []),
    ],
)
def test_every_interpretation_of_any_length(
    text: str, roles: Roles, expected: list[tuple[Fraction | None, ...]]
) -> None:
    values = ValueList(text, roles)
    assert values.counts() == {len(one) for one in expected}
    found = [one for count in range(1, 7) for one in values.interpretations(count)]
    assert sorted(found, key=len) == sorted(expected, key=len)


def test_only_values_that_are_kept_count_and_blanks_always_do() -> None:
    values = ValueList("1 234 567", ANY)
    assert values.interpretations(2) == {(1, 234567), (1234, 567)}
    assert values.interpretations(2, lambda value: value < 10_000) == {(1234, 567)}
    assert values.interpretations(3, lambda value: value < 500) == set()
    assert values.interpretations(1, lambda value: value > 5000) == {(1234567,)}
    assert ValueList("? 5", ANY).interpretations(2, lambda value: value == 5) == {(None, 5)}


def test_of_many_interpretations_two_are_enough() -> None:
    whole = {(1, 234567890), (1234, 567890), (1234567, 890)}
    found = ValueList("1 234 567 890", ANY).interpretations(2)
    assert len(found) == 2
    assert found < whole


def test_the_work_is_bounded() -> None:
    for ask in (lambda values: values.counts(), lambda values: values.interpretations(60)):
        with pytest.raises(RefusedError) as caught:
            ask(ValueList("111 " * 125, ANY))
        assert str(caught.value) == "ambiguous"


def test_as_many_values_as_numerals_are_read_without_trying_to_group() -> None:
    assert ValueList(" ".join(["111"] * 60), ANY).interpretations(60) == {(Fraction(111),) * 60}


def test_a_long_list_with_one_interpretation_is_within_the_bound() -> None:
    numbers = tuple(map(Fraction, range(1000, 1100)))
    values = ValueList(" ".join(map(str, numbers)), ANY)
    assert values.counts() == {100}
    assert values.interpretations(100) == {numbers}


def read(text: str, start: int = 0, under: Roles = ANY) -> list[tuple[int, Fraction, Fraction]]:
    return [tuple(found) for found in values_at(text, start, under)]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("17", 17, "1"),
        ("-5", -5, "1"),
        ("- 5", -5, "1"),
        ("+5", 5, "1"),
        ("+ 5", 5, "1"),
        ("1,25", "5/4", "1/100"),
        ("1.250", "5/4", "1/1000"),
        (",5", "1/2", "1/10"),
        ("-.25", "-1/4", "1/100"),
        ("1'234'567,5", "2469135/2", "1/10"),
        ("1,67×10^9", "1670000000", "10000000"),
        ("1,67 10^9", "1670000000", "10000000"),
        ("5.10^9", "5000000000", "1000000000"),
        ("5.10**9", "5000000000", "1000000000"),
        ("1.67.10 ^ 9", "1670000000", "10000000"),
        ("2 x 10**-3", "1/500", "1/1000"),
        ("2*10^(3)", 2000, "1000"),
        ("2 × 10^{+3}", 2000, "1000"),
        ("10×10^2", 1000, "100"),
        ("2e3", 2000, "1000"),
        ("2,5E-3", "1/400", "1/10000"),
        ("2 e+03", 2000, "1000"),
        ("100e2", 10000, "100"),
        ("0e5", 0, "100000"),
        ("2^10", 1024, "0"),
        ("-2^10", -1024, "0"),
        ("2 ** 10", 1024, "0"),
        ("2^{-1}", "1/2", "0"),
        ("10^9", 10**9, "0"),
        ("999^2", 998001, "0"),
        ("1^999", 1, "0"),
        ("1/3", "1/3", "0"),
        ("-1 / 3", "-1/3", "0"),
        ("0,5/0,25", 2, "0"),
        ("50%", "1/2", "1/100"),
        ("33,3 %", "333/1000", "1/1000"),
        ("5 ‰", "1/200", "1/1000"),
        ("½", "1/2", "0"),
        ("-½", "-1/2", "0"),
        ("(1/2)", "1/2", "0"),
        ("-(1)", -1, "1"),
        ("(-1)", -1, "1"),
        ("((1))", 1, "1"),
        ("(((1)))", 1, "1"),
    ],
)
def test_one_number_alone(text: str, value: int | str, unit: str) -> None:
    assert read(text) == [(len(text), Fraction(value), Fraction(unit))]
    assert read(f"x{text}y", 1) == [(len(text) + 1, Fraction(value), Fraction(unit))]


@pytest.mark.parametrize("text", ["", "x", "-", "--5", "(", "(1", "(x)", "((1)", "((((1))))", "%", "/2", "×10^9", "^2"])
def test_no_number(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "end", "value"),
    [
        ("5,", 1, 5),
        ("1.2.3", 3, "6/5"),
        ("1'23", 1, 1),
        ("0'234", 1, 0),
        ("1'2345", 1, 1),
        ("1'234×10^6", 5, 1234),  # a mantissa is never grouped
        ("1000^2", 4, 1000),  # a base of four digits
        ("110^2", 3, 110),  # a product whose sign was lost, rather
        ("1,5^2", 3, "3/2"),
        ("1/0", 1, 1),
        ("1/0,0", 1, 1),
        ("1/x", 1, 1),
        ("1/2/3", 3, "1/2"),
        ("2^10^2", 4, 1024),
        ("1e", 1, 1),
    ],
)
def test_where_a_number_ends(text: str, end: int, value: int | str) -> None:
    assert [(number.end, number.value) for number in values_at(text, 0, ANY)] == [(end, Fraction(value))]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1 234 567", [(1, 1), (5, 1234), (9, 1234567)]),
        ("-12 345", [(3, -12), (7, -12345)]),
        ("1 234,5", [(1, 1), (5, 1234), (7, Fraction(2469, 2))]),
        ("1 234,56 789", [(1, 1), (5, 1234), (8, Fraction(123456, 100))]),
        ("123 456.5 ", [(3, 123), (7, 123456), (9, Fraction(246913, 2))]),
        ("1 2345", [(1, 1)]),
        ("1 23", [(1, 1)]),
        ("1234 567", [(4, 1234)]),
        ("0 644", [(1, 0)]),
        ("1,5 234", [(3, Fraction(3, 2))]),
        ("(1 234)", [(7, 1234)]),
        ("1½", [(2, Fraction(3, 2)), (1, 1)]),
        ("1 ½", [(3, Fraction(3, 2)), (1, 1)]),
    ],
)
def test_spaces_may_group_or_not(text: str, found: list[tuple[int, int | Fraction]]) -> None:
    assert [(number.end, number.value) for number in values_at(text, 0, ANY)] == found


def test_the_unit_of_grouped_digits_is_that_of_their_last() -> None:
    assert read("1 234,25") == [(1, 1, 1), (5, 1234, 1), (8, Fraction(4937, 4), Fraction(1, 100))]


def test_spaces_that_do_not_group() -> None:
    assert read("1 234 567", under=replace(ANY, spaces_group=False)) == [(1, 1, 1)]


@pytest.mark.parametrize(("head", "readings"), [("1", 20), ("12", 20), ("123", 20)])
def test_groups_are_read_up_to_sixty_digits(head: str, readings: int) -> None:
    found = values_at(head + " 000" * 30, 0, ANY)
    assert [number.value for number in found] == [int(head) * 1000**k for k in range(readings)]


@pytest.mark.parametrize(
    ("text", "decimal", "thousands", "end", "value"),
    [
        ("1.234.567,5", ",", ".", 11, "2469135/2"),
        ("1,234", ".", ",", 5, 1234),
        ("1,234.5", ".", ",", 7, "2469/2"),
        ("1234.567", ",", ".", 4, 1234),
        ("1.2345", ",", ".", 1, 1),
        ("0.234", ",", ".", 1, 0),
        ("1'234.567", ",", ".", 5, 1234),  # one mark a number
        ("1,234,567", "", ",.", 9, 1234567),
        ("1,5", "", "", 1, 1),
        (",5", "", ",", None, None),
    ],
)
def test_the_roles_of_the_comma_and_the_dot(
    text: str, decimal: str, thousands: str, end: int | None, value: int | str | None
) -> None:
    found = values_at(text, 0, replace(ANY, decimal=decimal, thousands=thousands))
    assert [(one.end, one.value) for one in found] == ([] if value is None else [(end, Fraction(value))])


def test_where_dashes_separate_no_value_has_a_sign() -> None:
    assert read("-5", under=replace(ANY, dashes_separate=True)) == []
    assert read("5", under=replace(ANY, dashes_separate=True)) == [(1, 5, 1)]


@pytest.mark.parametrize("text", ["1" + "0" * 60, "10^60", "1e60", "1×10^60", "1e-60", "0," + "0" * 59 + "1", "-1e60"])
def test_the_largest_and_the_smallest_values(text: str) -> None:
    (number,) = values_at(text, 0, ANY)
    assert abs(number.value) in (10**60, Fraction(1, 10**60))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1" + "0" * 59 + "1", "too-large"),
        ("10^61", "too-large"),
        ("1e61", "too-large"),
        ("1e-61", "too-large"),
        ("1e999", "too-large"),
        ("1^1000", "too-large"),
        ("10^-999999999", "too-large"),
        ("0," + "0" * 60 + "1", "too-large"),
        (f"{10**60}/0,1", "too-large"),
        (f"{10**60}½", "too-large"),
        ("0^0", "not-a-number"),
        ("0^5", "not-a-number"),
        ("10e9", "ambiguous"),
        ("10 e9", "ambiguous"),
        ("2×10e9", "ambiguous"),
        ("1,67 * 10E9", "ambiguous"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(RefusedError) as caught:
        values_at(text, 0, ANY)
    assert str(caught.value) == reason


def test_zeros_do_not_make_an_exponent_large() -> None:
    assert values_at("1e-0005", 0, ANY) == [Number(7, Fraction(1, 10**5), Fraction(1, 10**5))]
