"""The gradebook: a row a student, papers that belong to nobody, files that could not be read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.identity import Student
from answers.files import json_bytes
from answers.flags import (
    ANSWERS_OF_SEED,
    BLANK_PAPER,
    ERRORS_OF_SEED,
    FIELDS_MISSING,
    FILE_OF_ANOTHER,
    NO_PAPER,
    NOT_READABLE,
    ON_SHEET_OF_ANOTHER,
    SCAN_INCOMPLETE,
    U0_CHANGED,
    U0_MISCOPIED,
    UNREAD_IN_TIME,
    Flag,
    Place,
)
from answers.messages import Message
from answers.paper import Mark, Paper

MARKS, GRADEBOOK = "marks.json", "gradebook.csv"
"""The files that marking a class writes."""
MOST_NAMED = 5
ANSWERS_MAY_BE_MISSING = frozenset({BLANK_PAPER.slug, FIELDS_MISSING.slug, SCAN_INCOMPLETE.slug})
"""Flags of papers where something was perhaps written that is not in the file."""
STUDENT_IN_DOUBT = frozenset({FILE_OF_ANOTHER.slug, ON_SHEET_OF_ANOTHER.slug})
"""Flags of papers that are perhaps of another student."""
SEED_IN_DOUBT = frozenset({ANSWERS_OF_SEED.slug, U0_CHANGED.slug, U0_MISCOPIED.slug})
"""Flags of papers that are perhaps marked with another number than was answered for."""
NAMING_A_SEED = (ANSWERS_OF_SEED.slug, ERRORS_OF_SEED.slug, U0_MISCOPIED.slug)


def _doubt(flags: Sequence[Flag]) -> Message | None:
    """Return why a mark may not be that of the student's own answers, by the open flags of the paper; else None."""
    by_slug = {flag.slug: flag for flag in reversed(flags)}
    if found := STUDENT_IN_DOUBT & by_slug.keys():
        return Message("no mark yet: perhaps the paper of another student ({flag})", flag=by_slug[min(found)])
    if found := SEED_IN_DOUBT & by_slug.keys():
        return Message("no mark yet: perhaps answered for another u₀ ({flag})", flag=by_slug[min(found)])
    if found := ANSWERS_MAY_BE_MISSING & by_slug.keys():
        return Message("no mark yet: answers may be missing ({flag})", flag=by_slug[min(found)])
    return None


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """One student of the roster, the seed they were given, and their paper; None when none could be read.

    `extra` has the further columns of the class list, by their names; `missing` says what there is instead of a paper:
    that none came, or files that could not be read.
    """

    student: Student
    u0: int | None
    paper: Paper | None
    extra: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[Flag, ...] = (NO_PAPER,)

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What is remarkable of the paper, or that there is none."""
        return self.missing if self.paper is None else self.paper.flags

    @property
    def marked(self) -> Paper | None:
        """The paper, if there is one and its seed could be told: one that has marks."""
        return None if self.paper is None or self.paper.u0 is None else self.paper

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """Those that need a person."""
        return tuple(flag for flag in self.flags if flag.needs_teacher)

    @property
    def unread(self) -> tuple[tuple[str, Mark], ...]:
        """The unreadable items of the paper, with their names."""
        return self.paper.unread if self.paper is not None else ()

    @property
    def absence(self) -> Flag | None:
        """That no file of theirs came at all, if the teacher has settled it."""
        settled = (flag for flag in self.missing if flag.slug == NO_PAPER.slug and flag.is_acknowledged)
        return next(settled, None) if self.paper is None else None

    @property
    def value(self) -> Fraction | None:
        """The mark as it is now, for the teacher: of the marked paper, zero for an absence that counts so, else None.

        It is provisional until everything in the paper is read: what leaves the teacher's desk has `final_mark`.
        """
        if self.marked:
            return self.marked.value
        return Fraction(0) if self.absence and self.absence.is_zero else None

    @property
    def final_mark(self) -> Fraction | None:
        """The mark that may be published, None if there is none or a person has to decide first: see `undecided`."""
        return None if self.undecided else self.value

    @property
    def undecided(self) -> Message | None:
        """Why nothing may be published of this student before a person decides; None where that is settled.

        There is no paper, or none that could be marked; answers are not read; the paper may be another student's, or
        answered for another number; or answers may be missing that would count as blank.
        """
        if self.paper is None:
            flag = next(iter(self.open_flags), None)
            if flag is not None and flag.slug == NOT_READABLE.slug:
                return Message("no mark: the file received cannot be read: {file}", file=flag.detail)
            if flag is not None and flag.other_student:
                return Message(
                    "no mark: no paper, but an unassigned paper may be this student's: {papers}",
                    papers=flag.other_student,
                )
            return Message("no mark: no paper, and the absence is not decided yet") if flag else None
        if self.unread:
            names = [name for name, _ in self.unread]
            return Message(
                "no mark yet: {count} answer has not been read: {items}",
                plural="no mark yet: {count} answers have not been read: {items}",
                count=len(names),
                items=", ".join(names[:MOST_NAMED]) + (", …" if len(names) > MOST_NAMED else ""),
            )
        if self.paper.u0 is None:
            flags = self.paper.flags
            return Message("no mark: the paper could not be marked ({flags})", flags=", ".join(map(str, flags)))
        return _doubt(self.open_flags)

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look: an open flag, or an unreadable item."""
        return bool(self.open_flags or self.unread)


