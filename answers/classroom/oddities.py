"""Settings that are allowed and hardly meant: told before anything is marked by them."""

from collections.abc import Iterator

from answers.classroom.folder import Cohort
from answers.errors import Problem
from answers.exam.catalogue import load_exam
from answers.exam.settings import FILE_NAME
from answers.messages import Message

LARGE = 1
"""A relative tolerance from which on zero is a right answer."""


def oddities(cohort: Cohort) -> Iterator[Problem]:
    """Yield what is hardly meant: a total that is not the exam's, a tolerance that takes nearly anything."""
    exam, place = cohort.exam, str(cohort.folder / FILE_NAME)
    usual = load_exam(exam.name, cohort.settings.places).points
    if exam.points != usual:
        cause = Message(
            "the points of {name} add up to {points:g}, not to {usual:g}",
            name=exam.name,
            points=float(exam.points),
            usual=float(usual),
        )
        yield Problem(cause, place, "mend [exams.….points] if this is not meant")
    for part in exam.parts:
        if part.tolerance.relative >= LARGE:
            cause = Message(
                "{id} takes any answer within {relative:.0%} of the right one, and 0 too",
                id=part.id,
                relative=float(part.tolerance.relative),
            )
            yield Problem(cause, place, "a relative tolerance is a share: 0.05 is 5 %")
