"""An exam small enough to mark by hand: u₀ and its double, then a number within 0.1 of u₀ / 4, then its use."""

from dataclasses import dataclass, replace
from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import (
    Params,
    Part,
    Solution,
    SolveContext,
    SolvedQuestion,
    misconception_from_params,
    question,
    questions_of,
)
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
def double(context: SolveContext[Number], part: Part) -> Solution:
    """n and 2n; n + 1 and 2n + 1."""
    shift = "ab".index(part.letter)
    return Solution((context.params.n + shift, 2 * context.params.n + shift))


def half(context: SolveContext[Number], _: Part) -> Solution:
    """Half where a quarter is asked."""
    return Solution((Fraction(context.params.n, 2),))


@question(
    2,
    kind=Numbers(1, Domain(low=0)),
    points=3,
    tolerance=Tolerance(absolute=Fraction(1, 10)),
    definitions=(2,),
)
def quarter(context: SolveContext[Number], _: Part) -> Solution:
    """n / 4."""
    return Solution((Fraction(context.params.n, 4),))


quarter.mistake("half")(half)


@quarter.solution_data
def remainder(solved_question: SolvedQuestion[Number]) -> dict[str, object]:
    """The remainder of the division by 4."""
    return {"remainder": solved_question.drawn.u0 % 4, "seed": solved_question.drawn.u0}


@misconception_from_params("next-number")
def next_number(params: Number) -> Number:
    """n + 1 for n, in the whole exam."""
    return replace(params, n=params.n + 1)


EXAM = Exam("tiny", 17, draw, questions_of(double, quarter), misconceptions=(next_number,))
