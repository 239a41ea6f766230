"""Two given strategies against each other, in fractions, by their definition."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tests.oracles.dice_throws import throw

Mix = Callable[[int, int], list[Fraction]]
Chances = tuple[Fraction, Fraction]


def sequential_duel(first: Mix, second: Mix, dice: int, target: int, faces: int = 6) -> Chances:
    """The chances of the first player to win and to lose, from (0, 0)."""

    @cache
    def win(own: int, other: int, *, first_moves: bool) -> Fraction:
        if own >= target or other >= target:
            return Fraction(own >= target)
        if first_moves:
            points = _points(first(own, other), dice, faces)
            return sum(p * win(own + k, other, first_moves=False) for k, p in points.items())
        points = _points(second(other, own), dice, faces)
        return sum(p * win(own, other + k, first_moves=True) for k, p in points.items())

    chance = win(0, 0, first_moves=True)
    return chance, 1 - chance


def simultaneous_duel(first: Mix, second: Mix, dice: int, target: int, faces: int = 6) -> Chances:
    """The chances of the first player to win and to lose, from (0, 0)."""

    @cache
    def chances(own: int, other: int) -> Chances:
        if own >= target or other >= target:
            return Fraction(own > other), Fraction(own < other)
        win = loss = Fraction(0)
        for k, p in _points(first(own, other), dice, faces).items():
            for m, q in _points(second(other, own), dice, faces).items():
                after = chances(own + k, other + m)
                win, loss = win + p * q * after[0], loss + p * q * after[1]
        return win, loss

    return chances(0, 0)


def _points(mix: list[Fraction], dice: int, faces: int) -> dict[int, Fraction]:
    points: dict[int, Fraction] = {}
    for d in range(1, dice + 1):
        for k, p in throw(d, faces).items():
            points[k] = points.get(k, Fraction(0)) + mix[d - 1] * p
    return points
