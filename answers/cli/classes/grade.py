"""corrige class grade: marks, gradebook and feedback."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.engine import chosen_engine
from answers.cli.common.options import TO_STDOUT, AsJson, Dask, Folder, Force, Jobs, Output
from answers.cli.common.output import (
    deliver_found,
    deliver_json,
    deliver_text,
    needs_person,
    number,
    say,
    say_problems,
    table,
    working,
)
from answers.cli.common.papers import attention_lines, marks_lines, remarked_lines, short_names
from answers.messages import Message, clauses, language

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from answers.classroom.changes import Change
    from answers.exam.exam import Exam
    from answers.exports.gradebook import Gradebook, Row
    from answers.flags import Flag
    from answers.paper import Paper


def grade(
    folder: Folder,
    *,
    diff: Annotated[
        bool, typer.Option("--diff", help="Write nothing; show whose marks would change, and why.")
    ] = False,
    jobs: Jobs = None,
    dask: Dask = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Mark what was handed in; write marks.json, gradebook.csv and feedback; exit with 1 when the teacher must look."""
    from answers.classroom.changes import changes
    from answers.classroom.folder import open_class
    from answers.classroom.lock import locked
    from answers.classroom.marks import grade_class, write_marks
    from answers.classroom.oddities import oddities
    from answers.executors.workers import workers
    from answers.exports.marks_json import marks_document

    with working("marking"), locked(folder), workers(chosen_engine(jobs, dask)) as spread:
        cohort = open_class(folder)
        say_problems(oddities(cohort))
        marks = grade_class(cohort, spread)
        found = changes(cohort.folder, marks) if diff else ()
        paths = () if diff else write_marks(cohort, marks, spread)
    say_problems(marks.problems)
    if diff:
        say(
            Message(
                "the marks of {count} student would change; nothing was written",
                plural="the marks of {count} students would change; nothing was written",
                count=len(found),
            )
        )
        deliver_found(_document(found), _lines(found), as_json=as_json, output=output, force=force)
        return
    say(
        Message(
            "wrote {marks}, {gradebook} and {count} feedback sheet",
            plural="wrote {marks}, {gradebook} and {count} feedback sheets",
            marks=paths[0],
            gradebook=paths[1],
            count=len(paths) - 2,
        )
    )
    _say_outdated(folder)
    if as_json:
        deliver_json(marks_document(cohort.exam.name, marks.papers, marks.problems), output, force=force)
    else:
        students = (pupil.student for pupil in cohort.pupils)
        names = {one.id: short_names(one) for one in students if one.id != one.both_names}
        absent = {row.student.id: row.u0 for row in marks.rows if row.paper is None}
        shown = (*(row.paper or _none(row, cohort.exam) for row in marks.rows), *marks.strays)
        lines = [*marks_lines(cohort.exam, shown, names, absent), *_remarks(shown, marks, cohort.settings.lang)]
        deliver_text(lines, output, force=force)
    needs_person(marks.needs_teacher)


def _say_outdated(folder: "Path") -> None:
    """Name the files of `class export` that are older than the marks."""
    from answers.classroom.outdated_exports import outdated_exports
    from answers.exports.exports import FORMS

    if older := outdated_exports(folder):
        say(
            Message(
                "in exports/, of earlier marks: {files}; to renew one: corrige class export {folder} --to {form}",
                files=", ".join(FORMS[form].name for form in older),
                folder=shlex.quote(str(folder)),
                form=older[0],
            )
        )


def _none(row: "Row", exam: "Exam") -> "Paper":
    """A student without a paper, as a row of the table shows it."""
    from answers.flags import Place
    from answers.paper import Paper, PartMarks

    nothing = {part.id: PartMarks((), part.points) for part in exam.parts}
    return Paper(Place(""), row.student.id, exam.name, None, row.flags, nothing)


def _remarks(shown: "Iterable[Paper]", marks: "Gradebook", lang: str) -> list[str]:
    """What needs the teacher, and what else; of answers of another seed, whose it is, and under that student too."""
    from answers.exports.seed_owner import answered_in, seed_owner

    def tell(flag: "Flag") -> str:
        owner = seed_owner(flag, marks, lang)
        said = flag.told(language())
        return Message("{flag} ({owner})", flag=said, owner=owner) if owner else said

    taken = [(row.student.id, others) for row in marks.rows if (others := answered_in(row, marks))]
    pairs = [
        Message("  {student}: their answers stand in the paper of {others}", student=who, others=" ; ".join(others))
        for who, others in taken
    ]
    papers = tuple(shown)
    return [*attention_lines(papers, tell), *pairs, *remarked_lines(papers, tell)]


def _lines(found: "tuple[Change, ...]") -> list[str]:
    rows = [(one.student, _score(one.before), _score(one.after), clauses(one.why)) for one in found]
    return table(("student", "before", "after", "why"), rows, right=("before", "after")) if rows else []


def _score(score: float | None) -> str:
    return "—" if score is None else number(score)


def _document(found: "tuple[Change, ...]") -> dict[str, object]:
    students = [
        {"student": one.student, "before": one.before, "after": one.after, "why": list(one.why)} for one in found
    ]
    return {"schema": "corrige/diff/1", "students": students}