@dataclass(frozen=True, slots=True)
class Gradebook:
    """All marks of a class in one exam; `strays` are papers of nobody that the teacher has not set aside."""

    exam: Exam
    rows: tuple[GradebookRow, ...]
    unassigned: tuple[Paper, ...]
    problems: tuple[Problem, ...]

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers, those of the roster first."""
        return (*(row.paper for row in self.rows if row.paper is not None), *self.unassigned)

    @property
    def all_rows(self) -> tuple[GradebookRow, ...]:
        """The rows of the roster, then one for each paper that belongs to nobody."""
        return (*self.rows, *(GradebookRow(Student(name=paper.student), paper.u0, paper) for paper in self.unassigned))

    @property
    def out_of(self) -> Fraction:
        """The most that a mark can be."""
        return next((row.marked.out_of for row in self.rows if row.marked), self.exam.points)

    @property
    def has_marks(self) -> bool:
        """Whether marks are something else than points."""
        return any(row.marked and row.marked.mark for row in self.rows)

    @property
    def files(self) -> dict[str, str]:
        """The identifier of the student of each paper of the roster, by its place."""
        return {str(row.paper.place): row.student.id for row in self.rows if row.paper is not None}

    def student_label(self, student: str) -> str:
        """Return a student of the roster, by identifier, as people call them: "s02, Nash Eva"; else the text itself."""
        return next((row.student.label for row in self.rows if row.student.id == student), student)

    @property
    def absent(self) -> tuple[str, ...]:
        """Identifiers of the students who handed nothing in, but for those whom the teacher has settled."""
        return tuple(row.student.id for row in self.rows if NO_PAPER in row.open_flags)

    @property
    def needs_teacher(self) -> bool:
        """Whether a person must look at something."""
        return bool(self.problems or self.unassigned) or any(row.needs_teacher for row in self.rows)


NATIONAL = re.compile(r"[0-9]{9}[0-9A-Z][A-Z]", re.IGNORECASE)
"""The national number of a student, INE."""


def anonymous(gradebook: Gradebook) -> Gradebook:
    """Return the gradebook with identifiers only: no name, no file (its name may be one), no further column.

    Students are known by their u₀ where identifiers say who somebody is. What a paper of nobody says of its student
    goes too, and why the teacher settled a flag; an answer may still hold a name.
    """
    students = [row.student for row in gradebook.rows]
    names = [
        ({*student.id.casefold().split()}, {*student.both_names.casefold().split()}, student.id) for student in students
    ]
    is_telling = any(own & name or "@" in text or NATIONAL.fullmatch(text) for own, name, text in names)
    rows = []
    for row in gradebook.rows:
        known = Student(str(row.u0)) if is_telling else Student(row.student.id, file=row.student.file)
        missing = tuple(map(_reasonless, row.missing))
        rows.append(replace(row, student=known, paper=_unnamed(row.paper, known.id), extra={}, missing=missing))
    strays = tuple(paper for stray in gradebook.unassigned if (paper := _unnamed(stray, "")) is not None)
    problems = tuple(replace(problem, place="") for problem in gradebook.problems)
    return replace(gradebook, rows=tuple(rows), unassigned=strays, problems=problems)


def _unnamed(paper: Paper | None, student: str) -> Paper | None:
    if paper is None:
        return None
    return replace(paper, place=Place(""), student=student, flags=tuple(map(_reasonless, paper.flags)))


def _reasonless(flag: Flag) -> Flag:
    """A flag without whom it speaks of and why it was settled, and without the name of a file."""
    names_file = flag.slug in (NOT_READABLE.slug, UNREAD_IN_TIME.slug)
    return replace(flag, other_student="", reason="", detail="…" if names_file else flag.detail)


def seed_owner(flag: Flag, gradebook: Gradebook, lang: str) -> str:
    """Return who has the seed that a flag names, in "fr" or "en": "s02, Nash Eva"; "" for nobody, or no such flag."""
    seed = named_seed(flag)
    if seed is None:
        return ""
    model = (shared_words(lang)["model_sheet"],) if seed == gradebook.exam.model_seed else ()
    return " ; ".join((*model, *(row.student.label for row in gradebook.rows if row.u0 == seed)))


def named_seed(flag: Flag) -> int | None:
    """Return the other seed that a flag names, None when it names none."""
    text = flag.detail.partition("=")[0]
    return int(text) if flag.slug in NAMING_A_SEED and text.isdecimal() else None


def papers_with_answers_of(row: GradebookRow, gradebook: Gradebook) -> tuple[str, ...]:
    """Return in whose papers the answers to the seed of a student stand, by the open flags of those papers."""
    return tuple(
        other.student.label
        for other in gradebook.rows
        if other.student != row.student
        and any(flag.slug == ANSWERS_OF_SEED.slug and named_seed(flag) == row.u0 for flag in other.open_flags)
    )


SCHEMA = "corrige/grade/1"


def marks_json(gradebook: Gradebook) -> bytes:
    """Return all papers of a class as one JSON document."""
    return json_bytes(marks_document(gradebook.exam.name, gradebook.papers, gradebook.problems))


def marks_document(exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = ()) -> dict[str, object]:
    """Return the promised JSON document; `problems` lists the files that could not be read at all."""
    return {
        "schema": SCHEMA,
        "exam": exam,
        "papers": [paper.to_json() for paper in papers],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }
