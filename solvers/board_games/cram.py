"""Define Cram: players lay dominoes in turn, in either direction, on a grid; the first player who cannot move loses.

Source: document 003 "Jeux", exercises 1.2 and 1.4; the symmetry argument is that of exercise 1.2.
"""

from dataclasses import dataclass
from functools import cache

from solvers.domineering.board import Board, Cell
from solvers.invalid_input import InvalidInput

CramState = tuple[int, int]
"""The cells covered by dominoes, as a mask of the board, and the player to move, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Cram:
    """Cram on a board, as a `solvers.graph_games.game.Game`."""

    board: Board
    """A grid of at least two cells, from which some may be removed (`forbidden`)."""

    def __post_init__(self) -> None:
        if self.board.rows * self.board.cols < 2:
            raise InvalidInput("Cram is played on at least 2 cells, got 1 × 1")

    @property
    def start(self) -> CramState:
        """The board without dominoes, with player 0 to move."""
        return 0, 0

    def player(self, state: CramState) -> int:
        """Return the player to move, 0 or 1."""
        return state[1]

    def successors(self, state: CramState) -> tuple[CramState, ...]:
        """Return the states after each legal domino, horizontal ones first, in the numbering of the board."""
        covered, player = state
        return tuple((covered | domino, 1 - player) for domino in _dominoes(self.board) if not covered & domino)

    def outcome(self, state: CramState) -> int:
        """Return 1 if player 0 has won a terminal state, -1 if player 1 has: the player to move has lost."""
        return 1 if state[1] else -1

    def first_domino(self, state: CramState) -> CramState:
        """Return the state after the first legal domino, row by row, horizontal first; there must be one."""
        # Of two dominoes with one upper left cell the vertical one has the larger mask.
        by_domino = {after[0] ^ state[0]: after for after in self.successors(state)}
        return by_domino[min(by_domino, key=lambda domino: (domino & -domino, domino))]

    def cells(self, before: CramState, after: CramState) -> tuple[Cell, Cell]:
        """Return the two cells of the domino laid by the move between two states, upper left one first."""
        domino = before[0] ^ after[0]
        low, high = (domino & -domino).bit_length() - 1, domino.bit_length() - 1
        return divmod(low, self.board.cols), divmod(high, self.board.cols)

    def text(self, state: CramState) -> str:
        """Return the position as lines of ``.`` (free) and ``#`` (covered by a domino, or no cell of the board)."""
        return self.board.text(state[0])


@cache
def _dominoes(board: Board) -> tuple[int, ...]:
    return tuple(board.mask(direction, p) for direction in (1, 2) for p in board.legal(direction))


@dataclass(frozen=True, slots=True)
class CramSymmetry:
    """The strategy that answers each domino by its image under the half turn of the grid.

    In a symmetrical position the image of a legal domino is legal, unless the two overlap. Only the domino over the
    centre of the grid overlaps its image, if one side is even and the other odd. Then the first player lays this domino
    and answers from there on. `cram_symmetry` makes instances.
    """

    game: Cram
    player: int
    """The player, 0 or 1, who wins by this strategy."""
    opening: int
    """Mask of the central domino that player 0 lays first, 0 if player 1 wins."""

    def reply(self, state: CramState) -> CramState:
        """Return the state after this strategy's move; InvalidInput in a state that it does not lead to."""
        covered, player = state
        domino = _half_turn(self.game.board, covered) & ~covered or self.opening
        after = covered | domino, 1 - player
        if player != self.player or after not in self.game.successors(state):
            raise InvalidInput(
                "the position {state} does not occur when player {player} answers by symmetry",
                player=self.player,
                state=state,
            )
        return after


def cram_symmetry(game: Cram) -> CramSymmetry | None:
    """Return the strategy of exercise 1.2, or None where the symmetry argument does not apply.

    The argument applies if the removed cells are symmetrical about the centre and the grid has no central cell, or the
    central cell is removed. It proves which player wins. None proves nothing about the winner.
    """
    board = game.board
    if board.closed != _half_turn(board, board.closed):
        return None
    centre = 0
    for i in {(board.rows - 1) // 2, board.rows // 2}:
        for j in {(board.cols - 1) // 2, board.cols // 2}:
            centre |= 1 << (i * board.cols + j)
    open_centre = centre & ~board.closed
    if centre.bit_count() == 4 or not open_centre:
        return CramSymmetry(game, 1, 0)
    return CramSymmetry(game, 0, centre) if centre.bit_count() == 2 else None


def _half_turn(board: Board, mask: int) -> int:
    """Return the image of a set of cells under the half turn: its bits in reverse order."""
    return int(f"{mask:0{board.rows * board.cols}b}"[::-1], 2)
