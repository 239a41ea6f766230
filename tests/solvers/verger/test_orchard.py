import numpy as np
import pytest

from solvers.verger.orchard import (
    DEFAULT_GAME,
    MAX_RAVENS,
    STRATEGIES,
    Die,
    Orchard,
    check_strategy,
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


@pytest.mark.parametrize(
    ("trees", "ravens", "reason"),
    [
        ((3, -1), 2, "fruits on a tree must be an integer ≥ 0, got -1"),
        ((3,), -2, "ravens must be an integer ≥ 0, got -2"),
        ((3.5,), 2, "fruits on a tree must be an integer ≥ 0, got 3.5"),
        (("3",), 2, "got '3'"),
        ((3,), None, "ravens must be an integer ≥ 0, got None"),
        (4, 2, "trees must be a list of numbers of fruits, got 4"),
        ((3,), MAX_RAVENS + 1, "0 to 10000 ravens, got 10001"),
    ],
)
def test_bad_orchards(trees, ravens, reason):
    with pytest.raises(ValueError, match=reason):
        Orchard(trees, ravens)


@pytest.mark.parametrize(("trees", "fruits", "ravens"), [(-1, 4, 5), (4, -1, 5), (4.0, 4, 5), (4, 4, -1)])
def test_bad_equal_trees(trees, fruits, ravens):
    with pytest.raises(ValueError, match="must be an integer ≥ 0, got"):
        Orchard.of_equal_trees(trees, fruits, ravens)


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ((0, 0, 0), "no game ends"),
        ((-1, 1, 1), "tree_faces must be an integer ≥ 0, got -1"),
        ((1, 1.5, 1), "basket_faces must be an integer ≥ 0, got 1.5"),
        ((1, 1, "a"), "raven_faces must be an integer ≥ 0, got 'a'"),
        ((1, 1, 1, 0), "basket_size must be an integer ≥ 1, got 0"),
    ],
)
def test_bad_dice(numbers, reason):
    with pytest.raises(ValueError, match=reason):
        Die(*numbers)


def test_faces_that_count():
    assert [Die().faces(trees) for trees in range(5)] == [2, 3, 4, 5, 6]
    assert Die(2, 3, 4).faces(5) == 17


def test_strategies():
    for strategy in STRATEGIES:
        check_strategy(strategy)
    with pytest.raises(ValueError, match="one of max, min, random, random-fruit, best, got 'greedy'"):
        check_strategy("greedy")
