"""One command at a time in the folder of a class: two that write at once would each undo the other's work."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from answers.errors import CorrigeError, reason
from answers.messages import Message

LOCK = ".corrige.lock"
POLL = 0.02


@contextmanager
def locked(folder: Path, patience: float = 0) -> Iterator[None]:
    """Hold the folder of a class; the system lets go of it when the program ends, however it ends.

    A folder that another program holds for longer than `patience` seconds, or that cannot be written, raises
    CorrigeError. Not guaranteed: on a network drive whose system does not pass locks on.
    """
    from filelock import FileLock, Timeout

    if not folder.is_dir():  # whoever opens the class says so
        yield
        return
    lock = FileLock(folder / LOCK, timeout=patience, poll_interval=POLL)
    try:
        lock.acquire()
    except Timeout as error:
        raise CorrigeError.one(
            "another command is at work in this class", place=str(folder), remedy="wait until it has ended"
        ) from error
    except OSError as error:
        raise CorrigeError.one(
            Message("cannot be used: {cause}", cause=reason(error)),
            place=str(folder / LOCK),
            remedy="check that the folder is yours to write",
        ) from error
    try:
        yield
    finally:
        lock.release()
