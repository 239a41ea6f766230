"""The gradebook of a class: a row for each student, papers without a student, and files that could not be read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.files import json_bytes
from answers.flags import (
    ANSWERS_OF_SEED,
    BLANK_PAPER,
    ERRORS_OF_SEED,
    FIELDS_MISSING,
    FILE_OF_ANOTHER,
    IN_EARLIER_FILE,
    NO_PAPER,
    NOT_READABLE,
    ON_SHEET_OF_ANOTHER,
    SCAN_INCOMPLETE,
    TO_BE_MARKED,
    U0_CHANGED,
    U0_MISCOPIED,
    UNREAD_IN_TIME,
    Flag,
    Place,
)
from answers.messages import Message
from answers.paper import Mark, Paper, rounded
from answers.sheets.identity import Student

MARKS, GRADEBOOK = "marks.json", "gradebook.csv"
"""The files of marks that `class grade` writes."""
MAX_NAMED = 5
"""The most items that a message names."""
ANSWERS_MAY_BE_MISSING = frozenset({BLANK_PAPER.slug, FIELDS_MISSING.slug, SCAN_INCOMPLETE.slug})
"""Slugs of flags of a paper whose file may lack answers that the student wrote."""
STUDENT_IN_DOUBT = frozenset({FILE_OF_ANOTHER.slug, IN_EARLIER_FILE.slug, ON_SHEET_OF_ANOTHER.slug})
"""Slugs of flags of a paper that may belong to another student."""
SEED_IN_DOUBT = frozenset({ANSWERS_OF_SEED.slug, U0_CHANGED.slug, U0_MISCOPIED.slug})
"""Slugs of flags of a paper that may answer another seed than the one it was marked with."""
NAMING_A_SEED = (ANSWERS_OF_SEED.slug, ERRORS_OF_SEED.slug, U0_MISCOPIED.slug)
"""Slugs of flags whose detail names another seed."""


TEMPLATES = {
    STUDENT_IN_DOUBT: "no mark yet: the paper may be that of another student ({flag})",
    SEED_IN_DOUBT: "no mark yet: the answers may be those to the data of another u₀ ({flag})",
    ANSWERS_MAY_BE_MISSING: "no mark yet: some answers of the student may be missing in the file and would count as "
    "blank ({flag})",
}
"""Why the mark may be wrong, by the slugs of the open flags that say so; the first that applies is reported."""


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """One student of the class, with seed and paper."""

    student: Student
    u0: int | None
    """The seed u₀ of the student; None if the student has no seed."""
    paper: Paper | None
    """The student's paper that counts; None if there is no readable paper."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """The further columns of the class list: text by header."""
    missing: tuple[Flag, ...] = (NO_PAPER,)
    """The flags if there is no paper: nothing was handed in, or no file could be read."""

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the paper; without a paper, the flags that say why ("no-paper", "not-readable")."""
        return self.missing if self.paper is None else self.paper.flags

    @property
    def marked(self) -> Paper | None:
        """The paper if it has marks; None without a paper, or if the seed of the paper is unknown."""
        return None if self.paper is None or self.paper.u0 is None else self.paper

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """The flags that the teacher must still examine."""
        return tuple(flag for flag in self.flags if flag.needs_teacher)

    @property
    def unread(self) -> tuple[tuple[str, Mark], ...]:
        """The items of the paper that could not be read or marked, as pairs of name and mark."""
        return self.paper.unread if self.paper is not None else ()

    @property
    def absence(self) -> Flag | None:
        """The flag "no-paper", if the student has no paper and the teacher acknowledged the absence; else None."""
        acknowledged = (flag for flag in self.missing if flag.slug == NO_PAPER.slug and flag.is_acknowledged)
        return next(acknowledged, None) if self.paper is None else None

    @property
    def value(self) -> Fraction | None:
        """The mark shown to the teacher: that of a marked paper, 0 for an absence that counts as zero, else None.

        The mark is provisional while the paper has unread items or open flags. Students get only `final_mark`.
        """
        if self.marked:
            return self.marked.value
        return Fraction(0) if self.absence and self.absence.is_zero else None

    @property
    def final_mark(self) -> Fraction | None:
        """The mark that may be published; None without a mark, or while the teacher must decide (see `undecided`)."""
        return None if self.undecided else self.value

    @property
    def undecided(self) -> Message | None:
        """The reason why no mark may be published before the teacher decides; None if nothing is undecided.

        Reasons: a missing paper whose absence is not acknowledged, or a paper that could not be marked; unread answers;
        a paper that may belong to another student or answer another seed; answers that may be missing and would count
        as blank.
        """
        if self.paper is None:
            flag = next(iter(self.open_flags), None)
            if flag is not None and flag.slug == NOT_READABLE.slug:
                return Message("no mark: the file received cannot be read: {file}", file=flag.detail)
            if flag is not None and flag.other_student:
                return Message(
                    "no mark: this student has no paper, but these papers without a student may be this student's: "
                    "{papers}",
                    papers=flag.other_student,
                )
            cause = Message(
                "no mark: this student has no paper, and you have not decided whether the absence is excused or "
                "counts as 0"
            )
            return cause if flag else None
        if self.unread:
            unmarked = [name for name, mark in self.unread if mark.note == TO_BE_MARKED]
            names = unmarked or [name for name, _ in self.unread]
            items = ", ".join(names[:MAX_NAMED]) + (", …" if len(names) > MAX_NAMED else "")
            unread = Message(
                "no mark yet: {count} answer has not been read: {items}",
                plural="no mark yet: {count} answers have not been read: {items}",
                count=len(names),
                items=items,
            )
            written = Message(
                "no mark yet: {count} written answer has not been marked: {items}",
                plural="no mark yet: {count} written answers have not been marked: {items}",
                count=len(names),
                items=items,
            )
            return written if unmarked else unread
        if self.paper.u0 is None:
            flags = self.paper.flags
            return Message("no mark: the paper could not be marked ({flags})", flags=", ".join(map(str, flags)))
        open_flags = {flag.slug: flag for flag in reversed(self.open_flags)}
        doubts = ((open_flags.keys() & slugs, template) for slugs, template in TEMPLATES.items())
        return next((Message(template, flag=open_flags[min(found)]) for found, template in doubts if found), None)

    @property
    def needs_teacher(self) -> bool:
        """Whether the teacher must examine the row, since it has an open flag or an unread item."""
        return bool(self.open_flags or self.unread)


@dataclass(frozen=True, slots=True)
class SettledItem:
    """An item that the teacher decided in the same way for all students, with the reason.

    `decision` is "right" if everybody gets all points, or "left-out" if the item does not count; `points` are then the
    points that no student can earn.
    """

    item: str
    decision: str
    reason: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Gradebook:
    """All marks of a class in an exam, a row for each student in the order of the class list."""

    exam: Exam
    rows: tuple[GradebookRow, ...]
    unassigned: tuple[Paper, ...]
    """The papers without a student, except those set aside, and the earlier papers flagged "several-papers"."""
    problems: tuple[Problem, ...]
    """The files that could not be read, each with a remedy."""
    settled: tuple[SettledItem, ...] = ()
    """The items that the teacher decided for all students."""

    def row_of(self, student: str) -> GradebookRow | None:
        """Return the row of the student with an identifier; None if the student is not in the class."""
        return next((row for row in self.rows if row.student.id == student), None)

    @property
    def points(self) -> Fraction:
        """The highest possible number of points, without items that are left out for all students."""
        return self.exam.points - sum((item.points for item in self.settled), Fraction(0))

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers: those of the students in the order of the rows, then the papers without a student."""
        return (*(row.paper for row in self.rows if row.paper is not None), *self.unassigned)

    @property
    def all_rows(self) -> tuple[GradebookRow, ...]:
        """The rows of the students, then a row for each paper without a student."""
        return (*self.rows, *(GradebookRow(Student(name=paper.student), paper.u0, paper) for paper in self.unassigned))

    @property
    def out_of(self) -> Fraction:
        """The highest possible mark: that of the marked papers; the points of the exam if no paper is marked."""
        return next((row.marked.out_of for row in self.rows if row.marked), self.points)

    @property
    def has_marks(self) -> bool:
        """Whether the marks differ from the points, since a scale, a bonus or a penalty applies."""
        return any(row.marked and row.marked.mark for row in self.rows)

    @property
    def files(self) -> dict[str, str]:
        """The identifier of the student of each assigned paper, by the place of the paper (a file, or a row in it)."""
        return {str(row.paper.place): row.student.id for row in self.rows if row.paper is not None}

    def student_label(self, student: str) -> str:
        """Return the label of the student with an identifier, such as "s02, Nash Eva"; any other text unchanged."""
        return next((row.student.label for row in self.rows if row.student.id == student), student)

    @property
    def absent(self) -> tuple[str, ...]:
        """The identifiers of students without a paper whose absence the teacher has not acknowledged."""
        return tuple(row.student.id for row in self.rows if NO_PAPER in row.open_flags)

    @property
    def needs_teacher(self) -> bool:
        """Whether the teacher must examine a row, a paper without a student, or an unreadable file."""
        return bool(self.problems or self.unassigned) or any(row.needs_teacher for row in self.rows)


