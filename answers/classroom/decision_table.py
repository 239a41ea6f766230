"""Read a table of decisions: the exported one (`class export --to decisions`), as a teacher has edited it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from answers.classroom.decision_targets import check_items_left, decisions_about, decisions_for_everybody
from answers.classroom.decisions import (
    COLUMNS,
    EVERYBODY,
    IN_FORCE,
    MAX_LISTED,
    SHOWN_TO_STUDENT,
    SUPERSEDED,
    WITHDRAWN,
    ActiveDecisions,
    Decision,
    DecisionKey,
    DecisionKind,
    Override,
    written_answer,
)
from answers.classroom.roster import named_student
from answers.classroom.submission_set import SubmissionSet
from answers.errors import CorrigeError, Problem, did_you_mean
from answers.exports.gradebook import Gradebook
from answers.exports.tables import unescape_formulas
from answers.files import read_limited, shown
from answers.flags import DECISION_OUTDATED, UNASSIGNED
from answers.messages import Message, joined
from answers.people.encodings import mended
from answers.people.names import NameMatch, name_key, names_agree
from answers.people.table import SIGNATURE, InputTable, plain, read_table

NEEDED = COLUMNS[:3]
"""The columns that a table of decisions must have; the others may be missing."""
KNOWN = (*COLUMNS, "state", "name")
"""The columns that a table may have; an author and a time are ignored."""
VALUES: Mapping[DecisionKind, tuple[str, ...]] = MappingProxyType(
    dict.fromkeys((DecisionKind.RIGHT, DecisionKind.WRONG, DecisionKind.LEFT_OUT), ("",))
    | {DecisionKind.ACKNOWLEDGED: ("", SHOWN_TO_STUDENT)}
)
"""The possible values of decisions of the kinds that have no number or answer as their value."""
LOOK_AGAIN = Message(
    "look at the answer again, then leave the cells of the answer and of the state empty, or remove the line"
)
"""The remedy for a line about an answer that is not the one on the paper."""

Row: TypeAlias = Mapping[str, str]
"""The cells of a line by column; a missing column has the text ""."""


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The decisions in a table that differ from those in force, and notes on what was not read in the file."""

    decisions: tuple[Decision, ...]
    notes: tuple[Problem, ...] = ()


def decisions_of_table(
    path: Path, submissions: SubmissionSet, gradebook: Gradebook, active: ActiveDecisions, author: str, time: str
) -> DecisionTable:
    """Return the decisions in a table, a CSV or XLSX file, that differ from those in force.

    A line names a student and an item or a flag, as `decisions_about` does, or `EVERYBODY`, and the kind of decision.
    The other columns are optional: "value", "reason", "answer", "name" and "state"; author and time are not read, since
    `author` decides now. A line is left out if the same decision is in force, or if its state is "superseded" or
    "withdrawn", as in an export. A decision that is in force and has no line stays.

    Raises CorrigeError with the problems of all lines: a name that is not that of the student; an answer, or a decision
    in force, that is not about the present paper; two lines about one target; and what `decisions_about` refuses.
    """
    place = shown(path)
    content = read_limited(path)
    try:
        table = read_table(content, place)
    except CorrigeError as error:
        saved_again = Message("save the table as UTF-8 or XLSX")  # class decide has no option --encoding
        raise CorrigeError(
            replace(problem, remedy=saved_again) if "--encoding" in problem.remedy else problem
            for problem in error.problems
        ) from error
    lines = table.lines
    titles = [cell.casefold() for cell in lines[0].cells] if lines else []
    if lacking := [name for name in NEEDED if name not in titles]:
        cause = Message("the table in this file lacks these columns: {columns}", columns=", ".join(lacking))
        remedy = Message("give the columns these titles in the first line: {columns}", columns=", ".join(KNOWN))
        raise CorrigeError.single(cause, place=place, remedy=remedy)
    if repeated := [name for name in KNOWN if titles.count(name) > 1]:
        cause = Message("the table in this file has two columns of this title: {columns}", columns=", ".join(repeated))
        raise CorrigeError.single(cause, place=place, remedy="remove one of the two columns, or give it another title")
    remedy = Message("check the decisions that the command names against your table")
    notes = [replace(note, remedy=remedy) for note in table.notes]  # their own remedies are about a class list
    if unknown := [name for name in lines[0].cells if name.casefold() not in KNOWN]:
        cause = Message("these columns of the table were not read: {columns}", columns=", ".join(map(repr, unknown)))
        notes.append(Problem(cause, place, Message("the columns that are read: {columns}", columns=", ".join(KNOWN))))
    decided: dict[DecisionKey, tuple[int, Decision]] = {}
    problems = [*_misread_lines(table, is_text=not content.startswith(SIGNATURE))]
    misread = {number for number, _ in problems}
    for line in lines[1:]:
        cells = {name: unescape_formulas(line.cell(at)).strip() for at, name in enumerate(titles)}
        row = {name: cells.get(name, "") for name in KNOWN}
        if row["state"] in (SUPERSEDED, WITHDRAWN) or line.number in misread:
            continue
        try:
            for decision in _decisions(row, submissions, gradebook, active, author, time):
                number, earlier = decided.setdefault(decision.target.key, (line.number, decision))
                if _content(earlier) != _content(decision):
                    cause = Message("line {number} decides otherwise about the same student and item", number=number)
                    raise CorrigeError.single(cause, remedy="remove one of the two lines")
        except CorrigeError as error:
            problems += [(line.number, problem) for problem in error.problems]
    if problems:
        by_line = sorted(problems, key=itemgetter(0))
        where = [Message("{path}, line {number}", path=place, number=number) for number, _ in by_line]
        placed = (replace(problem, place=at) for at, (_, problem) in zip(where, by_line, strict=True))
        raise CorrigeError((*placed, *notes))
    decisions = tuple(
        decision
        for key, (_, decision) in decided.items()
        if (decision is not active[key] if key in active else decision.kind is not DecisionKind.WITHDRAWN)
    )
    if left_out := [decision.target.item for decision in decisions if decision.kind is DecisionKind.LEFT_OUT]:
        check_items_left(gradebook, left_out)
    others = [decision for key, decision in active.items() if key not in decided]
    if others and "state" in titles:  # of an export, from which a line was removed, or to which a decision is new
        some = [decision.text_with_target for decision in others[:MAX_LISTED]]
        cause = Message(
            "{count} decision in force has no line in force in the table, and stays: {lines}",
            plural="{count} decisions in force have no line in force in the table, and stay: {lines}",
            count=len(others),
            lines=joined(" ; ", (*some, *["…"] * (len(others) > MAX_LISTED))),
        )
        notes.append(Problem(cause, place, "to undo a decision, write withdrawn in the column decision of its line"))
    return DecisionTable(decisions, tuple(notes))


