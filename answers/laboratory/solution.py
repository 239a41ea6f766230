"""What a solver finds, told: one JSON document, lines for people, and perhaps a drawing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

from answers.messages import Message

if TYPE_CHECKING:
    from solvers.monte_carlo import Estimate

SCHEMA = "corrige/solve/1"
LONGEST_BITS = 10_000

Json: TypeAlias = Mapping[str, object]
"""A JSON object."""


class Tabular(NamedTuple):
    """Lines that are laid out as a table; `right` names the columns of numbers."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: Sequence[str] = ()


Drawings: TypeAlias = Mapping[str, Callable[[], bytes]]
"""What a file holds whose name ends in one of these suffixes, made when it is asked for."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A result; a `doubt`, or that it `needs_person`, ends the command with exit code 1."""

    document: Json
    lines: Sequence[str | Tabular]
    drawings: Drawings = field(default_factory=dict)
    doubt: str = ""
    needs_person: bool = False


class Number(TypedDict):
    """A number in JSON; `exact` is its fraction, None where there is none."""

    value: float
    exact: str | None


def svg(draw: Callable[[], str]) -> Drawings:
    """Return a drawing in SVG."""

    def content() -> bytes:
        return f"{draw()}\n".encode()

    return {".svg": content}


def number(value: Fraction | float) -> Number:
    """Return a number as the promised JSON; `exact` is None for a float, or what nobody reads."""
    is_long = isinstance(value, Fraction) and max(map(int.bit_length, value.as_integer_ratio())) > LONGEST_BITS
    return {"value": float(value), "exact": None if isinstance(value, float) or is_long else str(value)}


def estimate(sampled: "Estimate") -> Json:
    """Return a sampled number as the promised JSON, with the interval that holds the true one."""
    return {"value": sampled.value, "low": sampled.low, "high": sampled.high, "confidence": sampled.confidence}


def estimate_text(sampled: "Estimate") -> Message:
    """Return a sampled number and its interval as text."""
    return Message(
        "{value:.6g}  ({low:.6g} to {high:.6g} at {confidence:.0%})",
        value=sampled.value,
        low=sampled.low,
        high=sampled.high,
        confidence=sampled.confidence,
    )
