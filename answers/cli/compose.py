"""corrige compose: compose a paper from questions of several exams."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.context import settings_here
from answers.cli.common.options import TO_STDOUT, ExamFolders, Force, Output
from answers.cli.common.output import deliver, print_message
from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import composed_paper
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion, name_problem, plan_text
from answers.messages import Message
from answers.sheets.booklet import lost_references

CHOICE = re.compile(r"([^:=]+):(\d{1,4})=(\d{1,4}(?:[.,]\d{1,6})?)", re.ASCII)


def compose(
    questions: Annotated[
        list[str], typer.Argument(metavar="EXAM:QUESTION=POINTS…", help="Questions in this order, such as nash:5=3.")
    ],
    *,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the paper.")],
    english: Annotated[
        str, typer.Option("--title-en", metavar="TEXT", help="Title in English, if it is different.")
    ] = "",
    out_of: Annotated[
        int | None, typer.Option("--out-of", metavar="N", min=1, max=1000, help="Total to which the points are scaled.")
    ] = None,
    minutes: Annotated[int, typer.Option("--minutes", metavar="N", min=1, max=1440, help="Duration.")],
    name: Annotated[
        str,
        typer.Option("--name", metavar="NAME", help="Identifier of the exam; by default that of the file."),
    ] = "",
    exams: ExamFolders = None,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compose an exam from questions of several exams; use it with --exams FILE."""
    name = name or ("paper" if output == TO_STDOUT else output.stem)
    wrong = name_problem(name, "--name")
    problems = [wrong] if wrong else []
    chosen = tuple(_chosen(questions, problems))
    plan = PaperPlan(
        name,
        {"fr": title, "en": english or title},
        minutes,
        chosen,
        Message("the paper"),
        None if out_of is None else Fraction(out_of),
    )
    paper = composed_paper(plan, problems, NOWHERE, settings_here(exams).places)
    if lost := lost_references(paper):
        raise CorrigeError(lost)
    deliver(plan_text(plan).encode(), output, force=force)
    print_message(
        "{questions}, {points}, {minutes} min",
        questions=Message("{count} question", plural="{count} questions", count=len(paper.questions)),
        points=counts.points(float(paper.points)),
        minutes=minutes,
    )


def _chosen(texts: Iterable[str], problems: list[Problem]) -> Iterator[PaperQuestion]:
    """Yield the questions of the command line; append a problem for each invalid text."""
    for text in texts:
        named = CHOICE.fullmatch(text)
        points = Fraction(named[3].replace(",", ".")) if named else Fraction(0)
        if named:
            yield PaperQuestion(named[1], int(named[2]), points or Fraction(1), text)
        if not points:
            problems.append(Problem("is not a question with points", text, "EXAM:QUESTION=POINTS, such as nash:5=3"))