NATIONAL = re.compile(r"[0-9]{9}[0-9A-Z][A-Z]", re.IGNORECASE)
"""A French national student number (INE)."""


def anonymous_gradebook(gradebook: Gradebook) -> Gradebook:
    """Return a copy of the gradebook without names, file names, extra columns of the class list, and reasons of flags.

    Students keep their identifiers. But if any identifier contains a name, or is an e-mail address or a national
    number, all students have their seeds as identifiers. Answers stay as the students wrote them, and may contain a
    name.
    """
    students = [row.student for row in gradebook.rows]
    names = [
        ({*student.id.casefold().split()}, {*student.both_names.casefold().split()}, student.id) for student in students
    ]
    is_identifying = any(words & name or "@" in text or NATIONAL.fullmatch(text) for words, name, text in names)
    rows = []
    for row in gradebook.rows:
        student = Student(str(row.u0)) if is_identifying else Student(row.student.id, file=row.student.file)
        missing = tuple(map(_anonymous_flag, row.missing))
        paper = None if row.paper is None else _anonymous_paper(row.paper, student.id)
        rows.append(replace(row, student=student, paper=paper, extra={}, missing=missing))
    unassigned = tuple(_anonymous_paper(paper, "") for paper in gradebook.unassigned)
    problems = tuple(replace(problem, place="") for problem in gradebook.problems)
    return replace(gradebook, rows=tuple(rows), unassigned=unassigned, problems=problems)


