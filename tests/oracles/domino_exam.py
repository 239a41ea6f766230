"""Questions 1 and 2 of the exam `domino` by hand: sums of terms, and of elements of permutations.

The other questions are those of `phantom`.
"""

from collections.abc import Sequence
from typing import Any


def terms(u0: int, count: int) -> list[int]:
    """u(0), …, u(count - 1), one multiplication at a time."""
    u = [u0]
    while len(u) < count:
        u.append(15091 * u[-1] % 64007)
    return u


def plan(n: int, b: int) -> list[int]:
    """The permutation P(n, b) of the document."""
    left, chosen = list(range(b)), []
    while left:
        size, place = len(left), n % len(left)
        chosen.append(left[place])
        left[place] = left[-1]
        left.pop()
        n //= size
    return chosen


def answers(drawn: Any, u: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """The answers to both questions; those to question 2 are sums over the places of its parts, from 1."""
    b = drawn.length
    lists = [plan(n, b) for n in u[: drawn.permutations]]
    places = {"2a": (1, 2, 3), "2b": (4, 5, 6), "2c": (b - 2, b - 1, b)}
    return {
        f"1{letter}": tuple(sum(u[:count]) for count in counts)
        for letter, counts in zip("abc", drawn.sums, strict=True)
    } | {part: tuple(sum(chosen[place - 1] for chosen in lists) for place in some) for part, some in places.items()}
