"""A matrix game as teachers keep it: CSV text whose cells are integers, decimals or fractions."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from answers.errors import CorrigeError
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.reading import Unreadable
from answers.laboratory.text_file import Faults, unequal
from answers.messages import Message

REAL = Domain()
SHOWN = 40
EXAMPLE = "write one row a line: 0,1,1"


def parse_matrix(text: str, place: str) -> list[list[Fraction]]:
    """Read a matrix, a row a line: cells separated by commas, semicolons, tabs or spaces; numbers taken exactly.

    The separator is a semicolon or a tab when there is one in the text, else the comma, else spaces.
    """
    try:
        rows = list(_rows(text))
    except csv.Error as error:
        raise CorrigeError.one(f"this is no table: {error}", place=place, remedy=EXAMPLE) from error
    if not rows:
        raise CorrigeError.one("the matrix is empty", place=place, remedy=EXAMPLE)
    faults, width = Faults(place), len(rows[0][1])
    for line, cells in rows:
        if len(cells) != width:
            faults.wrong(unequal(len(cells), width), "make the rows equal", line=line)
    matrix = [[_cell(text, faults, line, column) for column, text in enumerate(cells, 1)] for line, cells in rows]
    faults.check()
    return matrix


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    separator = next((mark for mark in ";\t, " if mark in text), ",")
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=separator, skipinitialspace=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, [cell.strip() for cell in cells]


def _cell(text: str, faults: Faults, line: int, column: int) -> Fraction:
    values = read_numbers(text, 1, REAL)
    if isinstance(values, Unreadable) or values[0] is None:
        cause = Message("{text!r} is not a number", text=text[:SHOWN])
        faults.wrong(cause, "write an integer, 0.5 or 1/2", line=line, column=column)
        return Fraction(0)
    return values[0]
