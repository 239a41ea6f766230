"""The gradebook of a class: a row for each student, unassigned papers, files that could not be read."""

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
"""The files that marking a class writes."""
MAX_NAMED = 5
ANSWERS_MAY_BE_MISSING = frozenset({BLANK_PAPER.slug, FIELDS_MISSING.slug, SCAN_INCOMPLETE.slug})
"""Flags of papers that may have answers missing from the file."""
STUDENT_IN_DOUBT = frozenset({FILE_OF_ANOTHER.slug, ON_SHEET_OF_ANOTHER.slug})
"""Flags of papers that may belong to another student."""
SEED_IN_DOUBT = frozenset({ANSWERS_OF_SEED.slug, U0_CHANGED.slug, U0_MISCOPIED.slug})
"""Flags of papers that may be answered for another seed than the seed of the marking."""
NAMING_A_SEED = (ANSWERS_OF_SEED.slug, ERRORS_OF_SEED.slug, U0_MISCOPIED.slug)


def _doubt(flags: Sequence[Flag]) -> Message | None:
    """Return why the mark may be wrong for the student, according to the open flags of the paper; else None."""
    by_slug = {flag.slug: flag for flag in reversed(flags)}
    if slugs := STUDENT_IN_DOUBT & by_slug.keys():
        return Message("no mark yet: perhaps the paper of another student ({flag})", flag=by_slug[min(slugs)])
    if slugs := SEED_IN_DOUBT & by_slug.keys():
        return Message("no mark yet: perhaps answered for another u₀ ({flag})", flag=by_slug[min(slugs)])
    if slugs := ANSWERS_MAY_BE_MISSING & by_slug.keys():
        return Message("no mark yet: answers may be missing ({flag})", flag=by_slug[min(slugs)])
    return None


@dataclass(frozen=True, slots=True)
class GradebookRow:
    """A student of the roster with their seed and their paper."""

    student: Student
    u0: int | None
    """The seed of the student; None without one."""
    paper: Paper | None
    """The paper that counts; None if there is no readable paper."""
    extra: Mapping[str, str] = field(default_factory=dict)
    """The further columns of the class list, by their names."""
    missing: tuple[Flag, ...] = (NO_PAPER,)
    """The flags of a student without a paper: no paper, or unreadable files."""

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the paper, or of its absence."""
        return self.missing if self.paper is None else self.paper.flags

    @property
    def marked(self) -> Paper | None:
        """The paper, if its seed is known, so that it has marks; else None."""
        return None if self.paper is None or self.paper.u0 is None else self.paper

    @property
    def open_flags(self) -> tuple[Flag, ...]:
        """The flags that the teacher must examine."""
        return tuple(flag for flag in self.flags if flag.needs_teacher)

    @property
    def unread(self) -> tuple[tuple[str, Mark], ...]:
        """The unreadable items of the paper, each with its name."""
        return self.paper.unread if self.paper is not None else ()

    @property
    def absence(self) -> Flag | None:
        """The flag "no-paper", if the student has no paper and the teacher acknowledged this; else None."""
        acknowledged = (flag for flag in self.missing if flag.slug == NO_PAPER.slug and flag.is_acknowledged)
        return next(acknowledged, None) if self.paper is None else None

    @property
    def value(self) -> Fraction | None:
        """The mark for the teacher: of the marked paper, 0 for an absence that counts as zero, else None.

        It is provisional while the paper has unreadable items or open flags. Published marks are `final_mark`.
        """
        if self.marked:
            return self.marked.value
        return Fraction(0) if self.absence and self.absence.is_zero else None

    @property
    def final_mark(self) -> Fraction | None:
        """The mark that may be published; None if there is none or the teacher must decide first: see `undecided`."""
        return None if self.undecided else self.value

    @property
    def undecided(self) -> Message | None:
        """The reason why no mark may be published before the teacher decides; None if a mark may be published.

        Reasons: no paper, or a paper that could not be marked; unread answers; a paper that may belong to another
        student or be answered for another seed; answers that may be missing and would count as blank.
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
            unmarked = [name for name, mark in self.unread if mark.note == TO_BE_MARKED]
            names = unmarked or [name for name, _ in self.unread]
            items = ", ".join(names[:MAX_NAMED]) + (", …" if len(names) > MAX_NAMED else "")
            cause = Message(
                "no mark yet: {count} answer has not been read: {items}",
                plural="no mark yet: {count} answers have not been read: {items}",
                count=len(names),
                items=items,
            )
            if unmarked:
                cause = Message(
                    "no mark yet: {count} written answer has not been marked: {items}",
                    plural="no mark yet: {count} written answers have not been marked: {items}",
                    count=len(names),
                    items=items,
                )
            return cause
        if self.paper.u0 is None:
            flags = self.paper.flags
            return Message("no mark: the paper could not be marked ({flags})", flags=", ".join(map(str, flags)))
        return _doubt(self.open_flags)

    @property
    def needs_teacher(self) -> bool:
        """Whether the teacher must examine the row: it has an open flag or an unreadable item."""
        return bool(self.open_flags or self.unread)


