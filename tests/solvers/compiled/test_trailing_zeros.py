import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.compiled.jit import jit
from solvers.compiled.trailing_zeros import trailing_zeros


@jit
def compiled(word):
    return trailing_zeros(word)


@settings(deadline=None)  # the first call compiles
@given(st.integers(1, 2**64 - 1))
def test_counts_the_zeros_at_the_end(word):
    written = f"{word:b}"
    assert compiled(np.uint64(word)) == len(written) - len(written.rstrip("0"))


def test_every_single_bit():
    assert [compiled(np.uint64(1 << bit)) for bit in range(64)] == list(range(64))
