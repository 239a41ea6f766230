"""Read the glyphs of PDF pages and the boxes of blank sheets, and align printed copies with blank sheets.

A blank sheet is the form that corrige made for one student; a printed copy is a PDF printed from the filled form.
"""

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from ctypes import addressof, c_double
from dataclasses import dataclass
from io import BytesIO
from itertools import combinations
from typing import NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from pikepdf.settings import set_qpdf_limits

from answers.sheets.page_digest import Contents
from answers.submissions.raw.objects import entry

MAX_PAGES = 40
MAX_FIELDS = 2000
MAX_DECODED = 20_000_000
EDGE = 2.0  # points inside the edge of a box where letters beside the box may be
UNREADABLE = "\N{REPLACEMENT CHARACTER}"  # stands for a character that the file does not declare; no number contains it


def limit_qpdf() -> None:
    """Limit the memory of the library qpdf in this process, so that no file of kilobytes unpacks into gigabytes."""
    set_qpdf_limits(flate_max_memory=MAX_DECODED, parser_max_container_size=10 * MAX_FIELDS)


def _is_image(stream: pikepdf.Stream) -> bool:
    return bool(entry(stream, "/Subtype") == pikepdf.Name.Image)


def unpacked(stream: pikepdf.Stream) -> bytes | None:
    """Return the unpacked content of a stream, b"" for an image, None if it is damaged or too large."""
    if _is_image(stream):
        return b""
    try:
        return bytes(stream.read_bytes())
    except (pikepdf.PdfError, RuntimeError):
        return None


def modest_contents(pdf: pikepdf.Pdf) -> Contents | None:
    """Return the unpacked streams of `pdf`, except images, by object and generation number.

    None if a stream cannot be unpacked or all together exceed 20 MB.
    """
    contents: dict[tuple[int, int], bytes] = {}
    total = 0
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream) and not _is_image(item):
            content = unpacked(item)
            total += MAX_DECODED + 1 if content is None else len(content)
            if content is None or total > MAX_DECODED:
                return None
            contents[item.objgen] = content
    return contents


MAX_GLYPHS = 20_000


class Glyph(NamedTuple):
    """A character on a page and its box in points, from the bottom left of the page; spaces may have an empty box.

    `is_upright` is False for a rotated or mirrored glyph. `text_object` numbers the text object that draws the glyph,
    from 1 on each page; 0 if unknown.
    """

    char: str
    left: float
    bottom: float
    right: float
    top: float
    is_upright: bool = True
    text_object: int = 0

    @property
    def is_space(self) -> bool:
        """Whether the character is a space or line end; PDFium also inserts such characters between words."""
        return self.char.isspace()


def page_glyphs(content: bytes) -> tuple[tuple[Glyph, ...], ...] | None:
    """Return the glyphs of each page in the order of the text, None if the file is damaged, too large or too long.

    Files of more than 40 pages are too long, and only 20 000 glyphs of a page are read. A glyph whose character the
    file does not declare is U+FFFD. Hidden and clipped text is read too; text in images is not.
    """
    limit_qpdf()
    try:
        # PDFium may unpack a few kilobytes into gigabytes; qpdf respects a limit and writes plain streams.
        with pikepdf.open(BytesIO(content)) as pdf:
            contents = modest_contents(pdf) if len(pdf.pages) <= MAX_PAGES else None
            if contents is None:
                return None
            for item in pdf.objects:
                if isinstance(item, pikepdf.Stream):
                    item.write(contents.get(item.objgen, b""))
            plain = _Bounded()
            pdf.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
        return glyphs_on(plain.getvalue())
    except Exception:  # noqa: BLE001 - a hostile file makes the libraries raise anything
        return None


def glyphs_on(content: bytes) -> tuple[tuple[Glyph, ...], ...]:
    """Return the glyphs of each page of a file that is known to unpack to no more bytes than an answer sheet may."""
    return tuple(map(tuple, map(glyphs_of, _pages(content))))


def page_text(page: Iterable[Glyph]) -> str:
    """Return the characters of glyphs as one string."""
    return "".join(glyph.char for glyph in page)


class _Bounded(BytesIO):
    """A file in memory; a write beyond `MAX_DECODED` bytes raises ValueError."""

    def write(self, data: object) -> int:
        """Write `data` and return the number of its bytes; ValueError if the file is then larger than `MAX_DECODED`."""
        size = super().write(data)  # type: ignore[arg-type]
        if self.tell() > MAX_DECODED:
            raise ValueError("too much content")
        return size


def _pages(content: bytes) -> Iterator[pypdfium2.PdfTextPage]:
    """Yield the text of each page; a text is closed when the next is asked for."""
    with pypdfium2.PdfDocument(content) as document:
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            yield text
            text.close()
            page.close()


