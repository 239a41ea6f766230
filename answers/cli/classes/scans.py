"""corrige class scans: show the state of each scanned page of a class, and place pages by hand."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated

import typer

from answers.classroom.assigning import (
    assign_to_nobody,
    assign_to_student,
    find_target,
    refuse_choices_of_others,
    replaced_choices,
)
from answers.classroom.decision_targets import open_unread
from answers.classroom.decisions import active_class_decisions
from answers.classroom.folder import ClassData, locked, open_class
from answers.classroom.ingest import scan_pages
from answers.classroom.marks import author_name
from answers.classroom.scanning import DECIDED_REMEDY
from answers.classroom.scans import TURNS, PageState, Scans, read_scans, scans_document
from answers.classroom.submission_set import SubmissionSet, load_submissions
from answers.cli.common.options import Folder
from answers.cli.common.output import print_message, print_new_spelling, working
from answers.cli.common.result import Result
from answers.errors import CorrigeError
from answers.messages import Message

STATES: Mapping[PageState, Message] = {
    PageState.PLACED: Message("assigned to a student"),
    PageState.UNPLACED: Message("assigned to no student"),
    PageState.DOUBLE: Message("scanned more than once"),
    PageState.FOREIGN: Message("pages of another class"),
    PageState.REMOVED: Message("pages of students who were removed from the class"),
    PageState.UNREADABLE: Message("unreadable"),
}
SHAPE = Message(
    "write FILE,PAGE=STUDENT,SHEETPAGE or FILE,PAGE=STUDENT,SHEETPAGE,TURN,"
    " with SHEETPAGE from 1 and TURN 0, 90, 180 or 270"
)


def scans(
    folder: Folder,
    *,
    place: Annotated[
        list[str] | None,
        typer.Option(
            "--place",
            hidden=True,  # until the next release: `class assign FILE:PAGE STUDENT`
            metavar="FILE,PAGE=STUDENT,SHEETPAGE[,TURN]",
            help="Student of a scanned page, and degrees by which to turn it; nothing after = sets the page aside.",
        ),
    ] = None,
) -> Result:
    """Show the state of each scanned page, the missing pages, and what to do about pages of unknown students."""
    with working("reading the scanned pages"), locked(folder):
        class_data = open_class(folder)
        scan_pages(class_data)
        submissions = load_submissions(class_data)
        for text in place or []:
            _place(class_data, submissions, text)
        class_scans, active_decisions = read_scans(folder), active_class_decisions(class_data)
    # The pages of a file that the teacher has accepted as unreadable are no problem.
    is_open = {unread.upload.digest for unread in open_unread(submissions, active_decisions)}
    settled = {unread.upload.digest for unread in submissions.unread} - is_open
    processed = (
        scan.with_state(scan.page.state) if scan.page.digest in settled else scan for scan in class_scans.processed
    )
    class_scans = replace(class_scans, processed=tuple(processed))
    pages = class_scans.pages
    counts = Counter[Message]()
    for page in (page for page in pages if not page.is_blank):
        state = STATES[page.state]
        if page.is_disputed and page.problem and page.problem.remedy == DECIDED_REMEDY:
            state = Message("scanned again, after a decision on the other scan of the page")
        elif page.is_disputed:
            state = Message("scanned twice with different handwriting, so neither scan counts")
        elif page.state is PageState.UNPLACED and not page.needs_person:
            state = Message("set aside")
        counts[state] += 1
    if blank := sum(page.is_blank for page in pages):
        counts[Message("blank")] = blank
    for state, count in counts.items():
        print_message("{state}: {count}", state=state, count=count)
    if pages:
        print_message("the pictures of the pages are in {folder}", folder=folder / "scans")
    needs_person = bool(class_scans.missing) or any(page.needs_person for page in pages)
    return Result(scans_document(class_scans), _lines(class_scans), needs_person=needs_person)


def _place(class_data: ClassData, submissions: SubmissionSet, text: str) -> None:
    """Execute the old option --place as `class assign` does: place, rotate or set aside a scanned page."""
    file, equals, position = text.rpartition("=")
    cells = [cell.strip() for cell in position.split(",")] if position.strip() else []  # student, sheet page, turn
    is_placement = len(cells) in (0, 2, 3) and all(cell.isdecimal() for cell in cells[1:]) and all(map(int, cells[1:2]))
    name, comma, number = file.rpartition(",")
    if not (equals and comma and is_placement) or any(int(turn) not in TURNS for turn in cells[2:]):
        raise CorrigeError.single(
            Message("{text!r} does not say which scanned page belongs to which student", text=text), remedy=SHAPE
        )
    page = f"{name.strip()}:{number.strip()}"
    options = ["--sheet-page", cells[1], *(["--turn", cells[2]] if cells[2:] else [])] if cells else []
    print_new_spelling("--place", "assign", class_data.folder, page, cells[0] if cells else "--none", *options)
    target, student = find_target(class_data, submissions, page), None
    if cells:
        student = class_data.student(cells[0])
    refuse_choices_of_others(replaced_choices(class_data, submissions, target, student), author_name())
    if student:
        turned = int(cells[2]) if cells[2:] else 0
        assign_to_student(class_data, target, student, author_name(), sheet_page=int(cells[1]), turned=turned)
    else:
        assign_to_nobody(class_data, submissions, target, author_name())


def _lines(class_scans: Scans) -> Iterator[str]:
    """Yield lines on the pages with a problem, with their pictures, on missing pages, and the number of inked boxes."""
    for page in class_scans.pages:
        if page.problem is not None:
            yield str(page.problem)
            if page.picture.is_file():
                yield Message("    picture: {picture}", picture=page.picture.name)
    for student, number in class_scans.missing:
        yield Message(
            "{student}: page {number} of the answer sheet is missing, so its answers do not count\n    → scan "
            "the page, or assign it if it is among the scans",
            student=student,
            number=number,
        )
    written = sum(box.ink for box in class_scans.boxes)
    yield Message(
        "{count} of {boxes} boxes on the assigned pages has ink",
        plural="{count} of {boxes} boxes on the assigned pages have ink",
        count=written,
        boxes=len(class_scans.boxes),
    )
