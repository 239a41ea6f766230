"""An exam whose key contains floats, tuples, evidence, oral answers, and a part that depends on others.

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
from answers.kinds.one_box import OneBox
from answers.kinds.parsing import Value, Values
from answers.kinds.tolerance import Tolerance


@dataclass(frozen=True)
class Anything(OneBox):
    """A kind for any value, formatted as in Python."""

    count: int = 1  # type: ignore[misc]

    def parse(self, text: str) -> Value:
        raise NotImplementedError

    def format(self, value: Value, lang: str) -> str:
        return f"{lang} {value}"

    def describe(self, lang: str) -> str:
        raise NotImplementedError

    def characters(self, tolerance: Tolerance) -> int:
        return 12

    def to_value(self, answer: object) -> Value:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Drawn(Params):
    pair: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Why(Evidence):
    steps: tuple[int, ...]


@question(1, kind=Anything(2), points=1, evidence=Why)
def point(context: SolveContext[Drawn], _: Part) -> Solution:
    a, b = context.params.pair
    return Solution(((Fraction(a, 2), (b, 1)), context.params.u0 / 8), (Why((a, b)), Why(())))


@point.mistake("origin")
def origin(context: SolveContext[Drawn], part: Part) -> Solution:
    return Solution(((0, 0), 0.0))


@question(2, parts="ab", kind=integers(1, 0, 10**6), points=2, depends_on={"a": (), "b": ("double.a", "point")})
def double(context: SolveContext[Drawn], part: Part) -> Solution:
    if part.letter == "a":
        return Solution((2 * context.params.u0,), margin=0.125)
    (twice,), (point, _) = context.answers("double.a"), context.answers("point")
    return Solution((twice + point[1][0],))  # type: ignore[operator, index]


@double.mistake("treble")
def treble(context: SolveContext[Drawn], part: Part) -> Solution:
    return Solution((3 * context.params.u0,))


@double.mistake("quadruple")
def quadruple(context: SolveContext[Drawn], part: Part) -> Solution:
    return Solution((4 * context.params.u0,))


def why(params: Drawn, answers: Mapping[str, Values]) -> tuple[Value | None, ...]:
    return (None, params.u0, *answers["2b"])


@misconception_from_params("swapped")
def swapped(params: Drawn) -> Drawn:
    return replace(params, pair=params.pair[::-1])


@misconception_from_params("shifted")
def shifted(params: Drawn) -> Drawn:
    """Add one to the first number of the pair, after a swap."""
    return replace(params, pair=(params.pair[0] + 1, params.pair[1]))


def draw(draw: Draw) -> Drawn:
    return Drawn(draw.u0, (3, 5))


RICH = Exam("rich", 17, draw, questions_of(point, double), (Oral("why", why),), (swapped, shifted))
