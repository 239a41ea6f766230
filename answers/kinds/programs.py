"""Answers that are a program: a function in Python, compared with the exam's own function by their results.

The function is called with the data of the student and of twenty other seeds, and with cases that the author names. A
program runs in a sandboxed process (`answers.grading.programs`), which never receives the expected results.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from functools import cached_property, partial
from textwrap import dedent
from typing import Final, Literal, NamedTuple, TypeAlias

from answers.kinds.one_box import OneBox
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.kinds.written import HANDWRITTEN, MAX_LENGTH, MOST_LINES
from answers.sandbox.literals import NotLiteralError, from_literal, literal

SEEDS: Final = tuple(3001 * k for k in range(1, 21))
"""The other seeds with whose data every program is run."""
OWN: Final = ("vos données", "your data")
"""French and English name of the case with the data of the student."""
OTHER: Final = "u₀ = {}"
"""Name of the case with the data of another seed."""
SHOWN: Final = 50
"""Characters of a call or a result on a page."""
CLOSE: Final = 1e-9
"""Relative difference of two floats up to which they are equal, unless the part has a tolerance."""
ABSOLUTE: Final = 1e-12
"""The same for a float beside an expected 0."""

CaseVerdict: TypeAlias = Literal["right", "value", "type", "raised", "slow", "ended", "printed", "state"]
"""Verdict on a case: a wrong value; a value of another type; an exception; too long; the process ended; printed in
place of returned; right alone, and wrong after the calls before it."""
_VERDICTS: Final[tuple[CaseVerdict, ...]] = ("type", "raised", "slow", "ended", "printed", "state")
_SIGNATURE: Final = re.compile(r"(?P<name>[A-Za-z_]\w*)\((?P<parameters>\s*\w+(?:\s*,\s*\w+)*\s*)\)")
_FENCE: Final = re.compile(r"\s*```\w*\n(?P<program>.*?)\n?```\s*", re.DOTALL)
_SPACES: Final = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\ufeff": "", "\f": ""})


class Case(NamedTuple):
    """A case of a program: its French and English name, the texts of its arguments, and its outcome.

    The outcome is a word and a text: "value 5", "raised IndexError: …", "slow", or another of `CaseVerdict`. In a key
    it is that of the exam's function, and may be "raised" for a known mistake alone.
    """

    fr: str
    en: str
    arguments: tuple[str, ...]
    outcome: str

    @property
    def is_drawn(self) -> bool:
        """Whether the case has data that are drawn from a seed; the author names the other cases."""
        return (self.fr, self.en) == OWN or self.en.startswith(OTHER[:4])

    @property
    def kind(self) -> str:
        """The word of the outcome."""
        return self.outcome.partition(" ")[0]

    @property
    def text(self) -> str:
        """The text of the outcome."""
        return self.outcome.partition(" ")[2]


@dataclass(frozen=True)
class Program(OneBox):
    """The kind of an answer that is a function in Python, handed in as a file or typed.

    The value of an answer that was run, and of a key, is a tuple of cases; before that it is the text of the program.

    Attributes
    ----------
    signature
        The function and its parameters, such as "shortest_path(edges, start)". A parameter is shared data that the
        question needs, or a field of it.
    seconds
        Processor time of a call.
    share
        True if a program that is right in some cases earns a share of the points: each named case counts as much as
        all drawn data together. Otherwise it earns nothing unless it is right in all cases.
    lines
        Number of lines of the box on the sheet, from 1 to 40.

    Raises
    ------
    ValueError
        If the signature is of another form, `seconds` is not from 0.1 to 60, or `lines` is out of range.
    """

    signature: str
    seconds: float = 2.0
    share: bool = False
    lines: int = 12

    def __post_init__(self) -> None:
        if not _SIGNATURE.fullmatch(self.signature):
            raise ValueError(f"write the function and its parameters, such as shortest(edges, start): {self.signature}")
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(f"the box of a program has 1 to {MOST_LINES} lines, not {self.lines}")
        if not 0.1 <= self.seconds <= 60:
            raise ValueError(f"a call may take from 0.1 to 60 seconds, not {self.seconds}")

    @cached_property
    def function(self) -> str:
        """Name of the function."""
        return self.signature.partition("(")[0]

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters."""
        return tuple(name.strip() for name in self.signature.partition("(")[2].rstrip(")").split(","))

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Return the text of the program, without common indentation and without the fences of Markdown."""
        text = "\n".join(texts).replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES).strip("\n")
        if len(text) > MAX_LENGTH:
            return (Unreadable(text, "program-too-long"),)
        if text.startswith(HANDWRITTEN):
            return (Unreadable(text, "program-on-paper"),)
        fenced = _FENCE.fullmatch(text)
        text = dedent(fenced["program"] if fenced else text)
        return (self.parse(text),) if text.strip(" \n\t-–—_.…?") else (Blank(),)

    def parse(self, text: str) -> Value:
        """Return the text."""
        return text

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Tell whether a program that was run is right in all cases of a key."""
        right, other = cases_of(expected), cases_of(got)
        return bool(right) and all(verdict == "right" for verdict in case_verdicts(right, other, tolerance))

    def format(self, value: Value, lang: str) -> str:
        """Return the call with the data of the student and its result; a program as its first line."""
        cases = cases_of(value)
        if not cases:
            return shown(str(value).strip().partition("\n")[0])
        own = next((case for case in cases if (case.fr, case.en) == OWN), cases[0])
        return f"{self.call(own)} = {shown(own.text)}"

    def call(self, case: Case) -> str:
        """Return the call of a case on a page: "f([1, 2], 3)"."""
        return shown(f"{self.function}({', '.join(case.arguments)})")

    def describe(self, lang: str) -> str:
        """Return "programme f(x)", in English "program f(x)"."""
        return f"programme {self.signature}" if lang == "fr" else f"program {self.signature}"

    def form(self, lang: str) -> str:
        """Return what students must know: function, time and that it runs with the standard library alone."""
        seconds = f"{self.seconds:g}"
        if lang == "fr":
            seconds = seconds.replace(".", ",")
            return f"fonction Python {self.signature}, {seconds} s par appel, bibliothèque standard, sans fichiers"
        return f"Python function {self.signature}, {seconds} s a call, standard library, no files"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the length of a line of a program."""
        return 80

    def chance(self, value: Value) -> float:
        """Return the probability that an unrelated wrong program has the results `value`."""
        return 0.001

    def from_value(self, value: Value) -> object:
        """Return the result with the data of the student; the text of a program that was not run.

        A `NotLiteralError` if the program returned nothing there.
        """
        own = next((case for case in cases_of(value) if (case.fr, case.en) == OWN), None)
        return value if own is None else from_literal(own.text)

    def may_define(self, source: str) -> bool:
        """Tell whether a text may define the function: it has its name where a program defines or imports one."""
        return (
            re.search(rf"\b(?:def|class|import)\b[^\n]*\b{self.function}\b|\b{self.function}\s*[:=]", source)
            is not None
        )

    def to_value(self, answer: object) -> Value:
        """Return the cases of a solution as a value; a TypeError if they are no cases."""
        if not isinstance(answer, Iterable):
            raise TypeError(f"the solution returned {answer!r}, expected the cases of a program")
        cases = tuple(answer)
        if not cases or not all(isinstance(case, Case) for case in cases):
            raise TypeError(f"the solution returned {answer!r}, expected the cases of a program")
        return tuple(tuple(case) for case in cases)


def case(
    function: Callable[..., object],
    values: Sequence[object],
    arguments: Sequence[object],
    names: tuple[str, str],
    *,
    may_raise: bool,
) -> Case:
    """Return the case of a key: the result of the exam's function for `values`.

    `arguments` are those of the student's function. An exception of the function is passed on, unless it `may_raise`.
    A `NotLiteralError` if the result or an argument is not made of numbers, texts, lists, tuples, dictionaries, sets.
    """
    try:
        outcome = f"value {literal(function(*values))}"
    except NotLiteralError:
        raise
    except Exception as error:
        if not may_raise:
            raise
        outcome = f"raised {type(error).__name__}"
    return Case(*names, tuple(map(literal, arguments)), outcome)


def cases_of(value: Value) -> tuple[Case, ...]:
    """Return the cases of a value, empty if it is the text of a program."""
    if not isinstance(value, tuple):
        return ()
    cases = []
    for item in value:
        match item:
            case (str(fr), str(en), tuple(arguments), str(outcome)):
                cases.append(Case(fr, en, tuple(map(str, arguments)), outcome))
            case _:
                return ()
    return tuple(cases)


def with_outcomes(cases: Iterable[Case], outcomes: Iterable[str]) -> Value:
    """Return the value of a program with these outcomes of the cases."""
    return tuple(tuple(case._replace(outcome=outcome)) for case, outcome in zip(cases, outcomes, strict=True))


def case_verdicts(expected: Sequence[Case], got: Sequence[Case], tolerance: Tolerance) -> list[CaseVerdict]:
    """Return the verdict on each case of a key; all are "value" if the program was run with other arguments."""
    if [case.arguments for case in expected] != [case.arguments for case in got]:
        return ["value"] * len(expected)
    return [case_verdict(right.outcome, other.outcome, tolerance) for right, other in zip(expected, got, strict=True)]


def case_verdict(expected: str, got: str, tolerance: Tolerance = EXACT) -> CaseVerdict:
    """Return the verdict on a case from both outcomes."""
    right, other = (outcome.partition(" ") for outcome in (expected, got))
    if right[0] == "raised":  # of a known mistake: the same exception, whatever its message
        return "right" if other[0] == "raised" and other[2].startswith(right[2]) else "value"
    if other[0] != "value":
        return next((verdict for verdict in _VERDICTS if verdict == other[0]), "ended")
    try:
        values = from_literal(right[2]), from_literal(other[2])
    except NotLiteralError:
        return "value"
    if right[2] == other[2] or _is_same(*values, tolerance, strictly=True):
        return "right"
    is_alike = _family(values[0]) == _family(values[1]) or values[1] is None
    return "value" if is_alike and not _is_same(*values, tolerance, strictly=False) else "type"


def _family(value: object) -> str:
    """Return what a value is beside its exact type: a number, a list or a tuple, a set."""
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return "number"
    name = type(value).__name__
    return {"tuple": "list", "frozenset": "set"}.get(name, name)


def _is_same(expected: object, got: object, tolerance: Tolerance, *, strictly: bool) -> bool:
    """Tell whether two values are equal, floats up to a tolerance; also of other types unless `strictly`.

    An int or a Fraction may stand for an expected float, and an int for an expected Fraction.
    """
    same = partial(_is_same, tolerance=tolerance, strictly=strictly)
    numbers = int | float | Fraction
    if isinstance(expected, numbers) and isinstance(got, numbers):
        return _is_same_number(expected, got, tolerance, strictly=strictly)
    if isinstance(expected, dict) and isinstance(got, dict):
        return expected.keys() == got.keys() and all(same(expected[key], got[key]) for key in expected)
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        is_alike = (not strictly or type(expected) is type(got)) and len(expected) == len(got)
        return is_alike and all(map(same, expected, got))
    is_alike = type(expected) is type(got) or not strictly
    return is_alike and expected == got


def _is_same_number(expected: float | Fraction, got: float | Fraction, tolerance: Tolerance, *, strictly: bool) -> bool:
    if strictly and isinstance(expected, bool) != isinstance(got, bool):
        return False
    if not isinstance(expected, float) and (strictly or not isinstance(got, float)):
        return expected == got and not isinstance(got, float)
    if not (math.isfinite(expected) and math.isfinite(got)):
        return expected == got or (math.isnan(expected) and math.isnan(got))
    if tolerance == EXACT:
        return math.isclose(expected, got, rel_tol=CLOSE, abs_tol=ABSOLUTE)
    return tolerance.accepts(Fraction(expected), Fraction(got))


def shown(text: str) -> str:
    """Return the beginning of a text for a page."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def arguments_of(kind: Program, needs: Sequence[tuple[str, object]]) -> list[object]:
    """Return the arguments of a program from the data that its question needs, by name: data, or a field of them.

    A KeyError with the parameter that is neither.
    """
    arguments = []
    for parameter in kind.parameters:
        named = [datum for name, datum in needs if name == parameter]
        fields = [getattr(datum, parameter) for _, datum in needs if is_dataclass(datum) and hasattr(datum, parameter)]
        if not named and not fields:
            raise KeyError(parameter)
        arguments.append((named or fields)[0])
    return arguments
