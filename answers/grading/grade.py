"""A submission → a marked paper: finds whose key to use, marks, and says what needs the teacher."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.world import World
from answers.flags import BLANK_PAPER, NO_SEED, SHEET_OF_EXAM, Flag
from answers.grading.diagnosis import diagnosed
from answers.grading.fingerprints import key_fingerprint, rules_fingerprint
from answers.grading.mark import mark_parts, unmarked_parts
from answers.grading.other_seeds import with_other_seeds
from answers.grading.resemblance import NOBODY, Classmates
from answers.grading.seed import seed_of
from answers.grading.variants import VariantOf, variants
from answers.grading.worlds import KeyOf
from answers.messages import Message
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class Whose:
    """What the teacher knows of a submission before it is marked: the student, their seed, flags about both."""

    student: str | None = None
    u0: int | None = None
    flags: tuple[Flag, ...] = ()


def grade(
    exam: Exam,
    submission: Submission,
    key_of: KeyOf,
    whose: Whose | None = None,
    variant_of: VariantOf | None = None,
    others: Classmates = NOBODY,
) -> Paper:
    """Mark a submission.

    Parameters
    ----------
    key_of
        Gives the key of a world.
    whose
        What the teacher knows; it wins over what the submission says.
    variant_of
        Gives the keys of changed worlds; for many papers of an exam, one `variants(exam)` remembers them.
    others
        The keys of the class, in which to look for whose answers a paper has; its own among them does no harm.

    Returns
    -------
    Paper
        A submission of another exam, without a usable seed, or whose text cannot be had comes back unmarked and
        flagged, with what the student wrote. A paper without any answer is marked and flagged "blank-paper": a viewer
        may have lost what was typed.

    Raises
    ------
    CorrigeError
        If the teacher's seed is out of range.
    """
    whose = whose or Whose()
    seed = seed_of(submission, whose.u0)
    strange = _other_exam(exam, submission)
    flags = (*submission.flags, *whose.flags, *seed.flags)
    stop = next((flag for flag in (*strange, *flags) if flag.stops), None)
    student = submission.student if whose.student is None else whose.student
    if stop is not None or seed.u0 is None:
        stop = stop or NO_SEED
        parts = unmarked_parts(exam, submission.answers, stop)
        return Paper(submission.place, student, exam.name, None, _once((*flags, stop)), parts)
    key = key_of(World(seed.u0))
    parts = mark_parts(exam, key, submission.answers)
    marks = key_fingerprint(key), rules_fingerprint(exam)
    paper = Paper(submission.place, student, exam.name, seed.u0, _once((*flags, *key.flags)), parts, *marks)
    if all(item.verdict is Verdict.BLANK for part in paper.parts.values() for item in part.items):
        return replace(paper, flags=(*paper.flags, BLANK_PAPER))
    known = with_other_seeds(exam, key, submission.answers, paper, key_of, others)
    if known.flags != paper.flags:  # answers of another seed: nobody's mistakes, and nothing to follow through
        return known
    return replace(known, parts=diagnosed(exam, key, submission.answers, known.parts, variant_of or variants(exam)))


def _other_exam(exam: Exam, submission: Submission) -> tuple[Flag, ...]:
    belongs_to = submission.seal.identity.exam if submission.seal else submission.exam
    return () if belongs_to in (None, exam.name) else (SHEET_OF_EXAM(belongs_to),)


def _once(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(flags))


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
    cause = (
        Message("the files belong to several exams: {names}", names=", ".join(names))
        if names
        else Message("the files do not say which exam")
    )
    raise CorrigeError.one(cause, remedy="name the exam with --exam")
