"""Many keys made at once and kept, for whoever asks for them next.

A seed outside 0 … 64006, an exam of the teacher's own that fails and workers that are lost are a CorrigeError.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from answers.atlas.look import Load, opened
from answers.exam.exam import Exam
from answers.exam.store import Sent, is_kept, keep_sent, sent_key
from answers.executors.workers import HERE, Spread

FEW = 4
"""Keys that are left to whoever asks for them: a process takes longer to start."""


def prepare_keys(exam: Exam, load: Load, seeds: Iterable[int], spread: Spread) -> None:
    """Make the keys of `seeds` that are not kept yet, by whoever does the work, and keep them as they come.

    Begun again after an interruption, it goes on. With one process nothing is done: keys are made when asked for.
    """
    if spread == HERE:
        return
    missing = [u0 for u0 in dict.fromkeys(seeds) if not is_kept(exam, u0)]
    if len(missing) <= FEW:
        return
    for u0, content in zip(missing, spread(partial(_made, load), missing), strict=True):
        keep_sent(exam, u0, content)


def _made(load: Load, seeds: Sequence[int]) -> list[Sent]:
    with opened(load) as exam:
        return [sent_key(exam, u0)[1] for u0 in seeds]
