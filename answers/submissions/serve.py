"""The reading process: it answers one question after the other, within limits that it sets itself once and for all."""

import sys
from dataclasses import replace
from functools import partial
from typing import BinaryIO

from answers.errors import CorrigeError, Problem
from answers.limited.fence import fence
from answers.limited.inside import limit_memory, size, ways
from answers.limited.lines import asked_in
from answers.messages import Message
from answers.submissions.messages import Answer, Question, packed
from answers.submissions.raw.asked import WantedSheet
from answers.submissions.read_file import read_file

MAX_MEMORY = 400_000_000  # bytes beyond what the libraries take when they are loaded, about 60 MB
TIRED = 150_000_000  # bytes: a process that has grown by so much, and not given it back, is replaced by a fresh one


def serve() -> None:
    """Answer questions on standard input until it is closed."""
    questions, answers = ways()
    at_first = size()
    limit_memory(MAX_MEMORY)
    fence("/")
    _say(answers, Answer())
    for line in questions:
        answer = _answer(asked_in(line), partial(_sheet, questions, answers))
        _say(answers, replace(answer, is_tired=size() > at_first + TIRED))


def _answer(question: Question, sheet: partial[bytes]) -> Answer:
    try:
        return Answer(
            read_file(
                question.path,
                name=question.name,
                secret=question.secret,
                exam=question.exam,
                sheet=sheet if question.has_sheets else None,
            )
        )
    except CorrigeError as error:
        return Answer(problems=error.problems)
    except MemoryError:
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 - one file must never cost the class, nor hide what it did
        cause = Message("the file could not be read ({name})", name=type(error).__name__)
        return Answer(problems=(Problem(cause, question.name, "look at it, or ask for the file again"),))


def _sheet(questions: BinaryIO, answers: BinaryIO, wanted: WantedSheet) -> bytes:
    """The sheet that is wanted, from the other process."""
    _say(answers, Answer(wanted=wanted))
    printed = asked_in(questions.readline())
    if isinstance(printed, tuple):
        raise CorrigeError(printed)
    assert isinstance(printed, bytes)
    return printed


def _say(answers: BinaryIO, answer: Answer) -> None:
    answers.write(packed(answer) + b"\n")
    answers.flush()
