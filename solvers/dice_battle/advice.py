"""What each number of dice is worth now, for a player who asks."""

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import Game, check_game
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import Strategy


def choice_gains(game: Game, opponent: Strategy, own: int, other: int) -> Floats:
    """Return the gain of throwing 1, …, D dice now, both players playing their best from there: shape (D,).

    Parameters
    ----------
    game : "sequential", "simultaneous" or "scoreless"
        In the simultaneous game the opponent's throw of this round follows their mix.
    opponent : Strategy
        Gives D and N, and that mix.
    own, other : int
        Points of the player who asks, and of the opponent.

    Raises
    ------
    Refusal
        If the game has another name or points are outside 0 … N - 1.

    Source: Dice Battle report, questions 4 and 16, equations (3) and (8).
    """
    check_game(game)
    if game == "sequential":
        return sequential(opponent.dice, opponent.target).choice_gains(own, other)
    if game == "scoreless":
        return scoreless(opponent.dice, opponent.target).choice_gains(own, other)
    matrix = simultaneous(opponent.dice, opponent.target).round_matrix(own, other)
    gains: Floats = matrix @ opponent.mix(other, own)
    return gains
