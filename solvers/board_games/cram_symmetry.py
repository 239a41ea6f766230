"""The symmetry argument for Cram, as a strategy that plays.

Source: document 003 ("Jeux"), exercise 1.2.
"""

from dataclasses import dataclass

from solvers.board_games.cram import Cram, CramState
from solvers.domineering.board import Board
from solvers.refusal import Refusal


@dataclass(frozen=True, slots=True)
class CramSymmetry:
    """A player answers each domino by its image under the half turn of the grid.

    The image of a legal domino is legal in a symmetrical position, unless the two overlap. They do only for
    the domino over the centre of the grid, when one side is even and the other odd: the first player lays it
    and is then the one who answers. Attributes are set by `cram_symmetry`.

    Attributes
    ----------
    game : Cram
        The game.
    player : int
        Who wins in this way: 0 or 1.
    opening : int
        Mask of the central domino that player 0 lays first, 0 if player 1 wins.

    Source: document 003 ("Jeux"), exercise 1.2.
    """

    game: Cram
    player: int
    opening: int

    def reply(self, state: CramState) -> CramState:
        """Return the position after the move of this strategy.

        Raises
        ------
        Refusal
            If it is the other player's turn, or the strategy never leads to that position.
        """
        covered, player = state
        domino = _half_turn(self.game.board, covered) & ~covered or self.opening
        after = covered | domino, 1 - player
        if player != self.player or after not in self.game.successors(state):
            raise Refusal(
                "player {player} does not meet {state} when answering by symmetry", player=self.player, state=state
            )
        return after


def cram_symmetry(game: Cram) -> CramSymmetry | None:
    """Return the strategy of exercise 1.2, or None where the argument does not apply.

    It applies when the removed cells are symmetrical about the centre and the grid has no central cell, or
    the central cell was removed. This proves who wins; None says nothing about
    who does.

    Source: document 003 ("Jeux"), exercise 1.2.
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
    """Return the image of a set of cells: reading them backwards."""
    return int(f"{mask:0{board.rows * board.cols}b}"[::-1], 2)
