"""The law of keys: for many seeds each answer is one that its question can have, and no known mistake is the truth."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from time import monotonic

from answers.errors import Problem
from answers.exam.composed_exam import ComposedExam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.world import World
from answers.grading.mark import domain_of
from answers.kinds.reading import Value
from answers.messages import Message

DRAWN = tuple(range(1, 64006, 257))
"""Seeds that are looked at: all of them for what is quick, keys as long as there is time."""
SEEDS = (1, 17, 64006)
"""The ends of what a student may be given, and one between: for laws that make a key several times."""
PATIENCE = 4.0
"""Seconds for keys of many seeds: hundreds for a quick exam, some for a slow one."""


def keys_of_many_seeds(exam: Exam) -> Iterator[Problem]:
    """Yield the first answer of each part that its kind cannot have; a solution of the wrong shape is raised."""
    start = monotonic()
    told: set[str] = set()
    for u0 in DRAWN:
        yield from _misfits(exam, make_key(exam, u0), told)
        if monotonic() - start > PATIENCE:
            return


def known_mistakes_answer(exam: Exam) -> Iterator[Problem]:
    """Yield the known mistakes that answer as one should, for all seeds tried; one that cannot answer is raised."""
    place = exam.home.place or exam.name
    for misreading in exam.misreadings:
        if not _changes_the_key(exam, misreading.slug):
            yield _is_no_mistake(misreading.slug, place)
    for question in exam.questions:
        ids = tuple(part.id for part in question.parts)
        for one in question.mistakes:
            few = [_differs(exam, u0, one.slug, ids) for u0 in SEEDS]  # all of them: each may raise
            if not any(chain(few, (_differs(exam, u0, one.slug, ids) for u0 in DRAWN))):
                where = Message("{place}, question {number}", place=place, number=question.number)
                yield _is_no_mistake(one.slug, where)


def _changes_the_key(exam: Exam, misreading: str) -> bool:
    """Whether a mistake in what is drawn for the whole exam tells: it takes a whole key, so few seeds are tried.

    A composed paper need not have the questions that it changes: it is enough that none fails.
    """
    if isinstance(exam, ComposedExam):
        _differs(exam, exam.model_seed, misreading, None)
        return True
    return any(_differs(exam, u0, misreading, None) for u0 in (exam.model_seed, *SEEDS))


def _misfits(exam: Exam, key: Key, told: set[str]) -> Iterator[Problem]:
    for part in exam.parts:
        wrong = [value for value in key.answers[part.id] if not _is_possible(part, value)]
        if wrong and part.id not in told:
            told.add(part.id)
            cause = Message("its solution has the value {value}, which its kind cannot have", value=str(wrong[0]))
            place = Message("part {part_id}, u0 = {u0}", part_id=part.id, u0=key.u0)
            yield Problem(cause, place, "mend the solution, or the limits of its kind")


def _is_possible(part: Part, value: Value) -> bool:
    domain = domain_of(part)
    values = value if isinstance(value, tuple) else (value,)
    return domain is None or all(isinstance(one, tuple) or domain.fits(Fraction(one)) for one in values)


def _differs(exam: Exam, u0: int, slug: str, parts: tuple[str, ...] | None) -> bool:
    made, right = (make_key(exam, World(u0, mistakes), parts=parts).answers for mistakes in ((slug,), ()))
    return dict(made) != dict(right)


def _is_no_mistake(slug: str, place: str) -> Problem:
    cause = Message("the known mistake {slug} answers as one should, for every seed that was tried", slug=slug)
    return Problem(cause, place, "let it answer as somebody does who makes it")
