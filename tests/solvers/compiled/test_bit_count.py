import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.compiled.bit_count import bit_count
from solvers.compiled.jit import jit


@jit
def compiled(word):
    return bit_count(word) - 65


@settings(deadline=None)  # the first call compiles
@given(st.integers(0, 2**64 - 1))
def test_counts_the_ones(word):
    """The difference is negative: the count is a signed integer."""
    assert compiled(np.uint64(word)) == f"{word:b}".count("1") - 65
