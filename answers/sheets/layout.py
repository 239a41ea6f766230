"""Arrange the answer boxes of a sheet in rows, find boxes on printed pages, and draw page codes and corner marks.

Codes and marks are drawn on finished pages: in the HTML layout they would take more time than all questions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from io import BytesIO
from math import ceil, floor
from typing import Final, Generic, TypeVar

from answers.assets import asset
from answers.exam.question import Part
from answers.kinds.numbers.numbers import Numbers
from answers.sheets.identity import field_item

C = TypeVar("C")

CHARACTER: Final = 4.2
"""Width in millimetres for a handwritten character."""
ROW: Final = 175.2
"""Width in millimetres of a row after the letter of its part, with the gap after its last box."""
GAP, PADDING, LETTER = 2.5, 1.0, 3.6
"""Widths in millimetres: the gap after a box, the space after a label, and the letter of a part inside a label."""
NO_LABEL = 0.1
"""Width in millimetres before a box without a label."""
MOST: Final = 7
"""The most boxes in a row."""
POINTS: Final = 9.5
"""Font size of a label in points; the style sheet sets its font."""
TWO_LINES, WIDEST = 15.8, 46.0
"""Widths in millimetres of labels: up to twice the first, a label takes two lines; none is wider than the second."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of answer boxes: its class in the style sheet and its width in millimetres."""

    name: str
    width: float


DIGITS, NUMBER, LONG = Size("digits", 12), Size("number", 38), Size("long", 50)
FRACTION = Size("fraction", 33)
"""The size of a higher box, for fractions on two lines."""
LINE = Size("line", 120)
"""The size of a box for a list or another long text."""
WRITTEN = Size("written", ROW)
"""The size of a ruled box for a written answer, below its label."""


def size_of(part: Part) -> Size:
    """Return the smallest size of boxes that fits all right answers to a part."""
    if part.lines:
        return WRITTEN
    if part.option_labels:
        return Size(NUMBER.name, NUMBER.width + GAP + pitch(part.option_labels) * len(part.option_labels) / 2)
    characters = part.width or part.kind.characters(part.tolerance)
    if not characters:
        return FRACTION
    fits = [size for size in (DIGITS, NUMBER, LONG) if characters * CHARACTER <= size.width]
    return fits[0] if fits else LONG if isinstance(part.kind, Numbers) else LINE


TICK, TICK_GAP, INDENT, FIELD_GAP = 4.5, 2.0, 1.2, 2.15
"""Millimetres: side of a tick box, from there to the place of its label, from there to the first letter, and from the

field to the first tick box. The style sheet options.css has these values too.
"""


def pitch(labels: Sequence[str]) -> float:
    """Return the millimetres from one tick box to the next, for the longest of `labels` in all languages."""
    return ceil(10 * (TICK + TICK_GAP + INDENT + max(map(_length, labels)) + 4)) / 10


