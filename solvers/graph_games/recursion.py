"""Recursion without Python's limit on its depth."""

from collections.abc import Callable, Generator
from typing import Any, TypeVar, cast

Argument = TypeVar("Argument")
Value = TypeVar("Value")


def recursion(function: Callable[[Argument], Generator[Argument, Value, Value]], argument: Argument) -> Value:
    """Return the value of a recursive function written as a generator.

    The function reads like the recursive one: ``below = yield x`` where that one has ``below = function(x)``.
    Suspended calls lie in a list, so the depth is limited by memory only. An exception ends all calls.

    Parameters
    ----------
    function : callable
        Takes the argument of a call and returns a generator that yields the arguments of the calls that the
        function makes of itself, is sent their values, and returns its own.
    argument : Argument
        That of the first call.
    """
    calls = [function(argument)]
    value: Any = None
    while True:
        try:
            argument = calls[-1].send(value)
        except StopIteration as returned:
            value = returned.value
            calls.pop()
            if not calls:
                return cast("Value", value)
        else:
            calls.append(function(argument))
            value = None
