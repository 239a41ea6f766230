"""Read the form fields of a PDF with two independent libraries, within limits for hostile files.

pikepdf (qpdf) and PDFium are the fastest pair tried: pypdf takes six times as long as PDFium on a sheet. PDFium unpacks
without a limit, so it reads only files that unpack to a modest size and that qpdf reads without repair.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from io import BytesIO
from itertools import chain, islice

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from answers.errors import CorrigeError
from answers.flags import DAMAGED, FIELD_REPEATED, ONE_READER, READERS_DISAGREE, WRITTEN_OVER, Flag
from answers.messages import Message
from answers.sheets.identity import is_sheet_field
from answers.sheets.page_digest import NOTHING, PAGES_KEY, TOKEN_KEY, Contents, drawing, page_signature
from answers.submissions.pdf.additions import (
    changed_pages,
    concealed,
    drawings,
    drawn_fields,
    lost_last_box,
    must_be_mended,
)
from answers.submissions.printed.layout import (
    EDGE,
    MAX_FIELDS,
    MAX_PAGES,
    UNREADABLE,
    Box,
    box_of,
    limit_qpdf,
    modest_contents,
)
from answers.submissions.raw.objects import entry

USUAL = (  # warnings of qpdf for files without damage
    "xref entry for the xref stream itself is missing",  # in every update by pypdf
    "reported number of objects",  # in every file joined by pdfunite
)
WHITE = b"\0\t\n\f\r "  # the white space of PDF
MAX_DEPTH = 16
MAX_SECONDS = 5.0
MAX_SEEN = 20  # most flags of a kind
ROW, MAX_ROW = 20.0, 200  # height in points of a row of a page in the search for text, and most rows
SHORT = 64  # characters of a buffer for nearly all texts


@dataclass(frozen=True, slots=True)
class FormFields:
    """The fields of a PDF form, with what the file says about its pages.

    Attributes
    ----------
    repeated
        The names of fields that occur with several values; `values` has the first.
    token
        The signed text in the metadata that names exam, seed and student; "" if absent.
    is_modest
        Whether the file unpacks to no more bytes than an answer sheet may.
    is_ours
        Whether the pages are unchanged since corrige signed them with this teacher's secret.
    drawn
        The names of the fields whose appearance the file stores, which viewers may show in place of the value.
    is_redrawn
        Whether the file asks viewers to draw the fields from their values.
    must_be_mended
        Whether pages are turned, or have fields with values although the file has no form.
    visible_flags
        Flags for content that a reader of the pages sees, apart from the values.
    pages
        The printed text of each page; empty if `is_ours`.
    """

    values: Mapping[str, str]
    repeated: frozenset[str] = frozenset()
    token: str = ""
    is_repaired: bool = False
    is_modest: bool = True
    is_ours: bool = False
    drawn: frozenset[str] = frozenset()
    visible_flags: tuple[Flag, ...] = ()
    is_redrawn: bool = False
    must_be_mended: bool = False
    boxes: Mapping[str, Box] = field(default_factory=dict)
    pages: tuple[str, ...] = ()


class _TooMuchError(Exception):
    """The form is larger or deeper than the form of any sheet, or takes too long to read."""


def read_fields(content: bytes, place: str, secret: str = "") -> tuple[FormFields, tuple[Flag, ...]]:
    """Read a PDF form with two libraries, and return it with flags for the differences of the results.

    `secret` is the teacher's secret, with which the signature of the pages is checked. The values are the texts that
    pikepdf reads. Flags are "readers-disagree:<field>"; "field-repeated:<field>" (the first text of the field is used);
    "one-reader", if only one library could read the form; "damaged", if the file was repaired and read by pikepdf
    alone. Only fields of a sheet are flagged. CorrigeError if the file cannot be read, asks for a password or has too
    many pages.
    """
    first = read_with_pikepdf(content, place, secret)
    if first is None:
        raise damaged(place)
    may_use_pdfium = first.is_modest and not first.is_repaired
    second = read_with_pdfium(content, is_ours=first.is_ours) if may_use_pdfium else None
    if second is None or bool(first.values) != bool(second.values):
        form = second if second and second.values else first
        form = replace(form, visible_flags=first.visible_flags, must_be_mended=first.must_be_mended)
        return form, (DAMAGED if first.is_repaired else ONE_READER,)
    form = replace(
        first, visible_flags=(*first.visible_flags, *second.visible_flags), boxes=second.boxes, pages=second.pages
    )
    repeated = filter(is_sheet_field, sorted(first.repeated | second.repeated))
    names = filter(is_sheet_field, dict.fromkeys((*first.values, *second.values)))
    differing = (name for name in names if first.values.get(name) != second.values.get(name))
    return form, (*map(FIELD_REPEATED, repeated), *map(READERS_DISAGREE, differing))


def damaged(place: str) -> CorrigeError:
    """Return the error for a PDF that is too damaged to be read; `place` is the file's name in the message."""
    return CorrigeError.single(
        "the PDF is damaged and cannot be read", place=place, remedy="ask the student for the file again"
    )


