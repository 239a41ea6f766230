"""Define answers that are a program: a Python function, compared with the exam's own function by their results.

The function is called with the data of the student and of twenty other seeds, and with cases that the author names. A
program runs in a sandboxed process (`answers.grading.programs`), which never receives the expected results.
"""

import math
import re
import symtable
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, is_dataclass
from fractions import Fraction
from functools import cached_property, partial
from textwrap import dedent
from typing import Final, Literal, NamedTuple, TypeAlias
from warnings import catch_warnings, simplefilter

from answers.kinds.one_box import OneBox
from answers.kinds.parsing import DASHES, Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.kinds.written import HANDWRITTEN, MAX_LENGTH, MOST_LINES
from answers.messages import Message
from answers.sandbox.literals import NotLiteralError, from_literal, literal

SEEDS: Final = tuple(3001 * k for k in range(1, 21))
"""The seeds, besides the student's own, with whose data every program is run."""
OWN: Final = ("vos données", "your data")
"""French and English name of the case with the data of the student's own seed."""
OTHER: Final = "u₀ = {}"
"""Name of a case with the data of another seed, in both languages."""
SHOWN: Final = 50
"""Longest call or result on a page, in characters."""
CLOSE: Final = 1e-9
"""Relative difference of two floats up to which they are equal, unless the part has a tolerance."""
ABSOLUTE: Final = 1e-12
"""Absolute difference up to which a float equals an expected 0, unless the part has a tolerance."""

CaseVerdict: TypeAlias = Literal["right", "value", "type", "raised", "slow", "ended", "printed", "state"]
"""The verdict on the result of a student's program in one case.

"right"; "value", a wrong value; "type", a value of another type; "raised", an exception; "slow", over the time limit;
"ended", the process ended; "printed", the result was printed, not returned; "state", right if called alone, but wrong
after the calls before it.
"""
_VERDICTS: Final[tuple[CaseVerdict, ...]] = ("type", "raised", "slow", "ended", "printed", "state")
_SIGNATURE: Final = re.compile(r"(?P<name>[A-Za-z_]\w*)\((?P<parameters>\s*\w+(?:\s*,\s*\w+)*\s*)\)")
_FENCE: Final = re.compile(r"\s*```\w*\n(?P<program>.*?)\n?```\s*", re.DOTALL)
_SPACES: Final = str.maketrans({"\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ", "\ufeff": "", "\f": ""})


class Case(NamedTuple):
    """A case with which a program is run: its French and English name, the texts of its arguments, and the outcome.

    The outcome is a word and a text: "value 5", "raised IndexError: …", "slow", or another word of `CaseVerdict`. In a
    key, it is the outcome of the exam's own function, which may be "raised" only for a known mistake.
    """

    fr: str
    en: str
    arguments: tuple[str, ...]
    outcome: str

    @property
    def is_drawn(self) -> bool:
        """Whether the data of the case are drawn from a seed; the author of the exam names the other cases."""
        return (self.fr, self.en) == OWN or self.en.startswith(OTHER[:4])

    @property
    def kind(self) -> str:
        """The first word of the outcome, such as "value" or "slow"."""
        return self.outcome.partition(" ")[0]

    @property
    def text(self) -> str:
        """The outcome without its first word, such as the value or the error message; "" if it has only one word."""
        return self.outcome.partition(" ")[2]


