"""Compare the pages of a handed-in sheet with the issued blank sheet, by pixels and by text."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Self

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops

from answers.flags import DAMAGED, DRAWN_ON, NOT_COMPARED, OTHER_CODE, PAGE_CHANGED, SHOWN_OTHERWISE, Flag
from answers.sheets.identity import Identity, field_item, find_signature
from answers.submissions.pdf.fields import FormFields
from answers.submissions.pdf.pictures import FAINT, Corners, around, beyond, changes, different, regions
from answers.submissions.printed.flattened import PrintedTexts
from answers.submissions.printed.layout import (
    EDGE,
    UNREADABLE,
    Alignment,
    Anchors,
    Box,
    Glyph,
    anchors_of,
    blank_boxes,
    glyphs_of,
    glyphs_on,
    letters_in,
    own_letters,
    text_objects,
)
from answers.submissions.raw.objects import page_items
from answers.submissions.scan import MAX_CODED, qr_codes

MOVED = 1.0  # points by which a program may round coordinates
SCALE = 2.0  # pixels per point
LEGIBLE = 200  # of 255: a letter with no darker pixel is invisible
INSIDE = 1.0  # points inside a box where its border may be
LINE = 2000.0  # points that a text may be long, also beyond the page
NEAR = 0.5  # points within which a picture also shows the letter beside
MARGIN = 5.0  # points inside a box where its border may be on a copy that is not aligned
INK = 128  # of 255: a drawn line has a darker pixel
MAX_SEEN = 20
VEIL = 128  # opacity of 255: three layers are still distinguishable from two
MM = 25.4 / 72
AS_IT_IS = Alignment((1.0, 0.0), (1.0, 0.0))

PageSize = tuple[float, float]
LONG = 10
MINUS = "−"
SPACES = re.compile(r"\s+")


class OpenedPage:
    """A page opened with PDFium; its text is read and its picture rendered at most once."""

    def __init__(self, page: pypdfium2.PdfPage) -> None:
        self.page = page
        self.size: PageSize = page.get_size()

    @cached_property
    def letters(self) -> tuple[Glyph, ...]:
        """The characters of the page in the order of the text."""
        text = self.page.get_textpage()
        letters = tuple(glyphs_of(text))
        text.close()
        return letters

    @property
    def anchors(self) -> Anchors:
        """The words of a blank page with their places, by which a copy is aligned."""
        text = self.page.get_textpage()
        anchors = anchors_of(text)
        text.close()
        return anchors

    @cached_property
    def picture(self) -> Image.Image:
        """The page as a grey picture, `SCALE` pixels per point."""
        return _rendered(self.page, AS_IT_IS, self.size)


class Opened:
    """A PDF opened with PDFium that is known to unpack to no more bytes than a sheet may.

    Pages are loaded on first use. Fields and annotations are flattened into the pages, unless `is_blank`.
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
        """The characters of each page, without those of fields and annotations."""
        if self._document.formenv:
            return glyphs_on(self.content)
        return tuple(page.letters for page in self)

    def letters_without(self, number: int, texts: Collection[int], box: Box) -> tuple[Glyph, ...] | None:
        """Return the characters of page `number` without the text objects `texts`; None if one may be seen in `box`."""
        opened = self[number]
        if self._document.formenv and opened.letters != self.letters[number]:
            return None  # flattening fields has changed the text objects
        text, inside = opened.page.get_textpage(), _pixels(box.inset(INSIDE), opened.size)
        objects, with_objects = text_objects(text), opened.picture.crop(inside)
        for index in texts:
            pdfium.FPDFPageObj_SetIsActive(objects[index], 0)
        try:
            rest = OpenedPage(opened.page)
            is_seen = ImageChops.difference(rest.picture.crop(inside), with_objects).getbbox()
            return None if is_seen else rest.letters
        finally:
            for index in texts:
                pdfium.FPDFPageObj_SetIsActive(objects[index], 1)
            text.close()


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """An issued blank sheet, the boxes of its fields by name, and its alignment with each page of a copy, by index.

    `is_form` says that the copy is the form itself, not a PDF that another program printed from it. `ends` has, for a
    copy printed to PDF, the right end of the text of each field in points from the left of the page; a text may extend
    beyond its box.
    """

    blank: Opened
    boxes: Mapping[str, Box]
    alignments: Mapping[int, Alignment]
    is_form: bool
    ends: Mapping[str, float] = field(default_factory=dict)


