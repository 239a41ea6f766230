"""How many points a student's right answers earn on another student's paper, for all pairs of some seeds."""

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
Agreement: TypeAlias = NDArray[np.bool_]
Pairs: TypeAlias = Sequence[tuple[int, int]]
ROUNDING = 1e-12
"""What makes a difference on the very bound count as within it, relative to the answer."""

MOST_EXCHANGES = 500
LEAST_GAIN = 1e-9
STARTS = 8
"""Candidates taken first, one a try; the best try counts."""
RANDOM_CLASSES = 100


@dataclass(frozen=True, slots=True)
class SharedPoints:
    """Points of the exam, for m seeds."""

    copied: Points
    """Shape (m, m): what the better of the papers of i and j earns when the other hands it in; 0 for i = j."""
    guessed: Points
    """Shape (m,): what one paper for everybody earns, that has for each item the value that is right most often."""


def shared_points(exam: Exam, answers: Sequence[Mapping[str, Values]]) -> SharedPoints:
    """Compare the right answers for some seeds, one mapping a seed.

    Answers are compared as marking does, within the accepted deviation. Not counted: other answers that a question
    accepts because of a property of theirs. Deviations are compared in double precision.
    """
    count = len(answers)
    copied, guessed = np.zeros((count, count)), np.zeros(count)
    for part in exam.parts:
        agreements = [_agreement(part, [key[part.id][index] for key in answers]) for index in range(part.count)]
        points = float(part.points)
        # The constant for an item is the value that agrees with most of the others.
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
    """Shape (m, m): whether the answer of column j is right where that of row i is expected."""
    numbers: dict[Value, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in values])
    agreement: Agreement = _distinct_agreement(part, list(numbers))[np.ix_(codes, codes)]
    return agreement


def _distinct_agreement(part: Part, values: Sequence[Value]) -> Agreement:
    same: Agreement = np.eye(len(values), dtype=bool)
    tolerance = part.tolerance
    if not isinstance(part.kind, Numbers | Codes):
        pairs = [[part.kind.agrees(expected, got, tolerance) for got in values] for expected in values]
        return np.array(pairs, dtype=bool)
    if not (tolerance.absolute or tolerance.relative):
        return same
    numbers = np.array([float(value) for value in values if not isinstance(value, tuple)])
    allowed = float(tolerance.absolute) + float(tolerance.relative) * np.abs(numbers)
    slack = ROUNDING * np.maximum(1, np.abs(numbers))
    near: Agreement = np.abs(numbers[None, :] - numbers[:, None]) <= (allowed + slack)[:, None]
    return np.logical_or(same, near)


def choose(shared: SharedPoints, count: int, fixed: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the places of `count` candidates beside the `fixed` ones, in the order in which they were taken.

    The sum of the squares of the points that two of the class share, and of how far what can be guessed is from the
    median, is made small: squares, for no two to share much. From each of a few first ones, one candidate is taken
    after the other, the cheapest first; then chosen ones are exchanged for others while that helps. Not guaranteed: the
    least sum of all. Too few candidates raise ValueError.

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
    tries = [_exchanged(pairs, alone, _greedy(pairs, alone, int(first), count)) for first in likely]
    return min(tries, key=lambda chosen: _cost(pairs, alone, chosen))


def _greedy(pairs: Points, alone: Points, first: int, count: int) -> list[int]:
    """Candidates taken one after the other, the cheapest first."""
    chosen = [first]
    costs = alone + pairs[:, first]
    while len(chosen) < count:
        costs[chosen[-1]] = np.inf
        chosen.append(int(costs.argmin()))
        costs += pairs[:, chosen[-1]]
    return chosen


def _exchanged(pairs: Points, alone: Points, chosen: list[int]) -> tuple[int, ...]:
    """The same with some exchanged for others, the best exchange first, while that helps."""
    costs = alone + pairs[:, chosen].sum(axis=1)
    for _ in range(MOST_EXCHANGES):
        outside = np.setdiff1d(np.flatnonzero(np.isfinite(alone)), chosen)
        change = costs[outside, None] - pairs[outside][:, chosen] - costs[chosen][None, :]
        if not change.size or change.min() >= -LEAST_GAIN:
            break
        new, old = np.unravel_index(int(change.argmin()), change.shape)
        costs += pairs[:, outside[new]] - pairs[:, chosen[old]]
        chosen[old] = int(outside[new])
    return tuple(chosen)


def _cost(pairs: Points, alone: Points, chosen: Sequence[int]) -> float:
    places = list(chosen)
    return float(alone[places].sum() + pairs[np.ix_(np.array(places), np.array(places))].sum() / 2)


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure about the seeds of a class, for the class and in the mean of random ones, in points of the exam."""

    slug: str
    value: float
    random: float


def facts(shared: SharedPoints, seeds: Sequence[int], beside: Pairs, source: random.Random) -> tuple[Fact, ...]:
    """Return what two students share, in the mean and at most, neighbours apart, and how even what can be guessed is.

    `seeds` are at least two places among the candidates that `shared` compares; as those are random seeds, random
    classes of the same size are drawn from them.
    """
    drawn = [source.sample(range(len(shared.guessed)), len(seeds)) for _ in range(RANDOM_CLASSES)]
    own, others = _figures(shared, seeds, beside), [_figures(shared, one, beside) for one in drawn]
    return tuple(Fact(slug, value, fmean(other[slug] for other in others)) for slug, value in own.items())


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
