"""The pages of a PDF by the sheet that each is of: put in order, set upright, and taken apart by student.

Every page of a sheet bears its token and its number, as text and as a QR code. What programs do to whole pages
(reverse, rotate, delete, repeat, join with those of others) is undone here, before anything is read.
"""

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2

from answers.exam.identity import STUDENT_FIELDS, TOKEN, Identity, field_item, find_page_signature, find_signature
from answers.exam.page_digest import TOKEN_KEY
from answers.submissions.pdf.additions import page_annotations
from answers.submissions.pdf.comparison import Opened
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.layout import MAX_PAGES, Box, blank_boxes, page_glyphs, page_text
from answers.submissions.raw.objects import entry

FOOTER = re.compile(rf"({TOKEN.pattern})\s*page\s*(\d{{1,2}})\s*/\s*(\d{{1,2}})(?!\d)")
MAX_CODED = 8  # pages on which a QR code is looked for
RENAMED = re.compile(r"(?:.*\.)?(\w+?)(?:\+\d+)?", re.ASCII | re.DOTALL)
NEAR = 1.0  # points between the box of a field and that of the sheet
MAX_DEPTH = 16
OF_PARENT = ("/FT", "/V", "/DA", "/Ff", "/Q", "/MaxLen")


@dataclass(frozen=True, slots=True)
class SheetPage:
    """What a page says that it is: the token, its number on the sheet from 1, how many the sheet has (0: unknown)."""

    token: str
    number: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """Pages of one sheet in a file: the token, where each page is in the file from 0, its number on the sheet.

    `places` has first the pages of the sheet in their order, then pages that name no sheet and follow one of these.
    """

    token: str
    places: tuple[int, ...]
    numbers: tuple[int, ...]
    count: int

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the pages of the sheet that are not there."""
        return tuple(number for number in range(1, self.count + 1) if number not in self.numbers)


def page_texts(content: bytes, form: FormFields) -> tuple[str, ...]:
    """Return the printed text of each page of a file."""
    if form.pages:
        return form.pages
    if form.is_repaired or not form.is_modest:
        return tuple(map(page_text, page_glyphs(content) or ()))
    with pypdfium2.PdfDocument(content) as document:
        return tuple(page.get_textpage().get_text_bounded() for page in document)


def sheet_pages(content: bytes, form: FormFields, texts: Sequence[str], secret: str) -> tuple[SheetPage | None, ...]:
    """Return what each page of a file says that it is, by its text, else by its QR code; None where it does not."""
    is_harmless = form.is_modest and not form.is_repaired
    found = [_by_footer(text) for text in texts]
    unknown = [index for index, page in enumerate(found) if page is None]
    if is_harmless and unknown:
        seals = [(page.token, find_signature(page.token, secret)) for page in found if page]
        # What is not genuine stays so, and together: each code of a sheet has another digest.
        others = {
            (signature.identity, signature.identity.content_hash): token
            for token, signature in seals
            if signature and not signature.valid
        }
        with Opened(content) as opened:
            for index in unknown[:MAX_CODED]:
                found[index] = _by_code(opened, index, secret, others)
    return tuple(found)


def _by_footer(text: str) -> SheetPage | None:
    """Return the one page that a text names; None if it names none, several, or one that no sheet has."""
    named = {(match[1], *match.groups()[TOKEN.groups + 1 :]) for match in FOOTER.finditer(text)}
    if len(named) != 1:
        return None
    token, number, count = named.pop()
    page = SheetPage(token, int(number), int(count))
    return page if 0 < page.number <= page.count else None


def _by_code(opened: Opened, index: int, secret: str, others: dict[tuple[Identity, str], str]) -> SheetPage | None:
    """Return the same by the code of a page; `others` are the tokens of sheets that are not genuine."""
    import zxingcpp

    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    codes = {code.text for code in zxingcpp.read_barcodes(opened[index].seen, formats=formats)}
    named = {code: found for code in codes if (found := find_page_signature(code, secret))}
    if len(named) != 1:
        return None
    code, (signature, number) = named.popitem()
    identity = signature.identity
    token = identity.token(secret) if signature.valid else others.setdefault((identity, identity.content_hash), code)
    return SheetPage(token, number) if 0 < number <= MAX_PAGES else None


def pieces(pages: Sequence[SheetPage | None]) -> tuple[Piece, ...]:
    """Return the pages of each sheet, in the order of the file.

    A page that comes twice begins another piece of the same sheet. A page that names no sheet stays with the page
    before it. Nothing is returned where no page names a sheet.
    """
    copies: defaultdict[str, list[dict[int, int]]] = defaultdict(list)
    others: defaultdict[int, list[int]] = defaultdict(list)
    counts: dict[str, int] = {}
    first = next((index for index, page in enumerate(pages) if page), None)
    if first is None:
        return ()
    last = first
    for index, page in enumerate(pages):
        if page is None:
            others[last].append(index)
            continue
        last = index
        own = next((copy for copy in copies[page.token] if page.number not in copy), None)
        if own is None:
            copies[page.token].append(own := {})
        own[page.number] = index
        counts[page.token] = max(counts.get(page.token, 0), page.number, page.count)
    return tuple(
        Piece(
            token,
            (*(copy[number] for number in sorted(copy)), *(one for at in copy.values() for one in others[at])),
            tuple(sorted(copy)),
            counts[token],
        )
        for token, own_copies in copies.items()
        for copy in own_copies
    )


def is_plain(found: Sequence[Piece]) -> bool:
    """Return whether a file holds one sheet, its pages all there and in order, or nothing that says what it is."""
    if not found:
        return True
    piece, *more = found
    return not more and not piece.missing and list(piece.places) == list(range(len(piece.places)))


def with_unnamed(pages: Sequence[SheetPage | None]) -> tuple[SheetPage | None, ...]:
    """Return the pages of a file, those that name no sheet being the ones that the only sheet lacks at their place.

    So are pages of which a program has lost the text, and a fold the code.
    """
    known = [page for page in pages if page]
    tokens = {page.token for page in known}
    if len(tokens) != 1 or any(page and page.number != index + 1 for index, page in enumerate(pages)):
        return tuple(pages)
    token, count = tokens.pop(), max(page.count for page in known)
    return tuple(
        page or (SheetPage(token, index + 1, count) if index < count else None) for index, page in enumerate(pages)
    )


def is_turned(content: bytes) -> bool:
    """Return whether viewers show some page turned; those of a sheet are not."""
    with pikepdf.open(BytesIO(content)) as pdf:
        return any(page.rotation for page in pdf.pages)


def has_stray_fields(content: bytes) -> bool:
    """Return whether pages have fields with values and the file no form, as programs leave it that copy pages."""
    with pikepdf.open(BytesIO(content)) as pdf:
        return "/AcroForm" not in pdf.Root and any(_inherited(field, "/V")[1] for field in _widgets(pdf.pages))


@dataclass(frozen=True, slots=True)
class PiecePdf:
    """Pages of one sheet as a file: upright, in the order of the sheet, the fields called as on the sheet.

    Attributes
    ----------
    merged
        Whether a program has made one field of fields of several papers, which then have one value.
    lost
        The fields of which no value is known for that reason.
    """

    content: bytes
    merged: bool = False
    lost: frozenset[str] = frozenset()


def piece_pdfs(content: bytes, found: Sequence[Piece], sheets: Sequence[bytes | None]) -> Iterator[PiecePdf]:
    """Yield each piece as a file of its own; `sheets` are their blank sheets, if to be had, which know the fields.

    The value of a field is what its page says. Of fields that share one value with another paper, what is drawn on the
    page is made part of it, to be read as on a printed copy.
    """
    with pikepdf.open(BytesIO(content)) as pdf, warnings.catch_warnings(action="ignore"):  # that a form is left behind
        whole = pdf.Root.get("/AcroForm")
        shared = _shared_values(pdf, found)
        for piece, sheet in zip(found, sheets, strict=True):
            boxes = blank_boxes(sheet) if sheet else {}
            merged, drawn, lost = False, False, set()
            for index, place in enumerate(piece.places):
                page = pdf.pages[place]
                number = piece.numbers[index] if index < len(piece.numbers) else 0
                for widget in _widgets([page]):
                    is_shared = _inherited(widget, "/V")[0].objgen in shared
                    _stand_alone(widget, boxes, number)
                    merged, drawn = merged or is_shared, drawn or (is_shared and "/AP" in widget)
                    if is_shared and "/AP" not in widget:
                        lost.add(str(widget.get("/T", "")))
            with pikepdf.new() as own:
                for place in piece.places:
                    own.pages.append(pdf.pages[place])
                    if "/Rotate" in own.pages[-1].obj:
                        del own.pages[-1].obj["/Rotate"]
                fields = [one for one in _widgets(own.pages) if str(one.get("/T", "")) not in lost]
                for page in own.pages if lost else ():
                    objects = [
                        annotation for annotation in page_annotations(page) if str(annotation.get("/T", "")) not in lost
                    ]
                    page.obj["/Annots"] = pikepdf.Array(objects)
                if fields:
                    known = own.copy_foreign(pdf.make_indirect(pikepdf.Dictionary(_form_entries(whole))))
                    own.Root["/AcroForm"] = known
                    own.Root.AcroForm["/Fields"] = pikepdf.Array(fields)
                _name_sheet(own, pdf, piece.token, None if piece.missing else sheet)
                stream = BytesIO()
                own.save(stream)
            made = stream.getvalue()
            yield PiecePdf(_flattened(made) if drawn else made, merged, frozenset(lost))


def _shared_values(pdf: pikepdf.Pdf, found: Sequence[Piece]) -> frozenset[tuple[int, int]]:
    """Return the objects that hold the value of fields of several pieces."""
    owners: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for rank, piece in enumerate(found):
        for widget in _widgets(pdf.pages[place] for place in piece.places):
            holder, _ = _inherited(widget, "/V")
            if holder.objgen != widget.objgen:
                owners[holder.objgen].add(rank)
    return frozenset(holder for holder, ranks in owners.items() if len(ranks) > 1)


def _form_entries(form: object) -> dict[str, pikepdf.Object]:
    """Return what a form says beside its fields: the fonts, and whether viewers draw it anew."""
    if not isinstance(form, pikepdf.Dictionary):
        return {}
    return {key: form[key] for key in ("/DR", "/DA", "/NeedAppearances") if key in form}


def only_pages(sheet: bytes, numbers: Sequence[int]) -> bytes:
    """Return some pages of a blank sheet."""
    with pikepdf.open(BytesIO(sheet)) as pdf:
        pages = [pdf.pages[number - 1] for number in numbers if number <= len(pdf.pages)]
        del pdf.pages[:]
        pdf.pages.extend(pages)
        stream = BytesIO()
        pdf.save(stream)
        return stream.getvalue()


def _widgets(pages: Iterable[pikepdf.Page]) -> Iterator[pikepdf.Object]:
    annotations = (annotation for page in pages for annotation in page_annotations(page))
    return (one for one in annotations if one.get("/Subtype") == pikepdf.Name.Widget)


def _ancestors(field: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Yield a field and those above it."""
    above: pikepdf.Object | None = field
    for _ in range(MAX_DEPTH):
        if not isinstance(above, pikepdf.Dictionary):
            return
        yield above
        above = entry(above, "/Parent")


