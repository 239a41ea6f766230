"""The right answers that an atlas of an exam left on this machine."""

from collections.abc import Collection, Iterator

from answers.atlas.free_papers import Answers
from answers.atlas.seeds import atlas_seeds
from answers.exam.exam import Exam
from answers.exam.sent_key import is_kept
from answers.exam.store import kept_key

SEEDS = 400
"""As many as `corrige atlas` looks at unless asked otherwise."""


def known_answers(exam: Exam, but: Collection[int] = ()) -> Iterator[Answers]:
    """Yield the answers for seeds of the atlas whose keys are kept here, those `but` some; no key is made."""
    for u0 in atlas_seeds(SEEDS):
        if u0 not in but and is_kept(exam, u0):
            yield kept_key(exam, u0).answers
