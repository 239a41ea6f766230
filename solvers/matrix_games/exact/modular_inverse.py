"""The inverse of a matrix modulo a prime."""

from typing import Final

import numpy as np

from solvers.compiled.arrays import Floats, Indices
from solvers.compiled.jit import jit
from solvers.refusal import Refusal

LARGEST_MODULUS: Final = 1 << 26


def modular_inverse(matrix: Floats, prime: int) -> Floats | None:
    """Return the inverse of `matrix` modulo `prime`, or None when it is singular modulo `prime`.

    Gauss-Jordan elimination in place, in O(k³). Residues are kept in floating point, where products below 2⁵²
    are exact and the processor works on several at once.

    Parameters
    ----------
    matrix : float array, shape (k, k)
        Integers between 0 and `prime` - 1.
    prime : int
        A prime below 2²⁶; that it is one is not checked.

    Raises
    ------
    Refusal
        If the matrix is not square, or an entry or `prime` is outside its range.

    Source: ours; Gauss-Jordan elimination in a prime field.
    """
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise Refusal("only a square matrix has an inverse, got shape {shape}", shape=matrix.shape)
    if not 2 <= prime < LARGEST_MODULUS:
        raise Refusal("the prime must be between 2 and 2²⁶, got {prime}", prime=prime)
    if matrix.size and not (matrix.min() >= 0 and matrix.max() < prime):
        raise Refusal("entries must be between 0 and {prime}", prime=prime - 1)
    result = np.array(matrix, dtype=np.float64, order="C")
    order = np.arange(len(matrix))
    if not _eliminate(result, order, prime):
        return None
    inverse = np.empty_like(result)
    inverse[:, order] = result
    return inverse


@jit
def _eliminate(matrix: Floats, order: Indices, prime: int) -> bool:
    """Invert in place; `order` says which row of the original each column of the result belongs to."""
    modulus, reciprocal = float(prime), 1.0 / prime
    for k in range(len(matrix)):
        pivot = k
        while pivot < len(matrix) and matrix[pivot, k] == 0:
            pivot += 1
        if pivot == len(matrix):
            return False
        if pivot != k:
            order[k], order[pivot] = order[pivot], order[k]
            for j in range(len(matrix)):
                matrix[k, j], matrix[pivot, j] = matrix[pivot, j], matrix[k, j]
        factor = float(_inverse(int(matrix[k, k]), prime))
        matrix[k, k] = 1.0
        _subtract(matrix[k], matrix[k].copy(), 1 - factor + modulus, modulus, reciprocal)
        for i in range(len(matrix)):
            factor = matrix[i, k]
            if i != k and factor != 0:
                matrix[i, k] = 0.0
                _subtract(matrix[i], matrix[k], factor, modulus, reciprocal)
    return True


@jit
def _subtract(target: Floats, source: Floats, factor: float, modulus: float, reciprocal: float) -> None:
    """Subtract `factor` times `source` from `target`, modulo the prime; the quotient is off by one at most."""
    factor %= modulus
    for j in range(len(target)):
        rest = target[j] - factor * source[j]
        rest -= modulus * np.floor(rest * reciprocal)
        rest += modulus if rest < 0 else 0.0
        rest -= modulus if rest >= modulus else 0.0
        target[j] = rest


@jit
def _inverse(value: int, prime: int) -> int:
    """Return 1/value modulo the prime, by Fermat's little theorem."""
    result, exponent = 1, prime - 2
    while exponent > 0:
        if exponent & 1:
            result = result * value % prime
        value = value * value % prime
        exponent >>= 1
    return result
