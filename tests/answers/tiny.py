"""An exam small enough to mark by hand: u₀ and its double, then a number within 0.1 of u₀ / 4."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from answers.exam.exam import Exam, Part, Solution, Text, question
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.numbers.text import Domain
from answers.kinds.tolerance import Tolerance
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class Params:
    u0: int


@question(
    1,
    prompt=Text(fr="Double", en="Double"),
    kind=integers(2, 0, 200_000),
    points=2,
    items={"a": ("u₀ =", "2 u₀ ="), "b": ("u₀ + 1 =", "2 u₀ + 1 =")},
)
def double(params: Params, part: Part) -> Solution:
    shift = "ab".index(part.letter)
    return Solution((params.u0 + shift, 2 * params.u0 + shift))


@question(
    2,
    prompt=Text(fr="Quart", en="Quarter"),
    kind=Numbers(1, Domain(low=0)),
    points=3,
    items={"": ("u₀ / 4 ≃",)},
    tolerance=Tolerance(absolute=Fraction(1, 10)),
)
def quarter(params: Params, _: Part) -> Solution:
    return Solution((Fraction(params.u0, 4),))


TINY: Exam[Any] = Exam("tiny", Text(fr="Petit", en="Tiny"), Text(fr="essai", en="test"), 17, Params, (double, quarter))


def submission(answers: dict[str, tuple[str, ...]], **others: Any) -> Submission:
    """A submission with u0 = 10 unless another is given."""
    return Submission(**{"place": "a.txt", "student": "s01", "u0": "10", "exam": "tiny", "answers": answers, **others})
