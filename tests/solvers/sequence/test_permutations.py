import itertools
import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from solvers.sequence.lcg import sequence
from solvers.sequence.permutation_array import permutation_array
from solvers.sequence.permutations import permutation


def test_printed_beginnings():
    """Answer sheet of the ENS 2013 exam, question 2, u0 = 17."""
    beginnings = [permutation(int(n), 4)[:3] for n in sequence(17, 3)]
    assert beginnings == [(1, 3, 2), (3, 0, 1), (3, 2, 1)]


@pytest.mark.parametrize("b", range(7))
def test_a_period_lists_every_permutation_once(b):
    period = math.factorial(b)
    listed = [permutation(n, b) for n in range(period)]
    assert sorted(listed) == list(itertools.permutations(range(b)))
    assert permutation(period, b) == listed[0]


@given(st.lists(st.integers(0, 2**63 - 1), max_size=20), st.integers(0, 60))
@example([64006], 255)
def test_an_array_has_them_row_by_row(ns, b):
    result = permutation_array(ns, b)
    assert result.shape == (len(ns), b)
    assert [tuple(row) for row in result.tolist()] == [permutation(n, b) for n in ns]
