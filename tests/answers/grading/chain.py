"""An exam whose questions build on each other, with known mistakes, to be marked by hand.

n is the seed. 1a: 3n + 7. 1b: n² mod 60 013. 2a: 2a₁ + 1 and 2b: the digit sum of a₁, of 1a. 3: b / 60 013, of 1b,
within 0.05, with the mistakes 1 − p and p / 2. 4: quotient and remainder of a₁ by 7, all or nothing. 5: of 1a, fails
for 13, never ends for 14, fills the memory for 15, and is 0 for 16.
"""

from collections.abc import Callable
from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import (
    Params,
    Part,
    Solution,
    SolveContext,
    misconception_from_params,
    question,
    questions_of,
)
from answers.exam.scenario import Scenario
from answers.kinds.numbers.numbers import integers, probabilities
from answers.kinds.parsing import Value
from answers.kinds.tolerance import Tolerance
from solvers.sequence import lcg

MODULUS = 60_013
LARGE = 10**6


def draw(draw: Draw) -> Params:
    return Params(draw.u0)


def whole(value: Value) -> int:
    assert isinstance(value, int)
    return value


@question(1, parts="ab", kind=integers(1, 0, LARGE), points=4)
def one(context: SolveContext[Params], part: Part) -> Solution:
    """3n + 7; n² mod 60 013."""
    n = context.params.u0
    return Solution((3 * n + 7,) if part.letter == "a" else (n * n % MODULUS,))


@question(2, parts="ab", kind=integers(1, 0, 10 * LARGE), points=4, depends_on=("one.a",))
def two(context: SolveContext[Params], part: Part) -> Solution:
    """2a₁ + 1; the digit sum of a₁."""
    first = whole(context.answers("one.a")[0])
    return Solution((2 * first + 1 if part.letter == "a" else sum(map(int, str(first))),))


def share(context: SolveContext[Params], _: Part, change: Callable[[Fraction], Fraction]) -> Solution:
    return Solution((change(Fraction(context.answers("one.b")[0]) / MODULUS),))


@question(3, kind=probabilities(1), points=2, depends_on=("one.b",), tolerance=Tolerance(absolute=Fraction(1, 20)))
def three(context: SolveContext[Params], part: Part) -> Solution:
    """A chance, of 1b."""
    return share(context, part, lambda p: p)


three.mistakes_from(share, {"complement": lambda p: 1 - p, "half": lambda p: p / 2})


@question(4, kind=integers(2, 0, LARGE), points=3, depends_on=("one.a",), all_or_nothing=True)
def four(context: SolveContext[Params], _: Part) -> Solution:
    """Quotient and remainder of a₁ by 7."""
    return Solution(divmod(whole(context.answers("one.a")[0]), 7))


@question(5, kind=integers(1, 0, 10 * LARGE), points=1, depends_on=("one.a",))
def five(context: SolveContext[Params], _: Part) -> Solution:
    """5a₁, but for odd answers to 1a that try what a marking can bear."""
    first = whole(context.answers("one.a")[0])
    if first == 13:
        raise ZeroDivisionError
    while first == 14:
        pass
    if first == 15:
        return Solution((len(bytearray(10**10)),))
    return Solution((0 if first == 16 else 5 * first,))


@misconception_from_params("thirteen-on")
def thirteen_on(params: Params) -> Params:
    return Params((params.u0 + 13) % lcg.MODULUS)


CHAIN = Exam("chain", 17, draw, questions_of(one, two, three, four, five), misconceptions=(thirteen_on,))
"""Worth 14 points: 2 a part in questions 1 and 2, then 2, 3 and 1."""


def key_of(scenario: Scenario) -> Key:
    return make_key(CHAIN, scenario)


def made(scenario: Scenario, parts: tuple[str, ...], _: int | None = None) -> Key:
    return make_key(CHAIN, scenario, parts=parts)
