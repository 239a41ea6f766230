"""Known mistakes of the exam `nash` that no other exam on phantom Domineering has."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from answers.exam.books.phantom_rules import MISREAD, Change
from answers.exam.evidence.cells import Cell, Size

IllegalCell: TypeAlias = Callable[[Sequence[int], Size], Cell | None]
"""The forbidden cell of a board of question 6, or None, from the sequence and the size."""


def illegal_cell(u: Sequence[int], size: Size) -> Cell | None:
    """Return the cell that is forbidden."""
    return Cell(u[1000] % size.rows, u[1001] % size.columns)


ILLEGAL: Final[Mapping[str, IllegalCell]] = MappingProxyType(
    {
        "cell-terms-exchanged": lambda u, size: Cell(u[1001] % size.rows, u[1000] % size.columns),
        "cell-one-rank-early": lambda u, size: Cell(u[999] % size.rows, u[1000] % size.columns),
        "cell-forgotten": lambda *_: None,
    }
)

NASH_MISREAD: Final[Mapping[str, Change]] = MappingProxyType(
    {**MISREAD, "sizes-exchanged": lambda rules: replace(rules, exchanged_sizes=True)}
)
"""How each misreading changes the rules: boards are drawn on the sheets of other exams."""
