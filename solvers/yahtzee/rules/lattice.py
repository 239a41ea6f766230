"""Define the lattice of keeps: every multiset of at most D dice, with edges between multisets that differ by one die.

A roll is a multiset of D dice, a keep one of at most D. Adding one die to a keep at a time, the chances of all rolls
after all keeps cost one pass over the edges of the lattice (1 260 with 5 dice of 6 faces) instead of one over all pairs
of a keep and a roll it may become.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from solvers.compiled.arrays import Floats, Integers
from solvers.compiled.jit import jit
from solvers.yahtzee.rules.rolls import Dice, rolls, subsets, throws


class Moves(NamedTuple):
    """The arrays `add`, `ways` and `choices` of a `Lattice`, for compiled code."""

    add: Integers
    ways: Integers
    choices: Integers


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The multisets of at most D dice of F faces, numbered by size, then lexicographically."""

    dice: int
    faces: int
    keeps: tuple[Dice, ...]
    number: dict[Dice, int]
    """The number of each of the K = C(D + F, F) multisets in `keeps`, which have increasing order.

    0 is the empty one.
    """
    first_roll: int
    """K - R, the number of multisets of fewer than D dice; the last R multisets are the rolls."""
    add: Integers
    """The number of the multiset with one die more, by multiset and face: shape (K - R, F)."""
    ways: Integers
    """The number of the F^D throws in which each roll appears: shape (R,)."""
    choices: Integers
    """Shape (R, at most 2^D): the keeps of each roll, the most dice first, then lexicographically; the last ones repeat
    the empty keep."""

    @property
    def rolls(self) -> tuple[Dice, ...]:
        """The R = C(D + F - 1, D) rolls, each in increasing order."""
        return self.keeps[self.first_roll :]

    @property
    def moves(self) -> Moves:
        """The arrays of this lattice for compiled functions, in the order of their arguments."""
        return Moves(self.add, self.ways, self.choices)

    def roll(self, hand: Iterable[int]) -> int:
        """Return the number of a hand of D dice among the rolls, from 0 to R - 1."""
        return self.number[tuple(sorted(hand))] - self.first_roll


@cache
def lattice(dice: int, faces: int) -> Lattice:
    """Return the lattice of at most `dice` ≥ 1 dice of `faces` ≥ 1 faces: C(dice + faces, faces) multisets."""
    keeps = tuple(keep for size in range(dice + 1) for keep in rolls(size, faces))
    number = {keep: i for i, keep in enumerate(keeps)}
    first = len(keeps) - comb(dice + faces - 1, dice)
    sides = range(1, faces + 1)
    add = np.array([[number[tuple(sorted((*keep, face)))] for face in sides] for keep in keeps[:first]], dtype=np.int64)
    ways = np.array([throws(keep) for keep in keeps[first:]], dtype=np.int64)
    keeps_of_rolls = [subsets(roll) for roll in keeps[first:]]
    # The empty keep, number 0, fills the rows up.
    choices = np.zeros((len(keeps_of_rolls), max(map(len, keeps_of_rolls))), dtype=np.int64)
    for row, roll_keeps in zip(choices, keeps_of_rolls, strict=True):
        row[: len(roll_keeps)] = [number[keep] for keep in roll_keeps]
    for array in (add, ways, choices):
        array.flags.writeable = False
    return Lattice(dice, faces, keeps, number, first, add, ways, choices)


@jit
def average_down(add: Integers, rows: Floats) -> None:
    """Replace the row of every keep by the mean of the rows of the keeps with one more die, rolls first.

    `rows` has shape (K, U): a row for each of the K multisets. The rows of the rolls are the input. The compiled loops
    over a row are several times faster than array expressions. They take two faces at a time because reading a row
    again costs more than the sum.
    """
    faces = add.shape[1]
    chance, is_odd = 1.0 / faces, faces % 2
    for keep in range(add.shape[0] - 1, -1, -1):
        row, first = rows[keep], rows[add[keep, 0]]
        for u in range(rows.shape[1]):
            row[u] = chance * first[u] if is_odd else 0.0
        for face in range(is_odd, faces, 2):
            first_row, second_row = rows[add[keep, face]], rows[add[keep, face + 1]]
            for u in range(rows.shape[1]):
                row[u] += chance * (first_row[u] + second_row[u])


@jit
def mean_throw(ways: Integers, rows: Floats, mean: Floats) -> None:
    """Write into `mean`, shape (U,), the mean of the rows of the rolls, weighted by the ways to throw each roll.

    `rows` has shape (R, U), `ways` shape (R,).
    """
    mean[:] = 0.0
    throws = ways.sum()
    for roll in range(ways.shape[0]):
        row, chance = rows[roll], ways[roll] / throws
        for u in range(mean.shape[0]):
            mean[u] += chance * row[u]


@jit
def best_up(add: Integers, rows: Floats) -> None:
    """Replace the row of every multiset by the maximum, in each column, of the rows of all its sub-multisets."""
    for keep in range(add.shape[0]):
        less = rows[keep]
        for face in range(add.shape[1]):
            row = rows[add[keep, face]]
            for u in range(rows.shape[1]):
                a, b = less[u], row[u]
                row[u] = a if a > b else b
