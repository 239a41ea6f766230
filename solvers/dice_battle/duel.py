"""Two strategies against each other, exactly: chances to win, draw and lose from every state."""

from dataclasses import dataclass

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game, check_board, check_game, check_state, throw_bytes
from solvers.dice_battle.pair import pair
from solvers.dice_battle.scoreless_duel import scoreless_duel
from solvers.dice_battle.sequential_duel import sequential_duel
from solvers.dice_battle.simultaneous_duel import simultaneous_duel
from solvers.dice_battle.strategies import Strategy
from solvers.dice_battle.throws import throws


@dataclass(frozen=True, slots=True)
class Chances:
    """Chances of the first player; they sum to 1 within rounding.

    Source: Dice Battle report, question 3, P(G = 1), P(G = -1) and E(G).
    """

    win: float
    draw: float
    loss: float

    @property
    def gain(self) -> float:
        """The expected gain, win - loss."""
        return self.win - self.loss


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """The chances of the first player against the second; [i, j] is i points for the first, j for the second.

    Attributes
    ----------
    win, loss : float arrays, shape (N, N)
        In the sequential game, with the first player to move.

    Source: Dice Battle report, questions 3, 9, 14 and 20.
    """

    win: Floats
    loss: Floats

    @property
    def gain(self) -> Floats:
        """The expected gain of the first player: shape (N, N)."""
        return self.win - self.loss

    def chances(self, own: int = 0, other: int = 0) -> Chances:
        """Return the chances from one state, by default the start of the game.

        Raises
        ------
        Refusal
            If a player's points are outside 0 … N - 1.

        Source: Dice Battle report, questions 3, 9, 14 and 20.
        """
        check_state(own, other, len(self.win))
        win, loss = float(self.win[own, other]), float(self.loss[own, other])
        return Chances(win, max(0.0, 1 - win - loss), loss)


def duel(game: Game, first: Strategy, second: Strategy, faces: int = 6) -> Duel:
    """Return the exact chances of `first` against `second`, from every state.

    Parameters
    ----------
    game : "sequential", "simultaneous" or "scoreless"
        In the sequential games `first` moves first.
    first, second : Strategy
        Of the same D and N.
    faces : int
        F ≥ 2.

    Raises
    ------
    Refusal
        If the game has another name, the strategies have not the same D and N, F < 2, or the tables would
        take more than 1 GiB.

    Notes
    -----
    O(N² D F) for strategies that never mix; with mixes up to D times as much in the sequential game. A state
    only depends on the points missing as long as the strategies do, as all the optimal ones, blind and random.

    Source: Dice Battle report, questions 3, 9, 14 and 20, by dynamic programming in place of sampling.
    """
    check_game(game)
    players = pair(first, second)
    dice, target = first.dice, first.target
    check_board(dice, target, faces, lambda n: _bytes(dice, n, faces))
    if game == "scoreless":
        return Duel(*scoreless_duel(throws(dice, faces, 0), players))
    solve = sequential_duel if game == "sequential" else simultaneous_duel
    return Duel(*solve(throws(dice, faces), players))


def _bytes(dice: int, target: int, faces: int) -> int:
    width = target + faces * dice + 1
    return 16 * width * width + 16 * target * target + 16 * dice * width + 3 * throw_bytes(dice, faces)
