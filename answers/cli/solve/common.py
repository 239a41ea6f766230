"""What all solvers of the command line share: calling, refusing, showing numbers and strategies."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from answers.cli.output import deliver_json, deliver_text, needs_person, say
from answers.errors import CorrigeError

if TYPE_CHECKING:
    from solvers.equilibrium import Equilibrium

SCHEMA = "corrige/solve/1"
SHOWN_SUPPORT = 20

R = TypeVar("R")


def refusing(solve: Callable[..., R], *arguments: Any) -> R:
    """Call a solver; what it refuses was asked wrongly.

    Raises
    ------
    CorrigeError
        With the solver's reason.
    """
    try:
        return solve(*arguments)
    except ValueError as error:
        raise CorrigeError.one(str(error)) from error


def number(value: Fraction | float) -> dict[str, Any]:
    """Return a number as the promised JSON: its decimal value, and the exact one or None."""
    return {"value": float(value), "exact": None if isinstance(value, float) else str(value)}


def pair(text: str, separator: str, option: str, example: str) -> tuple[int, int]:
    """Read two numbers such as "3x4" or "0,1".

    Raises
    ------
    CorrigeError
        If `text` is not two numbers, with an example.
    """
    parts = text.lower().replace("×", "x").split(separator)
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise CorrigeError.one(f"{option} is {text!r}", remedy=f"write it like {example}")
    return int(parts[0]), int(parts[1])


def equilibrium(found: "Equilibrium") -> dict[str, Any]:
    """Return an equilibrium as the promised JSON."""
    return {
        "value": {"value": found.approximate_value, "exact": None if found.value is None else str(found.value)},
        "row_strategy": found.row.probabilities.tolist(),
        "column_strategy": found.column.probabilities.tolist(),
        "regret": number(found.regret),
    }


def deliver_solution(found: dict[str, Any], lines: list[str], *, as_json: bool, output: Path, force: bool) -> None:
    """Write what a solver found, as one JSON document or as lines of text."""
    if as_json:
        deliver_json({"schema": SCHEMA, **found}, output, force=force)
    else:
        deliver_text(lines, output, force=force)


def deliver_game(found: dict[str, Any], *, as_json: bool, output: Path, force: bool) -> None:
    """Write the solution of a matrix game; an exact method that ends with an interval needs a person."""
    value, regret = found["value"], found["regret"]
    lines = [
        f"value    {value['exact'] or '≈'}  {value['value']:.6g}",
        f"regret   {regret['value']:g}",
        f"rows     {_support(found['row_strategy'])}",
        f"columns  {_support(found['column_strategy'])}",
    ]
    deliver_solution(found, lines, as_json=as_json, output=output, force=force)
    if value["exact"] is None and "steps" not in found:
        say(f"no exact value was found: it is certified to within {regret['value']:g}")
        needs_person(True)


def _support(strategy: list[float]) -> str:
    played = [f"{i}: {p:.4g}" for i, p in enumerate(strategy) if p]
    rest = f", and {len(played) - SHOWN_SUPPORT} more" if len(played) > SHOWN_SUPPORT else ""
    return ", ".join(played[:SHOWN_SUPPORT]) + rest
