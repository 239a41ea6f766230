"""Rolls of dice as sorted tuples: all of them, in how many ways each falls, what may be kept, what a keep may become.

Needs neither NumPy nor compiled code, so that hands are drawn without loading either.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

Dice = tuple[int, ...]
"""The faces of some dice, in increasing order."""


def rolls(dice: int, faces: int) -> tuple[Dice, ...]:
    """Return the C(dice + faces - 1, dice) rolls, each in increasing order, in lexicographic order.

    Source: Yahtzee report, section 4.1.
    """
    return tuple(combinations_with_replacement(range(1, faces + 1), dice))


def throws(roll: Dice) -> int:
    """Return in how many orders the dice of a roll can fall.

    Source: Yahtzee report, section 4.5, whose mean counts rolls as often as they fall; a multinomial coefficient.
    """
    return factorial(len(roll)) // prod(factorial(roll.count(face)) for face in set(roll))


def subsets(roll: Iterable[int]) -> tuple[Dice, ...]:
    """Return the different keeps of a roll (at most 2^D), the most dice first, then lexicographically.

    Source: Yahtzee report, section 4.4, the 32 rerolls of equations (6) and (8); the order is ours.
    """
    faces = sorted(roll)
    keeps: set[Dice] = {()}
    for face in faces:
        keeps |= {(*keep, face) for keep in keeps}
    return tuple(sorted(keeps, key=lambda keep: (-len(keep), keep)))


def outcomes(keep: Dice, dice: int, faces: int) -> Iterator[tuple[Dice, Fraction]]:
    """Yield the rolls that a keep may become and their exact chances.

    Source: Yahtzee report, section 4.4, `combipossible`; the chances are those of section 4.5.
    """
    thrown = dice - len(keep)
    for added in rolls(thrown, faces):
        yield tuple(sorted((*keep, *added))), Fraction(throws(added), faces**thrown)
