"""Written answers, which a person marks by criteria: proofs, explanations, programs on paper."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.kinds.one_box import OneBox, is_nothing
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import Tolerance

MAX_LENGTH = 10_000
"""Longest written answer in characters; the rest is cut off."""
TO_BE_MARKED = "to-be-marked"
"""The reason why a written answer has no value: a person has to mark it."""
HANDWRITTEN = "✎ "
"""Beginning of the text that stands for a written answer on paper; the scan follows."""
MOST_LINES, MOST_CRITERIA = 40, 9
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by which a person marks a written answer.

    Attributes
    ----------
    slug
        Stable name, in lowercase letters, digits and hyphens.
    points
        Points that it adds, or subtracts if negative: an int, a Fraction, or a text such as "1/2".
    fr, en
        What it says to the marker and to the student; one of the two stands for both.
    """

    slug: str
    points: Fraction | int | str
    fr: str = ""
    en: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", Fraction(self.points))
        if not _SLUG.fullmatch(self.slug):
            raise ValueError(f"{self.slug!r} is no name of a criterion: use lowercase letters, digits and hyphens")

    @property
    def amount(self) -> Fraction:
        """The points as a fraction."""
        return Fraction(self.points)

    def text(self, lang: str) -> str:
        """Return what it says in the language "fr" or "en"; its name if it has no text."""
        return (self.fr or self.en if lang == "fr" else self.en or self.fr) or self.slug


@dataclass(frozen=True)
class Written(OneBox):
    """The kind of an answer that a person marks: a text of several lines, in a ruled box on paper.

    The solution function returns a model answer, or None. Until a person has decided on the criteria, the answer is
    not marked, and the mark of the paper is provisional. The points are the sum of the criteria that apply, within 0
    and those of the part; if no criterion adds points, they are subtracted from the points of the part.

    Attributes
    ----------
    lines
        Number of lines of the box, from 1 to 40.
    criteria
        At most nine criteria. Without any, an answer earns all points, half of them, or none.
    note
        A note for examiners, such as "accept a proof by induction".

    Raises
    ------
    ValueError
        If a number is out of range, or two criteria have the same name.
    """

    lines: int = 8
    criteria: Sequence[Criterion] = ()
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "criteria", tuple(self.criteria))
        slugs = [criterion.slug for criterion in self.criteria]
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(f"a written answer has 1 to {MOST_LINES} lines, not {self.lines}")
        if len(slugs) > MOST_CRITERIA or len(set(slugs)) < len(slugs):
            raise ValueError(f"write at most {MOST_CRITERIA} criteria with different names, not {', '.join(slugs)}")

    def criteria_for(self, points: Fraction) -> tuple[Criterion, ...]:
        """Return the criteria of a part with so many points; all or half of them if none are declared."""
        whole = Criterion("right", points, "juste", "right")
        return tuple(self.criteria) or (whole, Criterion("half", points / 2, "à moitié", "half right"))

    def score(self, points: Fraction, applying: Collection[str]) -> Fraction:
        """Return the points that an answer earns, of those of its part, if the criteria with these names apply."""
        criteria = self.criteria_for(points)
        first = Fraction(0) if any(criterion.amount > 0 for criterion in criteria) else points
        earned = sum((criterion.amount for criterion in criteria if criterion.slug in applying), first)
        return min(max(earned, Fraction(0)), points)

    def scaled(self, factor: Fraction) -> "Written":
        """Return the kind with the points of its criteria multiplied, for a teacher who gives the part other points."""
        criteria = [replace(criterion, points=criterion.amount * factor) for criterion in self.criteria]
        return replace(self, criteria=criteria)

    def most(self, points: Fraction) -> Fraction:
        """Return the most points that the criteria give, of those of the part."""
        adding = [criterion.slug for criterion in self.criteria_for(points) if criterion.amount > 0]
        return self.score(points, adding)

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Return a blank, or an unreadable text that waits for a person."""
        text = "\n".join(texts)
        return (Blank(),) if is_nothing(text) else (Unreadable(text, TO_BE_MARKED),)

    def parse(self, text: str) -> Value:
        """Return a text as it is."""
        return text

    def format(self, value: Value, lang: str) -> str:
        """Return the model answer as it is."""
        return str(value)

    def describe(self, lang: str) -> str:
        """Return the number of lines."""
        return f"{self.lines} lignes" if lang == "fr" else f"{self.lines} lines"

    def form(self, lang: str) -> str:
        """Return "réponse rédigée", in English "written answer"."""
        return "réponse rédigée" if lang == "fr" else "written answer"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the number of characters that fit on the lines."""
        return 40 * self.lines

    def chance(self, value: Value) -> float:
        """Return 1: equal texts say nothing about a seed."""
        return 1.0

    def to_value(self, answer: object) -> Value:
        """Return the model answer that a solution returned, "" for None."""
        if answer is None:
            return ""
        if not isinstance(answer, str):
            raise TypeError(f"the solution returned {answer!r}, expected a model answer as a text, or None")
        return answer
