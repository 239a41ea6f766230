"""Permutations numbered by integers, with the rule of the ENS 2013 exam (section 1).

The element of index n mod len(e) leaves the list e, the last element takes its place, and n is divided by
len(e). The digits of n in this mixed radix determine the permutation, so n ↦ P(n, b) has period b!.
"""

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solvers.compiled.jit import jit
from solvers.refusal import Refusal

MAX_SIZE = 255


def permutation(n: int, b: int) -> tuple[int, ...]:
    """Return P(n, b), a permutation of 0 … b - 1, in O(b).

    Parameters
    ----------
    n : int
        Index, any integer ≥ 0.
    b : int
        Size, b ≥ 0; P(n, 0) is empty.

    Raises
    ------
    Refusal
        If `n` or `b` is negative.
    """
    if n < 0 or b < 0:
        raise Refusal(f"P(n, b) needs n ≥ 0 and b ≥ 0, got n = {n}, b = {b}")
    left = list(range(b))
    result = []
    while left:
        n, i = divmod(n, len(left))
        result.append(left[i])
        left[i] = left[-1]
        left.pop()
    return tuple(result)


def permutations(ns: ArrayLike, b: int) -> NDArray[np.uint8]:
    """Return P(n, b) for every n of a vector, as an array of shape (len(ns), b).

    Parameters
    ----------
    ns : array of int, shape (k,)
        Indices, each 0 ≤ n < 2⁶³.
    b : int
        Size, 0 ≤ b ≤ 255.

    Raises
    ------
    Refusal
        If `ns` is not a vector of integers, an index or `b` is outside its range.
    """
    if not 0 <= b <= MAX_SIZE:
        raise Refusal(f"permutations have 0 to {MAX_SIZE} elements, got b = {b}")
    indices = _checked_indices(np.asarray(ns))
    result = np.empty((len(indices), b), dtype=np.uint8)
    _fill(result, indices)
    return result


def index_class(prefix: tuple[int, ...], b: int) -> tuple[int, int]:
    """Return (r, m) such that P(n, b) starts with `prefix` exactly when n ≡ r (mod m).

    With k elements, m = b (b - 1) … (b - k + 1). The inverse of `permutation` when `prefix` is complete.

    Raises
    ------
    Refusal
        If `b` is negative, or `prefix` repeats an element or has one outside 0 … b - 1.
    """
    if b < 0:
        raise Refusal(f"a permutation has b ≥ 0 elements, got b = {b}")
    left = list(range(b))
    residue, modulus = 0, 1
    for element in prefix:
        if element not in left:
            raise Refusal(f"{element} is repeated or outside 0 … {b - 1} in {prefix}")
        i = left.index(element)
        residue += i * modulus
        modulus *= len(left)
        left[i] = left[-1]
        left.pop()
    return residue, modulus


def period(b: int) -> int:
    """Return the period of n ↦ P(n, b), which is b! (oral question of section 1).

    Raises
    ------
    Refusal
        If `b` is negative.
    """
    if b < 0:
        raise Refusal(f"a permutation has b ≥ 0 elements, got b = {b}")
    return factorial(b)


def _checked_indices(ns: NDArray[Any]) -> NDArray[np.int64]:
    # An empty list has no integer type of its own.
    if ns.ndim != 1 or (ns.size and not np.issubdtype(ns.dtype, np.integer)):
        raise Refusal(f"indices must be a vector of integers below 2⁶³, got shape {ns.shape} of {ns.dtype}")
    outside = ns[(ns < 0) | (ns > np.iinfo(np.int64).max)] if ns.size else ns
    if outside.size:
        raise Refusal(f"indices must be between 0 and 2⁶³ - 1, got {outside[0]}")
    return ns.astype(np.int64)


@jit
def _fill(result: NDArray[np.uint8], indices: NDArray[np.int64]) -> None:
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