def visible_differences(
    copied: Callable[[], "Opened"],
    form: FormFields,
    identities: Sequence[Identity],
    printed: PrintedTexts | None,
    issued: Callable[[], "Opened | None"] | None,
) -> tuple[Flag, ...]:
    """Return flags for content that a reader of the pages sees, but that the values of the fields do not have.

    `copied` opens the handed-in file, `form` has its fields and `identities` the sheets that its tokens name. `printed`
    has the texts of a copy printed to PDF, None for a form. `issued` returns the blank sheet or None; if `issued` is
    None, only the boxes of a printed copy are checked.

    Pages with a valid signature are unchanged: only fields with an appearance in the file are compared with their
    values. Other pages are compared with the blank sheet, with the flags of `beside_original`, `beside_text` and
    `other_codes`; "shown-otherwise:" with each field that was moved; "not-compared" if the sheet is not available;
    "damaged" if the file cannot be rendered. Without the blank sheet, "shown-otherwise:" names at most 20 boxes of a
    printed copy in which a character of the answer is invisible.
    """
    if form.is_repaired or not form.is_modest or (form.is_ours and not form.drawn):
        return form.visible_flags
    try:
        copy = copied()
        flags = list(form.visible_flags)
        sheet = issued() if issued and not form.is_ours else None
        if sheet:
            flags = [flag for flag in form.visible_flags if flag.slug != PAGE_CHANGED.slug]
            if printed:
                original = ReferenceSheet(sheet, printed.boxes, printed.alignments, is_form=False, ends=printed.ends)
            else:
                boxes = blank_boxes(sheet.content)
                flags += (
                    SHOWN_OTHERWISE(name)
                    for name in form.boxes
                    if name in boxes and not form.boxes[name].is_near(boxes[name], MOVED)
                )
                original = ReferenceSheet(sheet, boxes, dict.fromkeys(range(len(form.pages)), AS_IT_IS), is_form=True)
            flags += beside_original(copy, original)
        elif not form.is_ours:
            if printed:
                unseen = set[str]()
                for number, alignment in printed.alignments.items():
                    boxes = {name: alignment.moved(box) for name, box in printed.boxes.items() if box.page == number}
                    unseen |= _unseen(copy[number], boxes, boxes)
                flags += islice(map(SHOWN_OTHERWISE, sorted(unseen)), MAX_SEEN)
            if issued:
                flags.append(NOT_COMPARED)
        if form.drawn:
            flags += beside_text(copy, form.boxes, form.values, form.drawn)
        if identities and not form.is_ours:
            flags += other_codes(copy, identities)
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return (*form.visible_flags, DAMAGED)
    return tuple(flags)


def beside_original(copy: Opened, original: ReferenceSheet) -> tuple[Flag, ...]:
    """Return at most 20 flags for visible differences between a copy and its blank sheet, other than text in boxes.

    "drawn-on:" has the page and region of additions and covered content outside the boxes. "shown-otherwise:" has a
    field with invisible letters or a drawing in its box. "page-changed:" has a page that was added, is missing, has
    another size, or cannot be aligned. "not-compared" means that a printed copy lacks content that nothing covers: the
    printing program may have lost it.

    Not noticed: marks paler than a tenth of black, and marks within half a point of content of the original.
    """
    blank, flags = original.blank, list[Flag]()
    for number in range(max(len(copy), len(blank))):
        fits = number < min(len(copy), len(blank)) and number in original.alignments
        if not fits or (original.is_form and copy[number].size != blank[number].size):
            flags.append(PAGE_CHANGED(number + 1))
        else:
            flags += islice(_beside(copy[number], blank[number].page, number, original), MAX_SEEN)
        if len(flags) >= MAX_SEEN:
            break
    return tuple(flags[:MAX_SEEN])


