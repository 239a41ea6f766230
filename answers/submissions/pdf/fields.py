"""The form fields of a PDF, read by two libraries that share no code, with limits on what a hostile file may cost.

Of the pairs tried, pikepdf (qpdf) and PDFium are the fast one: pypdf takes six times as long as PDFium on a sheet. But
PDFium unpacks without a limit; it is asked only about files that qpdf reads without repair and finds of modest size.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hmac import compare_digest
from io import BytesIO
from itertools import chain, islice

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from answers.errors import CorrigeError
from answers.exam.page_digest import NOTHING, PAGES_KEY, TOKEN_KEY, Contents, drawing, page_signature
from answers.flags import WRITTEN_OVER, Flag
from answers.messages import Message
from answers.submissions.pdf.additions import changed_pages, concealed, drawings, has_drawn_values
from answers.submissions.printed.layout import MAX_FIELDS, MAX_PAGES, UNREADABLE, Box, limit_qpdf, modest_contents
from answers.submissions.raw.objects import entry

Edges = tuple[float, float, float, float]

LANGUAGE_KEY = "/corrigelang"
USUAL = (  # what qpdf says of files of which nothing is lost
    "xref entry for the xref stream itself is missing",  # in all that pypdf adds to a file
    "reported number of objects",  # in all that pdfunite joins
)
MAX_DEPTH = 16
MAX_SECONDS = 5.0
MAX_SEEN = 20  # flags of a kind, as many as a teacher needs
ROW, MAX_ROW = 20.0, 200  # points of height in which to look for text, and the last such row of a page
EDGE = 2.0  # points of a box in which letters beside it may stand
SHORT = 64  # letters that nearly every text has room in


@dataclass(frozen=True, slots=True)
class FormFields:
    """The fields of a form by full name, and what the metadata have kept: the token, and the language of the sheet.

    `repeated` names the fields that occur with several values; the first is kept. `is_repaired` says that the file
    was damaged, `is_modest` that it unpacks to no more than a sheet may, `is_ours` that its pages are as the teacher's
    secret has signed them, `is_drawn` that its fields are drawn in a way of their own. `seen` are flags for what a
    person sees beside the values; `boxes` tells where the fields stand, and `pages` what text is printed on each page
    of a sheet that is not known to be ours.
    """

    values: Mapping[str, str]
    repeated: frozenset[str] = frozenset()
    token: str = ""
    lang: str = ""
    is_repaired: bool = False
    is_modest: bool = True
    is_ours: bool = False
    is_drawn: bool = False
    seen: tuple[Flag, ...] = ()
    boxes: Mapping[str, Box] = field(default_factory=dict)
    pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Widget:
    """A field on a page: its full name, its value, and its box: left, bottom, right, top in points."""

    name: str
    value: str
    box: Edges


class _TooMuchError(Exception):
    """The form is larger or deeper than that of any sheet, or takes too long to read."""


def read_with_pikepdf(content: bytes, place: str, secret: str = "") -> FormFields | None:
    """Return the form fields that pikepdf finds, none if there is no form, or None if it cannot read the file.

    The signature of the pages is checked under `secret`.

    Raises
    ------
    CorrigeError
        If the file asks for a password or has more than 40 pages.
    """
    limit_qpdf()
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            _check_pages(len(pdf.pages), place)
            values, repeated = _collected(_walk(pdf))
            repaired = any(
                not any(usual in str(warning) for usual in USUAL) for warning in pdf.get_warnings()
            )  # asked first: others warn later
            token, lang, contents = _metadata(pdf, TOKEN_KEY), _metadata(pdf, LANGUAGE_KEY), modest_contents(pdf)
            ours = bool(values) and contents is not None and _is_ours(pdf, token, secret, contents)
            changes = changed_pages(pdf) if values and not ours else ()
            flags = tuple(islice(chain(drawings(pdf), concealed(pdf), changes), MAX_SEEN))
            drawn = has_drawn_values(pdf)
            return FormFields(values, repeated, token, lang, repaired, contents is not None, ours, drawn, flags)
    except CorrigeError:
        raise
    except pikepdf.PasswordError as error:
        remedy = Message("ask for the answer sheet without a password")
        raise CorrigeError.one("the PDF is protected by a password", place=place, remedy=remedy) from error
    except Exception:  # noqa: BLE001 - a hostile file makes the library raise anything
        return None


def has_signature(content: bytes, token: str, secret: str) -> bool:
    """Return whether a PDF has this token, and pages as they were signed with it."""
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            return _metadata(pdf, TOKEN_KEY) == token and _is_ours(pdf, token, secret)
    except pikepdf.PdfError:
        return False


def read_with_pdfium(content: bytes, *, is_ours: bool = False) -> FormFields | None:
    """Return the form fields that PDFium finds on the pages, none if there is no form, or None if it cannot read.

    Flags are "written-over:<field>" for text of the page in the box of a field, unless the page is known to be ours.
    The content must be known to be modest. Not for several threads at once.
    """
    try:
        with pypdfium2.PdfDocument(content) as document:
            if document.get_formtype() == pdfium.FORMTYPE_NONE:
                return FormFields({})
            loaded = list(document)  # before the form, which would draw every field
            document.init_forms()
            values: list[tuple[str, str]] = []
            boxes: dict[str, Box] = {}
            pages: list[str] = []
            flags: list[Flag] = []
            for number, page in enumerate(loaded):
                widgets = tuple(_widgets(document, page))
                values += ((widget.name, widget.value) for widget in widgets)
                boxes |= {widget.name: Box(number, *widget.box) for widget in widgets}
                if not is_ours:
                    text, inside = _texts(page, widgets)
                    pages.append(text)
                    flags += (WRITTEN_OVER(one.name) for one, over in zip(widgets, inside, strict=True) if over.strip())
                page.close()
    except Exception:  # noqa: BLE001 - as above
        return None
    first, repeated = _collected(values)
    return FormFields(first, repeated, seen=tuple(flags[:MAX_SEEN]), boxes=boxes, pages=tuple(pages))


def _check_pages(count: int, place: str) -> None:
    if count > MAX_PAGES:
        cause = Message("the PDF has {count} pages, more than any answer sheet", count=count)
        raise CorrigeError.one(cause, place=place, remedy="hand in one answer sheet per file")


def _collected(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], frozenset[str]]:
    values: dict[str, str] = {}
    repeated = {name for name, text in pairs if values.setdefault(name, text) != text}
    return values, frozenset(repeated)


def _walk(pdf: pikepdf.Pdf) -> Iterator[tuple[str, str]]:
    """Yield the full name and text of each leaf; a leaf without a name is one more place of its parent."""
    until = time.monotonic() + MAX_SECONDS
    form = pdf.Root.get("/AcroForm")
    roots = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
    stack = [(root, "", "", 0) for root in reversed(list(roots))] if isinstance(roots, pikepdf.Array) else []
    visited = 0
    while stack:
        item, name, text, depth = stack.pop()
        visited += 1
        if visited > MAX_FIELDS or depth > MAX_DEPTH or time.monotonic() > until:
            raise _TooMuchError
        below: list[pikepdf.Object] = []
        if isinstance(item, pikepdf.Dictionary):
            own, value, kids = (entry(item, key) for key in ("/T", "/V", "/Kids"))
            if isinstance(own, pikepdf.String):
                name = ".".join(filter(None, (name, str(own))))
            if value is not None:
                text = str(value) if isinstance(value, pikepdf.String | pikepdf.Name) else UNREADABLE
            below = list(kids) if isinstance(kids, pikepdf.Array) else []
        stack += [(kid, name, text, depth + 1) for kid in reversed(below)]
        if name and not below:
            yield name, text


def _metadata(pdf: pikepdf.Pdf, key: str) -> str:
    info = pdf.trailer.get("/Info")
    text = info.get(key) if isinstance(info, pikepdf.Dictionary) else None
    return str(text) if isinstance(text, pikepdf.String) else ""


def _is_ours(pdf: pikepdf.Pdf, token: str, secret: str, contents: Contents = NOTHING) -> bool:
    """Whether the pages are those that were signed with the token; a page that cannot be unpacked is not."""
    sealed = _metadata(pdf, PAGES_KEY)
    try:
        return bool(sealed and token) and compare_digest(
            sealed.encode(), page_signature(token, drawing(pdf, contents), secret).encode()
        )
    except (ValueError, pikepdf.PdfError):
        return False


def _texts(page: pypdfium2.PdfPage, widgets: Sequence[_Widget]) -> tuple[str, list[str]]:
    """Return the text of a page and that in the box of each field; which boxes to ask of is quick to find."""
    text = page.get_textpage()
    rows: defaultdict[int, list[Edges]] = defaultdict(list)
    for run in (text.get_rect(index) for index in range(text.count_rects())):
        for row in _rows(run):
            rows[row].append(run)
    # A little smaller than they are: letters beside a box touch it.
    corners = (widget.box for widget in widgets)
    boxes = [(left + EDGE, low + EDGE, right - EDGE, high - EDGE) for left, low, right, high in corners]
    touched = [any(_meet(box, run) for row in _rows(box) for run in rows[row]) for box in boxes]
    inside = [text.get_text_bounded(*box) if is_touched else "" for box, is_touched in zip(boxes, touched, strict=True)]
    texts = text.get_text_bounded(), inside
    text.close()
    return texts


def _rows(box: Edges) -> range:
    """Return the rows of a page that a box stands in: it meets no box of other rows."""
    return range(max(int(box[1] / ROW), 0), min(int(box[3] / ROW), MAX_ROW) + 1)


def _meet(one: Edges, other: Edges) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _widgets(document: pypdfium2.PdfDocument, page: pypdfium2.PdfPage) -> Iterator[_Widget]:
    count = pdfium.FPDFPage_GetAnnotCount(page)
    if count > MAX_FIELDS:
        raise _TooMuchError
    form, box = document.formenv.raw if document.formenv else None, pdfium.FS_RECTF()
    for index in range(count):
        annotation = pdfium.FPDFPage_GetAnnot(page, index)
        if name := _string(pdfium.FPDFAnnot_GetFormFieldName, form, annotation):
            value = _string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)
            pdfium.FPDFAnnot_GetRect(annotation, box)
            left, right = sorted((box.left, box.right))
            bottom, top = sorted((box.bottom, box.top))
            yield _Widget(name, value, (left, bottom, right, top))
        pdfium.FPDFPage_CloseAnnot(annotation)


def _string(read: Callable[..., int], *arguments: object) -> str:
    """Call a function of PDFium that fills a buffer with UTF-16 and a final null, and returns the bytes it needs."""
    length = SHORT
    buffer = (pdfium.FPDF_WCHAR * length)()
    while (size := read(*arguments, buffer, 2 * length)) > 2 * length:
        length = size // 2 + 1
        buffer = (pdfium.FPDF_WCHAR * length)()
    return bytes(buffer)[: max(size - 2, 0)].decode("utf-16-le", "replace")
