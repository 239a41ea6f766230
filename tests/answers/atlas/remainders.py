"""An exam about remainders of u₀, for which the points of papers without work can be counted by hand."""

from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Params, Part, Solution, SolveContext, question, questions_of
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.parsing import Values
from answers.kinds.tolerance import Tolerance


def draw(draw: Draw) -> Params:
    return Params(draw.u0)


@question(1, kind=integers(1, 0, 1), points=1)
def parity(context: SolveContext[Params], _: Part) -> Solution:
    """Return one of two values, both trivial."""
    return Solution((context.params.u0 % 2,))


@question(2, kind=integers(1, 0, 64006), points=3)
def modulo_three(context: SolveContext[Params], _: Part) -> Solution:
    """Accept any number with the same remainder modulo 3."""
    return Solution((context.params.u0,))


@modulo_three.accepts()
def congruent(context: SolveContext[Params], _: Part, values: Values) -> bool:
    (value,) = values
    return isinstance(value, Fraction | int) and (value - context.params.u0) % 3 == 0


@question(3, parts="ab", kind={"a": integers(2, 0, 4), "b": integers(1, 0, 9)}, points=4, all_or_nothing=True)
def remainders(context: SolveContext[Params], part: Part) -> Solution:
    """Return two remainders of an all-or-nothing part, and a third one; the margin is that of the first."""
    u0 = context.params.u0
    return Solution((u0 % 10,)) if part.letter == "b" else Solution((u0 % 2, u0 % 5), margin=(u0 % 7 + 1) / 8)


@question(4, kind=Numbers(1, Domain(low=0)), points=2, tolerance=Tolerance(absolute=Fraction(1, 10)))
def tenths(context: SolveContext[Params], _: Part) -> Solution:
    """With the tolerance, 0.5 is right for 0.4, 0.5 and 0.6."""
    return Solution((Fraction(context.params.u0 % 10, 10),))


EXAM = Exam("remainders", 17, draw, questions_of(parity, modulo_three, remainders, tenths))


def load() -> Exam:
    return EXAM
