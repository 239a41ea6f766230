"""A process kept warm that reads one file after the other: what a hostile file costs, it costs there."""

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from answers.errors import CorrigeError
from answers.messages import Message as Sentence
from answers.submissions.child.messages import Found, Message, Question, Ready, Refused, Wanted, WantedSheet, unpacked
from answers.submissions.printed.flattened import LayoutOf
from answers.submissions.raw.asked import SheetOf
from answers.submissions.raw.submission import Submission

MAX_SECONDS = 4.0  # of the processor, to read a file, which takes a hundredth of that
MAX_WAIT = 40.0  # by the clock: a machine that does much else is slow with an honest file too
MAX_START = 120.0  # by the clock, to load the libraries
LEAST_WAIT = 0.05  # between two looks at what a file has cost
MAX_ANSWER = 20_000_000  # bytes
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1
ENTRY = "answers.submissions.child.serve:serve"
PROGRAM = f"import sys; from pkgutil import resolve_name; sys.path[:] = {{path!r}}; resolve_name({ENTRY!r})()"


class LostError(Exception):
    """The process ended, or was ended because it was late, before it answered."""


class Reader:
    """Asks a process, and replaces it when it died, was too slow or has grown."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: _Process | None = None

    def read(self, question: Question, layout: LayoutOf | None, sheet: SheetOf | None = None) -> tuple[Submission, ...]:
        """Read a file.

        Raises
        ------
        CorrigeError
            With all problems of the file; that it takes too much time or memory is one like any other.
        """
        with self._lock:
            process, self._process = self._process or _Process(), None
            try:
                message = process.ask(question, layout, sheet)
            except LostError as error:
                raise _too_costly(question.name, process) from error
            except BaseException:
                process.end()
                raise
            if message.tired:
                process.end()
            else:
                self._process = process
        if isinstance(message.answer, Refused):
            raise CorrigeError(message.answer.problems)
        assert isinstance(message.answer, Found)
        return message.answer.submissions

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            process, self._process = self._process, None
            if process:
                process.end()


@cache
def reader(process_id: int) -> Reader:  # noqa: ARG001 - a fork must not share its parent's
    """Return the one reader of the process of this id, to be asked in it."""
    made = Reader()
    atexit.register(made.close)
    return made


class _Process:
    """A running process and the two ways to it."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-c", PROGRAM.format(path=sys.path)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, bufsize=0)  # noqa: S603
        assert self._process.stdin
        assert self._process.stdout
        with self._process.stdin as questions, self._process.stdout as answers:
            self._questions = Connection(os.dup(questions.fileno()), readable=False)
            self._answers = Connection(os.dup(answers.fileno()), writable=False)
        self.too_late = 0.0
        """The limit on seconds that was passed, if one was."""
        try:
            assert isinstance(self._receive(inf, MAX_START).answer, Ready)
        except LostError as error:
            raise RuntimeError("the process that reads files cannot be started") from error

    def ask(self, question: Question, layout: LayoutOf | None, sheet: SheetOf | None) -> Message:
        """Return the answer, for which the process has four seconds of the processor; blank sheets cost it none.

        Raises
        ------
        LostError
            If there is none.
        """
        self._send(question)
        limit = self._spent() + MAX_SECONDS
        while True:
            message = self._receive(limit, MAX_WAIT)
            match message.answer:
                case Wanted(exam, lang) if layout:
                    self._send(_made(partial(layout, exam, lang)))
                case WantedSheet(identity, student, lang) if sheet:
                    self._send(_made(partial(sheet, identity, student, lang)))
                case _:
                    return message

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        self._questions.close()
        self._answers.close()

    def _send(self, what: object) -> None:
        with self._ended_if_lost():
            self._questions.send_bytes(pickle.dumps(what))

    def _receive(self, limit: float, wait: float) -> Message:
        done = Event()
        Thread(target=self._watch, args=(limit, monotonic() + wait, done), daemon=True).start()
        try:
            with self._ended_if_lost():
                return unpacked(self._answers.recv_bytes(MAX_ANSWER))
        finally:
            done.set()

    def _watch(self, limit: float, end: float, done: Event) -> None:
        """End the process if it is not done when it has spent so much, or by the clock."""
        while not done.wait(max(LEAST_WAIT, min(limit - self._spent(), end - monotonic()))):
            if self._spent() >= limit or monotonic() >= end:
                self.too_late = MAX_WAIT if monotonic() >= end else MAX_SECONDS
                self._process.kill()
                return

    def _spent(self) -> float:
        """Seconds of the processor so far; those of the clock where the system does not tell."""
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return monotonic()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @contextmanager
    def _ended_if_lost(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, OSError, ValueError) as error:
            self.end()
            raise LostError from error


def _made(make: Callable[[], object]) -> object:
    try:
        return make()
    except CorrigeError as error:
        return error.problems


def _too_costly(place: str, process: _Process) -> CorrigeError:
    cause = (
        Sentence("takes more than {seconds:g} seconds", seconds=process.too_late)
        if process.too_late
        else Sentence("takes too much memory, or breaks the reader")
    )
    remedy = Sentence("no answer sheet does: ask for the file again")
    return CorrigeError.one(Sentence("reading the file {cause}", cause=cause), place=place, remedy=remedy)
