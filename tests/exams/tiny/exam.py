"""An exam small enough to mark by hand: u₀ and its double, then a number within 0.1 of u₀ / 4, then its use."""

from dataclasses import dataclass, replace
from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Case, Given, Params, Part, Solution, drawn_otherwise, question, questions_of
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.tolerance import Tolerance


@dataclass(frozen=True, slots=True)
class Number(Params):
    """The seed, and the number that the questions are about."""

    n: int


def draw(draw: Draw) -> Number:
    """The number is the seed itself."""
    return Number(draw.u0, draw.u0)


@question(1, parts="ab", kind=integers(2, 0, 200_000), points=2, definitions=(1,))
def double(given: Given[Number], part: Part) -> Solution:
    """n and 2n; n + 1 and 2n + 1."""
    shift = "ab".index(part.letter)
    return Solution((given.params.n + shift, 2 * given.params.n + shift))


def half(given: Given[Number], _: Part) -> Solution:
    """Half where a quarter is asked."""
    return Solution((Fraction(given.params.n, 2),))


@question(
    2,
    kind=Numbers(1, Domain(low=0)),
    points=3,
    tolerance=Tolerance(absolute=Fraction(1, 10)),
    definitions=(2,),
)
def quarter(given: Given[Number], _: Part) -> Solution:
    """n / 4."""
    return Solution((Fraction(given.params.n, 4),))


quarter.mistake("half")(half)


@quarter.worked
def remainder(case: Case[Number]) -> dict[str, object]:
    """The remainder of the division by 4."""
    return {"remainder": case.drawn.u0 % 4, "seed": case.drawn.u0}


@drawn_otherwise("next-number")
def next_number(params: Number) -> Number:
    """n + 1 for n, in the whole exam."""
    return replace(params, n=params.n + 1)


EXAM = Exam("tiny", 17, draw, questions_of(double, quarter), misreadings=(next_number,))
