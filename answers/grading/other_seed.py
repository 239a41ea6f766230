"""Notices a student who answered for another seed than their own, the model sheet's for instance."""

from typing import Any

from answers.exam import Exam, Part
from answers.grading.mark import annotated, right_items
from answers.key import Key
from answers.paper import Paper, Verdict
from answers.submissions.submission import Submission

LEAST_ITEMS = 3


def note_other_seed(exam: Exam[Any], paper: Paper, submission: Submission, own: Key, other: Key) -> Paper:
    """Note each wrong item that is right for the seed of `other`; flag the paper when that is most of them.

    Only items whose answers differ between the two keys count. The flag "answers-of-seed-<u0>" is set when at
    least three such items, and more than half of those answered, are right for the other seed: a question for the
    teacher, not a proof. Scores do not change.
    """
    telling = [(part.id, index) for part in exam.parts for index in _telling(part, own, other)]
    answered = [place for place in telling if paper.parts[place[0]].items[place[1]].verdict is not Verdict.BLANK]
    matching = {place for place in answered if _matches(exam.part(place[0]), place[1], other, submission)}
    flagged = len(matching) >= LEAST_ITEMS and 2 * len(matching) > len(answered)
    flags = (f"answers-of-seed-{other.u0}",) if flagged else ()
    return annotated(paper, dict.fromkeys(matching, f"right-for-seed-{other.u0}"), flags)


def _telling(part: Part, own: Key, other: Key) -> list[int]:
    """Positions where no answer can be right for both seeds by luck of the tolerance."""
    pairs = enumerate(zip(own.answers[part.id], other.answers[part.id], strict=True))
    return [i for i, (mine, theirs) in pairs if not part.kind.agrees(mine, theirs, part.tolerance)]


def _matches(part: Part, index: int, other: Key, submission: Submission) -> bool:
    return right_items(part, other.answers[part.id], submission.answers.get(part.id, ()))[index]
