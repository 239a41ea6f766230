"""Corrections one by one: a weight of 0 is the base strategy, and rates are those of a match played apart."""

import numpy as np

from solvers.monte_carlo import Estimate
from solvers.yahtzee.matches.matches import match
from solvers.yahtzee.matches.single_weights import SingleWeight, single_weights
from solvers.yahtzee.matches.weight_search import Contest
from solvers.yahtzee.rules.rules import REPORT
from solvers.yahtzee.strategies.perturbation import perturbation
from solvers.yahtzee.strategies.strategies import strategy
from solvers.yahtzee.strategies.weights import Weights


def test_every_weight_is_tried_alone() -> None:
    opponent = strategy("toutes_les_esperances", REPORT)
    found = single_weights(perturbation(REPORT), Contest(opponent, 50, 7), (0.0, 2.0))
    assert [one.name for one in found] == list(Weights._fields)
    for one in found:
        # Against itself on exchanged dice each set is won once: the rate is one half, without spread.
        assert (one.rates[0][1].value, one.rates[0][1].error) == (0.5, 0)
        alone = perturbation(REPORT, Weights(**{one.name: 2.0}))
        mine, theirs = match(alone, opponent, "antithetic", 50, 7).scores
        assert one.rates[1][1].value == np.mean((1 + np.sign(mine - theirs)) / 2)


def test_better_is_a_whole_interval_above_one_half() -> None:
    rates = [Estimate(v, 0.01, low, 2 * v - low, 100, 0.95) for v, low in ((0.52, 0.501), (0.52, 0.5), (0.49, 0.48))]
    assert SingleWeight("a", tuple(zip((1.0, 2.0, 3.0), rates, strict=True))).better == (1.0,)
