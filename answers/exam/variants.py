"""Known mistakes made of one solution: the same function, with another thing in the place of what it takes."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from answers.exam.part import Part
from answers.exam.question import Given, Mistake, Params, Solution

P = TypeVar("P", bound=Params)
T = TypeVar("T")


def variants(solve: Callable[[Given[P], Part, T], Solution], instead: Mapping[str, T]) -> tuple[Mistake, ...]:
    """Return a known mistake for each slug: `solve` with what stands under the slug as its third argument."""
    return tuple(Mistake(slug, _variant(solve, thing)) for slug, thing in instead.items())


def _variant(solve: Callable[[Given[P], Part, T], Solution], thing: T) -> Callable[[Given[P], Part], Solution]:
    return lambda given, part: solve(given, part, thing)
