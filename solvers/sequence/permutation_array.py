"""Compute many permutations at once, as the rows of an array.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 2.
"""

import numpy as np
from numpy.typing import ArrayLike

from solvers.compiled.arrays import Bytes


def permutation_array(ns: ArrayLike, b: int) -> Bytes:
    """Return P(n, b), the permutation of 0 … b - 1 with the number n, for each n of a vector: shape (len(ns), b).

    0 ≤ b ≤ 255, 0 ≤ n < 2⁶³; the ranges are not checked.
    """
    n = np.array(ns, dtype=np.int64)
    columns, remaining = np.arange(len(n)), np.repeat(np.arange(b, dtype=np.uint8), len(n))
    result = np.empty((b, len(n)), dtype=np.uint8)
    for length in range(b, 0, -1):
        before, n = n, n // length
        chosen = (before - n * length) * len(n) + columns  # n mod length, slow in NumPy, is the row
        result[b - length] = remaining[chosen]
        remaining[chosen] = remaining[(length - 1) * len(n) : length * len(n)]
    return np.ascontiguousarray(result.T)
