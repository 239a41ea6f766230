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
from answers.exports.request import Exported, Request
from answers.exports.tables import PLAIN, gradebook_csv, marks_table, table_csv, translated_table

EXPORTS: Mapping[str, Callable[[Gradebook], bytes]] = MappingProxyType({MARKS: marks_json, GRADEBOOK: gradebook_csv})
"""What marking a class writes: content of each file by its name, in the order in which they are written."""


def marks_csv(request: Request) -> Exported:
    """Return the table of marks: for programs as `gradebook.csv`, for people in the language of their spreadsheet."""
    if request.dialect == PLAIN:
        return Exported(gradebook_csv(request.gradebook))
    lang = request.dialect.lang
    table = marks_table(request.gradebook, lambda flag: flag.render(lang))
    return Exported(table_csv(translated_table(table, request.gradebook.exam, lang), request.dialect))


@dataclass(frozen=True, slots=True)
class Form:
    """One way to give a class back: how its file is called, and what it can be made of.

    `has_names` says that names are what it is for, so that it is never anonymous; `has_marks` that papers are in it;
    `is_provisional` that it is for the teacher, and has points of papers that a person must still decide on.
    """

    name: str
    write: Callable[[Request], Exported]
    has_names: bool = False
    has_marks: bool = True
    is_provisional: bool = False


FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "csv": Form("marks.csv", marks_csv, is_provisional=True),
        "xlsx": Form("marks.xlsx", gradebook_xlsx, is_provisional=True),
        "list": Form("list.csv", published),
        "pronote": Form("pronote.csv", pronote_marks, has_names=True),
        "moodle": Form("moodle.csv", moodle_marks, has_names=True),
        "canvas": Form("canvas.csv", canvas_marks, has_names=True),
        "zip": Form("feedback.zip", feedback_zip, has_names=True),
        "pages": Form("feedback-pages.zip", feedback_pages),
        "json": Form(MARKS, lambda request: Exported(marks_json(request.gradebook)), is_provisional=True),
        "entry": Form("entry.xlsx", entry_table, has_names=True, has_marks=False),
        "moodle-xml": Form("questions.xml", moodle_xml, has_marks=False),
        "qti": Form("questions-qti.zip", qti_package, has_marks=False),
    }
)
"""What `corrige class export --to` gives, by name."""
