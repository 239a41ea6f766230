"""Define written answers, such as proofs and explanations, which a person marks by criteria."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from answers.kinds.one_box import OneBox, is_nothing
from answers.kinds.parsing import Blank, ParseResult, Unreadable, Value
from answers.kinds.tolerance import Tolerance
from answers.messages import Message

MAX_LENGTH = 10_000
"""Longest written answer in characters; the rest is cut off."""
TO_BE_MARKED = "to-be-marked"
"""The reason of the `Unreadable` for a written answer: a person has to mark it."""
HANDWRITTEN = "✎ "
"""The first characters of the text that stands for an answer on paper; digest and page number of its scan follow."""
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
        Points that the criterion adds, or subtracts if they are negative: an int, a Fraction, or a text such as "1/2".
    fr, en
        The criterion in French and in English, for the marker and the student. One text is enough for both languages.
    """

    slug: str
    points: Fraction | int | str
    fr: str = ""
    en: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", Fraction(self.points))
        if not _SLUG.fullmatch(self.slug):
            raise ValueError(
                Message("{slug!r} is no name of a criterion: use lowercase letters, digits and hyphens", slug=self.slug)
            )

    @property
    def amount(self) -> Fraction:
        """The points of the criterion as a fraction, negative if they are subtracted."""
        return Fraction(self.points)

    def text(self, lang: str) -> str:
        """Return the criterion in a language, else in the other language, else its slug."""
        return (self.fr or self.en if lang == "fr" else self.en or self.fr) or self.slug


@dataclass(frozen=True)
class Written(OneBox):
    """The kind of an answer that a person marks: a text of several lines, in a ruled box on paper.

    The solution function returns a model answer, or None. Until a person has decided which criteria apply, the answer
    is not marked, and the mark of the paper is provisional. The points of the answer are the sum of the criteria that
    apply, but at least 0 and at most the points of the part. If no criterion adds points, the criteria are subtracted
    from the points of the part.

    Attributes
    ----------
    lines
        Number of lines of the box, from 1 to 40.
    criteria
        At most nine criteria. Without any criterion, an answer earns all points, half of them, or none.
    note
        A note for examiners, such as "accept a proof by induction".

    Raises
    ------
    ValueError
        If a number is out of range, or two criteria have the same slug.
    """

    lines: int = 8
    criteria: Sequence[Criterion] = ()
    note: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "criteria", tuple(self.criteria))
        slugs = [criterion.slug for criterion in self.criteria]
        if not 1 <= self.lines <= MOST_LINES:
            raise ValueError(
                Message(
                    "the box of a written answer must have 1 to {most} lines, not {lines}",
                    most=MOST_LINES,
                    lines=self.lines,
                )
            )
        if len(slugs) > MOST_CRITERIA or len(set(slugs)) < len(slugs):
            raise ValueError(
                Message(
                    "write at most {most} criteria with different names, not {slugs}",
                    most=MOST_CRITERIA,
                    slugs=", ".join(slugs),
                )
            )

    def criteria_for(self, points: Fraction) -> tuple[Criterion, ...]:
        """Return the criteria for a part worth `points`, by default "right" for all points, "half" for half."""
        whole = Criterion("right", points, "juste", "right")
        return tuple(self.criteria) or (whole, Criterion("half", points / 2, "à moitié", "half right"))

    def score(self, points: Fraction, applying: Collection[str]) -> Fraction:
        """Return the points, from 0 to `points`, of an answer to which the criteria `applying` apply."""
        criteria = self.criteria_for(points)
        first = Fraction(0) if any(criterion.amount > 0 for criterion in criteria) else points
        earned = sum((criterion.amount for criterion in criteria if criterion.slug in applying), first)
        return min(max(earned, Fraction(0)), points)

    def scaled(self, factor: Fraction) -> "Written":
        """Return a copy with the points of all criteria multiplied by `factor`, for a part with other points."""
        criteria = [replace(criterion, points=criterion.amount * factor) for criterion in self.criteria]
        return replace(self, criteria=criteria)

    def most(self, points: Fraction) -> Fraction:
        """Return the largest number of points that the criteria can give in a part worth `points` points."""
        adding = [criterion.slug for criterion in self.criteria_for(points) if criterion.amount > 0]
        return self.score(points, adding)

    def read(self, texts: tuple[str, ...]) -> tuple[ParseResult, ...]:
        """Return a `Blank` for an empty box, else an `Unreadable`, since a person has to mark the text."""
        text = "\n".join(texts)
        return (Blank(),) if is_nothing(text) else (Unreadable(text, TO_BE_MARKED),)

    def parse(self, text: str) -> Value:
        """Return the text itself as the value."""
        return text

    def describe(self, lang: str) -> str:
        """Return a short description of the answer: its number of lines, such as "8 lines"."""
        return f"{self.lines} lignes" if lang == "fr" else f"{self.lines} lines"

    def form(self, lang: str) -> str:
        """Return the form of the answer for students: "réponse rédigée", in English "written answer"."""
        return "réponse rédigée" if lang == "fr" else "written answer"

    def characters(self, tolerance: Tolerance) -> int:
        """Return the number of characters that fit on all lines."""
        return 40 * self.lines

    def chance(self, value: Value) -> float:
        """Return 1, since two equal written answers are no evidence for a seed."""
        return 1.0

    def to_value(self, answer: object) -> Value:
        """Return the model answer that a solution function returned, "" for None; TypeError for anything but a text."""
        if answer is None:
            return ""
        if not isinstance(answer, str):
            raise TypeError(
                Message(
                    "the solution returned {answer} instead of the text of a model answer, or None", answer=repr(answer)
                )
            )
        return answer
