"""One door for all that students hand in: no file can cost more than it may, nor stop the reading of others."""

import atexit
import os
from functools import cache
from pathlib import Path
from threading import Lock

from answers.errors import CorrigeError
from answers.files import shown
from answers.limited.lines import line
from answers.limited.process import Child, Limit, LostError, ready, started
from answers.messages import Message
from answers.submissions.messages import Answer, Question, unpacked
from answers.submissions.raw.submission import Asked, SheetOf, Submission, WantedSheet

ENTRY = "answers.submissions.serve:serve"
MAX_SECONDS = 4.0  # of the processor, to read a file, which takes a hundredth of that
MAX_WAIT = 40.0  # by the clock: a machine that does much else is slow with an honest file too


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: Asked | None = None,
    sheet: SheetOf | None = None,
) -> tuple[Submission, ...]:
    """Read what one file hands in: a submission a student, raw texts as they were written, cut at 500 characters.

    The name's suffix chooses the format and the content must agree with it; only a `.txt` file that holds JSON is
    read as JSON. `name` is what the file is called in places and problems. With `exam`, part ids are checked against
    it. No number is parsed. `sheet` prints blank sheets again, to read and compare what was printed.

    The file is read in another process, which is kept for the next one: it has four seconds of the processor, and 500
    MB where the system limits memory (not on macOS, Windows). A CorrigeError has all problems found, each with its
    place; that it costs too much to read is one.
    """
    # The path is absolute: the child may work elsewhere.
    question = Question(path.absolute(), shown(name or path), secret, exam, sheet is not None)
    return reader(os.getpid()).read(question, sheet)


class Reader:
    """Asks a process, and replaces it when it died, was too slow or has grown."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._child: Child | None = None

    def read(self, question: Question, sheet: SheetOf | None = None) -> tuple[Submission, ...]:
        """Read a file; that it takes too much time or memory is a problem like any other."""
        with self._lock:
            child, self._child = self._child or ready(started(ENTRY)), None
            try:
                answer = _answer(child, question, sheet)
            except LostError as error:
                raise _too_costly(question.name, error.limit) from error
            except BaseException:
                child.end()
                raise
            if answer.is_tired:
                child.end()
            else:
                self._child = child
        if answer.problems:
            raise CorrigeError(answer.problems)
        return answer.submissions

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            child, self._child = self._child, None
            if child:
                child.end()


@cache
def reader(process_id: int) -> Reader:  # noqa: ARG001 - a fork must not share its parent's
    """Return the one reader of the process of this id, to be asked in it."""
    made = Reader()
    atexit.register(made.close)
    return made


def _answer(child: Child, question: Question, sheet: SheetOf | None) -> Answer:
    """The answer, for which the process has four seconds of the processor; sheets that it wants cost it none."""
    limit = child.spent() + MAX_SECONDS
    asked = line(question)
    while True:
        answer = _said(child, asked, limit)
        if answer.wanted is None or sheet is None:
            return answer
        asked = line(_printed(sheet, answer.wanted))


def _said(child: Child, asked: bytes, limit: float) -> Answer:
    try:
        return unpacked(child.ask(asked, MAX_WAIT, limit))
    except ValueError as error:
        child.end()
        raise LostError from error


def _printed(sheet: SheetOf, wanted: WantedSheet) -> object:
    try:
        return sheet(wanted)
    except CorrigeError as error:
        return error.problems


def _too_costly(place: str, limit: Limit | None) -> CorrigeError:
    cause = Message("takes too much memory, or breaks the reader")
    if limit in ("clock", "processor"):
        cause = Message("takes more than {seconds:g} seconds", seconds=MAX_WAIT if limit == "clock" else MAX_SECONDS)
    remedy = Message("no answer sheet does: ask for the file again")
    return CorrigeError.one(Message("reading the file {cause}", cause=cause), place=place, remedy=remedy)
