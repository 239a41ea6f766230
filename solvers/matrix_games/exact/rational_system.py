"""Square systems of linear equations with integer coefficients, solved exactly in rationals."""

from dataclasses import dataclass
from math import isqrt, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.compiled.arrays import ExactIntegers, Floats
from solvers.matrix_games.exact.exact_product import DIGIT, digits
from solvers.matrix_games.exact.modular_inverse import modular_inverse
from solvers.refusal import Refusal

PRIMES: Final = (67108859, 67108837, 67108819)
HALF: Final = 1 << 13


class SingularMatrixError(ValueError):
    """The matrix has no inverse.

    Source: ours; see `rational_system`.
    """


@dataclass(frozen=True, slots=True)
class RationalVector:
    """The vector numerators / denominator, with a positive common denominator (not always the smallest).

    Source: ours; Cramer's rule.
    """

    numerators: tuple[int, ...]
    denominator: int


def rational_system(matrix: ExactIntegers, right: ExactIntegers) -> RationalVector:
    """Return the exact solution of `matrix` x = `right`.

    Dixon's p-adic lifting: one inverse modulo a prime p near 2²⁶, then one digit of the solution in base p per
    step of O(k²), until Hadamard's bound on numerators and denominator lets rational reconstruction be unique.

    Parameters
    ----------
    matrix : array of int or of Python int, shape (k, k), 0 ≤ k ≤ 1024
        Entries of any size, at least 0.
    right : array of int or of Python int, shape (k,)
        Right-hand sides, of any size and sign.

    Raises
    ------
    SingularMatrixError
        If the matrix is singular modulo three primes: it is singular, but for matrices made to have a
        determinant divisible by all three.
    Refusal
        If the shapes do not match, k > 1024, or an entry is negative.

    Source: J. D. Dixon, Exact solution of linear equations using p-adic expansions, Numer. Math. 40 (1982).
    """
    if matrix.ndim != 2 or matrix.shape != (len(right), len(right)) or len(right) > 1024:
        raise Refusal(
            "expected k × k and k ≤ 1024, got shapes {shape} and {other}", shape=matrix.shape, other=right.shape
        )
    prime, inverse = _invert(matrix)
    numerator_bound, denominator_bound = _bounds(matrix, right)
    steps = -(-(2 * numerator_bound * denominator_bound).bit_length() // (prime.bit_length() - 1)) + 1
    residues = _lift(matrix, right, inverse, prime, steps)
    return _reconstruct(residues, prime**steps, numerator_bound)


def _invert(matrix: ExactIntegers) -> tuple[int, Floats]:
    for prime in PRIMES:
        inverse = modular_inverse((matrix % prime).astype(np.float64), prime)
        if inverse is not None:
            return prime, inverse
    raise SingularMatrixError(f"the matrix of size {len(matrix)} is singular modulo {', '.join(map(str, PRIMES))}")


def _bounds(matrix: ExactIntegers, right: ExactIntegers) -> tuple[int, int]:
    """Return bounds of numerators and denominator, by Cramer's rule and Hadamard's inequality."""
    norms = [isqrt(int(square)) + 1 for square in (matrix.astype(object) ** 2).sum(axis=0)]
    norm = isqrt(sum(int(side) ** 2 for side in right)) + 1
    smallest = min(norms, default=1)
    return prod(norms) * norm // smallest + 1, prod(norms)


def _lift(matrix: ExactIntegers, right: ExactIntegers, inverse: Floats, prime: int, steps: int) -> list[int]:
    """Return the solution modulo prime^steps."""
    parts = digits(matrix, DIGIT)
    rest = np.array(right, dtype=object)
    if len(parts) == 1 and all(abs(int(side)) < 1 << 36 for side in right):
        rest = rest.astype(np.int64)
    expansion = []
    for _ in range(steps):
        low, high = _halves_product(inverse, (rest % prime).astype(np.int64))
        digit = (low + HALF * (high % prime)) % prime
        expansion.append(digit)
        for i, part in enumerate(parts):
            low, high = _halves_product(part, digit)
            rest = rest - ((low + HALF * high).astype(rest.dtype) << (i * DIGIT))
        rest //= prime
    return _evaluate(expansion, prime)


def _halves_product(matrix: Floats, vector: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the products with the low and the high 13 bits of a vector below 2²⁶: both stay below 2⁵⁰, exact."""
    halves = np.stack([vector % HALF, vector // HALF], axis=-1).astype(np.float64)
    low, high = (matrix @ halves).astype(np.int64).T
    return low, high


def _evaluate(expansion: list[NDArray[np.int64]], prime: int) -> list[int]:
    """Return the sums Σ expansion[i] prime^i, by joining neighbours until one is left."""
    terms: list[ExactIntegers] = [digit.astype(object) for digit in expansion]
    base = prime
    while len(terms) > 1:
        joined = [low + high * base for low, high in zip(terms[::2], terms[1::2], strict=False)]
        terms = [*joined, *terms[len(joined) * 2 :]]
        base *= base
    return list(terms[0])


def _reconstruct(residues: list[int], modulus: int, bound: int) -> RationalVector:
    """Return the only vector of numerators within `bound` that has these residues."""
    denominator = 1
    numerators: list[int] = []
    for residue in residues:
        numerator = _symmetric(residue * denominator, modulus)
        if abs(numerator) > bound:
            numerator, factor = _fraction(numerator % modulus, modulus, bound)
            denominator *= factor
            numerators = [earlier * factor for earlier in numerators]
        numerators.append(numerator)
    return RationalVector(tuple(numerators), denominator)


def _symmetric(residue: int, modulus: int) -> int:
    residue %= modulus
    return residue - modulus if 2 * residue > modulus else residue


def _fraction(residue: int, modulus: int, bound: int) -> tuple[int, int]:
    """Return numerator and denominator of a residue, by Euclid's algorithm stopped at `bound` (Wang 1981)."""
    previous, current = modulus, residue
    before, cofactor = 0, 1
    while current > bound:
        quotient, rest = divmod(previous, current)
        previous, current = current, rest
        before, cofactor = cofactor, before - quotient * cofactor
    return (current, cofactor) if cofactor > 0 else (-current, -cofactor)
