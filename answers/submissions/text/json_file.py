"""Read answers from JSON: one object for one student, or a list of objects for several."""

import json
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import chain, islice
from typing import Any

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
_NAMES = ("student", "u0", "exam", "answers", "seal")
"""The names in the object with one student's answers; `seal` is the signature of version 1.0."""


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
    papers = document if isinstance(document, list) else [document]
    refuse_any(
        problem
        for index, paper in enumerate(papers, 1)
        for problem in _shape_problems(paper, place, (f"item {index}",) if many else ())
    )
    places = [Place(place, Message("item {index}", index=index + 1) if many else "") for index in range(len(papers))]
    submissions = []
    for paper, here in zip(papers, places, strict=True):
        answers = {}
        for key, value in paper["answers"].items():
            texts = value if isinstance(value, list) else [value]
            answers[part_word(key) or key] = tuple(text or "" for text in texts) or ("",)
        student, u0, declared = (paper.get(name) or "" for name in ("student", "u0", "exam"))
        submissions.append(Submission(here, tidy_name(student), u0 or None, declared or None, answers))

    def problems() -> Iterator[Problem]:
        """Yield the problems of the whole file: no papers, another exam, unknown parts, a student twice."""
        if not papers:
            yield Problem("the JSON file has an empty list, and no answers", place, _SHAPE)
        for paper, here in zip(papers, places, strict=True):
            yield from another_exam(paper.get("exam"), str(here), exam)
            yield from _part_problems(paper["answers"], f"{here}, answers", exam)
        yield from doubled_students(submissions)

    refuse_any(problems())
    for index, (submission, paper) in enumerate(zip(submissions, papers, strict=True)):
        # Version 1.0 signed papers sat in a browser: with 40 bits of a digest of the answers, made without a key.
        if signature := find_signature(paper.get("seal") or "", source.secret):
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


def _load(text: str, place: str) -> Any:
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
        return json.loads(text, object_pairs_hook=entries, parse_float=str, parse_int=str, parse_constant=str)
    except json.JSONDecodeError as error:
        here = Message("{place}, line {lineno}, column {colno}", place=place, lineno=error.lineno, colno=error.colno)
        raise CorrigeError.single(
            Message("this is not JSON: {msg}", msg=error.msg), place=here, remedy="correct the error at this place"
        ) from error
    except RecursionError as error:
        raise CorrigeError.single(
            "the JSON file has lists in lists, nested too deep to be answers", place=place, remedy=_SHAPE
        ) from error


def _shape_problems(paper: object, place: str, steps: tuple[str, ...]) -> Iterator[Problem]:
    """Yield the problems of an object that cannot be one student's answers; `steps` lead to it in the document."""

    def problem(cause: str, remedy: str, *inner: str) -> Problem:
        path = " → ".join((*steps, *(shown(step)[1:-1] for step in inner)))
        return Problem(cause, Message("{place}, {steps}", place=place, steps=path) if path else place, remedy)

    def texts_problems(value: object, cause: str, *inner: str) -> Iterator[Problem]:
        """Yield a problem if a value is neither null, a text nor a number, or if its text has half a character."""
        clean = value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
        if value != clean:
            cause = Message(
                "the text {text} has half a character, which no program can display, so it was not read",
                text=shown(str(clean)),
            )
        if value != clean or not (value is None or isinstance(value, str)):
            remedy = Message('write the answers to a part as in "17 519 23375" or [1, 0]')
            yield problem(cause, remedy, *inner)

    braces = Message("a JSON object in braces was expected at this place of the file")
    if not isinstance(paper, dict):
        yield problem(braces, _SHAPE)
        return
    for name in _NAMES:
        value = paper.get(name)
        if name != "answers":
            yield from texts_problems(value, Message("give each answer as a text or a number"), name)
        elif name not in paper:
            yield problem(Message("the JSON file lacks this name"), _SHAPE, name)
        elif not isinstance(value, dict):
            yield problem(braces, _SHAPE, name)
        else:
            for key, texts in value.items():
                cause = Message("give the answers to a part as a text, a number, or a list of texts and numbers")
                faults = (
                    texts_problems(text, cause, name, key) for text in (texts if isinstance(texts, list) else [texts])
                )
                yield from islice(chain.from_iterable(faults), 1)
    for name in paper:
        if name not in _NAMES:
            cause = Message("the JSON file has a name here that corrige does not know")
            yield problem(cause, did_you_mean(name, [known for known in _NAMES if known != "seal"]), name)
