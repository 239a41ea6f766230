"""The text of a document of Word or LibreOffice: its lines as a plain text file would have them.

What is no text, such as a picture, a formula or what is hidden, leaves a sign that nobody reads as an answer; raised
and lowered figures stay so. Entities, which could be billions, are refused with the document.
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

MAX_DOCUMENT = 5_000_000
UNREAD = "\ufffd"
WORD, RELATIONS = "word/document.xml", "_rels/.rels"
RAISED = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
LOWERED = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")

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
"""What readers raise on a damaged document."""


def tree(document: bytes) -> Element:
    """Return the elements of an XML document; one that defines entities is a ValueError."""
    parser = XMLParser(target=_NoEntities())  # noqa: S314 - it defines no entity
    parser.feed(document)
    return parser.close()


def office_text(content: bytes, place: str) -> str:
    """Return the text of a .docx or .odt file, a line a paragraph; CorrigeError if it is none, damaged or too large."""
    try:
        member, document = _document(content)
        lines = "".join(_READERS[member](tree(document))).splitlines()
    except DAMAGED as error:
        raise CorrigeError.one(
            "the document is damaged and cannot be read", place=place, remedy="ask for the file again"
        ) from error
    return "\n".join(line for line in lines if line.strip(f"{UNREAD} \t"))


def _document(content: bytes) -> tuple[str, bytes]:
    """The name and the content of the only text that a document has; a ValueError if it has several.

    That of Word is where its relations say, which is where other programs look.
    """
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        main = _main_part(archive) if RELATIONS in names else WORD
        texts = [name for name in names if name in (*_READERS, main)]
        if len(texts) != 1:
            raise ValueError("no text, or several")
        with archive.open(texts[0]) as stream:
            document = stream.read(MAX_DOCUMENT + 1)
    if len(document) > MAX_DOCUMENT:
        raise ValueError("too large")
    return WORD if texts[0] == main else texts[0], document


def _main_part(archive: ZipFile) -> str:
    """The name of the text of a document of Word, by its relations."""
    with archive.open(RELATIONS) as stream:
        relations = tree(stream.read(MAX_DOCUMENT))
    main = (
        relation.get("Target", "") for relation in relations if relation.get("Type", "").endswith("/officeDocument")
    )
    return next(main, WORD).lstrip("/")


def _word(node: Element) -> Iterator[str]:
    """The text of a document of Word, which stands in runs."""
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
    looks = {_name(look): "".join(look.attrib.values()) for marks in run if _name(marks) == "rPr" for look in marks}
    if "vanish" in looks:
        return UNREAD
    text = "".join(_said(child) for child in run if _name(child) not in _SKIPPED)
    return _placed(text, looks.get("vertAlign", ""))


def _said(child: Element) -> str:
    name = _name(child)
    return UNREAD if name in _PICTURES else (child.text or "") if name == "t" else _SIGNS.get(name, "")


def _writer(document: Element) -> Iterator[str]:
    """The text of a document of LibreOffice, whose raised and hidden figures are so by a style."""
    styles = {}
    for style in document.iter():
        if _name(style) == "style":
            looks = {key.rpartition("}")[2]: value for element in style for key, value in element.attrib.items()}
            styles[_named(style, "name")] = looks.get("text-position", "") if looks.get("display") != "none" else UNREAD
    for body in document:
        if _name(body) == "body":
            yield _spaced(body, styles)


def _spaced(node: Element, styles: Mapping[str, str]) -> str:
    name, look = _name(node), styles.get(_named(node, "style-name"), "")
    if name in _SKIPPED:
        return ""
    if name in _PICTURES or look == UNREAD:
        return UNREAD
    inner = "".join(_spaced(child, styles) + _one_line(child.tail) for child in node)
    return _placed(_SIGNS.get(name, "") + _one_line(node.text) + inner, look) + "\n" * (name in _PARAGRAPHS)


def _one_line(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _placed(text: str, position: str) -> str:
    """A text that is raised or lowered: "superscript", "super 58%", "sub 58%"."""
    table = RAISED if position.startswith("super") else LOWERED if position.startswith("sub") else {}
    return text.translate(table)


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _named(node: Element, attribute: str) -> str:
    return next((value for key, value in node.attrib.items() if key.rpartition("}")[2] == attribute), "")


_READERS: Mapping[str, Callable[[Element], Iterator[str]]] = MappingProxyType({WORD: _word, "content.xml": _writer})


MAX_UNPACKED = 20_000_000
MAX_COLUMNS, MAX_ROWS = 1_000, 20_000
MAX_SHOWN = 10**15
"""The first whole number that a spreadsheet's 15 digits do not hold."""
PLAIN = re.compile(r"General|@|(?:\[Red\]|E\+|,(?=[#0])|[0#.;_()\-+ ])+")
"""Formats of numbers without a date, a percentage, a fraction, a scale or a text."""


def workbook_text(content: bytes, place: str) -> str:
    """Return the rows of a workbook's first sheet as CSV with semicolons; CorrigeError if it is none, or damaged.

    A number is the one that the spreadsheet shows, the last result of a formula too; one that is shown as something
    else, a date or a percentage for instance, is no answer. Rows and columns that are far away are refused.
    """
    stream = io.StringIO()
    try:
        csv.writer(stream, delimiter=";", lineterminator="\n").writerows(_rows(content))
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises whatever its parts raise on a damaged workbook
        raise CorrigeError.one(
            "is not an Excel workbook, or is damaged", place=place, remedy="save it as .xlsx or CSV"
        ) from error
    return f"sep=;\n{stream.getvalue()}"


def _rows(content: bytes) -> Iterator[list[str]]:
    import openpyxl  # slow, and few hand in a workbook

    with ZipFile(io.BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
            raise ValueError("too large")
        # In any encoding: a document type may define entities, which could be billions, or the text of other files.
        if any(b"<!DOCTYPE" in archive.read(name).replace(b"\0", b"") for name in archive.namelist()):
            raise ValueError("a document type")
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    sheet = book.worksheets[0]
    sheet.reset_dimensions()  # what a program wrote of its size need not be true
    for number, row in enumerate(sheet.rows):
        if number > MAX_ROWS or len(row) > MAX_COLUMNS:
            raise ValueError("too large")
        yield [_shown(cell.value, cell.number_format) if cell.value is not None else "" for cell in row]


def _shown(value: object, number_format: str) -> str:
    """A cell as text, with the sign of what nobody reads where it shows something else."""
    if isinstance(value, bool):
        return str(int(value))
    if not isinstance(value, int | float):
        return value if isinstance(value, str) else f"{value}{UNREAD}"
    # A cell holds a binary double, written with 17 digits: 0.58 stands as 0.57999999999999996. Spreadsheets show, and
    # let people type, 15 of them; a longer whole number has lost its last digits and is nobody's answer.
    is_plain = abs(value) < MAX_SHOWN and PLAIN.fullmatch(number_format)
    return f"{float(value):.15g}" if is_plain else f"{float(value):.15g}{UNREAD}"
