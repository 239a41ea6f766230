"""Many permutations at once, compiled: the rows of an array. Indices and sizes outside their range are refused.

Source: ENS 2013 practical exam, "Équilibres de Nash", section 1, question 2.
"""

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.arrays import Bytes
from solvers.compiled.jit import jit
from solvers.refusal import Refusal

MAX_SIZE: Final = 255


def permutation_array(ns: ArrayLike, b: int) -> Bytes:
    """Return P(n, b), 0 ≤ b ≤ 255, for every 0 ≤ n < 2⁶³ of a vector, as an array of shape (len(ns), b)."""
    if not 0 <= b <= MAX_SIZE:
        raise Refusal("permutations have 0 to {max_size} elements, got b = {b}", max_size=MAX_SIZE, b=b)
    indices = _checked_indices(np.asarray(ns))
    result = np.empty((len(indices), b), dtype=np.uint8)
    _fill(result, indices)
    return result


def _checked_indices(ns: NDArray[np.integer]) -> NDArray[np.int64]:
    # An empty list has no integer type of its own.
    if ns.ndim != 1 or (ns.size and not np.issubdtype(ns.dtype, np.integer)):
        raise Refusal(
            "indices must be a vector of integers below 2⁶³, got shape {shape} of {dtype}",
            shape=ns.shape,
            dtype=ns.dtype,
        )
    outside = ns[(ns < 0) | (ns > np.iinfo(np.int64).max)] if ns.size else ns
    if outside.size:
        raise Refusal("indices must be between 0 and 2⁶³ - 1, got {outside}", outside=outside[0])
    return ns.astype(np.int64)


@jit
def _fill(result: Bytes, indices: NDArray[np.int64]) -> None:
    b = result.shape[1]
    left = np.empty(b, dtype=np.uint8)
    for row in range(len(indices)):
        n = indices[row]
        for k in range(b):
            left[k] = k
        for k in range(b):
            last = b - k - 1
            i = 0
            if n:  # small indices soon run out, and a division costs more than all the rest
                n, i = n // (last + 1), n % (last + 1)
            result[row, k] = left[i]
            left[i] = left[last]
