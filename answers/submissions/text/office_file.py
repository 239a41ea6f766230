"""Extract the text of Word and LibreOffice documents and the rows of Excel workbooks.

Pictures, shapes, formulas, notes, and struck or hidden text become a character that no parser accepts as an answer;
superscripts and subscripts are preserved. Documents that define XML entities are refused.
"""

import csv
import io
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser
from zipfile import BadZipFile, ZipFile

from answers.errors import CorrigeError
from answers.messages import Message
from answers.submissions.raw.submission import LOWERED, RAISED, UNREAD, FileSource, Submission
from answers.submissions.text import csv_file
from answers.submissions.text.text_file import read_lines

if TYPE_CHECKING:
    from openpyxl.cell import Cell, MergedCell
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

MAX_DOCUMENT = 5_000_000
WORD, RELATIONS = "word/document.xml", "_rels/.rels"

_PARAGRAPHS = {"p", "h"}
_SKIPPED = {"Fallback", "del", "moveFrom", "pPr", "rPr", "tracked-changes", "annotation", "automatic-styles"}
_PICTURES = {
    *("oMath", "bdo", "drawing", "pict", "object", "AlternateContent", "sym", "frame", "hidden-text"),
    *(
        "altChunk",
        "subDoc",
        "conditional-text",
        "hidden-paragraph",
        "ruby",
        "note",
        "footnoteReference",
        "endnoteReference",
    ),
}
_DRAWN = "{urn:oasis:names:tc:opendocument:xmlns:drawing:1.0}"
"""The beginning of the names of lines, shapes, frames and form controls in LibreOffice documents."""
_STRUCK = {"strike", "dstrike", "vanish"}
_OFF = {"0", "false", "off"}
_WHITE = re.compile("#?(?:[ef][0-9a-f]){3}", re.IGNORECASE)
MIN_SIZE = 4.0  # size in points of the smallest letters that a person can read; smaller text counts as hidden
MAX_PARENTS = 20
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "s": " ", "line-break": "\n"}


class _NoEntities(TreeBuilder):
    """A builder of XML trees that raises ValueError for a document type."""

    def doctype(self, *_: object) -> None:
        raise ValueError("a document type")


DAMAGED = (BadZipFile, zlib.error, ParseError, ValueError, OSError, RuntimeError, EOFError, StopIteration)
"""Exceptions that `zipfile`, the XML parser and the functions here raise for a damaged document."""


def tree(document: bytes) -> Element:
    """Return the root of an XML document; ValueError if the document has a document type, which may define entities."""
    parser = XMLParser(target=_NoEntities())  # noqa: S314 - it defines no entity
    parser.feed(document)
    return parser.close()


def read(source: FileSource) -> tuple[Submission, ...]:
    """Return one submission, as a tuple, with the answers in a Word or LibreOffice document, one line per part."""
    return read_lines(office_text(source.content, source.place), source)


def read_workbook(source: FileSource) -> tuple[Submission, ...]:
    """Return the submissions in the sheet with answers of an Excel workbook, one per row."""
    return csv_file.read(source, workbook_text(source.content, source.place))


def office_text(content: bytes, place: str) -> str:
    """Return the text of a .docx or .odt file, one line per paragraph, without empty lines.

    CorrigeError if the document is damaged or larger than 5 MB.
    """
    try:
        member, document, styles = _document(content)
        lines = "".join(_READERS[member](tree(document), tree(styles) if styles else None)).splitlines()
    except DAMAGED as error:
        raise CorrigeError.single(
            "the document is damaged and cannot be read", place=place, remedy="ask the student for the file again"
        ) from error
    return "\n".join(line for line in lines if line.strip(f"{UNREAD} \t"))


def _document(content: bytes) -> tuple[str, bytes, bytes]:
    """Return the name in `_READERS`, the XML content and the XML styles (or b"") of the only text in a document."""
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        main = _related(archive, RELATIONS, "/officeDocument", WORD).lstrip("/")
        texts = [name for name in names if name in (*_READERS, main)]
        if len(texts) != 1:
            raise ValueError("no text, or several")
        folder, slash, file = texts[0].rpartition("/")
        styles = _related(archive, f"{folder}{slash}_rels/{file}.rels", "/styles", "styles.xml")
        styles = styles.lstrip("/") if styles.startswith("/") else f"{folder}{slash}{styles}"
        members = []
        for name in (texts[0], styles):
            with archive.open(name) if name in names else BytesIO() as stream:
                members.append(stream.read(MAX_DOCUMENT + 1))
    if max(map(len, members)) > MAX_DOCUMENT:
        raise ValueError("too large")
    return WORD if texts[0] == main else texts[0], members[0], members[1]


