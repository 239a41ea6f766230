"""The decisions of a class in a file of its own that people can read and mend, `decisions.csv`: the last one holds.

Functions raise CorrigeError when it is damaged, cannot be written, or a line names no item of the exam or says nothing
that can be done: all of them together, with their lines.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from answers.classroom.decisions import (
    PAPER_DECISIONS,
    Decision,
    DecisionKey,
    DecisionKind,
    DecisionTarget,
    Override,
    active_decisions,
    bonus_from_text,
    points_from_text,
    seed_from_text,
)
from answers.classroom.folder import ClassData, roster_folder
from answers.classroom.members import removed_students
from answers.classroom.table_file import read_lines, rows_to_restore
from answers.errors import Problem, did_you_mean
from answers.exam.exam import Exam
from answers.exports.tables import safe_cell
from answers.files import write_atomic
from answers.flags import FLAGS, NO_PAPER, UNASSIGNED, flag_named
from answers.messages import Message
from solvers.sequence import lcg

FILE = "decisions.csv"
COLUMNS = ("student", "item", "decision", "value", "answer", "reason", "author", "time")


@dataclass(frozen=True, slots=True)
class DecisionLog:
    """The decisions of a class in the order of the file, what applies to nobody, and what a spreadsheet changed."""

    decisions: tuple[Decision, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def active_class_decisions(class_data: ClassData) -> Mapping[DecisionKey, Decision]:
    """Return the decisions of a class that are in force."""
    return active_decisions(load_decisions(class_data).decisions)


def load_decisions(class_data: ClassData) -> DecisionLog:
    """Return the decisions of a class, about those who are in it, or have left it, as the list calls them.

    A spreadsheet saves 007 as 7: that is 007 if nobody else of the class may be meant.
    """
    known = {
        enrollment.student.id
        for enrollment in (*class_data.enrollments, *removed_students(roster_folder(class_data.folder.absolute())))
    }

    def bare(identifier: str) -> str:
        return identifier.lstrip("0") if identifier.isdecimal() else identifier.casefold()

    decisions, problems, notes = [], [], []
    for number, decision in read_decisions(class_data.folder, class_data.exam):
        target = decision.target
        student: str | None = target.student
        if target.item != UNASSIGNED.slug and target.student not in known:  # capitals and zeros before a number apart
            meant = [other for other in known if bare(other) == bare(target.student)]
            student = meant[0] if len(meant) == 1 else None
        where = Message("{path}, line {number}", path=FILE, number=number)
        if student is None:
            cause = Message(
                "this decision applies to no student: {student!r} is not in the class", student=target.student[:60]
            )
            problems.append(Problem(cause, where, "write the identifier of students.csv, or remove the line"))
        elif student != target.student:
            cause = Message("{text!r} was matched with {student!r}", text=target.student, student=student)
            notes.append(Problem(cause, where, "if a spreadsheet saved the file in this form, nothing is lost"))
        decisions.append(replace(decision, target=replace(target, student=student or target.student)))
    return DecisionLog(tuple(decisions), tuple(problems), tuple(notes))


def read_decisions(folder: Path, exam: Exam) -> list[tuple[int, Decision]]:
    """Return the decisions as they stand in the file of a class folder, each with its line; none without a file."""
    return read_lines(folder / FILE, COLUMNS, partial(_made, exam))


def write_decisions(folder: Path, decisions: Iterable[Decision]) -> None:
    """Write all decisions, the earlier ones of an item as well."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    typed = ("item", "decision", "value")  # only the value may look like a formula: -5
    for decision in decisions:
        pairs = zip(COLUMNS, decision_texts(decision), strict=True)
        writer.writerow([text if name in typed else safe_cell(text) for name, text in pairs])
    write_atomic(folder / FILE, stream.getvalue().encode(), overwrite=True)


