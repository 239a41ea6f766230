"""The phantom exam by hand: the games of remainders and of a hidden cell, and what mixed strategies guarantee."""

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from math import factorial
from typing import Any

from tests.oracles.nash_exam import placements, plan
from tests.oracles.phantom_referee import Cell, covered, referee

Wins = Callable[[int, int], Fraction]


def remainder_wins(modulus: int, bound: int, *, below: bool) -> Callable[[int, int], int]:
    """Question 5: who wins when i and j are chosen."""
    return lambda i, j: int(((i * i + i * j + 2 * j * j) % modulus < bound) == below)


def legal_lists(rows: int, cols: int, forbidden: Collection[Cell], player: int) -> list[list[int]]:
    """All orders of a player's legal placements, by the document's rule; b′ of them have b′! orders, all different."""
    every = range(placements(rows, cols, player))
    legal = [number for number in every if not {*covered(rows, cols, player, number)} & {*forbidden}]
    lists = [[legal[k] for k in plan(n, len(legal))] for n in range(factorial(len(legal)))]
    assert len({tuple(entry) for entry in lists}) == len(lists)
    return lists


def hidden_wins(
    rows: int,
    cols: int,
    forbidden: Collection[Cell],
    chances: Mapping[Cell, int],
    lists: tuple[list[list[int]], list[list[int]]],
) -> Wins:
    """Question 6: the probability that player 1 wins with lists i and j, over the cell that is forbidden."""

    def pays(i: int, j: int) -> Fraction:
        won = [
            weight
            for cell, weight in chances.items()
            if referee(rows, cols, [*forbidden, cell], lists[0][i], lists[1][j])[0] == 1
        ]
        return Fraction(sum(won), sum(chances.values()))

    return pays


def draws_until_all(weights: Sequence[int]) -> Fraction:
    """The mean number of draws until each number was drawn: the sum over all sets of them, in and out."""
    total, fraction = sum(weights), Fraction(0)
    for chosen in range(1, 1 << len(weights)):
        waited = sum(weight for i, weight in enumerate(weights) if chosen >> i & 1)
        fraction += Fraction(total, waited) * (1 if chosen.bit_count() % 2 else -1)
    return fraction


def domino_sums(drawn: Any, u: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Questions 1 and 2 of `domino`: sums of terms, and of elements of permutations at the places of a part."""
    b = drawn.length
    lists = [plan(n, b) for n in u[: drawn.permutations]]
    places = {"2a": (1, 2, 3), "2b": (4, 5, 6), "2c": (b - 2, b - 1, b)}
    return {
        f"1{letter}": tuple(sum(u[:count]) for count in counts)
        for letter, counts in zip("abc", drawn.sums, strict=True)
    } | {part: tuple(sum(chosen[place - 1] for chosen in lists) for place in some) for part, some in places.items()}
