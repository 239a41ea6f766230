import numpy as np
import pytest

from solvers.matrix_games.exact.modular_inverse import modular_inverse

PRIMES = [2, 3, 101, 65537, 67108859]


@pytest.mark.parametrize("prime", PRIMES)
@pytest.mark.parametrize("size", [0, 1, 2, 7, 40])
def test_inverse_times_matrix_is_the_identity(prime, size):
    rng = np.random.default_rng(prime + size)
    for _ in range(10):
        matrix = rng.integers(0, prime, (size, size))
        inverse = modular_inverse(matrix.astype(float), prime)
        if inverse is not None:
            product = matrix.astype(object) @ inverse.astype(np.int64).astype(object) % prime
            assert (product == np.eye(size, dtype=int)).all()


def test_every_matrix_of_two_rows_modulo_three():
    for entries in np.ndindex(3, 3, 3, 3):
        a, b, c, d = entries
        inverse = modular_inverse(np.array([[a, b], [c, d]], dtype=float), 3)
        determinant = (a * d - b * c) % 3
        assert (inverse is None) == (determinant == 0)
        if inverse is not None:
            assert inverse.tolist() == [
                [d * determinant % 3, -b * determinant % 3],
                [-c * determinant % 3, a * determinant % 3],
            ]


def test_largest_residues_stay_exact():
    prime = 67108859
    matrix = np.full((6, 6), prime - 1.0) - np.diag(np.arange(1.0, 7.0))
    inverse = modular_inverse(matrix, prime)
    assert inverse is not None
    assert (
        matrix.astype(np.int64).astype(object) @ inverse.astype(np.int64).astype(object) % prime == np.eye(6, dtype=int)
    ).all()


@pytest.mark.parametrize(
    ("matrix", "prime", "message"),
    [
        (np.ones((2, 3)), 5, "square"),
        (np.ones(3), 5, "square"),
        (np.ones((1, 1)), 1, "between 2 and"),
        (np.ones((1, 1)), 2**26, "between 2 and"),
        (np.full((1, 1), 5.0), 5, "between 0 and 4"),
        (np.full((1, 1), -1.0), 5, "between 0 and 4"),
    ],
)
def test_bad_input(matrix, prime, message):
    with pytest.raises(ValueError, match=message):
        modular_inverse(matrix, prime)
