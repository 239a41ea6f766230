from hypothesis import given
from hypothesis import strategies as st

from solvers.sequence.permutation_array import permutation_array
from solvers.sequence.permutations import permutation


@given(st.lists(st.integers(0, 2**63 - 1), max_size=20), st.integers(0, 60))
def test_vector_equals_one_by_one(ns, b):
    result = permutation_array(ns, b)
    assert result.shape == (len(ns), b)
    assert [tuple(row) for row in result.tolist()] == [permutation(n, b) for n in ns]


def test_the_largest_size():
    assert permutation_array([64006], 255)[0].tolist() == list(permutation(64006, 255))
