"""corrige class assign: assign a file, a row of a table or a scanned page to a student, or set it aside."""

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from answers.classroom.assigning import (
    Choice,
    FileTarget,
    assign_to_nobody,
    assign_to_student,
    choices_on,
    find_target,
    refuse_choices_of_others,
    replaced_choices,
    withdraw_assignment,
)
from answers.classroom.decisions import lost_action_problems
from answers.classroom.folder import PATIENCE, ClassData, locked, open_class, require_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import author_name
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.cli.common.options import Folder, check_alone
from answers.cli.common.output import print_message, print_problems, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.exam.trust import CONVERSATION
from answers.messages import Message, joined


@dataclass(frozen=True, slots=True)
class AssignOptions:
    """The options of `class assign`."""

    nobody: Annotated[
        bool, typer.Option("--none", help="Set the file or page aside: it counts for no student until it is assigned.")
    ] = False
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Undo the assignment, or bring back what was set aside.")
    ] = False
    yes: Annotated[bool, typer.Option("--yes", help="Replace the choice of another person without asking.")] = False
    sheet_page: Annotated[
        int | None,
        typer.Option(
            "--sheet-page",
            metavar="N",
            min=1,
            help="Page of the answer sheet; by default the one recognised, or the only one missing.",
        ),
    ] = None
    turned: Annotated[
        Literal["0", "90", "180", "270"],
        typer.Option("--turn", help="Degrees by which to turn the page clockwise.", show_default=False),
    ] = "0"


def assign(
    folder: Folder,
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE[:PAGE]",
            help="File by its name or the first digits that `class collect` shows; FILE:3 is page 3 of a scan, or row "
            "3 of a table.",
        ),
    ],
    student: Annotated[
        str | None, typer.Argument(metavar="[STUDENT]", help="Student, by identifier or name.", show_default=False)
    ] = None,
    *,
    options: AssignOptions,
) -> Result:
    """Assign a file to a student, or set it aside with --none; likewise a page of a scan or a row of a table.

    An assigned file counts in place of the student's other files, whatever name is written in it. Nothing is deleted,
    and --withdraw undoes it: a file that was set aside before it was assigned is set aside again.
    """
    require_class(folder)  # first, since another argument may have been taken for the folder
    check_alone({"STUDENT": student is not None, "--none": options.nobody, "--withdraw": options.withdraw})
    if student is None and not (options.nobody or options.withdraw):
        raise CorrigeError.single(
            "no student is given, so it is not clear what to do with this file",
            place=file,
            remedy="give FILE STUDENT to assign the file, FILE --none to set it aside, or FILE --withdraw to undo "
            "either",
        )
    outcome = _act(folder, file, student, options, frozenset())
    while not isinstance(outcome, Result):  # again if others have chosen while the question was on the screen
        lines = joined("\n", [choice.text_with_author for choice in outcome])
        question = Message(
            "this command would replace the choice of another person:\n{lines}\nReplace it?", lines=lines
        )
        if not CONVERSATION.ask(question):
            refuse_choices_of_others(outcome, "")
        outcome = _act(folder, file, student, options, frozenset(outcome))
    return outcome


def _act(
    folder: Path, file: str, student: str | None, options: AssignOptions, agreed: Collection[Choice]
) -> Result | tuple[Choice, ...]:
    """Do what the options ask for; if this replaces choices of others that are not `agreed`, only return these."""
    with working("reading the papers"), locked(folder, PATIENCE):
        class_data = open_class(folder)
        scan_pages(class_data)
        submissions = load_submissions(class_data)
        target = find_target(class_data, submissions, file)
        if (options.sheet_page or options.turned != "0") and (target.page is None or student is None):
            raise CorrigeError.single(
                "--sheet-page and --turn only apply when a scanned page is assigned to a student",
                place=str(target.label),
                remedy="give FILE:PAGE STUDENT, or leave these two options out",
            )
        sheet_page, person, author = None, None, author_name()
        if student is not None:
            person = class_data.student(student)
        replaced = replaced_choices(class_data, submissions, target, person, is_withdrawn=options.withdraw)
        of_others = tuple(choice for choice in replaced if choice.author not in ("", author))
        if not (options.yes or set(of_others) <= set(agreed)):
            return of_others
        if person is not None:
            turned = int(options.turned)
            sheet_page = assign_to_student(
                class_data, target, person, author, sheet_page=options.sheet_page, turned=turned
            )
            line = Message("{target}: assigned to {student}", target=target.label, student=person.label)
            if sheet_page:
                line = Message(
                    "{target}: assigned to {student}, as page {page} of the answer sheet",
                    target=target.label,
                    page=sheet_page,
                    student=person.label,
                )
        elif options.nobody:
            assign_to_nobody(class_data, submissions, target, author)
            line = Message("{target} is set aside: it counts for no student", target=target.label)
        else:
            withdraw_assignment(class_data, submissions, target, author)
            line = held_line(class_data, load_submissions(class_data), target)
    print_problems(lost_action_problems(folder))
    for choice in replaced:
        print_message("this assignment no longer counts: {choice}", choice=choice.text_with_author)
    print_message(line)
    document = {
        "schema": "corrige/assign/1",
        "file": target.name,
        "digest": target.digest,
        "number": target.number or None,
        "student": person and person.id,
        "sheet_page": sheet_page,
        "withdrawn": options.withdraw,
    }
    return Result(document, next=("class", "grade", folder))


def held_line(class_data: ClassData, submissions: SubmissionSet, target: FileTarget) -> Message:
    """Return a line on what holds for a file, a row or a page after a choice on it was undone."""
    if choices := choices_on(class_data, submissions, target):
        return choices[-1].text
    return Message(
        "{target}: your assignment or setting aside is undone; corrige again finds the student from the content and "
        "the file name",
        target=target.label,
    )