def read_with_pikepdf(content: bytes, place: str, secret: str = "") -> FormFields | None:
    """Read form fields with pikepdf; None if the file cannot be read, no values without a form.

    CorrigeError if the file asks for a password or has more than 40 pages.
    """
    limit_qpdf()
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            count = len(pdf.pages)
            if count <= MAX_PAGES:
                values, repeated = _collected(_walk(pdf))
                # Later calls add warnings.
                repaired = any(not any(usual in str(warning) for usual in USUAL) for warning in pdf.get_warnings())
                # Of a file that was saved again and cut off, qpdf reads the earlier version without a warning.
                _, end, rest = content.rpartition(b"%%EOF")
                repaired = repaired or bool(end and rest.strip(WHITE))
                token, contents = _metadata(pdf, TOKEN_KEY), modest_contents(pdf)
                ours = bool(values) and contents is not None and _is_ours(pdf, token, secret, contents)
                changes = changed_pages(pdf) if values and not ours else ()
                flags = tuple(islice(chain(drawings(pdf), concealed(pdf), lost_last_box(pdf), changes), MAX_SEEN))
                form = pdf.Root.get("/AcroForm")
                return FormFields(
                    values,
                    repeated,
                    token,
                    is_repaired=repaired,
                    is_modest=contents is not None,
                    is_ours=ours,
                    drawn=drawn_fields(pdf),
                    visible_flags=flags,
                    is_redrawn=isinstance(form, pikepdf.Dictionary) and "/NeedAppearances" in form,
                    must_be_mended=must_be_mended(pdf),
                )
    except pikepdf.PasswordError as error:
        raise CorrigeError.single(
            "the PDF is protected by a password",
            place=place,
            remedy="ask the student for the answer sheet without a password",
        ) from error
    except Exception:  # noqa: BLE001 - a hostile file makes the library raise anything
        return None
    cause = Message("the PDF has {count} pages, more than any answer sheet", count=count)
    raise CorrigeError.single(cause, place=place, remedy="hand in one answer sheet per file")


def has_signature(content: bytes, token: str, secret: str) -> bool:
    """Return whether a PDF has this token, and has the same pages as when corrige signed the pages with the token."""
    try:
        with pikepdf.open(BytesIO(content)) as pdf:
            return _metadata(pdf, TOKEN_KEY) == token and _is_ours(pdf, token, secret)
    except pikepdf.PdfError:
        return False


