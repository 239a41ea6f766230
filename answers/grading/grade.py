"""Submissions → marked papers: finds whose key to use, marks, and says what needs the teacher."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.grading.mark import mark, unmarked
from answers.grading.other_seed import note_other_seed
from answers.kinds.numbers.text import Domain, read_numbers
from answers.kinds.reading import Unreadable
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission
from solvers.sequence import lcg

NO_TEXT = "no-text"
SEEDS = Domain(integer=True, low=0, high=lcg.MODULUS - 1)


@dataclass(frozen=True, slots=True)
class Seed:
    """The seed whose key marks a submission, with flags about it; `u0` is None when there is none to trust."""

    u0: int | None
    flags: tuple[str, ...] = ()


def grade(
    exam: Exam[Any], submissions: Iterable[Submission], key_of: Callable[[int], Key], u0: int | None = None
) -> tuple[Paper, ...]:
    """Mark submissions of one exam.

    Parameters
    ----------
    key_of : callable
        Gives the key of a seed; called once a seed needed.
    u0 : int, optional
        The seed of all submissions, known to the teacher; it wins over what the submissions say.

    Returns
    -------
    tuple of Paper
        One a submission, in order. A submission of another exam, without a usable seed, or whose text cannot be
        had comes back unmarked and flagged, with what the student wrote. A paper without any answer is marked
        and flagged "blank-paper": a viewer may have lost what was typed.

    Raises
    ------
    CorrigeError
        If `u0` is out of range.
    """
    return tuple(_grade_one(exam, submission, key_of, u0) for submission in submissions)


def _grade_one(exam: Exam[Any], submission: Submission, key_of: Callable[[int], Key], u0: int | None) -> Paper:
    belongs_to = submission.seal.identity.exam if submission.seal else submission.exam
    if belongs_to not in (None, exam.name):
        return unmarked(exam, submission, f"sheet-of-exam-{belongs_to}")
    seed = seed_of(submission, u0)
    submission = replace(submission, flags=(*submission.flags, *seed.flags))
    if NO_TEXT in submission.flags:
        return unmarked(exam, submission, NO_TEXT)
    if seed.u0 is None:
        return unmarked(exam, submission, "no-seed")
    key = key_of(seed.u0)
    paper = mark(exam, key, submission)
    if not _has(paper, {*Verdict} - {Verdict.BLANK}):
        return replace(paper, flags=(*paper.flags, "blank-paper"))
    if seed.u0 == exam.model_seed or not _has(paper, {Verdict.WRONG}):
        return paper
    return note_other_seed(exam, paper, submission, key_of(exam.model_seed))


def seed_of(submission: Submission, known: int | None = None) -> Seed:
    """Decide which seed marks a submission.

    The teacher's `known` seed comes first, then that of a genuine seal, then what the student declares. A
    declared or sealed seed that differs from the one used is flagged "u0-changed".
    """
    declared = _declared(submission)
    sealed = submission.seal.identity.u0 if submission.seal else None
    trusted = sealed if submission.seal and submission.seal.genuine else None
    u0 = next((seed for seed in (known, trusted, declared.u0) if seed is not None), None)
    changed = u0 is not None and any(seed not in (None, u0) for seed in (declared.u0, sealed))
    return Seed(u0, (*declared.flags, *(("u0-changed",) if changed else ())))


def _declared(submission: Submission) -> Seed:
    text = submission.u0
    if text is None or not text.strip():
        return Seed(None)
    found = read_numbers(text, 1, SEEDS)
    value = None if isinstance(found, Unreadable) else found[0]
    if value is None or not _is_seed(value):
        return Seed(None, ("u0-unreadable",))
    return Seed(int(value))


def _is_seed(value: Fraction) -> bool:
    return value.denominator == 1 and 0 <= value < lcg.MODULUS


def _has(paper: Paper, verdicts: set[Verdict]) -> bool:
    return any(item.verdict in verdicts for part in paper.parts.values() for item in part.items)


def common_exam(submissions: Iterable[Submission]) -> str:
    """Return the exam that the submissions name, when they all name the same one or none.

    Raises
    ------
    CorrigeError
        If they name none, or several.
    """
    found = {submission.seal.identity.exam if submission.seal else submission.exam for submission in submissions}
    names = sorted(name for name in found if name)
    if len(names) == 1:
        return names[0]
    cause = f"the files belong to several exams: {', '.join(names)}" if names else "the files do not say which exam"
    raise CorrigeError.one(cause, remedy="name the exam with --exam")
