import sys

import pytest

from solvers.graph_games.deep_recursion import deep_recursion
from solvers.refusal import Refusal


def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)


def test_it_goes_deeper_than_python():
    before = sys.getrecursionlimit()
    with deep_recursion():
        assert depth(100_000) == 100_000
    assert sys.getrecursionlimit() == before


def test_what_goes_deeper_still_is_refused():
    before = sys.getrecursionlimit()
    with pytest.raises(Refusal, match=r"nested \d+ deep"), deep_recursion(before + 1000):
        depth(before + 2000)
    assert sys.getrecursionlimit() == before


def test_a_larger_limit_is_left_alone():
    before = sys.getrecursionlimit()
    with deep_recursion(1):
        assert sys.getrecursionlimit() == before


def test_an_exception_sets_the_limit_back():
    before = sys.getrecursionlimit()
    with pytest.raises(ZeroDivisionError), deep_recursion():
        _ = 1 / 0
    assert sys.getrecursionlimit() == before
