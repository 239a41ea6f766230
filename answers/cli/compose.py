"""corrige compose: compose a paper from questions of several exams."""

import re
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from answers.cli.common import counts
from answers.cli.common.options import TO_STDOUT, Difficulty, ExamFolders, Force, Output, Tags, difficulty_levels
from answers.cli.common.output import deliver, print_message, print_next_command
from answers.errors import CorrigeError, Problem
from answers.exam.catalogue import composed_paper, exam_names, find_questions, load_exam
from answers.exam.composed_exam import needed_questions
from answers.exam.location import NOWHERE
from answers.exam.paper_file import PaperPlan, PaperQuestion, name_problem, plan_text
from answers.exam.question import Question
from answers.exam.settings_in_force import load_settings
from answers.messages import Message
from answers.sheets.booklet import lost_references

CHOICE = re.compile(r"([^:=]+):(\d{1,4})(?:=(\d{1,4}(?:[.,]\d{1,6})?))?", re.ASCII)


def compose(
    questions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EXAM:QUESTION[=POINTS]…]",
            help="Questions in this order, such as verger:5=3; without points, the question has those of its exam.",
        ),
    ] = None,
    *,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="Title of the composed paper.")],
    tags: Tags = None,
    difficulty: Difficulty = "",
    english: Annotated[
        str, typer.Option("--title-en", metavar="TEXT", help="Title in English, if it is different.")
    ] = "",
    out_of: Annotated[
        int | None, typer.Option("--out-of", metavar="N", min=1, max=1000, help="Total to which the points are scaled.")
    ] = None,
    minutes: Annotated[
        int, typer.Option("--minutes", metavar="N", min=1, max=1440, help="Duration of the exam in minutes.")
    ],
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="Identifier of the exam; by default that of the file.")
    ] = "",
    exams: ExamFolders = None,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Compose an exam from questions of several exams; use it with --exams FILE.

    With --tag or --difficulty, the questions of these topics and levels follow those that you name; the questions on
    which they depend are added.
    """
    name = name or ("paper" if output == TO_STDOUT else output.stem)
    wrong = name_problem(name, "--name")
    problems = [wrong] if wrong else []
    places = load_settings(Path.cwd(), exams).places
    chosen: list[PaperQuestion] = []
    for text in questions or ():
        named, points = CHOICE.fullmatch(text), Fraction(0)
        if named:
            exam_name, number = named[1], int(named[2])
            if named[3] is not None:
                points = Fraction(named[3].replace(",", "."))
            else:  # the points in its exam; an unknown question, which is reported later, gets 1
                listed = load_exam(exam_name, places).questions if exam_name in exam_names(places) else ()
                points = next((_points(own) for own in listed if own.number == number), Fraction(1))
            chosen.append(PaperQuestion(exam_name, number, points or Fraction(1), text))
        if not points:
            problems.append(
                Problem(
                    "this argument is not a question of an exam with its points",
                    text,
                    "write EXAM:QUESTION=POINTS, such as phantom:5=3",
                )
            )
    for exam, found in find_questions(tags or (), difficulty_levels(difficulty), places) if tags or difficulty else ():
        numbers = {question.number for question in found}
        pending = list(numbers)
        while pending:  # with the questions on which they depend
            needed = needed_questions(exam, exam.questions[pending.pop() - 1]) - numbers
            numbers |= needed
            pending += needed
        known = {question.number for question in chosen if question.exam == exam.name}
        for number in sorted(numbers - known):
            place = f"{exam.name}:{number}"
            chosen.append(PaperQuestion(exam.name, number, _points(exam.questions[number - 1]), place))
    if not chosen and not problems:
        raise CorrigeError.single(
            "no question was chosen for the paper",
            remedy="name questions, such as verger:5=3, or choose by topic with --tag",
        )
    plan = PaperPlan(
        name,
        {"fr": title, "en": english or title},
        minutes,
        tuple(chosen),
        Message("the composed paper"),
        None if out_of is None else Fraction(out_of),
    )
    paper = composed_paper(plan, problems, NOWHERE, places)
    if lost := lost_references(paper):
        raise CorrigeError(lost)
    deliver(plan_text(plan).encode(), output, force=force)
    print_message(
        "{questions}, {points}, {minutes} min",
        questions=Message("{count} question", plural="{count} questions", count=len(paper.questions)),
        points=counts.points(float(paper.points)),
        minutes=minutes,
    )
    if output != TO_STDOUT:
        print_next_command("sheet", name, "--exams", output)


def _points(question: Question) -> Fraction:
    """Return the points of a question, rounded to two decimals, as they are written to the file of the paper."""
    return round(sum((part.points for part in question.parts), Fraction(0)), 2)
