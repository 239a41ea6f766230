"""The share of games that one strategy wins against another, sample by sample."""

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.yahtzee.matches.matches import match
from solvers.yahtzee.strategies.strategy import Strategy


def win_rates(first: Strategy, second: Strategy, sets: int, seed: int) -> Floats:
    """Return for each antithetic set the share of its two games won by `first`, draws counting one half: shape (N,).

    The same seed gives the same dice whatever the strategies, so that two candidates compared on it differ only where
    they play differently (common random numbers).

    Raises
    ------
    Refusal
        If the games differ, there is no set, or the seed is negative.

    Source: Yahtzee report, sections 5.3.1 and 6.2; draws as one half are ours.
    """
    mine, theirs = match(first, second, "antithetic", sets, seed).scores
    return np.asarray((1 + np.sign(mine - theirs)).mean(axis=1) / 2)
