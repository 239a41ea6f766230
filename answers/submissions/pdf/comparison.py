"""What a person sees on the pages of a sheet beside the same sheet printed again: rendered, and compared by pixels."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from typing import Self

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from answers.exam.identity import Identity, find_signature
from answers.flags import DRAWN_ON, NOT_COMPARED, OTHER_CODE, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.submissions.pdf.pictures import FAINT, Corners, around, beyond, changes, different, regions
from answers.submissions.printed.layout import (
    UNREADABLE,
    Alignment,
    Anchors,
    Box,
    Glyph,
    anchors_of,
    glyphs_of,
    glyphs_on,
    letters_in,
    own_letters,
)
from answers.submissions.raw.objects import page_items

SCALE = 2.0  # pixels a point
EDGE = 2.0  # points of a box in which letters beside it may stand
LEGIBLE = 200  # of 255: a letter that is nowhere as dark is not seen
INSIDE = 1.0  # points of a box in which its border may be
MAX_SEEN = 20
MAX_CODED = 8  # pages on which a code is looked for
VEIL = 128  # of 255: what is below three of them is still told from what is below two
MM = 25.4 / 72
AS_IT_IS = Alignment((1.0, 0.0), (1.0, 0.0))

PageSize = tuple[float, float]
LONG = 10
MINUS = "−"
SPACES = re.compile(r"\s+")


class OpenedPage:
    """A page that PDFium has loaded; read, and rendered, once."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.page = page
        self.size: PageSize = page.get_size()

    @cached_property
    def letters(self) -> tuple[Glyph, ...]:
        """Its letters in the order of the text."""
        text = self.page.get_textpage()
        letters = tuple(glyphs_of(text))
        text.close()
        return letters

    @property
    def anchors(self) -> Anchors:
        """Its words, of a blank sheet."""
        text = self.page.get_textpage()
        found = anchors_of(text)
        text.close()
        return found

    @cached_property
    def seen(self) -> Image.Image:
        """What a person sees."""
        return _rendered(self.page, AS_IT_IS, self.size)


