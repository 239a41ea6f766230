"""An exam for the tests of the readers, quick to print: parts 1a and 1b of two items, part 2 of three."""

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Params, Part, Solution, SolveContext, question, questions_of
from answers.kinds.numbers.numbers import integers


def draw(draw: Draw) -> Params:
    """Nothing but the seed."""
    return Params(draw.u0)


@question(1, parts="ab", kind=integers(2, 0, 10**9), points=2)
def two(context: SolveContext[Params], _: Part) -> Solution:
    """The seed and the next number."""
    return Solution((context.params.u0, context.params.u0 + 1))


@question(2, kind=integers(3, 0, 9), points=1)
def three(context: SolveContext[Params], _: Part) -> Solution:
    """Three digits in a row."""
    first = context.params.u0 % 8
    return Solution((first, first + 1, first + 2))


EXAM = Exam("small", 17, draw, questions_of(two, three))