def read_with_pdfium(content: bytes, *, is_ours: bool = False) -> FormFields | None:
    """Read form fields with PDFium; None if the file cannot be read, no values without a form.

    Flags are "written-over:<field>" for page text in the box of a field, unless `is_ours`. The file must unpack to no
    more bytes than a sheet may. Not to be used by several threads at once.
    """
    try:
        with pypdfium2.PdfDocument(content) as document:
            if document.get_formtype() == pdfium.FORMTYPE_NONE:
                return FormFields({})
            loaded = list(document)  # before the form is initialized, which would draw every field
            document.init_forms()
            form, corners = document.formenv.raw if document.formenv else None, pdfium.FS_RECTF()
            values: list[tuple[str, str]] = []
            boxes: dict[str, Box] = {}
            pages: list[str] = []
            flags: list[Flag] = []
            for number, page in enumerate(loaded):
                count, named = pdfium.FPDFPage_GetAnnotCount(page), list[tuple[str, Box]]()
                if count > MAX_FIELDS:
                    return None
                for index in range(count):
                    annotation = pdfium.FPDFPage_GetAnnot(page, index)
                    if name := _string(pdfium.FPDFAnnot_GetFormFieldName, form, annotation):
                        values.append((name, _string(pdfium.FPDFAnnot_GetFormFieldValue, form, annotation)))
                        pdfium.FPDFAnnot_GetRect(annotation, corners)
                        edges = corners.left, corners.bottom, corners.right, corners.top
                        named.append((name, box_of(number, edges)))
                    pdfium.FPDFPage_CloseAnnot(annotation)
                boxes |= named
                if not is_ours:
                    text, inside = _texts(page, [box for _, box in named])
                    pages.append(text)
                    pairs = zip(named, inside, strict=True)
                    flags += (WRITTEN_OVER(name) for (name, _), page_text in pairs if page_text.strip())
                page.close()
    except Exception:  # noqa: BLE001 - as above
        return None
    first, repeated = _collected(values)
    return FormFields(first, repeated, visible_flags=tuple(flags[:MAX_SEEN]), boxes=boxes, pages=tuple(pages))


def _collected(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, str], frozenset[str]]:
    """Return the first text of each field, from pairs of name and text, and the names with different texts."""
    values: dict[str, str] = {}
    repeated = {name for name, text in pairs if values.setdefault(name, text) != text}
    return values, frozenset(repeated)


def _walk(pdf: pikepdf.Pdf) -> Iterator[tuple[str, str]]:
    """Yield the full name and the text of each field of the form that contains no other fields."""
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
            partial_name, value, kids = (entry(item, key) for key in ("/T", "/V", "/Kids"))
            if isinstance(partial_name, pikepdf.String):
                name = ".".join(filter(None, (name, str(partial_name))))
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
    """Return whether the pages are those that corrige signed with `token`; False if a page cannot be unpacked."""
    signature = _metadata(pdf, PAGES_KEY)
    try:
        return bool(signature and token) and compare_digest(
            signature.encode(), page_signature(token, drawing(pdf, contents), secret).encode()
        )
    except (ValueError, pikepdf.PdfError):
        return False


def _texts(page: pypdfium2.PdfPage, boxes: Sequence[Box]) -> tuple[str, list[str]]:
    """Return the text of a page, and the page text in each box, "" where there is none."""

    def rows_of(box: Box) -> range:  # the indices of the rows of the page, `ROW` points high, that a box overlaps
        return range(max(int(box.bottom / ROW), 0), min(int(box.top / ROW), MAX_ROW) + 1)

    text = page.get_textpage()
    rows: defaultdict[int, list[Box]] = defaultdict(list)
    for run in (Box(0, *text.get_rect(index)) for index in range(text.count_rects())):
        for row in rows_of(run):
            rows[row].append(run)
    inside = []
    for box in (box.inset(EDGE) for box in boxes):
        runs = (run for row in rows_of(box) for run in rows[row])
        is_touched = any(
            box.left < run.right and run.left < box.right and box.bottom < run.top and run.bottom < box.top
            for run in runs
        )
        inside.append(text.get_text_bounded(box.left, box.bottom, box.right, box.top) if is_touched else "")
    texts = text.get_text_bounded(), inside
    text.close()
    return texts


def _string(read: Callable[..., int], *arguments: object) -> str:
    """Return the text from a PDFium function that fills a buffer with UTF-16 and returns the size in bytes."""
    length = SHORT
    buffer = (pdfium.FPDF_WCHAR * length)()
    while (size := read(*arguments, buffer, 2 * length)) > 2 * length:
        length = size // 2 + 1
        buffer = (pdfium.FPDF_WCHAR * length)()
    return bytes(buffer)[: max(size - 2, 0)].decode("utf-16-le", "replace")
