"""corrige class subject: the subject, once for all."""

from answers.cli.common.options import Folder, Force
from answers.cli.common.output import say, working
from answers.messages import Message


def subject(folder: Folder, *, force: Force = False) -> None:
    """Print the subject, the same for every student, to DIR/subject.pdf."""
    from answers.classroom.folder import open_class, write_subject
    from answers.classroom.lock import locked

    with working("printing the subject"), locked(folder):
        path = write_subject(open_class(folder), overwrite=force)
    say(Message("the subject is {path}", path=path))
