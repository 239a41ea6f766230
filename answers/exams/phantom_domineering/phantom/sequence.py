"""Question 4 of the exam `phantom`: the number of draws until every number was drawn, which has no short formula."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.phantom_domineering.rules import TERMS_PARTS, PhantomParams, follow_own_terms
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from answers.kinds.tolerance import Tolerance
from solvers.sequence import lcg

if TYPE_CHECKING:
    from solvers.compiled.arrays import Integers


@question(
    4,
    parts="abc",
    kind=Numbers(1, Domain(low=0)),
    points=3,
    tolerance=Tolerance(relative=Fraction(2, 1000)),
    soft_depends_on=TERMS_PARTS,
    definitions=(1,),
)
def all_drawn(
    context: SolveContext[PhantomParams], part: Part, wait: "Callable[[Integers, int], float] | None" = None
) -> Solution:
    """Return the expected number of draws until every number x < N has been drawn.

    Each draw gives x with a chance proportional to u(x) plus the constant of the exam. A mistake computes another
    number by `wait` from these weights and N.
    """
    from answers.exams.phantom_domineering import lists

    drawn = follow_own_terms(context).params
    count = drawn.sequence_questions.counts["abc".index(part.letter)]
    weights = lists.terms(drawn.rules, drawn.u0, count + 1) + drawn.sequence_questions.constant
    return Solution((wait(weights, count) if wait else _mean(weights[:count]),))


def _mean(weights: "Integers") -> float:
    """Return the mean number of draws until every number was drawn, by chances proportional to `weights`."""
    from solvers.sequence.all_drawn import mean_draws_until_all

    return mean_draws_until_all(weights.tolist())


all_drawn.mistakes_from(
    all_drawn,
    {
        "all-drawn-alike": lambda u, count: _mean(u[:count] // u[:count].clip(1)),
        "rarest-alone": lambda u, count: float(u[:count].sum() / u[:count].min()) if u[:count].min() else 0.0,
        "one-number-more": lambda u, count: _mean(u[: count + 1]),
    },
)


@all_drawn.hint_data
def _rare(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return the data of the feedback on the first part of question 4 that the student has wrong."""
    letter, _ = solved_question.first
    return _wait_data(solved_question.drawn, "abc".index(letter))


@all_drawn.solution_data
def _all(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return the data of the worked solution of question 4, for all parts."""
    return {"waits": tuple(_wait_data(solved_question.drawn, place) for place in range(3))}


def _wait_data(drawn: PhantomParams, place: int) -> Mapping[str, object]:
    """Return N, the sum of the weights and the least weight, and the mean draws until its number, for part `place`."""
    count = drawn.sequence_questions.counts[place]
    weights = lcg.sequence(drawn.u0, count) + drawn.sequence_questions.constant
    total, least = int(weights.sum()), int(weights.min())
    return {"n": count, "total": total, "least": least, "alone": Fraction(total, least) if least else 0}
