"""corrige class mistakes: find mistakes that several students have in common, and accept them for the class."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from answers.classroom.class_mistakes import (
    accept_mistake,
    find_json,
    outdated_mistakes,
    search_mistakes,
    withdraw_mistake,
)
from answers.classroom.db import now_text
from answers.classroom.folder import PATIENCE, ClassData, locked, open_class
from answers.classroom.marks import author_name
from answers.cli.common.options import Author, EngineOptions, Folder, check_alone, require_fork
from answers.cli.common.output import print_message, print_problems, table, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.executors.workers import workers
from answers.grading.class_mistakes import Search
from answers.messages import Message, joined

COLUMNS = (
    Message("student"),
    Message("item"),
    Message("answer"),
    Message("answer of the solution with this mistake"),
    Message("right answer"),
)


def mistakes(
    folder: Folder,
    *,
    accept: Annotated[
        int | None,
        typer.Option(
            "--accept",
            metavar="N",
            help="Accept mistake number N of the last search as a known mistake of the class, with --label.",
        ),
    ] = None,
    label: Annotated[
        str, typer.Option("--label", metavar="TEXT", help="With --accept: the sentence about the mistake for students.")
    ] = "",
    withdraw: Annotated[
        str,
        typer.Option(
            "--withdraw",
            metavar="MISTAKE",
            help="Withdraw a mistake that was accepted with --accept, such as class-0a1b2c….",
        ),
    ] = "",
    author: Author = "",
    engine: EngineOptions,
) -> Result:
    """Find mistakes that several students have in common and that the exam does not name.

    The solutions of questions with unexplained wrong answers are changed in one place, as students' programs may
    differ, and executed for the students' seeds. A change that gives the answers of two students or more, far more
    often than by chance, is shown with its file and line. Once accepted, it is a known mistake of this class: the next
    `class grade` names it on the feedback, and gives points for answers that follow from it.
    """
    check_alone({"--accept": accept is not None, "--withdraw": bool(withdraw)})
    if (accept is not None) != bool(label.strip()):
        raise CorrigeError.single(
            "--accept chooses a mistake and --label is its sentence for students: give both or neither",
            remedy="for example: --accept 1 --label 'The loop begins at 1.'",
        )
    if accept is None and not withdraw:
        require_fork()
        with working("searching for mistakes"), locked(folder), workers(engine.chosen) as parallel_map:
            class_data = open_class(folder)
            search = search_mistakes(class_data, parallel_map)
        print_problems(outdated_mistakes(class_data))
        print_message(
            "{count} change of the exam's solutions was tried as a possible mistake of students",
            plural="{count} changes of the exam's solutions were tried as possible mistakes of students",
            count=search.tried,
        )
        if search.slow:
            print_message(
                "no mistakes of students were searched for in these questions, since computing their solution takes "
                "too long: {numbers}",
                numbers=", ".join(map(str, search.slow)),
            )
        document = _document(class_data, search)
        words = ("class", "mistakes", folder, "--accept", 1, "--label", "…") if search.finds else ()
        return Result(document, _lines(class_data, document), next=words)
    with locked(folder, PATIENCE):
        class_data = open_class(folder)
        name = author or author_name()
        if accept is not None:
            mistake = accept_mistake(class_data, accept, label.strip(), name, now_text())
            print_message(
                "the mistake is now a known mistake of this class, {slug}: {label}",
                slug=mistake.mutation.slug,
                label=mistake.sentence,
            )
        else:
            mistake = withdraw_mistake(class_data, withdraw, name, now_text())
            print_message("{slug} is no longer a known mistake of this class", slug=mistake.mutation.slug)
        document = _document(open_class(folder), None)
    return Result(document, next=("class", "grade", folder, "--diff"))


def _document(class_data: ClassData, search: Search | None) -> dict[str, Any]:
    """Return the accepted mistakes of a class, and the mistakes that a search has found, as a JSON object."""
    accepted = [
        {
            "mistake": mistake.mutation.slug,
            "label": mistake.sentence,
            "file": mistake.mutation.file,
            "function": mistake.mutation.function,
            "in_force": mistake.mutation.slug in class_data.exam.mistakes,
        }
        for mistake in class_data.settings.class_mistakes
    ]
    finds = enumerate(search.finds, 1) if search else ()
    return {
        "schema": "corrige/mistakes/1",
        "finds": [find_json(class_data, number, find) for number, find in finds],
        "tried": search.tried if search else 0,
        "left_out": list(search.slow) if search else [],
        "accepted": accepted,
    }


def _lines(class_data: ClassData, document: dict[str, Any]) -> Iterator[str]:
    """Yield lines on the accepted mistakes, then on each found mistake."""
    for mistake in document["accepted"]:
        yield Message(
            "known mistake that you accepted for this class, {slug}: {label}",
            slug=mistake["mistake"],
            label=mistake["label"],
        )
    if not document["finds"]:
        yield Message("no mistake was found that several students have in common")
    label_of = {enrollment.student.id: enrollment.student.label for enrollment in class_data.enrollments}
    for find in document["finds"]:
        yield ""
        yield Message(
            "{number}. possible mistake in question {questions}, found in the answers of {students}",
            number=find["number"],
            questions=", ".join(map(str, find["questions"])),
            students=joined(", ", [label_of.get(student, student) for student in find["students"]]),
        )
        yield Message("   {file}, line {line}", file=find["file"], line=find["line"])
        yield from (f"   {line}" for line in find["difference"][2:])
        if find["equivalent"]:
            yield Message(
                "   {count} other change of the solution gives the same answers",
                plural="   {count} other changes of the solution give the same answers",
                count=find["equivalent"],
            )
        rows = [
            tuple(answer[name] for name in ("student", "item", "raw", "value", "right")) for answer in find["answers"]
        ]
        yield from table(COLUMNS, rows)
