"""Pack the feedback of a class into archives: PDF sheets, named for Moodle or by student, or HTML pages."""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from markupsafe import Markup

from answers.assets import asset
from answers.errors import CorrigeError, Problem
from answers.exports.gradebook import GradebookRow
from answers.exports.platform_list import MatchedRows
from answers.exports.request import ExportRequest, ExportResult, zip_archive
from answers.files import read_limited, safe_name
from answers.messages import Message
from answers.people.people_list import PARTICIPANT, PeopleList
from answers.people.table import folded
from answers.sheets.sheet import Feedback, sheet_html

FILE = "feedback.pdf"
"""The name of the feedback file that a student sees on Moodle."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The content security policy of a page: no script but that of appeals, and nothing from elsewhere."""
APPEAL_SCRIPT = "appeal.js"
"""The script that saves the appeal form of a page as a text file, which the student hands in like a paper."""
STYLES = ("feedback.css", "screen.css")
"""The style sheets that a page contains."""
PAGES = re.compile(r"@(?:page|font-face)[^{]*\{(?:[^{}]|\{[^{}]*\})*\}|string-set:[^;}]*;?")
"""Styles that only print needs: margins, running heads and fonts."""
UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|]+')
"""Characters that some operating system does not allow in file names."""
HEAD = Markup(
    '<meta http-equiv="Content-Security-Policy" content="{}">\n'
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>\n{}</style>\n</head>'
)
"""The end of the head of a page: its security policy and its styles."""


def feedback_zip(request: ExportRequest) -> ExportResult:
    """Return an archive of the feedback sheets.

    If `ExportRequest.listed` is the grading worksheet of a Moodle assignment, each sheet is in a folder
    name_number_assignsubmission_file_ with the participant number. Without a list, a sheet is in the Moodle folder from
    which the student's paper was downloaded, or else named after the student. With `ExportRequest.plain_names`, all
    sheets are named by identifier, without folders. Papers without a final mark are omitted. The problems name students
    who have a marked paper and no feedback sheet, or who are not in the list.

    Source: mod/assign/feedback/file/importziplib.php of Moodle (how it splits the name of a folder; versions before 4.1
    require the last underscore, later ones allow it).
    """
    rows = request.gradebook.rows
    names, problems, notes = file_names(rows), tuple[Problem, ...](), tuple[Message, ...]()
    if request.listed is not None:
        names, problems, notes = moodle_names(rows, request.listed, request.match(request.listed))
    elif request.plain_names:
        names = {row.student.id: f"{row.student.stem}.pdf" for row in rows}
    else:
        names |= {student: f"{folder}/{FILE}" for student, folder in request.moodle_folders.items()}
    sheets = names.keys() & request.feedback.keys()
    students = [row.student for row in rows if row.student.id in sheets and not _is_provisional(row)]
    content = zip_archive((names[student.id], read_limited(request.feedback[student.id])) for student in students)
    outside = [student.label for student in students if "/" not in names[student.id]]
    folders = len(students) - len(outside)
    causes = (
        Message(
            "the archive has no feedback of {id}, since the feedback sheet of this student has not been written yet",
            id=row.student.id,
        )
        for row in rows
        if row.marked is not None and not _is_provisional(row) and row.student.id not in request.feedback
    )
    missing = (Problem(cause, remedy="run `corrige class grade`, then export again") for cause in causes)
    count = Message(
        "number of feedback files in the folders that Moodle requires: {folders}; number outside these folders, "
        "named after the students: {plain}",
        folders=folders,
        plain=len(outside),
    )
    refused = Message(
        "Moodle will refuse the feedback of these students, whose papers did not come from their own "
        "folders: {students}; with --list and the grading worksheet of the assignment, each student has a "
        "folder",
        students=" ; ".join(outside),
    )
    alone = Message(
        "feedback files in the archive, named after the students: {count}",
        plural="feedback files in the archive, named after the students: {count}",
        count=len(outside),
    )
    own_notes = (count, *([refused] if outside else ())) if folders else (alone,)
    return ExportResult(content, (*problems, *missing), (*notes, *own_notes))


def _is_provisional(row: GradebookRow) -> bool:
    """Return whether a student's paper has no final mark, so that its feedback would show provisional points."""
    return row.paper is not None and row.undecided is not None


