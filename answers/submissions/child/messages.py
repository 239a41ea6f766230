"""What the reading process is asked and what it answers, as bytes.

Questions come from us and are pickled. Answers come from a process that has read a hostile file: they are JSON, and
are checked to have the right shape.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pydantic import TypeAdapter

from answers.errors import Problem
from answers.exam.identity import Identity, Student
from answers.submissions.child.sentences import Packed, sentence, written
from answers.submissions.raw.asked import Outline
from answers.submissions.raw.submission import Submission


@dataclass(frozen=True, slots=True)
class Question:
    """A file to read, and what `read_submissions` was told of it; whether layouts and sheets may be asked for."""

    path: Path
    name: str
    secret: str
    exam: Outline | None
    has_layouts: bool
    has_sheets: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """The process is there; `limited` says whether its memory is."""

    limited: bool


@dataclass(frozen=True, slots=True)
class Found:
    """What the file hands in."""

    submissions: tuple[Submission, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """What is wrong with the file."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The layout of the blank sheet of an exam in a language."""

    exam: str
    lang: str


@dataclass(frozen=True, slots=True)
class WantedSheet:
    """The blank sheet of a student in a language, once more."""

    identity: Identity
    student: Student
    lang: str


Answer: TypeAlias = Ready | Found | Refused | Wanted | WantedSheet
_KINDS: Mapping[str, type[Answer]] = {kind.__name__: kind for kind in (Ready, Found, Refused, Wanted, WantedSheet)}


@dataclass(frozen=True, slots=True)
class Message:
    """An answer; `tired` says that the process has grown and should be replaced."""

    answer: Answer
    tired: bool


def packed(message: Message) -> bytes:
    """Return a message as bytes."""
    answer = message.answer
    fields = [_told(one) for one in answer.problems] if isinstance(answer, Refused) else asdict(answer)
    return json.dumps([type(answer).__name__, fields, message.tired]).encode()


def unpacked(content: bytes) -> Message:
    """Return the message that `packed` made bytes of.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        kind, fields, tired = json.loads(content)
        answer = _refused(fields) if kind == Refused.__name__ else _shape(str(kind)).validate_python(fields)
    except (RecursionError, TypeError) as error:
        raise ValueError("no answer") from error
    return Message(answer, bool(tired))


def _told(problem: Problem) -> list[Packed]:
    return [written(problem.cause), written(problem.place), written(problem.remedy)]


def _refused(fields: Iterable[Iterable[object]]) -> Refused:
    problems = [[sentence(one) for one in problem] for problem in fields]
    if any(len(problem) != 3 for problem in problems):
        raise ValueError("no problem")
    return Refused(tuple(Problem(*problem) for problem in problems))


@cache
def _shape(kind: str) -> TypeAdapter[Answer]:
    if kind not in _KINDS:
        raise ValueError(f"no answer is called {kind!r}")
    return TypeAdapter(_KINDS[kind])