@dataclass(frozen=True, slots=True)
class SettledItem:
    """An item that the teacher settled for everybody: its name, the decision, and the reason.

    The decision is "right", all points to everybody, or "left-out": `points` are then those that nobody can earn.
    """

    item: str
    decision: str
    reason: str
    points: Fraction


@dataclass(frozen=True, slots=True)
class Gradebook:
    """All marks of a class in an exam."""

    exam: Exam
    rows: tuple[GradebookRow, ...]
    unassigned: tuple[Paper, ...]
    """The unassigned papers that the teacher has not set aside."""
    problems: tuple[Problem, ...]
    """The files that could not be read."""
    settled: tuple[SettledItem, ...] = ()
    """The items that the teacher settled for everybody."""

    @property
    def points(self) -> Fraction:
        """The most points of a paper, without the items that are left out for everybody."""
        return self.exam.points - sum((item.points for item in self.settled), Fraction(0))

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All papers: those of the rows, then the unassigned papers."""
        return (*(row.paper for row in self.rows if row.paper is not None), *self.unassigned)

    @property
    def all_rows(self) -> tuple[GradebookRow, ...]:
        """The rows of the roster, then a row for each unassigned paper."""
        return (*self.rows, *(GradebookRow(Student(name=paper.student), paper.u0, paper) for paper in self.unassigned))

    @property
    def out_of(self) -> Fraction:
        """The maximum of a mark."""
        return next((row.marked.out_of for row in self.rows if row.marked), self.points)

    @property
    def has_marks(self) -> bool:
        """Whether marks differ from points, by a scale, a bonus or a penalty."""
        return any(row.marked and row.marked.mark for row in self.rows)

    @property
    def files(self) -> dict[str, str]:
        """The identifiers of the students by the places of their papers."""
        return {str(row.paper.place): row.student.id for row in self.rows if row.paper is not None}

    def student_label(self, student: str) -> str:
        """Return the label of the student with this identifier, such as "s02, Nash Eva"; else the text itself."""
        return next((row.student.label for row in self.rows if row.student.id == student), student)

    @property
    def absent(self) -> tuple[str, ...]:
        """The identifiers of students without a paper whose absence the teacher has not acknowledged."""
        return tuple(row.student.id for row in self.rows if NO_PAPER in row.open_flags)

    @property
    def needs_teacher(self) -> bool:
        """Whether the teacher must examine a row, an unassigned paper or an unreadable file."""
        return bool(self.problems or self.unassigned) or any(row.needs_teacher for row in self.rows)


NATIONAL = re.compile(r"[0-9]{9}[0-9A-Z][A-Z]", re.IGNORECASE)
"""The national number of a student, INE."""


def anonymous_gradebook(gradebook: Gradebook) -> Gradebook:
    """Return the gradebook without names, file names, further columns of the class list, and reasons of flags.

    Students keep their identifiers, or have their seeds in place of them if an identifier contains a name, is an e-mail
    address or a national number. Texts of answers stay, and may contain a name.
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
    return replace(paper, place=Place(""), student=student, flags=tuple(map(_anonymous_flag, paper.flags)))


def _anonymous_flag(flag: Flag) -> Flag:
    """Return a flag without its other student, its reason and its file name."""
    names_file = flag.slug in (NOT_READABLE.slug, UNREAD_IN_TIME.slug)
    return replace(flag, other_student="", reason="", detail="…" if names_file else flag.detail)


def seed_owner(flag: Flag, gradebook: Gradebook, lang: str) -> str:
    """Return the labels of the students with the seed that a flag names, such as "s02, Nash Eva"; "" if there is none.

    The seed of the model sheet is named in "fr" or "en".
    """
    seed = named_seed(flag)
    if seed is None:
        return ""
    model = (shared_words(lang)["model_sheet"],) if seed == gradebook.exam.model_seed else ()
    return " ; ".join((*model, *(row.student.label for row in gradebook.rows if row.u0 == seed)))


def named_seed(flag: Flag) -> int | None:
    """Return the other seed that a flag names; None if it names none."""
    text = flag.detail.partition("=")[0]
    return int(text) if flag.slug in NAMING_A_SEED and text.isdecimal() else None


def papers_with_answers_of(row: GradebookRow, gradebook: Gradebook) -> tuple[str, ...]:
    """Return the labels of other students whose papers have the answers to this student's seed, by open flags."""
    return tuple(
        other.student.label
        for other in gradebook.rows
        if other.student != row.student
        and any(flag.slug == ANSWERS_OF_SEED.slug and named_seed(flag) == row.u0 for flag in other.open_flags)
    )


SCHEMA = "corrige/grade/1"


def marks_json(gradebook: Gradebook) -> bytes:
    """Return the content of `marks.json`: all papers of a class."""
    return json_bytes(marks_document(gradebook.exam.name, gradebook.papers, gradebook.problems, gradebook.settled))


def marks_document(
    exam: str, papers: Iterable[Paper], problems: Sequence[Problem] = (), settled: Sequence[SettledItem] = ()
) -> dict[str, object]:
    """Return the JSON document of papers; `problems` are the files that could not be read at all.

    `settled` are the items that are settled for everybody; without any, the document does not have them.
    """
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
