"""Find the winner of a Domineering position, by an α-β search for win or loss with a table of positions.

Two counts decide some positions without a search: the number of dominoes that fit for each player, and the number of
safe dominoes, on cells that no domino of the opponent can cover.

Source: D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, "Solving 8 × 8 Domineering" (Theoretical Computer
Science 230, 2000), for the search and the order of moves; N. Bullock, "Domineering: solving large combinatorial search
spaces" (ICGA Journal 25, 2002), for safe moves.
"""

from itertools import product
from typing import Final

from solvers.domineering.board import Board
from solvers.invalid_input import InvalidInput

MOST_CELLS: Final = 49
"""Largest number of free cells of a board that is searched: 7 × 7 takes minutes."""


def winning_moves(board: Board) -> tuple[int, ...]:
    """Return the placements with which player 1, who is to move, wins under perfect play; none if player 2 does.

    The board has a single row or at most 49 free cells; other boards raise `InvalidInput`. A board of 6 × 6 cells
    takes one or two seconds.
    """
    if board.rows == 1:
        return board.legal(1)
    search = OutcomeSearch(board)
    return tuple(p for p in board.legal(1) if not search.mover_wins(search.free & ~board.mask(1, p), 2))


class OutcomeSearch:
    """A search on one board with a table of the positions solved so far; `free` is the mask of the free cells."""

    def __init__(self, board: Board) -> None:
        if board.free > MOST_CELLS:
            raise InvalidInput(
                "Domineering is solved on at most {most} free cells, got {free}", most=MOST_CELLS, free=board.free
            )
        self.free = ((1 << board.rows * board.cols) - 1) & ~board.closed
        self._rows, self._cols = board.rows, board.cols
        # Each domino as a mask of the board and one of the board with rows for columns.
        self._dominoes = {player: [(mask, self._transposed(mask)) for mask in board.masks(player)] for player in (1, 2)}
        self._fitting = _Fitting()
        self._decided: dict[tuple[int, int], bool] = {}

    def mover_wins(self, free: int, player: int) -> bool:
        """Return whether `player`, 1 or 2, wins under perfect play if it is this player's move.

        The cells of the mask `free` are free, and no others.
        """
        return self._mover_wins(free, self._transposed(free), player)

    def _mover_wins(self, free: int, transposed: int, player: int) -> bool:
        """Return the result of `mover_wins`; `transposed` is the mask `free` of the transposed board."""
        known = self._decided.get((free, player))
        if known is not None:
            return known
        wins, open_moves = False, []
        for domino, turned in self._dominoes[player]:
            if domino & free != domino:
                continue
            still_free, still_free_transposed = free & ~domino, transposed & ~turned
            across, down = self._counts(still_free, still_free_transposed)
            (mover_fits, mover_safe), (opponent_fits, opponent_safe) = (across, down) if player == 1 else (down, across)
            if mover_safe >= opponent_fits:  # the opponent, who moves now, is stuck first
                wins = True
                break
            if opponent_safe <= mover_fits:
                open_moves.append(
                    (opponent_fits - mover_fits + opponent_safe - mover_safe, still_free, still_free_transposed)
                )
        if not wins:
            open_moves.sort()
            wins = any(not self._mover_wins(still_free, turned, 3 - player) for _, still_free, turned in open_moves)
        for image in self._images(free):
            self._decided[image, player] = wins
        return wins

    def _counts(self, free: int, transposed: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return two pairs, for players 1 and 2: the number of dominoes that fit, and the number of safe ones."""
        fitting = self._fitting
        down = free & (free >> self._cols)
        across = transposed & (transposed >> self._rows)
        safe_across = free & ~(down | (down << self._cols))
        safe_down = transposed & ~(across | (across << self._rows))
        return (
            (_sum_of_lines(free, self._cols, fitting), _sum_of_lines(safe_across, self._cols, fitting)),
            (_sum_of_lines(transposed, self._rows, fitting), _sum_of_lines(safe_down, self._rows, fitting)),
        )

    def _images(self, free: int) -> set[int]:
        """Return a position and its three mirror images; in all of them horizontal dominoes stay horizontal."""
        lines = [free >> (i * self._cols) & ((1 << self._cols) - 1) for i in range(self._rows)]
        mirrored = [int(f"{line:0{self._cols}b}"[::-1], 2) for line in lines]
        return {
            sum(line << (i * self._cols) for i, line in enumerate(image))
            for image in (lines, lines[::-1], mirrored, mirrored[::-1])
        }

    def _transposed(self, mask: int) -> int:
        """Return the mask of the same cells on the transposed board, whose rows are the columns of this board."""
        return sum(
            1 << (j * self._rows + i)
            for i, j in product(range(self._rows), range(self._cols))
            if mask >> (i * self._cols + j) & 1
        )


class _Fitting(dict[int, int]):
    """A dict that gives, for a set of cells of a line, how many dominoes fit into them; computed on first use."""

    def __missing__(self, cells: int) -> int:
        """Compute the number of dominoes that fit into a set of cells."""
        free, count = cells, 0
        while free:
            first = free & -free
            count += bool(free & first << 1)
            free &= ~(first | first << 1)
        self[cells] = count
        return count


def _sum_of_lines(mask: int, width: int, fitting: _Fitting) -> int:
    """Return the number of dominoes that fit into all rows of a mask with `width` columns."""
    total, line = 0, (1 << width) - 1
    while mask:
        total += fitting[mask & line]
        mask >>= width
    return total
