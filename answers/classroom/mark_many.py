"""Many submissions marked by whoever does the work, as they would be here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

from answers.exam.exam import Exam
from answers.exam.store import kept_key
from answers.executors.workers import Spread
from answers.grading.grade import Whose, grade
from answers.grading.resemblance import Classmates
from answers.grading.variants import variants
from answers.paper import Paper
from answers.submissions.raw.submission import Submission


def mark_many(
    load: Callable[[], Exam], told: Sequence[tuple[Submission, Whose]], others: Classmates, spread: Spread
) -> list[Paper]:
    """Return the marked papers of submissions, in order; the same whoever marks.

    Parameters
    ----------
    load
        Called by every worker for the exam.
    told
        Submissions, and what the teacher knows of each.
    others
        The keys of the class; what marking does not look at stays here.

    Raises
    ------
    CorrigeError
        If a seed of the teacher's is out of range, or the workers are lost.

    Notes
    -----
    Workers keep the keys of changed worlds in the store of their own machine.
    """
    bare = Classmates({u0: replace(key, evidence={}, oral={}) for u0, key in others.keys.items()}, others.values)
    return list(spread(partial(_marked, load, bare), told))


def _marked(load: Callable[[], Exam], others: Classmates, told: Sequence[tuple[Submission, Whose]]) -> list[Paper]:
    exam = load()
    key_of, variant_of = cache(partial(kept_key, exam)), variants(exam)
    return [grade(exam, submission, key_of, whose, variant_of, others) for submission, whose in told]
