"""The marks of a class: everything handed in is read and marked, then the gradebook and the feedback are written."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

from answers.classroom.attribution import Attribution, attribute, roster_names
from answers.classroom.folder import SUBMISSIONS, Cohort
from answers.classroom.roster import Pupil
from answers.errors import CorrigeError, Problem
from answers.exam.world import World
from answers.exports.exports import EXPORTS
from answers.exports.gradebook import Gradebook, Row
from answers.files import make_folder, read_limited, write_keeping
from answers.flags import SEVERAL_PAPERS
from answers.grading.grade import Whose, grade
from answers.grading.grade_files import read_all
from answers.paper import Paper
from answers.sheets.sheet import Feedback, sheet_pdf
from answers.submissions.raw.submission import Submission

FEEDBACK = "feedback"
SET_ASIDE = "set-aside"


def grade_class(cohort: Cohort) -> Gradebook:
    """Read everything in `submissions/`, mark it, and give each paper to its pupil; nothing is written.

    The seed of the roster marks a pupil's paper. When a pupil handed in several, the last one (by file name) stands in
    the row, flagged "several-papers", and the others are strays; a paper under the teacher's seal is never displaced by
    one without.

    Raises
    ------
    CorrigeError
        If the folder of submissions is missing.
    """
    files, unread = _handed_in(cohort.folder / SUBMISSIONS)
    submissions, problems = read_all(files, cohort.exam, cohort.settings, cohort.folder)
    names = roster_names(cohort.pupils)
    own: dict[str, list[Paper]] = {pupil.student.id: [] for pupil in cohort.pupils}
    strays: list[Paper] = []
    for submission in sorted(submissions, key=_has_seal):
        found = attribute(submission, names)
        (own[found.pupil.student.id] if found.pupil else strays).append(_paper(cohort, submission, found))
    rows = tuple(_row(pupil, own[pupil.student.id]) for pupil in cohort.pupils)
    doubles = (paper for papers in own.values() for paper in papers[:-1])
    return Gradebook(cohort.exam, rows, (*doubles, *strays), (*unread, *problems))


def _has_seal(submission: Submission) -> bool:
    return submission.seal is not None and submission.seal.genuine


def write_marks(cohort: Cohort, gradebook: Gradebook) -> tuple[Path, ...]:
    """Write every export and the feedback sheets; return the files.

    A file that exists with other content is kept beside the new one under a numbered name; the feedback of a student
    who is no longer in the class goes to `feedback/set-aside/`.

    Raises
    ------
    CorrigeError
        If a file cannot be written.
    """
    written = []
    for name, content in EXPORTS.items():
        write_keeping(cohort.folder / name, content(gradebook))
        written.append(cohort.folder / name)
    folder = make_folder(cohort.folder / FEEDBACK)
    _set_aside(folder, {f"{row.student.stem}.pdf" for row in gradebook.rows})
    sheets = (_write_feedback(cohort, row, folder) for row in gradebook.rows)
    return (*written, *(sheet for sheet in sheets if sheet is not None))


def _set_aside(folder: Path, wanted: Collection[str]) -> None:
    """Put feedback that is of nobody in the class where nobody is given it by mistake."""
    for path in sorted(folder.glob("*.pdf")):
        if path.name not in wanted:
            aside = make_folder(folder / SET_ASIDE) / path.name
            write_keeping(aside, read_limited(path))
            path.unlink()


def _write_feedback(cohort: Cohort, row: Row, folder: Path) -> Path | None:
    """Write the feedback of a marked paper; an unmarked one has none to give."""
    student, paper = row.student, row.paper
    if paper is None or paper.u0 is None:
        return None
    sheet = Feedback(cohort.exam, cohort.key(World(paper.u0)), paper, student)
    content = sheet_pdf(sheet, lang=cohort.settings.lang, secret=cohort.settings.secret)
    path = folder / f"{student.stem}.pdf"
    write_keeping(path, content)
    return path


def _handed_in(folder: Path) -> tuple[list[Path], list[Problem]]:
    """The files to read, and what is none: each is named, so that nothing is passed over in silence."""
    if not folder.is_dir():
        raise CorrigeError.one("there is no such folder", place=str(folder), remedy="put what students hand in there")
    files, unread = [], []
    for path in sorted(folder.iterdir()):
        cause = _why_unread(path)
        if cause:
            unread.append(Problem(cause, f"{folder.name}/{path.name}", "put the file itself there, or take it away"))
        else:
            files.append(path)
    return files, unread


def _why_unread(path: Path) -> str:
    if path.is_symlink():
        return "is a link, which is not followed"
    if path.is_dir():
        return "is a folder, which is not looked into"
    if not path.is_file():
        return "is not a file"
    return "is hidden, its name begins with a point" if path.name.startswith(".") else ""


def _paper(cohort: Cohort, submission: Submission, found: Attribution) -> Paper:
    pupil = found.pupil
    whose = Whose(pupil.student.id, pupil.u0, found.flags) if pupil else Whose()
    return grade(cohort.exam, submission, cohort.key, whose)


def _row(pupil: Pupil, papers: Sequence[Paper]) -> Row:
    paper = papers[-1] if papers else None
    if paper is not None and len(papers) > 1:
        paper = replace(paper, flags=(*paper.flags, SEVERAL_PAPERS))
    return Row(pupil.student, pupil.u0, paper)