def _related(archive: ZipFile, relations: str, kind: str, default: str) -> str:
    """Return the target of the first relation whose type ends in `kind`, or `default` if there is no such relation."""
    if relations not in archive.namelist():
        return default
    with archive.open(relations) as stream:
        targets = (
            _attribute(relation, "Target")
            for relation in tree(stream.read(MAX_DOCUMENT))
            if _attribute(relation, "Type").endswith(kind)
        )
        return next(targets, default)


Looks: TypeAlias = Mapping[str, Mapping[str, str]]
"""The properties of each style by name of the style, with the properties that it inherits."""


def _inherited(own: Looks, parents: Mapping[str, str]) -> Looks:
    """Return the properties of each style, those of its ancestors included; `parents` has the parent of each style."""
    looks = {}
    for name in own:
        chain, parent = [name], parents.get(name, "")
        while parent in own and len(chain) < MAX_PARENTS:
            chain.append(parent)
            parent = parents.get(parent, "")
        looks[name] = {key: value for style in reversed(chain) for key, value in own[style].items()}
    return looks


def _word(document: Element, styles: Element | None) -> Iterator[str]:
    own, parents = {}, {}
    for style in styles if styles is not None else ():
        name = _attribute(style, "styleId")
        is_default = _attribute(style, "type") == "paragraph" and _attribute(style, "default") not in {"", *_OFF}
        for key in (name, "") if is_default else (name,):  # "" is the style of a paragraph that names none
            own[key] = _properties(style)
            parents[key] = next((_attribute(child, "val") for child in style if _name(child) == "basedOn"), "-")
    yield from _runs(document, _inherited(own, parents), {})


def _properties(node: Element) -> dict[str, str]:
    properties = (style for child in node if _name(child) == "rPr" for style in child)
    return {_name(style): _attribute(style, "val") for style in properties}


def _runs(node: Element, styles: Looks, look: Mapping[str, str]) -> Iterator[str]:
    """Yield the texts of the runs inside a node, with line ends after paragraphs."""
    if _name(node) == "p":
        names = (_attribute(style, "val") for child in node for style in child if _name(style) == "pStyle")
        look = styles.get(next(names, ""), {})
    has_text: list[bool] = []  # for each open field, such as a reference to a page, whether it has a result
    for child in node:
        text = _text_of(child, styles, look)
        has_text = [bool(text.strip()) or has for has in has_text]
        for mark in (_attribute(part, "fldCharType") for part in child if _name(part) == "fldChar"):
            if mark == "begin":
                has_text.append(False)
            elif mark == "end" and has_text and not has_text.pop():
                text += UNREAD  # Word computes what it shows, such as the fraction of a field EQ
        yield text


def _text_of(child: Element, styles: Looks, look: Mapping[str, str]) -> str:
    """Return the text of a run, or of an element that has runs, in a paragraph with the properties `look`."""
    name = _name(child)
    if name in _SKIPPED:
        return ""
    if name in _PICTURES:
        return UNREAD
    if name == "r":
        return _run(child, styles, look)
    text = "".join(_runs(child, styles, look))
    if name == "fldSimple" and not text.strip():
        return UNREAD
    # A row of a table may be hidden or deleted, and a cell merged with the one above or on its left.
    properties = [
        part for inner in child if name in {"tc", "tr"} and _name(inner) in {"trPr", "tcPr"} for part in inner
    ]
    if any(
        (key in {"hidden", "del"} and value not in _OFF) or (key in {"vMerge", "hMerge"} and value != "restart")
        for key, value in ((_name(part), _attribute(part, "val")) for part in properties)
    ):
        text = _unread(text)
    return text + "\n" * (name in _PARAGRAPHS)


def _unread(text: str) -> str:
    """Return a text with `UNREAD` at the end of each line that is not empty."""
    return re.sub(r"(?<=\S)[ \t]*$", UNREAD, text, flags=re.MULTILINE)


