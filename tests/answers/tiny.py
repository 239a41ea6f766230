"""The tiny exam of `tests/exams`, found as a teacher's own exams are, and submissions for it."""

from pathlib import Path
from typing import Any

from answers.exam.catalogue import load_exam
from answers.flags import Place
from answers.submissions.raw.submission import Submission

EXAMS = Path(__file__).parents[1] / "exams"
TINY = load_exam("tiny", [EXAMS])


def submission(answers: dict[str, tuple[str, ...]], **others: Any) -> Submission:
    """A submission with u0 = 10 unless another is given."""
    usual = {"place": Place("a.txt"), "student": "s01", "u0": "10", "exam": "tiny", "answers": answers}
    return Submission(**{**usual, **others})
