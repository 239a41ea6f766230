"""What the reading process is asked and what it answers, each in a line.

Answers come from a process that has read a hostile file: they are checked to have the right shape.
"""

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from answers.errors import Problem
from answers.limited.lines import sentence, written
from answers.submissions.raw.submission import Asked, Submission, WantedSheet


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
