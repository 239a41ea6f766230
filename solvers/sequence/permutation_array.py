"""Compute many permutations at once, as the rows of an array, by compiled code.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 2.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.arrays import Bytes
from solvers.compiled.jit import jit


def permutation_array(ns: ArrayLike, b: int) -> Bytes:
    """Return P(n, b), the permutation of 0 … b - 1 with the number n, for each n of a vector: shape (len(ns), b).

    0 ≤ b ≤ 255, 0 ≤ n < 2⁶³; the ranges are not checked.
    """
    indices = np.asarray(ns).astype(np.int64)
    result = np.empty((len(indices), b), dtype=np.uint8)
    _fill(result, indices)
    return result


@jit
def _fill(result: Bytes, indices: NDArray[np.int64]) -> None:
    """Write the permutation with the number indices[i] into row i of `result`."""
    b = result.shape[1]
    numbers = np.empty(b, dtype=np.uint8)
    for row in range(len(indices)):
        n = indices[row]
        for k in range(b):
            numbers[k] = k
        for k in range(b):
            last = b - k - 1
            i = 0
            if n:  # small indices soon run out, and a division costs more than all the rest
                n, i = n // (last + 1), n % (last + 1)
            result[row, k] = numbers[i]
            numbers[i] = numbers[last]
