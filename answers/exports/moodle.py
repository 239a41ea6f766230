"""Export marks to Moodle, by a list downloaded there: the participants, or the grading worksheet of an assignment."""

import csv
import io
from fractions import Fraction

from answers.assets import shared_words
from answers.exam.exam import Exam
from answers.exports.gradebook import GradebookRow
from answers.exports.platform_list import PEOPLE, MatchedRows, bare_column, maximum_problems
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import safe_cell, texts_csv
from answers.kinds.numbers.format import format_decimal
from answers.messages import Message
from answers.paper import Paper, points_number
from answers.people.people_list import PARTICIPANT, PeopleList
from answers.people.table import Line
from answers.sheets.mark_steps import mark_steps

GRADES = frozenset({"grade", "note"})
"""Headers, made plain, of the column of marks in the grading worksheet of an assignment."""
MAXIMA = frozenset({"maximum grade", "note maximale"})
"""Headers, made plain, of the column of maximum marks in the grading worksheet."""
COMMENTS = frozenset({"feedback comments", "feedback par commentaires"})
"""Headers, made plain, of the column of comments in the grading worksheet."""


def moodle_marks(request: ExportRequest) -> ExportResult:
    """Return a CSV file with the final mark and the points of each question, for an import into Moodle.

    A student without a final mark has no row. A student who is missing from Moodle's list is omitted, with a problem,
    since Moodle imports no file with an unknown student. The grading worksheet of an assignment keeps all its rows.

    Source: grade/import/csv and mod/assign/feedback/offline of Moodle (their readers of grades).
    """
    listed = request.list_of("moodle")
    matched = request.match(listed)
    grades = [at for at, column in enumerate(listed.columns) if bare_column(column) in GRADES]
    if listed.columns_with(PARTICIPANT) and len(grades) == 1:
        return _filled_worksheet(request, listed, matched, grades[0])
    people = listed.columns_with(*PEOPLE)
    words = shared_words(request.lang)
    comments = f"{words['tables']['feedback']}{words['colon']} {request.column}"
    rows = [[*(listed.columns[at] for at in people), request.column, comments]]
    rows += (
        [*(match.listed.cells[at] for at in people), points_number(value), _comment(request, match.row)]
        for match in matched.rows
        if (value := match.row.final_mark) is not None
    )
    note = Message("to import this file into Moodle: Grades › Import › CSV file")
    return ExportResult(texts_csv(rows), matched.problems, (*matched.notes, note))


def _comment(request: ExportRequest, row: GradebookRow) -> str:
    """Return the points of each question, or the acknowledged absence; "" for a student without either."""
    if row.absence:
        return row.absence.for_student.render(request.lang)
    return marks_text(request.gradebook.exam, row.marked, request.lang) if row.marked else ""


def _filled_worksheet(request: ExportRequest, listed: PeopleList, matched: MatchedRows, grade: int) -> ExportResult:
    """Return the grading worksheet of an assignment, with marks in column `grade`, in its own form, and comments."""
    rows = matched.by_line
    maxima = [at for at, column in enumerate(listed.columns) if bare_column(column) in MAXIMA]
    has_comma = any("," in row.cells[at] for row in listed.rows for at in (grade, *maxima))
    people = listed.columns_with(*PEOPLE)

    def filled(line: Line) -> list[str]:
        """Return the cells of a line with mark and comment filled in, and with formulas in names escaped."""
        cells = [safe_cell(cell) if at in people else cell for at, cell in enumerate(line.cells)]
        row = rows.get(line.number)
        value = row.final_mark if row is not None else None
        if row is not None and value is not None:
            mark = points_number(value)
            cells[grade] = mark.replace(".", ",") if has_comma else mark
            for at, column in enumerate(listed.columns):
                if bare_column(column) in COMMENTS:
                    cells[at] = safe_cell(_comment(request, row))
        return cells

    greatest = dict.fromkeys(row.cells[at] for row in listed.rows for at in maxima if row.cells[at])
    problems = (*matched.problems, *maximum_problems(listed, greatest, request.gradebook.out_of))
    note = Message("to upload this file to the assignment in Moodle: “Upload grading worksheet”")
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([listed.columns, *map(filled, listed.rows)])
    return ExportResult(stream.getvalue().encode(), problems, (*matched.notes, note))


def marks_text(exam: Exam, paper: Paper, lang: str) -> str:
    """Return the points of each question in "fr" or "en": "Question 1 : 1,5 / 2 ; Question 2 : 0 / 1".

    The computation of the mark follows, if the mark differs from the points, and then the acknowledged flags that the
    student may see, such as another seed that was accepted.
    """
    words = shared_words(lang)
    template = "{question} {number}{colon} {score} / {points}"
    texts = []
    for question in exam.questions:
        marks = [paper.parts[part.id] for part in question.parts]
        score, points = (sum(some, Fraction(0)) for some in zip(*((m.score, m.points) for m in marks), strict=True))
        texts.append(
            template.format(
                question=words["question"],
                number=question.number,
                colon=words["colon"],
                score=format_decimal(score, lang, 3),
                points=format_decimal(points, lang, 3),
            )
        )
    steps = [mark_steps(paper.mark, lang)] if paper.mark else []
    acknowledged = [flag.render(lang) for flag in paper.for_student.flags if flag.is_acknowledged]
    return f"{words['semicolon']} ".join((*texts, *steps, *acknowledged))
