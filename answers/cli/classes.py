"""Commands about a class kept in a folder: init, seeds, subject, sheets, grade."""

import random
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.cli.common.once import Once
from answers.cli.common.options import TO_STDOUT, AsJson, ExamFolders, Folder, Force, Output
from answers.cli.common.output import deliver_json, deliver_text, needs_person, say, say_problems, table, working
from answers.cli.common.papers import attention_lines, marks_lines

app = typer.Typer(
    help="A class in a folder: seeds, sheets, marks and feedback.", no_args_is_help=True, rich_markup_mode=None
)


@app.command(cls=Once)
def init(
    folder: Folder,
    *,
    exam: Annotated[str, typer.Option("--exam", help="Name of the exam.")],
    students: Annotated[Path, typer.Option("--students", metavar="FILE", help="CSV: student,name,first_name,u0.")],
    exams: ExamFolders = None,
    lang: Annotated[Literal["fr", "en"], typer.Option("--lang", help="Language of the sheets.")] = "fr",
) -> None:
    """Start a class from the list of its students."""
    from answers.classroom.folder import create_class
    from answers.files import read_limited

    cohort = create_class(folder, exam, read_limited(students), lang, tuple(exams or ()))
    say(f"class of {len(cohort.pupils)} in {folder}; now run: corrige class seeds {folder}")


@app.command(cls=Once)
def seeds(
    folder: Folder,
    *,
    draw: Annotated[int | None, typer.Option("--draw", metavar="N", help="Draw the same seeds again from N.")] = None,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Draw a seed for each student who has none."""
    from answers.classroom.folder import give_seeds, open_class
    from answers.classroom.lock import locked

    source = random.SystemRandom() if draw is None else random.Random(draw)
    with locked(folder):
        cohort = give_seeds(open_class(folder), source)
    if as_json:
        rows = [{"student": pupil.student.id, "u0": pupil.u0} for pupil in cohort.pupils]
        deliver_json({"schema": "corrige/seeds/1", "students": rows}, output, force=force)
        return
    lines = table(("student", "u0"), ((pupil.student.id, str(pupil.u0)) for pupil in cohort.pupils), right=("u0",))
    deliver_text(lines, output, force=force)


@app.command(cls=Once)
def subject(folder: Folder, *, force: Force = False) -> None:
    """Print the subject, the same for every student, to DIR/subject.pdf."""
    from answers.classroom.folder import open_class, write_subject
    from answers.classroom.lock import locked

    with working("printing the subject"), locked(folder):
        path = write_subject(open_class(folder), overwrite=force)
    say(f"the subject is {path}")


@app.command(cls=Once)
def sheets(folder: Folder, *, force: Force = False) -> None:
    """Print the blank sheet of every student to DIR/sheets."""
    from answers.classroom.folder import open_class, write_sheets
    from answers.classroom.lock import locked

    with working("printing the sheets"), locked(folder):
        paths = write_sheets(open_class(folder), overwrite=force)
    say(f"{len(paths)} sheets in {folder / 'sheets'}")


@app.command("grade", cls=Once)
def grade_class(folder: Folder, *, as_json: AsJson = False, output: Output = TO_STDOUT, force: Force = False) -> None:
    """Mark DIR/submissions; write marks.json, gradebook.csv and feedback; exit with 1 when the teacher must look."""
    from answers.classroom.folder import open_class
    from answers.classroom.lock import locked
    from answers.classroom.marks import grade_class, write_marks
    from answers.exports.marks_json import marks_document

    with working("marking"), locked(folder):
        cohort = open_class(folder)
        marks = grade_class(cohort)
        paths = write_marks(cohort, marks)
    say_problems(marks.problems)
    say(f"wrote {paths[0]}, {paths[1]} and {len(paths) - 2} feedback sheets")
    if as_json:
        deliver_json(marks_document(cohort.exam.name, marks.papers, marks.problems), output, force=force)
    else:
        absent = [f"  {student}: no paper" for student in marks.absent]
        lines = [*marks_lines(cohort.exam, marks.papers), *attention_lines(marks.papers), *absent]
        deliver_text(lines, output, force=force)
    needs_person(marks.needs_teacher)
