import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.sequence.lcg import MODULUS, PERIOD, sequence, term

# Answer sheet of the ENS 2013 exam, question 1, u0 = 17.
PRINTED = [17, 519, 23375, 9548, 9111, 7065, 46260, 49318, 48549]


def recurrence(u0: int, length: int) -> list[int]:
    """The definition, one term after another."""
    values = []
    for _ in range(length):
        values.append(u0)
        u0 = 15091 * u0 % 64007
    return values


def test_printed_terms():
    assert sequence(17, 9).tolist() == PRINTED
    assert [term(17, n) for n in range(9)] == PRINTED


@pytest.mark.parametrize("u0", [0, 1, 17, 64006])
@pytest.mark.parametrize("length", [0, 1, 2, 3, 1000, PERIOD - 1, PERIOD, PERIOD + 1, 2 * PERIOD + 5])
def test_sequence_is_the_recurrence(u0, length):
    values = sequence(u0, length)
    assert values.dtype == np.int64
    assert values.tolist() == recurrence(u0, length)


def test_one_cycle_holds_every_other_seed():
    assert sorted(recurrence(1, PERIOD)) == list(range(1, MODULUS))


@given(st.integers(0, MODULUS - 1), st.integers(0, 2000))
def test_term_jumps_to_the_recurrence(u0, n):
    assert term(u0, n) == recurrence(u0, n + 1)[n]


def test_numpy_integers_do_not_overflow():
    assert term(np.uint16(64006), np.int8(1)) == 64006 * 15091 % 64007
    assert sequence(np.uint16(64006), np.int8(2)).tolist() == recurrence(64006, 2)


def test_the_result_may_be_written_to():
    sequence(17, 5)[:] = 0
    assert sequence(17, 9).tolist() == PRINTED