def _inherited(field: pikepdf.Object, key: str) -> tuple[pikepdf.Object, object | None]:
    """Return the field, or the one above it, that has an entry, and the entry; the field itself if none has."""
    found = next((ancestor for ancestor in _ancestors(field) if key in ancestor), field)
    return found, entry(found, key)


def _stand_alone(field: pikepdf.Object, boxes: Mapping[str, Box], number: int) -> None:
    """Give a field what it has from those above it, and the name that it has on the sheet."""
    chain = list(_ancestors(field))
    names = [str(one["/T"]) for one in reversed(chain) if "/T" in one]
    name = _sheet_name(".".join(names), [float(edge) for edge in field.get("/Rect", ())], boxes, number)
    if len(chain) > 1:
        for key in OF_PARENT:
            _, value = _inherited(field, key)
            if value is not None:
                field[key] = value
        del field["/Parent"]
    if name != ".".join(names) or len(names) != 1 or "/T" not in field:
        field["/T"] = pikepdf.String(name)


def _sheet_name(name: str, edges: Sequence[float], boxes: Mapping[str, Box], number: int) -> str:
    """Return what a field is called on the sheet: its name, else that of the field in its place, else a part of it.

    Programs that join forms call fields anew: qpdf "q1_1+1", pdftk "2.q1_1", others by a number or at random.
    """
    if name in boxes or (not boxes and _is_sheet_field(name)):
        return name
    if len(edges) == 4:
        left, right = sorted((edges[0], edges[2]))
        bottom, top = sorted((edges[1], edges[3]))
        for known, box in boxes.items():
            corners = zip((left, bottom, right, top), (box.left, box.bottom, box.right, box.top), strict=True)
            if box.page == number - 1 and all(abs(here - there) <= NEAR for here, there in corners):
                return known
    match = RENAMED.fullmatch(name)
    return match[1] if match and _is_sheet_field(match[1]) else name


