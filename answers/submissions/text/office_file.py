"""Extract the lines of Word and LibreOffice documents and the rows of Excel workbooks.

Pictures, formulas and hidden text leave a sign that no parser accepts as an answer; superscripts and subscripts are
preserved. Documents that define entities are refused.
"""

import csv
import io
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from types import MappingProxyType
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from zipfile import BadZipFile, ZipFile

from answers.errors import CorrigeError
from answers.submissions.raw.submission import LOWERED, RAISED, UNREAD, Source, Submission
from answers.submissions.text.csv_file import read_table
from answers.submissions.text.text_file import read_lines

MAX_DOCUMENT = 5_000_000
WORD, RELATIONS = "word/document.xml", "_rels/.rels"

_PARAGRAPHS = {"p", "h"}
_SKIPPED = {"Fallback", "del", "moveFrom", "pPr", "rPr", "tracked-changes", "annotation", "automatic-styles"}
_PICTURES = {
    "oMath",
    "drawing",
    "pict",
    "object",
    "AlternateContent",
    "sym",
    "frame",
    "hidden-text",
    "conditional-text",
}
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "s": " ", "line-break": "\n"}


class _NoEntities(TreeBuilder):
    def doctype(self, *_: object) -> None:
        raise ValueError("a document type")


DAMAGED = (BadZipFile, zlib.error, ParseError, ValueError, OSError, RuntimeError, EOFError, StopIteration)
"""Exceptions that readers raise for a damaged document."""


def tree(document: bytes) -> Element:
    """Parse an XML document; ValueError if it has a document type, which may define entities."""
    parser = XMLParser(target=_NoEntities())  # noqa: S314 - it defines no entity
    parser.feed(document)
    return parser.close()


def read(source: Source) -> tuple[Submission, ...]:
    """Read the lines of a Word or LibreOffice document."""
    return read_lines(office_text(source.content, source.place), source)


def read_workbook(source: Source) -> tuple[Submission, ...]:
    """Read the rows of an Excel workbook."""
    return read_table(workbook_text(source.content, source.place), source)


def office_text(content: bytes, place: str) -> str:
    """Return the text of a .docx or .odt file, one line per paragraph; CorrigeError if it is damaged or too large."""
    try:
        member, document = _document(content)
        lines = "".join(_READERS[member](tree(document))).splitlines()
    except DAMAGED as error:
        raise CorrigeError.single(
            "the document is damaged and cannot be read", place=place, remedy="ask for the file again"
        ) from error
    return "\n".join(line for line in lines if line.strip(f"{UNREAD} \t"))


def _document(content: bytes) -> tuple[str, bytes]:
    """Return the format and the content of the only text in a document; ValueError if it has none or several.

    The text of a Word document is found by its relations, as other programs do.
    """
    with ZipFile(BytesIO(content)) as archive:
        names, main = archive.namelist(), WORD
        if RELATIONS in names:
            with archive.open(RELATIONS) as stream:
                relations = tree(stream.read(MAX_DOCUMENT))
            targets = (
                relation.get("Target", "")
                for relation in relations
                if relation.get("Type", "").endswith("/officeDocument")
            )
            main = next(targets, WORD).lstrip("/")
        texts = [name for name in names if name in (*_READERS, main)]
        if len(texts) != 1:
            raise ValueError("no text, or several")
        with archive.open(texts[0]) as stream:
            document = stream.read(MAX_DOCUMENT + 1)
    if len(document) > MAX_DOCUMENT:
        raise ValueError("too large")
    return WORD if texts[0] == main else texts[0], document


def _word(node: Element) -> Iterator[str]:
    """Yield the text of the runs of a Word document."""
    for child in node:
        name = _name(child)
        if name == "r":
            yield _run(child)
        elif name in _PICTURES:
            yield UNREAD
        elif name not in _SKIPPED:
            yield from _word(child)
            yield "\n" * (name in _PARAGRAPHS)


def _run(run: Element) -> str:
    styles = [style for properties in run if _name(properties) == "rPr" for style in properties]
    values = {_name(style): "".join(style.attrib.values()) for style in styles}
    if "vanish" in values:
        return UNREAD
    text = ""
    for child in run:
        name = _name(child)
        if name in _PICTURES:
            text += UNREAD
        elif name not in _SKIPPED:
            text += (child.text or "") if name == "t" else _SIGNS.get(name, "")
    return _placed(text, values.get("vertAlign", ""))


