"""The answers of a paper and its key → its marks: a pure function, so that marking again gives the same bytes."""

from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from functools import partial

from answers.exam.exam import Exam
from answers.exam.key import Key, given
from answers.flags import ANOTHER_RIGHT_ANSWER, AS_PERCENTAGE, BLANK_AS_ZERO, IMPRECISE, Flag, Note
from answers.grading.answer import Answer, Answers
from answers.grading.doubt import is_right_percentage, is_rounded, is_wrong_anyhow
from answers.kinds.reading import Blank, Reading, Unreadable, Value, Values
from answers.paper import Mark, PartMarks, Verdict

ZERO = Fraction(0)
BLANK_ZERO = Blank(is_zero=True)


def mark_parts(exam: Exam, key: Key, answers: Answers, part_ids: Collection[str] | None = None) -> dict[str, PartMarks]:
    """Mark every answer to a part that `key` answers too, or those of `part_ids`, in the order of the exam.

    Unreadable items score nothing and are for the teacher.
    """
    marked = {}
    for part in exam.parts:
        if part.id in answers and part.id in key.answers and (part_ids is None or part.id in part_ids):
            question = exam.asked(part.id)[0]
            ask = question.accepts if part.is_open else None
            accepts = partial(ask, given(exam, key, part), part) if ask else None
            remarks = partial(question.remarks, given(exam, key, part), part) if question.remarks else None
            marked[part.id] = mark_answer(answers[part.id], key.answers[part.id], accepts, remarks)
    return marked


def unmarked_parts(answers: Answers, reason: Flag) -> dict[str, PartMarks]:
    """Return what was written of each part, for the teacher, with the reason why it cannot be marked."""
    return {part_id: _unmarked(answer, Note(reason.slug, reason.detail)) for part_id, answer in answers.items()}


def mark_answer(
    answer: Answer,
    expected: Values,
    accepts: Callable[[Values], bool] | None = None,
    remarks: Callable[[Values], Note | None] | None = None,
) -> PartMarks:
    """Mark the items of an answer.

    `accepts` is asked about values that are not the expected ones, when all items could be read; so is `remarks`,
    what there is to note of them, when they are not right all the same.
    """
    part = answer.part
    marks = tuple(
        _mark_item(answer, value, reading, raw, is_open=accepts is not None)
        for value, reading, raw in zip(expected, answer.readings, answer.raw, strict=True)
    )
    if answer.whole and any(item.verdict is Verdict.WRONG for item in marks):
        if accepts is not None and accepts(answer.whole):
            full = part.points / part.count
            marks = tuple(Mark(item.raw, Verdict.RIGHT, ANOTHER_RIGHT_ANSWER, full) for item in marks)
        elif remarks is not None:
            marks = _remarked(marks, remarks(answer.whole))
    marks = tuple(map(_noted_zero, marks, answer.readings))
    return PartMarks(_all_or_nothing(marks) if part.all_or_nothing else marks, part.points)


def _remarked(marks: tuple[Mark, ...], note: Note | None) -> tuple[Mark, ...]:
    """The marks with what there is to note of the wrong ones."""
    if note is None:
        return marks
    return tuple(replace(item, note=note) if item.verdict is Verdict.WRONG else item for item in marks)


def _noted_zero(item: Mark, reading: Reading) -> Mark:
    return replace(item, note=BLANK_AS_ZERO) if reading == BLANK_ZERO else item


def _all_or_nothing(marks: tuple[Mark, ...]) -> tuple[Mark, ...]:
    if all(item.verdict is Verdict.RIGHT for item in marks):
        return marks
    return tuple(replace(item, score=ZERO) for item in marks)


def _mark_item(answer: Answer, expected: Value, reading: Reading, raw: str, *, is_open: bool) -> Mark:
    part = answer.part
    if isinstance(reading, Blank) and not reading.is_zero:
        return Mark(raw, Verdict.BLANK, None, ZERO)
    if isinstance(reading, Unreadable):
        return _mark_unread(answer, expected, reading, raw, is_open=is_open)
    value = Fraction(0) if isinstance(reading, Blank) else reading
    if part.kind.agrees(expected, value, part.tolerance):
        return Mark(raw, Verdict.RIGHT, None, part.points / part.count)
    if is_right_percentage(part, expected, value):
        return Mark(raw, Verdict.UNREADABLE, AS_PERCENTAGE, ZERO)
    return Mark(raw, Verdict.WRONG, IMPRECISE if is_rounded(part, expected, value, raw) else None, ZERO)


def _mark_unread(answer: Answer, expected: Value, reading: Unreadable, raw: str, *, is_open: bool) -> Mark:
    """The mark of what is not read, without needless doubt.

    Of a list that is too short the first items that are right earn their share. What is wrong in every reading is
    wrong, unless other answers than the expected ones may be right too (`is_open`).
    """
    part = answer.part
    if reading.reason == "too-few-values":
        if any(part.kind.agrees(expected, value, part.tolerance) for value in reading.possible):
            return Mark(raw, Verdict.RIGHT, None, part.points / part.count)
    elif not is_open and is_wrong_anyhow(part, expected, reading.possible):
        return Mark(raw, Verdict.WRONG, None, ZERO)
    return Mark(raw, Verdict.UNREADABLE, Note(reading.reason), ZERO)


def _unmarked(answer: Answer, reason: Note) -> PartMarks:
    marks = (
        Mark(raw, Verdict.BLANK, None, ZERO) if isinstance(one, Blank) else Mark(raw, Verdict.UNREADABLE, reason, ZERO)
        for raw, one in zip(answer.raw, answer.readings, strict=True)
    )
    return PartMarks(tuple(marks), answer.part.points)
