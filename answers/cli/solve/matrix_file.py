"""A matrix game as teachers keep it: CSV text whose cells are integers, decimals or fractions."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from answers.cli.solve.text_file import MOST_PROBLEMS, first_problems
from answers.errors import CorrigeError, Problem
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.reading import Unreadable
from answers.messages import Message
from answers.submissions.raw.dialect import separator

REAL = Domain()
SHOWN = 40


def parse_matrix(text: str, place: str) -> list[list[Fraction]]:
    """Read a matrix, a row a line: cells separated by commas, semicolons, tabs or spaces; numbers taken exactly.

    The separator is a semicolon or a tab when there is one in the text, else the comma, else spaces.

    Raises
    ------
    CorrigeError
        If the text is empty or no table, rows have different lengths, or a cell is not a number: all of them together.
    """
    try:
        rows = list(_rows(text.removeprefix("\ufeff")))
    except csv.Error as error:
        raise CorrigeError.one(
            f"this is no table: {error}", place=place, remedy="write one row a line: 0,1,1"
        ) from error
    if not rows:
        raise CorrigeError.one("the matrix is empty", place=place, remedy="write one row a line: 0,1,1")
    width = len(rows[0][1])
    problems = [
        Problem(
            Message(
                "{count} cell, the first row has {width}",
                plural="{count} cells, the first row has {width}",
                count=len(cells),
                width=width,
            ),
            Message("{place}, line {line}", place=place, line=line),
            "make the rows equal",
        )
        for line, cells in rows
        if len(cells) != width
    ]
    matrix = []
    for line, cells in rows:
        matrix.append([_cell(text, place, (line, column), problems) for column, text in enumerate(cells, 1)])
        if len(problems) > MOST_PROBLEMS:
            break
    if problems:
        raise first_problems(problems, place)
    return matrix


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    first_present = separator(text, ";\t, ", worth=lambda cells: len(cells) > 1)
    reader = csv.reader(io.StringIO(text, newline=None), delimiter=first_present, skipinitialspace=True)
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, [cell.strip() for cell in cells]


def _cell(text: str, place: str, at: tuple[int, int], problems: list[Problem]) -> Fraction:
    found = read_numbers(text, 1, REAL)
    value = None if isinstance(found, Unreadable) else found[0]
    if value is None:
        where = Message("{place}, line {line}, column {column}", place=place, line=at[0], column=at[1])
        problems.append(
            Problem(Message("{text!r} is not a number", text=text[:SHOWN]), where, "write an integer, 0.5 or 1/2")
        )
        return Fraction(0)
    return value
