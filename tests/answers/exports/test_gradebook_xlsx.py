import io
import zipfile
from dataclasses import replace

import openpyxl

from answers.exports.gradebook_xlsx import gradebook_xlsx
from answers.exports.request import ExportRequest
from answers.exports.tables import ExportTable
from tests.answers.exports.classes import CLASS, HOSTILE, no_key

DECIDED = ExportTable("decisions", ("student", "item"), (("s02", "=2"), ("s01", "\x01\ufffe1b.1")))
REQUEST = ExportRequest(CLASS, no_key, "fr", decisions=DECIDED)


def book() -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(gradebook_xlsx(REQUEST).content))


def test_four_sheets_of_numbers_and_texts_with_frozen_headers_and_filters() -> None:
    sheets = book().worksheets
    assert [sheet.title for sheet in sheets] == ["notes", "champs", "décisions", "signalements"]
    assert {sheet.freeze_panes for sheet in sheets} == {"B2"}
    assert [sheet.auto_filter.ref for sheet in sheets] == ["A1:O5", "A1:I16", "A1:B3", "A1:E4"]
    assert [cell.value for cell in sheets[0][2]][3:6] == [10, 4.5, 5]
    assert (sheets[0]["B3"].value, sheets[0]["E4"].value) == ("@Bb", None)
    assert sheets[2]["B3"].value == " 1b.1"  # without what a workbook cannot hold
    kinds = {cell.data_type for sheet in sheets for row in sheet.iter_rows() for cell in row}
    assert kinds <= {"s", "inlineStr", "n"}
    assert gradebook_xlsx(REQUEST) == gradebook_xlsx(REQUEST)


def test_remarks_are_sentences_in_the_language_asked() -> None:
    """The second student of the class has a damaged file."""
    marks = book()["notes"]
    assert [marks["K1"].value, marks["J1"].value] == ["signalements", "à examiner"]
    assert [marks["K3"].value, marks["J3"].value] == ["fichier endommagé, réparé à la lecture", "oui"]
    english = openpyxl.load_workbook(io.BytesIO(gradebook_xlsx(replace(REQUEST, lang="en")).content))
    assert english.sheetnames == ["marks", "items", "decisions", "flags"]
    assert english["marks"]["J3"].value == "yes"


def test_nothing_that_a_student_wrote_is_a_formula_even_when_its_cell_is_edited() -> None:
    cell = book()["champs"]["E7"]
    assert (cell.value, cell.data_type, cell.quotePrefix) == (HOSTILE, "s", True)
    with zipfile.ZipFile(io.BytesIO(gradebook_xlsx(REQUEST).content)) as archive:
        assert not [name for name in archive.namelist() if b"<f>" in archive.read(name)]


def test_a_column_is_as_wide_as_its_longest_text_or_its_name_within_limits() -> None:
    table = ExportTable(
        "decisions", ("u0", "how much it is late", "reason"), ((17, "1 h", "x" * 99), (None, "2 h", "y"))
    )
    content = gradebook_xlsx(replace(REQUEST, decisions=table)).content
    columns = openpyxl.load_workbook(io.BytesIO(content))["décisions"].column_dimensions
    assert [columns[letter].width for letter in "ABC"] == [8 + 2, 19 + 2, 40 + 2]
