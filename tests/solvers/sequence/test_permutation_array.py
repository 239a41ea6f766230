import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.refusal import Refusal
from solvers.sequence.permutation_array import permutation_array
from solvers.sequence.permutations import permutation


@given(st.lists(st.integers(0, 2**63 - 1), max_size=20), st.integers(0, 60))
def test_vector_equals_one_by_one(ns, b):
    result = permutation_array(ns, b)
    assert result.shape == (len(ns), b)
    assert [tuple(row) for row in result.tolist()] == [permutation(n, b) for n in ns]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.uint64])
def test_vector_takes_every_integer_type(dtype):
    assert permutation_array(np.array([0, 100], dtype=dtype), 5).tolist() == [
        list(permutation(0, 5)),
        list(permutation(100, 5)),
    ]


def test_the_largest_size():
    assert permutation_array([64006], 255)[0].tolist() == list(permutation(64006, 255))


@pytest.mark.parametrize(
    ("indices", "size", "message"),
    [
        ([1], -1, "0 to 255 elements, got b = -1"),
        ([1], 256, "0 to 255 elements, got b = 256"),
        ([1, -1], 3, "between 0 and 2⁶³ - 1, got -1"),
        ([1.5], 3, r"got shape \(1,\) of float64"),
        ([[1]], 3, r"got shape \(1, 1\) of int64"),
        ([2**63], 3, f"between 0 and 2⁶³ - 1, got {2**63}"),
        ([2**70], 3, r"got shape \(1,\) of object"),
    ],
)
def test_bad_input_is_refused(indices, size, message):
    with pytest.raises(Refusal, match=message):
        permutation_array(indices, size)
