"""Split a PDF into the answer sheets that it contains, with their pages in order and upright.

Every page of a sheet has the sheet's token, a signed text that names exam, seed and student, and its page number, as
text and as QR code.
"""

import re
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf
import pypdfium2

from answers.files import saved
from answers.sheets.identity import TOKEN, find_page_signature, find_signature, is_sheet_field, sheet_field
from answers.sheets.page_digest import TOKEN_KEY
from answers.submissions.pdf.additions import ancestors, form_fields, page_annotations
from answers.submissions.pdf.comparison import Opened
from answers.submissions.pdf.fields import FormFields
from answers.submissions.printed.layout import MAX_PAGES, Box, blank_boxes, box_of, page_glyphs, page_text
from answers.submissions.raw.objects import entry
from answers.submissions.scan import MAX_CODED, qr_codes

FOOTER = re.compile(rf"({TOKEN.pattern})\s*page\s*(\d{{1,2}})\s*/\s*(\d{{1,2}})(?!\d)")
"""The text at the foot of a page: token, page number, number of pages."""
NEAR = 1.0  # points between the box of a field and that on the sheet
OF_PARENT = ("/FT", "/V", "/DA", "/Ff", "/Q", "/MaxLen")


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The token of a page's sheet, the page's number from 1, and the sheet's page count, 0 if unknown."""

    token: str
    number: int
    count: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """Pages of one copy of one sheet in a file.

    `places` are the indices in the file, from 0: first the pages of the sheet in order, then pages without a token that
    follow them. `numbers` are the page numbers on the sheet, from 1, and `count` is the number of its pages.
    """

    token: str
    places: tuple[int, ...]
    numbers: tuple[int, ...]
    count: int

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the sheet's pages that this piece lacks."""
        return tuple(number for number in range(1, self.count + 1) if number not in self.numbers)


def page_texts(content: bytes, form: FormFields) -> tuple[str, ...]:
    """Return the printed text of each page of a file; no texts if the file cannot be read within the limits."""
    if form.pages:
        return form.pages
    if form.is_repaired or not form.is_modest:
        return tuple(map(page_text, page_glyphs(content) or ()))
    with pypdfium2.PdfDocument(content) as document:
        return tuple(page.get_textpage().get_text_bounded() for page in document)


def sheet_pages(content: bytes, form: FormFields, texts: Sequence[str], secret: str) -> tuple[SheetPage | None, ...]:
    """Return the token and number of each page of a file, from its text or else its QR code; None if it has neither.

    QR codes are read on at most eight pages.
    """
    is_harmless = form.is_modest and not form.is_repaired
    pages: list[SheetPage | None] = []
    for text in texts:
        footers = {(match[1], *match.groups()[TOKEN.groups + 1 :]) for match in FOOTER.finditer(text)}
        token, number, count = footers.pop() if len(footers) == 1 else ("", 0, 0)
        pages.append(SheetPage(token, int(number), int(count)) if 0 < int(number) <= int(count) else None)
    unknown = [index for index, page in enumerate(pages) if page is None]
    if is_harmless and unknown:
        signed = [(page.token, find_signature(page.token, secret)) for page in pages if page]
        # Pages of an invalid signature belong together, though each code of a sheet has another digest.
        others = {
            (signature.identity, signature.identity.content_hash): token
            for token, signature in signed
            if signature and not signature.valid
        }
        with Opened(content) as opened:
            for index in unknown[:MAX_CODED]:
                codes = {code.text for code in qr_codes(opened[index].picture)}
                found = {code: page for code in codes if (page := find_page_signature(code, secret))}
                code, (signature, place) = found.popitem() if len(found) == 1 else ("", (None, 0))
                if signature:
                    identity = signature.identity
                    token = others.setdefault((identity, identity.content_hash), code)
                    token = identity.token(secret) if signature.valid else token
                    pages[index] = SheetPage(token, place) if 0 < place <= MAX_PAGES else None
    return tuple(pages)


