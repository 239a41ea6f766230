"""Two strategies against each other: independent games, coupled games, antithetic sets of two.

Source: the Yahtzee report, section 5. Dice come from numpy's Generator, seeded by the caller.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.refusal import Refusal
from solvers.yahtzee.matches.play import Destinies, Lists, longest_destiny, play
from solvers.yahtzee.rules.rules import Rules
from solvers.yahtzee.strategies.strategy import Strategy

Method = Literal["independent", "coupled", "antithetic"]
"""Each player has its own dice; both have the same; a second game is played with the dice exchanged."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How the dice of a match were shared, and the score of each player in each game of each set: shape (2, N, M).

    M is 2 for antithetic sets, else 1.
    """

    method: Method
    scores: Integers


def match(first: Strategy, second: Strategy, method: Method, sets: int, seed: int, lists: Lists = "game") -> Match:
    """Return the scores of so many independent sets; the first strategy fills its box first.

    An antithetic set has two games, in the second of which each player has the dice that the other had in the first.
    Shared dice come from one list a game, or from a fresh one each turn or each throw (see `play`). The same seed gives
    the same match.
    """
    games = [play((first, second), dice, lists=lists) for dice in deals(first.rules, method, sets, seed)]
    return Match(method, np.stack(games, axis=2))


def deals(rules: Rules, method: Method, sets: int, seed: int) -> list[tuple[Destinies, Destinies]]:
    """Return the dice of both players for each game of a set."""
    mine = destinies(rules, sets, seed, player=0)
    theirs = mine if method == "coupled" else destinies(rules, sets, seed, player=1)
    return [(mine, theirs), (theirs, mine)][: 2 if method == "antithetic" else 1]


def destinies(rules: Rules, games: int, seed: int, player: int = 0) -> Destinies:
    """Return the dice of a player, long enough for any game: shape (games, L)."""
    if games < 1 or seed < 0 or player < 0:
        raise Refusal(
            "needs games ≥ 1, seed ≥ 0 and player ≥ 0, got {games}, {seed} and {player}",
            games=games,
            seed=seed,
            player=player,
        )
    generator = np.random.default_rng([seed, player])
    return generator.integers(1, rules.faces + 1, size=(games, longest_destiny(rules)), dtype=np.uint8)
