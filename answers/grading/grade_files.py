"""Files → marked papers: every file is read, and one that cannot be never stops the others."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TypeAlias
from unicodedata import normalize

from answers.errors import CorrigeError, Problem
from answers.exam.adjust import load_adjusted
from answers.exam.catalogue import exam_names
from answers.exam.exam import Exam
from answers.exam.identity import Identity
from answers.exam.settings import Settings
from answers.exam.settings_in_force import nearest_file
from answers.exam.store import kept_key
from answers.flags import SEVERAL_PAPERS
from answers.grading.answer import read_answers
from answers.grading.grade import Whose, common_exam, grade, seed_of
from answers.grading.resemblance import classmates
from answers.grading.shared_errors import flags_of_class
from answers.grading.worlds import variants
from answers.paper import Paper
from answers.sheets.given import given_sheet
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.raw.asked import WantedSheet, asked
from answers.submissions.raw.submission import Submission
from answers.submissions.read import read_submissions

Reading: TypeAlias = Callable[[Path, str, Callable[[], tuple[Submission, ...]]], tuple[Submission, ...]]
"""Gives what the file of a name holds, by what reads it."""

SHEETS = 8
"""How many sheets are remembered: that of a printed copy is wanted to read it and to compare it."""


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
    settings, else the one that the submissions name. CorrigeError if there is none, or no file can be read. Papers of
    one student are flagged "several-papers".
    """
    if exam_name is None and _is_exam(paths[0], settings):
        exam_name, paths = str(paths[0]), paths[1:]
    exam = load_adjusted(exam_name or settings.exam or _named_exam(paths, settings), settings)
    submissions, problems = read_all(paths, exam, settings)
    if not submissions:
        raise CorrigeError(problems or (Problem("no file to mark", "", "name the files after the exam"),))
    key_of, variant_of = cache(partial(kept_key, exam)), variants(exam)
    others = classmates(exam, _seeds(submissions, u0), key_of)
    papers = tuple(
        grade(exam, one, key_of, Whose(u0=u0, flags=(SEVERAL_PAPERS,) * several), variant_of, others)
        for one, several in zip(submissions, _are_of_several(submissions), strict=True)
    )
    pairs = ((paper, read_answers(exam, one.answers)) for paper, one in zip(papers, submissions, strict=True))
    shared = flags_of_class(dict(enumerate(pairs)), others)
    flagged = (replace(paper, flags=(*paper.flags, *shared.get(at, ()))) for at, paper in enumerate(papers))
    return Graded(exam, tuple(flagged), problems)


def _are_of_several(submissions: Sequence[Submission]) -> list[bool]:
    """Whether the student whom a submission names is named by another too."""
    names = [_name(submission) for submission in submissions]
    counts = Counter(names)
    return [bool(name) and counts[name] > 1 for name in names]


def _name(submission: Submission) -> str:
    """Whom a submission names, by its seal or what is written, however that is typed."""
    seal = submission.seal
    student = seal.identity.student if seal and seal.genuine else submission.student
    return " ".join(normalize("NFC", student).casefold().split())


def read_all(
    paths: Sequence[Path],
    exam: Exam | None,
    settings: Settings,
    folder: Path | None = None,
    reading: Reading = lambda _path, _name, read: read(),
) -> tuple[tuple[Submission, ...], tuple[Problem, ...]]:
    """Return the submissions of all readable files, and the problems of the others.

    Without `exam`, part names are not checked. Places are told from `folder`, that of the class, for marks not to
    depend on where it is; there are the sheets that it gave out. Without it they are beside the settings nearest to
    `paths`. `reading` may know what a file holds.
    """
    homes = (folder,) if folder else _homes(paths)
    asks, sheet = asked(exam) if exam else None, lru_cache(SHEETS)(partial(_sheet_again, settings, homes))
    submissions: list[Submission] = []
    problems: list[Problem] = []
    for path in paths:
        name = str(path if folder is None else path.relative_to(folder))
        read = partial(read_submissions, path, name=name, secret=settings.secret, exam=asks, sheet=sheet)
        try:
            submissions += reading(path, name, read)
        except CorrigeError as error:
            problems += error.problems
    return tuple(submissions), tuple(problems)


def _seeds(submissions: Iterable[Submission], known: int | None) -> list[int]:
    seeds = (seed_of(submission, known).u0 for submission in submissions)
    return [seed for seed in seeds if seed is not None]


def _is_exam(path: Path, settings: Settings) -> bool:
    return str(path) in exam_names(settings.places) and not path.exists()


def _named_exam(paths: Sequence[Path], settings: Settings) -> str:
    submissions, problems = read_all(paths, None, settings)
    if not submissions:
        raise CorrigeError(problems)
    return common_exam(submissions)


def _homes(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The folders of the classes that files may be of."""
    nearest = (nearest_file(folder) for folder in dict.fromkeys(path.parent for path in paths))
    return tuple(dict.fromkeys(file.parent for file in nearest if file))


def _sheet_again(settings: Settings, homes: Sequence[Path], wanted: WantedSheet) -> bytes:
    """A student's blank sheet, as a class in `homes` gave it out, else as it is printed today."""
    identity = Identity(wanted.exam, wanted.u0, wanted.student.stem, wanted.look)
    given = next(filter(None, (given_sheet(home, identity, settings.secret) for home in homes)), None)
    if given:
        return given
    blank = Blank(load_adjusted(wanted.exam, settings), wanted.u0, wanted.student)
    return sheet_pdf(blank, lang=wanted.lang, secret=settings.secret)