def glyphs_of(text: pypdfium2.PdfTextPage) -> Iterator[Glyph]:
    """Yield the first 20 000 glyphs of a page in the order of the text."""
    page, count = text.raw, min(text.count_chars(), MAX_GLYPHS)
    left, bottom, right, top, matrix = c_double(), c_double(), c_double(), c_double(), pdfium.FS_MATRIX()
    numbers: dict[int, int] = {}
    for index in range(count):
        code = pdfium.FPDFText_GetUnicode(page, index)
        known = code and not 0xD800 <= code < 0xE000 and pdfium.FPDFText_HasUnicodeMapError(page, index) != 1
        pdfium.FPDFText_GetCharBox(page, index, left, right, bottom, top)
        is_turned = pdfium.FPDFText_GetMatrix(page, index, matrix) and not matrix.a > 0 < matrix.d
        is_upright = not is_turned or pdfium.FPDFText_IsGenerated(page, index) == 1  # spaces inserted by PDFium
        char = chr(code) if known else UNREADABLE
        drawn = pdfium.FPDFText_GetTextObject(page, index)
        number = numbers.setdefault(addressof(drawn.contents), len(numbers) + 1) if drawn else 0
        yield Glyph(char, left.value, bottom.value, right.value, top.value, is_upright, number)


def text_objects(text: pypdfium2.PdfTextPage) -> "dict[int, pdfium.FPDF_PAGEOBJECT]":
    """Return the text objects that draw the glyphs of a page, by the numbers that `glyphs_of` gives them."""
    objects: dict[int, pdfium.FPDF_PAGEOBJECT] = {}
    for index in range(min(text.count_chars(), MAX_GLYPHS)):
        drawn = pdfium.FPDFText_GetTextObject(text.raw, index)
        if drawn:
            objects.setdefault(addressof(drawn.contents), drawn)
    return dict(enumerate(objects.values(), 1))


Anchors = Mapping[str, tuple[float, float]]
"""Words of a page, each with the place of its first letter, in points from the bottom left of the page."""

WORD = re.compile(r"\S+")
FITTED = 100  # most words in a fit, since all pairs are compared
LEAST_ANCHORS = 8
LEAST_COMMON = 0.5  # least share of words in common: lower if a program has lost the characters of its glyphs
LEAST_IN_PLACE = 0.9  # least share of common words in place: lower on a sheet of another edition
FAR = 40.0  # least distance in points of two anchors that determine the scale
NEAR = 1.0  # greatest distance in points of an anchor from its expected place


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in points from the bottom left; `page` is the index of the page, from 0."""

    page: int
    left: float
    bottom: float
    right: float
    top: float

    def holds(self, glyph: Glyph) -> bool:
        """Return whether the centre of a glyph is inside the box; the page is not compared."""
        across, up = (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2
        return self.left <= across <= self.right and self.bottom <= up <= self.top

    def inset(self, distance: float) -> "Box":
        """Return the box without a margin of `distance` points along its edges."""
        left, bottom, right, top = self.left, self.bottom, self.right, self.top
        return Box(self.page, left + distance, bottom + distance, right - distance, top - distance)

    def is_near(self, other: "Box", distance: float) -> bool:
        """Return whether two boxes are on one page and their edges are at most `distance` points apart."""
        pairs = ((self.left, other.left), (self.bottom, other.bottom), (self.right, other.right), (self.top, other.top))
        return self.page == other.page and all(abs(edge - other_edge) <= distance for edge, other_edge in pairs)


def box_of(page: int, rectangle: Sequence[float]) -> Box:
    """Return the box of a PDF rectangle, four numbers for two opposite corners in any order."""
    x0, y0, x1, y1 = rectangle
    return Box(page, min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


@dataclass(frozen=True, slots=True)
class Layout:
    """The boxes of a blank sheet by field name, and the anchors of each page.

    Anchors are words by which the pages of a printed copy are aligned with those of the blank sheet.
    """

    boxes: Mapping[str, Box]
    anchors: tuple[Anchors, ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The mapping from a blank page to a printed page: scale and shift in points, each across and up."""

    across: tuple[float, float]
    up: tuple[float, float]

    def moved(self, box: Box) -> Box:
        """Return the place on the printed page of `box`, a box of the blank page."""
        (scale_x, shift_x), (scale_y, shift_y) = self.across, self.up
        return Box(
            box.page,
            scale_x * box.left + shift_x,
            scale_y * box.bottom + shift_y,
            scale_x * box.right + shift_x,
            scale_y * box.top + shift_y,
        )


def blank_layout(pdf: bytes, words: Iterable[Anchors] | None = None) -> Layout:
    """Return the layout of a blank sheet made by corrige."""
    return Layout(blank_boxes(pdf), tuple(map(anchors_of, _pages(pdf)) if words is None else words))


