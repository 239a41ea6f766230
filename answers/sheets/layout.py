"""Arrange the boxes of a sheet in rows, find them on printed pages, and draw the code and corner marks of pages.

Codes and marks are drawn on finished pages: in the HTML layout they would take more time than all questions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
"""Millimetres for a handwritten character."""
ROW: Final = 175.2
"""Millimetres of a row after the letter of its part, with the gap after its last box."""
GAP, PADDING, LETTER = 2.5, 1.0, 3.6
"""Millimetres after a box, after a label, and of the letter of a part inside a label."""
MOST: Final = 7
POINTS: Final = 9.5
"""Font size of a label in points; the style sheet sets its font."""
TWO_LINES, WIDEST = 15.8, 46.0
"""Millimetres: labels that fit two lines of the first length take two; longer ones than the second take several."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of boxes: its class in the style sheet and its width in millimetres."""

    name: str
    width: float

    @property
    def holds(self) -> int:
        """The number of handwritten characters on a line of a box."""
        return int(self.width / CHARACTER)


DIGITS, NUMBER, LONG = Size("digits", 12), Size("number", 38), Size("long", 50)
FRACTION = Size("fraction", 33)
"""A higher box, for fractions on two lines."""
LINE = Size("line", 120)
"""A box for a list or another long text."""
WRITTEN = Size("written", ROW)
"""A ruled box for a written answer, below its label."""


def size_of(part: Part) -> Size:
    """Return the smallest size of boxes that fits all right answers of a part."""
    if part.lines:
        return WRITTEN
    if part.option_labels:
        return Size(NUMBER.name, NUMBER.width + GAP + pitch(part.option_labels) * len(part.option_labels) / 2)
    characters = part.width or part.kind.characters(part.tolerance)
    if not characters:
        return FRACTION
    if not isinstance(part.kind, Numbers) and characters > LONG.holds:
        return LINE
    return next((size for size in (DIGITS, NUMBER) if characters <= size.holds), LONG)


TICK, TICK_GAP, INDENT, FIELD_GAP = 4.5, 2.0, 1.2, 2.15
"""Millimetres: side of the box of an option, from it to the place of its label, from there to the first letter, and
from the field to the first box. The style sheet options.css has them too."""


def pitch(labels: Sequence[str]) -> float:
    """Return the distance from the box of an option to the next, in millimetres, for the labels in all languages."""
    return ceil(10 * (TICK + TICK_GAP + INDENT + max(map(_length, labels)) + 4)) / 10


