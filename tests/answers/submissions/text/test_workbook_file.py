"""Workbooks written by another program are read as the tables that a person sees in them."""

import io
import zipfile
from collections.abc import Callable
from datetime import date
from typing import Any

import openpyxl
import pytest

from answers.errors import CorrigeError
from answers.submissions.text.workbook_file import workbook_text


def workbook(fill: Callable[[Any], object]) -> bytes:
    book, stream = openpyxl.Workbook(), io.BytesIO()
    fill(book.active)
    book.save(stream)
    return stream.getvalue()


def with_formats(sheet: Any) -> None:
    sheet.append(["student", "u0", "1a.1", None, "2"])
    sheet.append(['Éa; "b"', 17, "1/3", None, 0.5])
    sheet.append([None, 4.0, date(2026, 3, 1), True, "=1+1"])
    sheet.append([0.25, 3, 5])
    for cell, shown in zip(sheet[4], ("0%", "0.00", '0" dés"'), strict=False):
        cell.number_format = shown


def test_texts_stay_and_what_is_shown_otherwise_is_no_answer() -> None:
    assert workbook_text(workbook(with_formats), "e.xlsx").splitlines() == [
        "sep=;",
        "student;u0;1a.1;;2",
        '"Éa; ""b""";17;1/3;;0.5',
        ";4;46082\ufffd;1;",  # the days of a date since 1900; a formula that nothing has computed
        "0.25\ufffd;3;5\ufffd",
    ]


def replaced(old: bytes, new: bytes, **more: bytes) -> bytes:
    """A workbook whose sheet has another text, with more members."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(workbook(with_formats))) as book, zipfile.ZipFile(stream, "w") as changed:
        for name in book.namelist():
            changed.writestr(name, book.read(name).replace(old, new) if "sheet1" in name else book.read(name))
        for name, content in more.items():
            changed.writestr(f"xl/{name}.xml", content)
    return stream.getvalue()


def test_texts_that_cells_share_are_read() -> None:
    shared = b"<sst><si><t>a</t></si><si><r><t>1</t></r><r><t>/3</t></r></si></sst>"
    content = replaced(b't="n"><v>17<', b't="s"><v>1<', sharedStrings=shared)
    assert workbook_text(content, "e.xlsx").splitlines()[2].split(";")[2:4] == ["1/3", "1/3"]


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04 and nothing", b"", replaced(b'r="E2"', b'r="ZZZZ2"'),
        replaced(b't="n"><v>17<', b't="s"><v>17<'), replaced(b"<worksheet", b"<!DOCTYPE x><worksheet"),
    ],
)  # fmt: skip
def test_what_is_none_or_damaged_is_told(content: bytes) -> None:
    with pytest.raises(CorrigeError, match=r"e\.xlsx: is no Excel workbook, or a damaged one"):
        workbook_text(content, "e.xlsx")


def test_a_workbook_that_unpacks_to_much_is_refused() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", bytes(21_000_000))
    with pytest.raises(CorrigeError):
        workbook_text(stream.getvalue(), "e.xlsx")