def _anonymous_paper(paper: Paper, student: str) -> Paper:
    """Return a paper without file name, with `student` as its identifier and anonymous flags."""
    return replace(paper, place=Place(""), student=student, flags=tuple(map(_anonymous_flag, paper.flags)))


def _anonymous_flag(flag: Flag) -> Flag:
    """Return a flag without the other student whom it names, the teacher's reason and the name of a file."""
    names_file = flag.slug in (NOT_READABLE.slug, UNREAD_IN_TIME.slug)
    return replace(flag, other_student="", reason="", detail="…" if names_file else flag.detail)


def seed_owner(flag: Flag, gradebook: Gradebook, lang: str) -> str:
    """Return the labels of the students who have the seed that a flag names, after those of the model sheet, or ""."""
    seed = named_seed(flag)
    if seed is None:
        return ""
    model = (shared_words(lang)["model_sheet"],) if seed == gradebook.exam.model_seed else ()
    return " ; ".join((*model, *(row.student.label for row in gradebook.rows if row.u0 == seed)))


def named_seed(flag: Flag) -> int | None:
    """Return the seed that a flag such as "answers-of-seed-17" names; None if the flag names no seed."""
    text = flag.detail.partition("=")[0]
    return int(text) if flag.slug in NAMING_A_SEED and text.isdecimal() else None


def papers_with_answers_of(row: GradebookRow, gradebook: Gradebook) -> tuple[str, ...]:
    """Return the labels of other students whose papers, as an open flag says, have the answers to this row's seed."""
    return tuple(
        other.student.label
        for other in gradebook.rows
        if other.student != row.student
        and any(flag.slug == ANSWERS_OF_SEED.slug and named_seed(flag) == row.u0 for flag in other.open_flags)
    )


SCHEMA = "corrige/grade/1"


def marks_json(gradebook: Gradebook) -> bytes:
    """Return the content of `marks.json`, with all papers of a class."""
    return json_bytes(marks_document(gradebook.exam.name, gradebook.papers, gradebook.problems, gradebook.settled))


def marks_document(
    exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = (), settled: Sequence[SettledItem] = ()
) -> dict[str, object]:
    """Return papers as a JSON document; `problems` are the files that could not be read at all."""
    document: dict[str, object] = {
        "schema": SCHEMA,
        "exam": exam,
        "papers": [paper.to_json() for paper in papers],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }
    if settled:
        document["settled"] = [
            {"item": item.item, "decision": item.decision, "reason": item.reason, "points": rounded(item.points)}
            for item in settled
        ]
    return document
