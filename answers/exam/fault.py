"""Where an exam's own code or templates failed, so that its author is sent there and nowhere else."""

from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb
from types import FrameType

from answers.errors import Problem
from answers.exam.home import Home
from answers.messages import Message

NAMED = Message(
    "mend it there; a macro knows what its arguments name: {example}", example="question_few_points(drawn, Q)"
)


def fault(error: BaseException, home: Home) -> Problem:
    """Return what an exception in an exam is told as: its kind and message, and the line of the exam that it is about.

    The place is the innermost line in the exam's own files; empty when none of them had a part in it.
    """
    place = next(
        (
            Message("{place}, line {line}", place=file, line=line)
            for file, line in lines(error)
            if _is_inside(file, home)
        ),
        "",
    )
    said = error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)
    cause = Message("{name}: {error}", name=type(error).__name__, error=said)
    for note in getattr(error, "__notes__", ()):
        cause = Message("{cause} ({note})", cause=cause, note=note)
    remedy = NAMED if type(error).__name__ == "UndefinedError" else "mend it there"
    return Problem(cause, place, remedy if place else "")


def lines(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the files and lines that an exception passed through, the innermost first.

    A file that cannot even be read as Python or as a template is where the exception says that it is wrong.
    """
    file, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if isinstance(file, str) and isinstance(line, int):
        yield file, line
    yield from reversed([(frame.f_code.co_filename, _line(frame, n)) for frame, n in walk_tb(error.__traceback__)])


def _line(frame: FrameType, number: int) -> int:
    """The line of the source: a template's own, not that of the code which was made of it."""
    template = frame.f_globals.get("__jinja_template__")
    return number if template is None else int(template.get_corresponding_lineno(number))


def _is_inside(file: str, home: Home) -> bool:
    return any(Path(file).is_relative_to(str(folder)) for folder in (home.code, home.templates))
