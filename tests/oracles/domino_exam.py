"""Questions 1 and 2 of the exam `domino` by hand: sums of terms, and of elements of permutations.

The other questions are those of `phantom`.
"""

from collections.abc import Sequence
from typing import Any

from tests.oracles.nash_exam import plan


def answers(drawn: Any, u: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The answers to both questions; those to question 2 are sums over the places of its parts, from 1."""
    b = drawn.length
    lists = [plan(n, b) for n in u[: drawn.permutations]]
    places = {"2a": (1, 2, 3), "2b": (4, 5, 6), "2c": (b - 2, b - 1, b)}
    return {
        f"1{letter}": tuple(sum(u[:count]) for count in counts)
        for letter, counts in zip("abc", drawn.sums, strict=True)
    } | {part: tuple(sum(chosen[place - 1] for chosen in lists) for place in some) for part, some in places.items()}
