"""What the reading process is asked and what it answers, each in a line.

Questions come from us and are pickled. Answers come from a process that has read a hostile file: they are JSON, and
are checked to have the right shape. What is said to a teacher travels as its templates and values, which are checked
to be no more than that.
"""

import json
import pickle
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeAlias

from pydantic import TypeAdapter

from answers.errors import Problem
from answers.messages import Message
from answers.submissions.raw.asked import Asked, WantedSheet
from answers.submissions.raw.submission import Submission

Packed: TypeAlias = "str | int | float | list[str | dict[str, Packed]]"
"""A plain text or a number as it is; a message as its two templates and its values."""

_FORM = re.compile(r"[+]?,?\d?(\.\d)?[a-z]?")
"""How a number may be written: nothing that makes a long text."""


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


def line(question: object) -> bytes:
    """Return a question, or what was wanted, as a line."""
    return b64encode(pickle.dumps(question))


def asked_in(content: bytes) -> Any:
    """Return what `line` made a line of."""
    return pickle.loads(b64decode(content))  # noqa: S301 - it comes from us


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


def written(text: str) -> Packed:
    """Return a text as JSON has it."""
    if not isinstance(text, Message):
        return text
    values: Mapping[str, object] = text.values
    packed_values = {name: one if isinstance(one, int | float) else written(str(one)) for name, one in values.items()}
    return [text.template, text.plural, packed_values]


def sentence(content: object) -> str:
    """Return the text that `written` made JSON of; ValueError if it is none, or reaches for more than its values."""
    match content:
        case str():
            return content
        case [str(template), str(plural), dict(values)] if _is_tame(template) and _is_tame(plural):
            kept = {str(name): one if isinstance(one, int | float) else sentence(one) for name, one in values.items()}
            try:
                return Message(template, plural=plural, **kept)
            except (KeyError, IndexError, TypeError) as error:
                raise ValueError("a sentence without its values") from error
    raise ValueError("no sentence")


def _is_tame(template: str) -> bool:
    """Whether a template only names values, and writes them in a usual way."""
    return all(
        name is None or (name.isidentifier() and _FORM.fullmatch(form or "") is not None)
        for _, name, form, _ in Formatter().parse(template)
    )
