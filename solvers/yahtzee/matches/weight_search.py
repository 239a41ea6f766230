"""The search for the weights α of Perturbation: the report's random walk, one weight at a time, each alone.

On the same dice two candidates that differ in one weight play most games alike, so their difference has a far smaller
variance than two win rates; and a paired test keeps noise from being taken for an improvement, which is how the
report's random walk spends most of its steps. What a search finds is measured on dice that it has not seen: chosen on
some dice, it would be flattered by them.

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
"""Standard errors by which a move along a coordinate must be better."""


@dataclass(frozen=True, slots=True)
class WeightContest:
    """How candidates are judged: by so many antithetic sets against an opponent; round r has the dice of seed + r."""

    opponent: YahtzeeStrategy
    sets: int
    seed: int

    def __post_init__(self) -> None:
        if self.sets < 2 or self.seed < 0:
            raise InvalidInput("needs sets ≥ 2 and seed ≥ 0, got {sets} and {seed}", sets=self.sets, seed=self.seed)

    def rates(self, candidate: YahtzeeStrategy, dice: int = 0) -> Floats:
        """Return the share of games won in each set on the dice of a round, draws counting one half: shape (sets,)."""
        mine, theirs = match(candidate, self.opponent, "antithetic", self.sets, self.seed + dice).scores
        return np.asarray((1 + np.sign(mine - theirs)).mean(axis=1) / 2)

    def finished(self, best: Perturbation, dice: int, matches: int) -> "WeightSearch":
        """Return the result of a search, measured on dice of its own."""
        return WeightSearch(best.weights, mean(self.rates(best, dice)), matches)


@dataclass(frozen=True, slots=True)
class WeightSearch:
    """Weights found, their win rate on dice that the search has not seen, and how many matches it played."""

    weights: Weights
    rate: Estimate
    matches: int


@dataclass(frozen=True, slots=True)
class SingleWeight:
    """One correction: its name, and its win rate for each weight tried."""

    name: str
    rates: tuple[tuple[float, Estimate], ...]

    @property
    def better(self) -> tuple[float, ...]:
        """The weights whose whole interval lies above one half: one in forty does by chance, if it is worth nothing."""
        return tuple(weight for weight, rate in self.rates if rate.low > 0.5)


def random_walk(
    start: Perturbation, contest: WeightContest, *, steps: int, width: float, target: float | None = None
) -> WeightSearch:
    """Return the best weights met on a random walk from those of `start`.

    Each step adds to every weight of the best point so far a number drawn from [-width, width]. After an improvement
    the interval is widened by one half, otherwise it is narrowed by one tenth. All points are judged on the same dice,
    and the contest's seed is that of the walk too. It stops once a point wins the share `target` of its games, as the
    report's does ("objectiftaux", some 0.52). Differences smaller than the noise are taken for improvements.
    """
    if steps < 0 or not width >= 0:
        raise InvalidInput("needs steps, width ≥ 0, got {steps} and {width}", steps=steps, width=width)
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
    """Return the weights reached by significant moves along the coordinates, from those of `start`.

    In each round every weight in turn is tried one step up, then one step down; the first move that wins more games by
    two standard errors of the paired difference is made. The step of a weight that stays is halved, that of one that
    moves is kept. Every round has dice of its own, the same for all its comparisons. A maximum along the coordinates
    up to noise, not a global one.
    """
    if rounds < 0 or not step >= 0:
        raise InvalidInput("needs rounds, step ≥ 0, got {rounds} and {step}", rounds=rounds, step=step)
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
    """Return the win rates of each correction alone, for each of some weights, all on the same dice.

    The other weights are 0, whatever those of `start`.
    """
    alone = np.eye(len(Weights._fields))
    return tuple(
        SingleWeight(name, tuple((value, mean(contest.rates(start.reweighed(value * row)))) for value in values))
        for name, row in zip(Weights._fields, alone, strict=True)
    )
