"""The data that a class was given: recorded as sheets are made, and compared with today's as papers are marked.

Functions raise CorrigeError if the record is damaged or cannot be written.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from answers.atlas.look import prepare_keys
from answers.classroom.folder import Cohort
from answers.classroom.roster import Pupil
from answers.exam.scenario import Scenario
from answers.executors.workers import HERE, Spread
from answers.exports.gradebook import Gradebook
from answers.kinds.reading import Values
from answers.messages import Message, joined
from answers.sheets.issued import (
    DataCheck,
    Issued,
    answers_json,
    changed_parts,
    issue_of,
    marking_rules,
    read_issued,
    write_issued,
)


def record_issue(
    cohort: Cohort, pupils: Iterable[Pupil], looks: Mapping[str, str], *, renew: bool, spread: Spread = HERE
) -> tuple[str, ...]:
    """Record what pupils are given today, and return the identifiers of those who were given other data before.

    `looks` has the looks of sheets by identifier. What is recorded of a pupil stays, since they hold what was given out
    then, unless the sheet looks otherwise than all before, or with `renew`.
    """
    with_seed = [(pupil.student.id, pupil.u0) for pupil in pupils if pupil.u0 is not None]
    check, changed = data_check(cohort), []
    before = issued = check.issued
    answers = _answers(cohort, [u0 for _, u0 in with_seed], spread)
    check = replace(check, answers_of=lambda u0: answers.get(u0, {}))
    for student, u0 in with_seed:
        last, look = issued.of(u0), looks.get(student, "")
        if last is not None and check.changes(last):
            changed.append(student)
        if last is None or renew or (look and not issued.has_look(u0, look)):
            issued = issued.with_issue(issue_of(cohort.exam, u0, cohort.settings.lang, answers.get(u0), look))
    if issued != before:
        rules = issued.rules or marking_rules(cohort.exam)
        write_issued(cohort.folder, cohort.exam, replace(issued, rules=rules))
    return tuple(changed)


def _answers(cohort: Cohort, seeds: Sequence[int], spread: Spread) -> dict[int, Mapping[str, Values]]:
    """The right answers of seeds; none for one that the exam cannot solve, whose sheets are printed too."""
    found: dict[int, Mapping[str, Values]] = {}
    try:
        prepare_keys(cohort.exam, cohort.load, seeds, spread)
        for u0 in seeds:
            found[u0] = cohort.key(Scenario(u0)).answers
    except Exception:  # noqa: BLE001 - code of an exam, which marking reports; printing must not depend on it
        return found
    return found


def data_check(cohort: Cohort) -> DataCheck:
    """Return what compares the data that the class was given with today's."""
    settings = cohort.settings
    return DataCheck(
        cohort.folder,
        cohort.exam,
        settings.lang,
        settings.secret,
        read_issued(cohort.folder),
        lambda u0: cohort.key(Scenario(u0)).answers,
    )


@dataclass(frozen=True, slots=True)
class Remark:
    """A question that is marked otherwise than before: what changed, and for which students' papers."""

    question: int
    what: str
    students: tuple[str, ...]


def remarks(cohort: Cohort, gradebook: Gradebook) -> tuple[Remark, ...]:
    """Return what decides marks and is other than when papers were marked last, or before that when sheets were made.

    A paper that was not marked, or has the seed of somebody else, is in none.
    """
    issued = read_issued(cohort.folder)
    others: dict[tuple[int, str], dict[str, None]] = {}
    marked = [(row.student.id, row.marked.u0) for row in gradebook.rows if row.marked is not None]
    rules = marking_rules(cohort.exam)
    for part in cohort.exam.parts:
        before = issued.rules.get(part.id, rules[part.id])
        for what in (name for name, value in rules[part.id].items() if before.get(name, value) != value):
            others.setdefault((part.question, what), {}).update((student, None) for student, _ in marked)
    for student, u0 in marked:
        issue = issued.of(u0) if u0 is not None else None
        if issue is not None and u0 is not None:
            answers = answers_json(cohort.key(Scenario(u0)).answers)
            for part_id in changed_parts(issue.answers, answers):
                others.setdefault((cohort.exam.part(part_id).question, "answer"), {})[student] = None
    return tuple(Remark(question, what, tuple(students)) for (question, what), students in sorted(others.items()))


def remember_marking(cohort: Cohort, gradebook: Gradebook, remarked: Collection[Remark]) -> None:
    """Record what papers were marked against now, for the next marking to tell what is other."""
    if not remarked:
        return
    issued = read_issued(cohort.folder)
    seeds = {row.marked.u0 for row in gradebook.rows if row.marked is not None}
    last = {u0: issued.of(u0) for u0 in seeds if u0 is not None}
    issues = tuple(
        replace(one, answers=answers_json(cohort.key(Scenario(one.u0)).answers)) if one is last.get(one.u0) else one
        for one in issued.issues
    )
    write_issued(cohort.folder, cohort.exam, Issued(issues, marking_rules(cohort.exam)))


def remark_lines(remarked: Iterable[Remark], *, is_first: bool) -> list[Message]:
    """Return a line for each question that is marked otherwise; `is_first` where there were no marks before."""
    changes = {
        "answer": Message("the right answer changed"),
        "points": Message("the points changed"),
        "tolerance": Message("the tolerance changed"),
        "all_or_nothing": Message("the rule “all or nothing” changed"),
    }
    by_question: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for one in remarked:
        by_question.setdefault((one.question, one.students), []).append(one.what)
    start = Message("after the sheets were given out") if is_first else Message("marked again")
    return [
        Message(
            "{start}: question {question}: {changes}, for {count} student",
            plural="{start}: question {question}: {changes}, for {count} students",
            start=start,
            question=question,
            changes=joined(", ", [changes[what] for what in whats]),
            count=len(students),
        )
        for (question, students), whats in by_question.items()
    ]
