"""Sizes and cells of boards, as parameters and evidence hold them."""

from typing import NamedTuple


class Size(NamedTuple):
    """N rows and P columns of a board, or the numbers of plans of two players."""

    rows: int
    columns: int

    def __str__(self) -> str:
        return f"{self.rows},{self.columns}"


class Cell(NamedTuple):
    """A cell of a board, counted from 0."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row}, {self.column})"
