"""Test how the text of a program is read, and how results are compared."""

from fractions import Fraction

import pytest

from answers.kinds.parsing import Blank, Unreadable
from answers.kinds.programs import Program, case_verdict
from answers.kinds.tolerance import Tolerance
from answers.sandbox.literals import NotLiteralError, from_literal, literal

KIND = Program("f(x, y)")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("def f(x, y):\r\n\treturn x\r\n", "def f(x, y):\n\treturn x"),
        ("    def f(x, y):\n        return x\n", "def f(x, y):\n    return x"),
        ("```python\ndef f(x, y): return x\n```", "def f(x, y): return x"),
        ("def f(x, y):\n\N{NO-BREAK SPACE}   return x", "def f(x, y):\n    return x"),
        ("", Blank()),
        (" \n –\n", Blank()),
        ("✎ 4f2a 1", Unreadable("✎ 4f2a 1", "program-on-paper")),
        ("x" * 10_001, Unreadable("x" * 10_001, "program-too-long")),
    ],
)
def test_a_text_is_read_with_its_lines(text: str, read: object) -> None:
    assert KIND.read((text,)) == (read,)


@pytest.mark.parametrize(
    ("text", "defines"),
    [
        ("def f(x, y): pass", True),
        ("from math import gcd as f", True),
        ("class f: pass", True),
        ("f: object = max", True),
        ("g, f = min, max", True),
        ("from solution import (\n    g,\n    f,\n)", True),
        ("print 1\ndef f(x, y): pass", True),
        ("f((1, 2), 3) = 4", False),
        ("def g(x, y): pass", False),
    ],
)
def test_a_text_that_may_define_the_function_is_run(text: str, defines: bool) -> None:
    assert KIND.may_define(text) is defines


@pytest.mark.parametrize("signature", ["f", "f()", "f(x", "f(*x)", "f(x=1)", "f(x).y(z)", ""])
def test_a_signature_has_a_name_and_parameters(signature: str) -> None:
    with pytest.raises(ValueError, match="write the function"):
        Program(signature)


@pytest.mark.parametrize("options", [{"seconds": 0}, {"seconds": 100}, {"lines": 0}, {"lines": 41}])
def test_limits_are_in_a_range(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"from|lines"):
        Program("f(x)", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("expected", "got", "verdict"),
    [
        ("value 5", "value 5", "right"),
        ("value 5", "value 6", "value"),
        ("value 5", "value 5.0", "type"),
        ("value 1", "value True", "type"),
        ("value 5", "value None", "value"),
        ("value 5.0", "value 5", "right"),
        ("value 0.1", "value 0.10000000000000002", "right"),
        ("value inf", "value inf", "right"),
        ("value inf", "value 3", "value"),
        ("value Fraction(2, 4)", "value Fraction(1, 2)", "right"),
        ("value Fraction(1, 2)", "value 0.5", "type"),
        ("value Fraction(2, 1)", "value 2", "right"),
        ("value (1, 2)", "value [1, 2]", "type"),
        ("value (1, 2)", "value (1, 3)", "value"),
        ("value [[1], (2,)]", "value [[1], (2,)]", "right"),
        ("value [[1], (2,)]", "value [(1,), (2,)]", "type"),
        ("value {1, 2}", "value {2, 1}", "right"),
        ("value {'a': 1, 'b': [2.0]}", "value {'b': [2], 'a': 1}", "right"),
        ("value set()", "value {}", "type"),
        ("value 5", "raised KeyError: 1", "raised"),
        ("value 5", "slow", "slow"),
        ("value 5", "anything", "ended"),
        ("raised ValueError", "raised ValueError: x at line 3", "right"),
        ("raised ValueError", "value 5", "value"),
        ("value 5", "value __import__('os')", "value"),
        ("value 0.5", f"value {10**400}", "value"),  # no float is that large
        ("value 0.5", f"value Fraction({10**400}, 3)", "value"),
    ],
)
def test_results_are_compared_with_their_types(expected: str, got: str, verdict: str) -> None:
    assert case_verdict(expected, got) == verdict


def test_a_tolerance_is_that_of_the_part() -> None:
    assert case_verdict("value [0.5]", "value [0.51]", Tolerance(Fraction(1, 50))) == "right"
    assert case_verdict("value [0.5]", "value [0.53]", Tolerance(Fraction(1, 50))) == "value"


@pytest.mark.parametrize(
    "value",
    [
        None, True, -3, 2.5, float("inf"), -0.0, "a'\"\n\N{BELL}é", (), [[], [1, (2, "x")]], {"b": 1, "a": {2: None}},
        {3, 1, 2}, frozenset({1}), Fraction(-1, 3),
    ],
)  # fmt: skip
def test_a_value_comes_back_from_its_text(value: object) -> None:
    back = from_literal(literal(value))
    assert (back, type(back)) == (value, type(value))
    assert literal({3, 1, 2}) == literal({2, 3, 1})


@pytest.mark.parametrize(
    "text",
    [
        "f(1)",
        "1 + 1",
        "[1",
        "(" * 300,
        "[" * 5000,
        "{[]: 1}",
        "Fraction(1, 0)",
        "1" * 20_000,
        # a program may write its answers itself; the process that marks reads them
        "Fraction('1e99999999999')",
        "Fraction(1.5, 2)",
        "frozenset('ab')",
        "set(range(10**9))",
    ],
)
def test_another_text_is_no_value(text: str) -> None:
    with pytest.raises(NotLiteralError):
        from_literal(text)


def test_what_has_no_text_names_its_type() -> None:
    for value, name in ((object(), "object"), (range(3), "range"), ([iter("")], "str_ascii_iterator|str_iterator")):
        with pytest.raises(NotLiteralError, match=name):
            literal(value)
