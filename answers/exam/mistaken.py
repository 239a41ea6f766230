"""Known mistakes made of a question, or of what is drawn for a whole exam, by a small change."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias, TypeVar

from answers.exam.part import Part
from answers.exam.question import Given, Misreading, Mistake, Params, Question, Solution
from answers.kinds.reading import Values

P = TypeVar("P", bound=Params)
Changed: TypeAlias = Callable[[P, Values, str], Values]
"""From what u₀ draws, the right values of a part and its letter, to those of a mistake."""


def answered_otherwise(question: Question, slug: str, letters: str = "abcd") -> Callable[[Changed[P]], Mistake]:
    """Turn another way to answer the parts of some letters into a `Mistake`; other parts are answered as they should.

    Of a question without letters, its one part.
    """

    def made(change: Changed[P]) -> Mistake:
        def solve(given: Given[P], part: Part) -> Solution:
            right = question.solve(given, part)
            return Solution(change(given.params, right.values, part.letter)) if part.letter in letters else right

        return Mistake(slug, solve)

    return made


def drawn_otherwise(slug: str) -> Callable[[Callable[[P], P]], Misreading]:
    """Turn a change of what is drawn for all questions into a `Misreading`."""
    return lambda change: Misreading(slug, lambda given: replace(given, params=change(given.params)))
