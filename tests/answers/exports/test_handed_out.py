"""Archives of sheets, the table for a mail merge, and the workbook for typing answers."""

import io
from pathlib import Path

import openpyxl

from answers.exports.gradebook import Gradebook, GradebookRow
from answers.exports.handed_out import entry_table, mail_merge, sheets_zip, table_file
from answers.exports.request import ExportRequest
from answers.exports.tables import DIALECTS
from answers.sheets.identity import Student
from tests.answers.exports.classes import no_key, people_list, unpacked
from tests.answers.tiny import TINY

ROWS = (
    GradebookRow(Student("s01", "Éluard", "Zoé"), 10, None, {"Courriel": "z@x.fr"}),
    GradebookRow(Student("s02", "Ba: A/B", "Li"), 11, None),
    GradebookRow(Student("s03", "ÉLUARD", "Zoé"), 12, None, {"Courriel": "e@x.fr"}),
    GradebookRow(Student("d@x.fr", file="d-x-fr"), 13, None),
)


def sheets(folder: Path) -> dict[str, Path]:
    paths = {row.student.id: folder / f"{row.student.stem}.pdf" for row in ROWS}
    for student, path in paths.items():
        path.write_text(student)
    return paths


def test_sheets_are_called_as_the_school_calls_people(tmp_path: Path) -> None:
    assert unpacked(sheets_zip(ROWS, sheets(tmp_path), None)) == {
        "Éluard Zoé (s01).pdf": b"s01",
        "Ba- A-B Li.pdf": b"s02",
        "ÉLUARD Zoé (s03).pdf": b"s03",
        "d@x.fr.pdf": b"d@x.fr",
    }


def test_with_the_grading_table_of_moodle_as_its_upload_expects(tmp_path: Path) -> None:
    columns = ("Identifiant", "Nom complet", "Adresse de courriel")
    listed = people_list(
        "m.csv", columns, (("Participant 77", "Zoé Éluard", "z@x.fr"), ("Participant 78", "N O", "n@x.fr"))
    )
    exported = sheets_zip(ROWS, sheets(tmp_path), listed)
    assert [name.partition("_")[2] for name in unpacked(exported)] == ["77_assignsubmission_file_/Éluard Zoé (s01).pdf"]
    assert len(exported.problems) == 4


def test_a_mail_merge_has_names_addresses_and_files(tmp_path: Path) -> None:
    files = sheets(tmp_path)
    table = mail_merge(ROWS, files, TINY, "fr")
    assert table.columns == ("nom", "prénom", "adresse de courriel", "u₀", "fichier")
    assert [row[2:] for row in table.rows[::3]] == [
        ("z@x.fr", 10, str(files["s01"])), ("d@x.fr", 13, str(files["d@x.fr"])),
    ]  # fmt: skip
    assert table_file(table, Path("m.csv"), DIALECTS["fr"]).decode("utf-8-sig").startswith('"nom";"prénom"')
    book = openpyxl.load_workbook(io.BytesIO(table_file(table, Path("m.XLSX"), DIALECTS["fr"])))
    assert [cell.value for cell in book.worksheets[0][2]][:3] == ["Éluard", "Zoé", "z@x.fr"]


def test_the_entry_table_has_a_row_a_student_a_column_an_item_and_only_texts() -> None:
    content = entry_table(ExportRequest(Gradebook(TINY, ROWS, (), ()), no_key)).content
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0]
    header, *rows = sheet.iter_rows()
    assert [cell.value for cell in header] == ["étudiant", "u0", "1a.1", "1a.2", "1b.1", "1b.2", "2"]
    assert [row[0].value for row in rows] == ["Ba: A/B Li", "d@x.fr", "s01", "s03"]
    assert {cell.number_format for row in rows for cell in row} == {"@"}
    assert content == entry_table(ExportRequest(Gradebook(TINY, ROWS, (), ()), no_key)).content