def option_boxes(part: Part, field: "Rectangle") -> "tuple[tuple[Rectangle, ...], tuple[Rectangle, ...]]":
    """Return the boxes of the options of a part, and the places of their labels, beside its field on a sheet."""
    x, y, width, height = field
    step, top = pitch(part.option_labels), y + (height - TICK) / 2
    lefts = [x + width + FIELD_GAP + at * step for at in range(len(part.option_labels) // 2)]
    boxes = tuple((left, top, TICK, TICK) for left in lefts)
    labels = tuple((left + TICK + TICK_GAP, top, step - TICK - 2 * TICK_GAP, TICK) for left in lefts)
    return boxes, labels


@dataclass(frozen=True, slots=True)
class Rows(Generic[C]):
    """The cells of a question in rows, the width of labels in millimetres, and whether rows are shared by parts.

    `widest` is the width of boxes of the size `LINE`, 0 if the question has none.
    """

    label: float
    rows: tuple[tuple[C, ...], ...]
    beside: bool
    widest: float = 0

    @property
    def is_written(self) -> bool:
        """Whether these are ruled boxes, each in a row of its own."""
        return not self.label

    @property
    def name(self) -> str:
        """The style class of its labels."""
        return f"w{self.label * 10:.0f}"

    def width(self, size: Size) -> float:
        """Return the width of a cell in millimetres with its gap."""
        return self.label + size.width + GAP


def arrange(parts: Sequence[tuple[Size, Sequence[C]]], label_of: Callable[[C], str]) -> Rows[C]:
    """Arrange the cells of the parts of a question in the fewest rows, with labels of equal width.

    Boxes of the same size form columns. A part has evenly filled rows of its own, or is beside another part as a whole;
    the letter of each part is then before its first label. Ruled boxes have rows of their own, and labels of width 0.
    """
    if all(size is WRITTEN for size, _ in parts):
        return Rows(0, tuple((cell,) for _, cells in parts for cell in cells), beside=False)
    longest = max(_length(label_of(cell)) for _, cells in parts for cell in cells) + PADDING
    alone = _rows(parts, _stretched(parts, longest), beside=False)
    beside = _rows(parts, _stretched(parts, longest + LETTER), beside=True)
    return beside if len(beside.rows) < len(alone.rows) else alone


def _stretched(parts: Sequence[tuple[Size, Sequence[C]]], label: float) -> float:
    """Return the width of labels with which boxes of the same size fill a row."""
    widths = {size.width for size, _ in parts}
    if len(widths) > 1:
        return ceil(10 * label) / 10
    cell = max(widths) + GAP
    return floor(10 * (ROW / max(min(int(ROW / (label + cell)), MOST), 1) - cell)) / 10


def _rows(parts: Sequence[tuple[Size, Sequence[C]]], label: float, *, beside: bool) -> Rows[C]:
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
    """Return the width of a label on a line in millimetres."""
    advances = _advances()
    whole, *words = (POINTS * MM * sum(advances.get(char, 1) for char in text) for text in (label, *label.split(" ")))
    longest = max(words)
    if TWO_LINES < whole < 2 * TWO_LINES and longest <= TWO_LINES:
        return TWO_LINES
    return min(whole, WIDEST)


@cache
def _advances() -> dict[str, float]:
    """Return the widths of the characters in the fonts of sheets, for a font size of 1."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    advances: dict[str, float] = {}
    for name in ("field.ttf", "text-regular.otf"):
        with asset("templates", "fonts", name).open("rb") as file:
            font = TTFont(file)
            unit, widths = font["head"].unitsPerEm, font["hmtx"]
            advances |= {chr(code): widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}
    return advances


MM = 25.4 / 72
DECIMALS = 3
A4_WIDTH = 210.0
MARK_SIDE, MARK_CENTRE = 4.0, 8.0
"""Side of the black squares in the corners of a page, and distance of their centres from its edges, in mm."""

Rectangle = tuple[float, float, float, float]
"""x, y, width and height in mm, from the upper left corner of a page."""


@dataclass(frozen=True, slots=True)
class ItemBox:
    """The box of an item, "7a.1" or "name", on a page counted from 1."""

    item: str
    sheet_page: int
    rectangle: Rectangle


def layout(pdf: bytes) -> tuple[ItemBox, ...]:
    """Return the boxes of a blank sheet printed by corrige, in order."""
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


def corner_marks(page_height: float) -> tuple[Rectangle, ...]:
    """Return the corner marks of a page of this height in mm: upper left, upper right, lower left, lower right."""
    near = MARK_CENTRE - MARK_SIDE / 2
    far, low = A4_WIDTH - near - MARK_SIDE, page_height - near - MARK_SIDE
    return tuple((x, y, MARK_SIDE, MARK_SIDE) for y in (near, low) for x in (near, far))


def layout_json(boxes: tuple[ItemBox, ...]) -> dict[str, object]:
    """Return boxes as a JSON document."""
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
"""Left, top and side of the code on the first page and on the others, in mm."""
PLACES = (FIRST_CODE, NEXT_CODE, MARK_SIDE, MARK_CENTRE)
QR_MASK = 3


def stamp(code: str, page: int, page_height: float) -> bytes:
    """Return the PDF operators that draw the code and the corner marks of a page.

    `page` counts from 1, and `page_height` is in points. The code can be read with 15 % of it damaged. ValueError if
    the text is too long for a code.
    """
    import segno

    # Every mask is readable; searching for the best of the eight takes as long as the rest of the code.
    rows = segno.make_qr(code, error="M", boost_error=False, mask=QR_MASK).matrix
    left, top, side = NEXT_CODE if page > 1 else FIRST_CODE
    module = side / len(rows)
    rectangles = list(corner_marks(page_height * MM))
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
