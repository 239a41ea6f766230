"""Read options and files for solvers, and report input that is invalid or would take too long to solve."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time
from timeit import repeat

from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.messages import Message, duration
from solvers.invalid_input import InvalidInput, Translatable

MAX_BYTES = 20_000_000
MOST_PROBLEMS = 20
STDIN = Path("-")


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for "-", without a byte order mark.

    CorrigeError if the file cannot be read or is too large; standard input is cut at `MAX_BYTES` characters.
    """
    if path == STDIN:
        return sys.stdin.read(MAX_BYTES).removeprefix("\ufeff")
    return read_limited(path, MAX_BYTES).decode("utf-8-sig", errors="replace")


def read_json(text: str, place: str, remedy: str) -> object:
    """Return the value of a JSON text.

    CorrigeError, with the place, line, column and `remedy`, if the text is not JSON, is nested too deep,
    or has too long a number.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = Message("{place}, line {line}, column {column}", place=place, line=error.lineno, column=error.colno)
        raise CorrigeError.single("this text is not valid JSON", place=where, remedy=remedy) from error
    except (ValueError, RecursionError) as error:
        cause = "this JSON has too long a number, or is nested too deep"
        raise CorrigeError.single(cause, place=place, remedy=remedy) from error


class Faults:
    """The faults of a file, at most twenty, which are collected to be reported in one CorrigeError."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._problems: list[Problem] = []

    def wrong(self, cause: str, remedy: str, *, line: int = 0, column: int = 0) -> None:
        """Add a fault of the file, or of a line and column from 1; CorrigeError if there are twenty already."""
        if len(self._problems) == MOST_PROBLEMS:
            raise CorrigeError(
                [
                    *self._problems,
                    Problem(
                        "the file has more problems than those listed here",
                        self.place,
                        "correct the problems listed above, then run the command again",
                    ),
                ]
            )
        where: str = self.place
        if column:
            where = Message("{place}, line {line}, column {column}", place=where, line=line, column=column)
        elif line:
            where = Message("{place}, line {line}", place=where, line=line)
        self._problems.append(Problem(cause, where, remedy))

    def check(self) -> None:
        """Raise CorrigeError with all faults added so far; do nothing if there are none."""
        if self._problems:
            raise CorrigeError(self._problems)


def unequal(cells: int, width: int) -> Message:
    """Return the message for a row of `cells` cells in a table whose first row has `width` cells."""
    return Message(
        "this row has {count} cell, but the first row has {width}",
        plural="this row has {count} cells, but the first row has {width}",
        count=cells,
        width=width,
    )


SHOWN = 40


@contextmanager
def convert_invalid_input() -> Iterator[None]:
    """Convert an InvalidInput that a solver raises in a block to a CorrigeError; other exceptions pass."""
    try:
        yield
    except InvalidInput as error:
        raise CorrigeError.single(_message(error)) from error


def pair(text: str, separator: str, option: str, example: str) -> tuple[int, int]:
    """Parse two natural numbers such as "3x4" or "0,1"; CorrigeError, with the `option` and `example`, otherwise."""
    parts = text.lower().replace("×", "x").split(separator)
    if len(parts) != 2 or not all(map(_is_number, parts)):
        raise _invalid(text, option, Message("write for instance {example}", example=example))
    return int(parts[0]), int(parts[1])


def integers(text: str, option: str, remedy: str, *, digits: int = 3, count: int = 0) -> tuple[int, ...]:
    """Parse natural numbers with commas, such as "2,2,3,5,6", each of at most `digits` digits.

    CorrigeError, with the name of the `option` and the `remedy`, for any other text, or if there are not `count`
    numbers; a `count` of 0 allows any number of them.
    """
    parts = [part.strip() for part in text.split(",")]
    if (count and len(parts) != count) or not all(_is_number(part) and len(part) <= digits for part in parts):
        raise _invalid(text, option, remedy)
    return tuple(map(int, parts))


def decimals(text: str, option: str, remedy: str) -> list[float]:
    """Parse decimals with commas, such as "0.5,1,2"; CorrigeError, with the `remedy`, for any other text."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise _invalid(text, option, remedy) from error


def _is_number(text: str) -> bool:
    return text.strip().isascii() and text.strip().isdigit()


def _invalid(text: str, option: str, remedy: str) -> CorrigeError:
    """Return the error of an option whose value cannot be read, to be raised by the caller."""
    return CorrigeError.single(
        Message("{option} has the value {text!r}, which corrige cannot interpret", option=option, text=text[:SHOWN]),
        remedy=remedy,
    )


def _message(text: InvalidInput | Translatable) -> Message:
    """Return an error or a text of a solver as a `Message`, which can be translated."""
    if not text.values:
        return Message.of(text.template)
    values = {
        name: _message(value) if isinstance(value, Translatable) else value.item() if hasattr(value, "item") else value
        for name, value in text.values.items()
    }
    return Message(text.template, plural="", **values)


PATIENCE, QUICK = 60, 5
"""Greatest number of seconds allowed without `--long` on this machine; and seconds on a usual machine that are allowed
without measuring this one."""
LOOP, USUAL_SECONDS = "total = 0\nfor number in range(100_000): total += number", 0.0055
"""The loop that measures this machine, and its processor seconds on a usual machine."""


def check_cost(message: Message, seconds: float, *, place: str, remedy: Message, long: bool) -> None:
    """Raise CorrigeError if a computation would take more than a minute on this machine, unless `long`.

    `message` is a sentence on the computation, and `seconds` is its expected time on a usual machine, on which 10⁷
    additions in a loop take 0.55 s. `place` is the option that makes it large, `remedy` the advice on how to make it
    smaller.
    """
    if long or seconds <= QUICK:
        return
    here = seconds * max(1.0, min(repeat(LOOP, number=1, repeat=3, timer=process_time)) / USUAL_SECONDS)
    if here > PATIENCE:
        raise CorrigeError.single(
            Message("{computation}, which would take about {duration}", computation=message, duration=duration(here)),
            place=place,
            remedy=Message("{smaller}, or add --long", smaller=remedy),
        )
