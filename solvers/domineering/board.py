"""Define Domineering boards: cells as bits, placements of dominoes numbered as in the exam.

Player 1 lays horizontal dominoes and starts, player 2 vertical ones; the first player unable to move on their turn
loses. A board, cell, player or placement that does not exist raises `InvalidInput`.

Source: ENS 2013 practical exam, "Équilibres de Nash", sections 2 (rules), 3 (forbidden cells) and 5 (numbering).
"""

from dataclasses import dataclass
from typing import Final

from solvers.invalid_input import InvalidInput

MAX_CELLS: Final = 64

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """A board of `rows` × `cols` cells, some of which may be forbidden from the start.

    Cell (i, j) is bit i·cols + j of a mask. The placements of player 1 (horizontal, cells (i, j) and (i, j + 1)) are
    numbered i·(cols - 1) + j, those of player 2 (vertical, cells (i, j) and (i + 1, j)) i·cols + j; a forbidden cell
    makes the placements over it illegal and changes no number.
    """

    rows: int
    cols: int
    """Number of columns; a board has at least one row and one column, and at most 64 cells, for a 64-bit mask."""
    forbidden: frozenset[Cell] = frozenset()

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1 or self.rows * self.cols > MAX_CELLS:
            raise InvalidInput(
                "a board has at least 1 row and 1 column and at most {max_cells} cells, got {rows} × {cols}",
                max_cells=MAX_CELLS,
                rows=self.rows,
                cols=self.cols,
            )
        for i, j in self.forbidden:
            if not (0 <= i < self.rows and 0 <= j < self.cols):
                raise InvalidInput(
                    "forbidden cell ({i}, {j}) is not on the board: rows are 0 … {rows}, columns 0 … {cols}",
                    i=i,
                    j=j,
                    rows=self.rows - 1,
                    cols=self.cols - 1,
                )

    @property
    def closed(self) -> int:
        """The mask of the forbidden cells."""
        return sum(1 << int(i * self.cols + j) for i, j in self.forbidden)  # a NumPy integer would overflow

    @property
    def free(self) -> int:
        """The number of cells that are not forbidden."""
        return self.rows * self.cols - len(self.forbidden)

    def count(self, player: int) -> int:
        """Return the number of placements of `player` (1 or 2), those over a forbidden cell included."""
        if player not in (1, 2):
            raise InvalidInput("player must be 1 (horizontal) or 2 (vertical), got {player}", player=player)
        return self.rows * (self.cols - 1) if player == 1 else (self.rows - 1) * self.cols

    def cells(self, player: int, placement: int) -> tuple[Cell, Cell]:
        """Return the two cells that a placement of `player` covers, upper left one first."""
        count = self.count(player)
        if not 0 <= placement < count:
            raise InvalidInput(
                "player {player} has {count} placements on a {rows} × {cols} board, numbered from 0, got {placement}",
                player=player,
                count=count,
                rows=self.rows,
                cols=self.cols,
                placement=placement,
            )
        i, j = divmod(int(placement), self.cols - 1 if player == 1 else self.cols)
        return (i, j), (i, j + 1) if player == 1 else (i + 1, j)

    def mask(self, player: int, placement: int) -> int:
        """Return the mask with the two cells of a placement of `player` (1 or 2)."""
        return sum(1 << int(i * self.cols + j) for i, j in self.cells(player, placement))

    def masks(self, player: int) -> tuple[int, ...]:
        """Return the masks of all placements of `player` in order, illegal ones included."""
        count, cols = self.count(player), int(self.cols)
        domino, across = (0b11, cols - 1) if player == 1 else (1 | 1 << cols, cols)
        return tuple(domino << p // across * cols + p % across for p in range(count))

    def legal(self, player: int, occupied: int = 0) -> tuple[int, ...]:
        """Return the legal placements of `player`, in order, if the cells of the mask `occupied` are covered."""
        blocked = occupied | self.closed
        return tuple(p for p, mask in enumerate(self.masks(player)) if not mask & blocked)

    def text(self, occupied: int = 0) -> str:
        """Return the board as lines of ``.`` (free) and ``#`` (in the mask `occupied`, or forbidden)."""
        covered = occupied | self.closed
        rows = ([covered >> i * self.cols + j & 1 for j in range(self.cols)] for i in range(self.rows))
        return "\n".join("".join("#" if bit else "." for bit in row) for row in rows)
