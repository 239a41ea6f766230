"""One door for all that students hand in: no file can cost more than it may, nor stop the reading of others.

What the reading process is asked and answers are lines. Answers come from a process that has read a hostile file: they
are checked to have the right shape.
"""

import atexit
import json
import os
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from threading import Lock

from pydantic import TypeAdapter

from answers.errors import CorrigeError, Problem
from answers.files import shown
from answers.limited.lines import line, sentence, written
from answers.limited.process import Child, Limit, LostError, ready, started
from answers.messages import Message
from answers.submissions.raw.submission import Asked, SheetOf, Submission, WantedSheet


@dataclass(frozen=True, slots=True)
class Question:
    """A file to read, and what `read_submissions` was told of it; whether sheets may be asked for."""

    path: Path
    name: str
    secret: str = ""
    exam: Asked | None = None
    has_sheets: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the file hands in, or what is wrong with it, or a sheet that is wanted before that can be said.

    `is_tired` says that the process has grown and should be replaced.
    """

    submissions: tuple[Submission, ...] = ()
    problems: tuple[Problem, ...] = ()
    wanted: WantedSheet | None = None
    is_tired: bool = False


def packed(answer: Answer) -> bytes:
    """Return an answer as a line."""
    submissions = [asdict(one) | {"place": [one.place.file, written(one.place.inside)]} for one in answer.submissions]
    problems = [[written(one.cause), written(one.place), written(one.remedy)] for one in answer.problems]
    wanted = answer.wanted and asdict(answer.wanted)
    return json.dumps([submissions, problems, wanted, answer.is_tired]).encode()


def unpacked(content: bytes) -> Answer:
    """Return the answer that `packed` made a line of; ValueError if it is none."""
    try:
        submissions, problems, wanted, is_tired = json.loads(content)
        insides = [sentence(one["place"][1]) for one in submissions]
        plain = [one | {"place": {"file": one["place"][0]}} for one in submissions]
        kept_problems = [Problem(*map(sentence, (cause, place, remedy))) for cause, place, remedy in problems]
        answer = _shape().validate_python({"submissions": plain, "wanted": wanted, "is_tired": is_tired})
    except (RecursionError, TypeError, LookupError) as error:
        raise ValueError("no answer") from error
    pairs = zip(answer.submissions, insides, strict=True)
    placed = tuple(replace(one, place=replace(one.place, inside=inside)) for one, inside in pairs)
    return replace(answer, submissions=placed, problems=tuple(kept_problems))


@cache
def _shape() -> TypeAdapter[Answer]:
    return TypeAdapter(Answer)


ENTRY = "answers.submissions.serve:serve"
MAX_SECONDS = 4.0  # of the processor, to read a file, which takes a hundredth of that
MAX_PAPER = 1.0  # more for each further sheet that a file has pages of, which takes a fifth of that
MAX_PAPERS = 40  # for which there is more time: no PDF with more pages is read
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
def reader(_process_id: int) -> Reader:  # a fork must not share its parent's
    """Return the one reader of the process of this id, to be asked in it."""
    made = Reader()
    atexit.register(made.close)
    return made


def _answer(child: Child, question: Question, sheet: SheetOf | None) -> Answer:
    """The answer, for which the process has four seconds of the processor; sheets that it wants cost it none.

    A file with the papers of several students wants several sheets, and has more time.
    """
    limit = child.spent() + MAX_SECONDS
    asked, students = line(question), set[tuple[int, str]]()
    while True:
        more = min(max(len(students) - 1, 0), MAX_PAPERS) * MAX_PAPER
        answer = _said(child, asked, limit + more)
        if answer.wanted is None or sheet is None:
            return answer
        students.add((answer.wanted.u0, answer.wanted.student.file))
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
