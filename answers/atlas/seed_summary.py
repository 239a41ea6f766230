"""The results of an atlas for one seed: right answers, margins, and the points of papers without work.

A paper without work has another student's right answers, or the same constants for everybody. This module also chooses
the seeds of an atlas.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from hashlib import sha256
from time import perf_counter
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.key_cache import Load, load_or_compute, loaded_exam
from answers.exam.question import Part
from answers.grading.mark import Written, mark, parse_responses
from answers.kinds.parsing import Value, Values
from answers.messages import Message
from solvers.sequence import lcg

PAPERS = 40
"""How many seeds, the first of the atlas, are compared: the right answers to each are marked with each other seed."""
LEARNT = 25
"""Number of the next seeds, from which the paper of constants is made; the paper is not marked for them."""
FEWEST = PAPERS + LEARNT
"""Least number of seeds of an atlas."""
EVERY = lcg.PERIOD
"""Number of all seeds except 0, which no student gets."""


def atlas_seeds(count: int) -> tuple[int, ...]:
    """Return the first `count` seeds of an atlas, in a fixed order of the seeds 1 to 64006 that looks random.

    The order is that of the SHA-256 digests of "atlas 1" … "atlas 64006". In a regular order such as 1, 258, 515 …,
    draws would be correlated, since u(k) is proportional to u₀ modulo 64007. CorrigeError if `count` is not from 65 to
    64006.
    """
    if not FEWEST <= count <= EVERY:
        raise CorrigeError.single(
            Message("an atlas (statistics of the right answers) cannot be made of {count} seeds", count=count),
            remedy=Message("ask for a number of seeds from {fewest} to {every}", fewest=FEWEST, every=EVERY),
        )
    return _every_seed()[:count]


@cache
def _every_seed() -> tuple[int, ...]:
    """Return all seeds in the order of `atlas_seeds`; sorting them takes a tenth of a second."""
    return tuple(sorted(range(1, EVERY + 1), key=lambda u0: sha256(f"atlas {u0}".encode()).digest()))


def known_seeds(count: int, but: Collection[int] = ()) -> tuple[int, ...]:
    """Return those of the first `count` seeds of an atlas that are not in `but`, to estimate how often values occur."""
    return tuple(u0 for u0 in atlas_seeds(max(count, FEWEST))[:count] if u0 not in but)


Answers = Mapping[str, Values]
"""The right answers for one seed, by part id."""

Scores: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""The points of a paper: a tuple for each part, in the order of the exam, with the points of each item."""


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """What an atlas computes for one seed: the right answers, and the points that papers without work would earn."""

    u0: int
    answers: Answers  # the right answers
    # by part id, for answers that are the best of several candidates, the smallest gap to a candidate that would
    # change an answer; other parts are missing
    margins: Mapping[str, float]
    copied: tuple[Scores, ...]  # scores, with this seed, of the papers with the right answers of other seeds
    # scores, with this seed, of the paper that has for each item the value most often right; None if this paper is
    # not marked for this seed
    constants: Scores | None


@dataclass(frozen=True, slots=True)
class FreePapers:
    """The papers without own work that an atlas marks: right answers of other seeds, by seed, and constants or None."""

    copied: Mapping[int, Written] = field(default_factory=dict)
    constants: Written | None = None


def printed_answers(exam: Exam, answers: Answers) -> Written:
    """Return a paper (texts by part id) with some right answers, one text for each item, as a French key prints it."""
    return {
        part.id: tuple(part.kind.format(value, "fr") for value in answers[part.id])
        for part in exam.parts
        if part.id in answers
    }


def constant_answers(exam: Exam, learnt: Sequence[Answers]) -> dict[str, Values]:
    """Return the paper of constants: for each item, the value that is right for most of the seeds in `learnt`.

    `learnt` has the right answers of each seed. A value is right if it is within the tolerance. Of values that are
    right equally often, the first is taken.
    """

    def most_right(part: Part, values: Sequence[Value]) -> Value:
        return max(
            values, key=lambda answer: sum(part.kind.agrees(expected, answer, part.tolerance) for expected in values)
        )

    return {
        part.id: tuple(most_right(part, values) for values in zip(*(key[part.id] for key in learnt), strict=True))
        for part in exam.parts
    }


def answers_of(load: Load, seeds: Sequence[int]) -> list[tuple[Answers, bytes | None]]:
    """Return the right answers of each seed, and the content of its key to save, None if the key is in the cache."""
    with loaded_exam(load) as exam:
        return [(key.answers, content) for key, content in map(partial(load_or_compute, exam), seeds)]


def summarize_seeds(load: Load, free: FreePapers, seeds: Sequence[int]) -> list[tuple[SeedSummary, bytes | None]]:
    """Return the summary of each seed with the papers `free`, and its key content to save, None if it is cached."""
    with loaded_exam(load) as exam:
        keys = map(partial(load_or_compute, exam), seeds)
        return [(summarize_seed(exam, free, key), content) for key, content in keys]


def solving_times(load: Load, seeds: Sequence[int]) -> list[Mapping[int, float]]:
    """Measure the seconds of each question for each seed, without the key cache, after compiling and filling tables."""
    with loaded_exam(load) as exam:
        make_key(exam, exam.model_seed)
        times: list[Mapping[int, float]] = []
        for u0 in seeds:
            by_question = {}
            for question in exam.questions:
                start = perf_counter()
                make_key(exam, u0, parts=[part.id for part in question.parts])
                by_question[question.number] = perf_counter() - start
            times.append(by_question)
        return times


def summarize_seed(exam: Exam, free: FreePapers, key: Key) -> SeedSummary:
    """Return the summary of the seed of a key; the paper in `free` with the answers of this seed is not marked."""
    papers = [paper for owner, paper in free.copied.items() if owner != key.u0]
    constants = [] if free.constants is None else [free.constants]
    marked: dict[tuple[str, tuple[str, ...]], tuple[Fraction, ...]] = {}  # equal answers of papers are marked once
    for paper in (*papers, *constants):
        new = [part.id for part in exam.parts if (part.id, paper[part.id]) not in marked]
        for part_id, marks in mark(exam, key, parse_responses(exam, paper, new)).items():
            marked[part_id, paper[part_id]] = tuple(item.score for item in marks.items)
    scores = [tuple(marked[part.id, paper[part.id]] for part in exam.parts) for paper in (*papers, *constants)]
    last = scores[-1] if constants else None
    return SeedSummary(key.u0, key.answers, key.margins, tuple(scores[: len(papers)]), last)
