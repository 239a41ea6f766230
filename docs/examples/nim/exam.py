"""Nim with one heap: how many sticks, and which move wins."""

from dataclasses import dataclass

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.question import Params, Part, Solution, SolveContext, question, questions_of
from answers.kinds.numbers.numbers import integers
from answers.kinds.parsing import Values, number


@dataclass(frozen=True, slots=True)
class Heap(Params):
    """The number of sticks in the heap, and the most that a player may take at once."""

    sticks: int
    most: int


def draw(draw: Draw) -> Heap:
    """Draw a heap from which the first player wins."""
    most = draw.integer(1000, 2, 5)
    sticks = draw.until(1001, lambda d: d.integer(0, 10, 99), lambda n: n % (most + 1) != 0)
    return Heap(draw.u0, sticks, most)


@question(1, kind=integers(1, 1, 5), points=1)
def winning_move(context: SolveContext[Heap], _: Part) -> Solution:
    """Return the number of sticks to take."""
    return Solution((context.params.sticks % (context.params.most + 1),))


@winning_move.accepts()
def wins(context: SolveContext[Heap], _: Part, values: Values) -> bool:
    """Accept every move that leaves a multiple of most + 1."""
    taken = number(values[0])
    return 1 <= taken <= context.params.most and (context.params.sticks - taken) % (context.params.most + 1) == 0


@question(2, parts="ab", kind=integers(1, 0, 110), points=2)
def losing_heaps(context: SolveContext[Heap], part: Part) -> Solution:
    """Return the largest losing heap below (a) or the smallest above (b)."""
    below = context.params.sticks - context.params.sticks % (context.params.most + 1)
    return Solution((below if part.letter == "a" else below + context.params.most + 1,))


EXAM = Exam("nim", 17, draw, questions_of(winning_move, losing_heaps))
