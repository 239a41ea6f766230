"""Many submissions marked by whoever does the work, as they would be here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from answers.atlas.free_papers import Answers
from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.store import kept_key
from answers.exam.world import World
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
    answers = {u0: key.answers for u0, key in others.keys.items()}
    return list(spread(partial(_marked, load, answers, replace(others, keys={})), told))


def _marked(
    load: Callable[[], Exam],
    answers: Mapping[int, Answers],
    keyless: Classmates,
    told: Sequence[tuple[Submission, Whose]],
) -> list[Paper]:
    """Mark some papers. Keys do not travel: the parameters of a teacher's own exam are nothing before it is loaded."""
    exam = load()
    keys = {u0: Key(exam.name, World(u0), exam.drawn(u0), right, {}, {}) for u0, right in answers.items()}
    others = replace(keyless, keys=keys)
    key_of, variant_of = cache(partial(kept_key, exam)), variants(exam)
    return [grade(exam, submission, key_of, whose, variant_of, others) for submission, whose in told]