def _is_sheet_field(name: str) -> bool:
    return name in STUDENT_FIELDS or field_item(name) is not None


def _name_sheet(own: pikepdf.Pdf, whole: pikepdf.Pdf, token: str, sheet: bytes | None) -> None:
    """Let the metadata be those of the sheet that the pages name: those of the file, else those of the `sheet`."""
    info = whole.trailer.get("/Info")
    if isinstance(info, pikepdf.Dictionary) and str(info.get(TOKEN_KEY, "")) == token:
        own.trailer["/Info"] = own.copy_foreign(whole.make_indirect(info))
    elif sheet:
        with pikepdf.open(BytesIO(sheet)) as blank:
            info = blank.trailer.get("/Info")
            if isinstance(info, pikepdf.Dictionary) and str(info.get(TOKEN_KEY, "")) == token:
                own.trailer["/Info"] = own.copy_foreign(blank.make_indirect(info))


def _flattened(content: bytes) -> bytes:
    """Return a file whose fields are part of its pages."""
    with pypdfium2.PdfDocument(content) as document:
        document.init_forms()
        for page in document:
            page.flatten()
        stream = BytesIO()
        document.save(stream)
    with pikepdf.open(stream) as pdf:
        for page in pdf.pages:
            if "/Annots" in page.obj:
                del page.obj["/Annots"]
        if "/AcroForm" in pdf.Root:
            del pdf.Root["/AcroForm"]
        plain = BytesIO()
        pdf.save(plain)
        return plain.getvalue()
