"""Known mistakes of the exam `phantom` that no other exam on phantom Domineering has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from answers.exam.books.phantom_mistakes import MATCH, MATCHES, Match
from answers.exam.books.phantom_rules import MISREAD, Change
from answers.exams.phantom.draws import DrawnBoard

PHANTOM_MISREAD: Final[Mapping[str, Change]] = MappingProxyType(
    {
        **MISREAD,
        "plans-from-1": lambda rules: replace(rules, first_plan=1),
        "one-plan-more": lambda rules: replace(rules, more_plans=1),
    }
)
"""How each misreading changes the rules: a plan more or less hardly changes a value, but how many games are won."""


def as_drawn(board: DrawnBoard) -> DrawnBoard:
    """Return the board of the sheet."""
    return board


@dataclass(frozen=True, slots=True)
class Playing:
    """How question 3 is played and told: the match, the board, which domino is numbered, and from what."""

    match: Match = MATCH
    board: Callable[[DrawnBoard], DrawnBoard] = as_drawn
    domino: int = -1
    first_number: int = 0


PLAYING: Final = Playing()


def _with_columns_first(board: DrawnBoard) -> DrawnBoard:
    """Cells (j, i) for (i, j), where there are such cells."""
    rows, columns = board.size
    cells = (cell._replace(row=cell.column, column=cell.row) for cell in board.forbidden)
    return board._replace(forbidden=tuple(cell for cell in cells if cell.row < rows and cell.column < columns))


PLAYINGS: Final[Mapping[str, Playing]] = MappingProxyType(
    {
        **{slug: Playing(match=match) for slug, match in MATCHES.items()},
        "forbidden-column-row": Playing(board=_with_columns_first),
        "forbidden-cells-forgotten": Playing(board=lambda board: board._replace(forbidden=())),
        "last-of-the-loser": Playing(domino=-2),
        "last-from-1": Playing(first_number=1),
    }
)


@dataclass(frozen=True, slots=True)
class Remainder:
    """How question 5 is computed: with i and j exchanged, with a bound that is higher, with both drawn alike."""

    exchanged: bool = False
    more: int = 0
    alike: bool = False


REMAINDER: Final = Remainder()

REMAINDERS: Final[Mapping[str, Remainder]] = MappingProxyType(
    {
        "integers-exchanged": Remainder(exchanged=True),
        "bound-with-the-other-side": Remainder(more=1),
        "integers-drawn-alike": Remainder(alike=True),
    }
)
