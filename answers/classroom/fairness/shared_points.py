"""Compute the points that the right answers to one seed earn on the paper of another seed, and choose seeds by them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Value, Values

Points: TypeAlias = NDArray[np.float64]
"""Points of the exam, for each seed or each pair of seeds."""
Agreement: TypeAlias = NDArray[np.bool_]
"""Whether two answers agree, for each pair."""
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""Pairs of indices."""
ROUNDING = 1e-12
"""The relative slack with which a difference equal to the tolerance still counts as within it."""

MOST_EXCHANGES = 500
"""The most exchanges of chosen candidates in one search."""
LEAST_GAIN = 1e-9
"""The least decrease of the cost for which candidates are exchanged."""
STARTS = 8
"""The number of greedy searches, each from another first candidate; the best result counts."""
RANDOM_CLASSES = 100
"""The number of random classes with which figures are compared."""


@dataclass(frozen=True, slots=True)
class SharedPoints:
    """The points of the exam that the right answers to one seed earn on the paper of another, for m seeds."""

    copied: Points
    """Shape (m, m): points of the right answers to seed i on the paper of seed j, or the reverse if more; 0 for i=j."""
    guessed: Points
    """Shape (m,): the points of a paper that has for each item the answer most often right among the m seeds."""


def shared_points(exam: Exam, answers: Sequence[Mapping[str, Values]]) -> SharedPoints:
    """Return the points that seeds share, given the right answers of each seed by part.

    Answers agree within the tolerance, as in marking, but in double precision. Further right answers, which some
    questions accept by a property, are not counted.
    """
    count = len(answers)
    copied, guessed = np.zeros((count, count)), np.zeros(count)
    for part in exam.parts:
        agreements = [_agreement(part, [key[part.id][index] for key in answers]) for index in range(part.count)]
        points = float(part.points)
        # The guess for an item is the value that agrees with most other values.
        same = [agreement[:, agreement.sum(axis=0).argmax()] for agreement in agreements]
        if part.all_or_nothing:
            copied += points * np.logical_and.reduce(agreements)
            guessed += points * np.logical_and.reduce(same)
        else:
            copied += points / part.count * np.sum(agreements, axis=0)
            guessed += points / part.count * np.sum(same, axis=0)
    copied = np.maximum(copied, copied.T)
    np.fill_diagonal(copied, 0)
    return SharedPoints(copied, guessed)


def _agreement(part: Part, values: Sequence[Value]) -> Agreement:
    """Return an array of shape (m, m): whether the answer of seed j is right where that of seed i is expected."""
    positions: dict[Value, int] = {}
    codes = np.array([positions.setdefault(value, len(positions)) for value in values])
    tolerance, distinct = part.tolerance, list(positions)
    agreement: Agreement = np.eye(len(distinct), dtype=bool)
    if not isinstance(part.kind, Numbers | Codes):
        pairs = [[part.kind.agrees(expected, answer, tolerance) for answer in distinct] for expected in distinct]
        agreement = np.array(pairs, dtype=bool)
    elif tolerance.absolute or tolerance.relative:
        numbers = np.array([float(value) for value in distinct if not isinstance(value, tuple | str)])
        allowed = float(tolerance.absolute) + float(tolerance.relative) * np.abs(numbers)
        slack = ROUNDING * np.maximum(1, np.abs(numbers))
        agreement = agreement | (np.abs(numbers[None, :] - numbers[:, None]) <= (allowed + slack)[:, None])
    result: Agreement = agreement[np.ix_(codes, codes)]
    return result


def choose_seeds(shared: SharedPoints, count: int, fixed: Sequence[int] = ()) -> tuple[int, ...]:
    """Choose `count` seeds in addition to the `fixed` ones, and return the indices of the new ones.

    The cost is the sum, over pairs of seeds of the class, new or fixed, of the squared points that they share, plus,
    for each new seed, the squared distance of its points by guessing (`SharedPoints.guessed`) from the median, times
    the number of seeds of the class. A greedy search from several first seeds adds the cheapest seed each time; then
    new seeds are exchanged while this lowers the cost. The least cost is not guaranteed. Raises ValueError if there are
    too few seeds.

    Source: greedy construction and best-improvement exchange, for the maximum diversity problem: Martí, Gallego, Duarte
    and Pardo, Heuristics and metaheuristics for the maximum diversity problem, 2013.
    """
    total = len(shared.guessed)
    if count > total - len(fixed):
        raise ValueError(f"{count} of {total - len(fixed)} candidates")
    if not count:
        return ()
    pairs = shared.copied**2
    uneven = (count + len(fixed)) * (shared.guessed - np.median(shared.guessed)) ** 2
    alone = uneven + pairs[:, list(fixed)].sum(axis=1)
    alone[list(fixed)] = np.inf
    likely = np.argsort(alone + pairs.mean(axis=1) * count, kind="stable")[: min(STARTS, total - len(fixed))]
    tries = [_searched(pairs, alone, int(first), count) for first in likely]

    def cost(chosen: list[int]) -> float:
        places = np.array(chosen)
        return float(alone[chosen].sum() + pairs[np.ix_(places, places)].sum() / 2)

    best = min(tries, key=cost)
    return tuple(best)


def _searched(pairs: Points, alone: Points, first: int, count: int) -> list[int]:
    """Add the cheapest candidate to `first` until there are `count`, then make the best exchanges, while one helps.

    `alone` has the cost of each candidate by itself, infinite if it may not be chosen, and `pairs` that of each pair,
    in a symmetric matrix.
    """
    chosen, costs = [first], alone + pairs[:, first]
    while len(chosen) < count:
        costs[chosen[-1]] = np.inf
        chosen.append(int(costs.argmin()))
        costs += pairs[:, chosen[-1]]
    costs = alone + pairs[:, chosen].sum(axis=1)
    for _ in range(MOST_EXCHANGES):
        outside = np.setdiff1d(np.flatnonzero(np.isfinite(alone)), chosen)
        change = costs[outside, None] - pairs[outside][:, chosen] - costs[chosen][None, :]
        if not change.size or change.min() >= -LEAST_GAIN:
            break
        new, old = np.unravel_index(int(change.argmin()), change.shape)
        costs += pairs[:, outside[new]] - pairs[:, chosen[old]]
        chosen[old] = int(outside[new])
    return chosen


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure about the seeds of a class, in points of the exam, and its mean over random classes of the same size."""

    slug: str
    value: float
    random: float


def seed_facts(shared: SharedPoints, seeds: Sequence[int], beside: Pairs, source: random.Random) -> tuple[Fact, ...]:
    """Return figures about the seeds of a class: points that students share, and spread of the points by guessing.

    The figures are the mean and the largest number of points that two students share, the same for neighbours, and the
    standard deviation of the points earned by the most frequent answers (`SharedPoints.guessed`). `shared` is
    about random seeds, from which those of the class were chosen: `seeds` are the indices in `shared` of the seeds of
    the class, at least two. `beside` has the pairs of neighbours, as indices in `seeds`. The random classes with which
    the class is compared are drawn from all seeds of `shared`, by `source`.
    """
    random_classes = [source.sample(range(len(shared.guessed)), len(seeds)) for _ in range(RANDOM_CLASSES)]
    figures = _figures(shared, seeds, beside)
    random_figures = [_figures(shared, random_class, beside) for random_class in random_classes]
    return tuple(Fact(slug, value, fmean(each[slug] for each in random_figures)) for slug, value in figures.items())


def _figures(shared: SharedPoints, seeds: Sequence[int], beside: Pairs) -> dict[str, float]:
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
