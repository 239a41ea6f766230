"""Small text files of solvers: a file, or standard input."""

import sys
from collections.abc import Iterable
from itertools import islice
from json import JSONDecodeError
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from answers.cli.common.output import STDOUT
from answers.errors import CorrigeError, Problem
from answers.messages import Message

MAX_BYTES = 20_000_000
MOST_PROBLEMS = 20

TextFile: TypeAlias = Annotated[Path, typer.Argument(metavar="FILE", help="The file; - is standard input.")]


def read_text(path: Path) -> str:
    """Return the text of a file, or of standard input for "-".

    Raises
    ------
    CorrigeError
        If the file cannot be read or is larger than 20 MB.
    """
    from answers.files import read_limited

    if path == STDOUT:
        return sys.stdin.read(MAX_BYTES)
    return read_limited(path, MAX_BYTES).decode("utf-8-sig", errors="replace")


def first_problems(problems: Iterable[Problem], place: str) -> CorrigeError:
    """Return the error that tells the first twenty problems of a file, and whether there are more."""
    first = list(islice(problems, MOST_PROBLEMS + 1))
    if len(first) > MOST_PROBLEMS:
        first[MOST_PROBLEMS:] = [Problem("there is more", place, "mend these first")]
    return CorrigeError(first)


def no_json(error: Exception, place: str, remedy: str) -> CorrigeError:
    """Return the error that says where a text stops being JSON."""
    if not isinstance(error, JSONDecodeError):
        return CorrigeError.one("a number of this JSON is too long, or it is too deep", place=place, remedy=remedy)
    where = Message("{place}, line {line}, column {column}", place=place, line=error.lineno, column=error.colno)
    return CorrigeError.one("this is no JSON", place=where, remedy=remedy)
