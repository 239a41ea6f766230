"""corrige explain DIR STUDENT FLAG: what a flag of a student says, whose seed it names, which answers say so."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from answers.cli.common.marking import Marked, marked_class
from answers.errors import CorrigeError
from answers.messages import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from answers.classroom.open_flags import OpenFlag


def explain_flag(folder: Path, who: str, flag: str, lang: str) -> "tuple[Mapping[str, object], list[str]]":
    """Return a flag of a student of a class as a document and as lines; without `flag`, that there is no paper.

    Raises
    ------
    CorrigeError
        If there is no such student or flag, or none is named of a student who has a paper.
    """
    from answers.classroom.named_student import named_student
    from answers.classroom.review import flag_json
    from answers.classroom.student_flag import student_flag
    from answers.flags import NO_PAPER

    marked = marked_class(folder)
    student = named_student((row.student for row in marked.gradebook.rows), who, marked.gradebook.files)
    row = next(row for row in marked.gradebook.rows if row.student == student)
    if not flag and row.paper is not None:
        known = ", ".join(map(str, row.flags)) or "–"
        remedy = Message("name it, such as --item 7a.2, or a flag of the paper after the student: {known}", known=known)
        raise CorrigeError.one("an item of it is wanted", place=str(row.paper.place), remedy=remedy)
    found = student_flag(marked.marking, marked.gradebook, student.id, flag or NO_PAPER.slug)
    told = flag_json(found, found.papers[0], lang)
    document = {"schema": "corrige/flag/1", **told, "open": found.flag.needs_teacher, "reason": found.flag.reason}
    return document, _lines(found, marked, lang)


def _lines(found: "OpenFlag", marked: Marked, lang: str) -> list[str]:
    from answers.assets import house_words
    from answers.classroom.decisions import decisions_in_force, flag_name, read_decisions
    from answers.classroom.told_decision import told_with_reason
    from answers.cli.classes.review_lines import flag_lines
    from answers.exports.spreadsheet import disarmed

    cohort, student = marked.cohort, found.papers[0].student
    taken = decisions_in_force(read_decisions(cohort.folder, cohort.exam))
    decision = taken.get((disarmed(student), flag_name(found.flag)))
    lines = [*flag_lines(found, marked), house_words(lang)["meanings"][found.flag.slug]]
    if decision is not None:
        lines.append(Message("decided: {decision}", decision=told_with_reason(decision)))
    elif found.flag.needs_teacher:
        lines.append(
            Message(
                "once you have looked: corrige class decide {folder} {student} {flag} --seen --reason TEXT",
                folder=shlex.quote(str(cohort.folder)),
                student=shlex.quote(student),
                flag=shlex.quote(str(found.flag)),
            )
        )
    return lines
