"""The feedback of a class in one archive: sheets, named as Moodle's upload expects or by student, or pages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from markupsafe import Markup

from answers.assets import asset
from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import GradebookRow
from answers.exports.platform_list import NO_FOLDERS, match_rows
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.files import read_limited, safe_name
from answers.messages import Message
from answers.people.people_list import PARTICIPANT, PeopleList
from answers.sheets.sheet import Feedback, sheet_html

FILE = "feedback.pdf"
"""What the student sees on Moodle."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The browser is told to fetch nothing and to run nothing, whatever the page may hold."""
STYLES = ("sheet.css", "screen.css")
PAGES = re.compile(r"@page[^{]*\{(?:[^{}]|\{[^{}]*\})*\}|string-set:[^;}]*;?")
"""What only paper has, with margins and running heads."""
UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|]+')
"""What cannot stand in the name of a file somewhere."""
HEAD = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{}">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{}</style>\n</head>'
)


def feedback_zip(request: ExportRequest) -> ExportResult:
    """Return an archive of the feedback sheets.

    With the grading table of a Moodle assignment as list, each stands in a folder name_number_assignsubmission_file_,
    the number being the participant's: how Moodle knows whose it is. Without a list it stands in the folder that the
    student's paper was downloaded in from Moodle; else it is called as the student is, or, if so asked, by identifier.
    How many, and who, is noted. A paper that is not read to the end is left out: its points are provisional. Students
    who have a marked paper and no feedback sheet are told, and those who are not in the list.

    Source: mod/assign/feedback/file/importziplib.php of Moodle (how it splits the name of a folder; versions before 4.1
    want the last underscore, later ones allow it).
    """
    names, problems, notes = _names(request)
    sheets = names.keys() & request.feedback.keys()
    students = [row.student for row in request.gradebook.rows if row.student.id in sheets and not _is_provisional(row)]
    content = zip_archive((names[student.id], read_limited(request.feedback[student.id])) for student in students)
    alone = [student.label for student in students if "/" not in names[student.id]]
    return ExportResult(content, (*problems, *_without(request)), (*notes, *_notes(len(students) - len(alone), alone)))


def _is_provisional(row: GradebookRow) -> bool:
    """Say whether a sheet would show a student points that a person still has to decide on."""
    return row.paper is not None and row.undecided is not None


def _names(request: ExportRequest) -> tuple[dict[str, str], tuple[Problem, ...], tuple[Message, ...]]:
    """What each student's sheet is called in the archive, by identifier; who is not in the list."""
    rows = request.gradebook.rows
    if request.listed is not None:
        return moodle_names(rows, request.listed, request.moodle_folders)
    if request.plain_names:
        return {row.student.id: f"{row.student.stem}.pdf" for row in rows}, (), ()
    folders = {student: f"{folder}/{FILE}" for student, folder in request.moodle_folders.items()}
    return file_names(rows) | folders, (), ()


def moodle_names(
    rows: Iterable[GradebookRow], listed: PeopleList, folders: Mapping[str, str] = NO_FOLDERS
) -> tuple[dict[str, str], tuple[Problem, ...], tuple[Message, ...]]:
    """Return what each file is called by the grading table of a Moodle assignment, as `feedback_zip` does.

    A list without the numbers of participants is refused.
    """
    rows = tuple(rows)
    if not listed.columns_with(PARTICIPANT):
        columns = ", ".join(map(repr, listed.columns))[:200]
        cause = Message("no column has Moodle's participant numbers; the columns are: {columns}", columns=columns)
        remedy = "download the grading table of the assignment in Moodle, or leave out --list"
        raise CorrigeError.one(cause, place=listed.place, remedy=remedy)
    (column, *_) = listed.columns_with(PARTICIPANT)
    matched, files = match_rows(rows, listed, folders), file_names(rows)
    names, problems = dict[str, str](), [*matched.problems]
    for one in matched.found:
        student, number = one.row.student, "".join(filter(str.isdecimal, one.listed.cells[column]))
        who = safe_name(f"{student.first_name} {student.name}", student.stem).replace("_", "-")  # Moodle splits at "_"
        if number:
            names[student.id] = f"{who}_{number}_assignsubmission_file_/{files[student.id]}"
        else:
            where = Message("{place}, line {line}", place=listed.place, line=one.listed.number)
            cause = Message("{student} has no participant number in the list", student=student.label)
            problems.append(Problem(cause, where, "the file has no row for this student: download the table again"))
    return names, tuple(problems), matched.notes


def file_names(rows: Iterable[GradebookRow]) -> dict[str, str]:
    """Return by identifier what a file for each student is called: "Nash Eva.pdf", homonyms with the identifier too."""
    rows = tuple(rows)
    often = Counter(_called(row).casefold() for row in rows)  # where files are kept, case may be nothing
    return {row.student.id: f"{_called(row, alone=often[_called(row).casefold()] == 1)}.pdf" for row in rows}


def _called(row: GradebookRow, *, alone: bool = True) -> str:
    name = UNFIT.sub("-", row.student.display_name).strip(". ") or row.student.stem
    if alone:
        return name
    return f"{name} ({row.student.stem})" if row.student.names_beside else UNFIT.sub("-", row.student.id)


def _notes(folders: int, alone: Sequence[str]) -> Iterator[Message]:
    """How many stand where; who stands outside the folders that others have, why, and what to do.

    Without such a folder the archive is not made for Moodle.
    """
    if not folders:
        yield Message(
            "{count} file, named after the student",
            plural="{count} files, named after the students",
            count=len(alone),
        )
        return
    yield Message(
        "{folders} in the folders that Moodle requires for feedback files, {plain} outside them, named after students",
        folders=folders,
        plain=len(alone),
    )
    if alone:
        yield Message(
            "Moodle will refuse the feedback of these students, whose papers did not come from their own "
            "folders: {students}; with --list and the grading table of the assignment, each student has a "
            "folder",
            students=" ; ".join(alone),
        )


def _without(request: ExportRequest) -> Iterator[Problem]:
    for row in request.gradebook.rows:
        if row.marked is not None and not _is_provisional(row) and row.student.id not in request.feedback:
            yield Problem(
                Message("{id} has no feedback sheet", id=row.student.id), remedy="run `corrige class grade` first"
            )


def feedback_pages(request: ExportRequest) -> ExportResult:
    """Return an archive of pages that stand alone: nothing is fetched, nothing runs. Unmarked papers have none.

    Neither do papers that are not read to the end.
    """
    return ExportResult(zip_archive(_pages(request)))


def _pages(request: ExportRequest) -> Iterator[tuple[str, bytes]]:
    for row in request.gradebook.rows:
        paper = row.paper
        if paper is not None and paper.u0 is not None and not _is_provisional(row):
            sheet = Feedback(request.gradebook.exam, request.key_of(paper.u0), paper, row.student)
            yield f"{row.student.stem}.html", offline_html(sheet_html(sheet, lang=request.lang)).encode()


def offline_html(html: str) -> str:
    """Return the HTML of a sheet as a page that stands alone, in the fonts that the reader's browser has."""
    if html.count("</head>") != 1:
        raise ValueError("a page has one head")
    style = "".join(PAGES.sub("", asset("templates", name).read_text("utf-8")) for name in STYLES)
    return html.replace("</head>", HEAD.format(POLICY, Markup(style)))  # noqa: S704 (our own style sheets)
