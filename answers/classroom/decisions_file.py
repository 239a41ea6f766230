"""The file `decisions.csv` of a class: one decision a line, the last one about a target is in force.

Functions raise CorrigeError if the file is damaged or cannot be written, or if lines name no item of the exam or no
possible decision: all problems together, each with its line.
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
from answers.classroom.table_file import read_rows, rows_to_restore
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
    """The decisions of a class in the order of the file.

    `problems` are decisions about no student of the class; `notes` are identifiers that a spreadsheet changed.
    """

    decisions: tuple[Decision, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...]


def active_class_decisions(class_data: ClassData) -> Mapping[DecisionKey, Decision]:
    """Return the decisions of a class that are in force, by their keys."""
    return active_decisions(load_decisions(class_data).decisions)


def load_decisions(class_data: ClassData) -> DecisionLog:
    """Return the decisions of a class, with identifiers as the class list has them, students who left included.

    A spreadsheet saves 007 as 7: 7 stands for 007 if no other student has that number, leading zeros apart.
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
        if target.item != UNASSIGNED.slug and target.student not in known:  # differs by case or by leading zeros
            similar = [identifier for identifier in known if bare(identifier) == bare(target.student)]
            student = similar[0] if len(similar) == 1 else None
        place = Message("{path}, line {number}", path=FILE, number=number)
        if student is None:
            cause = Message(
                "this decision applies to no student: {student!r} is not in the class", student=target.student[:60]
            )
            problems.append(Problem(cause, place, "write the identifier of students.csv, or remove the line"))
        elif student != target.student:
            cause = Message("{text!r} was matched with {student!r}", text=target.student, student=student)
            notes.append(Problem(cause, place, "if a spreadsheet saved the file in this form, nothing is lost"))
        decisions.append(replace(decision, target=replace(target, student=student or target.student)))
    return DecisionLog(tuple(decisions), tuple(problems), tuple(notes))


def read_decisions(folder: Path, exam: Exam) -> list[tuple[int, Decision]]:
    """Return the decisions as written in the file of a class folder, each with its line number; [] without a file."""
    return read_rows(folder / FILE, COLUMNS, partial(_parsed_line, exam))


def write_decisions(folder: Path, decisions: Iterable[Decision]) -> None:
    """Write all decisions, superseded and withdrawn ones included."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    unescaped = ("item", "decision", "value")  # of these only the value may look like a formula: -5
    for decision in decisions:
        pairs = zip(COLUMNS, decision_texts(decision), strict=True)
        writer.writerow([text if name in unescaped else safe_cell(text) for name, text in pairs])
    write_atomic(folder / FILE, stream.getvalue().encode(), overwrite=True)


def record_decisions(class_data: ClassData, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Append decisions to the file, and return the new ones: a decision already in force is not repeated."""
    present = load_decisions(class_data).decisions
    in_force = {_content(decision) for decision in active_decisions(present).values()}
    new = tuple(decision for decision in decisions if _content(decision) not in in_force)
    if new:
        write_decisions(class_data.folder, (*present, *new))
    return new


def undo_decisions(class_data: ClassData, author: str, time: str) -> tuple[Decision, ...]:
    """Undo the last decisions of an author, by appending lines that restore what was in force before.

    Decisions that are undone already do not count. Returns the appended decisions, () if there is nothing to undo.
    """

    def content(decision: Decision | None) -> tuple[str, ...]:
        return () if decision is None or decision.override.kind is DecisionKind.WITHDRAWN else _content(decision)

    decisions = load_decisions(class_data).decisions
    before = rows_to_restore(
        decisions,
        author,
        lambda decision: decision.target.key,
        lambda decision: (decision.override.author, decision.override.time),
        content,
    )
    targets = {decision.target.key: decision.target for decision in decisions}
    withdrawn = Override(DecisionKind.WITHDRAWN)
    restored = [decision or Decision(targets[key], withdrawn) for key, decision in before.items()]
    signed = [replace(decision, override=replace(decision.override, author=author, time=time)) for decision in restored]
    return record_decisions(class_data, signed)


def item_problem(item: str, exam: Exam) -> Problem | None:
    """Return the problem with the name of an item such as "4b.1"; None if the exam has this item."""
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
    """Return the cells of a decision, in the order of `COLUMNS`."""
    target, override = decision.target, decision.override
    details = (override.value, target.answer, override.reason, override.author, override.time)
    return target.student, target.item, str(override.kind), *details


def _content(decision: Decision) -> tuple[str, ...]:
    """Return a decision without its author and its time."""
    override = decision.override
    return *decision.target.key, override.kind, override.value, decision.target.answer, override.reason


def _parsed_line(exam: Exam, cells: Sequence[str]) -> Decision | Problem:
    """Parse the cells of a line; a Problem, without its place, if they are no possible decision."""
    student, item, kind, value, answer, *details = map(str.strip, cells)
    is_absence = item == NO_PAPER.slug and kind == DecisionKind.POINTS
    is_flag = flag_named(item) is not None
    problem: Problem | None = None
    if item in PAPER_DECISIONS:
        problem = paper_decision_problem(item, kind, value)
    elif kind == DecisionKind.ACKNOWLEDGED and not is_flag:
        cause = Message("there is no such flag: {name!r}", name=item[:40])
        problem = Problem(cause, "", did_you_mean(item, [flag.slug for flag in FLAGS]))
    elif kind != DecisionKind.ACKNOWLEDGED and not is_absence and not (is_flag and kind == DecisionKind.WITHDRAWN):
        problem = item_problem(item, exam)
    if problem is None and not student:
        return Problem("names no student", "", "give an identifier of students.csv")
    if is_absence and points_from_text(value) != 0:
        return absence_problem(value)
    if problem is None and item not in PAPER_DECISIONS and kind not in set(DecisionKind):
        cause = Message("unknown decision {decision!r}", decision=kind[:40])
        return Problem(cause, "", did_you_mean(kind, DecisionKind))
    if (
        problem is None
        and item not in PAPER_DECISIONS
        and kind == DecisionKind.POINTS
        and points_from_text(value) is None
    ):
        return Problem(
            Message("{value!r} is not a number of points", value=value[:40]), "", "give a number such as 0.5"
        )
    return problem or Decision(DecisionTarget(student, item, answer), Override(DecisionKind(kind), value, *details))


def absence_problem(value: str) -> Problem:
    """Return the problem of an absence given other points than zero."""
    return Problem(Message("an absence counts 0 points, got {value!r}", value=value[:40]), "", "give the points 0")


def paper_decision_problem(item: str, decision: str, value: str) -> Problem | None:
    """Return the problem with a decision about a whole paper; None if the decision is possible."""
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