def _misread_lines(table: InputTable, *, is_text: bool) -> Iterator[tuple[int, Problem]]:
    """Yield the number and the problem of each line that may be misread; `is_text` is whether the table is CSV."""
    for line in table.titles:
        if sum(map(bool, line.cells)) >= len(NEEDED):  # not a title of the table, but sorted with its header
            cause = Message("the line is above the line with the titles of the columns, so it would not be read")
            yield line.number, Problem(cause, "", "move the line with the titles of the columns to the top")
    lines = table.lines
    titles = [cell.casefold() for cell in lines[0].cells]
    count, at = len(titles), [*titles, "value"].index("value")
    for line, before in zip(lines[1:], lines, strict=False):
        # As 0,5 between commas, or as the last line of a file that was cut off.
        is_cut = line is lines[-1] and len(line.cells) < len(before.cells)
        is_halved = is_text and re.fullmatch(r"[+-]?\d+,\d+", ",".join(line.cells[at : at + 2])) is not None
        after = titles[at + 1 : at + 2]  # the title of the column in which the 5 of 0,5 would be
        is_cut |= is_halved and (after == ["reason"] or (after == ["answer"] and len(line.cells) != count))
        if is_cut or any(line.cells[count:]):
            remedy = Message(
                'correct the line in the file, or remove it; a number with a comma needs quotation marks: "0,5"'
            )
            yield line.number, Problem("the cells of this line do not fit the titles of the columns", "", remedy)
        elif re.fullmatch(r"[+-]?[0-9.,]+E\+[1-9][0-9]", line.cell(at)):
            cause = Message("a spreadsheet has shortened the number {value}", value=line.cell(at))
            remedy = Message("write all its digits in a column formatted as text, or remove the line")
            yield line.number, Problem(cause, "", remedy)
        elif is_text and any("\n" in cell or "\r" in cell for cell in line.cells):
            cause = Message("a cell of this line also contains the next line of the file")
            remedy = Message("remove the quotation mark that is not closed in this line, or write the cell on one line")
            yield line.number, Problem(cause, "", remedy)


def _content(decision: Decision) -> tuple[str, ...]:
    """Return what makes two decisions about one target equal: all but author and time."""
    return decision.kind, decision.value, decision.reason, decision.target.answer


def _as_read(text: str) -> str:
    """Return a text as `read_table` reads it: mended, with composed accents (macOS decomposes them)."""
    return unicodedata.normalize("NFC", mended(text)).strip()


