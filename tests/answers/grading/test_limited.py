"""A child computes within limits: what it returns comes back, and nothing else does."""

import os
from time import monotonic

from answers.grading.limited import limited


def test_a_result_comes_back_from_another_process() -> None:
    found = limited(lambda: (os.getpid(), {"1a": (1, 2)}))
    assert found is not None
    assert found[0] != os.getpid()
    assert found[1] == {"1a": (1, 2)}


def test_an_exception_is_no_result() -> None:
    assert limited(lambda: 1 // 0) is None


def test_a_child_that_dies_is_no_result() -> None:
    assert limited(lambda: os._exit(0)) is None


def test_a_long_computation_is_stopped_even_inside_a_library() -> None:
    start = monotonic()
    assert limited(lambda: sum(range(10**12)), seconds=0.3) is None
    assert monotonic() - start < 5


def test_a_large_one_is_stopped_while_the_marking_goes_on() -> None:
    assert limited(lambda: len(bytearray(2 * 10**9)), memory=10**8) is None
    assert limited(lambda: len(bytearray(10**7)), memory=10**8) == 10**7
