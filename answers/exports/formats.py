"""The tables of export formats."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from answers.exports.canvas import canvas_marks
from answers.exports.feedback import feedback_pages, feedback_zip
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
"""The files of marks that marking writes: their content by name, in the order of writing."""


def marks_csv(request: ExportRequest) -> ExportResult:
    """Return the table of marks as CSV: with the plain dialect as in `gradebook.csv`, else translated for people."""
    if request.dialect == PLAIN:
        return ExportResult(gradebook_csv(request.gradebook))
    lang = request.dialect.lang
    table = marks_table(request.gradebook, lambda flag: flag.render(lang))
    return ExportResult(table_csv(translated_table(table, request.gradebook.exam, lang), request.dialect))


def decisions_csv(request: ExportRequest) -> ExportResult:
    """Return the decisions as CSV. Put into the folder of the class after an edit, the file is imported."""
    return ExportResult(table_csv(request.decisions, request.dialect))


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of export."""

    name: str
    """The name of the file."""
    write: Callable[[ExportRequest], ExportResult]
    has_names: bool = False
    """Whether the format needs names of students, and so cannot be anonymous."""
    has_marks: bool = True
    is_provisional: bool = False
    """Whether the format is for the teacher, and has provisional points of papers with cases to examine."""


FORMATS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "csv": ExportFormat("marks.csv", marks_csv, is_provisional=True),
        "xlsx": ExportFormat("marks.xlsx", gradebook_xlsx, is_provisional=True),
        "list": ExportFormat("list.csv", published_marks),
        "pronote": ExportFormat("pronote.csv", pronote_marks, has_names=True),
        "moodle": ExportFormat("moodle.csv", moodle_marks, has_names=True),
        "canvas": ExportFormat("canvas.csv", canvas_marks, has_names=True),
        "zip": ExportFormat("feedback.zip", feedback_zip, has_names=True),
        "pages": ExportFormat("feedback-pages.zip", feedback_pages),
        "json": ExportFormat(MARKS, lambda request: ExportResult(marks_json(request.gradebook)), is_provisional=True),
        "entry": ExportFormat("entry.xlsx", entry_table, has_names=True, has_marks=False),
        "moodle-xml": ExportFormat("questions.xml", moodle_xml, has_marks=False),
        "decisions": ExportFormat("decisions.csv", decisions_csv, has_marks=False),
        "qti": ExportFormat("questions-qti.zip", qti_package, has_marks=False),
    }
)
"""The formats of `corrige class export --to`, by name."""
