"""A small exam for the tests of the readers: parts 1a and 1b of two items, part 2 of three."""

from typing import Any

from answers.exam.exam import Exam, Part, Solution, Text, question
from answers.kinds.numbers.numbers import integers

WORDS = Text(fr="é", en="e")


def solve(draw: int, part: Part) -> Solution:
    return Solution(tuple(range(draw, draw + part.kind.count)))


def _question(number: int, count: int, **items: tuple[str, ...]) -> Any:
    kind = integers(count, 0, 10**9)
    return question(number, prompt=WORDS, kind=kind, points=1, items=items)(solve)


TINY: Exam[int] = Exam(
    name="tiny",
    title=WORDS,
    source=WORDS,
    model_seed=17,
    draw=lambda u0: u0,
    questions=(
        _question(1, 2, a=("x", "y"), b=("x", "y")),
        question(2, prompt=WORDS, kind=integers(3, 0, 9), points=1, items={"": ("x", "y", "z")})(solve),
    ),
)
