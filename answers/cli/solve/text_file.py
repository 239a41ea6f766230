"""Small text files of solvers: a file, or standard input."""

import sys
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from answers.cli.common.output import STDOUT

MAX_BYTES = 20_000_000

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
