"""Play matches of two strategies in independent games, coupled games or antithetic sets, and compute their statistics.

An antithetic set is two games: in the second one, the players exchange the dice of the first. The dice
come from numpy's Generator, started with the argument `seed`, which is no student's number.

Source: the Yahtzee report, section 5.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.invalid_input import InvalidInput
from solvers.monte_carlo import Estimate, antithetic_mean, independent_difference, mean
from solvers.yahtzee.matches.play import Destinies, Lists, longest_destiny, play
from solvers.yahtzee.rules.rules import YahtzeeRules
from solvers.yahtzee.strategies.strategy import YahtzeeStrategy

PARTIAL = 0.5
Method = Literal["independent", "coupled", "antithetic"]
"""How players share dice in a set.

"independent": each player has own dice; "coupled": both have the same dice; "antithetic": a second game of the set is
played with the dice exchanged.
"""


@dataclass(frozen=True, slots=True, eq=False)
class YahtzeeMatch:
    """The method by which players shared dice in the N sets of a match, and the scores: shape (2, N, M).

    The axes of `scores` are the player, the set, and the game of the set: M is 2 for antithetic sets, else 1.
    """

    method: Method
    scores: Integers


def match(
    first: YahtzeeStrategy, second: YahtzeeStrategy, method: Method, sets: int, seed: int, lists: Lists = "game"
) -> YahtzeeMatch:
    """Return the scores of `sets` independent sets of games; the first strategy fills its box first.

    An antithetic set has two games: in the second game the players exchange the dice of the first. Shared dice come
    from one list per game, or from a new list per turn or per throw (see `play`). Equal seeds give equal matches.
    """
    games = [play((first, second), dice, lists=lists) for dice in deals(first.rules, method, sets, seed)]
    return YahtzeeMatch(method, np.stack(games, axis=2))


def deals(rules: YahtzeeRules, method: Method, sets: int, seed: int) -> list[tuple[Destinies, Destinies]]:
    """Return the dice of both players for each game of a set, two if antithetic, in all `sets` sets."""
    mine = destinies(rules, sets, seed, player=0)
    theirs = mine if method == "coupled" else destinies(rules, sets, seed, player=1)
    return [(mine, theirs), (theirs, mine)][: 2 if method == "antithetic" else 1]


def destinies(rules: YahtzeeRules, games: int, seed: int, player: int = 0) -> Destinies:
    """Return the dice of a player in many games, a row for each game, long enough for any game: shape (games, L)."""
    if games < 1 or seed < 0 or player < 0:
        raise InvalidInput(
            "at least 1 game, a seed ≥ 0 and a player number ≥ 0 are needed, got {games} games, seed {seed} and "
            "player {player}",
            games=games,
            seed=seed,
            player=player,
        )
    generator = np.random.default_rng([seed, player])
    return generator.integers(1, rules.faces + 1, size=(games, longest_destiny(rules)), dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """The statistics of one player of a match; sets are independent."""

    score: Estimate
    deviation: float
    quartiles: tuple[float, float, float]
    """The quartiles of the score of a game; `score` is the mean, and `deviation` the standard deviation."""
    wins: Estimate
    draws: Estimate
    """The chance of a draw, as `wins` is the chance to win a game."""
    margin: Estimate | None
    """The mean number of points ahead in the games won; None if fewer than two games were won."""
    total_victories: int
    partial_victories: int
    """The number of sets of two games with exactly one game won and the higher mean score.

    `total_victories` is the number of sets with both games won.
    """
    points: float
    """One point for each total victory, half a point for each partial one."""


def match_statistics(match: YahtzeeMatch) -> tuple[PlayerStatistics, PlayerStatistics]:
    """Return the statistics of both players of a match of at least two sets.

    The interval of the margin supposes independent games, so it is approximate for antithetic sets of two games.
    """
    players = []
    for mine, theirs in (match.scores, match.scores[::-1]):
        ahead = mine - theirs
        won = ahead > 0
        margins = ahead[won]
        total = int((won.sum(axis=1) == 2).sum())
        partial = int(((won.sum(axis=1) == 1) & (ahead.sum(axis=1) > 0)).sum())
        low, middle, high = (float(q) for q in np.quantile(mine, (0.25, 0.5, 0.75)))
        players.append(
            PlayerStatistics(
                score=antithetic_mean(mine),
                deviation=float(mine.std(ddof=1)),
                quartiles=(low, middle, high),
                wins=antithetic_mean(won),
                draws=antithetic_mean(ahead == 0),
                margin=mean(margins) if margins.size > 1 else None,
                total_victories=total,
                partial_victories=partial,
                points=total + PARTIAL * partial,
            )
        )
    return players[0], players[1]


def difference(match: YahtzeeMatch) -> Estimate:
    """Return the mean score of the first player minus the second's, with its standard error.

    The error is that of the differences game by game if both players had the same dice.
    """
    first, second = match.scores
    if match.method == "independent":
        return independent_difference(first.ravel(), second.ravel())
    return antithetic_mean(first - second)


def histogram(scores: Integers, width: int = 10) -> tuple[Integers, Integers]:
    """Return the lower ends of the classes [0, width), [width, 2 width), …, and the number of scores in each."""
    tally = np.bincount(scores.ravel() // width).astype(np.int64)
    return np.arange(tally.size) * width, tally
