"""What the keys of a class share, beside those of random seeds."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from answers.classroom.fairness.neighbours import Pairs
from answers.classroom.fairness.shared import Points, Shared

RANDOM_CLASSES = 100


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure about the seeds of a class, for the class and in the mean of random ones, in points of the exam."""

    slug: str
    value: float
    random: float


def facts(shared: Shared, seeds: Sequence[int], beside: Pairs, source: random.Random) -> tuple[Fact, ...]:
    """Return what two students share, in the mean and at most, neighbours apart, and how even what can be guessed is.

    Parameters
    ----------
    shared
        Of all candidates, which are random seeds: random classes of the same size are drawn from them.
    seeds
        The class, as places among the candidates; at least two.
    """
    drawn = [source.sample(range(len(shared.guessed)), len(seeds)) for _ in range(RANDOM_CLASSES)]
    own, others = _figures(shared, seeds, beside), [_figures(shared, one, beside) for one in drawn]
    return tuple(Fact(slug, value, fmean(other[slug] for other in others)) for slug, value in own.items())


def _figures(shared: Shared, seeds: Sequence[int], beside: Pairs) -> dict[str, float]:
    places = np.asarray(seeds)
    among: Points = shared.copied[np.ix_(places, places)]
    pairs = among[np.triu_indices(len(places), 1)]
    near = np.array([among[a, b] for a, b in beside])
    return {
        "shared-mean": float(pairs.mean()),
        "shared-most": float(pairs.max()),
        "neighbours-mean": float(near.mean()),
        "neighbours-most": float(near.max()),
        "guessed-deviation": float(shared.guessed[places].std()),
    }
