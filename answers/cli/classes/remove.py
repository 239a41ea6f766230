"""corrige class remove: a student who left."""

from typing import Annotated

import typer

from answers.cli.common.options import Folder
from answers.cli.common.output import say
from answers.messages import Message


def remove(
    folder: Folder,
    student: Annotated[str, typer.Argument(metavar="STUDENT", help="Identifier, as in students.csv.")],
) -> None:
    """Take a student off the list; sheets, feedback and marks are set aside, and come back with `class add`."""
    from answers.classroom.folder import roster_folder
    from answers.classroom.lock import locked
    from answers.classroom.members import remove_pupil

    with locked(roster_folder(folder.absolute())):
        paths = remove_pupil(folder, student)
    if paths:
        say(Message("{student} is no longer in the class, set aside:", student=student))
    else:
        say(Message("{student} is no longer in the class", student=student))
    for path in paths:
        say(f"  {path}")
