"""corrige class sheets: the blank sheet of every student."""

from answers.cli.common.options import Folder, Force
from answers.cli.common.output import say, working


def sheets(folder: Folder, *, force: Force = False) -> None:
    """Print the blank sheet of every student to DIR/sheets."""
    from answers.classroom.folder import open_class, write_sheets
    from answers.classroom.lock import locked

    with working("printing the sheets"), locked(folder):
        paths = write_sheets(open_class(folder), overwrite=force)
    say(f"{len(paths)} sheets in {folder / 'sheets'}")
