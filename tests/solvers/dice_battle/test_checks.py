import numpy as np
import pytest

from solvers.dice_battle.checks import (
    MEMORY_LIMIT,
    check_board,
    check_state,
    check_throw,
    throw_bytes,
)
from solvers.dice_battle.throws import throws


def test_the_memory_of_a_table_of_throws_is_counted_right():
    assert throws(7, 4).nbytes == throw_bytes(7, 4)


def test_the_largest_size_that_is_named_is_accepted_and_the_next_one_is_not():
    assert throw_bytes(4729, 6) <= MEMORY_LIMIT < throw_bytes(4730, 6)
    check_throw(4729, 6)
    check_board(2, 2**15, lambda n: n * n)


def test_integers_of_numpy_are_integers():
    check_throw(np.int64(2), np.int32(6))
    check_board(np.int64(2), np.uint8(3), lambda n: 8 * n)
    check_state(np.int64(0), np.uint8(2), 3)
    with pytest.raises(TypeError):
        check_board(2.5, 3, lambda n: 8 * n)
