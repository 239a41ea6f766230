"""Text files of a teacher's own: a file or standard input, and all that is wrong in it with its places."""

import json
import sys
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.messages import Message

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
        raise CorrigeError.one("this is no JSON", place=where, remedy=remedy) from error
    except (ValueError, RecursionError) as error:
        cause = "a number of this JSON is too long, or it is too deep"
        raise CorrigeError.one(cause, place=place, remedy=remedy) from error


class Faults:
    """What is wrong in a file; of many faults the first twenty are told."""

    def __init__(self, place: str) -> None:
        self.place = place
        self._problems: list[Problem] = []

    def wrong(self, cause: str, remedy: str, *, line: int = 0, column: int = 0) -> None:
        """Note a fault, of the whole file or at a line and column; the one after the twentieth ends the reading."""
        if len(self._problems) == MOST_PROBLEMS:
            raise CorrigeError([*self._problems, Problem("there is more", self.place, "mend these first")])
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
