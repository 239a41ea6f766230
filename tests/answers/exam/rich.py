"""An exam with everything that a key may hold: floats, structures, evidence, oral answers, and a part that uses others.

Part 1 is a point of the plane and u₀ / 8; 2a doubles u₀, 2b asks for 2a and 1; nothing of it has words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import (
    Evidence,
    Oral,
    Params,
    Part,
    Solution,
    SolveContext,
    misconception_from_params,
    question,
    questions_of,
)
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import ParseResult, Value, Values
from answers.kinds.tolerance import Tolerance


@dataclass(frozen=True)
class Anything:
    """A kind for whatever value, written as Python does."""

    count: int = 1

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        raise NotImplementedError

    def agrees(self, expected: Value, got: Value, tolerance: Tolerance) -> bool:
        raise NotImplementedError

    def format(self, value: Value, lang: str) -> str:
        return f"{lang} {value}"

    def describe(self, lang: str) -> str:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Drawn(Params):
    """The seed, and a pair."""

    pair: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Why(Evidence):
    """A reason in numbers."""

    steps: tuple[int, ...]


@question(1, kind=Anything(2), points=1, evidence=Why)
def point(context: SolveContext[Drawn], _: Part) -> Solution:
    """A point with a fraction in it, and a float."""
    a, b = context.params.pair
    return Solution(((Fraction(a, 2), (b, 1)), context.params.u0 / 8), (Why((a, b)), Why(())))


@point.mistake("origin")
def origin(context: SolveContext[Drawn], part: Part) -> Solution:
    """The origin for the point."""
    return Solution(((0, 0), 0.0))


@question(2, parts="ab", kind=integers(1, 0, 10**6), points=2, depends_on={"a": (), "b": ("double.a", "point")})
def double(context: SolveContext[Drawn], part: Part) -> Solution:
    """Twice u₀; then this and the second coordinate of the point."""
    if part.letter == "a":
        return Solution((2 * context.params.u0,), margin=0.125)
    (twice,), (point, _) = context.answers("double.a"), context.answers("point")
    assert isinstance(twice, int)
    assert isinstance(point, tuple)
    assert isinstance(point[1], tuple)
    assert isinstance(point[1][0], int)
    return Solution((twice + point[1][0],))


@double.mistake("treble")
def treble(context: SolveContext[Drawn], part: Part) -> Solution:
    """Three times u₀."""
    return Solution((3 * context.params.u0,))


@double.mistake("quadruple")
def quadruple(context: SolveContext[Drawn], part: Part) -> Solution:
    """Four times u₀."""
    return Solution((4 * context.params.u0,))


def why(params: Drawn, answers: Mapping[str, Values]) -> tuple[Value | None, ...]:
    """Nothing, then the seed, then the answer to 2b."""
    return (None, params.u0, *answers["2b"])


@misconception_from_params("swapped")
def swapped(params: Drawn) -> Drawn:
    """The pair the other way round."""
    return replace(params, pair=params.pair[::-1])


@misconception_from_params("shifted")
def shifted(params: Drawn) -> Drawn:
    """One more in the first place, after the swap if there is one."""
    return replace(params, pair=(params.pair[0] + 1, params.pair[1]))


def draw(draw: Draw) -> Drawn:
    """The pair (3, 5), whatever the seed."""
    return Drawn(draw.u0, (3, 5))


RICH = Exam("rich", 17, draw, questions_of(point, double), (Oral("why", why),), (swapped, shifted))
