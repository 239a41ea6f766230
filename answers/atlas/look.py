"""What an atlas sees of one seed: its answers, how near its ties are, and what papers without work earn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import TypeAlias

from answers.atlas.free_papers import Answers, FreePapers
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.fault import fault
from answers.exam.key import Key, make_key
from answers.exam.sent_key import Sent, sender
from answers.grading.mark import Written, mark_parts

Load: TypeAlias = Callable[[], Exam]
"""Loads the exam, in whatever process: an exam itself does not travel between processes, how to find it does."""

Scores: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""Points earned, an item after the other, a part after the other."""


@dataclass(frozen=True, slots=True)
class Look:
    """One seed: its right answers, the margins of its choices, the scores of the papers copied and of the constants."""

    u0: int
    answers: Answers
    margins: Mapping[str, float]
    copied: tuple[Scores, ...]
    constants: Scores | None


def answers_of(load: Load, seeds: Sequence[int]) -> list[tuple[Answers, Sent]]:
    """Return the right answers for each of `seeds`, from the key store where they are kept, and what to keep of it."""
    with opened(load) as exam, sender(exam) as key_of:
        return [(key.answers, sent) for key, sent in map(key_of, seeds)]


def looks(load: Load, free: FreePapers, seeds: Sequence[int]) -> list[tuple[Look, Sent]]:
    """Look at each of `seeds`; nobody copies their own paper."""
    with opened(load) as exam, sender(exam) as key_of:
        return [(look_at(exam, free, key), sent) for key, sent in map(key_of, seeds)]


def seconds(load: Load, seeds: Sequence[int]) -> list[Mapping[int, float]]:
    """Return, for each of `seeds`, how long each question takes to solve, by its number.

    Nothing comes from the key store. The model key is made first: it compiles and fills tables, which is not counted.
    What a question has in common with an earlier one was found there, as when a whole key is made.
    """
    with opened(load) as exam:
        make_key(exam, exam.model_seed)
        return [_seconds(exam, u0) for u0 in seeds]


@contextmanager
def opened(load: Load) -> Iterator[Exam]:
    """Give the exam; what fails in one of the teacher's own is told here, while the line that failed is known.

    Raises
    ------
    CorrigeError
        If there is no such exam, or it fails.
    """
    exam = load()
    try:
        yield exam
    except CorrigeError:
        raise
    except Exception as error:
        if not exam.home.is_outside:
            raise
        raise CorrigeError([fault(error, exam.home)]) from error


def _seconds(exam: Exam, u0: int) -> Mapping[int, float]:
    taken = {}
    for question in exam.questions:
        start = perf_counter()
        make_key(exam, u0, parts=[part.id for part in question.parts])
        taken[question.number] = perf_counter() - start
    return taken


def look_at(exam: Exam, free: FreePapers, key: Key) -> Look:
    """Return what is seen of the seed of a key."""
    papers = [paper for owner, paper in free.copied.items() if owner != key.u0]
    same = [] if free.constants is None else [free.constants]
    scores = _scores(exam, key, [*papers, *same])
    return Look(key.u0, key.answers, key.margins, scores[: len(papers)], scores[-1] if same else None)


def _scores(exam: Exam, key: Key, papers: Sequence[Written]) -> tuple[Scores, ...]:
    """Mark papers; what several give as the answer to a part is marked once."""
    marked: dict[tuple[str, tuple[str, ...]], tuple[Fraction, ...]] = {}
    for paper in papers:
        new = [part.id for part in exam.parts if (part.id, paper[part.id]) not in marked]
        for part_id, marks in mark_parts(exam, key, paper, new).items():
            marked[part_id, paper[part_id]] = tuple(item.score for item in marks.items)
    return tuple(tuple(marked[part.id, paper[part.id]] for part in exam.parts) for paper in papers)
