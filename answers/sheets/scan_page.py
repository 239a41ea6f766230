"""The pages that a student wrote by hand, given back: marks on the boxes, and what is said of each beside the page.

The picture is laid over the drawing as ink on tinted paper is: nothing that is drawn can hide what was written.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import chain
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from markupsafe import escape

from answers.exam.words import Text
from answers.files import read_limited
from answers.paper import Verdict
from answers.sheets.layout import A4_WIDTH, MM, Rectangle
from answers.sheets.view import ASKED, Cell, PartView, QuestionView

if TYPE_CHECKING:
    import pikepdf

SCALE: Final = 210 / 297
"""The student's page fills the left half of an A4 on its side."""
FIRST, LAST, LINE = 10.0, 207.0, 3.1
"""Millimetres where notes begin and end, and of a line of theirs."""
LETTERS, VERDICT = 100, 35
"""Of a line, at least; of a verdict with what stands around it."""
SIGNS: Final = f" =:{ASKED}\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
MAX_PICTURE = 50_000_000


@dataclass(frozen=True, slots=True)
class IssuedPage:
    """A scanned page: which of the sheet, its picture, a JPEG that shows that page whole, its boxes by item, in mm."""

    number: int
    picture: Path
    boxes: Mapping[str, Rectangle]


@dataclass(frozen=True, slots=True)
class MarkedBox:
    """A box of a page given back, in mm of that; `note` is where what is said of it begins."""

    rectangle: Rectangle
    part: PartView
    cell: Cell
    note: float = 0.0

    @property
    def is_noted(self) -> bool:
        """Whether more is to be said of it than that it is right."""
        mark = self.cell.mark
        return mark is not None and (mark.verdict is not Verdict.RIGHT or bool(mark.remark))

    @property
    def name(self) -> Text:
        """What the sheet calls it, without the sign before its answer."""
        return self.cell.label.rstrip(SIGNS)

    @property
    def height(self) -> float:
        """How many mm what is said of it takes, or a little more."""
        assert self.cell.mark
        told = (self.cell.place[0], self.name, self.cell.expected, self.cell.mark.remark)
        return LINE * ceil((sum(len(escape(one).striptags()) for one in told) + VERDICT) / LETTERS)


@dataclass(frozen=True, slots=True)
class ScanView:
    """A page given back; the same one again if more is said than fits beside it."""

    page: IssuedPage
    boxes: tuple[MarkedBox, ...]
    noted: tuple[MarkedBox, ...]


def scan_views(pages: Iterable[IssuedPage], questions: Iterable[QuestionView]) -> tuple[ScanView, ...]:
    """Return the scanned pages of a marked paper as they are given back."""
    cells = {
        f"{cell.place[0].replace(' ', '')}.{cell.place[1]}": (part, cell)
        for question in questions
        for part in question.parts
        for cell in part.cells
        if cell.mark
    }
    return tuple(chain.from_iterable(_views(page, cells) for page in pages))


def _views(page: IssuedPage, cells: Mapping[str, tuple[PartView, Cell]]) -> Iterator[ScanView]:
    boxes = tuple(
        MarkedBox((x * SCALE, y * SCALE, width * SCALE, height * SCALE), *cells[item])
        for item, (x, y, width, height) in page.boxes.items()
        if item in cells
    )
    columns: list[list[MarkedBox]] = []
    left = 0.0
    for box in sorted((box for box in boxes if box.is_noted), key=lambda box: box.rectangle[1]):
        if box.height > left:  # what is said of it no longer fits beside the page
            columns.append([])
            left = LAST - FIRST
        columns[-1].append(box)
        left -= box.height
    for column in columns or [[]]:
        yield ScanView(page, boxes, tuple(_stacked(column)))


def _stacked(column: Sequence[MarkedBox]) -> Iterator[MarkedBox]:
    """Each note as high as its box, or below the one before, or as low as leaves room for those that follow."""
    below, at = sum(box.height for box in column), FIRST
    for box in column:
        at = min(max(at, box.rectangle[1]), LAST - below)
        yield replace(box, note=at)
        at, below = at + box.height, below - box.height


def with_pictures(pdf: bytes, pictures: Sequence[Path]) -> bytes:
    """Return a PDF whose last pages are those given back, with the picture of each laid over it; it is not unpacked.

    CorrigeError if a picture cannot be read.
    """
    import pikepdf

    with pikepdf.open(BytesIO(pdf)) as document:
        once = {path: _picture(document, read_limited(path, MAX_PICTURE)) for path in dict.fromkeys(pictures)}
        for path, page in zip(pictures, list(document.pages)[-len(pictures) :], strict=True):
            _overlay(page, once[path])
        stream = BytesIO()
        document.save(stream, deterministic_id=True)
        return stream.getvalue()


def _picture(document: "pikepdf.Pdf", jpeg: bytes) -> "pikepdf.Object":
    """A JPEG as it is; only its size is looked at."""
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


def _overlay(page: "pikepdf.Page", picture: "pikepdf.Object") -> None:
    """Lay a picture over the left of a page, whose paper takes the colour of what is below."""
    from pikepdf import Dictionary, Name

    how = page.add_resource(Dictionary(Type=Name.ExtGState, BM=Name.Multiply), Name.ExtGState)
    shown = page.add_resource(picture, Name.XObject)
    wide = A4_WIDTH * SCALE / MM
    high = wide * int(picture["/Height"]) / int(picture["/Width"])
    low = float(page.mediabox[3]) - high
    page.contents_add(f"/Artifact BMC q {how} gs {wide:.2f} 0 0 {high:.2f} 0 {low:.2f} cm {shown} Do Q EMC".encode())
    page.obj["/Group"] = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
