"""What is asked of a solver: lists of numbers in options, and what a solver refuses."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.messages import Message, duration
from solvers.invalid_input import InvalidInput, Translatable

MAX_BYTES = 20_000_000
MOST_PROBLEMS = 20
STDIN = Path("-")


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for "-", without the mark that some systems begin it with."""
    if path == STDIN:
        return sys.stdin.read(MAX_BYTES).removeprefix("\ufeff")
    return read_limited(path, MAX_BYTES).decode("utf-8-sig", errors="replace")


def read_json(text: str, place: str, remedy: str) -> object:
    """Return what JSON holds; where it stops being JSON, or that it is too deep, is refused with the remedy."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = Message("{place}, line {line}, column {column}", place=place, line=error.lineno, column=error.colno)
        raise CorrigeError.one("this is not JSON", place=where, remedy=remedy) from error
    except (ValueError, RecursionError) as error:
        cause = "this JSON has too long a number, or is nested too deep"
        raise CorrigeError.one(cause, place=place, remedy=remedy) from error


class Faults:
    """What is wrong in a file; of many faults the first twenty are told."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._problems: list[Problem] = []

    def wrong(self, cause: str, remedy: str, *, line: int = 0, column: int = 0) -> None:
        """Note a fault, of the whole file or at a line and column; the one after the twentieth ends the reading."""
        if len(self._problems) == MOST_PROBLEMS:
            raise CorrigeError(
                [*self._problems, Problem("there are further problems", self.place, "correct these problems first")]
            )
        where: str = self.place
        if column:
            where = Message("{place}, line {line}, column {column}", place=where, line=line, column=column)
        elif line:
            where = Message("{place}, line {line}", place=where, line=line)
        self._problems.append(Problem(cause, where, remedy))

    def check(self) -> None:
        """Refuse the file if anything is wrong in it."""
        if self._problems:
            raise CorrigeError(self._problems)


def unequal(cells: int, width: int) -> Message:
    """Return what is wrong with a row that is not as long as the first one."""
    return Message(
        "{count} cell, the first row has {width}",
        plural="{count} cells, the first row has {width}",
        count=cells,
        width=width,
    )


SHOWN = 40


@contextmanager
def refusing() -> Iterator[None]:
    """What a solver refuses was asked wrongly; any other exception is a defect, and passes."""
    try:
        yield
    except InvalidInput as error:
        raise CorrigeError.one(_message(error)) from error


def pair(text: str, separator: str, option: str, example: str) -> tuple[int, int]:
    """Read two numbers such as "3x4" or "0,1"; what is none is refused with an example."""
    parts = text.lower().replace("×", "x").split(separator)
    if len(parts) != 2 or not all(map(_is_number, parts)):
        raise _unread(text, option, Message("write for instance {example}", example=example))
    return int(parts[0]), int(parts[1])


def integers(text: str, option: str, remedy: str, *, digits: int = 3, count: int = 0) -> tuple[int, ...]:
    """Read numbers such as "2,2,3,5,6", `count` of them if that is not 0; what is none is refused with the remedy."""
    parts = [part.strip() for part in text.split(",")]
    if (count and len(parts) != count) or not all(_is_number(part) and len(part) <= digits for part in parts):
        raise _unread(text, option, remedy)
    return tuple(map(int, parts))


def decimals(text: str, option: str, remedy: str) -> list[float]:
    """Read numbers such as "0.5,1,2"; what is none is refused with the remedy."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise _unread(text, option, remedy) from error


def _is_number(text: str) -> bool:
    return text.strip().isascii() and text.strip().isdigit()


def _unread(text: str, option: str, remedy: str) -> CorrigeError:
    return CorrigeError.one(Message("{option} is {text!r}", option=option, text=text[:SHOWN]), remedy=remedy)


def _message(refusal: InvalidInput | Translatable) -> Message:
    """What a solver says, as a message of ours."""
    if not refusal.values:
        return Message.of(refusal.template)
    return Message(refusal.template, plural="", **{name: _plain(value) for name, value in refusal.values.items()})


def _plain(value: object) -> object:
    """A number of numpy as one of Python and a phrase as a message, which messages keep; anything else as it is."""
    if isinstance(value, Translatable):
        return _message(value)
    return value.item() if hasattr(value, "item") else value


PATIENCE, QUICK = 60, 5
"""Seconds that nobody is asked about on this machine; on a usual one, those that are no matter on any."""
ADDITIONS, USUAL_SECONDS = 100_000, 0.0055
"""A loop of so many additions, and what it takes on a usual machine."""


def check_cost(message: Message, seconds: float, *, place: str, remedy: Message, long: bool) -> None:
    """Refuse work that would take more than a minute here, with the time to be expected, unless `long` asks for it.

    `seconds` are those of a usual machine, on which 10⁷ additions in a loop take 0.55 s; `place` is the option that
    makes it large.
    """
    if long or seconds <= QUICK:
        return
    here = seconds * max(1.0, min(_loop() for _ in range(3)) / USUAL_SECONDS)
    if here > PATIENCE:
        raise CorrigeError.one(
            Message("{what}: about {duration} of computing", what=message, duration=duration(here)),
            place=place,
            remedy=Message("{smaller}, or add --long", smaller=remedy),
        )


def _loop() -> float:
    begun, total = process_time(), 0
    for number in range(ADDITIONS):
        total += number
    return process_time() - begun
