"""corrige demo: run a small simulated class from seeds to marked papers."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from answers.classroom.demo import create_demo_class, submit_demo_papers
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import grade_class, write_marks
from answers.cli.common.options import TO_STDOUT, Lang
from answers.cli.common.output import deliver, print_message, print_problems, working
from answers.cli.common.papers import attention_lines, marks_lines, remarked_lines
from answers.messages import Message, language


def demo(
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="Folder to create; it must not exist, or be empty.")
    ] = Path("demo"),
    lang: Lang = None,
) -> None:
    """Run a simulated class of eight from seeds to marked papers, on real files."""
    with working("seeds and answer sheets"):
        class_data = create_demo_class(output, lang or "fr")
    print_message(
        "the class is in {output}; each student has a seed, and an answer sheet in {sheets}; students: {count}",
        count=len(class_data.enrollments),
        output=output,
        sheets=output / "sheets",
    )
    with working("the class sits the exam"):
        handed_in = submit_demo_papers(class_data)
    print_message(
        "{count} files were handed in and are in {output}", count=len(handed_in), output=output / "submissions"
    )
    with working("marking the papers"):
        scan_pages(class_data)
        marks = grade_class(class_data)
        paths = write_marks(class_data, marks)
    print_message(
        "marks in {marks} and {gradebook}, {count} feedback sheets in {output}",
        marks=paths[0],
        gradebook=paths[1],
        count=len(paths) - 2,
        output=output / "feedback",
    )
    lines = [*marks_lines(class_data.exam, marks.papers), *attention_lines(marks.papers, named=marks.student_label)]
    lines += [
        Message("{student}: {flag} [{slug}]", student=f"  {row.student.label}", flag=flag.render(language()), slug=flag)
        for row in marks.rows
        if row.paper is None
        for flag in row.open_flags
    ]
    lines += remarked_lines(marks.papers, named=marks.student_label)
    home = shlex.quote(str(output))
    desk = Message("to read handwritten answers: corrige desk {folder}", folder=home)
    deliver([*lines, "", desk], TO_STDOUT)
    print_problems(marks.problems)
