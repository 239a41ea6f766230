"""Files → marked papers: every file is read, and one that cannot be never stops the others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from answers.errors import CorrigeError, Problem
from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import exam_names
from answers.exam.exam import Exam
from answers.exam.identity import Identity, Student
from answers.exam.settings import Settings
from answers.exam.store import kept_key
from answers.grading.grade import Whose, common_exam, grade
from answers.grading.resemblance import classmates
from answers.grading.seed import seed_of
from answers.grading.variants import variants
from answers.paper import Paper
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.printed.layout import Layout, blank_layout
from answers.submissions.raw.submission import Submission
from answers.submissions.read import read_submissions


@dataclass(frozen=True, slots=True)
class Graded:
    """Marked papers of one exam, and the problems of the files that could not be read."""

    exam: Exam
    papers: tuple[Paper, ...]
    problems: tuple[Problem, ...]


def grade_files(
    paths: Sequence[Path], settings: Settings, exam_name: str | None = None, u0: int | None = None
) -> Graded:
    """Mark the submissions in `paths`, all of one exam.

    The exam is `exam_name`, else the first of `paths` if that is the name of an exam and no file, else the one in the
    settings, else the one that the submissions name.

    Raises
    ------
    CorrigeError
        If no file can be read, the exam is unknown or not to be found out, or `u0` is out of range.
    """
    if exam_name is None and _is_exam(paths[0], settings):
        exam_name, paths = str(paths[0]), paths[1:]
    exam = load_adjusted(exam_name or settings.exam or _named_exam(paths, settings), settings)
    submissions, problems = read_all(paths, exam, settings)
    if not submissions:
        raise CorrigeError(problems or (Problem("no file to mark", "", "name the files after the exam"),))
    key_of, variant_of = cache(partial(kept_key, exam)), variants(exam)
    seeds = (seed_of(submission, u0).u0 for submission in submissions)
    others = classmates(exam, (seed for seed in seeds if seed is not None), key_of)
    papers = tuple(grade(exam, submission, key_of, Whose(u0=u0), variant_of, others) for submission in submissions)
    return Graded(exam, papers, problems)


def read_all(
    paths: Iterable[Path], exam: Exam | None, settings: Settings, folder: Path | None = None
) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the submissions of all readable files, and the problems of the others.

    Without `exam`, part names are not checked. Places are told from `folder`, for marks not to depend on where it is.
    """
    layout, sheet = cache(partial(_sheet_layout, settings)), partial(_sheet_again, settings)
    submissions: list[Submission] = []
    problems: list[Problem] = []
    for path in paths:
        name = str(path if folder is None else path.relative_to(folder))
        try:
            told = read_submissions(path, name=name, secret=settings.secret, exam=exam, layout=layout, sheet=sheet)
            submissions += told
        except CorrigeError as error:
            problems += error.problems
    return tuple(submissions), tuple(problems)


def _is_exam(path: Path, settings: Settings) -> bool:
    return str(path) in exam_names(settings.places) and not path.exists()


def _named_exam(paths: Iterable[Path], settings: Settings) -> str:
    submissions, problems = read_all(paths, None, settings)
    if not submissions:
        raise CorrigeError(problems)
    return common_exam(submissions)


def _sheet_layout(settings: Settings, exam_name: str, lang: str) -> Layout:
    """Where the fields of a blank sheet stand, to read a printed copy whose fields are gone."""
    exam = load_adjusted(exam_name, settings)
    return blank_layout(sheet_pdf(Blank(exam, exam.model_seed), lang=lang))


def _sheet_again(settings: Settings, identity: Identity, student: Student, lang: str) -> bytes:
    """The blank sheet of a student, to see what was drawn on it."""
    exam = load_adjusted(identity.exam, settings)
    return sheet_pdf(Blank(exam, identity.u0, student), lang=lang, secret=settings.secret)
