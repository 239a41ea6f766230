"""The sequential game by its definition, in fractions."""

from fractions import Fraction
from functools import cache

from tests.oracles.dice_throws import throws_by_formula


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
