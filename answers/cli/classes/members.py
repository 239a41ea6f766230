"""corrige class init, add and remove: a class from a list of students, those who come late, those who leave."""

import shlex
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.classroom.folder import roster_folder, start_class, start_sitting
from answers.classroom.lock import locked
from answers.classroom.members import add_pupils, remove_pupil
from answers.classroom.roster import Pupil, read_roster, roster_csv
from answers.cli.common import counts
from answers.cli.common.options import ExamFolders, Folder
from answers.cli.common.output import say, say_problems
from answers.errors import CorrigeError
from answers.exam.identity import Student
from answers.files import read_limited
from answers.messages import Message


def init(
    folder: Folder,
    *,
    exam: Annotated[str, typer.Option("--exam", metavar="EXAM", help="Name of the exam.")],
    students: Annotated[
        Path | None,
        typer.Option("--students", metavar="FILE", help="The list: CSV or XLSX, as Moodle, Canvas, Pronote export it."),
    ] = None,
    sitting: Annotated[
        str, typer.Option("--sitting", metavar="NAME", help="Folder of one more sitting, for the list of the class.")
    ] = "",
    known_by: Annotated[
        str, typer.Option("--known-by", metavar="COLUMN", help="The column of the list that identifies students.")
    ] = "",
    exams: ExamFolders = None,
    lang: Annotated[Literal["fr", "en"], typer.Option("--lang", help="Language of the sheets.")] = "fr",
) -> None:
    """Start a class from the list of its students; without a list, one more exam of the class in DIR."""
    if students is None:
        cohort = start_sitting(folder, exam, sitting, lang, tuple(exams or ()))
    else:
        roster = read_roster(read_limited(students), str(students), known_by)
        cohort = start_class(folder / sitting, exam, roster.pupils, lang, tuple(exams or ()))
        say_problems(roster.notes)
    say(
        Message(
            "class of {count} in {folder}; now run: corrige class seeds {folder}",
            count=len(cohort.pupils),
            folder=shlex.quote(str(cohort.folder)),
        )
    )
    if cohort.exam.advice:
        say(Message("{exam}: {advice}", exam=cohort.exam.name, advice=cohort.exam.advice))


def add(
    folder: Folder,
    students: Annotated[Path | None, typer.Argument(metavar="FILE", help="A list: CSV or XLSX.")] = None,
    *,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of one student.")] = "",
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Name of this student.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", metavar="TEXT", help="First name of this student.")] = "",
) -> None:
    """Add students to the list of the class: those of a list who are not in it yet, or one."""
    if (students is None) == (not student):
        raise CorrigeError.one("name a list, or one student with --student")
    content = read_limited(students) if students else roster_csv([Pupil(Student(student, name, first_name))])
    listed = read_roster(content, str(students or "--student"))
    with locked(roster_folder(folder.absolute())):
        added = add_pupils(folder, listed.pupils)
    say_problems((*listed.notes, *added.roster.notes))
    say(
        Message(
            "{added}, {known} in the class already; {students}",
            added=Message("{count} added", plural="{count} added", count=len(added.new)),
            known=len(added.known),
            students=counts.students(len(added.roster.pupils)),
        )
    )
    if any(pupil.u0 is None for pupil in added.roster.pupils):
        say(Message("now run: corrige class seeds {folder}", folder=shlex.quote(str(folder))))


def remove(
    folder: Folder,
    student: Annotated[str, typer.Argument(metavar="STUDENT", help="Identifier, as in students.csv.")],
) -> None:
    """Take a student off the list; sheets, feedback and marks are set aside, and come back with `class add`."""
    with locked(roster_folder(folder.absolute())):
        paths = remove_pupil(folder, student)
    if paths:
        say(Message("{student} is no longer in the class, set aside:", student=student))
    else:
        say(Message("{student} is no longer in the class", student=student))
    for path in paths:
        say(f"  {path}")
