"""Known mistakes in the questions that all exams on phantom Domineering ask: the first elements, games, and means."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from solvers.compiled.arrays import Integers

Elements: TypeAlias = Callable[[Callable[[int], list[int]], Sequence[int], int], list[int]]
"""Three numbers, from the function n ↦ P(n, b), the sequence, and the rank k of the term asked for."""
Mean: TypeAlias = Callable[["Integers", int], Fraction | int]
"""A mean over the terms u(0), …, u(N - 1), from N + 1 terms and N."""


def first_three(permuted: Callable[[int], list[int]], u: Sequence[int], k: int) -> list[int]:
    """Return the first three elements of P(u(k), b)."""
    return permuted(u[k])[:3]


ELEMENTS: Final[Mapping[str, Elements]] = MappingProxyType(
    {
        "elements-from-1": lambda permuted, u, k: [element + 1 for element in permuted(u[k])[:3]],
        "last-elements": lambda permuted, u, k: permuted(u[k])[-3:],
        "permutation-of-k": lambda permuted, _, k: permuted(k)[:3],
        "ranks-for-elements": lambda permuted, u, k: [permuted(u[k]).index(element) for element in range(3)],
    }
)


@dataclass(frozen=True, slots=True)
class Match:
    """Which strategies meet in game n, from the sequence and n, and whether an illegal first choice loses at once."""

    indices: Callable[[Sequence[int], int], tuple[int, int]]
    strict: bool = False


MATCH: Final = Match(lambda u, n: (u[n], u[2 * n]))
"""The strategy of index u(n) of player 1 against that of index u(2n) of player 2."""

MATCHES: Final[Mapping[str, Match]] = MappingProxyType(
    {
        "lists-exchanged": Match(lambda u, n: (u[2 * n], u[n])),
        "twice-the-term": Match(lambda u, n: (u[n], 2 * u[n])),
        "same-index-for-both": Match(lambda u, n: (u[n], u[n])),
        "one-rank-early": Match(lambda u, n: (u[n - 1], u[2 * n - 1])),
        "illegal-choice-loses": Match(MATCH.indices, strict=True),
    }
)


def mean_of_squares(u: "Integers", count: int) -> Fraction | int:
    """Return the expectation Σ u³ / Σ u over the first terms; 0 for the null sequence, whatever the law."""
    return _ratio(u[:count] ** 3, u[:count])


MEANS: Final[Mapping[str, Mean]] = MappingProxyType(
    {
        "drawn-uniformly": lambda u, count: Fraction(int((u[:count] ** 2).sum()), count),
        "term-not-squared": lambda u, count: _ratio(u[:count] ** 2, u[:count]),
        "square-of-the-mean": lambda u, count: _ratio(u[:count] ** 2, u[:count]) ** 2,
        "square-of-x": lambda u, count: _ratio(u[:count] * _ranks(count) ** 2, u[:count]),
        "one-term-more": lambda u, count: _ratio(u[: count + 1] ** 3, u[: count + 1]),
    }
)


def _ratio(above: "Integers", below: "Integers") -> Fraction | int:
    total = int(below.sum())
    return Fraction(int(above.sum()), total) if total else 0


def _ranks(count: int) -> "Integers":
    import numpy as np

    return np.arange(count)
