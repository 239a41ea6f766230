"""The marks of a class: whose paper is whose, the gradebook and the feedback sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from answers.cohort import SUBMISSIONS, Cohort
from answers.errors import CorrigeError, Problem
from answers.files import make_folder, write_keeping
from answers.gradebook import Row, document_bytes, grade_document, gradebook_csv
from answers.grading.grade import grade
from answers.grading.grade_files import read_all
from answers.paper import Paper
from answers.pdf import render_pdf
from answers.roster import Pupil
from answers.sheet import Face, Student, sheet_html
from answers.submissions.submission import Submission

MARKS, GRADEBOOK, FEEDBACK = "marks.json", "gradebook.csv", "feedback"


@dataclass(frozen=True, slots=True)
class ClassMarks:
    """The outcome of marking a class: a row a pupil, papers that belong to nobody, files that could not be read."""

    rows: tuple[Row, ...]
    strays: tuple[Paper, ...]
    problems: tuple[Problem, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers, those of the roster first."""
        return (*(row.paper for row in self.rows if row.paper is not None), *self.strays)

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look at something."""
        return bool(self.problems) or any(row.paper is None for row in self.rows) or _any_looks(self.papers)


def grade_class(cohort: Cohort) -> ClassMarks:
    """Read everything in `submissions/`, mark it, and attribute each paper to a pupil.

    A paper belongs to the pupil whose identifier the sheet's seal, the declared student, or the file name gives;
    the seed of the roster then marks it. When a pupil handed in several papers, the last one (by file name) stands
    in the row, all are flagged "several-papers", and the others are strays. Nothing is written.
    """
    handed_in = _handed_in(cohort.folder / SUBMISSIONS)
    submissions, problems = read_all(handed_in, cohort.exam, cohort.settings.secret)
    papers = [(pupil, _paper(cohort, pupil, submission)) for pupil, submission in _attributed(cohort, submissions)]
    return ClassMarks(
        rows=tuple(_row(pupil, papers) for pupil in cohort.pupils),
        strays=tuple(paper for pupil, paper in papers if _chosen(pupil, papers) is not paper),
        problems=problems,
    )


def write_marks(cohort: Cohort, marks: ClassMarks) -> tuple[Path, ...]:
    """Write `marks.json`, `gradebook.csv` and the feedback sheets; return the files.

    A file that exists with other content is kept beside the new one under a numbered name.

    Raises
    ------
    CorrigeError
        If a file cannot be written.
    """
    document = grade_document(cohort.exam.name, marks.papers, marks.problems)
    write_keeping(cohort.folder / MARKS, document_bytes(document))
    write_keeping(cohort.folder / GRADEBOOK, gradebook_csv(cohort.exam, (*marks.rows, *map(_stray_row, marks.strays))))
    folder = make_folder(cohort.folder / FEEDBACK)
    sheets = [_write_feedback(cohort, row, folder) for row in marks.rows if row.paper and row.paper.u0 is not None]
    return (cohort.folder / MARKS, cohort.folder / GRADEBOOK, *sheets)


def _write_feedback(cohort: Cohort, row: Row, folder: Path) -> Path:
    paper = row.paper
    assert paper is not None
    assert paper.u0 is not None
    settings = cohort.settings
    html = sheet_html(
        cohort.exam,
        paper.u0,
        Face.FEEDBACK,
        lang=settings.lang,
        student=row.student,
        secret=settings.secret,
        key=cohort.key(paper.u0),
        paper=paper,
    )
    path = folder / f"{row.student.id}.pdf"
    write_keeping(path, render_pdf(html, fillable=False))
    return path


def _handed_in(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise CorrigeError.one("there is no such folder", place=str(folder), remedy="put what students hand in there")
    return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _attributed(cohort: Cohort, submissions: Iterable[Submission]) -> list[tuple[Pupil | None, Submission]]:
    by_name = {name: pupil for pupil in cohort.pupils for name in _names(pupil)}
    return [(_pupil_of(submission, by_name), submission) for submission in submissions]


def _names(pupil: Pupil) -> list[str]:
    student = pupil.student
    both = (f"{student.first_name} {student.name}", f"{student.name} {student.first_name}")
    return [_plain(name) for name in (*both, student.id) if name.strip()]


def _pupil_of(submission: Submission, by_name: dict[str, Pupil]) -> Pupil | None:
    sealed = submission.seal.identity.student if submission.seal else ""
    stem = Path(submission.place.split(", ")[0]).stem
    candidates = (by_name.get(_plain(name)) for name in (sealed, submission.student, stem) if name)
    return next((pupil for pupil in candidates if pupil is not None), None)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _paper(cohort: Cohort, pupil: Pupil | None, submission: Submission) -> Paper:
    known = pupil.u0 if pupil else None
    submission = _relative(cohort.folder, submission)
    return grade(cohort.exam, [submission], cohort.key, known)[0]


def _relative(folder: Path, submission: Submission) -> Submission:
    """Places relative to the class folder: marks do not depend on where the folder stands."""
    return replace(submission, place=submission.place.removeprefix(f"{folder}/"))


def _row(pupil: Pupil, papers: Sequence[tuple[Pupil | None, Paper]]) -> Row:
    paper = _chosen(pupil, papers)
    if paper is not None and sum(owner == pupil for owner, _ in papers) > 1:
        paper = replace(paper, flags=(*paper.flags, "several-papers"))
    return Row(pupil.student, pupil.u0, paper)


def _chosen(pupil: Pupil | None, papers: Sequence[tuple[Pupil | None, Paper]]) -> Paper | None:
    own = [paper for owner, paper in papers if pupil is not None and owner == pupil]
    return own[-1] if own else None


def _stray_row(paper: Paper) -> Row:
    return Row(Student(name=paper.student), paper.u0, paper)


def _any_looks(papers: Iterable[Paper]) -> bool:
    return any(paper.needs_teacher for paper in papers)
