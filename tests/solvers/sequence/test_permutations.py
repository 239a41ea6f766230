import itertools
import math

import pytest

from solvers.sequence.lcg import sequence
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
