"""Looks at all seeds, a stretch of the sequence at a time: what was found of a stretch is kept."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias

from answers.atlas.free_papers import FreePapers
from answers.atlas.look import Load, Look, look_at, opened
from answers.atlas.stretch import (
    Stretch,
    all_stretches,
    keep_stretch,
    kept_stretch,
    stretch_content,
    stretch_keys,
    stretch_keys_from,
)
from answers.exam.exam import Exam
from answers.executors.workers import Spread

Seen: TypeAlias = tuple[bytes | None, list[Look]]
"""What is to be kept of a stretch, None when it was kept already, and what is seen of its seeds."""


def all_looks(load: Load, exam: Exam, free: FreePapers, known: frozenset[int], spread: Spread) -> Iterator[Look]:
    """Yield a look at every seed but 0 and those `known`, in the order of the sequence from 1.

    The answers of each stretch of 256 seeds are kept on this machine as they come, whoever finds them: begun again
    after an interruption, it goes on. One that is damaged is found again.

    Raises
    ------
    CorrigeError
        If an exam of the teacher's own fails, the cache cannot be written, or the workers are lost.
    """
    stretches = all_stretches()
    told = ((stretch, kept_stretch(exam, stretch)) for stretch in stretches)
    for stretch, (new, found) in zip(stretches, spread(partial(_seen, load, free, known), told, 1), strict=True):
        if new is not None:
            keep_stretch(exam, stretch, new)
        yield from found


def _seen(
    load: Load, free: FreePapers, known: frozenset[int], told: Sequence[tuple[Stretch, bytes | None]]
) -> list[Seen]:
    with opened(load) as exam:
        return [_seen_of(exam, free, known, stretch, content) for stretch, content in told]


def _seen_of(exam: Exam, free: FreePapers, known: frozenset[int], stretch: Stretch, content: bytes | None) -> Seen:
    keys, new = None if content is None else stretch_keys_from(exam, stretch, content), None
    if keys is None:
        keys = stretch_keys(exam, stretch)
        new = stretch_content(keys)
    return new, [look_at(exam, free, key) for key in keys if key.u0 not in known]
