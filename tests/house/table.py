"""Marks as a table, one line a mark, or as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Mark:
    """One mark: what was measured, its goal if it has one, whether it is met, and the places that explain it.

    A mark that `binds` fails the run when it is not met; the others are for people to judge.
    """

    name: str
    value: float
    goal: str = ""
    met: bool | None = None
    binds: bool = False
    places: Sequence[str] = ()


def as_text(marks: Sequence[Mark], *, places: int) -> str:
    """Return the table, with at most so many places under each mark."""
    rows = [(mark.name, f"{mark.value:g}", mark.goal) for mark in marks]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines: list[str] = []
    for mark, (name, value, goal) in zip(marks, rows, strict=True):
        cells = (name.ljust(widths[0]), value.rjust(widths[1]), goal.ljust(widths[2]))
        lines.append(f"{_sign(mark)} {'  '.join(cells)}{'  fails' if fails(mark) else ''}".rstrip())
        lines += [f"      {place}" for place in mark.places[:places]]
        rest = len(mark.places) - places
        lines += [f"      … and {rest} more"] if places and rest > 0 else []
    return "\n".join(lines) + "\n"


def as_json(marks: Sequence[Mark]) -> str:
    """Return the marks as one document, every place included."""
    return (
        json.dumps({"schema": "house/1", "marks": [asdict(mark) for mark in marks]}, indent=1, ensure_ascii=False)
        + "\n"
    )


def fails(mark: Mark) -> bool:
    """Say whether the mark ends the run with status 1."""
    return mark.binds and not mark.met


def _sign(mark: Mark) -> str:
    return " " if mark.met is None else "✓" if mark.met else "✗"
