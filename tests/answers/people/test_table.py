import io
import zipfile

import openpyxl
import pytest

from answers.errors import CorrigeError
from answers.people.table import plain, read_table, role_of

HEADERS = {
    "email": ("Adresse de courriel", "ADRESSE_DE_COURRIEL", "Email address", "E-Mail-Adresse"),
    "number": ("Numéro d'identification", "Numéro d’identification", "N° étudiant", "ID number", "SIS User ID",
               "OrgDefinedId", "Display ID", "Matrikelnummer"),
    "login": ("SIS Login ID", "Nom d’utilisateur"),
    "first_name": ("Prénom", "LIB_PR1_IND", "Vorname"),
    "name": ("Nom de famille", "Last name", "LIB_NOM_PAT_IND", "Nachname"),
    "full_name": ("Nom complet", "Élève", "Prénom / Nom"),
    "u0": ("u₀", "graine"),
    "ine": ("Numéro national",),
    "": ("groupe", "", "Nom du parent"),
}  # fmt: skip


@pytest.mark.parametrize(("header", "role"), [(header, role) for role in HEADERS for header in HEADERS[role]])
def test_roles(header: str, role: str) -> None:
    assert role_of(header) == role


def test_signs_accents_and_capitals_do_not_count() -> None:
    assert plain("  N° d’Élève_(2) ") == "n d eleve 2"


NAMESPACES = " ".join(
    f'xmlns:{part}="urn:oasis:names:tc:opendocument:xmlns:{part}:1.0"' for part in ("office", "table", "text", "style")
)
HIDDEN = """<office:automatic-styles><style:style style:name="ta2"><style:table-properties table:display="false"/>
</style:style></office:automatic-styles>"""


def ods(sheets: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml", f"<office:document-content {NAMESPACES}>{HIDDEN}{sheets}</office:document-content>"
        )
    return stream.getvalue()


SHEETS = """<table:table table:name="3A">
<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>
<table:table-row><table:table-cell><text:p>Nom</text:p></table:table-cell><table:covered-table-cell/>
  <table:table-cell><text:p>Numéro</text:p></table:table-cell></table:table-row>
<table:table-row table:visibility="filter"><table:table-cell><office:annotation><text:p>absent</text:p>
  </office:annotation><text:p>Ba <text:span>Zoé</text:span></text:p></table:table-cell><table:table-cell/>
  <table:table-cell office:value-type="float" office:value="12"><text:p>0012</text:p></table:table-cell>
  </table:table-row>
<table:table-row><table:table-cell><text:p>Al Do</text:p></table:table-cell><table:table-cell/>
  <table:table-cell office:value-type="float" office:value="1234567"><text:p>1 234 567</text:p></table:table-cell>
  </table:table-row>
<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="9999"/>
  </table:table-row></table:table>
<table:table table:name="old" table:style-name="ta2"><table:table-row><table:table-cell><text:p>Nom</text:p>
  </table:table-cell></table:table-row></table:table>"""


def test_a_spreadsheet_of_libreoffice_has_the_text_that_it_shows() -> None:
    """A number has the zeros of its format, empty rows count, a comment is no text, what is hidden is named."""
    table = read_table(ods(SHEETS), "liste.ods")
    assert [(line.number, [*filter(None, line.cells)]) for line in table.lines] == [
        (3, ["Nom", "Numéro"]), (4, ["Ba Zoé", "0012"]), (5, ["Al Do", "1234567"]),
    ]  # fmt: skip
    assert [("'old'" in str(note.cause), "hidden rows" in str(note.cause)) for note in table.notes] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_a_spreadsheet_of_libreoffice_defines_no_entity() -> None:
    content = ods("").replace(b"<office:document-content", b"<!DOCTYPE a [<!ENTITY b 'c'>]><office:document-content")
    with pytest.raises(CorrigeError):
        read_table(content, "liste.ods")


def test_a_formula_that_no_spreadsheet_has_computed_is_an_error_and_not_empty() -> None:
    """Programs write formulas without results; without its number, a student would be known by the name."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (["Numéro", "Nom"], ["=2100+1", "Ba"], ["2102", '=PROPER("ce")']):
        book.active.append(row)
    book.save(stream)
    cells = [[*filter(None, line.cells)] for line in read_table(stream.getvalue(), "a.xlsx").lines]
    assert cells == [["Numéro", "Nom"], ["#N/A", "Ba"], ["2102", "#N/A"]]


def test_rows_of_a_workbook_that_are_not_in_order_are_refused() -> None:
    """openpyxl would drop the student of the second row 2."""
    book, stream, changed = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    for row in (["Nom", "Prénom"], ["Ba", "Zoé"], ["Ce", "Ida"]):
        book.active.append(row)
    book.save(stream)
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            for place in b'<row r="%d"', b'r="A%d"', b'r="B%d"':
                content = content.replace(place % 3, place % 2)
            new.writestr(name, content)
    with pytest.raises(CorrigeError, match="damaged"):
        read_table(changed.getvalue(), "a.xlsx")


def test_the_last_row_of_a_sheet_with_a_format_alone_is_no_line_of_the_list() -> None:
    """LibreOffice writes the row 1 048 576 if a whole column has a format."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (["Nom", "Prénom"], ["Ba", "Zoé"]):
        book.active.append(row)
    book.active.cell(2**20, 1).number_format = "@"
    book.save(stream)
    lines = read_table(stream.getvalue(), "a.xlsx").lines
    assert [(line.number, [*filter(None, line.cells)]) for line in lines] == [
        (1, ["Nom", "Prénom"]),
        (2, ["Ba", "Zoé"]),
    ]


@pytest.mark.parametrize(
    ("merged", "named"),
    [
        ("B3:B4", "B3:B4"),  # siblings
        ("A4:B4", ""),  # hides the number, and has no text
        ("B5:C5", "B5:C5"),
        ("A1:C1", ""),  # a title
        ("A6:C6", ""),  # a heading
        ("E3:E4", ""),  # beside the list
    ],
)
def test_merged_cells_of_students_are_named(merged: str, named: str) -> None:
    """A spreadsheet shows the text of the first cell over all of them, and the others have none."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    for row in (
        ["Groupe 1"], ["Numéro", "Nom", "Prénom"], ["2101", "Ba", "Zoé"], [None, "Ba", "Al"], ["2103", "Do", "Ce"],
        ["Groupe 2"], ["2104", "El", "Fa"],
    ):  # fmt: skip
        book.active.append(row)
    book.active.merge_cells(merged)
    book.save(stream)
    ranges = [str(note.cause).rpartition(": ")[2] for note in read_table(stream.getvalue(), "a.xlsx").notes]
    assert ranges == [named] * bool(named)


def test_merged_cells_of_libreoffice_are_named() -> None:
    rows = """<table:table table:name="3A"><table:table-row><table:table-cell><text:p>Numéro</text:p></table:table-cell>
<table:table-cell><text:p>Nom</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>2101</text:p></table:table-cell>
<table:table-cell table:number-rows-spanned="2"><text:p>Ba</text:p></table:table-cell></table:table-row>
<table:table-row><table:table-cell><text:p>2102</text:p></table:table-cell><table:covered-table-cell/></table:table-row>
</table:table>"""
    (note,) = read_table(ods(rows), "liste.ods").notes
    assert str(note.cause).endswith(": B2:B3")