def _run(run: Element, styles: Looks, paragraph: Mapping[str, str]) -> str:
    """Return the text of a run; `UNREAD` if the run is struck out, hidden, nearly white or too small."""
    own = _properties(run)
    character = styles.get(own.get("rStyle", "-"), {})
    # A character style cannot switch off what the paragraph strikes out; the run itself can.
    look = {**paragraph, **{key: value for key, value in character.items() if value not in _OFF}, **own}
    is_struck = any(look.get(key, "0") not in _OFF for key in _STRUCK)
    if is_struck or _WHITE.fullmatch(look.get("color", "")) or float(look.get("sz", "99")) < 2 * MIN_SIZE:
        return UNREAD
    text = ""
    for child in run:
        name = _name(child)
        if name in _PICTURES:
            text += UNREAD
        elif name not in _SKIPPED:
            text += (child.text or "") if name == "t" else _SIGNS.get(name, "")
    return _placed(_placed(text, look.get("vertAlign", "")), f"{look.get('position', '0')}%")


def _writer(document: Element, common: Element | None) -> Iterator[str]:
    own: dict[str, dict[str, str]] = {}
    parents = {}
    for root in (common, document) if common is not None else (document,):
        for style in root.iter():
            if _name(style) == "style":
                name = _attribute(style, "name")
                values = {key.rpartition("}")[2]: value for element in style for key, value in element.attrib.items()}
                own[name] = {**own.get(name, {}), **values}
                parents[name] = _attribute(style, "parent-style-name")
    styles = {}
    for name, look in _inherited(own, parents).items():
        points = re.fullmatch(r"([\d.]+)pt", look.get("font-size", ""))
        is_struck = (
            look.get("display") == "none"
            or any(look.get(f"text-line-through-{key}", "none") != "none" for key in ("style", "type"))
            or _WHITE.fullmatch(look.get("color", "")) is not None
            or (points is not None and float(points[1]) < MIN_SIZE)
        )
        styles[name] = UNREAD if is_struck else look.get("text-position", "")
    for body in document:
        if _name(body) == "body":
            yield _spaced(body, styles)


def _spaced(node: Element, styles: Mapping[str, str]) -> str:
    """Return the text of a node of a LibreOffice document; `styles` has the position of text by style, or `UNREAD`."""
    name, style = _name(node), styles.get(_attribute(node, "style-name"), "")
    if name in _SKIPPED:
        return ""
    is_drawn = name in _PICTURES or node.tag.startswith(_DRAWN)
    if is_drawn or style == UNREAD or _attribute(node, "display") in {"none", "condition"}:
        is_line = name in {*_PARAGRAPHS, "section"} or _attribute(node, "anchor-type") == "page"
        return UNREAD + "\n" * is_line
    inner = "".join(_spaced(child, styles) + _one_line(child.tail) for child in node)
    if name == "covered-table-cell":
        inner = _unread(inner)
    text = _placed(_SIGNS.get(name, "") + _one_line(node.text) + inner, style)
    if name in _PARAGRAPHS and text.startswith(UNREAD):  # a shape anchored to the paragraph, anywhere near its text
        text = text.lstrip(UNREAD) + UNREAD
    return text + "\n" * (name in _PARAGRAPHS)


