from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.matrix_games.sum_tree import build, empty_tree, find, raise_weight, sum_before

# Whole numbers below 2⁵³ make every sum exact, so that the tree and the list must agree on each point.
WEIGHTS = st.lists(st.integers(0, 10**6) | st.just(0), min_size=1, max_size=80)


def leaf_under(weights, point):
    """The last leaf before which the weights sum to at most `point`, by adding from the left."""
    before = [0, *accumulate(weights)][: len(weights)]
    return max(i for i, total in enumerate(before) if total <= point)


def tree_of(weights, leaves):
    tree, first_leaf = empty_tree(leaves)
    total = build(tree, first_leaf, np.array(weights, dtype=np.float64))
    return tree, first_leaf, total


def every_edge(weights):
    sums = [0, *accumulate(weights)]
    return sorted({float(s + d) for s in sums for d in (-0.5, 0, 0.5) if s + d >= 0})


@settings(deadline=None)  # the first call compiles
@given(WEIGHTS, st.integers(0, 600))
def test_find_agrees_with_adding_from_the_left(weights, spare):
    tree, first_leaf, total = tree_of(weights, len(weights) + spare)
    assert total == sum(weights)
    before = [sum_before(tree, first_leaf, np.uint64(leaf)) for leaf in range(len(weights))]
    assert before == [0, *accumulate(weights)][: len(weights)]
    for point in every_edge(weights):
        assert find(tree, first_leaf, point) == leaf_under(weights, point)


@settings(deadline=None)  # the first call compiles
@given(WEIGHTS, st.lists(st.tuples(st.integers(0, 79), st.integers(0, 10**6)), max_size=20))
def test_raising_a_weight_is_building_with_it(weights, raises):
    tree, first_leaf, _ = tree_of(weights, len(weights))
    for leaf, increase in raises:
        raise_weight(tree, first_leaf, np.uint64(leaf % len(weights)), float(increase))
        weights[leaf % len(weights)] += increase
    assert np.array_equal(tree, tree_of(weights, len(weights))[0])


@pytest.mark.parametrize("leaves", [1, 2, 7, 8, 9, 63, 64, 65, 73, 511, 512, 513, 584, 585, 4096, 4097, 10_000])
def test_every_leaf_of_a_flat_tree_is_under_its_own_unit(leaves):
    tree, first_leaf, total = tree_of(np.ones(leaves), leaves)
    assert total == leaves
    assert [find(tree, first_leaf, i + 0.5) for i in range(leaves)] == list(range(leaves))
    assert len(tree) <= 8 * (leaves / 7 + leaves / 8 + 2)  # memory stays linear


@pytest.mark.parametrize("weights", [[1.0], [0.0, 5e-324], [1e-300, 1e300, 1e-300], [0.1] * 100, [3.0] + [0.0] * 30])
@pytest.mark.parametrize("leaves", [100, 1000])
def test_a_point_at_or_beyond_the_sum_gives_the_last_leaf_that_has_a_weight(weights, leaves):
    tree, first_leaf, total = tree_of(weights, leaves)
    for point in (total, np.nextafter(total, np.inf), 2 * total):
        assert find(tree, first_leaf, point) == len(weights) - 1


def test_leaves_are_found_in_proportion_to_weights_that_differ_by_hundreds_of_orders():
    tree, first_leaf, total = tree_of([1e-200, 3.0, 1e-250, 1.0, 0.0, 4.0], 6)
    generator = np.random.default_rng(1)
    found = [find(tree, first_leaf, u * total) for u in generator.random(8000)]
    counts = np.bincount(found, minlength=6)
    assert counts[[0, 2, 4]].tolist() == [0, 0, 0]
    # Standard deviations below 45: wrong by more than 5 of them with probability below 2e-6.
    assert counts[[1, 3, 5]] == pytest.approx([3000, 1000, 4000], abs=225)


def test_the_rounding_of_sums_is_bounded_by_the_number_of_raises():
    generator = np.random.default_rng(2)
    weights = generator.random(50)
    tree, first_leaf, _ = tree_of(weights, 50)
    raises = 20_000
    for leaf, increase in zip(generator.integers(50, size=raises), generator.random(raises), strict=True):
        raise_weight(tree, first_leaf, np.uint64(leaf), increase)
        weights[leaf] += increase
    fresh = tree_of(weights, 50)[0]
    finite = np.isfinite(fresh)
    assert np.array_equal(finite, np.isfinite(tree))
    assert tree[finite] == pytest.approx(fresh[finite], rel=raises * 2**-52, abs=0)
