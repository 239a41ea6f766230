"""Prepare scanned pages for a marked paper: marks on the boxes, and notes beside the page.

The picture of the page is multiplied with the drawing, like ink on tinted paper, so that marks cannot hide handwriting.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from markupsafe import escape

from answers.files import read_limited, saved
from answers.sheets.layout import A4_WIDTH, MM, Rectangle
from answers.sheets.view import Cell, PartView, QuestionView

if TYPE_CHECKING:
    import pikepdf

SCALE: Final = 210 / 297
"""Scale of the student's page, which fills the left half of a landscape A4 page."""
FIRST, LAST, LINE = 10.0, 207.0, 3.1
"""Top and bottom of the column of notes, and height of a line of notes, in millimetres."""
LETTERS, VERDICT = 100, 35
"""Least number of characters in a line of notes, and greatest number in a verdict with its punctuation."""
MAX_PICTURE = 50_000_000


@dataclass(frozen=True, slots=True)
class IssuedPage:
    """A scanned page: its number on the sheet, from 1, its picture as JPEG, and the boxes of its items.

    `boxes` has the boxes by item id, such as "1a.2", in mm from the upper left corner.
    """

    number: int
    picture: Path
    boxes: Mapping[str, Rectangle]


@dataclass(frozen=True, slots=True)
class MarkedBox:
    """A box on a scanned page of a marked paper, in mm from the upper left corner of the reduced page.

    The reduced page fills the left half of a landscape page, whose right half has the notes. `note` is the distance of
    the note about this box from the top of the landscape page, in mm.
    """

    rectangle: Rectangle
    part: PartView
    cell: Cell
    note: float = 0.0

    @property
    def height(self) -> float:
        """The greatest possible height of the note about this box, in mm, estimated from the length of its texts."""
        assert self.cell.mark
        criteria = (f"{criterion.points}{criterion.text}" for criterion in self.cell.criteria if criterion.applies)
        texts = (
            self.cell.place[0],
            self.cell.name,
            self.cell.expected,
            self.cell.mark.remark,
            self.cell.note,
            *criteria,
        )
        return LINE * ceil((sum(len(escape(text).striptags()) for text in texts) + VERDICT) / LETTERS)


@dataclass(frozen=True, slots=True)
class ScanView:
    """A scanned page as printed in a marked paper: all its boxes, and the boxes with a note beside the page.

    If the notes do not fit beside the page, the page is printed several times, each time with other notes.
    """

    page: IssuedPage
    boxes: tuple[MarkedBox, ...]
    noted: tuple[MarkedBox, ...]


def scan_views(pages: Iterable[IssuedPage], questions: Iterable[QuestionView]) -> tuple[ScanView, ...]:
    """Return the scanned pages as printed in a marked paper; `questions` have the marks of all items."""
    cells = {
        f"{cell.place[0].replace(' ', '')}.{cell.place[1]}": (part, cell)
        for question in questions
        for part in question.parts
        for cell in part.cells
        if cell.mark
    }
    return tuple(view for page in pages for view in _views(page, cells))


def _views(page: IssuedPage, cells: Mapping[str, tuple[PartView, Cell]]) -> Iterator[ScanView]:
    """Yield the same page one or more times, each time with as many notes as fit, until all notes have been shown."""
    boxes = tuple(
        MarkedBox((x * SCALE, y * SCALE, width * SCALE, height * SCALE), *cells[item])
        for item, (x, y, width, height) in page.boxes.items()
        if item in cells
    )
    columns: list[list[MarkedBox]] = []
    left = 0.0
    for box in sorted((box for box in boxes if box.cell.needs_review), key=lambda box: box.rectangle[1]):
        if box.height > left:  # its note does not fit beside the page any more
            columns.append([])
            left = LAST - FIRST
        columns[-1].append(box)
        left -= box.height
    for column in columns or [[]]:
        # A note is level with its box, below earlier notes, and leaves room for later ones.
        noted, at, below = [], FIRST, sum(box.height for box in column)
        for box in column:
            at = min(max(at, box.rectangle[1]), LAST - below)
            noted.append(replace(box, note=at))
            at, below = at + box.height, below - box.height
        yield ScanView(page, boxes, tuple(noted))


def with_pictures(pdf: bytes, pictures: Sequence[Path]) -> bytes:
    """Return a PDF with a JPEG picture laid over each of its last pages; CorrigeError if one cannot be read."""
    import pikepdf
    from pikepdf import Dictionary, Name

    with pikepdf.open(BytesIO(pdf)) as document:
        objects = {path: _picture(document, read_limited(path, MAX_PICTURE)) for path in dict.fromkeys(pictures)}
        for path, page in zip(pictures, list(document.pages)[-len(pictures) :], strict=True):
            # The picture is multiplied with the left half of the page.
            picture = objects[path]
            blend = page.add_resource(Dictionary(Type=Name.ExtGState, BM=Name.Multiply), Name.ExtGState)
            shown = page.add_resource(picture, Name.XObject)
            wide = A4_WIDTH * SCALE / MM
            high = wide * int(picture["/Height"]) / int(picture["/Width"])
            low = float(page.mediabox[3]) - high
            place = f"{wide:.2f} 0 0 {high:.2f} 0 {low:.2f} cm"
            page.contents_add(f"/Artifact BMC q {blend} gs {place} {shown} Do Q EMC".encode())
            page.obj["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
        return saved(document.save, deterministic_id=True)


def _picture(document: "pikepdf.Pdf", jpeg: bytes) -> "pikepdf.Object":
    """Return a JPEG as a PDF image without decoding its data."""
    from pikepdf import Name, Stream
    from PIL import Image

    with Image.open(BytesIO(jpeg), formats=("JPEG",)) as picture:
        (width, height), is_grey = picture.size, picture.mode == "L"
    return Stream(
        document,
        jpeg,
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=width,
        Height=height,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceGray if is_grey else Name.DeviceRGB,
        Filter=Name.DCTDecode,
    )
