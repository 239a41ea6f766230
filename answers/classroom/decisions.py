"""What the teacher decided, of items and of flags, in a file of its own that people can read: `decisions.csv`."""

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exports.spreadsheet import disarmed
from answers.files import read_limited, write_atomic
from answers.flags import FLAGS, Flag, flag_named
from answers.messages import Message
from answers.submissions.raw.decode import decode
from answers.submissions.raw.dialect import separator

FILE = "decisions.csv"
COLUMNS = ("student", "item", "decision", "value", "answer", "reason", "author", "time")
MAX_TEXT = 500
TOLD = "told"
"""The value of a flag that was seen and that the student is told."""

Where: TypeAlias = tuple[str, str]
"""A student's identifier, and an item (part and position, "4b.1") or a flag of the paper ("answers-of-seed-17")."""


class Kind(StrEnum):
    """What was decided of an item: read it as a value, count it right or wrong, give points, or nothing any more.

    A flag is seen, or nothing is decided of it any more.
    """

    VALUE = "value"
    RIGHT = "right"
    WRONG = "wrong"
    POINTS = "points"
    SEEN = "seen"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision. `answer` is what the student had written then; `value` what it stands for, or the points.

    `item` is the flag when that is what was seen; the value is then "told" if the student is told of it.
    """

    student: str
    item: str
    kind: Kind
    value: str
    answer: str
    reason: str
    author: str
    time: str

    @property
    def where(self) -> Where:
        """What it is about, the student called as `disarmed` writes it."""
        return disarmed(self.student), self.item

    @property
    def points(self) -> Fraction:
        """The points given, zero for other decisions."""
        return Fraction(self.value.replace(",", ".")) if self.kind is Kind.POINTS else Fraction(0)


def read_decisions(folder: Path, exam: Exam) -> tuple[Decision, ...]:
    """Return the decisions of a class in the order of the file, none when there is no file.

    Raises
    ------
    CorrigeError
        If the file is damaged, or a line names no item of the exam or says nothing that can be done: all of them
        together, with their lines.
    """
    path = folder / FILE
    if not path.exists():
        return ()
    text = decode(read_limited(path), str(path))
    try:
        mark = separator(text.partition("\n")[0], ",;\t")
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=mark, strict=True)
        lines = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise CorrigeError.one(
            Message("is damaged: {error}", error=error), place=str(path), remedy="mend the quotation marks"
        ) from error
    lacking = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if lacking:
        cause = Message("columns are missing: {lacking}", lacking=", ".join(lacking))
        raise CorrigeError.one(
            cause, place=str(path), remedy=Message("the first line is {columns}", columns=",".join(COLUMNS))
        )
    problems = [
        problem
        for number, row in lines
        for problem in _problems(row, Message("{path}, line {number}", path=path, number=number), exam)
    ]
    if problems:
        raise CorrigeError(problems)
    return tuple(_decision(row) for _, row in lines)


def write_decisions(folder: Path, decisions: Iterable[Decision]) -> None:
    """Write all decisions, the earlier ones of an item as well: the last one holds.

    Raises
    ------
    CorrigeError
        If the file cannot be written.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    writer.writerows(map(_cells, decisions))
    write_atomic(folder / FILE, stream.getvalue().encode(), overwrite=True)


def decisions_in_force(decisions: Iterable[Decision]) -> Mapping[Where, Decision]:
    """Return the last decision of each item, without those withdrawn; students are called as `disarmed` writes them."""
    last = {one.where: one for one in decisions}
    return {where: one for where, one in last.items() if one.kind is not Kind.WITHDRAWN}


def written_answer(raw: str) -> str:
    """Return what a student wrote as decisions compare it: trimmed, on one line, harmless in a spreadsheet."""
    return disarmed(raw).strip()[:MAX_TEXT]


def flag_name(flag: Flag) -> str:
    """Return what a flag is called in the file."""
    return written_answer(str(flag))


def item_problem(item: str, exam: Exam) -> Problem | None:
    """Return what is wrong with the name of an item, "4b.1" or "12.1", if anything is."""
    part_id, _, position = item.partition(".")
    known = {part.id: part.count for part in exam.parts}
    if part_id in known and position.isdecimal() and 1 <= int(position) <= known[part_id]:
        return None
    if part_id in known:
        return Problem(
            Message("{part_id} has no item {position!r}", part_id=part_id, position=position[:20]),
            "",
            Message("its items are {part_id}.1 to {part_id}.{known}", part_id=part_id, known=known[part_id]),
        )
    return Problem(
        Message("{name} has no part {part_id!r}", name=exam.name, part_id=part_id[:20]),
        "",
        did_you_mean(part_id, known),
    )


def _cells(one: Decision) -> list[str]:
    """The cells of a line; only the value, which the teacher typed, may look like a formula: -5."""
    texts = (one.answer, one.reason, one.author, one.time)
    return [disarmed(one.student), one.item, one.kind, one.value, *map(disarmed, texts)]


def _problems(row: Mapping[str, str | None], place: str, exam: Exam) -> Iterable[Problem]:
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
    wrong = _place_problem(cells, exam)
    if None in row or any(row.get(name) is None for name in COLUMNS):
        yield Problem("has too few or too many cells", place, Message("give {count}", count=len(COLUMNS)))
    elif wrong is not None:
        yield Problem(wrong.cause, place, wrong.remedy)
    elif not cells["student"]:
        yield Problem("names no student", place, "give an identifier of students.csv")
    elif cells["decision"] not in set(Kind):
        yield Problem(
            Message("unknown decision {decision!r}", decision=cells["decision"][:40]),
            place,
            did_you_mean(cells["decision"], Kind),
        )
    elif cells["decision"] == Kind.POINTS and not is_points(cells["value"]):
        yield Problem(Message("{value!r} are no points", value=cells["value"][:40]), place, "give a number such as 0.5")


def _place_problem(cells: Mapping[str, str], exam: Exam) -> Problem | None:
    """What is wrong with what a line is about: a flag that was seen, an item, or either when it is withdrawn."""
    is_flag = flag_named(cells["item"]) is not None
    if cells["decision"] == Kind.SEEN:
        known = [flag.slug for flag in FLAGS]
        cause = Message("there is no such flag: {name!r}", name=cells["item"][:40])
        return None if is_flag else Problem(cause, "", did_you_mean(cells["item"], known))
    return None if is_flag and cells["decision"] == Kind.WITHDRAWN else item_problem(cells["item"], exam)


def is_points(text: str) -> bool:
    """Whether a text is a number of points: 0.5, 0,5, 1/3."""
    try:
        return len(text) < 20 and Fraction(text.replace(",", ".")) >= 0
    except (ValueError, ZeroDivisionError):
        return False


def _decision(row: Mapping[str, str]) -> Decision:
    student, item, kind, *others = (row[name].strip() for name in COLUMNS)
    return Decision(student, item, Kind(kind), *others)
