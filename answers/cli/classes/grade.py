"""corrige class grade: write marks, gradebook and feedback."""

import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated

import typer

from answers.classroom.changes import Change, without_common_reasons
from answers.classroom.decisions import load_decisions
from answers.classroom.folder import EXPORTS_FOLDER, REPORT, config_warnings, locked, open_class
from answers.classroom.marking_run import MarkingRun, run_marking
from answers.classroom.sat_papers import lost_events
from answers.cli.common.options import EngineOptions, Folder
from answers.cli.common.output import folded, print_message, print_problems, table, working
from answers.cli.common.papers import (
    attention_lines,
    flag_slug,
    flag_text,
    marks_lines,
    remarked_lines,
    short_names,
    short_place,
    waiting_lines,
)
from answers.cli.common.result import Result
from answers.executors.workers import workers
from answers.exports.gradebook import (
    STUDENT_IN_DOUBT,
    Gradebook,
    marks_document,
    papers_with_answers_of,
    seed_owner,
)
from answers.flags import EXAM_CHANGED, SEVERAL_PAPERS, UNASSIGNED, Flag, Place
from answers.messages import Message, clauses, decimal, joined, shortened
from answers.paper import Paper, PartMarks


def grade(
    folder: Folder,
    *,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show which marks would change, and why.")
    ] = False,
    engine: EngineOptions,
) -> Result:
    """Mark the papers; write marks.json, gradebook.csv and feedback; exit with 1 if there are cases to examine."""
    with working("marking the papers"), locked(folder), workers(engine.chosen) as parallel_map:
        class_data = open_class(folder)
        print_problems((*config_warnings(class_data), *load_decisions(class_data).notes))
        if class_data.settings.class_mistakes:
            from answers.classroom.class_mistakes import outdated_mistakes

            print_problems(outdated_mistakes(class_data))
        run = run_marking(class_data, is_trial=diff, parallel_map=parallel_map)
    marks, paths = run.gradebook, run.paths
    print_problems((*marks.problems, *(lost := lost_events(folder))))
    students_with_other_data = [
        row.student.id for row in marks.rows if EXAM_CHANGED.slug in {flag.slug for flag in row.flags}
    ]
    # Local here and below, since these are slow to import, and rarely needed where little has changed.
    if students_with_other_data:
        from answers.cli.classes.printing import print_data_warning

        print_data_warning(folder, students_with_other_data, force=False)
    if run.remarked:
        from answers.classroom.issued import marking_change_lines

        for line in marking_change_lines(run.remarked, is_first=run.is_first):
            print_message(line)
    moved = [change for change in run.changes if change.before != change.after]
    if diff:
        print_message(
            "the mark of {count} student would change, and {others} would keep theirs; nothing was written",
            plural="the marks of {count} students would change, and {others} would keep theirs; nothing was written",
            count=len(moved),
            others=len(marks.rows) - len(moved),
        )
        if unmoved := len(run.changes) - len(moved):
            print_message(
                "of the students who would keep their mark, {count} would have other points of items, verdicts or "
                "notes in the feedback",
                plural="of the students who would keep their mark, {count} would have other points of items, "
                "verdicts or notes in the feedback",
                count=unmoved,
            )
        students, others = list(map(asdict, run.changes)), list(map(asdict, run.remarked))
        shown: dict[str, object] = {"schema": "corrige/diff/1", "students": students, "remarked": others}
        return Result(shown, _changes_lines(moved, marks), next=("class", "grade", folder) if run.changes else ())
    print_message(
        "wrote {marks}, {gradebook} and {count} feedback sheet",
        plural="wrote {marks}, {gradebook} and {count} feedback sheets",
        marks=paths[0],
        gradebook=paths[1],
        count=len(paths) - 2,
    )
    document = partial(marks_document, class_data.exam.name, marks.papers, marks.problems, marks.settled)
    lines = [*_lines(run, moved), *_closing_lines(run, moved)]
    older: Sequence[str] = ()
    is_older = False
    if (folder / EXPORTS_FOLDER).is_dir() or (folder / REPORT).is_file():
        from answers.classroom.exporting import has_outdated_report, outdated_exports
        from answers.exports.formats import FORMATS

        older, is_older = outdated_exports(folder), has_outdated_report(folder)
        if files := [*[REPORT] * is_older, *(f"{EXPORTS_FOLDER}/{FORMATS[form].name}" for form in older)]:
            print_message(
                "these files were exported from earlier marks and do not have the present ones: {files}",
                files=", ".join(files),
            )
    names = [*["report"] * (is_older or not older), *["export"] * bool(older)]
    if marks.needs_teacher:  # files are renewed after the last case is decided
        names = ["review"]
    commands = tuple(("class", name, folder) for name in names)
    return Result(document, lines, needs_person=marks.needs_teacher or bool(lost), others=commands)


def _lists_changes(run: MarkingRun) -> bool:
    """Return whether the table lists changed marks: after a first marking, unless no student had a mark before."""
    return len(run.rows) < len(run.gradebook.rows) or any(change.before is not None for change in run.changes)


