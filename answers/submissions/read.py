"""Read the files that students hand in, in a sandboxed process with limits on time and memory."""

import atexit
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from answers.errors import CorrigeError
from answers.files import shown
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker
from answers.submissions.raw.submission import ExpectedExam, SheetOf, Submission, WantedSheet

ENTRY = "answers.submissions.serve:serve"
MAX_SECONDS = 4.0  # of processor time to read a file; a usual file takes a hundredth of that
MAX_PAPER = 1.0  # additional seconds for each further sheet in a file; a usual sheet takes a fifth of that
MAX_PAPERS = 40  # most sheets with additional time: PDFs with more pages are refused
MAX_SHEETS = 2 * MAX_PAPERS  # each with and without the names of the student
MAX_WAIT = 40.0  # seconds of wall-clock time: a busy machine is slow with honest files too


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A file to read, its name in messages (`place`), and the arguments of `read_submissions`.

    `sheets` has the blank sheets requested so far, None for an unavailable sheet. If `sheets` is None, no sheet can be
    requested.
    """

    path: Path
    place: str
    secret: str = ""
    exam: ExpectedExam | None = None
    sheets: Mapping[WantedSheet, bytes | None] | None = None


@dataclass(frozen=True, slots=True)
class ReadResult:
    """The submissions in a file, or the blank sheets needed to read it."""

    submissions: tuple[Submission, ...] = ()
    needed: tuple[WantedSheet, ...] = ()


@cache
def worker(_process_id: int) -> Worker[ReadResult]:  # a forked process must not share the worker of its parent
    """Return the worker of the process with this id; to be used only in that process."""
    process_worker = Worker[ReadResult](ENTRY, ReadResult)
    atexit.register(process_worker.close)
    return process_worker


def start_worker() -> None:
    """Start the process that reads files, without waiting until it has loaded its libraries."""
    worker(os.getpid()).start()


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: ExpectedExam | None = None,
    sheet: SheetOf | None = None,
) -> tuple[Submission, ...]:
    """Read the submissions in a file, one per student, with texts as written, cut at 500 characters.

    The suffix of the file name selects the format, and the content must agree with it; a `.txt` file with JSON content
    is read as JSON. `name` is the name of the file in places and problems. With `exam`, part ids are checked. Numbers
    are not parsed. `sheet` prints blank sheets again, which printed copies are read with and compared with.

    The file is read in another process, which is reused for the next file. It may take four seconds of processor time,
    and 500 MB where the system limits memory (not on macOS and Windows). A CorrigeError has all problems of the file,
    each with its place; exceeding a limit is such a problem.
    """
    sheets: dict[WantedSheet, bytes | None] = {}
    while len(sheets) <= MAX_SHEETS:
        # An absolute path, since the child process may have another working directory.
        question = ReadRequest(path.absolute(), shown(name or path), secret, exam, None if sheet is None else sheets)
        more = (
            min(max(len({(wanted_sheet.u0, wanted_sheet.student.file) for wanted_sheet in sheets}) - 1, 0), MAX_PAPERS)
            * MAX_PAPER
        )
        try:
            answer = worker(os.getpid()).ask(question, MAX_WAIT, MAX_SECONDS + more) or ReadResult()
        except LostError as error:
            raise _too_costly(question.place, error) from error
        needed = [wanted_sheet for wanted_sheet in answer.needed if wanted_sheet not in sheets]
        if sheet is None or not needed:
            return answer.submissions
        for wanted_sheet in needed:
            try:
                sheets[wanted_sheet] = sheet(wanted_sheet)
            except CorrigeError:  # the exam is not installed, or has no such seed
                sheets[wanted_sheet] = None
    raise _too_costly(shown(name or path), LostError())


def _too_costly(place: str, error: LostError) -> CorrigeError:
    cause = Message("takes too much memory, or crashes the reader")
    if error.limit in ("clock", "processor"):
        seconds = MAX_WAIT if error.limit == "clock" else MAX_SECONDS
        cause = Message("takes more than {seconds:g} seconds", seconds=seconds)
    remedy = Message("answer sheets never have this: ask for the file again")
    return CorrigeError.single(Message("reading the file {cause}", cause=cause), place=place, remedy=remedy)
