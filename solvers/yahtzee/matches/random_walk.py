"""The report's search for the weights α: a random walk (section 6.2)."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from solvers.monte_carlo import Estimate, mean
from solvers.refusal import Refusal
from solvers.yahtzee.matches.win_rate import win_rates
from solvers.yahtzee.strategies.perturbation import Perturbation
from solvers.yahtzee.strategies.strategy import Strategy

WIDER: Final = 1.5
NARROWER: Final = 0.9


@dataclass(frozen=True, slots=True)
class Search:
    """Weights found, and what they are worth.

    Attributes
    ----------
    weights : tuple of float
        The α.
    rate : Estimate
        The win rate, draws counting one half, on dice that the search has not seen.
    matches : int
        How many matches the search played.

    Source: Yahtzee report, section 6.2; the estimate on fresh dice is ours.
    """

    weights: tuple[float, ...]
    rate: Estimate
    matches: int


def random_walk(start: Perturbation, opponent: Strategy, *, sets: int, steps: int, width: float, seed: int) -> Search:
    """Return the best weights met on a random walk from those of `start`.

    Each step adds to every weight of the best point so far a number drawn from [-width, width]. After an improvement
    the interval is widened by one half, otherwise it is narrowed by one tenth. All points are judged on the same dice.

    Parameters
    ----------
    start : Perturbation
        Where the walk begins.
    opponent : Strategy
        Against whom the win rate is measured.
    sets : int
        Antithetic sets for each step, at least 2.
    steps : int
        How many points are tried, at least 0.
    width : float
        Half the length of the first interval, at least 0.
    seed : int
        Seed of the walk and of the dice, at least 0. The final estimate uses the dice of seed + 1.

    Raises
    ------
    Refusal
        If a number is outside its range.

    Notes
    -----
    Nothing guarantees a maximum: differences smaller than the noise are taken for improvements.

    Source: Yahtzee report, section 6.2, steps 1 to 4; the factors of the interval are ours.
    """
    if sets < 2 or steps < 0 or not width >= 0 or seed < 0:
        raise Refusal(f"needs sets ≥ 2, steps, width, seed ≥ 0, got {sets}, {steps}, {width}, {seed}")
    generator = np.random.default_rng(seed)
    best, rate = start, float(win_rates(start, opponent, sets, seed).mean())
    for _ in range(steps):
        moved = best.reweighed(np.array(best.weights) + generator.uniform(-width, width, len(best.weights)))
        found = float(win_rates(moved, opponent, sets, seed).mean())
        better = found > rate
        width *= WIDER if better else NARROWER
        best, rate = (moved, found) if better else (best, rate)
    return finished(best, opponent, sets, seed + 1, steps + 1)


def finished(best: Perturbation, opponent: Strategy, sets: int, seed: int, matches: int) -> Search:
    """Return the result of a search, measured on dice of its own.

    Source: ours; a candidate chosen on some dice is measured on others, against selection bias.
    """
    rate = mean(win_rates(best, opponent, sets, seed))
    return Search(tuple(best.weights), rate, matches)
