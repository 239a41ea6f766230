import numpy as np
import pytest

from solvers.verger.orchard import (
    DEFAULT_GAME,
    Die,
    Orchard,
)
from tests.solvers.verger.zoo import FIRST_ORCHARD


def test_trees_are_interchangeable_and_empty_ones_leave():
    assert Orchard((2, 0, 3), 4) == Orchard((3, 2), 4)
    assert hash(Orchard([2, 3], 4)) == hash(Orchard((3, 2), 4))
    assert Orchard(np.array([1, 2]), np.int64(3)) == Orchard((2, 1), 3)


def test_equal_trees():
    assert Orchard.of_equal_trees(4, 10, 9) == DEFAULT_GAME
    assert Orchard.of_equal_trees(4, 4, 5) == FIRST_ORCHARD
    assert Orchard.of_equal_trees(0, 4, 5) == Orchard.of_equal_trees(3, 0, 5) == Orchard((), 5)


@pytest.mark.parametrize(
    ("trees", "text"),
    [((2, 1), "21|2"), ((), "0|2"), ((9, 9), "99|2"), ((10,), "10|2"), ((3, 12), "12,3|2")],
)
def test_text(trees, text):
    assert str(Orchard(trees, 2)) == text


def test_faces_that_count():
    assert [Die().faces(trees) for trees in range(5)] == [2, 3, 4, 5, 6]
    assert Die(2, 3, 4).faces(5) == 17
