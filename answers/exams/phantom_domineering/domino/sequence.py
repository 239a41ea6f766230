"""Questions 1 and 2 of the exam `domino`: sums of terms and of elements of permutations, which have no formula."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from answers.exam.question import Part, Solution, SolveContext, SolvedQuestion, question
from answers.exams.phantom_domineering.domino.draws import DominoParameters
from answers.exams.phantom_domineering.rules import RULES, TERMS_PARTS, follow_own_terms
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers
from solvers.sequence import lcg

if TYPE_CHECKING:
    from solvers.compiled.arrays import Bytes, Integers

FIRST = 10
"""Number of terms whose sum feedback shows."""
SHOWN = 3
"""Number of permutations whose elements feedback shows."""
TOTALS = Numbers(3, Domain(integer=True, low=0))


@question(1, parts="abc", kind=TOTALS, points=Fraction(3, 2), width=11, definitions=(1,))
def terms(
    context: SolveContext[DominoParameters], part: Part, added: "Callable[[Integers, int], Integers] | None" = None
) -> Solution:
    """Return the sums of the first N terms of the student's sequence, for three numbers N.

    A mistake adds up the terms that `added` returns, from u(0), u(1), … and N.
    """
    from answers.exams.phantom_domineering import lists

    counts = context.params.sums["abc".index(part.letter)]
    u = lists.terms(context.params.rules, context.params.u0, max(counts) + 1)
    return Solution(tuple(int((added(u, count) if added else u[:count]).sum()) for count in counts))


terms.mistakes_from(
    terms, {"one-term-more": lambda u, count: u[: count + 1], "first-term-left-out": lambda u, count: u[1:count]}
)


@terms.hint_data
def _first_sum(solved_question: SolvedQuestion[DominoParameters]) -> Mapping[str, object]:
    """Return for the feedback the first terms of the sequence with their sum, and a sum that is asked for."""
    letter, item = solved_question.first
    u = lcg.sequence(solved_question.drawn.u0, FIRST).tolist()
    n = solved_question.drawn.sums["abc".index(letter)][item]
    return {"terms": u[1:4], "first": FIRST, "sum": sum(u), "n": n, "total": solved_question.answers[letter][item]}


@question(2, parts="abc", kind=TOTALS, points=Fraction(3, 2), width=6, soft_depends_on=TERMS_PARTS, definitions=(1, 2))
def sums_of_elements(
    context: SolveContext[DominoParameters],
    part: Part,
    added: "Callable[[Bytes, Callable[[range], Bytes]], Integers | Bytes] | None" = None,
) -> Solution:
    """Return sums of the elements that permutations P(u(k), b) have at three places, over k = 0, …, K - 1.

    A mistake adds up other rows: `added` returns them from the permutations and the function from indices to these.
    """
    import numpy as np

    from answers.exams.phantom_domineering import lists

    drawn = follow_own_terms(context).params
    count, length = drawn.permutations, drawn.length

    def permuted(ns: "Integers | range") -> "Bytes":
        return lists.permutations(drawn.rules, np.array(ns, dtype=np.int64), length)

    right = permuted(lists.terms(drawn.rules, drawn.u0, count))
    rows = added(right, permuted) if added else right
    totals = rows.sum(axis=0, dtype=np.int64) + count * drawn.rules.first_number
    return Solution(tuple(int(totals[place - 1]) for place in places(length, part.letter)))


def places(length: int, letter: str) -> tuple[int, int, int]:
    """Return the three places, counted from 1, of a part of question 2: the first ones, the next, or the last ones."""
    start = {"a": 1, "b": 4, "c": length - 2}[letter]
    return start, start + 1, start + 2


sums_of_elements.mistakes_from(
    sums_of_elements,
    {
        "places-from-the-end": lambda permuted, _: permuted[:, ::-1],
        "permutations-of-k": lambda permuted, of: of(range(len(permuted))),
        "ranks-added-up": lambda permuted, _: permuted.argsort(axis=1),
        "index-zero-left-out": lambda permuted, _: permuted[1:],
    },
)


@sums_of_elements.hint_data
def _elements(solved_question: SolvedQuestion[DominoParameters]) -> Mapping[str, object]:
    """Return for the feedback the elements of the first permutations at a place, and the sum at this place."""
    from answers.exams.phantom_domineering import lists

    letter, item = solved_question.first
    drawn = solved_question.drawn
    place = places(drawn.length, letter)[item]
    u = lcg.sequence(drawn.u0, SHOWN)
    permuted = lists.permutations(RULES, u, drawn.length)[:, place - 1].tolist()
    return {
        "place": place,
        "b": drawn.length,
        "elements": list(zip(u.tolist(), permuted, strict=True)),
        "count": drawn.permutations,
        "total": solved_question.answers[letter][item],
    }
