"""The gradebook: a row a student, papers that belong to nobody, files that could not be read."""

from dataclasses import dataclass

from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.paper import Paper


@dataclass(frozen=True, slots=True)
class Row:
    """One student of the roster, the seed they were given, and their paper; None when none could be read."""

    student: Student
    u0: int | None
    paper: Paper | None


@dataclass(frozen=True, slots=True)
class Gradebook:
    """All marks of a class in one exam."""

    exam: Exam
    rows: tuple[Row, ...]
    strays: tuple[Paper, ...]
    problems: tuple[Problem, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers, those of the roster first."""
        return (*(row.paper for row in self.rows if row.paper is not None), *self.strays)

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """The rows of the roster, then one for each paper that belongs to nobody."""
        return (*self.rows, *(Row(Student(name=paper.student), paper.u0, paper) for paper in self.strays))

    @property
    def absent(self) -> tuple[str, ...]:
        """Identifiers of the students without a paper."""
        return tuple(row.student.id for row in self.rows if row.paper is None)

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look at something."""
        return bool(self.problems or self.strays or self.absent) or any(paper.needs_teacher for paper in self.papers)
