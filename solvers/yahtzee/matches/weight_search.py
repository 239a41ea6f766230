"""Search for the weights α of Perturbation: the report's random walk, coordinate search, single weights.

On the same dice two candidates that differ in one weight play most games alike, so their difference has a far smaller
variance than two win rates. A paired test then separates improvements from noise, which misleads the report's random
walk in most of its steps. The result is measured on new dice: on the dice of the search its win rate is biased upwards.

Source: the Yahtzee report, sections 5.3.1 (sets of two games) and 6.2 (`tauxdevictoire`, the walk, equation (11)).
Draws as one half, the factors of the walk's interval and the coordinate search are ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats
from solvers.invalid_input import InvalidInput
from solvers.monte_carlo import Estimate, mean
from solvers.yahtzee.matches.matches import match
from solvers.yahtzee.strategies.perturbation import Perturbation, Weights
from solvers.yahtzee.strategies.strategy import YahtzeeStrategy

WIDER: Final = 1.5
NARROWER: Final = 0.9
SIGNIFICANT: Final = 2.0
"""Number of standard errors by which a move along a coordinate must win more games."""


@dataclass(frozen=True, slots=True)
class WeightContest:
    """The way to compare candidate weights: each plays `sets` antithetic sets of games against the opponent.

    The dice of round r have the seed `seed` + r, and are the same for all candidates.
    """

    opponent: YahtzeeStrategy
    sets: int
    seed: int

    def rates(self, candidate: YahtzeeStrategy, dice: int = 0) -> Floats:
        """Return the share of games won in each set on the dice of round `dice`, draws as one half: shape (sets,)."""
        mine, theirs = match(candidate, self.opponent, "antithetic", self.sets, self.seed + dice).scores
        return np.asarray((1 + np.sign(mine - theirs)).mean(axis=1) / 2)

    def finished(self, best: Perturbation, dice: int, matches: int) -> "WeightSearch":
        """Return the weights of the strategy `best` that a search found, with its win rate on the dice of round `dice`.

        `matches` is the number of matches that the search played. `dice` must be a round that the search did not use.
        """
        return WeightSearch(best.weights, mean(self.rates(best, dice)), matches)


@dataclass(frozen=True, slots=True)
class WeightSearch:
    """The weights of a search, their win rate on new dice, and the number of matches that the search played."""

    weights: Weights
    rate: Estimate
    matches: int


@dataclass(frozen=True, slots=True)
class SingleWeight:
    """A correction of Perturbation that is tried alone: its name, and pairs of a weight and its win rate."""

    name: str
    rates: tuple[tuple[float, Estimate], ...]

    @property
    def better(self) -> tuple[float, ...]:
        """The weights whose interval is above one half; a useless one is there with probability 1/40."""
        return tuple(weight for weight, rate in self.rates if rate.low > 0.5)


def random_walk(
    start: Perturbation, contest: WeightContest, *, steps: int, width: float, target: float | None = None
) -> WeightSearch:
    """Return the best weights α of Perturbation met on a random walk that begins with the weights of `start`.

    Each step adds to every weight of the best point so far a number drawn from [-width, width]. After an improvement
    the interval is widened by one half, otherwise it is narrowed by one tenth. All points play on the same dice, and
    the seed of `contest` also seeds the walk. The walk stops at a point that wins the share `target` of its games
    against the opponent of `contest`, as in the report ("objectiftaux", some 0.52). Differences smaller than the noise
    count as improvements.
    """
    if steps < 0 or not width >= 0:
        raise InvalidInput(
            "the number of steps of the random walk and their width must be at least 0, got {steps} steps and width "
            "{width}",
            steps=steps,
            width=width,
        )
    generator = np.random.default_rng(contest.seed)
    best, rate = start, float(contest.rates(start).mean())
    tried = 0
    while tried < steps and (target is None or rate < target):
        tried += 1
        moved = best.reweighed(np.array(best.weights) + generator.uniform(-width, width, len(best.weights)))
        moved_rate = float(contest.rates(moved).mean())
        better = moved_rate > rate
        width *= WIDER if better else NARROWER
        best, rate = (moved, moved_rate) if better else (best, rate)
    return contest.finished(best, 1, tried + 1)


def coordinate_search(start: Perturbation, contest: WeightContest, *, rounds: int, step: float) -> WeightSearch:
    """Change one weight at a time, from the weights of `start`, while more games are won; return the last weights.

    In each round every weight in turn is tried one step up, then one step down; the first move that wins more games by
    two standard errors of the paired difference is made. If a weight does not move, its step is halved. Every round
    has its own dice, the same for all comparisons of the round. The result is a maximum along the coordinates up to
    noise, not a global maximum.
    """
    if rounds < 0 or not step >= 0:
        raise InvalidInput(
            "the number of rounds of the search and the step by which weights change must be at least 0, got {rounds} "
            "rounds and step {step}",
            rounds=rounds,
            step=step,
        )
    best, matches, widths = start, 0, np.full(len(start.weights), float(step))
    for dice in range(rounds):
        now = contest.rates(best, dice)
        matches += 1
        for i, width in enumerate(widths):
            for change in (width, -width):
                weights = np.array(best.weights)
                weights[i] += change
                moved = best.reweighed(weights)
                rates = contest.rates(moved, dice)
                matches += 1
                gains = rates - now
                if gains.mean() > SIGNIFICANT * gains.std(ddof=1) / np.sqrt(gains.size) > 0:
                    best, now = moved, rates
                    break
            else:
                widths[i] /= 2
    return contest.finished(best, rounds, matches)


def single_weights(start: Perturbation, contest: WeightContest, values: Sequence[float]) -> tuple[SingleWeight, ...]:
    """Return the win rates of each correction alone, for each weight in `values`, all on the same dice."""
    alone = np.eye(len(Weights._fields))
    return tuple(
        SingleWeight(name, tuple((value, mean(contest.rates(start.reweighed(value * row)))) for value in values))
        for name, row in zip(Weights._fields, alone, strict=True)
    )