def _decisions(
    row: Row, submissions: SubmissionSet, gradebook: Gradebook, active: ActiveDecisions, author: str, time: str
) -> Iterator[Decision]:
    """Yield the decisions of a line, also those in force; raise CorrigeError for a line that is no decision."""
    student, item, value, reason = row["student"], row["item"], row["value"], row["reason"]
    if row["decision"] not in set(DecisionKind):
        cause = Message("the line has an unknown kind of decision: {decision!r}", decision=row["decision"][:40])
        raise CorrigeError([Problem(cause, "", did_you_mean(row["decision"], DecisionKind))])
    if not student:
        remedy = Message("write in this line the student's identifier, as in students.csv")
        raise CorrigeError([Problem("the line names no student", "", remedy)])
    if row["state"] not in ("", IN_FORCE):
        cause = Message("the line has an unknown state: {state!r}", state=row["state"][:40])
        remedy = Message("leave the state empty; lines with the states superseded and withdrawn do not count")
        raise CorrigeError([Problem(cause, "", remedy)])
    kind = DecisionKind(row["decision"])
    has_left = (student, item) in active and all(owner.student.id != student for owner in gradebook.rows)
    if student != EVERYBODY and item != UNASSIGNED.slug and not has_left:
        student = _identifier(student, row["name"], gradebook)
    flags = [str(flag) for owner in gradebook.rows if owner.student.id == student for flag in owner.flags]
    names = (*(name for owner, name in active if owner == student), *flags)
    item = next((name for name in names if _as_read(name) == item), item)
    present = active.get((student, item))
    answer = written_answer(row["answer"])
    if (
        present is not None
        and (present.kind, *map(_as_read, (present.value, present.reason))) == (kind, value, reason)
        and answer in ("", _as_read(present.target.answer))
    ):
        if str(DECISION_OUTDATED(item)) not in flags:
            yield present
            return
        if answer or row["state"]:
            raise CorrigeError.single(
                "the decision in this line no longer counts, since the answer or the file of the student has changed",
                remedy=LOOK_AGAIN,
            )
    if kind is DecisionKind.CRITERIA:
        raise CorrigeError.single(
            "a table of decisions cannot mark a written answer by criteria",
            remedy="mark the answer with corrige desk DIR",
        )
    if value not in VALUES.get(kind, (value,)):
        cause = Message("a decision of the kind {kind} has no value {value!r}", kind=kind, value=value[:40])
        remedy = Message(
            "leave the value empty; or write points as the kind to give points, and told as the value of a flag that "
            "the student may see"
        )
        raise CorrigeError([Problem(cause, "", remedy)])
    override = Override(kind, value, reason, author, time)
    decisions = (
        decisions_for_everybody(gradebook, item, override)
        if student == EVERYBODY
        else decisions_about(submissions, gradebook, student, item, override)
    )
    for decision in decisions:
        if (answer or row["state"]) and len(decisions) == 1 and _as_read(decision.target.answer) != answer:
            cause = Message(
                "the answer is {now!r} on the paper, not {before!r} as in the line",
                now=decision.target.answer,
                before=answer,
            )
            raise CorrigeError.single(cause, remedy=LOOK_AGAIN)
        yield decision


def _identifier(text: str, name: str, gradebook: Gradebook) -> str:
    """Return the identifier of the student in a line with a name, "" for none; CorrigeError if the name is another's.

    A spreadsheet saves the identifier 007 as 7, and a column of identifiers that was sorted by itself would give
    decisions to other students.
    """

    def unpadded(identifier: str) -> str:
        return identifier.casefold().lstrip("0")

    students = [row.student for row in gradebook.rows]
    similar = [student for student in students if unpadded(student.id) == unpadded(text)]
    is_exact = any(student.id == text for student in students)
    if len(similar) > 1 and not name and not text.startswith("0"):
        names = " ; ".join(student.label for student in similar)
        cause = Message("the identifier {student} may be that of several students: {names}", student=text, names=names)
        raise CorrigeError([Problem(cause, "", "write the name of the student in the column name of the line")])
    student = similar[0] if len(similar) == 1 and not is_exact else named_student(students, text)
    is_of_another = False
    for form in (name_key, plain):  # Thomas Martin and Martin Thomas may be two students
        bearers = {other.id for other in students if form(other.both_names) == form(name)}
        is_of_another |= bool(form(name) and bearers) and student.id not in bearers
    if is_of_another or (name and names_agree(name, student.both_names) is NameMatch.CONTRADICT):
        cause = Message(
            "the line has the name {name}, but in the class the student with the identifier {student} is {own}",
            name=name[:60],
            student=student.id,
            own=student.both_names,
        )
        remedy = Message("if a column was sorted without the others, export the table again; or leave the name empty")
        raise CorrigeError([Problem(cause, "", remedy)])
    return student.id
