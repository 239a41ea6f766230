"""An exam of forty items for simulated classes: integers of many sizes, players, probabilities, exact and rounded."""

import random
from collections.abc import Mapping
from fractions import Fraction

from answers.exam.draw import Draw
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Params, Part, QuestionBuilder, Solution, SolveContext, question, questions_of
from answers.flags import Place
from answers.grading.mark import Written
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.format import format_decimal
from answers.kinds.numbers.numbers import Numbers, integers, probabilities
from answers.kinds.parsing import Kind, Value
from answers.kinds.tolerance import EXACT, Tolerance
from answers.submissions.raw.submission import Submission

ITEMS = 5
ROUGH = Tolerance(absolute=Fraction(5, 100))
KINDS: tuple[tuple[Kind, Tolerance, int], ...] = (
    (integers(ITEMS, 0, 64006), EXACT, 64007),
    (integers(ITEMS, 0, 3), EXACT, 4),
    (integers(ITEMS, 1, 2), EXACT, 0),
    (integers(ITEMS, 0, 1000), EXACT, 40),
    (probabilities(ITEMS), ROUGH, 0),
    (probabilities(ITEMS), Tolerance(absolute=Fraction(1, 200)), 0),
    (Numbers(ITEMS, Domain(low=0)), Tolerance(relative=Fraction(2, 100)), 0),
    (probabilities(ITEMS), ROUGH, 3),
)
"""Kind, tolerance, and how many values there are; 0 for a player, or a number with many decimals."""


def draw(draw: Draw) -> Params:
    return Params(draw.u0)


def value(u0: int, number: int, index: int) -> Value:
    """The answer to an item, drawn as if by an exam."""
    source = random.Random(f"{u0} {number} {index}")
    kind, tolerance, size = KINDS[number - 1]
    assert isinstance(kind, Numbers)
    if kind.domain.integer:
        return source.randrange(size) if size else source.choice((1, 2))
    if tolerance.relative:
        return Fraction(source.randrange(10**4, 10**7), 7)
    return Fraction(source.randrange(size), size - 1) if size else Fraction(source.randrange(10**5), 10**5)


def asked(number: int, kind: Kind, tolerance: Tolerance) -> QuestionBuilder[Params]:
    def solve(context: SolveContext[Params], part: Part) -> Solution:
        return Solution(tuple(value(context.params.u0, part.question, index) for index in range(ITEMS)))

    solve.__name__ = f"solve{number}"
    return question(number, kind=kind, points=ITEMS, tolerance=tolerance)(solve)


HALL = Exam(
    "hall", 17, draw, questions_of(*(asked(n, kind, tolerance) for n, (kind, tolerance, _) in enumerate(KINDS, 1)))
)


def key_of_seed(u0: int) -> Key:
    return make_key(HALL, u0)


def text(value: Value) -> str:
    assert isinstance(value, int | Fraction)
    return str(value) if isinstance(value, int) else format_decimal(value, "en", digits=4)


def wrong(true: Value, number: int, source: random.Random) -> Value:
    """A plausible wrong answer: near, usual, of another item, or anything that can be."""
    kind, _, _ = KINDS[number - 1]
    assert isinstance(kind, Numbers)
    assert isinstance(true, int | Fraction)
    if kind.domain.integer:
        near: list[Value] = [true + 1, true - 1, 2 * true, 0, 1]
    else:
        near = [0, 1, Fraction(1, 2), 1 - true if kind.domain.high else 2 * true, round(true * Fraction(11, 10), 4)]
    return source.choice([*near, value(source.randrange(64007), number, source.randrange(ITEMS))])


def honest(key: Key, source: random.Random, slips: float = 0.35) -> dict[str, list[Value]]:
    """The answers of somebody who errs on their own."""
    return {
        part.id: [wrong(one, part.question, source) if source.random() < slips else one for one in key.answers[part.id]]
        for part in HALL.parts
    }


def written(answers: Mapping[str, list[Value]]) -> Written:
    return {part_id: tuple(map(text, values)) for part_id, values in answers.items()}


def handed_in(u0: int, answers: Mapping[str, list[Value]]) -> Submission:
    return Submission(Place(f"{u0}.json"), f"s{u0}", str(u0), "hall", written(answers))
