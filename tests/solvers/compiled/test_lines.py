import numpy as np
import pytest

from solvers.compiled.jit import jit
from solvers.compiled.lines import count_at_most, prefetch, raise_after

ITEMS = np.array([9.0] * 8 + [0.0, 1.5, 1.5, 2.0, 3.0, np.inf, np.inf, np.inf] + [9.0] * 8)


@jit
def count(array, start, most):
    return count_at_most(array, start, most)


@jit
def raised(array, item, increase):
    raise_after(array, item, increase)
    prefetch(array, item)


@pytest.mark.parametrize("most", [-1.0, 0.0, 1.4, 1.5, 2.5, 3.0, 1e300, np.inf, np.nan])
def test_counts_the_items_of_a_line_that_are_not_larger(most):
    assert count(ITEMS, np.uint64(8), most) == sum(item <= most for item in ITEMS[8:16].tolist())


@pytest.mark.parametrize("item", range(8, 16))
def test_raises_the_items_after_one_and_no_other_line(item):
    expected = ITEMS.copy()
    expected[item + 1 : 16] += 0.25
    array = ITEMS.copy()
    raised(array, np.uint64(item), 0.25)
    assert array.tolist() == expected.tolist()
