"""The table of answers of an exam, whose rows must get the verdicts that stand in them."""

import csv
from collections.abc import Collection, Iterator
from fractions import Fraction

from answers.errors import Problem, did_you_mean
from answers.exam.composed_exam import ComposedExam
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.grading.answer import read_answer
from answers.grading.mark import mark_parts
from answers.messages import Message

COLUMNS = ("part", "text", "verdicts", "share")
"""Columns that `answers.csv` has, whatever else it has."""


def answer_table(exam: Exam) -> Iterator[Problem]:
    """Yield what is wrong with `answers.csv`: part, text, then for each item its verdict, and the share of the points.

    A composed paper has none: its exams are held to theirs.
    """
    if isinstance(exam, ComposedExam):
        return
    file = exam.home.fixtures.joinpath("answers.csv")
    if not file.is_file():
        yield Problem(
            "there is no table of answers", str(file), Message("write it: {columns}", columns=",".join(COLUMNS))
        )
        return
    with file.open(encoding="utf-8") as stream:
        table = csv.DictReader(stream)
        names, rows = table.fieldnames, list(table)
    missing = [name for name in COLUMNS if name not in (names or ())]
    if missing:
        cause = Message("no column {missing}", missing=", ".join(missing))
        place = Message("{path}, line {number}", path=file, number=1)
        yield Problem(cause, place, Message("start with: {columns}", columns=",".join(COLUMNS)))
        return
    yield from _without_row(exam, {row["part"] for row in rows}, str(file))
    key = make_key(exam, exam.model_seed)
    for number, row in enumerate(rows, start=2):
        yield from _answer_row(exam, key, row, Message("{path}, line {number}", path=file, number=number))


def _without_row(exam: Exam, judged: Collection[str], file: str) -> Iterator[Problem]:
    without = [part.id for part in exam.parts if part.id not in judged]
    if without:
        yield Problem(Message("no row of {parts}", parts=", ".join(without)), file, "at least one row a part")


def _answer_row(exam: Exam, key: Key, row: dict[str, str], place: str) -> Iterator[Problem]:
    known = {part.id: part for part in exam.parts}
    if row["part"] not in known:
        yield Problem(
            Message("{name} has no part {part_id!r}", name=exam.name, part_id=row["part"]),
            place,
            did_you_mean(row["part"], known),
        )
        return
    part = known[row["part"]]
    marks = mark_parts(exam, key, {part.id: read_answer(part, (row["text"],))})[part.id]
    verdicts = " ".join(item.verdict for item in marks.items)
    if verdicts != row["verdicts"]:
        notes = ", ".join(dict.fromkeys(str(item.note) for item in marks.items if item.note))
        cause = Message(
            "{text!r} is {verdicts}", text=row["text"], verdicts=f"{verdicts} ({notes})" if notes else verdicts
        )
        yield Problem(cause, place, Message("the table says {verdicts}", verdicts=row["verdicts"]))
    elif marks.score != Fraction(row["share"]) * part.points:
        share = marks.score / part.points
        cause = Message("{text!r} earns {share} of the part", text=row["text"], share=share)
        yield Problem(cause, place, Message("not {share}", share=row["share"]))
