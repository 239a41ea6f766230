"""The form fields of a PDF, read by two libraries that share no code, with limits on what a hostile file may cost.

Of the pairs tried, pikepdf (qpdf) and PDFium are the fast one: pypdf takes six times as long as PDFium on a sheet. But
PDFium unpacks without a limit; it is asked only about files that qpdf reads without repair and finds of modest size.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from answers.errors import CorrigeError
from answers.submissions.raw.pdf_limits import MAX_FIELDS, MAX_PAGES, UNREADABLE, is_modest, limit_qpdf

TOKEN_KEY, LANGUAGE_KEY = "/corrigetoken", "/corrigelang"
MAX_DEPTH = 16
MAX_SECONDS = 5.0
SHORT = 64  # letters that nearly every text has room in


@dataclass(frozen=True, slots=True)
class FormFields:
    """The fields of a form by full name, and what the metadata have kept: the token, and the language of the sheet.

    `repeated` names the fields that occur with several values; the first is kept. `is_repaired` says that the file
    was damaged, `is_modest` that it unpacks to no more than a sheet may.
    """

    values: Mapping[str, str]
    repeated: frozenset[str] = frozenset()
    token: str = ""
    lang: str = ""
    is_repaired: bool = False
    is_modest: bool = True


@dataclass(frozen=True, slots=True)
class _Node:
    """A node of the field tree; None stands for what it leaves to its parent."""

    name: str | None
    text: str | None
    kids: Sequence[pikepdf.Object] = ()


class _TooMuchError(Exception):
    """The form is larger or deeper than that of any sheet, or takes too long to read."""


def read_with_pikepdf(content: bytes, place: str) -> FormFields | None:
    """Return the form fields that pikepdf finds, none if there is no form, or None if it cannot read the file.

    Raises
    ------
    CorrigeError
        If the file asks for a password or has more than 40 pages.
    """
    limit_qpdf()
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            _check_pages(len(pdf.pages), place)
            values, repeated = _collected(_walk(_roots(pdf)))
            repaired = bool(pdf.get_warnings())  # asked first: what is not modest warns too
            token, lang = _metadata(pdf, TOKEN_KEY), _metadata(pdf, LANGUAGE_KEY)
            return FormFields(values, repeated, token, lang, repaired, is_modest(pdf))
    except CorrigeError:
        raise
    except pikepdf.PasswordError as error:
        remedy = "ask for the sheet without a password"
        raise CorrigeError.one("the PDF is protected by a password", place=place, remedy=remedy) from error
    except Exception:  # noqa: BLE001 - a hostile file makes the library raise anything
        return None


def read_with_pdfium(content: bytes) -> FormFields | None:
    """Return the form fields that PDFium finds on the pages, none if there is no form, or None if it cannot read.

    The content must be known to be modest. Not for several threads at once.
    """
    try:
        with pypdfium2.PdfDocument(content) as document:
            document.init_forms()
            return FormFields(*_collected(_widgets(document))) if document.formenv else FormFields({})
    except Exception:  # noqa: BLE001 - as above
        return None


def _check_pages(count: int, place: str) -> None:
    if count > MAX_PAGES:
        remedy = "hand in one sheet a file"
        raise CorrigeError.one(f"the PDF has {count} pages, no answer sheet has", place=place, remedy=remedy)


def _collected(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], frozenset[str]]:
    values: dict[str, str] = {}
    repeated = {name for name, text in pairs if values.setdefault(name, text) != text}
    return values, frozenset(repeated)


def _roots(pdf: pikepdf.Pdf) -> Sequence[pikepdf.Object]:
    form = pdf.Root.get("/AcroForm")
    fields = form.get("/Fields") if isinstance(form, pikepdf.Dictionary) else None
    return list(fields) if isinstance(fields, pikepdf.Array) else ()


def _walk(roots: Sequence[pikepdf.Object]) -> Iterator[tuple[str, str]]:
    """Yield the full name and text of each leaf; a leaf without a name is one more place of its parent."""
    until = time.monotonic() + MAX_SECONDS
    stack = [(root, _Node("", None), 0) for root in reversed(roots)]
    visited = 0
    while stack:
        item, parent, depth = stack.pop()
        visited += 1
        _refuse_too_much(visited, depth, until)
        node = _node(item)
        name = ".".join(filter(None, (parent.name, node.name)))
        text = parent.text if node.text is None else node.text
        stack += [(kid, _Node(name, text), depth + 1) for kid in reversed(node.kids)]
        if name and not node.kids:
            yield name, text or ""


def _refuse_too_much(visited: int, depth: int, until: float) -> None:
    if visited > MAX_FIELDS or depth > MAX_DEPTH or time.monotonic() > until:
        raise _TooMuchError


def _node(item: pikepdf.Object) -> _Node:
    if not isinstance(item, pikepdf.Dictionary):
        return _Node(None, None)
    name, value, kids = item.get("/T"), item.get("/V"), item.get("/Kids")
    text = str(value) if isinstance(value, pikepdf.String | pikepdf.Name) else UNREADABLE
    return _Node(
        str(name) if isinstance(name, pikepdf.String) else None,
        None if value is None else text,
        list(kids) if isinstance(kids, pikepdf.Array) else (),
    )


def _metadata(pdf: pikepdf.Pdf, key: str) -> str:
    info = pdf.trailer.get("/Info")
    text = info.get(key) if isinstance(info, pikepdf.Dictionary) else None
    return str(text) if isinstance(text, pikepdf.String) else ""


def _widgets(document: pypdfium2.PdfDocument) -> Iterator[tuple[str, str]]:
    for number in range(len(document)):
        page = document[number]
        count = pdfium.FPDFPage_GetAnnotCount(page)
        if count > MAX_FIELDS:
            raise _TooMuchError
        for index in range(count):
            annotation = pdfium.FPDFPage_GetAnnot(page, index)
            if name := _string(pdfium.FPDFAnnot_GetFormFieldName, document.formenv, annotation):
                yield name, _string(pdfium.FPDFAnnot_GetFormFieldValue, document.formenv, annotation)
            pdfium.FPDFPage_CloseAnnot(annotation)
        page.close()


def _string(read: Callable[..., int], *arguments: object) -> str:
    """Call a function of PDFium that fills a buffer with UTF-16 and a final null, and returns the bytes it needs."""
    length = SHORT
    buffer = (pdfium.FPDF_WCHAR * length)()
    while (size := read(*arguments, buffer, 2 * length)) > 2 * length:
        length = size // 2 + 1
        buffer = (pdfium.FPDF_WCHAR * length)()
    return bytes(buffer)[: max(size - 2, 0)].decode("utf-16-le", "replace")
