"""The first sheet of a workbook (.xlsx) as the text of a CSV table.

Read by hand: the usual library brings more than a reading process may load. What is shown otherwise than it is kept,
such as a date, keeps a sign that nobody reads as an answer.

Source: ECMA-376, part 1, § 18.3 (worksheets) and § 18.8.30 (formats of numbers that every reader knows).
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from answers.errors import CorrigeError
from answers.submissions.text.office_file import DAMAGED, UNREAD, tree

MAX_UNPACKED = 20_000_000
MAX_COLUMNS = 1_000
SHEET, TEXTS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
AS_IT_IS = {"0", "1", "2", "3", "4", "11", "37", "38", "39", "40", "48", "49"}
"""Formats of numbers without a date, a percentage or a fraction."""
PLAIN = re.compile(r"General|@|[0#.,;_()\-+ ]+")


def workbook_text(content: bytes, place: str) -> str:
    """Return the rows of a workbook's first sheet as CSV with semicolons; CorrigeError if it is none, or damaged."""
    stream = io.StringIO()
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
                raise ValueError("too large")
            parts = [archive.read(name) if name in archive.namelist() else b"<x/>" for name in (TEXTS, STYLES)]
            sheet = tree(archive.read(SHEET))
        shared, styles = map(tree, parts)
        rows = _rows(sheet, [_text(one) for one in _all(shared, "si")], list(_plain_styles(styles)))
        csv.writer(stream, delimiter=";", lineterminator="\n").writerows(rows)
    except (*DAMAGED, KeyError, IndexError) as error:
        raise CorrigeError.one(
            "is no Excel workbook, or a damaged one", place=place, remedy="save it as .xlsx or CSV"
        ) from error
    return f"sep=;\n{stream.getvalue()}"


def _rows(sheet: Element, shared: Sequence[str], plain: Sequence[bool]) -> Iterator[list[str]]:
    for row in _all(sheet, "row"):
        cells: list[str] = []
        for cell in _all(row, "c"):
            at = _column(cell.get("r", "")) if cell.get("r") else len(cells)
            cells += [""] * (at - len(cells))
            cells.append(_cell(cell, shared, plain))
        yield cells


def _column(reference: str) -> int:
    """The column of "AB12", from 0."""
    at = 0
    for letter in reference.rstrip("0123456789"):
        at = at * 26 + ord(letter) - ord("A") + 1
    if not 1 <= at <= MAX_COLUMNS:
        raise ValueError("no column")
    return at - 1


def _cell(cell: Element, shared: Sequence[str], plain: Sequence[bool]) -> str:
    kind, value = cell.get("t", "n"), "".join(one.text or "" for one in _all(cell, "v"))
    if kind == "s":
        return shared[int(value)]
    if kind == "inlineStr":
        return _text(cell)
    style = int(cell.get("s", "0"))
    is_plain = kind != "n" or not value or style >= len(plain) or plain[style]
    return value if is_plain else f"{value}{UNREAD}"


def _plain_styles(styles: Element) -> Iterator[bool]:
    """Whether the numbers of each style are shown as they are."""
    own = {one.get("numFmtId", ""): one.get("formatCode", "") for one in _all(styles, "numFmt")}
    for cells in _all(styles, "cellXfs"):
        for style in _all(cells, "xf"):
            number = style.get("numFmtId", "0")
            yield PLAIN.fullmatch(own[number]) is not None if number in own else number in AS_IT_IS


def _text(node: Element) -> str:
    return "".join(one.text or "" for one in _all(node, "t"))


def _all(node: Element, name: str) -> Iterator[Element]:
    return (one for one in node.iter() if one.tag.rpartition("}")[2] == name)
