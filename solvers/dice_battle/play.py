"""One game, throw by throw, between any two players: strategies or people."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from solvers.dice_battle.checks import Game, check_board, check_game
from solvers.dice_battle.strategies import Player


@dataclass(frozen=True, slots=True)
class Turn:
    """One throw and what it leaves.

    Attributes
    ----------
    player : int
        Who threw, 0 for the first player or 1 for the second.
    shown : tuple of int
        The faces of the dice, 1 … F.
    points : int
        The points of the throw: the sum of the faces, or, if one of them is a 1, 1 point or none (question 6).
    totals : tuple of two int
        The points of both players after this throw; a round of the simultaneous game is two turns, the first
        player's and then the second's.

    Source: Dice Battle report, questions 7 to 9.
    """

    player: int
    shown: tuple[int, ...]
    points: int
    totals: tuple[int, int]


def play(
    game: Game, first: Player, second: Player, target: int, rng: np.random.Generator, faces: int = 6
) -> Iterator[Turn]:
    """Yield the turns of one game from (0, 0), until a player has N points.

    Both players choose before either throws in a round of the simultaneous game. The same generator state and
    the same choices give the same game: a player's mix that leaves no choice draws no random number.

    Parameters
    ----------
    game : "sequential", "simultaneous" or "scoreless"
        In the sequential games `first` moves first.
    first, second : Player
        Anything with `mix(own, other)`; a table may be larger than needed.
    target, faces : int
        N ≥ 1, F ≥ 2.
    rng : numpy.random.Generator
        The only source of chance.

    Raises
    ------
    Refusal
        If the game has another name or N or F is outside its range; on the first turn.

    Source: Dice Battle report, questions 7 to 9 (sequential game), 13 and 14 (simultaneous game).
    """
    check_game(game)
    check_board(1, target, faces, lambda _: 0)
    totals, dice_of = (0, 0), _Dice(faces, 0 if game == "scoreless" else 1)
    while max(totals) < target:
        if game != "simultaneous":
            yield (turn := _turn(0, totals, _choice(first, *totals, rng), rng, dice_of))
            totals = turn.totals
            if totals[0] >= target:
                return
            yield (turn := _turn(1, totals, _choice(second, *totals[::-1], rng), rng, dice_of))
        else:
            dice = (_choice(first, *totals, rng), _choice(second, *totals[::-1], rng))
            yield (turn := _turn(0, totals, dice[0], rng, dice_of))
            yield (turn := _turn(1, turn.totals, dice[1], rng, dice_of))
        totals = turn.totals


class _Dice(NamedTuple):
    """Their faces, and the points of a throw with a 1."""

    faces: int
    ones: int


def _choice(player: Player, own: int, other: int, rng: np.random.Generator) -> int:
    mix = player.mix(own, other)
    used = np.flatnonzero(mix)
    return int(used[0] if len(used) == 1 else rng.choice(len(mix), p=mix)) + 1


def _turn(player: int, totals: tuple[int, int], dice: int, rng: np.random.Generator, dice_of: "_Dice") -> Turn:
    shown = tuple(int(face) for face in rng.integers(1, dice_of.faces + 1, size=dice))
    points = dice_of.ones if 1 in shown else sum(shown)
    after = (totals[0] + points, totals[1]) if player == 0 else (totals[0], totals[1] + points)
    return Turn(player, shown, points, after)
