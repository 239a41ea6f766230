"""corrige class add: students who come late."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.options import Folder
from answers.cli.common.output import say, say_problems
from answers.messages import Message


def add(
    folder: Folder,
    students: Annotated[Path | None, typer.Argument(metavar="FILE", help="A list: CSV or XLSX.")] = None,
    *,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="Identifier of one student.")] = "",
    name: Annotated[str, typer.Option("--name", metavar="TEXT", help="Name of this student.")] = "",
    first_name: Annotated[str, typer.Option("--first-name", metavar="TEXT", help="First name of this student.")] = "",
) -> None:
    """Add students to the list of the class: those of a list who are not in it yet, or one."""
    from answers.classroom.folder import roster_folder
    from answers.classroom.lock import locked
    from answers.classroom.members import add_pupils
    from answers.classroom.roster import Pupil, parse_roster, roster_csv
    from answers.errors import CorrigeError
    from answers.exam.identity import Student
    from answers.files import read_limited

    if (students is None) == (not student):
        raise CorrigeError.one("name a list, or one student with --student")
    content = read_limited(students) if students else roster_csv([Pupil(Student(student, name, first_name))])
    pupils = parse_roster(content, str(students or "--student"))
    with locked(roster_folder(folder.absolute())):
        added = add_pupils(folder, pupils)
    say_problems(added.roster.notes)
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
