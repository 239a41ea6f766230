"""corrige class history: list who did what on a class, and when."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from answers.classroom.decisions import EVERYBODY
from answers.classroom.folder import open_class
from answers.classroom.history import history as read_history
from answers.classroom.other_version import actions_of_other
from answers.cli.common.options import Folder
from answers.cli.common.output import print_message, table
from answers.cli.common.result import Result
from answers.errors import CorrigeError, did_you_mean
from answers.messages import Message

COLUMNS = (
    Message("time"),
    Message("author"),
    Message("action"),
    Message("student"),
    Message("target"),
    Message("content"),
    Message("reason"),
)
MOST_TEXT = 1000
"""The most characters of a cell that are printed; corrige itself writes no longer ones."""
KINDS = {
    "decision": Message("decision"),
    "reading": Message("reading"),
    "page": Message("scanned page assigned"),
    "file": Message("file collected"),
    "assignment": Message("file assigned"),
    "seed": Message("seed drawn"),
    "mistake": Message("mistake accepted"),
    "criterion": Message("points or text of a criterion changed"),
    "removal": Message("student removed"),
    "other": Message("deadline set, or second mark given or undone"),
    "sitting": Message("exam in the browser"),
}


def history(
    folder: Folder,
    *,
    student: Annotated[
        str,
        typer.Option(
            "--student", metavar="ID", help="List only actions that concern this student, and decisions for everybody."
        ),
    ] = "",
    other: Annotated[
        Path | None,
        typer.Option(
            "--other", metavar="FILE", help="List only what this other version of class.db has and class.db lacks."
        ),
    ] = None,
) -> Result:
    """List all decisions, readings, collected files and assignments, with author and time; nothing is ever removed."""
    class_data = open_class(folder)
    if other is None:
        actions = read_history(class_data.folder)
    else:
        path = other if other.exists() else folder / other
        actions = actions_of_other(folder, path)
        print_message(
            "{count} action is only in {file}; repeat it if it should count, then delete the file",
            plural="{count} actions are only in {file}; repeat those that should count, then delete the file",
            count=len(actions),
            file=path,
        )
    is_open = other is not None and bool(actions)
    if student:
        known = {action.student for action in actions} | {e.student.id for e in class_data.enrollments}
        if student not in known:
            cause = Message("no student has the identifier {student!r}", student=student)
            raise CorrigeError.single(cause, place="--student", remedy=did_you_mean(student, known - {"", EVERYBODY}))
        actions = tuple(action for action in actions if action.student in (student, EVERYBODY))
    document = {"schema": "corrige/history/1", "actions": [asdict(action) for action in actions]}
    if not actions:
        nothing = Message("no action has been recorded in this class yet")
        return Result(document, [nothing] if other is None else [])
    rows = []
    for action in actions:
        kind = KINDS[action.kind]
        time = action.at[:19].replace("T", " ")
        words = Message("{action} undone", action=kind) if action.undo else kind
        student = Message("the whole class") if action.student == EVERYBODY else action.student
        text = Message("set aside") if (action.kind, action.text) == ("assignment", "aside") else action.text
        cells = (action.author, student, action.target, text, action.reason)  # the store may have been received
        author, student, target, text, reason = (
            cell if len(cell) <= MOST_TEXT else f"{cell[:MOST_TEXT]}…" for cell in cells
        )
        rows.append((time, author, words, student, target, text, reason))
    return Result(document, table(COLUMNS, rows), needs_person=is_open)
