"""Read answers from JSON: one object for one student, or a list of objects for several."""

import json
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.flags import INVALID_SIGNATURE, WEAK_SIGNATURE, Place
from answers.messages import Message
from answers.sheets.identity import find_signature
from answers.submissions.raw.submission import (
    MAX_STUDENT,
    ExpectedExam,
    FileSource,
    Submission,
    another_exam,
    doubled_students,
    part_word,
    refuse_any,
    shown,
    tidy_name,
    unknown_part,
)

_SHAPE = 'write {"student": "…", "u0": 17, "answers": {"1a": "17 519 23375"}}, or a list of such objects'


class _NumberText(str):
    """A JSON number as written, so that 0.50, 1e400 and NaN do not change."""

    __slots__ = ()


def _one_text(value: object) -> str:
    """Return a JSON text or number as text, "" for null; ValueError for another value."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ValueError(Message("give each answer as a text or a number"))  # noqa: TRY004 - pydantic reports ValueError
    if value != (clean := value.encode("utf-8", "replace").decode()):
        raise ValueError(
            Message(
                "the text {text} has half a character, which no program can display, so it was not read",
                text=shown(clean),
            )
        )
    return str(value)


def _texts(value: object) -> tuple[str, ...]:
    """Return a JSON text, a number or a list of both as a tuple of at least one text; ValueError for another value."""
    if isinstance(value, str) or value is None:
        return (_one_text(value),)
    if not isinstance(value, list) or not all(item is None or isinstance(item, str) for item in value):
        raise ValueError(Message("give the answers to a part as a text, a number, or a list of texts and numbers"))
    return tuple(map(_one_text, value)) or ("",)


_Word = Annotated[str, BeforeValidator(_one_text)]


class _Answers(BaseModel):
    """The JSON schema of the object with one student's answers; `seal` is the signature of version 1.0."""

    model_config = ConfigDict(extra="forbid")

    student: _Word = ""
    u0: _Word | None = None
    exam: _Word | None = None
    answers: dict[str, Annotated[tuple[str, ...], BeforeValidator(_texts)]]
    seal: _Word | None = None


_ONE = TypeAdapter(_Answers)
_MANY = TypeAdapter(list[_Answers])


def read(source: FileSource) -> tuple[Submission, ...]:
    """Return the submissions in `{"student": …, "u0": …, "answers": {"1a": …}}` or in a list of such objects.

    The answer to a part is a text or number with all items, or a list with one per item; null is blank. Numbers stay as
    written. `student`, `u0`, `exam` and `seal` (a signature) may be absent. CorrigeError has all problems.
    """
    text, place, exam = source.text, source.place, source.exam
    if len(source.content) > MAX_STUDENT and text.lstrip().startswith("{"):
        raise CorrigeError.single(
            "the answers of one student are larger than 1 MB and were not read",
            place=place,
            remedy="ask the student for the right file",
        )
    document = _load(text, place)
    many = isinstance(document, list)
    try:
        papers = _MANY.validate_python(document) if many else [_ONE.validate_python(document)]
    except ValidationError as error:
        refuse_any(_shape_problem(detail, place) for detail in error.errors())
        raise
    places = [Place(place, Message("item {index}", index=index + 1) if many else "") for index in range(len(papers))]
    submissions = []
    for paper, here in zip(papers, places, strict=True):
        answers = {part_word(key) or key: texts for key, texts in paper.answers.items()}
        submissions.append(Submission(here, tidy_name(paper.student), paper.u0 or None, paper.exam or None, answers))

    def problems() -> Iterator[Problem]:
        """Yield the problems of the whole file: no papers, another exam, unknown parts, a student twice."""
        if not papers:
            yield Problem("the JSON file has an empty list, and no answers", place, _SHAPE)
        for paper, here in zip(papers, places, strict=True):
            yield from another_exam(paper.exam, str(here), exam)
            yield from _part_problems(paper.answers, f"{here}, answers", exam)
        yield from doubled_students(submissions)

    refuse_any(problems())
    for index, (submission, paper) in enumerate(zip(submissions, papers, strict=True)):
        # Version 1.0 signed papers sat in a browser: with 40 bits of a digest of the answers, made without a key.
        if signature := find_signature(paper.seal or "", source.secret):
            written = json.dumps(sorted((part_id, list(texts)) for part_id, texts in submission.answers.items()))
            content_hash = b32encode(sha256(written.encode()).digest()[:5]).decode().lower()
            signature = replace(signature, valid=signature.valid and signature.identity.content_hash == content_hash)
            flag = WEAK_SIGNATURE if signature.valid else INVALID_SIGNATURE
            submissions[index] = replace(submission, signature=signature, flags=(flag,))
    return tuple(submissions)


