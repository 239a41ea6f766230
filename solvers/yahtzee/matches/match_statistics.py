"""What the report's tables say of a match: means, quartiles, deviations, win chances, sets won, histograms."""

from dataclasses import dataclass

import numpy as np

from solvers.compiled.arrays import Integers
from solvers.monte_carlo import Estimate, antithetic_mean, independent_difference, mean
from solvers.yahtzee.matches.matches import Match

PARTIAL = 0.5


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player of a match; sets are independent."""

    score: Estimate
    deviation: float
    quartiles: tuple[float, float, float]
    """Of the score of a game: the mean, the standard deviation, the quartiles."""
    wins: Estimate
    draws: Estimate
    """The chance to win, to draw a game."""
    margin: Estimate | None
    """The points ahead in the games won; None if fewer than two games were won."""
    total_victories: int
    partial_victories: int
    """Sets of two games of which both were won; of which exactly one was, with the higher mean score."""
    points: float
    """1 for each total victory, 0.5 for each partial one."""


def match_statistics(match: Match) -> tuple[PlayerStatistics, PlayerStatistics]:
    """Return the statistics of both players, of two sets or more.

    The margin is a mean over independent games: approximate for sets of two.
    """
    first, second = match.scores
    return _statistics(first, second), _statistics(second, first)


def _statistics(mine: Integers, theirs: Integers) -> PlayerStatistics:
    ahead = mine - theirs
    won = ahead > 0
    margins = ahead[won]
    total = int((won.sum(axis=1) == 2).sum())
    partial = int(((won.sum(axis=1) == 1) & (ahead.sum(axis=1) > 0)).sum())
    low, middle, high = (float(q) for q in np.quantile(mine, (0.25, 0.5, 0.75)))
    return PlayerStatistics(
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


def difference(match: Match) -> Estimate:
    """Return the mean score of the first player minus that of the second, with the interval of the method.

    Coupled games are pairs: the variance falls by twice the covariance of a pair.
    """
    first, second = match.scores
    if match.method == "independent":
        return independent_difference(first.ravel(), second.ravel())
    return antithetic_mean(first - second)


def histogram(scores: Integers, width: int = 10) -> tuple[Integers, Integers]:
    """Return the lower ends of the classes [0, width), [width, 2 width), …, and how many scores fall into each."""
    tally = np.bincount(scores.ravel() // width).astype(np.int64)
    return np.arange(tally.size) * width, tally
