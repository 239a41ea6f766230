"""Files → marked papers: every file is read, and one that cannot be never stops the others."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from answers.adjust import adjusted
from answers.cache import cached_key
from answers.catalogue import load_exam
from answers.errors import CorrigeError, Problem
from answers.exam import Exam
from answers.grading.grade import common_exam, grade
from answers.paper import Paper
from answers.pdf import render_pdf
from answers.settings import ExamSettings, Settings
from answers.sheet import Face, sheet_html
from answers.submissions.layout import Layout, blank_layout
from answers.submissions.read import read_submissions
from answers.submissions.submission import Submission


@dataclass(frozen=True, slots=True)
class Graded:
    """Marked papers of one exam, and the problems of the files that could not be read."""

    exam: Exam[Any]
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...]


def grade_files(
    paths: Iterable[Path], settings: Settings, exam_name: str | None = None, u0: int | None = None
) -> Graded:
    """Mark the submissions in `paths`, all of one exam.

    The exam is `exam_name`, else the one in the settings, else the one that the submissions name.

    Raises
    ------
    CorrigeError
        If no file can be read, the exam is unknown or not to be found out, or `u0` is out of range.
    """
    submissions, problems = read_all(paths, None, settings.secret)
    if not submissions:
        raise CorrigeError(problems)
    name = exam_name or settings.exam or common_exam(submissions)
    exam = adjusted(load_exam(name), settings.exams.get(name, ExamSettings()))
    papers = grade(exam, submissions, lambda seed: cached_key(exam, seed), u0)
    return Graded(exam, papers, problems)


def read_all(
    paths: Iterable[Path], exam: Exam[Any] | None, secret: str
) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the submissions of all readable files, and the problems of the others."""
    submissions: list[Submission] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            submissions += read_submissions(path, secret=secret, exam=exam, layout=sheet_layout)
        except CorrigeError as error:
            problems += error.problems
    return tuple(submissions), tuple(problems)


@lru_cache(maxsize=16)
def sheet_layout(exam_name: str, lang: str) -> Layout:
    """Return where the fields of a blank sheet stand, to read a printed copy whose fields are gone.

    Raises
    ------
    CorrigeError
        If the exam is unknown.
    """
    exam = load_exam(exam_name)
    html = sheet_html(exam, exam.model_seed, Face.BLANK, lang=lang)
    return blank_layout(render_pdf(html, fillable=True))
