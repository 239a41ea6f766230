from dataclasses import replace
from fractions import Fraction

import pytest

from answers.kinds.numbers.lists import ValueList
from answers.kinds.numbers.marks import RefusedError, Roles
from tests.answers.kinds.numbers.test_values import ANY

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
