"""Play one game of Dice Battle, throw by throw, between strategies or people, and compute the gain of each throw.

Source: Dice Battle report, questions 4, 7 to 9, 13, 14 and 16, equations (3) and (8).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.dice_battle.checks import FACES, DiceVariant, check_board, check_game
from solvers.dice_battle.scoreless import scoreless
from solvers.dice_battle.sequential import sequential
from solvers.dice_battle.simultaneous import simultaneous
from solvers.dice_battle.strategies import DicePlayer, DiceStrategy


@dataclass(frozen=True, slots=True)
class DiceTurn:
    """One throw of a game: the points of the throw, and the totals of both players after it."""

    player: int
    """The player who threw: 0 for the first player, 1 for the second."""
    shown: tuple[int, ...]
    """The faces that the dice show."""
    points: int
    """The sum of the faces, or, if a face is 1, 1 point, or none in the variant of question 6."""
    totals: tuple[int, int]
    """The points of both players after the throw.

    A round of the simultaneous game is two turns, that of the first player first.
    """


def play(
    game: DiceVariant, first: DicePlayer, second: DicePlayer, target: int, rng: np.random.Generator
) -> Iterator[DiceTurn]:
    """Yield the turns of one game from (0, 0), until a player has N points; `first` moves first.

    N is `target`. In a round of the simultaneous game both players choose before either throws. The same state of the
    generator and the same choices give the same game; a choice of a single number of dice draws no random number. An
    unknown variant, or N < 1, raises `InvalidInput` on the first turn.
    """
    check_game(game)
    check_board(1, target, lambda _: 0)
    totals, ones = (0, 0), 0 if game == "scoreless" else 1
    while max(totals) < target:
        dice = _choice(first, *totals, rng)
        reply = _choice(second, *totals[::-1], rng) if game == "simultaneous" else None
        yield (turn := _turn(0, totals, dice, rng, ones))
        if reply is None:
            if turn.totals[0] >= target:
                return
            reply = _choice(second, *turn.totals[::-1], rng)
        yield (turn := _turn(1, turn.totals, reply, rng, ones))
        totals = turn.totals


def choice_gains(game: DiceVariant, opponent: DiceStrategy, own: int, other: int) -> Floats:
    """Return the expected gain of throwing 1, …, D dice now if both players play optimally afterwards: shape (D,).

    `own` and `other` are the points of the player to throw and of the opponent. D (most dice) and N (points to reach)
    are those of `opponent`. In the simultaneous game the opponent throws by the mix of `opponent` in this round. Points
    outside 0 … N - 1 raise `InvalidInput`.
    """
    check_game(game)
    board = opponent.dice, opponent.target
    if game != "simultaneous":
        return (sequential if game == "sequential" else scoreless)(*board).choice_gains(own, other)
    gains: Floats = simultaneous(*board).round_matrix(own, other) @ opponent.mix(other, own)
    return gains


def _choice(player: DicePlayer, own: int, other: int, rng: np.random.Generator) -> int:
    mix = player.mix(own, other)
    used = np.flatnonzero(mix)
    return int(used[0] if len(used) == 1 else rng.choice(len(mix), p=mix)) + 1


def _turn(player: int, totals: tuple[int, int], dice: int, rng: np.random.Generator, ones: int) -> DiceTurn:
    """Return the throw of a number of dice by a player; `ones` are the points of a throw with a 1."""
    shown = tuple(int(face) for face in rng.integers(1, FACES + 1, size=dice))
    points = ones if 1 in shown else sum(shown)
    after = (totals[0] + points, totals[1]) if player == 0 else (totals[0], totals[1] + points)
    return DiceTurn(player, shown, points, after)
