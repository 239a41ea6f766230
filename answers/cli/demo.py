"""The command that runs the whole main job on a small class."""

from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common.options import TO_STDOUT, Lang
from answers.cli.common.output import deliver_text, say, say_problems, working
from answers.cli.common.papers import attention_lines, marks_lines


def demo(
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", help="A folder that does not exist yet, or is empty.")
    ] = Path("demo"),
    lang: Lang = None,
) -> None:
    """Take a simulated class of eight from seeds to marked papers, on real files."""
    from answers.classroom.demo import create_demo_class, hand_in
    from answers.classroom.marks import grade_class, write_marks

    with working("seeds and blank sheets"):
        cohort = create_demo_class(output, lang or "fr")
    say(f"class of {len(cohort.pupils)} in {output}: seeds drawn, blank sheets in {output / 'sheets'}")
    with working("the class sits the exam"):
        handed_in = hand_in(cohort)
    say(f"{len(handed_in)} files handed in, in {output / 'submissions'}")
    with working("marking"):
        marks = grade_class(cohort)
        paths = write_marks(cohort, marks)
    say(f"marks in {paths[0]} and {paths[1]}, {len(paths) - 2} feedback sheets in {output / 'feedback'}")
    lines = [*marks_lines(cohort.exam, marks.papers), *attention_lines(marks.papers)]
    lines += [f"  {student}: no paper could be read" for student in marks.absent]
    deliver_text(lines, TO_STDOUT)
    say_problems(marks.problems)
