"""What the reading process is asked and what it answers, as bytes.

Questions come from us and are pickled. Answers come from a process that has read a hostile file: they are JSON, and
are checked to have the right shape.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

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
    fields: object
    match answer:
        case Refused():
            fields = [_told(one) for one in answer.problems]
        case Found():
            fields = {"submissions": list(map(_handed_in, answer.submissions))}
        case _:
            fields = asdict(answer)
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
        answer: Answer
        if kind == Refused.__name__:
            answer = _refused(fields)
        elif kind == Found.__name__:
            answer = _found(fields)
        else:
            answer = _shape(str(kind)).validate_python(fields)
    except (RecursionError, TypeError, LookupError) as error:
        raise ValueError("no answer") from error
    return Message(answer, bool(tired))


def _told(problem: Problem) -> list[Packed]:
    return [written(problem.cause), written(problem.place), written(problem.remedy)]


def _handed_in(one: Submission) -> dict[str, object]:
    return asdict(one) | {"place": [one.place.file, written(one.place.inside)]}


def _found(fields: Any) -> Found:  # Any: from a process that is not trusted, checked here
    """What a file hands in, with the places in it as sentences, of which the shape knows only the text."""
    insides = [sentence(one["place"][1]) for one in fields["submissions"]]
    plain = [one | {"place": {"file": one["place"][0]}} for one in fields["submissions"]]
    found = _shape(Found.__name__).validate_python({"submissions": plain})
    assert isinstance(found, Found)
    pairs = zip(found.submissions, insides, strict=True)
    return Found(tuple(replace(one, place=replace(one.place, inside=inside)) for one, inside in pairs))


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