def moodle_names(
    rows: Iterable[GradebookRow], listed: PeopleList, matched: MatchedRows
) -> tuple[dict[str, str], tuple[Problem, ...], tuple[Message, ...]]:
    """Return the name of each student's file in an upload to Moodle, by identifier, with problems and notes.

    `listed` is the grading worksheet of the assignment, and `matched` the rows in it; others, and those without a
    participant number, are left out, with a problem. Raises CorrigeError if no column has participant numbers.
    """
    if not listed.columns_with(PARTICIPANT):
        columns = ", ".join(map(repr, listed.columns))[:200]
        cause = Message("no column has Moodle's participant numbers; the columns are: {columns}", columns=columns)
        remedy = "download the grading worksheet of the assignment in Moodle, or leave out --list"
        raise CorrigeError.single(cause, place=listed.place, remedy=remedy)
    (column, *_) = listed.columns_with(PARTICIPANT)
    files = file_names(rows)
    names, problems = dict[str, str](), [*matched.problems]
    for matched_row in matched.rows:
        student, line = matched_row.row.student, matched_row.listed
        number = "".join(filter(str.isdecimal, line.cells[column]))
        name = safe_name(f"{student.first_name} {student.name}", student.stem).replace("_", "-")  # Moodle splits at "_"
        if number:
            names[student.id] = f"{name}_{number}_assignsubmission_file_/{files[student.id]}"
        else:
            place = Message("{place}, line {line}", place=listed.place, line=line.number)
            cause = Message(
                "{student} has no participant number of Moodle in the list, so the archive has no file for this "
                "student",
                student=student.label,
            )
            remedy = "download the grading worksheet from Moodle again, and give it to the export with --list"
            problems.append(Problem(cause, place, remedy))
    return names, tuple(problems), matched.notes


def file_names(rows: Iterable[GradebookRow]) -> dict[str, str]:
    """Return the name of each student's file, by identifier: "Nash Eva.pdf"; homonyms also have their identifier.

    If two names are still the same for a system that ignores capitals or the form of accents, all files are named by
    the stems of the students, which all differ.
    """
    rows = tuple(rows)
    counts = Counter(folded(_file_stem(row)) for row in rows)
    names = {row.student.id: _file_stem(row, unique=counts[folded(_file_stem(row))] == 1) for row in rows}
    if len(set(map(folded, names.values()))) < len(names):
        names = {row.student.id: row.student.stem for row in rows}
    return {student: f"{name}.pdf" for student, name in names.items()}


def _file_stem(row: GradebookRow, *, unique: bool = True) -> str:
    """Return the name of a student's file without suffix; the student's identifier distinguishes it unless `unique`."""
    name = UNFIT.sub("-", row.student.display_name).strip(". ") or row.student.stem
    if unique:
        return name
    return f"{name} ({row.student.stem})" if row.student.names_beside else UNFIT.sub("-", row.student.id)


def feedback_pages(request: ExportRequest) -> ExportResult:
    """Return an archive of the feedback of papers with a final mark as HTML pages, which work without a network."""
    pages = []
    for row in request.gradebook.rows:
        if (paper := row.marked) is not None and paper.u0 is not None and not _is_provisional(row):
            sheet = Feedback(request.gradebook.exam, request.key_of(paper.u0), paper, row.student)
            html = sheet_html(sheet, lang=request.lang, secret=request.secret)
            pages.append((f"{row.student.stem}.html", offline_html(html).encode()))
    return ExportResult(zip_archive(pages))


def offline_html(html: str) -> str:
    """Return the HTML of a marked sheet as a page that needs no other file, in the fonts of the browser."""
    if html.count("</head>") != 1:
        raise ValueError("a page has one head")
    style = "".join(PAGES.sub("", asset("templates", name).read_text("utf-8")) for name in STYLES)
    policy = POLICY
    if 'class="appeal"' in html:
        script = asset("templates", APPEAL_SCRIPT).read_text("utf-8")
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        html = html.replace("</body>", f"<script>{script}</script></body>")
    return html.replace("</head>", HEAD.format(policy, Markup(style)))  # noqa: S704 (our own style sheets)