def beside_text(
    copy: Opened, boxes: Mapping[str, Box], values: Mapping[str, str], drawn: Collection[str]
) -> tuple[Flag, ...]:
    """Return a "shown-otherwise:" flag for each of the `drawn` fields whose box does not show the field's value.

    `drawn` are the fields with an appearance in the file. At most 20 flags. Not noticed: a font that shows other
    letters than it declares.
    """
    flags: list[Flag] = []
    for number in sorted({box.page for box in boxes.values()}):
        copied, page_boxes = copy[number], {name: box for name, box in boxes.items() if box.page == number}
        text = copied.page.get_textpage()
        for name, box in page_boxes.items():
            if name not in drawn:
                continue
            value, band = values.get(name, ""), box.inset(EDGE)
            shown = text.get_text_bounded(band.left, band.bottom, band.right, band.top)
            if may_show(shown, value) or may_show(shown := _seen_alone(copied, text, page_boxes, name), value):
                continue
            line = text.get_text_bounded(band.left, band.bottom, band.left + LINE, band.top)
            if not runs_out(shown, line, value):
                flags.append(SHOWN_OTHERWISE(name))
            if len(flags) >= MAX_SEEN:
                break
        text.close()
        flags += islice(_odd_boxes(copied, page_boxes, drawn), MAX_SEEN)
        if len(flags) >= MAX_SEEN:
            break
    return tuple(flags[:MAX_SEEN])


def shows_lost_answers(copied: Callable[[], Opened], form: FormFields, printed: PrintedTexts) -> bool:
    """Return whether a printed copy has something drawn well inside a box for an answer on a page without its words.

    The edge of each box is ignored, since the page may be moved a little on the copy. False if the file cannot be
    rendered within the limits.
    """
    if form.is_repaired or not form.is_modest:
        return False
    try:
        copy = copied()
        inside = (
            copy[box.page].picture.crop(_pixels(box.inset(MARGIN), copy[box.page].size))
            for name, box in printed.boxes.items()
            if field_item(name) and box.page in printed.lost and box.page < len(copy)
        )
        return any(picture.point(beyond(INK)).getextrema() != (255, 255) for picture in inside)
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return False


def other_codes(copy: Opened, known: Collection[Identity]) -> tuple[Flag, ...]:
    """Return an "other-code:" flag, with page and region in mm, for each QR code of a sheet that is not in `known`.

    Only the first eight pages are searched.
    """
    flags = []
    for number in range(min(len(copy), MAX_CODED)):
        for code in qr_codes(copy[number].picture):
            signature, place = find_signature(code.text, ""), code.position
            if signature and signature.identity not in known:
                corners = (place.top_left, place.top_right, place.bottom_left, place.bottom_right)
                across, down = [corner.x for corner in corners], [corner.y for corner in corners]
                region = _region_text((min(across), min(down), max(across), max(down)))
                flags.append(OTHER_CODE(f"page {number + 1}{region}"))
    return tuple(flags)


def _seen_alone(copied: OpenedPage, text: pypdfium2.PdfTextPage, boxes: Mapping[str, Box], name: str) -> str:
    """Return the letters in the box of field `name`, without clipped letters of a text that begins in another box."""
    letters, inside = copied.letters, letters_in(boxes, copied.letters)
    own = set(own_letters(inside, letters).get(name, ()))
    others = [letters[index] for index in inside.get(name, ()) if index not in own]
    band = boxes[name].inset(EDGE)
    is_clipped = all(
        _is_pale(
            letter._replace(left=max(letter.left + NEAR, band.left), right=min(letter.right - NEAR, band.right)), copied
        )
        for letter in others
        if not any(letter.left < letters[index].right and letters[index].left < letter.right for index in own)
    )
    shown = letters_in({name: band}, letters).get(name, ())
    codes = (pdfium.FPDFText_GetUnicode(text.raw, index) for index in shown if index in own or not is_clipped)
    return "".join(map(chr, codes))


