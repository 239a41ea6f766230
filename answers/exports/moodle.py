"""Marks for Moodle, made from what Moodle itself exported: a list of people, or the grading table of an assignment."""

import csv
import io
from fractions import Fraction

from answers.assets import shared_words
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.exam.settings import written_amount
from answers.exports.gradebook import GradebookRow
from answers.exports.platform_list import PEOPLE, MatchedRows, bare_column, match_rows
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import safe_cell, texts_csv
from answers.kinds.numbers.format import format_decimal
from answers.messages import Message
from answers.paper import Paper, rounded
from answers.people.people_list import PARTICIPANT, PeopleList
from answers.people.table import Line
from answers.sheets.mark_steps import mark_steps

GRADES = frozenset({"grade", "note"})
MOST = frozenset({"maximum grade", "note maximale"})
COMMENTS = frozenset({"feedback comments", "feedback par commentaires"})
"""Columns of the grading table of an assignment."""


def moodle_marks(request: ExportRequest) -> ExportResult:
    """Return those who are in Moodle's own list and have a mark, the mark, and what each question earned.

    Moodle refuses a whole file for one student that it does not know: the others are told. Numbers have a point, cells
    are separated by commas. Of the grading table of an assignment that very table, with all its rows: see `_graded`.

    Source: grade/import/csv and mod/assign/feedback/offline of Moodle (their readers of grades).
    """
    listed = request.list_of("moodle")
    matched = match_rows(request.gradebook.rows, listed, request.moodle_folders)
    grades = [at for at, column in enumerate(listed.columns) if bare_column(column) in GRADES]
    if listed.columns_with(PARTICIPANT) and len(grades) == 1:
        return _graded(request, listed, matched, grades[0])
    kept = _people(listed)
    words = shared_words(request.lang)
    told = f"{words['tables']['feedback']}{words['colon']} {request.column}"  # what each question earned
    rows = [[*(listed.columns[at] for at in kept), request.column, told]]
    rows += (
        [*(one.listed.cells[at] for at in kept), f"{rounded(value):g}", _told(request, one.row)]
        for one in matched.found
        if (value := one.row.final_mark) is not None
    )
    note = Message("to import it in Moodle: Grades › Import › CSV file")
    return ExportResult(texts_csv(rows), matched.problems, (*matched.notes, note))


def _told(request: ExportRequest, row: GradebookRow) -> str:
    """What each question earned, or why there is no paper."""
    if row.absence:
        return row.absence.for_student.render(request.lang)
    return marks_text(request.gradebook.exam, row.marked, request.lang) if row.marked else ""


def _graded(request: ExportRequest, listed: PeopleList, matched: MatchedRows, grade: int) -> ExportResult:
    """The grading table of an assignment with marks and comments; Moodle passes over a row that is left as it was.

    Moodle reads columns by their names and numbers with the decimal mark of its language.
    """
    rows = matched.by_line
    most = [at for at, column in enumerate(listed.columns) if bare_column(column) in MOST]
    has_comma = any("," in row.cells[at] for row in listed.rows for at in (grade, *most))
    people = _people(listed)

    def filled(line: Line) -> list[str]:
        """A row as it was, but for the mark, the comment, and names that a spreadsheet would run."""
        kept = [safe_cell(cell) if at in people else cell for at, cell in enumerate(line.cells)]
        row = rows.get(line.number)
        value = row.final_mark if row is not None else None
        if row is not None and value is not None:
            mark = f"{rounded(value):g}"
            kept[grade] = mark.replace(".", ",") if has_comma else mark
            for at, column in enumerate(listed.columns):
                if bare_column(column) in COMMENTS:
                    kept[at] = safe_cell(_told(request, row))
        return kept

    problems = [*matched.problems]
    out_of = request.gradebook.out_of
    for text in {row.cells[at] for row in listed.rows for at in most} - {""}:
        if written_amount(text.strip().replace(",", ".")) != out_of:
            cause = Message(
                "the assignment is marked out of {text}, this class out of {points:g}", text=text, points=float(out_of)
            )
            remedy = Message("set the maximum grade of the assignment, or `out_of` in corrige.toml")
            problems.append(Problem(cause, listed.place, remedy))
    note = Message("to upload it to the assignment in Moodle: Upload grading worksheet")
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([listed.columns, *map(filled, listed.rows)])
    return ExportResult(stream.getvalue().encode(), tuple(problems), (*matched.notes, note))


def _people(listed: PeopleList) -> list[int]:
    """The columns that say who somebody is."""
    return list(listed.columns_with(*PEOPLE))


def marks_text(exam: Exam, paper: Paper, lang: str) -> str:
    """Return "Question 1 : 1,5 / 2 ; Question 2 : 0 / 1" or its like in English, then how a mark came about.

    Last stands what the teacher settled and the student is told: another number granted, lateness excused.
    """
    words = shared_words(lang)
    one = "{question} {number}{colon} {score} / {points}"
    texts = []
    for question in exam.questions:
        marks = [paper.parts[part.id] for part in question.parts]
        score, points = (sum(some, Fraction(0)) for some in zip(*((m.score, m.points) for m in marks), strict=True))
        texts.append(
            one.format(
                question=words["question"],
                number=question.number,
                colon=words["colon"],
                score=format_decimal(score, lang, 3),
                points=format_decimal(points, lang, 3),
            )
        )
    steps = [mark_steps(paper.mark, lang)] if paper.mark else []
    settled = [flag.render(lang) for flag in paper.for_student.flags if flag.is_acknowledged]
    return f"{words['semicolon']} ".join((*texts, *steps, *settled))
