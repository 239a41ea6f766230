"""corrige class sheets: the blank sheets, a file a student and one for the photocopier, and the seating list."""

from typing import Annotated

import typer

from answers.cli.common.engine import chosen_engine
from answers.cli.common.options import Dask, Folder, Force, Jobs
from answers.cli.common.output import counting, say
from answers.messages import Message


def sheets(
    folder: Folder,
    *,
    one_file: Annotated[
        bool, typer.Option("--one-file", help="All for the photocopier in DIR/sheets.pdf, both sides, a list first.")
    ] = False,
    subject: Annotated[bool, typer.Option("--subject", help="In that file, the subject after each sheet.")] = False,
    seating: Annotated[bool, typer.Option("--seating", help="Write who sits where to DIR/seating.pdf.")] = False,
    jobs: Jobs = None,
    dask: Dask = None,
    force: Force = False,
) -> None:
    """Print the blank sheet of every student to DIR/sheets; begun again, it goes on."""
    from answers.classroom.folder import open_class
    from answers.classroom.lock import locked
    from answers.classroom.printing.drawing import Press
    from answers.classroom.printing.printing import print_seating, print_sheets, print_together
    from answers.errors import CorrigeError
    from answers.executors.workers import workers

    if subject and not one_file:
        raise CorrigeError.one("--subject without --one-file", remedy="add --one-file, or see `corrige class subject`")
    with locked(folder), workers(chosen_engine(jobs, dask)) as spread:
        cohort = open_class(folder)
        with counting("sheets", len(cohort.pupils)) as progress:
            press = Press(spread, force, progress)
            paths = print_sheets(cohort, press)
        say(Message("{count} sheets in {folder}", count=len(paths), folder=folder / "sheets"))
        if one_file:
            with counting("sheets on paper", len(cohort.pupils)) as progress:
                path = print_together(cohort, Press(spread, force, progress), with_subject=subject)
            say(Message("for the photocopier: {path}", path=path))
        if seating:
            say(Message("for the room: {print_seating}", print_seating=print_seating(cohort, Press(overwrite=force))))