def _closing_lines(run: MarkingRun, moved: Sequence[Change]) -> Iterator[str]:
    """Yield a line with the papers of no student, and one with the number of unchanged marks that the table omits."""
    marks = run.gradebook
    if files := [short_place(paper.place) for paper in marks.unassigned if UNASSIGNED in paper.flags]:
        yield ""
        yield Message(
            "{count} paper is assigned to no student, so it counts for no student; to examine: {files}",
            plural="{count} papers are assigned to no student, so they count for no student; to examine: {files}",
            count=len(files),
            files=shortened(files, separator=" ; "),
        )
    waiting = sum(row.needs_teacher for row in marks.rows)
    if _lists_changes(run):
        if run.rows:
            yield ""
        is_waiting = Message("no student has answers or flags to examine")
        if waiting:
            is_waiting = Message(
                "{count} student has answers or flags to examine",
                plural="{count} students have answers or flags to examine",
                count=waiting,
            )
        elif not marks.needs_teacher:
            is_waiting = Message("nothing to examine")
        if len(moved) == len(marks.rows):
            yield Message(
                "every mark has changed; {waiting}; all marks are in {file}", waiting=is_waiting, file=run.paths[1]
            )
            return
        yield Message(
            "the mark of {count} student has not changed and is not listed; {waiting}; all marks are in {file}",
            plural="the marks of {count} students have not changed and are not listed; {waiting}; all marks are "
            "in {file}",
            count=len(marks.rows) - len(moved),
            waiting=is_waiting,
            file=run.paths[1],
        )


def _lines(run: MarkingRun, moved: Sequence[Change]) -> list[str]:
    """Return the table of all marks, or of the changed ones if the class was marked before, then cases to examine.

    The cases to examine are open flags and others; flags that need no action follow.
    """
    class_data, marks, rows = run.class_data, run.gradebook, run.rows
    unassigned = [paper for paper in run.unassigned if UNASSIGNED in paper.flags]
    nothing = {part.id: PartMarks((), part.points) for part in class_data.exam.parts}
    shown: list[Paper] = []
    for row in rows:
        open_slugs = {flag.slug for flag in row.open_flags}
        is_student_in_doubt = bool(open_slugs & STUDENT_IN_DOUBT) and SEVERAL_PAPERS.slug not in open_slugs
        u0, exam = None if row.value is None else row.u0, class_data.exam.name
        paper = row.paper or Paper(Place(""), row.student.id, exam, u0, row.flags, nothing)
        shown.append(replace(paper, u0=None) if row.paper and is_student_in_doubt else paper)  # without points
    shown += (replace(paper, u0=None) for paper in unassigned)
    with_points = [*shown[: len(rows)], *unassigned]

    def flag_sentence(flag: Flag) -> str:
        owner, sentence = seed_owner(flag, marks, class_data.settings.lang), flag_text(flag)
        return Message("{flag} ({owner})", flag=sentence, owner=owner) if owner else sentence

    more: list[str] = [
        Message(
            "  {student}: answers in the paper of {others} are right for this student's u₀ = {u0} (sheets exchanged, a "
            "number mistaken, or answers copied: look at both papers)",
            student=row.student.label,
            others=" ; ".join(others),
            u0=row.u0,
        )
        for row in rows
        if (others := papers_with_answers_of(row, marks))
    ]
    for row in rows:
        if run.marked and SEVERAL_PAPERS in row.open_flags:
            from answers.cli.classes.review_lines import several_lines

            more += [f"  {row.student.label}", *several_lines(row.student.id, run.marked)]
    # An acknowledged flag with the same sentence on several papers gets a single line with their number.
    often = Counter(
        (flag_slug(flag), flag_sentence(flag)) for paper in with_points for flag in paper.flags if flag.is_acknowledged
    )
    alone = [
        replace(paper, flags=tuple(f for f in paper.flags if often[flag_slug(f), flag_sentence(f)] < 2))
        for paper in with_points
    ]
    remarked = remarked_lines(alone, flag_sentence, marks.student_label)
    settled = [
        Message(
            "  {count} paper: {flag} [{slug}] (settled)",
            plural="  {count} papers: {flag} [{slug}] (settled)",
            count=count,
            flag=sentence,
            slug=slug,
        )
        for (slug, sentence), count in often.items()
        if count > 1
    ]
    to_examine = [*attention_lines(with_points, flag_sentence, marks.student_label), *folded(more), *remarked]
    to_examine += ["", *folded(settled)] if settled and not remarked else folded(settled)
    if waiting := waiting_lines(marks):
        to_examine += ["", *waiting]
    if _lists_changes(run):
        return [*_changes_lines(moved, marks), *to_examine]
    names = {row.student.id: short_names(row.student) for row in rows}
    quoted_folder = shlex.quote(str(class_data.folder))
    hint = Message("marks by question: corrige class export {folder} --to xlsx, or the report", folder=quoted_folder)
    return [*marks_lines(class_data.exam, shown, names, by_question=False), hint, *to_examine]


def _changes_lines(changed: Sequence[Change], marks: Gradebook) -> list[str]:
    """Return a line with the reasons that all changes share, then a table of the changes with other reasons."""
    names = {row.student.id: short_names(row.student) for row in marks.rows}
    changed, common = without_common_reasons(changed)
    rows = [
        (
            change.student,
            names.get(change.student, ""),
            _score(change.before, change.max_before if has_other_max else None),
            _score(change.after, change.max_after if has_other_max else None),
            clauses(change.why),
        )
        for change in changed
        for has_other_max in [
            None not in (change.max_before, change.max_after, change.before, change.after)
            and change.max_before != change.max_after
        ]
    ]
    why = [Message("why the marks of all these students change: {reasons}", reasons=clauses(common))] if common else []
    head = ("student", "name", "before", "after", "why")
    return [*why, *table(head, rows, right=("before", "after"))] if rows else []


def _score(score: float | None, most: float | None) -> str:
    if score is None:
        return "—"
    return decimal(score) if most is None else joined("/", (decimal(score), decimal(most, "g")))
