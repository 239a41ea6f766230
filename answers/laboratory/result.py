"""Results of the laboratory's commands: a JSON document, lines of text, and optional drawings."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

from answers.files import saved
from answers.messages import Message

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from solvers.monte_carlo import Estimate

SCHEMA = "corrige/solve/1"
LONGEST_BITS = 10_000
"""Greatest size, in bits, of the numerator and denominator of fractions written in JSON."""

Json: TypeAlias = Mapping[str, object]
"""A JSON object."""


class Tabular(NamedTuple):
    """A table in the text of a result; the columns whose headings are in `right` are aligned to the right."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[str] = ()


Drawings: TypeAlias = Mapping[str, Callable[[], bytes]]
"""Functions that draw a result, by the suffix of the file to write, such as ".svg"."""


@dataclass(frozen=True, slots=True)
class SolverResult:
    """The result of a command that uses solvers."""

    document: Json
    lines: Sequence[str | Tabular]  # for a terminal
    drawings: Drawings = field(default_factory=dict)  # by file suffix
    # reason why a person has to look at the result, "" if there is none. With a doubt, the exit code is 1.
    doubt: str = ""
    needs_person: bool = False  # whether the exit code is 1 for a reason that `lines` state, without a `doubt`


class JsonNumber(TypedDict):
    """A number in JSON: its float, and the text of its fraction, None for a float or a fraction that is too long."""

    value: float
    exact: str | None


def svg(draw: Callable[[], str]) -> Drawings:
    """Return the drawings of a result that can be drawn as SVG only; `draw` returns the SVG text."""

    def content() -> bytes:
        return f"{draw()}\n".encode()

    return {".svg": content}


def number(value: Fraction | float) -> JsonNumber:
    """Return a number as a JSON object, with its fraction unless that is too long."""
    is_long = isinstance(value, Fraction) and max(map(int.bit_length, value.as_integer_ratio())) > LONGEST_BITS
    return {"value": float(value), "exact": None if isinstance(value, float) or is_long else str(value)}


def estimate(sampled: "Estimate") -> Json:
    """Return an estimate from samples as a JSON object, with its confidence interval."""
    return {"value": sampled.value, "low": sampled.low, "high": sampled.high, "confidence": sampled.confidence}


def estimate_text(sampled: "Estimate") -> Message:
    """Return an estimate from samples as text, with its confidence interval."""
    return Message(
        "{value:.6g}  ({low:.6g} to {high:.6g} at {confidence:.0%})",
        value=sampled.value,
        low=sampled.low,
        high=sampled.high,
        confidence=sampled.confidence,
    )


def figure_style(salt: str, **settings: object) -> AbstractContextManager[None]:
    """Return a context in which figures look the same for everybody: no file of settings of matplotlib counts.

    A file `matplotlibrc` of the current folder could even make matplotlib start LaTeX. The ids in an SVG file are
    derived from `salt`; `settings` are further settings of matplotlib.
    """
    from matplotlib import style

    return style.context(["default", {"svg.hashsalt": salt, **settings}])


def figure_file(figure: "Figure", form: str) -> bytes:
    """Return a figure as a file in the format "svg", "png" or "pdf", without the time: equal figures, equal bytes."""
    return saved(figure.savefig, format=form, metadata={"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(form))
