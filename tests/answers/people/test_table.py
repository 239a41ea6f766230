import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import openpyxl
import pytest

from answers.errors import CorrigeError
from answers.people.table import plain, read_table, role_of
from tests.problems import problems_of

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


def workbook(*rows: Sequence[object], change: Callable[[Any], object] = lambda _: None) -> bytes:
    """Return a workbook of one sheet, which `change` may change."""
    book, stream = openpyxl.Workbook(), io.BytesIO()
    sheet: Any = book.active
    for row in rows:
        sheet.append(row)
    change(sheet)
    book.save(stream)
    return stream.getvalue()


def filled(content: bytes) -> list[tuple[int, list[str]]]:
    """Return the number of each line of a workbook, and its cells that are not empty."""
    return [(line.number, [*filter(None, line.cells)]) for line in read_table(content, "a.xlsx").lines]


def test_formulas_without_a_result_and_rows_with_a_format_alone() -> None:
    """A formula that no spreadsheet has computed is an error: without its number, a student is known by the name.

    LibreOffice writes the row 1 048 576 if a whole column has a format.
    """

    def format_column(sheet: Any) -> None:
        sheet.cell(2**20, 1).number_format = "@"

    content = workbook(["Numéro", "Nom"], ["=2100+1", "Ba"], ["2102", '=PROPER("ce")'], change=format_column)
    assert filled(content) == [(1, ["Numéro", "Nom"]), (2, ["#N/A", "Ba"]), (3, ["2102", "#N/A"])]


def test_rows_of_a_workbook_that_are_not_in_order_are_refused() -> None:
    """openpyxl would drop the student of the second row 2."""
    stream, changed = io.BytesIO(workbook(["Nom", "Prénom"], ["Ba", "Zoé"], ["Ce", "Ida"])), io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            for place in b'<row r="%d"', b'r="A%d"', b'r="B%d"':
                content = content.replace(place % 3, place % 2)
            new.writestr(name, content)
    with pytest.raises(CorrigeError, match="damaged"):
        read_table(changed.getvalue(), "a.xlsx")


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
    rows = (
        ["Groupe 1"], ["Numéro", "Nom", "Prénom"], ["2101", "Ba", "Zoé"], [None, "Ba", "Al"], ["2103", "Do", "Ce"],
        ["Groupe 2"], ["2104", "El", "Fa"],
    )  # fmt: skip
    content = workbook(*rows, change=lambda sheet: sheet.merge_cells(merged))
    ranges = [str(note.cause).rpartition(": ")[2] for note in read_table(content, "a.xlsx").notes]
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


LIST = "ID number;Last name;First name\n12;Lefèvre;Hélène\n13;Garçon;Noël\n14;Muñoz;Zoé\n"
CAPITALS = "Nom;Prénom\nLEFÈVRE;HÉLÈNE\nMÜLLER;JÖRG\nBEN SAÏD;AÏCHA\n"


def cells(content: bytes, encoding: str = "") -> list[tuple[str, ...]]:
    return [line.cells for line in read_table(content, "list.csv", encoding).lines]


@pytest.mark.parametrize("text", [LIST, CAPITALS])
@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp850"]
)
def test_a_list_is_read_in_the_encoding_that_it_was_saved_in(text: str, codec: str) -> None:
    content = text.encode(codec)
    assert cells(content) == [tuple(line.split(";")) for line in text.splitlines()]
    assert [note.cause for note in read_table(content, "list.csv").notes] == (
        {
            "mac_roman": [f"the list was read in the encoding 'mac': {', '.join(accented(text))}"],
            "cp850": [f"the list was read in the encoding 'dos': {', '.join(accented(text))}"],
        }.get(codec, [])
    )


def accented(text: str) -> list[str]:
    """Return the first three words of the students with an accent."""
    words = text.partition("\n")[2].replace(";", " ").split()
    return [word for word in words if not word.isascii()][:3]


def test_lines_of_a_macintosh_end_as_they_did() -> None:
    assert len(cells(LIST.replace("\n", "\r").encode("mac_roman"))) == 4


def test_what_can_be_read_in_several_ways_is_asked_with_the_names() -> None:
    content = "Last name;First name\nMu\x96oz;Ana\n".encode("latin-1")  # Muñoz of a Macintosh, Muûoz of DOS
    (problem,) = problems_of(cells, content)
    assert "mac: Muñoz" in problem.cause
    assert "dos: Muûoz" in problem.cause
    assert "--encoding mac" in problem.remedy
    assert cells(content, "mac")[1] == ("Muñoz", "Ana")
    assert cells(content, "dos")[1] == ("Muûoz", "Ana")


def test_what_is_no_text_in_an_encoding_of_ours_can_be_named() -> None:
    content = "Last name;First name\nŁukasiewicz;Jędrzej\nŻółć;Błażej\n".encode("cp1250")
    with pytest.raises(CorrigeError, match="--encoding"):
        cells(content)
    assert cells(content, "cp1250")[2] == ("Żółć", "Błażej")


@pytest.mark.parametrize("name", ["klingon", "rot13", "base64", "unicode_escape", "idna", "zip", "../etc"])
def test_an_encoding_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(CorrigeError, match="knows no text encoding"):
        cells(LIST.encode(), name)


def test_a_list_that_is_not_in_the_encoding_named_is_refused() -> None:
    with pytest.raises(CorrigeError, match="cannot be read in the encoding 'utf-8'"):
        cells(LIST.encode("cp1252"), "utf-8")


@pytest.mark.parametrize("codec", ["latin-1", "mac_roman", "cp850"])
def test_accents_that_were_encoded_twice_are_mended_and_it_is_noted(codec: str) -> None:
    twice = LIST.encode().decode(codec)
    assert cells(twice.encode()) == cells(LIST.encode())
    (note,) = read_table(twice.encode(), "list.csv").notes
    assert note.place == "list.csv, line 2"
