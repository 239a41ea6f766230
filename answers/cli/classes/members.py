"""corrige class init, add and remove: start a class from a list of students, add students, remove a student."""

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.classroom.folder import locked, open_class, roster_folder, start_class, start_sitting
from answers.classroom.marks import author_name
from answers.classroom.members import TeacherAnswers, add_students, remove_student
from answers.classroom.roster import Enrollment, Roster, identifying_columns, read_roster, roster_csv, with_key_column
from answers.cli.common import counts
from answers.cli.common.options import ExamFolders, Folder
from answers.cli.common.output import needs_person, print_message, print_next_command, print_problems
from answers.errors import CorrigeError
from answers.files import read_limited
from answers.messages import Message
from answers.sheets.identity import Student

KnownBy = Annotated[
    str, typer.Option("--known-by", metavar="COLUMN", help="Column of the list that identifies students.")
]

Encoding = Annotated[
    str, typer.Option("--encoding", metavar="NAME", help="Encoding of a CSV list: windows, mac, dos, utf-8 …")
]


def init(
    folder: Folder,
    *,
    exam: Annotated[str, typer.Option("--exam", metavar="EXAM", help="Name of the exam.")],
    students: Annotated[
        Path | None,
        typer.Option(
            "--students", metavar="FILE", help="The list that Moodle, Canvas or Pronote exports: CSV, XLSX, ODS."
        ),
    ] = None,
    sitting: Annotated[
        str, typer.Option("--sitting", metavar="NAME", help="Folder of another session with the same list of students.")
    ] = "",
    known_by: KnownBy = "",
    encoding: Encoding = "",
    exams: ExamFolders = None,
    lang: Annotated[Literal["fr", "en"], typer.Option("--lang", help="Language of the answer sheets.")] = "fr",
) -> None:
    """Start a class from the list of its students; without a list, add an exam to the class in DIR."""
    if students is None:
        class_data = start_sitting(folder, exam, sitting, lang, tuple(exams or ()))
    else:
        roster = _read(students, known_by, encoding)
        class_data = start_class(folder / sitting, exam, with_key_column(roster), lang, tuple(exams or ()))
        print_problems(roster.notes)
    print_message(
        "class of {count} student in {folder}",
        plural="class of {count} students in {folder}",
        count=len(class_data.enrollments),
        folder=class_data.folder,
    )
    if class_data.exam.advice:
        print_message(
            "before you use the exam {exam}: {advice}", exam=class_data.exam.name, advice=class_data.exam.advice
        )
    print_next_command("class", "seeds", class_data.folder)


def _read(students: Path, known_by: str, encoding: str, present: Sequence[Enrollment] = ()) -> Roster:
    """Read a list of students, and ask the teacher for a column if several columns could identify the students.

    `known_by` is the column that identifies students, "" to find it. With `present`, the enrollments of an existing
    class, it is the column with most of their identifiers; if no column has any, columns that the class has besides
    identifier and name are excluded.
    """
    content = read_limited(students)
    texts_of = identifying_columns(content, str(students), encoding)
    columns = list(texts_of)
    if not known_by and present:
        known_ids = {enrollment.student.id.casefold() for enrollment in present}
        shared = {column: sum(text.casefold() in known_ids for text in texts) for column, texts in texts_of.items()}
        extra_columns = {header for enrollment in present for header, _ in enrollment.extra}
        if any(shared.values()):
            columns = [max(columns, key=lambda column: shared[column])]
        else:
            columns = [column for column in columns if column not in extra_columns]
    if not known_by and len(columns) > 1:
        place, names = str(students), ", ".join(map(repr, columns))
        typed = ""
        if sys.stdin.isatty():
            print_message(
                "{place}: several columns identify the students; which column shall be printed on sheets and "
                "listed with marks?",
                place=place,
            )
            for number, column in enumerate(columns, 1):
                print_message(f"  {number}  {column}")
            print_message("number of the column (Enter for 1):")
            typed = sys.stdin.readline()
        at = int(typed.strip() or 1) if typed and typed.strip("0123456789 \n") == "" else 0
        if not 1 <= at <= len(columns):
            remedy = Message(
                "choose the column printed on sheets and marks: --known-by {name}", name=shlex.quote(columns[0])
            )
            cause = Message("several columns could identify the students: {names}", names=names)
            raise CorrigeError.single(cause, place=place, remedy=remedy)
        known_by = columns[at - 1]
    return read_roster(content, str(students), known_by or "".join(columns), encoding)


def add(
    folder: Folder,
    students: Annotated[Path | None, typer.Argument(metavar="FILE", help="List of students: CSV, XLSX or ODS.")] = None,
    *,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of one student.")] = "",
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Name of this student.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", metavar="TEXT", help="First name of this student.")] = "",
    known_by: KnownBy = "",
    encoding: Encoding = "",
    same: Annotated[
        list[str] | None,
        typer.Option(
            "--same",
            metavar="WHO[=ID]",
            help="Person of the list who is already in the class, if needed with the identifier in the class; "
            "`all` stands for all persons.",
        ),
    ] = None,
    new: Annotated[
        list[str] | None,
        typer.Option(
            "--new", metavar="WHO", help="Person of the list who is not in the class yet; `all` stands for all persons."
        ),
    ] = None,
) -> None:
    """Add students to the list of the class: the new students of a list, or a single student."""
    if (students is None) == (not student):
        raise CorrigeError.single("the command needs either FILE, a list of students, or one student with --student ID")
    if students is None:
        listed = read_roster(roster_csv([Enrollment(Student(student, name, first_name))]), "--student")
    else:
        listed = _read(students, known_by, encoding, open_class(folder).enrollments)
    pairs = (option.rpartition("=") if "=" in option else (option, "", "") for option in same or ())
    answers = TeacherAnswers({name: whom for name, _, whom in pairs}, frozenset(new or ()))
    with locked(roster_folder(folder)):
        added = add_students(folder, listed, answers)
    print_problems((*listed.notes, *added.roster.notes, *added.ineffective, *added.unresolved))
    print_message(
        "{added}, {known} already in the class; the class now has {students}",
        added=Message("{count} student added", plural="{count} students added", count=len(added.new)),
        known=len(added.known),
        students=counts.students(len(added.roster.enrollments)),
    )
    if added.unresolved:
        print_message(
            "{count} person was not added, since it is not clear whether the class has this person already; "
            "see the remedy above",
            plural="{count} persons were not added, since it is not clear whether the class has them already; see the "
            "remedies above",
            count=len(added.unresolved),
        )
    if any(enrollment.u0 is None for enrollment in added.roster.enrollments):
        print_next_command("class", "seeds", folder)
    needs_person(bool(added.unresolved or added.ineffective))


def remove(
    folder: Folder,
    student: Annotated[
        str, typer.Argument(metavar="STUDENT", help="Identifier, as in students.csv, or name of the student.")
    ],
) -> None:
    """Remove a student from the list; sheet, feedback and marks are set aside, and return with `class add`."""
    with locked(roster_folder(folder)):
        member, paths = remove_student(folder, student, author_name())
    if paths:
        print_message(
            "{student} is no longer in the class; these files were set aside, and `corrige class add` brings "
            "them back:",
            student=member.label,
        )
    else:
        print_message("{student} is no longer in the class", student=member.label)
    for path in paths:
        print_message(f"  {path}")
