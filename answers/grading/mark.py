"""One submission and its key → one marked paper: a pure function, so that marking again gives the same bytes."""

from collections.abc import Callable, Container, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from answers.exam.exam import Exam, Part
from answers.exam.key import Key
from answers.kinds.reading import Blank, Reading, Unreadable, Value
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.submissions.raw.submission import Submission

ZERO = Fraction(0)


def mark(exam: Exam[Any], key: Key, submission: Submission) -> Paper:
    """Mark every part of `submission` against `key`; parts without an answer are blank.

    Unreadable items score nothing and are for the teacher. Flags are those of the submission and of the key.
    """
    flags = tuple(dict.fromkeys((*submission.flags, *key.flags)))
    parts = mark_parts(exam, key, submission, key.answers)
    return Paper(submission.place, submission.student, exam.name, key.u0, flags, parts)


def mark_parts(exam: Exam[Any], key: Key, submission: Submission, part_ids: Container[str]) -> dict[str, PartMarks]:
    """Mark the parts of `submission` that `part_ids` names against `key`, in the order of the exam."""
    params = exam.draw(key.u0)
    marked = {}
    for question, part in exam.pairs():
        if part.id in part_ids:
            accepts = partial(question.accepts, params, part) if question.accepts else None
            marked[part.id] = mark_part(part, key.answers[part.id], submission.answers.get(part.id, ()), accepts)
    return marked


def unmarked(exam: Exam[Any], submission: Submission, reason: str) -> Paper:
    """Return the paper of a submission that has no key: what was written, for the teacher, with `reason` as note."""
    parts = {part.id: _unmarked_part(part, submission.answers.get(part.id, ()), reason) for part in exam.parts}
    flags = tuple(dict.fromkeys((*submission.flags, reason)))
    return Paper(submission.place, submission.student, exam.name, None, flags, parts)


def mark_part(
    part: Part,
    expected: tuple[Value, ...],
    texts: tuple[str, ...],
    accepts: Callable[[tuple[Value, ...]], bool] | None = None,
) -> PartMarks:
    """Mark the items of one part, from one text a field or a single text that holds them all.

    `accepts` is asked about values that are not the expected ones, when all items could be read.
    """
    readings = part.kind.read(texts or ("",))
    share = part.points / len(part.labels)
    marks = tuple(
        _mark_item(part, value, reading, raw, share)
        for value, reading, raw in zip(expected, readings, _raw(texts, readings), strict=True)
    )
    if accepts is not None and _any_wrong(marks) and _accepted(readings, accepts):
        marks = tuple(replace(item, verdict=Verdict.RIGHT, note="another-right-answer", score=share) for item in marks)
    if part.all_or_nothing and any(item.verdict is not Verdict.RIGHT for item in marks):
        marks = tuple(replace(item, score=ZERO) for item in marks)
    return PartMarks(marks, part.points)


def _any_wrong(marks: tuple[Mark, ...]) -> bool:
    return any(item.verdict is Verdict.WRONG for item in marks)


def _accepted(readings: tuple[Reading, ...], accepts: Callable[[tuple[Value, ...]], bool]) -> bool:
    values = tuple(reading for reading in readings if not isinstance(reading, Unreadable | Blank))
    return len(values) == len(readings) and accepts(values)


def _mark_item(part: Part, expected: Value, reading: Reading, raw: str, share: Fraction) -> Mark:
    if isinstance(reading, Unreadable):
        return Mark(raw, Verdict.UNREADABLE, reading.reason, ZERO)
    if isinstance(reading, Blank):
        return Mark(raw, Verdict.BLANK, None, ZERO)
    if part.kind.agrees(expected, reading, part.tolerance):
        return Mark(raw, Verdict.RIGHT, None, share)
    return Mark(raw, Verdict.WRONG, None, ZERO)


def _raw(texts: tuple[str, ...], readings: tuple[Reading, ...]) -> tuple[str, ...]:
    """What was written for each item; the whole text for each when the items share one."""
    if len(texts) == len(readings) and not _shared(texts, readings):
        return texts
    return (" ; ".join(text for text in texts if text.strip()),) * len(readings)


def _shared(texts: tuple[str, ...], readings: tuple[Reading, ...]) -> bool:
    """Whether a value was read where its own field is empty: the first field holds the list."""
    return any(
        not text.strip() and not isinstance(reading, Blank) for text, reading in zip(texts, readings, strict=True)
    )


def _unmarked_part(part: Part, texts: tuple[str, ...], reason: str) -> PartMarks:
    readings = part.kind.read(texts or ("",))
    marks = (_unmarked_item(reading, raw, reason) for reading, raw in zip(readings, _raw(texts, readings), strict=True))
    return PartMarks(tuple(marks), part.points)


def _unmarked_item(reading: Reading, raw: str, reason: str) -> Mark:
    blank = isinstance(reading, Blank)
    return Mark(raw, Verdict.BLANK if blank else Verdict.UNREADABLE, None if blank else reason, ZERO)


def annotated(paper: Paper, notes: Mapping[tuple[str, int], str], flags: tuple[str, ...] = ()) -> Paper:
    """Return `paper` with notes on some items (part id and position from 0) and more flags; scores unchanged."""
    parts = dict(paper.parts)
    for part_id, index in notes:
        items = list(parts[part_id].items)
        items[index] = replace(items[index], note=notes[part_id, index])
        parts[part_id] = replace(parts[part_id], items=tuple(items))
    return replace(paper, parts=parts, flags=tuple(dict.fromkeys((*paper.flags, *flags))))