def _part_problems(answers: Iterable[str], place: str, exam: ExpectedExam | None) -> Iterator[Problem]:
    """Yield a problem for each key that is not a part of the exam, and for each second key of the same part."""
    first: dict[str, str] = {}
    for key in answers:
        part_id = part_word(key)
        if part_id is None and exam is None:
            yield Problem(
                Message("{shown} is not the name of a part", shown=shown(key)),
                place,
                'write the name of a part as in "1a" or "12"',
            )
        elif part_id is not None and first.setdefault(part_id, key) != key:
            yield Problem(
                Message(
                    "the names {key} and {other} both mean the same part, so it is not clear which answers count",
                    key=shown(key),
                    other=shown(first[part_id]),
                ),
                place,
                "leave the answers of this student in the file only once",
            )
        else:
            yield from unknown_part(part_id or key[:40], place, exam)


def _load(text: str, place: str) -> object:
    """Parse JSON, with numbers as the texts that were written; CorrigeError for invalid JSON or a key that is twice."""

    def entries(pairs: list[tuple[str, object]]) -> dict[str, object]:
        texts: dict[str, object] = {}
        for key, value in pairs:
            if key in texts:
                cause = Message("the name {error} appears twice in the JSON file", error=shown(key))
                raise CorrigeError.single(
                    cause, place=place, remedy="leave the answers of this student in the file only once"
                )
            texts[key] = value
        return texts

    try:
        return json.loads(
            text, object_pairs_hook=entries, parse_float=_NumberText, parse_int=_NumberText, parse_constant=_NumberText
        )
    except json.JSONDecodeError as error:
        here = Message("{place}, line {lineno}, column {colno}", place=place, lineno=error.lineno, colno=error.colno)
        raise CorrigeError.single(
            Message("this is not JSON: {msg}", msg=error.msg), place=here, remedy="correct the error at this place"
        ) from error
    except RecursionError as error:
        raise CorrigeError.single(
            "the JSON file has lists in lists, nested too deep to be answers", place=place, remedy=_SHAPE
        ) from error


def _shape_problem(detail: ErrorDetails, place: str) -> Problem:
    steps = [f"item {step + 1}" if isinstance(step, int) else shown(step)[1:-1] for step in detail["loc"]]
    problem_place = Message("{place}, {steps}", place=place, steps=" → ".join(steps)) if steps else place
    match detail["type"]:
        case "extra_forbidden":
            return Problem(
                "the JSON file has a name here that corrige does not know",
                problem_place,
                did_you_mean(steps[-1], [name for name in _Answers.model_fields if name != "seal"]),
            )
        case "missing":
            return Problem("the JSON file lacks this name", problem_place, _SHAPE)
        case "value_error":
            (cause,) = detail["ctx"]["error"].args  # our Message, which `msg` has only as plain text
            return Problem(cause, problem_place, 'write the answers to a part as in "17 519 23375" or [1, 0]')
        case _:
            return Problem("a JSON object in braces was expected at this place of the file", problem_place, _SHAPE)
