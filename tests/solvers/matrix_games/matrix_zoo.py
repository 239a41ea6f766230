"""Matrix games that are empty of surprises, and those that are not."""

import numpy as np


def random_bits(m, n, density, seed):
    return (np.random.default_rng(seed).random((m, n)) < density).astype(np.int64)


def parity(size):
    """Question 5 of the ENS 2013 exam: all rows are one of two, and so are the columns."""
    return np.add.outer(np.arange(size), np.arange(size)) % 2


def cyclic(size):
    """Rock, paper, scissors with `size` signs: everyone is played equally often."""
    distance = np.subtract.outer(np.arange(size), np.arange(size)) % size
    return np.where(distance == 0, 0, np.where(distance % 2 == 1, 1, -1))


def low_rank(m, n, rank, seed):
    rng = np.random.default_rng(seed)
    return rng.integers(-2, 3, (m, rank)) @ rng.integers(-2, 3, (rank, n))


def repeated(m, n, seed):
    rng = np.random.default_rng(seed)
    base = random_bits(9, 8, 0.5, seed)
    return base[rng.integers(0, 9, m)][:, rng.integers(0, 8, n)]


ZOO = {
    "one": np.array([[7]]),
    "row": np.array([[3, 1, 2]]),
    "column": np.array([[3], [1], [2]]),
    "zeros": np.zeros((4, 3), dtype=np.int64),
    "ones": np.ones((3, 4), dtype=np.int64),
    "pennies": np.array([[1, -1], [-1, 1]]),
    "identity": np.eye(30, dtype=np.int64),
    "triangle": np.triu(np.ones((20, 20), dtype=np.int64)),
    "parity": parity(100),
    "rock-paper-scissors": cyclic(3),
    "cyclic": cyclic(51),
    "repeated": repeated(60, 70, 3),
    "low rank": low_rank(40, 50, 3, 1),
    "wide": random_bits(6, 200, 0.5, 2),
    "tall": random_bits(200, 6, 0.5, 2),
    "sparse": random_bits(80, 80, 0.03, 4),
    "full": random_bits(80, 80, 0.97, 4),
    "dense": random_bits(60, 60, 0.5, 0),
    "weights": np.diag(np.arange(1, 41)),
    "int8": np.array([[-128, 127, 0], [127, -128, 5], [3, 2, -9]], dtype=np.int8),
}