def runs_out(shown: str, line: str, value: str) -> bool:
    """Return whether a box shows the beginning of `value`, and the rest is drawn invisibly to the right of the box.

    `shown` is the text in the box, and `line` the text from the box to the right edge of the page.
    """
    pairs = zip(_readings(shown), _readings(line), strict=True)
    wholes = ((in_box, re.search(_drawn_letters(value), in_line)) for in_box, in_line in pairs)
    return any(whole and whole[0].startswith(in_box) for in_box, whole in wholes)


def _beside(copied: OpenedPage, blank: pypdfium2.PdfPage, number: int, original: ReferenceSheet) -> Iterator[Flag]:
    """Yield the flags for differences between a page and its blank page, and for boxes with odd content."""
    alignment, size = original.alignments[number], copied.size
    boxes = {name: alignment.moved(box) for name, box in original.boxes.items() if box.page == number}
    expected = _rendered(blank, alignment, size)
    written = [
        _pixels(replace(box, right=max(box.right, min(original.ends.get(name, 0), size[0]))), size)
        for name, box in boxes.items()
    ]
    gained, lost = changes(expected, copied.picture, written, is_form=original.is_form)
    hidden = lost
    if lost.getbbox() and not original.is_form:
        # Only content that something on the copy covers counts: the printing program may have lost the rest. There, the
        # copy has more painted layers than the original without its text.
        for item, kind in page_items(blank):
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                pdfium.FPDFPageObj_SetIsActive(item, 0)
        through = _through(copied.page.pdf[number], AS_IT_IS, size)
        blank_through = around(_through(blank, alignment, size), 2).darkest
        covered = ImageChops.subtract(blank_through, through).point(beyond(FAINT // 2))
        hidden = ImageChops.darker(lost, covered)
    drawn = list(regions(ImageChops.lighter(gained, hidden) if hidden.getbbox() else gained))
    yield from (DRAWN_ON(f"page {number + 1}{_region_text(region)}") for region in drawn)
    if not drawn and lost.getbbox():
        yield NOT_COMPARED
    yield from _odd_boxes(copied, boxes, boxes)


def _through(page: pypdfium2.PdfPage, alignment: Alignment, size: PageSize) -> Image.Image:
    """Return how much white paper would show if every object on a page were translucent, as a grey picture."""
    for item, _ in page_items(page):
        pdfium.FPDFPageObj_SetFillColor(item, 0, 0, 0, VEIL)
        pdfium.FPDFPageObj_SetStrokeColor(item, 0, 0, 0, VEIL)
    on_white, on_black = (_rendered(page, alignment, size, paper) for paper in (255, 0))
    return ImageChops.subtract(on_white, on_black)


def _odd_boxes(copied: OpenedPage, boxes: Mapping[str, Box], checked: Collection[str]) -> Iterator[Flag]:
    """Yield a "shown-otherwise:" flag for each field of `checked` with an invisible letter or a drawing in its box."""
    page, size, image = copied.page, copied.size, copied.picture  # rendered before objects are removed
    unseen = _unseen(copied, boxes, checked)
    for item, kind in page_items(page):
        if kind not in (pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM):
            pdfium.FPDFPageObj_SetIsActive(item, 0)
    others = _rendered(page, AS_IT_IS, size)
    differing = ImageChops.difference(image, others)
    for name, box in boxes.items():
        if name not in checked:
            continue
        inside = _pixels(box.inset(INSIDE), size)
        if name in unseen or (differing.crop(inside).getbbox() and different(image.crop(inside), others.crop(inside))):
            yield SHOWN_OTHERWISE(name)


def _rendered(page: pypdfium2.PdfPage, alignment: Alignment, size: PageSize, paper: int = 255) -> Image.Image:
    """Return a grey picture of a page, moved by `alignment`, with the size of a page of `size` points."""
    (across, left), (up, bottom) = alignment.across, alignment.up
    down = size[1] - bottom - up * page.get_size()[1]
    width, height = (int(SCALE * length) for length in size)
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_Gray)
    bitmap.fill_rect((paper, paper, paper, 255), 0, 0, width, height)
    matrix = pdfium.FS_MATRIX(SCALE * across, 0, 0, SCALE * up, SCALE * left, SCALE * down)
    everything = pdfium.FS_RECTF(0, 0, width, height)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, everything, 0)
    picture: Image.Image = bitmap.to_pil()  # keeps a reference to the ctypes buffer with its pixels
    return picture


