"""Exact products of an integer matrix and a vector of integers of any size, at the speed of floating point."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from solvers.compiled.arrays import ExactIntegers, Floats
from solvers.refusal import Refusal

DIGIT: Final = 26
MANTISSA: Final = 53


def exact_product(matrix: ExactIntegers, weights: Sequence[int]) -> list[int]:
    """Return the product of `matrix` and `weights` as Python integers.

    Both are cut into digits so short that every sum of products stays below 2⁵³, where floating point is
    exact; the products of digits are added up as Python integers.

    Parameters
    ----------
    matrix : array of int or of Python int, shape (m, n), n < 2¹³
        Entries of any size, at least 0.
    weights : sequence of int, length n
        Of any size, at least 0.

    Raises
    ------
    Refusal
        If the shapes do not match, n ≥ 2¹³, or an entry or weight is negative.

    Source: ours; long multiplication, with digits short enough for floating point.
    """
    m, n = matrix.shape
    if n != len(weights) or n >> 13:
        raise Refusal("a matrix of {n} columns (at most 8191) cannot multiply {count} weights", n=n, count=len(weights))
    parts = digits(matrix, DIGIT)
    largest = int(max(part.max(initial=0) for part in parts))
    step = MANTISSA - largest.bit_length() - n.bit_length()
    vectors = np.stack(digits(np.array(weights, dtype=object), step), axis=-1)
    result = np.zeros(m, dtype=object)
    for i, part in enumerate(parts):
        products = (part @ vectors).astype(np.int64).astype(object)
        for j in range(products.shape[1]):
            result += products[:, j] << (i * DIGIT + j * step)
    return list(result)


def digits(values: ExactIntegers, size: int) -> list[Floats]:
    """Return the digits of `values` in base 2^`size`, least first, at least one array of the shape of `values`.

    Raises
    ------
    Refusal
        If a value is negative or `size` is not between 1 and 53.

    Source: ours; positional notation.
    """
    if not 1 <= size <= MANTISSA:
        raise Refusal("digits must have between 1 and {mantissa} bits, got {size}", mantissa=MANTISSA, size=size)
    if values.size and values.min() < 0:
        raise Refusal("values must be at least 0, got {min}", min=values.min())
    result: list[Floats] = []
    while not result or values.any():
        if values.size and int(values.max()) >> size == 0:
            return [*result, values.astype(np.float64)]
        result.append((values & ((1 << size) - 1)).astype(np.float64))
        values = values >> size
    return result