class Opened:
    """A file of modest size, whose pages are loaded when they are asked for.

    Unless it `is_blank`, its fields and notes, if it has a form, are part of its pages.
    """

    def __init__(self, content: bytes, *, is_blank: bool = False) -> None:
        self.content = content
        self._document = pypdfium2.PdfDocument(content)
        if not is_blank:
            self._document.init_forms()
        self._pages: dict[int, OpenedPage] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._document.close()

    def __len__(self) -> int:
        return len(self._document)

    def __iter__(self) -> Iterator[OpenedPage]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> OpenedPage:
        if number not in self._pages:
            if self._document.formenv:
                page = self._document[number]
                page.flatten()
                page.close()
            self._pages[number] = OpenedPage(self._document[number])
        return self._pages[number]

    @property
    def letters(self) -> tuple[tuple[Glyph, ...], ...]:
        """The letters of all pages, without those of fields and notes."""
        if self._document.formenv:
            return glyphs_on(self.content)
        return tuple(page.letters for page in self)


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A sheet as it was printed, where its boxes are, and how it lies on each page of a copy where it does.

    `is_form` says that the copy is the form itself, not what another program printed; `ends` tells where texts end on
    such a copy, in points from the left, which may be beyond their boxes.
    """

    blank: Opened
    boxes: Mapping[str, Box]
    alignments: Mapping[int, Alignment]
    is_form: bool
    ends: Mapping[str, float] = field(default_factory=dict)


def beside_original(copy: Opened, original: ReferenceSheet) -> tuple[Flag, ...]:
    """Return flags for what is seen on a copy that neither its original has nor is text in a box, at most twenty.

    "drawn-on:" with the page and region of what was added or covered outside the boxes; "shown-otherwise:" as
    `beside_text`; "page-changed:" with a page that was added, is missing, has another size, or does not fit;
    "not-compared" where a printed copy lacks what nothing covers: its program may have lost it.

    Not noticed: what is paler than a tenth of black, or nearer than half a point to what the original has.
    """
    return tuple(islice(_differences(copy, original), MAX_SEEN))


def beside_text(copy: Opened, boxes: Mapping[str, Box], values: Mapping[str, str]) -> tuple[Flag, ...]:
    """Return "shown-otherwise:" with each field in whose box something else than its value is seen.

    Another text, something that is no text, or letters that are there and not seen.

    Not noticed: letters of a font that was made to show others.
    """
    odd = (_other_texts(copy[number], _of_page(boxes, number), values) for number in _numbers(boxes))
    return tuple(islice(chain.from_iterable(odd), MAX_SEEN))


def in_boxes(copy: Opened, boxes: Mapping[str, Box]) -> tuple[Flag, ...]:
    """Return "shown-otherwise:" with each box of a printed copy in which a letter stands that nobody sees."""
    unseen = (_unseen(copy[number], _of_page(boxes, number)) for number in _numbers(boxes))
    return tuple(islice(map(SHOWN_OTHERWISE, sorted(chain.from_iterable(unseen))), MAX_SEEN))


def other_codes(copy: Opened, known: Collection[Identity]) -> tuple[Flag, ...]:
    """Return "other-code:" with the page and region of each QR code that is of another sheet than those `known`."""
    pages = range(min(len(copy), MAX_CODED))
    return tuple(chain.from_iterable(_other_codes(copy[number].seen, number, known) for number in pages))


def _other_codes(image: Image.Image, number: int, known: Collection[Identity]) -> Iterator[Flag]:
    import zxingcpp

    for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)):
        signature, place = find_signature(code.text, ""), code.position
        if signature and signature.identity not in known:
            corners = (place.top_left, place.top_right, place.bottom_left, place.bottom_right)
            across, down = [corner.x for corner in corners], [corner.y for corner in corners]
            yield OTHER_CODE(f"page {number + 1}{_told((min(across), min(down), max(across), max(down)))}")


def _other_texts(copied: OpenedPage, boxes: Mapping[str, Box], values: Mapping[str, str]) -> Iterator[Flag]:
    text = copied.page.get_textpage()
    for name, box in boxes.items():
        value, band = values.get(name, ""), _band(box)
        shown = text.get_text_bounded(band.left, band.bottom, band.right, band.top)
        if may_show(shown, value) or may_show(shown := _seen_alone(copied, text, boxes, name), value):
            continue
        line = text.get_text_bounded(band.left, band.bottom, copied.size[0], band.top)
        if not runs_out(shown, line, value):
            yield SHOWN_OTHERWISE(name)
    text.close()
    yield from _odd_boxes(copied, boxes)


def _band(box: Box) -> Box:
    return replace(box, left=box.left + EDGE, bottom=box.bottom + EDGE, right=box.right - EDGE, top=box.top - EDGE)


def _seen_alone(copied: OpenedPage, text: pypdfium2.PdfTextPage, boxes: Mapping[str, Box], name: str) -> str:
    """Return the letters in a box, without those of a text of another box that are clipped there.

    Such a letter is pale where no letter of the box itself stands.
    """
    letters, inside = copied.letters, letters_in(boxes, copied.letters)
    own = set(own_letters(inside, letters).get(name, ()))
    others = [letters[index] for index in inside.get(name, ()) if index not in own]
    alone = [one for one in others if not any(_overlap(one, letters[index]) for index in own)]
    is_clipped = all(_is_pale(one, copied) for one in alone)
    shown = letters_in({name: _band(boxes[name])}, letters).get(name, ())
    codes = (pdfium.FPDFText_GetUnicode(text.raw, index) for index in shown if index in own or not is_clipped)
    return "".join(map(chr, codes))


def _overlap(one: Glyph, other: Glyph) -> bool:
    return one.left < other.right and other.left < one.right


def runs_out(shown: str, line: str, value: str) -> bool:
    """Tell whether a box shows the beginning of a value that is drawn whole, its end unseen beyond the box."""
    value = SPACES.sub("", value)
    pairs = zip(_readings(shown), _readings(line), strict=True)
    return any(value.startswith(seen) and value in written for seen, written in pairs)


def _differences(copy: Opened, original: ReferenceSheet) -> Iterator[Flag]:
    blank = original.blank
    for number in range(max(len(copy), len(blank))):
        fits = number < min(len(copy), len(blank)) and number in original.alignments
        if not fits or (original.is_form and copy[number].size != blank[number].size):
            yield PAGE_CHANGED(number + 1)
        else:
            yield from _beside(copy[number], blank[number].page, number, original)


def _beside(copied: OpenedPage, blank: pypdfium2.PdfPage, number: int, original: ReferenceSheet) -> Iterator[Flag]:
    alignment, size = original.alignments[number], copied.size
    boxes = {name: alignment.moved(box) for name, box in _of_page(original.boxes, number).items()}
    there = _rendered(blank, alignment, size)
    written = [
        _pixels(replace(box, right=max(box.right, min(original.ends.get(name, 0), size[0]))), size)
        for name, box in boxes.items()
    ]
    gained, lost = changes(there, copied.seen, written, is_form=original.is_form)
    hidden = lost if original.is_form else _hidden(lost, copied.page, blank, number, alignment)
    drawn = list(regions(ImageChops.lighter(gained, hidden) if hidden.getbbox() else gained))
    yield from (DRAWN_ON(f"page {number + 1}{_told(region)}") for region in drawn)
    if not drawn and lost.getbbox():
        yield NOT_COMPARED
    yield from _odd_boxes(copied, boxes)


def _hidden(
    lost: Image.Image, page: pypdfium2.PdfPage, blank: pypdfium2.PdfPage, number: int, alignment: Alignment
) -> Image.Image:
    """Of what a copy lacks, what something painted on it covers; a printing program may lose the rest."""
    return ImageChops.darker(lost, _covered(page, blank, number, alignment)) if lost.getbbox() else lost


def _covered(page: pypdfium2.PdfPage, blank: pypdfium2.PdfPage, number: int, alignment: Alignment) -> Image.Image:
    """Return, white on black, where more is painted on a copy than the original has below its text."""
    size = page.get_size()
    for item, kind in page_items(blank):
        if kind == pdfium.FPDF_PAGEOBJ_TEXT:
            pdfium.FPDFPageObj_SetIsActive(item, 0)
    image, there = _through(page.pdf[number], AS_IT_IS, size), _through(blank, alignment, size)
    return ImageChops.subtract(around(there, 2).darkest, image).point(beyond(FAINT // 2))


def _through(page: pypdfium2.PdfPage, alignment: Alignment, size: PageSize) -> Image.Image:
    """Return how much of the paper would be seen, were all that is painted with a colour a veil."""
    for item, _ in page_items(page):
        pdfium.FPDFPageObj_SetFillColor(item, 0, 0, 0, VEIL)
        pdfium.FPDFPageObj_SetStrokeColor(item, 0, 0, 0, VEIL)
    on_white, on_black = (_rendered(page, alignment, size, paper) for paper in (255, 0))
    return ImageChops.subtract(on_white, on_black)


def _odd_boxes(copied: OpenedPage, boxes: Mapping[str, Box]) -> Iterator[Flag]:
    page, size, image = copied.page, copied.size, copied.seen  # rendered before anything is taken off the page
    unseen = _unseen(copied, boxes)
    _leave_text_alone(page)
    others = _rendered(page, AS_IT_IS, size)
    differing = ImageChops.difference(image, others)
    for name, box in boxes.items():
        inside = _pixels(box, size, INSIDE)
        if name in unseen or (differing.crop(inside).getbbox() and different(image.crop(inside), others.crop(inside))):
            yield SHOWN_OTHERWISE(name)


def _numbers(boxes: Mapping[str, Box]) -> list[int]:
    return sorted({box.page for box in boxes.values()})


def _of_page(boxes: Mapping[str, Box], number: int) -> dict[str, Box]:
    return {name: box for name, box in boxes.items() if box.page == number}


def _rendered(page: pypdfium2.PdfPage, alignment: Alignment, size: PageSize, paper: int = 255) -> Image.Image:
    """Return a grey picture of a page as it lies on one of `size`, in points."""
    (across, left), (up, bottom) = alignment.across, alignment.up
    down = size[1] - bottom - up * page.get_size()[1]
    width, height = (int(SCALE * length) for length in size)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_Gray)
    bitmap.fill_rect((paper, paper, paper, 255), 0, 0, width, height)
    matrix = pdfium.FS_MATRIX(SCALE * across, 0, 0, SCALE * up, SCALE * left, SCALE * down)
    everything = pdfium.FS_RECTF(0, 0, width, height)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, everything, 0)
    picture: Image.Image = bitmap.to_pil()  # which keeps what holds its pixels, made by ctypes
    return picture


def _leave_text_alone(page: pypdfium2.PdfPage) -> None:
    for item, kind in page_items(page):
        if kind not in (pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM):
            pdfium.FPDFPageObj_SetIsActive(item, 0)


def _unseen(copied: OpenedPage, boxes: Mapping[str, Box]) -> frozenset[str]:
    """Return the fields of whose text a letter in their box is seen by nobody."""
    letters, inside = copied.letters, letters_in(boxes, copied.letters)
    own = own_letters(inside, letters)
    return frozenset(
        name
        for name, indices in inside.items()
        if any(
            letters[index].char != UNREADABLE and _is_pale(letters[index], copied)
            for index in frozenset(indices).intersection(own.get(name, ()))
        )
    )


def _is_pale(glyph: Glyph, copied: OpenedPage) -> bool:
    """Whether the darkest pixel of a letter is light."""
    edges = _pixels(Box(0, glyph.left, glyph.bottom, glyph.right, glyph.top), copied.size)
    darkest = copied.seen.crop(edges).getextrema()[0]
    assert not isinstance(darkest, tuple)  # it is grey
    return darkest > LEGIBLE


def _pixels(box: Box, size: PageSize, inside: float = 0) -> Corners:
    """Return left, top, right and bottom of a box in pixels, at least one of them."""
    left, right = int(SCALE * (box.left + inside)), int(SCALE * (box.right - inside)) + 1
    top, bottom = int(SCALE * (size[1] - box.top + inside)), int(SCALE * (size[1] - box.bottom - inside)) + 1
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _told(region: Corners) -> str:
    left, top, right, bottom = (edge / SCALE * MM for edge in region)
    return f", {left:.0f}–{right:.0f} × {top:.0f}–{bottom:.0f} mm"


def may_show(seen: str, value: str) -> bool:
    """Tell whether what is seen in the box of a field is its value, or nothing.

    Spaces do not count, nor what stands for a letter that a font lacks, as Chromium draws " /" for a narrow no-break
    space, but for a minus something must. Of a value too long for its box a stretch of ten letters or more is enough.
    Programs such as qpdf draw letters of one byte in a font of two: they are taken apart again.
    """
    letters = "".join(map(_pattern, "".join(value.split(" "))))
    value = SPACES.sub("", value)
    return any(
        not text or (len(text) >= LONG and text in value) or re.fullmatch(letters, text) for text in _readings(seen)
    )


def _pattern(letter: str) -> str:
    if letter.isascii():
        return re.escape(letter)
    return f"[^0-9A-Za-z]{{{int(letter == MINUS)},3}}"


def _readings(seen: str) -> tuple[str, str]:
    halves = seen.encode("utf-16-be", "replace").decode("latin-1").replace("\0", "")
    return SPACES.sub("", seen), SPACES.sub("", halves)
