from fractions import Fraction

import pytest

from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.reading import Blank, Unreadable
from answers.kinds.tolerance import Tolerance

SEEDS = integers(3, 0, 64006)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("17", "519", "23375"), [17, 519, 23375]),
        (("17 519 23375",), [17, 519, 23375]),
        (("17 519 23375", "", " "), [17, 519, 23375]),
        (("17", "", "23375"), [17, None, 23375]),
        (("17", "", ""), [17, None, None]),
        (("", "", ""), [None, None, None]),
        (("",), [None, None, None]),
        (("17 519", "", ""), ["too-few-values"] * 3),
        (("17 519",), ["too-few-values"] * 3),
        (("17", "519 23375", ""), [17, "too-many-values", None]),
        (("17", "519"), ["too-few-values"] * 3),
    ],
)
def test_one_text_a_field_or_all_in_the_first(texts: tuple[str, ...], expected: list[object]) -> None:
    found = [
        None if isinstance(item, Blank) else item.reason if isinstance(item, Unreadable) else item
        for item in SEEDS.read(texts)
    ]
    assert found == expected


def test_numbers_are_compared_exactly() -> None:
    kind = probabilities(1)
    assert kind.agrees(Fraction(29, 45), Fraction(29, 45), Tolerance())
    assert not kind.agrees(Fraction(29, 45), Fraction(644, 1000), Tolerance())
    assert kind.agrees(Fraction(1, 2), Fraction(55, 100), Tolerance(absolute=Fraction(5, 100)))
    assert not kind.agrees(Fraction(1, 2), Fraction(5500001, 10**7), Tolerance(absolute=Fraction(5, 100)))


@pytest.mark.parametrize(
    ("kind", "fr", "en"),
    [(integers(1, 0, 9), "1 entier", "1 integer"), (probabilities(3), "3 nombres", "3 numbers")],
)
def test_a_kind_says_what_is_expected(kind: object, fr: str, en: str) -> None:
    assert [kind.describe(lang) for lang in ("fr", "en")] == [fr, en]  # type: ignore[attr-defined]
