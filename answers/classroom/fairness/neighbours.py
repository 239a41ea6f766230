"""Who sits beside whom, and how seeds are given for neighbours to share least."""

import random
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from answers.classroom.fairness.shared import Pairs, Points
from answers.classroom.roster import Pupil, in_order, seat

MOST_ROUNDS, MOST_TRIES = 6, 500_000
"""Times that every exchange is tried, and how many are tried in all; each is tried once."""
LEAST_GAIN = 1e-12


def neighbours(pupils: Sequence[Pupil]) -> Pairs:
    """Return the pairs of places in the list of those who follow each other by seat, or without seats in the list."""
    order = list(range(len(pupils)))
    if any(map(seat, pupils)):
        order.sort(key=lambda at: in_order(seat(pupils[at])))
    return tuple(pairwise(order))


def arrange(
    copied: Points, seeds: Sequence[int], beside: Pairs, movable: Iterable[int], source: random.Random
) -> list[int]:
    """Return `seeds` in an order in which neighbours share least: those of `movable` places exchanged while it helps.

    A seed is a place in `copied`, shape (m, m): the points that two share. `beside` are pairs of neighbouring places.
    """
    order = list(seeds)
    near: list[list[int]] = [[] for _ in order]
    for a, b in beside:
        near[a].append(b)
        near[b].append(a)
    costs = (copied**2).tolist()
    places = list(movable)
    source.shuffle(places)

    def cost(at: int, other: int) -> float:
        """What neighbours of two places share, the pair itself counted once."""
        both = sum(costs[order[at]][order[one]] for one in near[at])
        return float(both + sum(costs[order[other]][order[one]] for one in near[other] if one != at))

    for _ in range(max(1, min(MOST_ROUNDS, MOST_TRIES // max(1, len(places) ** 2 // 2)))):
        improved = False
        for a, b in combinations(places, 2):
            before = cost(a, b)
            order[a], order[b] = order[b], order[a]
            if cost(a, b) < before - LEAST_GAIN:
                improved = True
            else:
                order[a], order[b] = order[b], order[a]
        if not improved:
            break
    return order
