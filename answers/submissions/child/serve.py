"""The reading process: it answers one question after the other, within limits that it sets itself once and for all."""

import os
import pickle
import sys
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Protocol, TypeVar

from answers.errors import CorrigeError, Problem
from answers.messages import Message as Sentence
from answers.submissions.child.messages import (
    Answer,
    Found,
    Message,
    Question,
    Ready,
    Refused,
    Wanted,
    WantedSheet,
    packed,
)
from answers.submissions.files.read_file import read_file
from answers.submissions.printed.layout import Layout

T = TypeVar("T")
STATM: Final = Path("/proc/self/statm")
MAX_MEMORY = 400_000_000  # bytes beyond what the libraries take when they are loaded, about 60 MB
TIRED = 150_000_000  # bytes: a process that has grown by so much, and not given it back, is replaced by a fresh one


def serve() -> None:
    """Answer questions on standard input until it is closed."""
    questions, answers = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)  # what a library may print is no answer
    at_first = _size()
    _send(answers, Ready(_limit_memory(at_first)), tired=False)
    while True:
        try:
            question: Question = pickle.loads(questions.recv_bytes())  # noqa: S301 - they come from us
        except EOFError:
            return
        answer = _answer(question, partial(_asked, questions, answers))
        _send(answers, answer, tired=_size() > at_first + TIRED)


class _Ask(Protocol):
    """Asks the other process for a thing of a kind."""

    def __call__(self, wanted: Answer, kind: type[T]) -> T: ...


def _answer(question: Question, asked: _Ask) -> Answer:
    try:
        return Found(
            read_file(
                question.path,
                name=question.name,
                secret=question.secret,
                exam=question.exam,
                layout=(lambda exam, lang: asked(Wanted(exam, lang), Layout)) if question.has_layouts else None,
                sheet=(lambda *told: asked(WantedSheet(*told), bytes)) if question.has_sheets else None,
            )
        )
    except CorrigeError as error:
        return Refused(error.problems)
    except MemoryError:
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - one file must never cost the class, nor hide what it did
        cause = Sentence("the file could not be read ({name})", name=type(error).__name__)
        return Refused((Problem(cause, question.name, "look at it, or ask for the file again"),))


def _asked(questions: Connection, answers: Connection, wanted: Answer, kind: type[T]) -> T:
    _send(answers, wanted, tired=False)
    found = pickle.loads(questions.recv_bytes())  # noqa: S301 - as above
    if isinstance(found, tuple):
        raise CorrigeError(found)
    assert isinstance(found, kind)
    return found


def _send(answers: Connection, answer: Answer, *, tired: bool) -> None:
    answers.send_bytes(packed(Message(answer, tired)))


def _size() -> int:
    """Return the size of this process in bytes, 0 where the system does not tell."""
    with suppress(OSError):
        return int(STATM.read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _limit_memory(taken: int) -> bool:
    """Limit the memory of this process, where the system can."""
    if taken:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (taken + MAX_MEMORY, taken + MAX_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return bool(taken)
