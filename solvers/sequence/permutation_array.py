"""Compute many permutations at once, as the rows of an array.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 2.
"""

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes


def permutation_array(ns: ArrayLike, b: int) -> Bytes:
    """Return P(n, b) for each n of a vector, 0 ≤ n < 2⁶³, 0 ≤ b ≤ 255, unchecked: shape (len(ns), b)."""
    n = np.array(ns, dtype=np.int64)
    rows, numbers = np.arange(len(n)), np.tile(np.arange(b, dtype=np.uint8), (len(n), 1))
    result = np.empty_like(numbers)
    for length in range(b, 0, -1):
        i = n % length
        n //= length
        result[:, b - length] = numbers[rows, i]
        numbers[rows, i] = numbers[:, length - 1]
    return result
