"""The subject of the tiny exam: two definitions, the second of which builds on the first."""

from collections.abc import Mapping
from fractions import Fraction

from answers.exam.subject import Subject
from answers.exam.words import Words


def square(words: Words) -> str:
    """A square that says its language."""
    return f'<svg width="20" height="20"><text x="2" y="12">{words.lang}</text></svg>'


def examples() -> Mapping[str, object]:
    """A quarter."""
    return {"quarter": Fraction(1, 4)}


SUBJECT = Subject(90, {1: (), 2: (1,)}, {"square": square}, examples)
