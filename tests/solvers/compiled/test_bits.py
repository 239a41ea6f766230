import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solvers.compiled.bits import bit_count, trailing_zeros
from solvers.compiled.jit import jit


@jit
def compiled(word):
    return bit_count(word) - 65, trailing_zeros(word)


@settings(deadline=None)  # the first call compiles
@example(1 << 63)
@given(st.integers(1, 2**64 - 1))
def test_counts_the_ones_and_the_zeros_at_the_end(word):
    """The difference is negative: the count is a signed integer."""
    written = f"{word:b}"
    zeros = len(written) - len(written.rstrip("0"))
    assert compiled(np.uint64(word)) == (written.count("1") - 65, zeros)