def blank_boxes(pdf: bytes) -> dict[str, Box]:
    """Return the boxes of the fields of a blank sheet made by corrige, by field name."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return {
            str(widget.T): box_of(number, [float(edge) for edge in widget.Rect.as_list()])
            for number, page in enumerate(document.pages)
            for widget in page.get("/Annots", pikepdf.Array()).as_list()
            if "/T" in widget
        }


def letters_in(boxes: Mapping[str, Box], page: Sequence[Glyph]) -> dict[str, list[int]]:
    """Return, for each box, the indices of the glyphs whose centres are in the box, in order and without spaces.

    Boxes without letters are absent. All boxes must be on this page.
    """
    rows: defaultdict[float, list[str]] = defaultdict(list)
    for name, box in boxes.items():
        for row in range(int(box.bottom), int(box.top) + 1):
            rows[row].append(name)
    inside: defaultdict[str, list[int]] = defaultdict(list)
    for index, glyph in enumerate(page):
        names = rows.get((glyph.bottom + glyph.top) / 2 // 1)
        if names and not glyph.is_space:
            for name in names:
                if boxes[name].holds(glyph):
                    inside[name].append(index)
    return dict(inside)


def own_letters(inside: Mapping[str, Sequence[int]], page: Sequence[Glyph]) -> dict[str, list[int]]:
    """Return, for each box, the indices of the letters of the text that begins in the box, also of those beyond it.

    A text that begins in no box belongs to the first box with one of its letters.
    """
    box_of = {index: name for name, indices in inside.items() for index in indices}
    own: defaultdict[str, list[int]] = defaultdict(list)
    owner, before, unowned = None, None, list[int]()
    runs: list[list[int]] = []  # letters that follow each other in one text object
    for index, glyph in enumerate(page):
        if not glyph.is_space:
            last = page[runs[-1][-1]] if runs else None
            if last is None or glyph.text_object != last.text_object or not _follows(last, glyph):
                runs.append([])
            runs[-1].append(index)
    for run in runs:
        across = sorted(run, key=lambda index: page[index].left)
        continues = before is not None and (_follows(page[before], page[across[0]]))
        is_same_object = before is not None and page[before].text_object == page[across[0]].text_object != 0
        name = box_of.get(across[0])
        if name is None and owner and (continues or is_same_object):
            name = owner
        elif name is None:
            name = next((box_of[index] for index in across if index in box_of), None)
        elif continues and owner is None:
            own[name] += unowned
        if name:
            own[name] += run
        unowned = [*unowned, *run] if name is None and continues and owner is None else run
        owner, before = name, across[-1]
    return dict(own)


def _follows(before: Glyph, after: Glyph) -> bool:
    """Return whether the letter `after` is on the line of the letter `before`, at most the height of a letter apart."""
    size = max(before.top - before.bottom, after.top - after.bottom)
    return abs(after.left - before.right) <= size and abs(after.bottom - before.bottom) <= size


def anchors(glyphs: Sequence[Glyph]) -> Anchors:
    """Return the place of the first letter of each word with at least two letters that occurs once on the page."""
    return _first_letters(page_text(glyphs), lambda index: (glyphs[index].left, glyphs[index].bottom))


def anchors_of(page: pypdfium2.PdfTextPage) -> Anchors:
    """Return the place of the first letter of each word that occurs once, on a page that declares all characters."""
    codes = (pdfium.FPDFText_GetUnicode(page, index) for index in range(min(page.count_chars(), MAX_GLYPHS)))
    return _first_letters("".join(map(chr, codes)), lambda index: page.get_charbox(index)[:2])


def _first_letters(text: str, place: Callable[[int], tuple[float, float]]) -> Anchors:
    """Return each word of at least two letters that occurs once in `text`, with `place` of its first letter's index."""
    words = [(match[0], match.start()) for match in WORD.finditer(text)]
    counts = Counter(word for word, _ in words)
    return {word: place(start) for word, start in words if len(word) > 1 and counts[word] == 1}


def has_lost_words(blank: Anchors, printed: Collection[str]) -> bool:
    """Return whether fewer than half of the words of a blank page are among the words of a printed page."""
    return sum(word in printed for word in blank) < LEAST_COMMON * len(blank)


def align(blank: Anchors, printed: Anchors) -> Alignment | None:
    """Return the scale and shift that map the words of a blank page onto a printed page, None if the pages do not fit.

    Half of the words must be on both pages, and nine in ten of these in the same relative place. Added and lost words
    are ignored. A rotated page does not fit.
    """
    common = [word for word in blank if word in printed]
    if len(common) < LEAST_ANCHORS or has_lost_words(blank, printed):
        return None
    sample = common[:: len(common) // FITTED + 1]
    fits = []
    for axis in (0, 1):
        # Fit after = scale · before + shift by the median of slopes (Theil–Sen): a third of the words may be wrong.
        pairs = [(blank[word][axis], printed[word][axis]) for word in sample]
        slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in combinations(pairs, 2) if abs(b[0] - a[0]) > FAR]
        if not slopes or not 0.3 < (scale := statistics.median(slopes)) < 3:
            return None
        fits.append((scale, statistics.median(after - scale * before for before, after in pairs)))
    across, up = fits
    in_place = sum(
        all(
            abs(scale * before + shift - after) < NEAR
            for before, after, (scale, shift) in zip(blank[word], printed[word], fits, strict=True)
        )
        for word in common
    )
    return Alignment(across, up) if in_place > LEAST_IN_PLACE * len(common) else None