def pieces(pages: Sequence[SheetPage | None]) -> tuple[Piece, ...]:
    """Group the pages of a file by sheet, in the order of the file.

    A repeated page begins another piece of its sheet. A page without a token belongs to the page before it; such pages
    at the beginning belong to the first page with a token. The result is empty if no page has a token.
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
        sheet_copy = next((copy for copy in copies[page.token] if page.number not in copy), None)
        if sheet_copy is None:
            copies[page.token].append(sheet_copy := {})
        sheet_copy[page.number] = index
        counts[page.token] = max(counts.get(page.token, 0), page.number, page.count)
    return tuple(
        Piece(
            token,
            (
                *(copy[number] for number in sorted(copy)),
                *(other for place in copy.values() for other in others[place]),
            ),
            tuple(sorted(copy)),
            counts[token],
        )
        for token, sheet_copies in copies.items()
        for copy in sheet_copies
    )


def is_one_sheet_in_order(sheet_pieces: Sequence[Piece]) -> bool:
    """Return whether a file needs no splitting: a single sheet with all pages in order, or no page with a token."""
    if not sheet_pieces:
        return True
    piece, *more = sheet_pieces
    return not more and not piece.missing and list(piece.places) == list(range(len(piece.places)))


def with_unnamed(pages: Sequence[SheetPage | None]) -> tuple[SheetPage | None, ...]:
    """Return the pages of a file with a single sheet, with missing identities filled in from their position.

    A page remains None if the known pages are of several sheets or not in order, or if it comes after the last page.
    """
    known = [page for page in pages if page]
    tokens = {page.token for page in known}
    if len(tokens) != 1 or any(page and page.number != index + 1 for index, page in enumerate(pages)):
        return tuple(pages)
    token, count = tokens.pop(), max(page.count for page in known)
    return tuple(
        page or (SheetPage(token, index + 1, count) if index < count else None) for index, page in enumerate(pages)
    )


@dataclass(frozen=True, slots=True)
class PiecePdf:
    """The pages of a `Piece` as a PDF of their own: upright, in order, with the field names of the sheet.

    `merged` says that a program has merged fields of several papers into one field with one value; `lost` are the names
    of fields whose value is unknown for this reason.
    """

    content: bytes
    merged: bool = False
    lost: frozenset[str] = frozenset()


def piece_pdfs(content: bytes, sheet_pieces: Sequence[Piece], sheets: Sequence[bytes | None]) -> Iterator[PiecePdf]:
    """Yield a PDF for each piece (the pages of one copy of a sheet) of a file, in the order of `sheet_pieces`.

    `sheets` has the blank sheet of each piece, which gives the field names. Where a program that joins papers has
    merged fields of one name, they are drawn into the pages and removed, so that the piece is read as a printed copy
    is.
    """
    with (
        pikepdf.open(BytesIO(content)) as pdf,
        warnings.catch_warnings(action="ignore"),
    ):  # pikepdf warns that a form is not copied
        # The objects with the common value of fields in several pieces.
        owners: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for rank, piece in enumerate(sheet_pieces):
            for widget in form_fields(pdf.pages[place] for place in piece.places):
                holder, _ = _inherited(widget, "/V")
                if holder.objgen != widget.objgen:
                    owners[holder.objgen].add(rank)
        shared = {holder for holder, ranks in owners.items() if len(ranks) > 1}
        for piece, sheet in zip(sheet_pieces, sheets, strict=True):
            boxes = blank_boxes(sheet) if sheet else {}
            merged, drawn, lost = False, False, set()
            for index, place in enumerate(piece.places):
                page = pdf.pages[place]
                number = piece.numbers[index] if index < len(piece.numbers) else 0
                for widget in form_fields([page]):
                    is_shared = _inherited(widget, "/V")[0].objgen in shared
                    _stand_alone(widget, boxes, number)
                    merged, drawn = merged or is_shared, drawn or (is_shared and "/AP" in widget)
                    if is_shared and "/AP" not in widget:
                        lost.add(str(widget.get("/T", "")))
            piece_content = _extracted(pdf, piece, lost, None if piece.missing else sheet)
            if drawn:
                with pypdfium2.PdfDocument(piece_content) as document:
                    document.init_forms()
                    for page in document:
                        page.flatten()
                    piece_content = saved(document.save)
                with pikepdf.open(BytesIO(piece_content)) as flat:
                    for owner, key in (*((page.obj, "/Annots") for page in flat.pages), (flat.Root, "/AcroForm")):
                        if key in owner:
                            del owner[key]
                    piece_content = saved(flat.save)
            yield PiecePdf(piece_content, merged, frozenset(lost))


def _extracted(pdf: pikepdf.Pdf, piece: Piece, lost: Collection[str], sheet: bytes | None) -> bytes:
    """Return a PDF with the pages of a piece of a handed-in file, without the form fields in `lost`."""
    with pikepdf.new() as piece_pdf:
        for place in piece.places:
            piece_pdf.pages.append(pdf.pages[place])
            page = piece_pdf.pages[-1]
            if "/Rotate" in page.obj:
                del page.obj["/Rotate"]
            if lost:
                annotations = page_annotations(page)
                page.obj["/Annots"] = pikepdf.Array(
                    [annotation for annotation in annotations if str(annotation.get("/T", "")) not in lost]
                )
        if fields := list(form_fields(piece_pdf.pages)):
            whole, entries = pdf.Root.get("/AcroForm"), {}
            if isinstance(whole, pikepdf.Dictionary):  # its fonts, and whether viewers redraw the fields
                entries = {key: whole[key] for key in ("/DR", "/DA", "/NeedAppearances") if key in whole}
            form = piece_pdf.copy_foreign(pdf.make_indirect(pikepdf.Dictionary(entries)))
            piece_pdf.Root["/AcroForm"] = form
            piece_pdf.Root.AcroForm["/Fields"] = pikepdf.Array(fields)
        if not _take_metadata(piece_pdf, pdf, piece.token) and sheet:
            with pikepdf.open(BytesIO(sheet)) as blank:
                _take_metadata(piece_pdf, blank, piece.token)
        return saved(piece_pdf.save)


def _take_metadata(piece_pdf: pikepdf.Pdf, pdf: pikepdf.Pdf, token: str) -> bool:
    """Copy the metadata of `pdf` into `piece_pdf` if the metadata have this token; return whether they were copied."""
    info = pdf.trailer.get("/Info")
    if not isinstance(info, pikepdf.Dictionary) or str(info.get(TOKEN_KEY, "")) != token:
        return False
    piece_pdf.trailer["/Info"] = piece_pdf.copy_foreign(pdf.make_indirect(info))
    return True


def only_pages(sheet: bytes, numbers: Sequence[int]) -> bytes:
    """Return a PDF with only some pages of a blank sheet, by their numbers from 1; numbers of no page are ignored."""
    with pikepdf.open(BytesIO(sheet)) as pdf:
        pages = [pdf.pages[number - 1] for number in numbers if number <= len(pdf.pages)]
        del pdf.pages[:]
        pdf.pages.extend(pages)
        return saved(pdf.save)


def _inherited(field: pikepdf.Object, key: str) -> tuple[pikepdf.Object, object | None]:
    """Return the owner and the value of an entry: the field itself or its nearest ancestor that has the entry."""
    holder = next((ancestor for ancestor in ancestors(field) if key in ancestor), field)
    return holder, entry(holder, key)


def _stand_alone(field: pikepdf.Object, boxes: Mapping[str, Box], number: int) -> None:
    """Set inherited entries of a field on the field itself, and give it the name that the sheet's field has."""
    chain = list(ancestors(field))
    names = [str(ancestor["/T"]) for ancestor in reversed(chain) if "/T" in ancestor]
    full_name = name = ".".join(names)
    if name not in boxes and (boxes or not is_sheet_field(name)):
        # Programs that join forms rename fields, some to a number or a random name.
        # The name is that of the field of the sheet in its place, else a part of its name.
        edges = [float(edge) for edge in field.get("/Rect", ())]
        place = box_of(number - 1, edges) if len(edges) == 4 else None
        in_place = (known for known, box in boxes.items() if place is not None and box.is_near(place, NEAR))
        name = next(in_place, sheet_field(name) or name)
    if len(chain) > 1:
        for key in OF_PARENT:
            _, value = _inherited(field, key)
            if value is not None:
                field[key] = value
        del field["/Parent"]
    if name != full_name or len(names) != 1 or "/T" not in field:
        field["/T"] = pikepdf.String(name)
