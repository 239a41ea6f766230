"""Domineering as a game that arenas and tree searches play.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 2. Its players 1 (horizontal) and 2 (vertical)
are 0 and 1 here. `solvers.domineering.perfect_play` solves boards too large for an arena.
"""

from dataclasses import dataclass

from solvers.domineering.board import Board
from solvers.graph_games.drawing.grid_svg import grid_svg
from solvers.refusal import Refusal

State = tuple[int, int]
"""The cells covered by dominoes, as a mask of the board, and who is to move: 0 (horizontal) or 1."""


@dataclass(frozen=True, slots=True)
class Domineering:
    """The game, as `solvers.graph_games.game.Game` has it.

    Parameters
    ----------
    board : Board
        Any board; cells may be forbidden.
    first : int
        Who starts: 0 (horizontal) or 1 (vertical).

    Raises
    ------
    Refusal
        If `first` is neither 0 nor 1.

    Source: ENS 2013 practical exam, "Équilibres de Nash", section 2.
    """

    board: Board
    first: int = 0

    def __post_init__(self) -> None:
        if self.first not in (0, 1):
            raise Refusal(f"the first player must be 0 (horizontal) or 1 (vertical), got {self.first}")

    @property
    def start(self) -> State:
        """No domino, the first player to move."""
        return 0, self.first

    def player(self, state: State) -> int:
        """Return who is to move."""
        return state[1]

    def successors(self, state: State) -> tuple[State, ...]:
        """Return the positions after each legal placement, in the numbering of the board."""
        covered, player = state
        board, number = self.board, player + 1
        return tuple((covered | board.mask(number, p), 1 - player) for p in board.legal(number, covered))

    def outcome(self, state: State) -> int:
        """Return 1 or -1: the player to move in a terminal state has lost."""
        return 1 if state[1] else -1

    def text(self, state: State) -> str:
        """Return the position as lines of ``.`` (free) and ``#`` (covered or forbidden)."""
        return self.board.text(state[0])

    def svg(self, state: State) -> str:
        """Return the position as a drawing."""
        text = self.text(state)
        return grid_svg(text.split("\n"), text)
