"""Exact products of an integer matrix and a vector of integers of any size, at the speed of floating point.

Both are cut into digits so short that every sum of products stays below 2⁵³, where floating point is exact; the
products of digits are added up as Python integers.

Source: ours; long multiplication. FLINT would first make an object of each entry.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.compiled.arrays import ExactIntegers, Floats
from solvers.refusal import Refusal

DIGIT: Final = 26
MANTISSA: Final = 53


def exact_product(matrix: ExactIntegers, weights: Sequence[int]) -> list[int]:
    """Return the product of `matrix`, shape (m, n), n < 2¹³, and n `weights`, all at least 0, as Python integers."""
    m, n = matrix.shape
    if n != len(weights) or n >> 13:
        raise Refusal("a matrix of {n} columns (at most 8191) cannot multiply {count} weights", n=n, count=len(weights))
    parts = _digits(matrix, DIGIT)
    largest = int(max(part.max(initial=0) for part in parts))
    step = MANTISSA - largest.bit_length() - n.bit_length()
    vectors = np.stack(_digits(np.array(weights, dtype=object), step), axis=-1)
    result = np.zeros(m, dtype=object)
    for i, part in enumerate(parts):
        products = (part @ vectors).astype(np.int64).astype(object)
        for j in range(products.shape[1]):
            result += products[:, j] << (i * DIGIT + j * step)
    return list(result)


def _digits(values: ExactIntegers, size: int) -> list[Floats]:
    """Return the digits of `values` in base 2^`size`, least first, at least one array of the shape of `values`."""
    digits: list[Floats] = []
    while not digits or values.any():
        if values.size and int(values.max()) >> size == 0:
            return [*digits, values.astype(np.float64)]
        digits.append((values & ((1 << size) - 1)).astype(np.float64))
        values = values >> size
    return digits
