"""One submission and its key → one marked paper: a pure function, so that marking again gives the same bytes."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.key import Key, given
from answers.exam.part import Part
from answers.flags import ANOTHER_RIGHT_ANSWER, AS_PERCENTAGE, BLANK_AS_ZERO, IMPRECISE, Flag, Note
from answers.grading.doubt import is_right_percentage, is_rounded, seen_otherwise, with_zeros
from answers.kinds.reading import Blank, Reading, Unreadable, Value, Values
from answers.paper import Mark, PartMarks, Verdict

ZERO = Fraction(0)
Written = Mapping[str, tuple[str, ...]]
"""What a student wrote, by part id: one text a field, or a single text that holds all items."""


def mark_parts(exam: Exam, key: Key, written: Written, part_ids: Collection[str] | None = None) -> dict[str, PartMarks]:
    """Mark every part that `key` answers, or those of `part_ids`, in the order of the exam; what is missing is blank.

    Unreadable items score nothing and are for the teacher.
    """
    marked = {}
    for question, part in exam.pairs():
        if part.id in key.answers and (part_ids is None or part.id in part_ids):
            accepts = _accepts(exam, key, part) if question.accepts else None
            remarks = _remarks(exam, key, part) if question.remarks else None
            marked[part.id] = mark_part(part, key.answers[part.id], written.get(part.id, ()), accepts, remarks)
    return marked


def unmarked_parts(exam: Exam, written: Written, reason: Flag) -> dict[str, PartMarks]:
    """Return what was written of each part, for the teacher, with the reason why it cannot be marked."""
    return {part.id: _unmarked_part(part, written.get(part.id, ()), reason) for part in exam.parts}


def mark_part(
    part: Part,
    expected: Values,
    texts: tuple[str, ...],
    accepts: Callable[[Values], bool] | None = None,
    remarks: Callable[[Values], Note | None] | None = None,
) -> PartMarks:
    """Mark the items of one part, from one text a field or a single text that holds them all.

    `accepts` is asked about values that are not the expected ones, when all items could be read; so is `remarks`,
    what there is to note of them, when they are not right all the same.
    """
    as_read = part.kind.read(texts or ("",))
    readings, zeros = with_zeros(part, as_read)
    share = part.points / part.count
    marks = tuple(
        _mark_item(part, value, reading, raw, share)
        for value, reading, raw in zip(expected, readings, _raw(texts, as_read), strict=True)
    )
    marks = seen_otherwise(part, expected, texts, marks, is_open=accepts is not None)
    values = _all_read(readings)
    if values and _any_wrong(marks):
        if accepts is not None and accepts(values):
            marks = tuple(Mark(item.raw, Verdict.RIGHT, ANOTHER_RIGHT_ANSWER, share) for item in marks)
        elif remarks is not None:
            marks = _remarked(marks, remarks(values))
    marks = _with_note(marks, BLANK_AS_ZERO, zeros)
    if part.all_or_nothing and not _all_right(marks):
        marks = tuple(replace(item, score=ZERO) for item in marks)
    return PartMarks(marks, part.points)


def _remarked(marks: tuple[Mark, ...], note: Note | None) -> tuple[Mark, ...]:
    """The marks with what there is to note of the wrong ones."""
    if note is None:
        return marks
    return tuple(replace(item, note=note) if item.verdict is Verdict.WRONG else item for item in marks)


def _with_note(marks: tuple[Mark, ...], note: Note, places: Collection[int]) -> tuple[Mark, ...]:
    return tuple(replace(one, note=note) if index in places else one for index, one in enumerate(marks))


def _accepts(exam: Exam, key: Key, part: Part) -> Callable[[Values], bool]:
    question = exam.asked(part.id)[0]
    told = given(exam, key, part)
    accepts = question.accepts if question.is_open(part) else None
    return lambda values: accepts is not None and accepts(told, part, values)


def _remarks(exam: Exam, key: Key, part: Part) -> Callable[[Values], Note | None]:
    question = exam.asked(part.id)[0]
    told = given(exam, key, part)
    return lambda values: question.remarks(told, part, values) if question.remarks else None


def _any_wrong(marks: tuple[Mark, ...]) -> bool:
    return any(item.verdict is Verdict.WRONG for item in marks)


def _all_right(marks: tuple[Mark, ...]) -> bool:
    return all(item.verdict is Verdict.RIGHT for item in marks)


def _all_read(readings: tuple[Reading, ...]) -> Values:
    """The values, or none at all unless every item could be read."""
    values = tuple(reading for reading in readings if not isinstance(reading, Unreadable | Blank))
    return values if len(values) == len(readings) else ()


def _mark_item(part: Part, expected: Value, reading: Reading, raw: str, share: Fraction) -> Mark:
    if isinstance(reading, Unreadable):
        return Mark(raw, Verdict.UNREADABLE, Note(reading.reason), ZERO)
    if isinstance(reading, Blank):
        return Mark(raw, Verdict.BLANK, None, ZERO)
    if part.kind.agrees(expected, reading, part.tolerance):
        return Mark(raw, Verdict.RIGHT, None, share)
    if is_right_percentage(part, expected, reading):
        return Mark(raw, Verdict.UNREADABLE, AS_PERCENTAGE, ZERO)
    return Mark(raw, Verdict.WRONG, IMPRECISE if is_rounded(part, expected, reading, raw) else None, ZERO)


def _raw(texts: tuple[str, ...], readings: tuple[Reading, ...]) -> tuple[str, ...]:
    """What was written for each item; the whole text for each when the items share one."""
    if len(texts) == len(readings) and not _shared(texts, readings):
        return texts
    return (" ; ".join(texts).rstrip(" ;"),) * len(readings)


def _shared(texts: tuple[str, ...], readings: tuple[Reading, ...]) -> bool:
    """Whether a value was read where its own field is empty: the first field holds the list."""
    return any(
        not text.strip() and not isinstance(reading, Blank) for text, reading in zip(texts, readings, strict=True)
    )


def _unmarked_part(part: Part, texts: tuple[str, ...], reason: Flag) -> PartMarks:
    readings = part.kind.read(texts or ("",))
    marks = (_unmarked_item(reading, raw, reason) for reading, raw in zip(readings, _raw(texts, readings), strict=True))
    return PartMarks(tuple(marks), part.points)


def _unmarked_item(reading: Reading, raw: str, reason: Flag) -> Mark:
    if isinstance(reading, Blank):
        return Mark(raw, Verdict.BLANK, None, ZERO)
    return Mark(raw, Verdict.UNREADABLE, Note(reason.slug, reason.detail), ZERO)
