"""Notices a student who answered for another seed than their own, the model sheet's for instance."""

from typing import Any

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.grading.mark import annotated, mark_parts
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import Submission

LEAST_ITEMS = 3


def note_other_seed(exam: Exam[Any], paper: Paper, submission: Submission, other: Key) -> Paper:
    """Note each wrong item that is right for the seed of `other`; flag the paper when that is most of them.

    The flag "answers-of-seed-<u0>" is set when at least three wrong items, and more than half of all wrong items, are
    right for the other seed: a question for the teacher, not a proof. Scores do not change.
    """
    wrong = [
        (part_id, index)
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG
    ]
    right = _right_places(exam, {part_id for part_id, _ in wrong}, submission, other)
    matching = [place for place in wrong if place in right]
    flagged = len(matching) >= LEAST_ITEMS and 2 * len(matching) > len(wrong)
    flags = (f"answers-of-seed-{other.u0}",) if flagged else ()
    return annotated(paper, dict.fromkeys(matching, f"right-for-seed-{other.u0}"), flags)


def _right_places(exam: Exam[Any], part_ids: set[str], submission: Submission, key: Key) -> set[tuple[str, int]]:
    """Part ids and positions of the items that are right for `key`, in the given parts."""
    return {
        (part_id, index)
        for part_id, part in mark_parts(exam, key, submission, part_ids).items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.RIGHT
    }
