"""Answers that are a formula of one variable, compared by their values."""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from answers.kinds.one_box import NotReadableError, OneBox
from answers.kinds.parsing import DASHES, Value
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

Number: TypeAlias = Fraction | float

POINTS = (2, 3, 4, 5, 7, 8, 11, 13, 16)
"""The values of the variable at which two formulas are compared."""
CLOSE = 1e-9
"""Relative difference up to which two values with roots or logarithms count as equal."""
MOST_BITS = 4000
"""Greatest size of a number in bits; a formula with larger numbers has no value."""

_SAME = str.maketrans("·×⋅∗÷⁄" + DASHES, "****//" + "-" * len(DASHES))
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", "0123456789+-abcdefghijklmnoprstuvwxyz", strict=True))
_FUNCTIONS = ("sqrt", "log2", "log", "ln", "lg", "exp", "factorial")
_TOKEN = re.compile(r"(?P<number>\d+(?:[.,]\d+)?)|(?P<word>[A-Za-z]+2?)|(?P<sign>\*\*|[-+*/^()!√])|\s+|(?P<other>.)")
_GROUPED = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")


@dataclass(frozen=True)
class Formula(OneBox):
    """The kind of an answer that is a formula of one variable, such as n(n + 1)/2 or 2^n − 1.

    The value of such an answer, in the sense of `Kind`, is the text of the formula. Two formulas are equal if they give
    the same numbers at nine integers; numbers computed with roots or logarithms may have a relative difference of
    10⁻⁹. ``log`` and ``ln`` are natural logarithms, ``log2`` and ``lg`` binary ones. The text 1/2n is unreadable,
    since it may mean (1/2)n or 1/(2n), and so is n^3/2, which may mean n³/2 or n^(3/2).
    """

    variable: str = "n"

    def parse(self, text: str) -> Value:
        """Return the text of a formula as its value; NotReadableError, "not-a-formula", for another text."""
        self.values(text)
        return text

    def values(self, text: str) -> tuple[Number | None, ...]:
        """Return the numbers of a formula at the integers `POINTS`, None for 1/0; NotReadableError if it is none."""
        try:
            body = ast.parse(_python(text, self.variable), mode="eval").body
        except (SyntaxError, RecursionError) as error:
            raise NotReadableError("not-a-formula") from error
        return tuple(_evaluated(body, {self.variable: Fraction(point)}) for point in POINTS)

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether two formulas give the same numbers at all integers `POINTS`; the tolerance is not used.

        Where one formula gives no number, as after a division by 0, the other must give none either. The result is
        False if `expected`, the right formula, gives a number at none of these integers.
        """
        if not isinstance(expected, str) or not isinstance(got, str):
            return False
        pairs = list(zip(self.values(expected), self.values(got), strict=True))
        return any(right is not None for right, _ in pairs) and all(_equal(right, other) for right, other in pairs)

    def describe(self, lang: str) -> str:
        """Return "formule en n", in English "formula of n"."""
        return f"formule en {self.variable}" if lang == "fr" else f"formula of {self.variable}"

    def characters(self, tolerance: Tolerance) -> int:
        """Return 20, the usual length of a formula in characters."""
        return 20

    def to_value(self, answer: object) -> Value:
        """Return the formula that a solution returned; TypeError or NotReadableError for another answer."""
        if not isinstance(answer, str):
            raise TypeError(
                Message("the solution returned {answer} instead of the text of a formula", answer=repr(answer))
            )
        self.values(answer)
        return answer


def _equal(first: Number | None, second: Number | None) -> bool:
    """Return whether two values of formulas are equal, exactly or within rounding; None is equal only to None."""
    if first is None or second is None:
        return first is second
    if isinstance(first, Fraction) and isinstance(second, Fraction):
        return first == second
    try:
        return math.isclose(first, second, rel_tol=CLOSE)
    except OverflowError:  # a fraction that no float can hold
        return False


def _python(text: str, variable: str) -> str:  # noqa: PLR0912 - the cases that may be read in two ways
    """Return a formula in the syntax of Python: with every multiplication sign, ``**`` for powers, log(n) for log n."""
    # A `NotReadableError` for other words and signs, and for what may be read in two ways: a product without a sign
    # after a division or in an exponent, as in 1/2n and 2^2n, a power, factorial or product after a function without
    # brackets, as in log n², and a power divided by a number, as in n^3/2, unless the number divides the exponent,
    # since n^(2/2) is not what a student means.
    text = re.sub(f"[{''.join(_RAISED)}]+", lambda raised: f"^({''.join(_RAISED[sign] for sign in raised[0])})", text)
    tokens: list[str] = []
    divides, is_bare = False, False  # the last operand follows a division; it is an argument without brackets
    groups: list[bool] = []  # for each open bracket, whether it follows a division
    for match in _TOKEN.finditer(text.translate(_SAME)):
        if match["other"]:
            raise NotReadableError("not-a-formula")
        if match["number"] and _GROUPED.fullmatch(match[0]):
            raise NotReadableError("not-a-formula")  # 1,000 may be 1 or 1000
        mark = match[0] if match[0] == variable else match[0].strip().lower().replace(",", ".")
        mark = {"^": "**", "√": "sqrt"}.get(mark, mark)
        is_operand = mark in (variable, "(", *_FUNCTIONS) or bool(match["number"])
        if not mark or (match["word"] and not is_operand):
            if mark:
                raise NotReadableError("not-a-formula")
            continue
        if match["number"] and _may_be_exponent(tokens, mark):
            raise NotReadableError("not-a-formula")
        follows_operand = bool(tokens) and (tokens[-1] == variable or tokens[-1][-1].isdigit() or tokens[-1][-1] == ")")
        follows_function = bool(tokens) and tokens[-1] in _FUNCTIONS
        if is_operand and follows_operand and not follows_function:
            is_exponent = tokens[-2:-1] == ["**"]
            if mark == variable or (mark == "(" and tokens[-1] == variable):
                is_bare = is_bare or is_exponent  # 2^2n, 2^n(n + 1)
            if divides or is_bare or match["number"]:
                raise NotReadableError("not-a-formula")
            tokens.append("*")
        if mark in ("**", "!") and (is_bare or not follows_operand or follows_function):
            raise NotReadableError("not-a-formula")
        divides = tokens[-1:] == ["/"] or (divides and (mark in ("**", "!") or tokens[-1:] == ["**"]))
        if mark == "(":
            groups.append(divides)
        elif mark == ")" and groups:
            divides = groups.pop()
        if mark == "!":
            if tokens[-1] != variable and not tokens[-1].isdigit():
                raise NotReadableError("not-a-formula")  # (n + 1)!
            tokens[-1] = f"factorial({tokens[-1]})"
            continue
        is_bare = follows_function and mark != "("
        tokens.append(f"({mark})" if is_bare else mark)
    return " ".join(tokens)


def _may_be_exponent(tokens: Sequence[str], number: str) -> bool:
    """Return whether `number`, after the tokens of n^3/, may belong to the exponent."""
    before = [token for token in tokens[-4:-2] if token not in ("+", "-")]  # a sign of the exponent, as in n^-1/2
    if before[-1:] != ["**"] or tokens[-1] != "/":
        return False
    exponent = tokens[-2]
    is_divided = exponent.isdigit() and number.isdigit() and int(number) > 0 and int(exponent) % int(number) == 0
    return not exponent.endswith(")") and not is_divided


def _evaluated(node: ast.expr, names: Mapping[str, Fraction]) -> Number | None:
    """Return the value of an expression, or None if the expression has no value at this point."""
    match node:
        case ast.Constant(value=int() | float()):
            return Fraction(ast.unparse(node))
        case ast.Name(id=name) if name in names:
            return names[name]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
            value = _evaluated(operand, names)
            return -value if value is not None and isinstance(node.op, ast.USub) else value
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in _FUNCTIONS:
            value = _evaluated(argument, names)
            return None if value is None else _applied(name, value)
        case ast.BinOp(left=left, op=operator, right=right):
            first, second = _evaluated(left, names), _evaluated(right, names)
            return None if first is None or second is None else _combined(operator, first, second)
    raise NotReadableError("not-a-formula")


def _combined(operator: ast.operator, first: Number, second: Number) -> Number | None:
    """Return the result of an operation; None if there is no result, or if the result is too large or complex."""
    value: Number | None
    try:
        match operator:
            case ast.Add():
                value = first + second
            case ast.Sub():
                value = first - second
            case ast.Mult():
                value = first * second
            case ast.Div():
                value = first / second
            case ast.Pow() if isinstance(first, Fraction) and isinstance(second, Fraction) and second.denominator == 1:
                size = max(first.numerator.bit_length(), first.denominator.bit_length())
                value = first ** int(second) if abs(second) * size <= MOST_BITS else None
            case ast.Pow() if first >= 0:
                value = float(first) ** float(second)
            case _:
                return None
    except (ZeroDivisionError, OverflowError):
        return None
    if isinstance(value, Fraction):
        return value if value.numerator.bit_length() + value.denominator.bit_length() <= MOST_BITS else None
    return value if value is not None and math.isfinite(value) else None


def _applied(function: str, argument: Number) -> Number | None:
    """Return the value of a function at a point, or None if the function has no value there."""
    whole = int(argument) if isinstance(argument, Fraction) and argument.denominator == 1 and argument >= 0 else None
    try:
        match function:
            case "factorial":
                return None if whole is None or whole > 200 else Fraction(math.factorial(whole))
            case "sqrt":
                is_square = whole is not None and math.isqrt(whole) ** 2 == whole
                return Fraction(math.isqrt(whole)) if whole is not None and is_square else math.sqrt(argument)
            case "log2" | "lg":
                return math.log2(argument)
            case "exp":
                return math.exp(argument)
            case _:
                return math.log(argument)
    except (ValueError, OverflowError):
        return None
