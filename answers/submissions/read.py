"""Read the files that students hand in, in a sandboxed process with limits on time and memory."""

import atexit
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.files import shown
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker
from answers.submissions.raw.submission import ExpectedExam, SheetOf, Submission, WantedExam, WantedSheet

ENTRY = "answers.submissions.serve:serve"
MAX_SECONDS = 4.0  # of processor time to read a file; a usual file takes a hundredth of that
MAX_PAPER = 1.0  # additional seconds for each further sheet in a file; a usual sheet takes a fifth of that
MAX_PAPERS = 40  # most sheets with additional time: PDFs with more pages are refused
MAX_NEEDED = 2 * MAX_PAPERS + 1  # an exam, and sheets, each with and without the names of the student
MAX_WAIT = 40.0  # seconds of wall-clock time: a busy machine is slow with honest files too


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A request to the reading process: a file, its name in messages (`place`), and arguments of `read_submissions`."""

    path: Path
    place: str
    secret: str = ""
    exam: ExpectedExam | None = None
    has_sheets: bool = False
    has_exams: bool = False
    with_codes: bool = False


ReadingWorker: TypeAlias = Worker[tuple[Submission, ...]]


@cache
def worker(_process_id: int) -> ReadingWorker:  # a forked process must not share the worker of its parent
    """Return the worker that owns the reading process of the Python process `_process_id`, always the same worker.

    Call it with the id of the current process only.
    """
    process_worker = ReadingWorker(ENTRY, tuple[Submission, ...], WantedSheet | WantedExam)
    atexit.register(process_worker.close)
    return process_worker


def read_submissions(  # noqa: PLR0913 - all but the path are options
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: ExpectedExam | None = None,
    exam_named: Callable[[str], ExpectedExam | None] | None = None,
    sheet: SheetOf | None = None,
    with_codes: bool = False,
) -> tuple[Submission, ...]:
    """Read the submissions in a file, one per student: the answers as texts, each cut at 500 characters and not parsed.

    The suffix of the file name selects the format, and the content must agree with it; a `.txt` file with JSON content
    is read as JSON. `name` is the file's name in messages, by default the path. `secret` is the teacher's secret, with
    which signatures on sheets are checked. With `exam`, part ids such as "1a" are checked; without it, they are checked
    for the exam that the file names, if `exam_named` returns that exam. `sheet` returns the blank sheet of a student: a
    sheet that a program has printed to PDF is read by comparison with its blank sheet. A scan is not read, only flagged
    "scanned"; with `with_codes`, the student and exam of a scan are read from the QR codes on the first 12 pages.

    The file is read in another process, which is reused for the next file. It may take four seconds of processor time
    (one more for each further sheet), and 500 MB where the system limits memory (not on macOS and Windows). A
    CorrigeError has all problems of the file, each with its place; exceeding a limit is such a problem.
    """
    # An absolute path, since the child process may have another working directory.
    request = ReadRequest(
        path.absolute(),
        shown(name or path),
        secret,
        exam,
        has_sheets=sheet is not None,
        has_exams=exam_named is not None,
        with_codes=with_codes,
    )
    needs = 0
    papers: set[tuple[int, str]] = set()

    def supply(needed: WantedSheet | WantedExam) -> tuple[object, float]:
        """Return the sheet or exam that the child process asks for, and how many more seconds it is granted."""
        nonlocal needs
        needs += 1
        if needs > MAX_NEEDED:
            raise LostError
        try:
            if isinstance(needed, WantedExam):
                return exam_named and exam_named(needed.name), 0.0
            before = len(papers)
            papers.add((needed.u0, needed.student.file))
            is_further = 0 < before < len(papers) <= MAX_PAPERS + 1
            return sheet and sheet(needed), MAX_PAPER * is_further
        except CorrigeError:  # the exam is not installed, or has no such seed
            return None, 0.0

    try:
        return worker(os.getpid()).ask(request, MAX_WAIT, MAX_SECONDS, supply) or ()
    except LostError as error:
        cause = Message("reading this file takes too much memory, or crashes corrige's reader")
        if error.limit in ("clock", "processor"):
            seconds = MAX_WAIT if error.limit == "clock" else MAX_SECONDS
            cause = Message("reading this file takes more than {seconds:g} seconds", seconds=seconds)
        remedy = Message("an answer sheet is never that slow or large: ask the student for the file again")
        raise CorrigeError.single(cause, place=request.place, remedy=remedy) from error
