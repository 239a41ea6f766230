"""The simultaneous game by its definition, in fractions: every square subgame of every state is tried."""

from fractions import Fraction

from tests.oracles.dice_throws import throw
from tests.oracles.matrix_games import shapley_snow_value


def simultaneous(dice: int, target: int, faces: int = 6) -> dict[tuple[int, int], Fraction]:
    """The gain of player 1 in every state below the target."""
    throws = [throw(d, faces) for d in range(1, dice + 1)]
    gain: dict[tuple[int, int], Fraction] = {}

    def after(i: int, j: int) -> Fraction:
        return gain[i, j] if i < target and j < target else Fraction((i > j) - (i < j))

    states = [(i, j) for i in range(target) for j in range(target)]
    for i, j in sorted(states, key=sum, reverse=True):
        matrix = [
            [sum(p * q * after(i + k, j + m) for k, p in mine.items() for m, q in theirs.items()) for theirs in throws]
            for mine in throws
        ]
        gain[i, j] = shapley_snow_value(matrix)
    return gain