@dataclass(frozen=True)
class Program(OneBox):
    """The kind of an answer that is a Python function, handed in as a file or typed.

    The value of an answer is the text of the program until it is run. Afterwards, and in a key, the value is a tuple of
    cases with their outcomes.

    Attributes
    ----------
    signature
        The function and its parameters, such as "shortest_path(edges, start)". Each parameter has the name of shared
        data that the question needs, or of a field of such data.
    seconds
        Processor time that one call may take.
    share
        True if a program that is right in some cases earns that share of the points. Feedback then tells this to
        students. A program that is wrong with all drawn data earns nothing. If False, a program earns its points only
        if it is right in all cases.
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
            raise ValueError(
                Message(
                    "write the function and its parameters, such as shortest(edges, start), not {signature!r}",
                    signature=self.signature,
                )
            )
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(
                Message(
                    "the box of a program must have 1 to {most} lines, not {lines}", most=MOST_LINES, lines=self.lines
                )
            )
        if not 0.1 <= self.seconds <= 60:
            raise ValueError(
                Message("a call of the program may take from 0.1 to 60 seconds, not {seconds:g}", seconds=self.seconds)
            )

    @cached_property
    def function(self) -> str:
        """The name of the Python function that students write: the text before "(" in the field `signature`."""
        return self.signature.partition("(")[0]

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters, from the signature."""
        return tuple(name.strip() for name in self.signature.partition("(")[2].rstrip(")").split(","))

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Return the text of the program in a tuple, without common indentation and the fences of Markdown.

        A program in handwriting, or of more than `MAX_LENGTH` characters, gives an `Unreadable`, an empty text a
        `Blank`.
        """
        text = "\n".join(texts).replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES).strip("\n")
        if len(text) > MAX_LENGTH:
            return (Unreadable(text, "program-too-long"),)
        if text.startswith(HANDWRITTEN):
            return (Unreadable(text, "program-on-paper"),)
        fenced = _FENCE.fullmatch(text)
        text = dedent(fenced["program"] if fenced else text)
        return (self.parse(text),) if text.strip(f" \n\t{DASHES}_.…?") else (Blank(),)

    def parse(self, text: str) -> Value:
        """Return the text of the program unchanged."""
        return text

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        """Return whether a program that has been run is right in all cases; `expected` has the cases of the key."""
        right, other = cases_of(expected), cases_of(got)
        return bool(right) and all(verdict == "right" for verdict in case_verdicts(right, other, tolerance))

    def format(self, value: Value, lang: str) -> str:
        """Return a run program as the call with the student's data and its result, such as "f([1, 2]) = 3".

        A program that was not run is shown by its first line.
        """
        cases = cases_of(value)
        if not cases:
            return shown(str(value).strip().partition("\n")[0])
        own = next((case for case in cases if (case.fr, case.en) == OWN), cases[0])
        return f"{self.call(own)} = {shown(own.text)}"

    def call(self, case: Case) -> str:
        """Return the function call of a case as text, such as "f([1, 2], 3)", cut at 50 characters."""
        return shown(f"{self.function}({', '.join(case.arguments)})")

    def describe(self, lang: str) -> str:
        """Return a short description of the answer: "programme f(x)", in English "program f(x)"."""
        return f"programme {self.signature}" if lang == "fr" else f"program {self.signature}"

    def form(self, lang: str) -> str:
        """Return the rules of the function for students: its signature, the time of a call, the allowed modules."""
        seconds = f"{self.seconds:g}"
        if lang == "fr":
            seconds = seconds.replace(".", ",")
            return f"fonction Python {self.signature}, {seconds} s par appel, bibliothèque standard, sans fichiers"
        return f"Python function {self.signature}, {seconds} s a call, standard library, no files"

    def characters(self, tolerance: Tolerance) -> int:
        """Return 80, the length in characters of a line of a program."""
        return 80

    def chance(self, value: Value) -> float:
        """Return the probability that a wrong program has the results `value` by chance, estimated as 0.001."""
        return 0.001

    def from_value(self, value: Value) -> object:
        """Return the result of a program for the student's own data, or the program's text if it has not been run.

        NotLiteralError if the program returned no value in this case.
        """
        own = next((case for case in cases_of(value) if (case.fr, case.en) == OWN), None)
        return value if own is None else from_literal(own.text)

    def may_define(self, source: str) -> bool:
        """Return whether Python code may define the function of the question.

        In code that is not Python, the name of the function follows `def`, `class` or `import` in a line, or precedes
        "=" or ":".
        """
        names = defined_names(source)
        if names is not None:
            return self.function in names
        pattern = rf"\b(?:def|class|import)\b[^\n]*\b{self.function}\b|\b{self.function}\s*[:=]"
        return re.search(pattern, source) is not None

    def to_value(self, answer: object) -> Value:
        """Return as a value the test cases (`Case`) that a solution function returned; TypeError for anything else."""
        if not isinstance(answer, Iterable):
            raise TypeError(f"the solution returned {answer!r}, expected the cases of a program")
        cases = tuple(answer)
        if not cases or not all(isinstance(case, Case) for case in cases):
            raise TypeError(f"the solution returned {answer!r}, expected the cases of a program")
        return tuple(tuple(case) for case in cases)


def defined_names(source: str) -> frozenset[str] | None:
    """Return the names that Python code defines outside functions and classes, or by `global`; None if it is none."""
    try:
        with catch_warnings():
            simplefilter("ignore")  # about the student's code
            symbols = symtable.symtable(source, "", "exec").get_symbols()
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return frozenset(s.get_name() for s in symbols if s.is_assigned() or s.is_imported() or s.is_declared_global())


def case(
    function: Callable[..., object],
    values: Sequence[object],
    arguments: Sequence[object],
    names: tuple[str, str],
    *,
    may_raise: bool,
) -> Case:
    """Return a case of a key, with the result of the exam's own function for `values` as its outcome.

    `arguments` are the arguments with which a student's function is called in this case, and may differ from `values`.
    `names` are the French and the English name of the case. If `may_raise`, an exception of `function` becomes the
    outcome; otherwise it is passed on. NotLiteralError if the result or an argument does not consist of numbers, texts,
    lists, tuples, dictionaries and sets.
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
    """Return the cases in the value of a program; none if the value is the text of a program that has not been run."""
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
    """Return the value of a program that has been run: `cases`, each with its outcome in the order of `outcomes`."""
    return tuple(tuple(case._replace(outcome=outcome)) for case, outcome in zip(cases, outcomes, strict=True))


