"""Two strategies against each other: independent games, coupled games, antithetic sets of two.

Source: the Yahtzee report, section 5. Dice come from numpy's Generator, seeded by the caller.
"""

from dataclasses import dataclass
from typing import Literal, get_args

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
    """The scores of a match.

    Attributes
    ----------
    method : {"independent", "coupled", "antithetic"}
        How the dice were shared.
    scores : integer array, shape (2, N, M)
        The score of each player in each game of each set; M is 2 for antithetic sets, else 1.

    Source: Yahtzee report, sections 5.1, 5.2.1 and 5.3.1.
    """

    method: Method
    scores: Integers


def match(first: Strategy, second: Strategy, method: Method, sets: int, seed: int, lists: Lists = "game") -> Match:
    """Return the scores of a match.

    Parameters
    ----------
    first, second : Strategy
        Strategies of one game; the first one fills its box first.
    method : {"independent", "coupled", "antithetic"}
        How the dice are shared. An antithetic set has two games, in the second of which each player has the dice that
        the other had in the first.
    sets : int
        How many sets are played, at least 1; they are independent.
    seed : int
        Seed of the dice, at least 0: the same seed gives the same match.
    lists : {"game", "turn", "throw"}
        Whether shared dice come from one list a game, or from a fresh one each turn or each throw (see `play`).

    Raises
    ------
    Refusal
        If the games differ, the method or the lists are unknown, or a number is outside its range.

    Source: Yahtzee report, sections 5.1 (independent games), 5.2.1 (coupling) and 5.3.1 (sets of two games).
    """
    if method not in get_args(Method):
        raise Refusal(
            "the method must be one of {choices}, got {method!r}", choices=", ".join(get_args(Method)), method=method
        )
    mine = destinies(first.rules, sets, seed, player=0)
    theirs = mine if method == "coupled" else destinies(first.rules, sets, seed, player=1)
    games = [play((first, second), (mine, theirs), lists=lists)]
    if method == "antithetic":
        games.append(play((first, second), (theirs, mine), lists=lists))
    return Match(method, np.stack(games, axis=2))


def destinies(rules: Rules, games: int, seed: int, player: int = 0) -> Destinies:
    """Return the dice of a player, long enough for any game: shape (games, L).

    Raises
    ------
    Refusal
        If there is no game, or the seed or the player is negative.

    Source: Yahtzee report, section 5.2.1, the *liste-destin*; the generator is NumPy's.
    """
    if games < 1 or seed < 0 or player < 0:
        raise Refusal(
            "needs games ≥ 1, seed ≥ 0 and player ≥ 0, got {games}, {seed} and {player}",
            games=games,
            seed=seed,
            player=player,
        )
    generator = np.random.default_rng([seed, player])
    return generator.integers(1, rules.faces + 1, size=(games, longest_destiny(rules)), dtype=np.uint8)
