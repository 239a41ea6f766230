"""The verger exam by hand: its draws from the plain sequence, its chain by search, its chances by plain recursion."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.nash_exam import plan, terms
from tests.oracles.orchard_recursion import baskets, outlook, without

DIE, BASKET = (1, 1, 1), 2
State = tuple[tuple[int, ...], int]


def draws(u0: int) -> dict[str, Any]:
    """What u₀ draws, from u(1000) up: an integer in [a, b] is a + u(k) mod (b - a + 1)."""
    u = iter(terms(u0, 1026)[1000:])

    def between(*ranges: tuple[int, int]) -> tuple[int, ...]:
        return tuple(low + next(u) % (high - low + 1) for low, high in ranges)

    return {
        "transitions": between((0, 9), (0, 9), (0, 9)),
        "walk": between((0, 7)),
        "chain": between((4, 6), (2, 4), (1, 2), (2, 5)),
        "edition": between((7, 9), (4, 7)),
        "orchard": between((6, 9), (4, 6), (2, 4), (1, 2), (4, 7)),
        "position": between((4, 8), (3, 6), (2, 4), (1, 3), (2, 5)),
        "equal": between((2, 5), (4, 9)),
        "small": between((4, 7)),
        "die": between((1, 3), (1, 2)),
        "order": tuple(("max", "min", "random")[i] for i in plan(next(u), 3)),
    }


def chance(
    trees: tuple[int, ...],
    ravens: int,
    strategy: str = "max",
    faces: tuple[int, int, int] = DIE,
    size: int = BASKET,
) -> Fraction:
    """The chance to win."""
    return outlook(tuple(sorted(trees)), ravens, strategy, faces, size)[0]


def fair(trees: tuple[int, ...], strategy: str) -> int:
    """The least ravens with a chance above one half."""
    ravens = 0
    while chance(trees, ravens, strategy) * 2 <= 1:
        ravens += 1
    return ravens


def chain(trees: tuple[int, ...], ravens: int) -> Mapping[State | str, Mapping[State | str, Fraction]]:
    """The transitions under max, by search from the first position; "lost" and "won" are states too."""
    one = Fraction(1)
    found: dict[State | str, Mapping[State | str, Fraction]] = {"lost": {"lost": one}, "won": {"won": one}}
    waiting = [(_sorted(trees), ravens)]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = _throw(*state)
            waiting += [after for after in found[state] if not isinstance(after, str)]
    return found


def _throw(trees: tuple[int, ...], ravens: int) -> Mapping[State | str, Fraction]:
    bearing = [tree for tree, fruits in enumerate(trees) if fruits]
    face = Fraction(1, len(bearing) + 2)
    after: dict[State | str, Fraction] = defaultdict(Fraction)
    after[(trees, ravens - 1) if ravens > 1 else "lost"] += face
    for tree in bearing:
        after[_left(without(trees, tree), ravens)] += face
    for left, share in baskets(trees, ravens, "max", DIE, BASKET):
        after[_left(left, ravens)] += face * share
    return after


def _left(trees: tuple[int, ...], ravens: int) -> State | str:
    return (_sorted(trees), ravens) if any(trees) else "won"


def _sorted(trees: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(trees, reverse=True))
