"""What an atlas sees of one seed: its answers, how near its ties are, and what papers without work earn.

These are another student's right answers handed in, and the same constants for everybody. Here are also the seeds that
an atlas looks at, always the same, and keys of many seeds made at once.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from hashlib import sha256
from time import perf_counter
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.key_cache import is_cached, load_or_compute, save
from answers.exam.location import fault
from answers.exam.question import Part
from answers.executors.workers import HERE, ParallelMap
from answers.grading.mark import Written, mark_parts, parse_responses
from answers.kinds.parsing import Value, Values
from answers.messages import Message
from solvers.sequence import lcg

PAPERS = 40
"""Seeds whose students copy from each other: the first ones."""
LEARNT = 25
"""Seeds that the paper of constants is made from: those that follow, whose papers it is not marked on."""
FEWEST = PAPERS + LEARNT
EVERY = lcg.PERIOD
"""All seeds but 0, which no student gets."""


def atlas_seeds(count: int) -> tuple[int, ...]:
    """Return `count` seeds, in the order of the SHA-256 digests of "atlas 1" … "atlas 64006".

    Fewer seeds are the start of more. In a simpler order, such as 1, 258, 515 …, draws would go together, since u(k) is
    proportional to u₀.
    """
    if not FEWEST <= count <= EVERY:
        raise CorrigeError.one(
            Message("an atlas of {count} seeds", count=count),
            remedy=Message("ask for {fewest} to {every} seeds", fewest=FEWEST, every=EVERY),
        )
    return tuple(sorted(range(1, EVERY + 1), key=lambda u0: sha256(f"atlas {u0}".encode()).digest())[:count])


def known_seeds(count: int, but: Collection[int] = ()) -> tuple[int, ...]:
    """Return the first `count` seeds of an atlas without those `but` some, to know how often a value comes."""
    return tuple(u0 for u0 in atlas_seeds(max(count, FEWEST))[:count] if u0 not in but)


Answers = Mapping[str, Values]
"""The right answers for one seed, by part id."""

Load: TypeAlias = Callable[[], Exam]
"""Loads the exam, in whatever process: an exam itself does not travel between processes, how to find it does."""

Scores: TypeAlias = tuple[tuple[Fraction, ...], ...]
"""Points earned, an item after the other, a part after the other."""


@dataclass(frozen=True, slots=True)
class SeedSummary:
    """One seed: its right answers, the margins of its choices, the scores of the papers copied and of the constants."""

    u0: int
    answers: Answers
    margins: Mapping[str, float]
    copied: tuple[Scores, ...]
    constants: Scores | None


@dataclass(frozen=True, slots=True)
class FreePapers:
    """What is handed in without work: by seed, the right answers of students who let copy; the paper of constants."""

    copied: Mapping[int, Written] = field(default_factory=dict)
    constants: Written | None = None


def written(exam: Exam, answers: Answers) -> Written:
    """Return a paper that gives these answers, one text a field, as a key prints them."""
    return {part.id: tuple(part.kind.format(value, "fr") for value in answers[part.id]) for part in exam.parts}


def constants(exam: Exam, learnt: Sequence[Answers]) -> dict[str, Values]:
    """Return, for each item, the value that is right for most of the keys `learnt`, the first of them among equals.

    Where a deviation is accepted, a value is right for a key when it is within it.
    """

    def most_right(part: Part, values: Sequence[Value]) -> Value:
        return max(values, key=lambda got: sum(part.kind.agrees(expected, got, part.tolerance) for expected in values))

    return {
        part.id: tuple(most_right(part, values) for values in zip(*(key[part.id] for key in learnt), strict=True))
        for part in exam.parts
    }


def answers_of(load: Load, seeds: Sequence[int]) -> list[tuple[Answers, bytes | None]]:
    """Return the right answers for each of `seeds`, from the key store where they are kept, and what to keep of it."""
    with opened(load) as exam:
        return [(key.answers, sent) for key, sent in map(partial(load_or_compute, exam), seeds)]


def looks(load: Load, free: FreePapers, seeds: Sequence[int]) -> list[tuple[SeedSummary, bytes | None]]:
    """Look at each of `seeds`; nobody copies their own paper."""
    with opened(load) as exam:
        return [(summarize_seed(exam, free, key), sent) for key, sent in map(partial(load_or_compute, exam), seeds)]


def seconds(load: Load, seeds: Sequence[int]) -> list[Mapping[int, float]]:
    """Return, for each of `seeds`, how long each question takes to solve, by its number.

    Nothing comes from the key store; the model key is made first, uncounted, for it compiles and fills tables.
    """
    with opened(load) as exam:
        make_key(exam, exam.model_seed)
        found: list[Mapping[int, float]] = []
        for u0 in seeds:
            taken = {}
            for question in exam.questions:
                start = perf_counter()
                make_key(exam, u0, parts=[part.id for part in question.parts])
                taken[question.number] = perf_counter() - start
            found.append(taken)
        return found


@contextmanager
def opened(load: Load) -> Iterator[Exam]:
    """Give the exam; what fails in one of the teacher's own is told here, while the line that failed is known."""
    exam = load()
    try:
        yield exam
    except CorrigeError:
        raise
    except Exception as error:
        if not exam.location.is_outside:
            raise
        raise CorrigeError([fault(error, exam.location)]) from error


def summarize_seed(exam: Exam, free: FreePapers, key: Key) -> SeedSummary:
    """Return what is seen of the seed of a key."""
    papers = [paper for owner, paper in free.copied.items() if owner != key.u0]
    same = [] if free.constants is None else [free.constants]
    marked: dict[tuple[str, tuple[str, ...]], tuple[Fraction, ...]] = {}  # what several papers answer is marked once
    for paper in (*papers, *same):
        new = [part.id for part in exam.parts if (part.id, paper[part.id]) not in marked]
        for part_id, marks in mark_parts(exam, key, parse_responses(exam, paper, new)).items():
            marked[part_id, paper[part_id]] = tuple(item.score for item in marks.items)
    scores = [tuple(marked[part.id, paper[part.id]] for part in exam.parts) for paper in (*papers, *same)]
    return SeedSummary(key.u0, key.answers, key.margins, tuple(scores[: len(papers)]), scores[-1] if same else None)


FEW = 4
"""Keys that are left to whoever asks for them: a process takes longer to start."""


def prepare_keys(exam: Exam, load: Load, seeds: Iterable[int], parallel_map: ParallelMap) -> None:
    """Make the keys of `seeds` that are not kept yet, by whoever does the work, and keep them as they come.

    Begun again after an interruption, it goes on. With one process nothing is done: keys are made when asked for.
    """
    if parallel_map == HERE:
        return
    missing = [u0 for u0 in dict.fromkeys(seeds) if not is_cached(exam, u0)]
    if len(missing) <= FEW:
        return
    for u0, content in zip(missing, parallel_map(partial(_computed_keys, load), missing), strict=True):
        save(exam, u0, content)


def _computed_keys(load: Load, seeds: Sequence[int]) -> list[bytes | None]:
    with opened(load) as exam:
        return [load_or_compute(exam, u0)[1] for u0 in seeds]
