"""Record the right answers of printed sheets, and compare them with the current answers in marking.

A record, or issue, shows whether an exam was changed after its sheets were printed. Functions raise CorrigeError if the
store cannot be used.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from answers.classroom.db import insert, reading, save_setting, setting, transaction, understood_values
from answers.classroom.folder import ClassData
from answers.classroom.listed_names import issued_seeds, record_names, record_seeds
from answers.classroom.roster import Enrollment
from answers.exam.key_cache import prepare_keys
from answers.exam.key_json import plain_answers
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.exports.gradebook import Gradebook
from answers.kinds.parsing import Values
from answers.messages import Message, joined
from answers.sheets.issued import DataCheck, Issue, Issued, changed_parts, issue_of, marking_rules

RULES = "rules"
"""The setting of the store with the marking rules of the last marking, or else of the first sheets, as JSON."""
JSON_COLUMNS = ("params", "printed", "answers", "content_hashes")
"""The columns of an issue in the store with JSON texts."""


def read_issued(folder: Path) -> Issued:
    """Return the issues of a class: the data and answers of its printed sheets; empty if no sheet was printed."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM issue ORDER BY id").fetchall()
        rules = setting(connection, RULES)
    with understood_values(folder, "issue"):
        issues = []
        for row in rows:
            params, printed, answers, hashes = (json.loads(row[name]) for name in JSON_COLUMNS)
            issues.append(Issue(row["u0"], row["lang"], params, printed, answers, tuple(hashes)))
        issued = Issued(tuple(issues), json.loads(rules or "{}"))
        for document in (issued.rules, *chain.from_iterable((i.params, i.printed, i.answers) for i in issues)):
            document.items()  # raises AttributeError unless it is an object
    return issued


def write_issued(folder: Path, issued: Issued) -> None:
    """Store the issues of a class in place of the earlier ones."""
    with transaction(folder) as connection:
        connection.execute("DELETE FROM issue")
        for issue in issued.issues:
            texts = map(json.dumps, (issue.params, issue.printed, issue.answers, issue.looks))
            row = dict(zip(JSON_COLUMNS, texts, strict=True))
            insert(connection, "issue", [{"u0": issue.u0, "lang": issue.lang, **row}])
        save_setting(connection, RULES, json.dumps(issued.rules))


def record_issue(
    class_data: ClassData,
    enrollments: Sequence[Enrollment],
    content_hashes: Mapping[str, str],
    *,
    renew: bool,
    parallel_map: ParallelMap = SERIAL,
    compared: str = "",
) -> tuple[str, ...]:
    """Record the answers and names of sheets being issued; return the students who had sheets with other answers.

    `content_hashes` has the content hash of each sheet by the student's identifier. Records of earlier sheets stay,
    since students may have them; one is added if no recorded sheet has the content hash, or with `renew`. The earlier
    sheet of a student is the latest with the content hash `compared`, or else the latest.
    """
    with_seed = [(enrollment.student.id, enrollment.u0) for enrollment in enrollments if enrollment.u0 is not None]
    check, changed = data_check(class_data), []
    before = issued = check.issued
    answers: dict[int, Mapping[str, Values]] = {}
    with suppress(Exception):  # an error in the code of the exam, which marking reports: its sheets are printed
        seeds = [u0 for _, u0 in with_seed]
        prepare_keys(class_data.exam, class_data.load, seeds, parallel_map)
        for u0 in seeds:
            answers[u0] = class_data.key(Scenario(u0)).answers
    check = replace(check, answers_of=lambda u0: answers.get(u0, {}))
    for student, u0 in with_seed:
        last, content_hash = issued.of(u0, compared), content_hashes.get(student, "")
        if last is not None and check.changes(last):
            changed.append(student)
        if last is None or renew or (content_hash and not issued.has_content_hash(u0, content_hash)):
            issue = issue_of(class_data.exam, u0, class_data.settings.lang, answers.get(u0), content_hash)
            issued = issued.with_issue(issue)
    if issued != before:
        rules = issued.rules or marking_rules(class_data.exam)
        write_issued(class_data.folder, replace(issued, rules=rules))
    record_names(class_data.folder, enrollments)
    known = issued_seeds(class_data.folder)
    new = {student: u0 for student, u0 in with_seed if renew or student in content_hashes or student not in known}
    record_seeds(class_data.folder, known | new)
    return tuple(changed)