def case_verdicts(expected: Sequence[Case], got: Sequence[Case], tolerance: Tolerance) -> list[CaseVerdict]:
    """Return the verdict on each case of the key; all are "value" if the program was run with other arguments."""
    if [case.arguments for case in expected] != [case.arguments for case in got]:
        return ["value"] * len(expected)
    return [case_verdict(right.outcome, other.outcome, tolerance) for right, other in zip(expected, got, strict=True)]


def case_verdict(expected: str, got: str, tolerance: Tolerance = EXACT) -> CaseVerdict:
    """Return the verdict on one case, from the outcome in the key and the outcome of a student's program."""
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
    """Return the type of a value, similar types taken together: "number", "list", "set" or another type name."""
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
        return "number"
    name = type(value).__name__
    return {"tuple": "list", "frozenset": "set"}.get(name, name)


def _is_same(expected: object, got: object, tolerance: Tolerance, *, strictly: bool) -> bool:
    """Return whether two values are equal, floats up to a tolerance; types may differ unless `strictly`."""
    # An int or a Fraction may stand for an expected float, and an int for an expected Fraction.
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
    """Return whether two numbers are equal, with the rules of `_is_same`."""
    if strictly and isinstance(expected, bool) != isinstance(got, bool):
        return False
    if not isinstance(expected, float) and (strictly or not isinstance(got, float)):
        return expected == got and not isinstance(got, float)
    try:
        if not (math.isfinite(expected) and math.isfinite(got)):
            return expected == got or (math.isnan(expected) and math.isnan(got))
        if tolerance == EXACT:
            return math.isclose(expected, got, rel_tol=CLOSE, abs_tol=ABSOLUTE)
    except OverflowError:  # of an integer or a fraction that no float can hold
        return False
    return tolerance.accepts(Fraction(expected), Fraction(got))


def shown(text: str) -> str:
    """Return the first `SHOWN` characters of a text, with an ellipsis at the end if the text is longer."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def arguments_of(kind: Program, needs: Sequence[tuple[str, object]]) -> list[object]:
    """Return the arguments for a program, in the order of its parameters.

    `needs` has the data that the question needs, as pairs of a name and a value. A parameter has the name of such data,
    or of a field of such data; otherwise a KeyError with this parameter is raised.
    """
    arguments = []
    for parameter in kind.parameters:
        named = [datum for name, datum in needs if name == parameter]
        fields = [getattr(datum, parameter) for _, datum in needs if is_dataclass(datum) and hasattr(datum, parameter)]
        if not named and not fields:
            raise KeyError(parameter)
        arguments.append((named or fields)[0])
    return arguments
