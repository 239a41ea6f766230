"""The sequential game by its definition: in fractions when it ends by itself, by value iteration when it may not."""

from fractions import Fraction
from functools import cache

import numpy as np

from tests.oracles.dice_throws import throw, throws_by_formula


def sequential(dice: int, target: int, faces: int = 6) -> dict[tuple[int, int], list[Fraction]]:
    """For each state, the gain of the player to move for each number of dice, exactly."""
    throws = throws_by_formula(dice, faces)

    @cache
    def choices(own: int, other: int) -> list[Fraction]:
        return [sum(p * after(own + k, other) for k, p in points.items()) for points in throws]

    def after(own: int, other: int) -> Fraction:
        return Fraction(1) if own >= target else -max(choices(other, own))

    # Fewer missing points first, so that recursion stays shallow.
    states = [(i, j) for i in range(target) for j in range(target)]
    return {state: choices(*state) for state in sorted(states, key=sum, reverse=True)}


def scoreless(dice: int, target: int, faces: int = 6) -> np.ndarray:
    """The gain of the player to move when a throw with a 1 scores 0, by value iteration from 0."""
    throws = [throw(d, faces, ones=0) for d in range(1, dice + 1)]
    gain = np.zeros((target, target))
    while True:
        better = np.array([[_best(throws, gain, i, j, target) for j in range(target)] for i in range(target)])
        if abs(better - gain).max() < 1e-14:
            return better
        gain = better


def _best(throws: list[dict[int, Fraction]], gain: np.ndarray, own: int, other: int, target: int) -> float:
    def after(points: int) -> float:
        return 1.0 if points >= target else -gain[other, points]

    return max(sum(float(p) * after(own + k) for k, p in points.items()) for points in throws)