def option_boxes(part: Part, field: "Rectangle") -> "tuple[tuple[Rectangle, ...], tuple[Rectangle, ...]]":
    """Return the tick boxes of a part's options and the places of their labels, to the right of `field`."""
    x, y, width, height = field
    step, top = pitch(part.option_labels), y + (height - TICK) / 2
    lefts = [x + width + FIELD_GAP + at * step for at in range(len(part.option_labels) // 2)]
    boxes = tuple((left, top, TICK, TICK) for left in lefts)
    labels = tuple((left + TICK + TICK_GAP, top, step - TICK - 2 * TICK_GAP, TICK) for left in lefts)
    return boxes, labels


STRIP_TOP, STRIP_PITCH, STRIP_MOST = 6.0, 11.5, 11
"""Measures of an examiner's strip, the row of points to tick above the box of a written answer.

Millimetres from the top of the strip to the box below, and from one box of the strip to the next; and the most boxes.
The style sheet written.css has the first two too.
"""


def strip_points(points: Fraction) -> tuple[Fraction, ...]:
    """Return the numbers of points that the examiner of a written answer may tick on the sheet, from 0 to `points`.

    Steps are of half a point, or of a tenth of `points` if there would be more than 11 numbers or the last is not
    reached.
    """
    step = Fraction(1, 2) if (2 * points).denominator == 1 and 2 * points < STRIP_MOST else points / (STRIP_MOST - 1)
    return tuple(step * at for at in range(int(points / step) + 1))


def strip_boxes(part: Part, field: "Rectangle") -> "tuple[Rectangle, ...]":
    """Return the tick boxes above a written answer, one for each of `strip_points`, from left to right.

    `field` is the box of the answer.
    """
    x, y, width, _ = field
    count = len(strip_points(part.points))
    lefts = [x + width - TICK - STRIP_PITCH * (count - 1 - at) for at in range(count)]
    return tuple((left, y - STRIP_TOP, TICK, TICK) for left in lefts)


@dataclass(frozen=True, slots=True)
class Rows(Generic[C]):
    """The items of a question, arranged in rows.

    Attributes
    ----------
    label
        Width of labels in millimetres; 0 for ruled boxes of written answers.
    beside
        Whether parts may share a row.
    widest
        Width of boxes of the size `LINE`; 0 if the question has no such box.
    has_labels
        False for a wide matrix, whose labels a sheet leaves out: the place of a box shows which item it is.
    """

    label: float
    rows: tuple[tuple[C, ...], ...]
    beside: bool
    widest: float = 0
    has_labels: bool = True

    @property
    def is_written(self) -> bool:
        """Whether the boxes are ruled boxes for written answers, each in a row of its own."""
        return not self.label

    @property
    def name(self) -> str:
        """The style class of the labels, with their width in tenths of a millimetre: "w125"."""
        return f"w{self.label * 10:.0f}"

    def width(self, size: Size) -> float:
        """Return the width in millimetres of label, box and gap for a box of this size."""
        return self.label + size.width + GAP


def arrange(parts: Sequence[tuple[Size, Sequence[C]]], label_of: Callable[[C], str], columns: int = 0) -> Rows[C]:
    """Arrange the items of a question in as few rows as possible, with labels of equal width.

    `parts` has the size of boxes and the items of each part, `label_of` returns the label of an item, and `columns` is
    the number of columns of a matrix, else 0. Boxes of the same size form columns. A part has evenly filled rows of its
    own, or stands as a whole beside another part; then the letter of each part precedes its first label. Ruled boxes
    have rows of their own, and labels of width 0. A matrix has one row for each of its rows, without labels if these
    leave too little room. A matrix that is still too wide is arranged like other items.
    """
    if all(size is WRITTEN for size, _ in parts):
        return Rows(0, tuple((cell,) for _, cells in parts for cell in cells), beside=False)
    longest = max(_length(label_of(cell)) for _, cells in parts for cell in cells) + PADDING
    for label in (longest, NO_LABEL) if columns else ():
        if columns * (label + max(size.width for size, _ in parts) + GAP) <= ROW:
            rows = (cells[i : i + columns] for _, cells in parts for i in range(0, len(cells), columns))
            return Rows(ceil(10 * label) / 10, tuple(map(tuple, rows)), beside=False, has_labels=label == longest)
    alone, beside = _rows(parts, longest, beside=False), _rows(parts, longest + LETTER, beside=True)
    return beside if len(beside.rows) < len(alone.rows) else alone


def _rows(parts: Sequence[tuple[Size, Sequence[C]]], label: float, *, beside: bool) -> Rows[C]:
    """Return the items in rows with labels at least `label` mm wide; with `beside`, a part may follow another one."""
    width, *others = {size.width for size, _ in parts}
    if others:
        label = ceil(10 * label) / 10
    else:  # wide enough that the boxes fill the row
        in_row = max(min(int(ROW / (label + width + GAP)), MOST), 1)
        label = floor(10 * (ROW / in_row - width - GAP)) / 10
    rows: list[tuple[C, ...]] = []
    left = 0.0
    for size, cells in parts:
        cell = label + size.width + GAP
        count = -(-len(cells) // max(int(ROW / cell), 1))
        each = -(-len(cells) // count)
        if beside and len(cells) * cell < left + PADDING:
            rows[-1] += tuple(cells)
        else:
            rows += (tuple(cells[i : i + each]) for i in range(0, len(cells), each))
            left = ROW if count == 1 else 0
        left -= len(cells) * cell
    return Rows(label, tuple(rows), beside, max((size.width for size, _ in parts if size == LINE), default=0))


def _length(label: str) -> float:
    """Return the width of a label in millimetres, of its longer line if it is set on two lines."""
    advances = _advances("field.ttf", "text-regular.otf")
    whole, *words = (POINTS * MM * sum(advances.get(char, 1) for char in text) for text in (label, *label.split(" ")))
    longest = max(words)
    if TWO_LINES < whole < 2 * TWO_LINES and longest <= TWO_LINES:
        return TWO_LINES
    return min(whole, WIDEST)


def field_lines(text: str, width: float, size: float) -> tuple[str, ...]:
    """Return a text as lines of a form field, broken at spaces or within a word; `width` and `size` in points."""
    advances, lines, line = _advances("field.ttf"), list[str](), ""

    def fits(part: str) -> bool:
        return sum(advances.get(char, 1) for char in part) * size <= width

    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and not fits(longer):
            lines.append(line)
            longer = word
        while not fits(longer) and len(longer) > 1:
            fitting = max(end for end in range(1, len(longer)) if end == 1 or fits(longer[:end]))
            lines.append(longer[:fitting])
            longer = longer[fitting:]
        line = longer
    return (*lines, line)


@cache
def _advances(*fonts: str) -> dict[str, float]:
    """Return the widths of characters in fonts of sheets, the last ones first, as multiples of the font size."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    advances: dict[str, float] = {}
    for name in fonts:
        with asset("templates", "fonts", name).open("rb") as file:
            font = TTFont(file)
            unit, widths = font["head"].unitsPerEm, font["hmtx"]
            advances |= {chr(code): widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}
    return advances


MM = 25.4 / 72
DECIMALS = 3
A4_WIDTH = 210.0
MARK_SIDE, MARK_CENTRE = 4.0, 8.0
"""Side of the black squares at the corners of a page, and distance of their centres from the edges, in mm."""

Rectangle = tuple[float, float, float, float]
"""x, y, width and height in mm, from the upper left corner of a page."""


@dataclass(frozen=True, slots=True)
class ItemBox:
    """The box of an item such as "7a.1", or of a field such as "name", on a page of a sheet, counted from 1."""

    item: str
    sheet_page: int
    rectangle: Rectangle


def layout(pdf: bytes) -> tuple[ItemBox, ...]:
    """Return the boxes of a blank sheet, a PDF form that corrige has made, in the order of the sheet."""
    import pikepdf

    boxes = []
    with pikepdf.open(BytesIO(pdf)) as document:
        for number, page in enumerate(document.pages, start=1):
            for field in page.get("/Annots", pikepdf.Array()).as_list():
                if "/T" in field:
                    item = field_item(str(field.T))  # None for a field of the student
                    left, low, right, high = map(float, field.Rect.as_list())
                    edges = (left, float(page.mediabox[3]) - high, right - left, high - low)
                    x, y, width, height = (round(edge * MM, DECIMALS) for edge in edges)
                    name = f"{item[0]}.{item[1]}" if item else str(field.T)
                    boxes.append(ItemBox(name, number, (x, y, width, height)))
    return tuple(boxes)


def layout_json(boxes: tuple[ItemBox, ...]) -> dict[str, object]:
    """Return the boxes of a sheet as a JSON document, grouped by page."""
    pages = sorted({box.sheet_page for box in boxes})
    return {
        "schema": "corrige/layout/1",
        "pages": [
            {
                "sheet_page": page,
                "boxes": [
                    {"item": box.item, "rectangle": list(box.rectangle)} for box in boxes if box.sheet_page == page
                ],
            }
            for page in pages
        ],
    }


FIRST_CODE, NEXT_CODE = (16.0, 12.0, 18.0), (16.0, 5.0, 16.0)
"""Left, top and side of the QR code on the first page and on other pages, in mm."""
PLACES = (FIRST_CODE, NEXT_CODE, MARK_SIDE, MARK_CENTRE)
QR_MASK = 3


def stamp(code: str, page: int, page_height: float) -> bytes:
    """Return the PDF operators that draw the QR code of a page and its corner marks.

    `code` is the text of the QR code; `page` counts from 1, and `page_height` is in points. The QR code can be read
    even if 15 % of it is damaged. ValueError if the text is too long.
    """
    import segno

    # Every mask is readable; searching for the best of the eight takes as long as the rest of the code.
    rows = segno.make_qr(code, error="M", boost_error=False, mask=QR_MASK).matrix
    left, top, side = NEXT_CODE if page > 1 else FIRST_CODE
    module = side / len(rows)
    near = MARK_CENTRE - MARK_SIDE / 2
    far, low = A4_WIDTH - near - MARK_SIDE, page_height * MM - near - MARK_SIDE
    rectangles = [(x, y, MARK_SIDE, MARK_SIDE) for y in (near, low) for x in (near, far)]
    for down, row in enumerate(rows):
        start = 0
        for run in bytes(row).split(b"\0"):  # adjacent dark modules of a row
            if run:
                rectangles.append((left + start * module, top + down * module, len(run) * module, module))
            start += len(run) + 1
    drawn = []
    for rectangle in rectangles:
        x, y, width, height = (length / MM for length in rectangle)
        edges = (x, page_height - y - height, width, height)
        drawn.append(" ".join(f"{edge:.{DECIMALS}f}" for edge in edges) + " re")
    return f"/Artifact BMC q 0 g {' '.join(drawn)} f Q EMC".encode()
