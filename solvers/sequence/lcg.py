"""Compute the linear congruential sequence from which every exam draws: u(n) = 15091 u(n-1) mod 64007.

The modulus is prime and the multiplier generates its multiplicative group, so every u₀ ≠ 0 lies on one cycle of length
64006; u₀ = 0 stays at 0. Seeds outside 0 … 64006 and negative indices raise `InvalidInput`.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 1.
"""

from functools import cache
from operator import index
from typing import TYPE_CHECKING, Final

from solvers.invalid_input import InvalidInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MULTIPLIER: Final = 15091
MODULUS: Final = 64007
PERIOD: Final = MODULUS - 1


def term(u0: int, n: int) -> int:
    """Return u(n) of the sequence with the seed `u0`, 0 ≤ `u0` < 64007, for any n ≥ 0, in O(log n)."""
    u0, n = _checked(u0, n)
    return u0 * pow(MULTIPLIER, n, MODULUS) % MODULUS


def sequence(u0: int, length: int) -> "NDArray[np.int64]":
    """Return u(0), …, u(length - 1) of the sequence with the seed `u0`, as an array of shape (length,)."""
    import numpy as np  # the draws of an exam only need `term`, and start faster without NumPy

    u0, length = _checked(u0, length)
    cycle = _powers()
    return u0 * (cycle[:length] if length <= PERIOD else np.resize(cycle, length)) % MODULUS


@cache
def _powers() -> "NDArray[np.int64]":
    """Return the powers of the multiplier in one period, shape (64006,)."""
    # Powers are computed by doubling; products stay below 2³², far from overflow.
    import numpy as np

    powers = np.ones(PERIOD, dtype=np.int64)
    done = 1
    while done < PERIOD:
        step = min(done, PERIOD - done)
        powers[done : done + step] = powers[:step] * pow(MULTIPLIER, done, MODULUS) % MODULUS
        done += step
    powers.flags.writeable = False
    return powers


def _checked(u0: int, n: int) -> tuple[int, int]:
    """Return a seed and an index as ints; InvalidInput if the seed is not from 0 to 64006, or the index negative."""
    # `index` turns a NumPy integer, whose products would overflow, into a Python one.
    if not 0 <= index(u0) < MODULUS:
        raise InvalidInput("u0 must be between 0 and {modulus}, got {u0}", modulus=MODULUS - 1, u0=u0)
    if index(n) < 0:
        raise InvalidInput("an index or a length in the sequence u(n) must be at least 0, got {n}", n=n)
    return index(u0), index(n)