def _unseen(copied: OpenedPage, boxes: Mapping[str, Box], checked: Collection[str]) -> frozenset[str]:
    """Return those of the fields `checked` with an invisible letter of their own text in the box."""
    letters = copied.letters
    inside = letters_in({name: box for name, box in boxes.items() if name in checked}, letters)
    pale = {
        name: {index for index in indices if letters[index].char != UNREADABLE and _is_pale(letters[index], copied)}
        for name, indices in inside.items()
    }
    if not any(pale.values()):
        return frozenset()  # else one has to find out whose text each letter is, which takes long
    own = own_letters(letters_in(boxes, letters), letters)
    return frozenset(name for name, indices in pale.items() if not indices.isdisjoint(own.get(name, ())))


def _is_pale(glyph: Glyph, copied: OpenedPage) -> bool:
    """Return whether a letter is invisible: even its darkest pixel is light."""
    edges = _pixels(Box(0, glyph.left, glyph.bottom, glyph.right, glyph.top), copied.size)
    darkest = copied.picture.crop(edges).getextrema()[0]
    assert not isinstance(darkest, tuple)  # it is grey
    return darkest > LEGIBLE


def _pixels(box: Box, size: PageSize) -> Corners:
    """Return left, top, right and bottom in pixels of a box, at least one pixel big."""
    left, right = int(SCALE * box.left), int(SCALE * box.right) + 1
    top, bottom = int(SCALE * (size[1] - box.top)), int(SCALE * (size[1] - box.bottom)) + 1
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _region_text(region: Corners) -> str:
    """Return where on the page a region is, in millimetres from the left and from the top."""
    left, top, right, bottom = (edge / SCALE * MM for edge in region)
    return f", {left:.0f}–{right:.0f} × {top:.0f}–{bottom:.0f} mm"


def may_show(seen: str, value: str) -> bool:
    """Return whether the text `seen` in the box of a field may be how `value` looks; True if `seen` is empty.

    Characters that a font lacks may be missing or replaced, as Chromium draws " /" for a narrow no-break space; but
    something must stand for a minus. For a value too long for its box, ten letters of it are enough. Programs such as
    qpdf draw one-byte letters in a two-byte font; such pairs are split.
    """
    letters, value = _drawn_letters(value), SPACES.sub("", value)
    return any(
        not text or (len(text) >= LONG and text in value) or re.fullmatch(letters, text) for text in _readings(seen)
    )


def _drawn_letters(value: str) -> str:
    """Return a regular expression for what fonts without some letters show of `value`, without spaces."""
    return "".join(
        re.escape(letter) if letter.isascii() else f"[^0-9A-Za-z]{{{int(letter == MINUS)},3}}"
        for letter in value
        if not (letter.isascii() and letter.isspace())
    )


def _readings(seen: str) -> tuple[str, str]:
    """Return a text without spaces in two ways: as it is, and as programs show it that take each byte for a letter."""
    halves = seen.encode("utf-16-be", "replace").decode("latin-1").replace("\0", "")
    return SPACES.sub("", seen), SPACES.sub("", halves)
