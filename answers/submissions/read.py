"""Read what students hand in, in another process: no file costs more than it may, nor stops the reading of others."""

import atexit
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from answers.errors import CorrigeError
from answers.files import shown
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Sentence, Worker
from answers.submissions.raw.submission import ExpectedExam, SheetOf, Submission, WantedSheet

ENTRY = "answers.submissions.serve:serve"
MAX_SECONDS = 4.0  # of the processor, to read a file, which takes a hundredth of that
MAX_PAPER = 1.0  # more for each further sheet that a file has pages of, which takes a fifth of that
MAX_PAPERS = 40  # for which there is more time: no PDF with more pages is read
MAX_SHEETS = 2 * MAX_PAPERS  # each with the student's names or without
MAX_WAIT = 40.0  # by the clock: a machine that does much else is slow with an honest file too


@dataclass(frozen=True, slots=True)
class ReadRequest:
    """A file to read, `place` being what it is called, and what `read_submissions` was told of it.

    `sheets` are the blank sheets that were wanted so far, None where one is not to be had; without any mapping no sheet
    may be wanted.
    """

    path: Path
    place: str
    secret: str = ""
    exam: ExpectedExam | None = None
    sheets: Mapping[WantedSheet, bytes | None] | None = None


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What a file hands in, each with where it is inside the file; or the sheets that must be known to say that."""

    submissions: tuple[tuple[Submission, Sentence], ...] = ()
    wanted: tuple[WantedSheet, ...] = ()


@cache
def worker(_process_id: int) -> Worker[ReadResult]:  # a fork must not share its parent's
    """Return the one worker of the process of this id, to be asked in it."""
    made = Worker[ReadResult](ENTRY, ReadResult)
    atexit.register(made.close)
    return made


def read_submissions(
    path: Path,
    *,
    name: str = "",
    secret: str = "",
    exam: ExpectedExam | None = None,
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
    sheets: dict[WantedSheet, bytes | None] = {}
    while len(sheets) <= MAX_SHEETS:
        # The path is absolute: the child may work elsewhere.
        question = ReadRequest(path.absolute(), shown(name or path), secret, exam, None if sheet is None else sheets)
        more = (
            min(max(len({(wanted_sheet.u0, wanted_sheet.student.file) for wanted_sheet in sheets}) - 1, 0), MAX_PAPERS)
            * MAX_PAPER
        )
        try:
            answer = worker(os.getpid()).ask(question, MAX_WAIT, MAX_SECONDS + more) or ReadResult()
        except LostError as error:
            raise _too_costly(question.place, error) from error
        wanted = [wanted_sheet for wanted_sheet in answer.wanted if wanted_sheet not in sheets]
        if sheet is None or not wanted:
            return tuple(
                replace(submission, place=replace(submission.place, inside=inside))
                for submission, inside in answer.submissions
            )
        for wanted_sheet in wanted:
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
    return CorrigeError.one(Message("reading the file {cause}", cause=cause), place=place, remedy=remedy)