def _one_line(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _placed(text: str, position: str) -> str:
    """Return a text with its digits and signs as superscripts or subscripts, as `position` says.

    `position` is a value such as "superscript", "super 58%", "33% 58%" or "-33% 58%".
    """
    number = re.match(r"-?[\d.]+(?=%)", position)
    raised = float(number[0]) if number else position.startswith("super") - position.startswith("sub")
    return text.translate(RAISED if raised > 0 else LOWERED if raised < 0 else {})


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _attribute(node: Element, attribute: str) -> str:
    """Return an attribute of an element by its name without a namespace, or an empty text."""
    return next((value for key, value in node.attrib.items() if key.rpartition("}")[2] == attribute), "")


_READERS: Mapping[str, Callable[[Element, Element | None], Iterator[str]]] = MappingProxyType(
    {WORD: _word, "content.xml": _writer}
)


MAX_UNPACKED = 20_000_000
MAX_COLUMNS, MAX_ROWS = 1_000, 20_000
LAST_ROW = 2**20  # the most rows of a sheet; programs write the last one if a whole column has a format
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")  # the beginning of a formula in a sheet
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*[\"']([A-Z]+\d+:[A-Z]+\d+)")
"""The range of merged cells in a sheet."""
_PLACE = re.compile(rb"<(?:\w+:)?(?:row|c)\s[^<>]*?\br\s*=\s*[\"']([A-Z]*)(\d+)[\"']")
"""The beginning of a row or cell of a sheet that has its place, such as 12 or B12."""
MAX_MERGED = 1_000_000
"""Number of merged cells in a sheet, of which a class of 500 with 100 answers each has 50 000 at most."""
MAX_SHOWN = 10**15  # the first integer with more digits than the 15 that spreadsheets keep
PLAIN = re.compile(r"General|@|(?:\[Red\]|E\+|,(?=[#0])|[0#.;_()\-+ ])+")
"""The number formats that show a number as a decimal: no date, percentage, fraction, scale or text."""


def workbook_text(content: bytes, place: str) -> str:
    """Return the rows of the only visible sheet with answers in an Excel workbook as CSV with semicolons.

    The first line is "sep=;". Numbers are those that the spreadsheet shows; a formula has its last result. `UNREAD`
    replaces or follows the content of a cell that is no plain answer, such as a date, text that is struck out or
    hidden, or a cell merged with other answers. CorrigeError if the workbook is damaged, too large, or has several such
    sheets.
    """
    stream = io.StringIO()
    try:
        sheets, merged = _sheets(content)
    except MemoryError:
        raise
    except Exception as error:  # openpyxl raises any exception for a damaged workbook
        raise CorrigeError.single(
            "the file is not an Excel workbook, or is damaged", place=place, remedy="save the list as .xlsx or CSV"
        ) from error
    filled = {title: rows for title, rows in sheets.items() if rows}
    tables = {title: rows for title, rows in filled.items() if csv_file.is_header(next(filter(any, rows)))} or filled
    if len(tables) > 1:
        cause = Message(
            "it is not clear which sheet of the workbook to read, so none was read: {names}",
            names=", ".join(map(repr, tables)),
        )
        remedy = "combine the sheets, or save each of them as a file"
        raise CorrigeError.single(cause, place=place, remedy=remedy)
    rows = next(iter(tables.values()), [])
    header = next((number for number, row in enumerate(rows) if any(row)), 0)
    width = len(rows[header]) if rows else 0  # a row has no empty cells at its end, but needs those of the header
    for lines, columns in merged.get(next(iter(tables), ""), ()):
        below = [line for line in lines[: len(rows)] if header < line < len(rows) and rows[line]]
        cells = [(line, column) for line in below for column in columns if column < width]
        for line in below if cells else ():
            rows[line] += [""] * (width - len(rows[line]))
        has_text = any(rows[line][column] for line, column in cells)
        if has_text and not {(lines[0], columns[0])}.issuperset(cells):  # answers of several parts or students
            for line, column in cells:
                rows[line][column] += UNREAD
    csv.writer(stream, delimiter=";", lineterminator="\n").writerows(
        row and [*row, *[""] * (width - len(row))] for row in rows
    )
    return f"sep=;\n{stream.getvalue()}"


Merged: TypeAlias = tuple[range, range]  # the rows and the columns of merged cells, as positions from 0


def _sheets(content: bytes) -> tuple[dict[str, list[list[str]]], dict[str, list[Merged]]]:
    """Return the rows of each visible sheet of a workbook as texts, and its merged cells, by the name of the sheet."""
    import openpyxl  # slow to import, and few files are workbooks

    with ZipFile(io.BytesIO(content)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED:
            raise ValueError("too large")
        members = {name: archive.read(name) for name in archive.namelist()}
    # In any encoding: a document type may define entities that expand to gigabytes or include other files.
    if any(b"<!DOCTYPE" in member.replace(b"\0", b"") for member in members.values()):
        raise ValueError("a document type")
    load = partial(openpyxl.load_workbook, read_only=True, keep_links=False, rich_text=True)
    book = load(io.BytesIO(content), data_only=True)
    has_formulas = any(_FORMULA.search(member) for member in members.values())
    formulas = load(io.BytesIO(content), data_only=False).worksheets if has_formulas else ()
    with_formulas = {sheet.title: sheet for sheet in formulas}
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    rows = {sheet.title: list(_rows(sheet, with_formulas.get(sheet.title))) for sheet in visible}
    paths = {sheet.title: str(vars(sheet)["_worksheet_path"]) for sheet in visible}  # openpyxl skips merged cells
    return rows, {title: merged_cells(members[path]) for title, path in paths.items()}


def merged_cells(sheet: bytes) -> list[Merged]:
    """Return the merged cells in the XML of a sheet.

    ValueError if there are too many, or if rows or cells are not in order, since openpyxl drops some of them.
    """
    from openpyxl.utils import range_boundaries

    sheet, merged, area = sheet.replace(b"\0", b""), list[Merged](), 0
    last: tuple[int, int, bytes] = (0, 0, b"")
    for letters, digits in (match.groups() for match in _PLACE.finditer(sheet)):
        place = int(digits), len(letters), letters
        if place <= last:
            raise ValueError("cells out of order")
        last = place
    for match in _MERGED.finditer(sheet):
        left, top, right, bottom = (int(bound or 0) for bound in range_boundaries(match[1].decode()))
        rows, columns = range(top - 1, min(bottom, MAX_ROWS)), range(left - 1, min(right, MAX_COLUMNS))
        area += len(rows) * len(columns)
        if area > MAX_MERGED:
            raise ValueError("too large")
        merged.append((rows, columns))
    return merged


def _rows(sheet: "ReadOnlyWorksheet", formulas: "ReadOnlyWorksheet | None") -> Iterator[list[str]]:
    """Yield the rows of a sheet as texts, without empty rows at the end; ValueError if the sheet is too large."""
    sheet.reset_dimensions()  # the size in the file may be wrong
    formula_rows: Iterator[Sequence[Cell | MergedCell]] = iter(())
    if formulas is not None:
        formulas.reset_dimensions()
        formula_rows = iter(formulas.rows)
    empty = 0
    for number, row in enumerate(sheet.rows):
        texts = [_cell_text(cell) if cell.value is not None else "" for cell in row]
        for at, cell in enumerate(next(formula_rows, ())):
            if cell.value is not None and row[at].value is None:
                texts[at] = UNREAD
        while texts and not texts[-1]:  # programs write cells that have a format alone
            texts.pop()
        if number > LAST_ROW or (texts and number > MAX_ROWS) or len(texts) > MAX_COLUMNS:
            raise ValueError("too large")
        if not texts:
            empty += 1
            continue
        yield from [[]] * empty
        empty = 0
        yield texts


def _cell_text(cell: "Cell | MergedCell") -> str:
    """Return the text of a cell, with `UNREAD` for text that is struck out or white, or a number shown otherwise."""
    value, is_filled = cell.value, getattr(cell.fill, "fill_type", None) is not None
    parts = value if isinstance(value, list) else [value]  # a list for text with several fonts
    texts = []
    for part in parts:
        font, text = getattr(part, "font", None), getattr(part, "text", part)
        shown = _shown(text, cell.number_format)
        for look in filter(None, (cell.font, font)):
            colour = look.color
            is_theme = colour is not None and colour.type == "theme"
            is_white = colour and (colour.theme == 0 if is_theme else _WHITE.fullmatch(str(colour.rgb)[-6:]))
            if look.strike or (is_white and not is_filled):
                shown = UNREAD
            shown = _placed(shown, look.vertAlign or "")
        texts.append(shown)
    return "".join(texts)


def _shown(value: object, number_format: str) -> str:
    """Return a cell's value as text, ending in `UNREAD` if the spreadsheet shows something else."""
    if isinstance(value, bool):
        return str(value).upper()
    if not isinstance(value, int | float):
        return value if isinstance(value, str) else f"{value}{UNREAD}"
    # A cell has a binary double, written with 17 digits: 0.58 as 0.57999999999999996. Spreadsheets accept and show 15
    # digits; a longer integer has lost its last digits and is no answer.
    text = f"{float(value):.15g}"
    if not (abs(value) < MAX_SHOWN and PLAIN.fullmatch(number_format)):
        return f"{text}{UNREAD}"
    if number_format in {"General", "@"}:
        return text
    value = float(text)
    # A plain format must show the number with its sign and all its digits.
    sections = [re.sub(r"_.|\[Red\]", "", section) for section in number_format.split(";")]
    at = 1 if value < 0 else 0 if value else 2
    section = sections[at] if at < len(sections) else sections[0]
    is_signed = re.search("[-(]", section) is not None
    has_digits = re.search("[0#]" if value else "0", section) is not None
    places = len(re.findall("[0#]", section.partition(".")[2].partition("E")[0]))
    shown = float(f"{abs(value):.{places}{'e' if 'E' in section else 'f'}}")
    # the sign of a negative number is shown by itself if there is only one section
    is_shown = has_digits and is_signed is (value < 0 and len(sections) > 1) and shown == abs(value)
    return text if is_shown else f"{text}{UNREAD}"