def record(class_data: ClassData, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Add decisions after those that are there, and return the new ones: what holds already is not repeated."""
    present = load_decisions(class_data).decisions
    holding = {_said(decision) for decision in active_decisions(present).values()}
    new = tuple(decision for decision in decisions if _said(decision) not in holding)
    if new:
        write_decisions(class_data.folder, (*present, *new))
    return new


def undo_decisions(class_data: ClassData, who: str, when: str) -> tuple[Decision, ...]:
    """Undo by further lines the last that somebody decided and has not undone; return these, none if there is none."""

    def says(decision: Decision | None) -> tuple[str, ...]:
        return () if decision is None or decision.override.kind is DecisionKind.WITHDRAWN else _said(decision)

    decisions = load_decisions(class_data).decisions
    before = rows_to_restore(
        decisions,
        who,
        lambda decision: decision.target.key,
        lambda decision: (decision.override.author, decision.override.time),
        says,
    )
    ended = {decision.target.key: decision.target for decision in decisions}
    withdrawn = Override(DecisionKind.WITHDRAWN)
    back = [decision or Decision(ended[where], withdrawn) for where, decision in before.items()]
    return record(
        class_data, [replace(decision, override=replace(decision.override, author=who, time=when)) for decision in back]
    )


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


def decision_texts(decision: Decision) -> tuple[str, ...]:
    """Return what a decision says, in the order of `COLUMNS`."""
    target, override = decision.target, decision.override
    said = (override.value, target.answer, override.reason, override.author, override.time)
    return target.student, target.item, str(override.kind), *said


def _said(decision: Decision) -> tuple[str, ...]:
    """What a decision says, whoever took it and when."""
    override = decision.override
    return *decision.target.key, override.kind, override.value, decision.target.answer, override.reason


def _made(exam: Exam, cells: Sequence[str]) -> Decision | Problem:
    """The decision of a line, or what is wrong with it, without its place."""
    student, item, kind, value, answer, *others = map(str.strip, cells)
    is_absence = item == NO_PAPER.slug and kind == DecisionKind.POINTS
    is_flag = flag_named(item) is not None
    wrong: Problem | None = None
    if item in PAPER_DECISIONS:
        wrong = whole_problem(item, kind, value)
    elif kind == DecisionKind.ACKNOWLEDGED and not is_flag:
        cause = Message("there is no such flag: {name!r}", name=item[:40])
        wrong = Problem(cause, "", did_you_mean(item, [flag.slug for flag in FLAGS]))
    elif kind != DecisionKind.ACKNOWLEDGED and not is_absence and not (is_flag and kind == DecisionKind.WITHDRAWN):
        wrong = item_problem(item, exam)
    if wrong is None and not student:
        return Problem("names no student", "", "give an identifier of students.csv")
    if is_absence and points_from_text(value) != 0:
        return absence_problem(value)
    if wrong is None and item not in PAPER_DECISIONS and kind not in set(DecisionKind):
        cause = Message("unknown decision {decision!r}", decision=kind[:40])
        return Problem(cause, "", did_you_mean(kind, DecisionKind))
    if (
        wrong is None
        and item not in PAPER_DECISIONS
        and kind == DecisionKind.POINTS
        and points_from_text(value) is None
    ):
        return Problem(
            Message("{value!r} is not a number of points", value=value[:40]), "", "give a number such as 0.5"
        )
    return wrong or Decision(DecisionTarget(student, item, answer), Override(DecisionKind(kind), value, *others))


def absence_problem(value: str) -> Problem:
    """Return that an absence gets no points but zero."""
    return Problem(Message("an absence counts 0 points, got {value!r}", value=value[:40]), "", "give the points 0")


def whole_problem(item: str, decision: str, value: str) -> Problem | None:
    """Return what is wrong with a decision about a whole paper, if anything is."""
    if decision not in (PAPER_DECISIONS[item], DecisionKind.WITHDRAWN):
        cause = Message("{item} applies to a whole paper", item=item)
        return Problem(cause, "", "u0 takes --value, bonus takes --points; both take --withdraw")
    if decision == DecisionKind.VALUE and seed_from_text(value) is None:
        cause = Message("u0 is {u0!r}", u0=value[:40])
        return Problem(cause, "", Message("give a number from 0 to {modulus}", modulus=lcg.MODULUS - 1))
    if decision == DecisionKind.POINTS and bonus_from_text(value) is None:
        return Problem(
            Message("{value!r} is not a number of points", value=value[:40]), "", "give a number such as 0.5"
        )
    return None
