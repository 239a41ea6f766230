"""Which seed marks a submission: the teacher's, the sheet's own, or the one that the student declares."""

from dataclasses import dataclass

from answers.flags import U0_CHANGED, U0_OUT_OF_RANGE, U0_UNREADABLE, Flag
from answers.kinds.numbers.domain import Domain
from answers.kinds.numbers.text import read_numbers
from answers.kinds.reading import Unreadable
from answers.submissions.raw.submission import Submission
from solvers.sequence import lcg

SEEDS = Domain(integer=True, low=0, high=lcg.MODULUS - 1)


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed whose key marks a submission, with flags about it; `u0` is None when there is none to trust."""

    u0: int | None
    flags: tuple[Flag, ...] = ()


def seed_of(submission: Submission, known: int | None = None) -> Seed:
    """Decide which seed marks a submission.

    The teacher's `known` seed comes first, then that of a genuine seal, then what the student declares. A declared or
    sealed seed that differs from the one used is flagged.
    """
    declared = _declared(submission)
    sealed = submission.seal.identity.u0 if submission.seal else None
    trusted = sealed if submission.seal and submission.seal.genuine else None
    u0 = next((seed for seed in (known, trusted, declared.u0) if seed is not None), None)
    changed = u0 is not None and any(seed not in (None, u0) for seed in (declared.u0, sealed))
    return Seed(u0, (*declared.flags, *((U0_CHANGED,) if changed else ())))


def _declared(submission: Submission) -> Seed:
    text = submission.u0
    if text is None or not text.strip():
        return Seed(None)
    found = read_numbers(text, 1, SEEDS)
    value = None if isinstance(found, Unreadable) else found[0]
    if value is None or value.denominator != 1:
        return Seed(None, (U0_UNREADABLE,))
    return Seed(int(value)) if 0 <= value < lcg.MODULUS else Seed(None, (U0_OUT_OF_RANGE,))
