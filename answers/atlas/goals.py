"""What answers that must be earned are: how little a paper without work may be worth."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from answers.atlas.atlas import Atlas, QuestionAtlas

OF = 20
"""Marks are judged out of 20, whatever the points of the exam."""
COPIED_MEAN, COPIED_MOST, CONSTANTS_MEAN = Fraction(3, 2), Fraction(4), Fraction(2)
QUESTION_SHARE = Fraction(1, 4)
"""The most that a question may give of its points, in the mean, to either paper without work."""
NEAREST_TIE = 1e-9
"""A choice nearer than this may be decided by the order in which floats are summed."""


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal: its slug, the value reached, the limit, and the questions that miss it, if it is about each."""

    slug: str
    value: float | None
    limit: float
    met: bool
    questions: tuple[int, ...] = ()
    is_share: bool = False


def goals(atlas: Atlas) -> tuple[Goal, ...]:
    """Return every goal, met or not; those of an exam that declares itself kept as printed too."""
    return (
        _mark("copied-mean", atlas, atlas.copied.mean, COPIED_MEAN),
        _mark("copied-most", atlas, atlas.copied.most, COPIED_MOST),
        _mark("constants-mean", atlas, atlas.constants.mean, CONSTANTS_MEAN),
        _share("copied-question", [(one, one.copied.mean) for one in atlas.questions]),
        _share("constants-question", [(one, one.constants.mean) for one in atlas.questions]),
        _ties(atlas.questions),
    )


def missed(atlas: Atlas) -> tuple[Goal, ...]:
    """Return the goals that an exam misses: none for one that declares itself kept as printed."""
    return () if atlas.exam.as_printed else tuple(goal for goal in goals(atlas) if not goal.met)


def _mark(slug: str, atlas: Atlas, points: Fraction, limit: Fraction) -> Goal:
    value = OF * points / atlas.exam.points if atlas.exam.points else Fraction(0)
    return Goal(slug, float(value), float(limit), value <= limit)


def _share(slug: str, earned: Iterable[tuple[QuestionAtlas, Fraction]]) -> Goal:
    shares = {one.number: points / one.points for one, points in earned if one.points}
    over = tuple(number for number, share in shares.items() if share > QUESTION_SHARE)
    return Goal(slug, float(max(shares.values(), default=0)), float(QUESTION_SHARE), not over, over, is_share=True)


def _ties(questions: Iterable[QuestionAtlas]) -> Goal:
    margins = {one.number: one.nearest_tie[0] for one in questions if one.nearest_tie is not None}
    near = tuple(number for number, margin in margins.items() if margin < NEAREST_TIE)
    return Goal("nearest-tie", min(margins.values(), default=None), NEAREST_TIE, not near, near)
