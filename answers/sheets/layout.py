"""Where the boxes of a blank sheet stand, on its pages as they are printed: for a screen, a pen and a scanner."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from answers.exam.identity import field_item

MM = 25.4 / 72
DIGITS = 3
A4_WIDTH = 210.0
MARK_SIDE, MARK_CENTRE = 4.0, 8.0
"""In mm: black squares in the four corners of each page, and how far their centres are from its edges."""

Rectangle = tuple[float, float, float, float]
"""x, y, width and height in mm, from the upper left corner of a page."""


@dataclass(frozen=True, slots=True)
class Box:
    """The box of an item, "7a.1" or "name", on a page counted from 1."""

    item: str
    sheet_page: int
    rectangle: Rectangle


def layout(pdf: bytes) -> tuple[Box, ...]:
    """Return the boxes of a blank sheet that corrige has made, in order."""
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        return tuple(
            Box(
                _item(str(field.T)),
                number,
                _rectangle([float(edge) for edge in field.Rect.as_list()], float(page.mediabox[3])),
            )
            for number, page in enumerate(document.pages, start=1)
            for field in page.get("/Annots", pikepdf.Array()).as_list()
            if "/T" in field
        )


def corner_marks(page_height: float) -> tuple[Rectangle, ...]:
    """Return the marks of a page of so many mm: upper left, upper right, lower left, lower right."""
    near = MARK_CENTRE - MARK_SIDE / 2
    far, low = A4_WIDTH - near - MARK_SIDE, page_height - near - MARK_SIDE
    return tuple((x, y, MARK_SIDE, MARK_SIDE) for y in (near, low) for x in (near, far))


def layout_json(boxes: tuple[Box, ...]) -> dict[str, object]:
    """Return boxes as a document."""
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


def _item(name: str) -> str:
    """What teachers call the item of a field; the student's fields are called by their names."""
    item = field_item(name)
    return f"{item[0]}.{item[1]}" if item else name


def _rectangle(corners: Sequence[float], top: float) -> Rectangle:
    left, low, right, high = corners
    edges = (left, top - high, right - left, high - low)
    x, y, width, height = (round(edge * MM, DIGITS) for edge in edges)
    return x, y, width, height
