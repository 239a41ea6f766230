"""Entry point of the process that inspects, registers and compares scanned pages."""

from functools import lru_cache
from io import BytesIO
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pypdfium2
import zxingcpp
from PIL import Image

from answers.errors import Problem
from answers.messages import Message
from answers.sandbox import worker
from answers.sandbox.worker import Ask
from answers.submissions.scanned.compared import code_place, differing, flattened, ink_map, similarity, small_page
from answers.submissions.scanned.picture import ENOUGH, Grey, count_pages, grey_page
from answers.submissions.scanned.reader import (
    Answer,
    CompareRequest,
    InspectRequest,
    PageInfo,
    RegisteredPage,
    RegisterRequest,
)
from answers.submissions.scanned.registration import COARSE, FINE, Code, Reference, codes_on, evenly_lit, register
from answers.submissions.scanned.strokes import cut_boxes, is_blank

MAX_MEMORY = 1_000_000_000  # bytes in addition to those of the loaded libraries
MOST_SHEETS = 1400  # number of cached pages of sheets, a quarter of a megabyte each: 350 students with four pages
FINER = 3600  # pixels of the longer side in a second attempt to read the code of a page
SHOWN = 1754  # pixels of the longer side of a picture to display: 150 dpi of A4
JPEG = 55
DIM = 50  # median brightness, of 255, up to which a page is too dark to count as blank


def serve() -> None:
    """Answer requests of the parent process about scanned pages until the parent closes the connection."""
    cv2.setNumThreads(0)
    Image.init()
    zxingcpp.read_barcodes(np.zeros((8, 8), np.uint8))

    def unreadable(name: str) -> Problem:
        """Return the problem of a page that could not be read; `name` is the kind of error."""
        cause = Message("the scanned page could not be read ({name})", name=name)
        return Problem(cause, remedy="look whether the page is blank or damaged, and scan it again")

    worker.serve(PageSession().answer, MAX_MEMORY, unreadable, growth=inf)


class PageSession:
    """Answers requests about pages, and holds the page inspected last until the next one is inspected."""

    def __init__(self) -> None:
        self._page: Grey = np.zeros((1, 1), np.uint8)
        self._codes: tuple[Code, ...] = ()
        self._counted: tuple[Path, int] | None = None
        """The last file with the number of its pages, which takes long to count in a TIFF."""

    def answer(
        self, question: InspectRequest | RegisterRequest | CompareRequest, _ask: Ask | None = None
    ) -> Answer | None:
        """Return the answer to a request; None if a page to register does not show the sheet of the request."""
        match question:
            case InspectRequest():
                return self.inspect(question)
            case RegisterRequest():
                return self.register(question)
            case CompareRequest():
                ink, other = (
                    np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8)
                    for png in (question.ink, question.other)
                )
                return differing(ink, other)

    def inspect(self, question: InspectRequest) -> PageInfo:
        """Load a page, and return its QR codes, whether it is blank, and its picture."""
        if self._counted is None or self._counted[0] != question.path:
            self._counted = question.path, count_pages(question.path, question.place)
        self._page = self._turned(question, ENOUGH)
        blank = float(np.median(self._page)) > DIM and is_blank(evenly_lit(self._page))
        self._codes = () if blank else codes_on(self._page)
        if not (blank or self._codes):
            finer = self._turned(question, FINER)
            if finer.shape[0] > self._page.shape[0] and (codes := codes_on(finer)):
                self._page, self._codes = finer, codes
        return PageInfo(self._counted[1], tuple(code.text for code in self._codes), blank, _jpeg(self._page))

    def _turned(self, question: InspectRequest, enough: int) -> Grey:
        page = grey_page(question.path, question.number, question.place, enough)
        return np.ascontiguousarray(np.rot90(page, -question.turned // 90))

    def register(self, question: RegisterRequest) -> RegisteredPage | None:
        """Align the page inspected last with its blank sheet, cut out its boxes, and compare it with other sheets."""
        reference = Reference(sheet_page(question.sheet, question.sheet_page))
        registration = register(self._page, reference, self._codes[0] if self._codes else None)
        if registration is None:
            return None
        flat = flattened(registration)
        _, ink = cv2.imencode(".png", ink_map(flat, reference))
        number, hidden = question.sheet_page, question.hidden
        others = (_small_sheet(path, number) for path in question.others)
        own = small_page(sheet_page(question.sheet, number, COARSE), COARSE)
        comparison = similarity(small_page(flat, FINE), own, others, hidden, code_place(reference))
        boxes = cut_boxes(registration, reference, question.boxes)
        return RegisteredPage(_jpeg(registration.page), boxes, ink.tobytes(), *comparison)


@lru_cache(MOST_SHEETS)
def _small_sheet(path: Path, number: int) -> Grey:
    """Return a small picture of page `number`, from 1, of a sheet; empty if the file or page is missing or damaged."""
    try:
        return small_page(sheet_page(path.read_bytes(), number, COARSE), COARSE)
    except (OSError, IndexError, pypdfium2.PdfiumError):
        return np.zeros((0, 0), np.uint8)


def sheet_page(sheet: bytes, number: int, pixels: int = FINE) -> Grey:
    """Return page `number`, from 1, of a sheet as grey pixels, `pixels` per mm, without its form fields."""
    with pypdfium2.PdfDocument(BytesIO(sheet)) as pdf:
        scale = pixels * 25.4 / 72
        bitmap = pdf[number - 1].render(scale=scale, grayscale=True, may_draw_forms=False, draw_annots=False)
        return np.array(bitmap.to_numpy(), np.uint8).reshape(bitmap.height, bitmap.width)


def _jpeg(page: Grey) -> bytes:
    scale = min(SHOWN / max(page.shape), 1.0)
    small = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    _, content = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG])
    return content.tobytes()
