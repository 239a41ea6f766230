"""Formulas are compared by their values, not by their writing."""

from fractions import Fraction

import pytest

from answers.kinds.formulas import POINTS, Formula
from answers.kinds.parsing import Unreadable
from answers.kinds.tolerance import EXACT

KIND = Formula()


def agrees(expected: str, written: str) -> bool:
    (reading,) = KIND.read((written,))
    assert not isinstance(reading, Unreadable), written
    return KIND.agrees(expected, reading, EXACT)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        *(
            ("n(n+1)/2", written)
            for written in ("n(n+1)/2", "(n² + n)/2", "n*(n+1)/2", "0,5 n (n + 1)", "n^2/2 + n/2", "(n+1)n/2")
        ),
        ("n(n+1)/2", "n × (n + 1) ÷ 2"),
        ("2^n - 1", "2ⁿ − 1"),
        ("n log2(n)", "n lg n"),
        ("sqrt(n)", "√n"),
        ("n!", "factorial(n)"),
        ("1/(2n)", "(1/2)/n"),
        ("-n^2", "-(n²)"),
        ("ln(n)/ln(2)", "log2(n)"),
        ("2^(n-1)", "2ⁿ/2"),
        ("n", "n^2/n"),
    ],
)
def test_the_same_formula_written_otherwise(expected: str, written: str) -> None:
    assert agrees(expected, written)


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        *(
            ("n(n+1)/2", written)
            for written in ("n(n-1)/2", "n^2", "2^n", "n", "0", "sqrt(n - 100)", "n(n+1)/2 + 0,000000001")
        ),
        ("n log2(n)", "10^400"),
        ("n log2(n)", "200!"),
        ("exp(-11n)", "0"),
    ],
)
def test_another_formula_is_wrong(expected: str, written: str) -> None:
    assert not agrees(expected, written)


@pytest.mark.parametrize(
    "written",
    [
        "1/2n", "1/n²(n+1)", "log n²", "√n!", "log log n", "2^2n", "2^n(n+1)", "1,000n", "m + 1", "n +", "(n", "n = 3",
        "__import__('os')", "(n+1)!", "n 2", "2(,3)", "n^1/2", "n^-1/2", "2n + n^2/3", "n^0,5/2", "n" * 501, "(" * 300,
    ],
)  # fmt: skip
def test_what_is_no_formula_or_two_is_left_to_the_teacher(written: str) -> None:
    (reading,) = KIND.read((written,))
    assert isinstance(reading, Unreadable)


def test_values_are_exact_and_bounded() -> None:
    assert KIND.values("n/3") == tuple(Fraction(point, 3) for point in POINTS)
    assert KIND.values("1/(n-2)")[0] is None
    assert KIND.values("9^9^9^9^n") == (None,) * len(POINTS)
    assert not KIND.agrees("1/(n-n)", "1/(n-n)", EXACT)  # it has no value at all


def test_other_variables() -> None:
    assert Formula("k").read(("2k",)) == ("2k",)
    assert isinstance(Formula("k").read(("2n",))[0], Unreadable)
    for name, raised in ("k", "ᵏ"), ("m", "ᵐ"), ("t", "ᵗ"):
        kind = Formula(name)
        assert kind.agrees(f"2^({name}+1)", f"2{raised}⁺¹", EXACT)
        assert isinstance(Formula("n").read((f"2{raised}",))[0], Unreadable)


def test_a_solution_is_a_formula() -> None:
    assert KIND.to_value("n + 1") == "n + 1"
    with pytest.raises(ValueError, match="not-a-formula"):
        KIND.to_value("m")
    with pytest.raises(TypeError, match="formula"):
        KIND.to_value(3)
