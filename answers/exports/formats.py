"""The formats of `corrige class export`, each with the function that writes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from answers.exports.canvas import canvas_marks
from answers.exports.feedback import feedback_pages, feedback_zip
from answers.exports.filled_gradebook import filled_gradebook
from answers.exports.gradebook import GRADEBOOK, MARKS, Gradebook, marks_json
from answers.exports.gradebook_xlsx import gradebook_xlsx
from answers.exports.handed_out import entry_table
from answers.exports.moodle import moodle_marks
from answers.exports.moodle_xml import moodle_xml
from answers.exports.published import pronote_marks, published_marks
from answers.exports.qti import qti_package
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import PLAIN, gradebook_csv, marks_table, table_csv, translated_table

MARKS_FILES: Mapping[str, Callable[[Gradebook], bytes]] = MappingProxyType(
    {MARKS: marks_json, GRADEBOOK: gradebook_csv}
)
"""The files of marks that `class grade` writes, in this order: the function that returns the content, by name."""


def marks_csv(request: ExportRequest) -> ExportResult:
    """Return the table of marks as CSV: equal to `gradebook.csv` in the dialect PLAIN, otherwise translated."""
    if request.dialect == PLAIN:
        return ExportResult(gradebook_csv(request.gradebook))
    lang = request.dialect.lang
    table = marks_table(request.gradebook, lambda flag: flag.render(lang))
    return ExportResult(table_csv(translated_table(table, request.gradebook.exam, lang), request.dialect))


def decisions_csv(request: ExportRequest) -> ExportResult:
    """Return the teacher's decisions as CSV; `class decide --table` takes the decisions of an edited copy.

    The column "name" has the name of the student, with which the command compares the identifier.
    """
    table, students = request.decisions, (row.student for row in request.gradebook.rows)
    names = {student.id: student.both_names for student in students}
    at = table.columns.index("student")
    rows = tuple((*cells, names.get(str(cells[at]), "")) for cells in table.rows)
    return ExportResult(table_csv(replace(table, columns=(*table.columns, "name"), rows=rows), request.dialect))


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of export: the name of the file, and the function that returns its content."""

    name: str
    """The name of the exported file."""
    write: Callable[[ExportRequest], ExportResult]
    has_names: bool = False
    """Whether the format needs names of students, so that it cannot be exported anonymously."""
    has_marks: bool = True
    """Whether the format is about marks, rather than questions, decisions or answers to be typed."""
    is_for_platform: bool = False
    """Whether a platform imports the file, and finds students by the identifiers in its list."""
    is_provisional: bool = False
    """Whether the format is for the teacher only, so that it may have points of papers without a final mark."""


FORMATS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "csv": ExportFormat("marks.csv", marks_csv, is_provisional=True),
        "xlsx": ExportFormat("marks.xlsx", gradebook_xlsx, is_provisional=True),
        "list": ExportFormat("list.csv", published_marks),
        "pronote": ExportFormat("pronote.csv", pronote_marks, has_names=True),
        "moodle": ExportFormat("moodle.csv", moodle_marks, has_names=True, is_for_platform=True),
        "canvas": ExportFormat("canvas.csv", canvas_marks, has_names=True, is_for_platform=True),
        **{
            platform: ExportFormat(f"{platform}.csv", filled_gradebook(platform), has_names=True, is_for_platform=True)
            for platform in ("blackboard", "brightspace", "sakai")
        },
        "zip": ExportFormat("feedback.zip", feedback_zip, has_names=True, is_for_platform=True),
        "pages": ExportFormat("feedback-pages.zip", feedback_pages),
        "json": ExportFormat(MARKS, lambda request: ExportResult(marks_json(request.gradebook)), is_provisional=True),
        "entry": ExportFormat("entry.xlsx", entry_table, has_names=True, has_marks=False),
        "moodle-xml": ExportFormat("questions.xml", moodle_xml, has_marks=False),
        "decisions": ExportFormat("decisions.csv", decisions_csv, has_marks=False),
        "qti": ExportFormat("questions-qti.zip", qti_package, has_marks=False),
    }
)
"""The formats of `corrige class export --to`, by their names on the command line."""
