import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.sequence.lcg import sequence
from solvers.sequence.permutations import index_class, period, permutation


def test_printed_beginnings():
    """Answer sheet of the ENS 2013 exam, question 2, u0 = 17."""
    beginnings = [permutation(int(n), 4)[:3] for n in sequence(17, 3)]
    assert beginnings == [(1, 3, 2), (3, 0, 1), (3, 2, 1)]


def test_worked_by_hand():
    # 17 mod 4 = 1: take 1, leaving (0, 3, 2); 4 mod 3 = 1: take 3, leaving (0, 2); 1 mod 2 = 1: take 2, then 0.
    assert permutation(17, 4) == (1, 3, 2, 0)
    assert permutation(0, 4) == (0, 3, 2, 1)


@pytest.mark.parametrize("b", range(7))
def test_a_period_lists_every_permutation_once(b):
    listed = [permutation(n, b) for n in range(period(b))]
    assert sorted(listed) == list(itertools.permutations(range(b)))
    assert permutation(period(b), b) == listed[0]
    assert period(b) == math.factorial(b)


@given(st.integers(0, 8).flatmap(lambda b: st.tuples(st.permutations(range(b)), st.integers(0, b))))
def test_index_class_is_the_set_of_indices(drawn):
    order, kept = drawn
    prefix, b = tuple(order[:kept]), len(order)
    residue, modulus = index_class(prefix, b)
    assert modulus == math.perm(b, kept)
    assert 0 <= residue < modulus
    for n in range(min(period(b), 50)):
        assert (permutation(n, b)[:kept] == prefix) == (n % modulus == residue)
    assert permutation(residue + 3 * modulus, b)[:kept] == prefix


@pytest.mark.parametrize(
    "call",
    [
        lambda: permutation(-1, 3),
        lambda: permutation(1, -3),
        lambda: index_class((0, 0), 3),
        lambda: index_class((3,), 3),
        lambda: index_class((), -1),
        lambda: period(-1),
    ],
)
def test_bad_input_is_refused(call):
    with pytest.raises(ValueError, match=r"\d"):
        call()
