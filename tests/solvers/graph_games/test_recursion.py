import pytest

from solvers.graph_games.recursion import recursion


def factorial(n):
    if n == 0:
        return 1
    below = yield n - 1
    return n * below


def fibonacci(n):
    return n if n < 2 else (yield n - 1) + (yield n - 2)


def test_it_reads_like_the_recursive_function():
    assert [recursion(factorial, n) for n in range(6)] == [1, 1, 2, 6, 24, 120]
    assert [recursion(fibonacci, n) for n in range(9)] == [0, 1, 1, 2, 3, 5, 8, 13, 21]


def test_it_goes_deeper_than_python():
    def depth(n):
        return 0 if n == 0 else 1 + (yield n - 1)

    assert recursion(depth, 50_000) == 50_000


def test_an_exception_ends_all_calls():
    def failing(n):
        if n == 0:
            raise ZeroDivisionError
        yield n - 1

    with pytest.raises(ZeroDivisionError):
        recursion(failing, 3)