def _writer(document: Element) -> Iterator[str]:
    """Yield the text of a LibreOffice document, where styles raise, lower and hide text."""
    styles = {}
    for style in document.iter():
        if _name(style) == "style":
            values = {key.rpartition("}")[2]: value for element in style for key, value in element.attrib.items()}
            is_hidden = values.get("display") == "none"
            styles[_attribute(style, "name")] = UNREAD if is_hidden else values.get("text-position", "")
    for body in document:
        if _name(body) == "body":
            yield _spaced(body, styles)


def _spaced(node: Element, styles: Mapping[str, str]) -> str:
    name, style = _name(node), styles.get(_attribute(node, "style-name"), "")
    if name in _SKIPPED:
        return ""
    if name in _PICTURES or style == UNREAD:
        return UNREAD
    inner = "".join(_spaced(child, styles) + _one_line(child.tail) for child in node)
    return _placed(_SIGNS.get(name, "") + _one_line(node.text) + inner, style) + "\n" * (name in _PARAGRAPHS)


def _one_line(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _placed(text: str, position: str) -> str:
    """Return a text in superscript or subscript, by a position such as "superscript", "super 58%" or "sub 58%"."""
    table = RAISED if position.startswith("super") else LOWERED if position.startswith("sub") else {}
    return text.translate(table)


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _attribute(node: Element, attribute: str) -> str:
    return next((value for key, value in node.attrib.items() if key.rpartition("}")[2] == attribute), "")


_READERS: Mapping[str, Callable[[Element], Iterator[str]]] = MappingProxyType({WORD: _word, "content.xml": _writer})


MAX_UNPACKED = 20_000_000
MAX_COLUMNS, MAX_ROWS = 1_000, 20_000
MAX_SHOWN = 10**15
"""The first integer with more than the 15 digits of a spreadsheet."""
PLAIN = re.compile(r"General|@|(?:\[Red\]|E\+|,(?=[#0])|[0#.;_()\-+ ])+")
"""Number formats without a date, percentage, fraction, scale or text."""


def workbook_text(content: bytes, place: str) -> str:
    """Return the rows of the first sheet of a workbook as CSV with semicolons; CorrigeError if it is damaged.

    Numbers are those that the spreadsheet shows, also as last results of formulas. A number shown as something else,
    such as a date or a percentage, is marked as unreadable. A sheet with too many rows or columns is refused.
    """
    stream = io.StringIO()
    try:
        csv.writer(stream, delimiter=";", lineterminator="\n").writerows(_rows(content))
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises any exception for a damaged workbook
        raise CorrigeError.single(
            "is not an Excel workbook, or is damaged", place=place, remedy="save it as .xlsx or CSV"
        ) from error
    return f"sep=;\n{stream.getvalue()}"


def _rows(content: bytes) -> Iterator[list[str]]:
    import openpyxl  # slow to import, and few files are workbooks

    with ZipFile(io.BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
            raise ValueError("too large")
        # In any encoding: a document type may define entities that expand to gigabytes or include other files.
        if any(b"<!DOCTYPE" in archive.read(name).replace(b"\0", b"") for name in archive.namelist()):
            raise ValueError("a document type")
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # the size in the file may be wrong
    for number, row in enumerate(sheet.rows):
        if number > MAX_ROWS or len(row) > MAX_COLUMNS:
            raise ValueError("too large")
        yield [_shown(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]


def _shown(value: object, number_format: str) -> str:
    """Return a cell as text, with a sign for unreadable content if the spreadsheet shows something else."""
    if isinstance(value, bool):
        return str(int(value))
    if not isinstance(value, int | float):
        return value if isinstance(value, str) else f"{value}{UNREAD}"
    # A cell has a binary double, written with 17 digits: 0.58 as 0.57999999999999996. Spreadsheets accept and show 15
    # digits; a longer integer has lost its last digits and is no answer.
    is_plain = abs(value) < MAX_SHOWN and PLAIN.fullmatch(number_format)
    return f"{float(value):.15g}" if is_plain else f"{float(value):.15g}{UNREAD}"