def data_check(class_data: ClassData) -> DataCheck:
    """Return the object that compares the issued answers of a class with the current ones."""
    folder, settings = class_data.folder, class_data.settings

    def answers_of(u0: int) -> Mapping[str, Values]:
        return class_data.key(Scenario(u0)).answers

    return DataCheck(folder, class_data.exam, settings.lang, settings.secret, read_issued(folder), answers_of)


@dataclass(frozen=True, slots=True)
class MarkingChange:
    """A question that is marked differently than before: what has changed, and the students concerned.

    `what` is "answer", "points", "tolerance" or "all_or_nothing". JSON documents have these fields.
    """

    question: int
    what: str
    students: tuple[str, ...]


def marking_changes(class_data: ClassData, gradebook: Gradebook) -> tuple[MarkingChange, ...]:
    """Return the right answers and marking rules that changed since the last marking, or else since printing.

    Changed answers are only reported for marked papers whose seed was issued.
    """
    issued = read_issued(class_data.folder)
    students_of: dict[tuple[int, str], dict[str, None]] = {}
    marked = {row.student.id: row.marked.u0 for row in gradebook.rows if row.marked is not None}
    rules = marking_rules(class_data.exam)
    for part in class_data.exam.parts:
        before = issued.rules.get(part.id, rules[part.id])
        for what in (name for name, value in rules[part.id].items() if before.get(name, value) != value):
            students_of.setdefault((part.question, what), {}).update(dict.fromkeys(marked))
    for student, u0 in marked.items():
        if u0 is not None and (issue := issued.of(u0)) is not None:
            answers = plain_answers(class_data.key(Scenario(u0)).answers)
            for part_id in changed_parts(issue.answers, answers):
                students_of.setdefault((class_data.exam.part(part_id).question, "answer"), {})[student] = None
    return tuple(
        MarkingChange(question, what, tuple(students)) for (question, what), students in sorted(students_of.items())
    )


def record_marking(class_data: ClassData, gradebook: Gradebook, marking_changes: Collection[MarkingChange]) -> None:
    """Record the answers and rules of a marking, with which the next marking compares; do nothing without changes."""
    if not marking_changes:
        return
    issued, issues = read_issued(class_data.folder), list[Issue]()
    seeds = {row.marked.u0 for row in gradebook.rows if row.marked is not None}
    for issue in issued.issues:
        is_last = issue.u0 in seeds and issue is issued.of(issue.u0)
        answers = plain_answers(class_data.key(Scenario(issue.u0)).answers) if is_last else issue.answers
        issues.append(replace(issue, answers=answers))
    write_issued(class_data.folder, Issued(tuple(issues), marking_rules(class_data.exam)))


def marking_change_lines(marking_changes: Iterable[MarkingChange], *, is_first: bool) -> list[Message]:
    """Return a sentence for each question that is marked differently; `is_first` means that the class had no marks."""
    changes = {
        "answer": Message("the right answers to the question have changed"),
        "points": Message("the points of the question have changed"),
        "tolerance": Message("the tolerance of the question has changed"),
        "all_or_nothing": Message("the rule “all or nothing” of the question has changed"),
    }
    by_question: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for change in marking_changes:
        by_question.setdefault((change.question, change.students), []).append(changes[change.what])
    lines = []
    for (question, students), texts in by_question.items():
        values = {"question": question, "count": len(students), "changes": joined(", ", texts)}
        lines.append(
            Message(
                "question {question} has changed since the sheets were given out, for {count} student: {changes}",
                plural="question {question} has changed since the sheets were given out, for {count} students: "
                "{changes}",
                **values,
            )
            if is_first
            else Message(
                "the papers were marked again, since question {question} has changed for {count} student: {changes}",
                plural="the papers were marked again, since question {question} has changed for {count} students: "
                "{changes}",
                **values,
            )
        )
    return lines
