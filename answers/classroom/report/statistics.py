"""What a class's scores say: how they are spread, and how well an item tells good papers from poor ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, median, pstdev

FEWEST = 3
"""Papers without which a correlation says nothing."""
BINS = 20


@dataclass(frozen=True, slots=True)
class Spread:
    """How scores are spread, in the unit of the scores; the deviation is that of the class, not of a sample."""

    count: int
    mean: float
    median: float
    deviation: float
    least: float
    most: float


def spread(scores: Sequence[Fraction]) -> Spread | None:
    """Return how `scores` are spread, None when there are none."""
    if not scores:
        return None
    values = list(map(float, scores))
    return Spread(len(values), fmean(values), median(values), pstdev(values), min(values), max(values))


def histogram(scores: Iterable[Fraction], most: Fraction, bins: int = BINS) -> tuple[int, ...]:
    """Count `scores`, from 0 to `most` or a ValueError, in equal intervals closed below; the last holds `most` too."""
    counts = [0] * bins
    for score in scores:
        if not 0 <= score <= most:
            raise ValueError(f"a score of {score} is not between 0 and {most}")
        counts[min(bins - 1, int(score * bins / most)) if most else 0] += 1
    return tuple(counts)


def discrimination(earned: Sequence[Fraction], totals: Sequence[Fraction]) -> float | None:
    """Return the correlation between what an item earned and the rest of the paper, from −1 to 1.

    For an item that is right or wrong it is the point-biserial correlation; leaving the item out of the total keeps it
    from agreeing with itself. None with fewer than three papers, or where all earned the same, or all rests are equal.

    Source: corrected item-total correlation; Lord and Novick, Statistical Theories of Mental Test Scores, 1968, § 15.5.
    """
    count = len(earned)
    if count < FEWEST:
        return None
    rests = [total - own for own, total in zip(earned, totals, strict=True)]
    mean, rest = (sum(some, Fraction(0)) / count for some in (earned, rests))
    both = sum(((a - mean) * (b - rest) for a, b in zip(earned, rests, strict=True)), Fraction(0))
    square = sum((a - mean) ** 2 for a in earned) * sum((b - rest) ** 2 for b in rests)
    return float(both) / sqrt(square) if square else None
