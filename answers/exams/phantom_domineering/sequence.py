"""Questions 1 and 2 of the exams on phantom Domineering, and question 4 of the exam of 2013.

Source: ENS 2013 practical exam, "Équilibres de Nash", questions 1, 2 and 4.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from answers.exam.question import Part, QuestionBuilder, Solution, SolveContext, SolvedQuestion, question
from answers.exams.phantom_domineering.rules import TERMS_PARTS, PhantomParams, follow_own_terms
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.numbers import Numbers, integers
from answers.kinds.tolerance import Tolerance
from solvers.sequence import lcg

if TYPE_CHECKING:
    from solvers.compiled.arrays import Integers

Elements: TypeAlias = Callable[[list[int], list[int]], list[int]]
"""A function that returns three numbers from the permutations P(u(k), b) and P(k, b)."""
Mean: TypeAlias = Callable[["Integers", int], Fraction | int]
"""A function that returns a mean over u(0), …, u(N - 1) from the terms u(0), …, u(N) and N."""


def sequence_questions(largest: int) -> tuple[QuestionBuilder[PhantomParams], ...]:
    """Return question 1, terms of the student's sequence, and question 2, elements of permutations P(n, b).

    `largest` is the largest element of a permutation.
    """
    first = question(1, parts="abc", kind=integers(3, 0, lcg.MODULUS - 1), points=Fraction(3, 2), definitions=(1,))(
        terms
    )
    first.hint_data(_term)
    second = question(
        2,
        parts="abc",
        kind=integers(3, 0, largest),
        points=Fraction(3, 2),
        soft_depends_on=TERMS_PARTS,
        definitions=(1, 2),
    )(first_elements)
    second.mistakes_from(first_elements, ELEMENTS)
    second.hint_data(_divisions)
    return first, second


def terms(context: SolveContext[PhantomParams], part: Part) -> Solution:
    """Return three terms of the student's sequence, the answers to question 1."""
    from answers.exams.phantom_domineering import lists

    ranks = context.params.sequence_questions.ranks["abc".index(part.letter)]
    u = lists.terms(context.params.rules, context.params.u0, max(ranks) + 1)
    return Solution(tuple(int(u[n]) for n in ranks))


def _term(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return for the feedback the step from u(n - 1) to u(n), or for n = 0 only the seed."""
    letter, item = solved_question.first
    n = solved_question.drawn.sequence_questions.ranks["abc".index(letter)][item]
    if n == 0:
        return {"n": 0, "term": solved_question.drawn.u0}
    before = lcg.term(solved_question.drawn.u0, n - 1)
    product = lcg.MULTIPLIER * before
    quotient, term = divmod(product, lcg.MODULUS)
    return {"n": n, "before": before, "product": product, "quotient": quotient, "term": term}


def first_elements(context: SolveContext[PhantomParams], part: Part, shown: Elements | None = None) -> Solution:
    """Return the first three elements of the permutation P(n, b), where n is u(0) in part a, u(1) in b, u(2) in c.

    P(n, b) is the permutation number n of `solvers.sequence.permutations`. A mistake gives what `shown` selects.
    """
    import numpy as np

    from answers.exams.phantom_domineering import lists

    drawn, k = follow_own_terms(context).params, "abc".index(part.letter)
    rules, b = drawn.rules, drawn.sequence_questions.length
    u = lists.terms(rules, drawn.u0, k + 1)
    permuted, permuted_of_k = lists.permutations(rules, np.array([u[k], k]), b).tolist()
    numbers = shown(permuted, permuted_of_k) if shown else permuted[:3]
    return Solution(tuple(number + rules.first_number for number in numbers))


ELEMENTS: Mapping[str, Elements] = {
    "last-elements": lambda permuted, _: permuted[-3:],
    "permutation-of-k": lambda _, permuted_of_k: permuted_of_k[:3],
    "ranks-for-elements": lambda permuted, _: [permuted.index(element) for element in range(3)],
}


def _divisions(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return for the feedback the three divisions that give the first elements of the permutation P(u(k), b)."""
    letter, _ = solved_question.first
    k, b = "abc".index(letter), solved_question.drawn.sequence_questions.length
    n = index = lcg.term(solved_question.drawn.u0, k)
    divisions = []
    for length in range(b, b - 3, -1):
        divisions.append((n, length, n % length))
        n //= length
    return {"k": k, "index": index, "b": b, "divisions": divisions, "elements": solved_question.answers[letter]}


@question(
    4,
    parts="abc",
    kind=Numbers(1, Domain(low=0)),
    points=3,
    tolerance=Tolerance(relative=Fraction(2, 100)),
    soft_depends_on=TERMS_PARTS,
    definitions=(1,),
)
def mean_square(context: SolveContext[PhantomParams], part: Part, mean: Mean | None = None) -> Solution:
    """Return the exact mean of u², Σ u³ / Σ u, if a term u of the sequence is drawn with a chance proportional to u.

    The sums are over the first N terms. The mean is 0 if all terms are 0. A mistake gives another `mean`.
    """
    from answers.exams.phantom_domineering import lists

    drawn = follow_own_terms(context).params
    count = drawn.sequence_questions.counts["abc".index(part.letter)]
    u = lists.terms(drawn.rules, drawn.u0, count + 1)
    return Solution((mean(u, count) if mean else _ratio(u[:count] ** 3, u[:count]),))


MEANS: Mapping[str, Mean] = {
    "drawn-uniformly": lambda u, count: Fraction(int((u[:count] ** 2).sum()), count),
    "term-not-squared": lambda u, count: _ratio(u[:count] ** 2, u[:count]),
    "square-of-the-mean": lambda u, count: _ratio(u[:count] ** 2, u[:count]) ** 2,
    "square-of-x": lambda u, count: _ratio(u[:count] * _ranks(count) ** 2, u[:count]),
    "one-term-more": lambda u, count: _ratio(u[: count + 1] ** 3, u[: count + 1]),
}


mean_square.mistakes_from(mean_square, MEANS)


def _ratio(above: "Integers", below: "Integers") -> Fraction | int:
    """Return the sum of `above` divided by the sum of `below`, or 0 if the latter is 0."""
    total = int(below.sum())
    return Fraction(int(above.sum()), total) if total else 0


def _ranks(count: int) -> "Integers":
    import numpy as np

    return np.arange(count)


@mean_square.hint_data
def _sums(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return for the feedback the sums of the first part of question 4 that the student has wrong."""
    letter, _ = solved_question.first
    n, total, cubes = _summed(
        solved_question.drawn.u0, solved_question.drawn.sequence_questions.counts["abc".index(letter)]
    )
    return {"n": n, "total": total, "cubes": cubes}


@mean_square.solution_data
def _all_sums(solved_question: SolvedQuestion[PhantomParams]) -> Mapping[str, object]:
    """Return for the worked solution the sums of all parts of question 4."""
    return {
        "sums": tuple(
            _summed(solved_question.drawn.u0, count) for count in solved_question.drawn.sequence_questions.counts
        )
    }


def _summed(u0: int, count: int) -> tuple[int, int, int]:
    """Return N, the sum of the first N terms u(i) of the sequence, and the sum of their cubes."""
    u = lcg.sequence(u0, count)
    return count, int(u.sum()), int((u**3).sum())
