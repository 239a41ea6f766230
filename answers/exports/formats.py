"""What a class is given back as: one file an export, found in these tables."""

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
from answers.exports.published import pronote_marks, published
from answers.exports.qti import qti_package
from answers.exports.request import ExportRequest, ExportResult
from answers.exports.tables import PLAIN, gradebook_csv, marks_table, table_csv, translated_table

MARKS_FILES: Mapping[str, Callable[[Gradebook], bytes]] = MappingProxyType(
    {MARKS: marks_json, GRADEBOOK: gradebook_csv}
)
"""What marking a class writes: content of each file by its name, in the order in which they are written."""


def marks_csv(request: ExportRequest) -> ExportResult:
    """Return the table of marks: for programs as `gradebook.csv`, for people in the language of their spreadsheet."""
    if request.dialect == PLAIN:
        return ExportResult(gradebook_csv(request.gradebook))
    lang = request.dialect.lang
    table = marks_table(request.gradebook, lambda flag: flag.render(lang))
    return ExportResult(table_csv(translated_table(table, request.gradebook.exam, lang), request.dialect))


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """One way to give a class back: how its file is called, and what it can be made of.

    `has_names` says that names are what it is for, so that it is never anonymous; `has_marks` that papers are in it;
    `is_provisional` that it is for the teacher, and has points of papers that a person must still decide on.
    """

    name: str
    write: Callable[[ExportRequest], ExportResult]
    has_names: bool = False
    has_marks: bool = True
    is_provisional: bool = False


FORMATS: Mapping[str, ExportFormat] = MappingProxyType(
    {
        "csv": ExportFormat("marks.csv", marks_csv, is_provisional=True),
        "xlsx": ExportFormat("marks.xlsx", gradebook_xlsx, is_provisional=True),
        "list": ExportFormat("list.csv", published),
        "pronote": ExportFormat("pronote.csv", pronote_marks, has_names=True),
        "moodle": ExportFormat("moodle.csv", moodle_marks, has_names=True),
        "canvas": ExportFormat("canvas.csv", canvas_marks, has_names=True),
        "zip": ExportFormat("feedback.zip", feedback_zip, has_names=True),
        "pages": ExportFormat("feedback-pages.zip", feedback_pages),
        "json": ExportFormat(MARKS, lambda request: ExportResult(marks_json(request.gradebook)), is_provisional=True),
        "entry": ExportFormat("entry.xlsx", entry_table, has_names=True, has_marks=False),
        "moodle-xml": ExportFormat("questions.xml", moodle_xml, has_marks=False),
        "qti": ExportFormat("questions-qti.zip", qti_package, has_marks=False),
    }
)
"""What `corrige class export --to` gives, by name."""
