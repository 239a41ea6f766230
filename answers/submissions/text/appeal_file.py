"""Read an appeal: a text in which a student asks the teacher to look at the mark of some items again."""

import re
from collections.abc import Iterator

from answers.errors import Problem, did_you_mean
from answers.flags import Place
from answers.messages import Message
from answers.sheets.identity import find_signature
from answers.submissions.raw.submission import (
    STUDENT,
    ExpectedExam,
    Source,
    Submission,
    field_word,
    item_word,
    part_word,
    refuse_any,
    shown,
    tidy_name,
)

MAX_REASON = 300
"""Longest reason in characters; the rest is cut off."""
MOST = 20
"""Most items of an appeal."""
_APPEAL = re.compile(
    r"\s*+(?:appeal|r[ée]clamation)\s*+(?:of|on|for|sur|pour|de|question)?\s*+(?P<item>[^:=]{1,30}?)\s*[:=](?P<reason>.*)",
    re.IGNORECASE,
)
"""A line such as "appeal 3b: my graph has no such edge"; the lines after it belong to the reason."""


def is_appeal(text: str) -> bool:
    """Tell whether a text has a line that begins an appeal."""
    return any(map(_APPEAL.fullmatch, text.splitlines()))


def read(text: str, source: Source) -> tuple[Submission, ...]:
    """Return a submission with the appeals of a text, and no answers.

    The code at the foot of the feedback, in any line, tells whose it is, and so does a line `student:`. A CorrigeError
    names every item that the exam does not have, and every line with answers, which would not count.
    """
    appeals: list[tuple[int, str, str]] = []
    student = ""
    for number, line in enumerate(text.splitlines(), start=1):
        word, colon, rest = line.partition(":")
        if begun := _APPEAL.fullmatch(line):
            appeals.append((number, begun["item"], begun["reason"]))
        elif find_signature(line, source.secret):
            continue
        elif colon and len(word) <= 40 and field_word(word) == STUDENT and not student:
            student = tidy_name(rest)
        elif appeals:
            at, item, reason = appeals[-1]
            appeals[-1] = (at, item, f"{reason} {line}")
    refuse_any((*_problems(appeals, source), *_answers(text, source)))
    signature = find_signature(text, source.secret)
    named = [(item_word(item) or part_word(item) or "", tidy_name(reason)) for _, item, reason in appeals]
    return (
        Submission(
            place=Place(source.place),
            student=student or (signature.identity.student if signature else ""),
            u0=None,
            exam=signature.identity.exam if signature else None,
            answers={},
            signature=signature,
            appeals=tuple((item, reason[:MAX_REASON]) for item, reason in named[:MOST]),
        ),
    )


def _answers(text: str, source: Source) -> Iterator[Problem]:
    """Yield a problem for each line that answers a part of the exam."""
    for number, line in enumerate(text.splitlines(), start=1):
        word, colon, rest = line.partition(":")
        part = part_word(word) if colon and rest.strip() and len(word) <= 40 and not _APPEAL.fullmatch(line) else None
        if part and (source.exam is None or part in source.exam.counts):
            cause = Message("answers in the file of an appeal, which would not count: {shown}", shown=shown(line))
            place = Message("{place}, line {number}", place=source.place, number=number)
            yield Problem(cause, place, Message("ask for the answers and the appeal in two files"))


def _problems(appeals: list[tuple[int, str, str]], source: Source) -> Iterator[Problem]:
    exam: ExpectedExam | None = source.exam
    for number, text, _ in appeals:
        place = Message("{place}, line {number}", place=source.place, number=number)
        item = item_word(text) or part_word(text)
        if item is None or (exam and item.partition(".")[0] not in exam.counts):
            cause = Message("an appeal on {shown}, which the exam does not have", shown=shown(text))
            yield Problem(cause, place, did_you_mean(text, exam.counts if exam else ()))
