"""Look at pages of scans, and lay them on their sheets, in a process that no picture can make cost more.

Which files are scans is told here too.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import Base64Bytes

from answers.errors import CorrigeError
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker

Rectangle: TypeAlias = tuple[float, float, float, float]
PICTURES = (".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif")


@dataclass(frozen=True, slots=True)
class InspectRequest:
    """A page of a file to look at, by its number from 1, turned by so many degrees."""

    path: Path
    number: int
    place: str
    turned: int = 0


@dataclass(frozen=True, slots=True)
class RegisterRequest:
    """The page looked at last is to be laid on a page of this blank sheet, and its boxes, in mm, to be cut out.

    `others` are the files of the sheets of the class, `hidden` the places of the page where students write.
    """

    sheet: bytes
    sheet_page: int
    boxes: tuple[Rectangle, ...]
    others: tuple[Path, ...] = ()
    hidden: tuple[Rectangle, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """Two ink maps of the same page of a sheet, to be compared."""

    one: bytes
    other: bytes
    place: str = ""


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: how many the file has, its codes, whether it is blank, a JPEG of it."""

    count: int
    codes: tuple[str, ...]
    is_blank: bool
    picture: Base64Bytes


@dataclass(frozen=True, slots=True)
class CutBox:
    """A box: whether there is ink in it, whether that goes on beyond it, a PNG of it."""

    ink: bool
    spills: bool
    picture: Base64Bytes


@dataclass(frozen=True, slots=True)
class RegisteredPage:
    """A page set straight, as a JPEG, its boxes, and a PNG of its ink.

    `is_own` says that the page shows what its sheet has and those of others have not; `nearest` is the place among
    these of the sheet that it shows instead.
    """

    picture: Base64Bytes
    boxes: tuple[CutBox, ...]
    ink: Base64Bytes
    is_own: bool
    nearest: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """Where one of two pages has ink that the other lacks, in mm; nowhere if they show the same ink."""

    places: tuple[Rectangle, ...]


Answer: TypeAlias = PageInfo | RegisteredPage | Compared


STARTS = (b"\xff\xd8\xff", b"\x89PNG", b"II*\0", b"MM\0*")
END = 2048
COVERED = 0.3
"""Of a page, by pictures: less is a drawing on it."""
FEW = 12
"""Pages of a PDF that tell whether it was scanned."""
DEPTH = 3


def is_scan(path: Path) -> bool:
    """Whether a file is a picture, or a PDF whose pages are pictures and that has no field to be filled in."""
    try:
        with path.open("rb") as stream:
            start = stream.read(12)
            stream.seek(max(path.stat().st_size - END, 0))
            end = stream.read()
    except OSError:
        return False
    if path.suffix.lower() == ".pdf":
        return b"startxref" in end and _is_scanned(path)  # without it, a library would search all of a large file
    is_picture = start.startswith(STARTS) or start[4:8] == b"ftyp"
    return is_picture and path.suffix.lower() in PICTURES


def _is_scanned(path: Path) -> bool:
    import pypdfium2  # a class command asks only which files are pictures

    try:
        with path.open("rb") as stream, pypdfium2.PdfDocument(stream) as pdf:  # the name may be no text
            if not len(pdf) or pdf.get_formtype():
                return False
            shares = []
            for number in range(min(len(pdf), FEW)):
                shares.append(_covered(pdf[number]))
                if not (shares[-1] > COVERED or shares[-1] < 0):
                    return False  # whatever the next pages are: they need not be loaded
    except pypdfium2.PdfiumError:
        return False
    return max(shares) > COVERED


def _covered(page: Any) -> float:  # Any: the library has no types
    """How much of a page pictures cover; less than nothing if it is empty."""
    from pypdfium2 import PdfObject
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    from answers.submissions.raw.objects import page_items

    items = list(page_items(page, DEPTH))
    pictures = [PdfObject(item, page).get_bounds() for item, kind in items if kind == FPDF_PAGEOBJ_IMAGE]
    width, height = page.get_size()
    area = sum(
        max(min(right, width) - max(left, 0), 0) * max(min(top, height) - max(low, 0), 0)
        for left, low, right, top in pictures
    )
    return float(area / max(width * height, 1)) if items else -1.0


ENTRY = "answers.submissions.scanned.serve:serve"
MAX_SECONDS = 20.0
"""Of the processor, for a page, which takes one."""
SHEET_SECONDS = 0.1
"""More for each sheet of the class that a page is compared with: to render it, once, takes a tenth of that."""
MAX_WAIT = 200.0


class PageReader:
    """Looks at pages in a process of its own; not to be used by two threads at once."""

    def __init__(self) -> None:
        self._worker = Worker[Answer](ENTRY, Answer)

    @property
    def seconds(self) -> float:
        """Of the processor, for all that was asked."""
        return self._worker.seconds

    def inspect(self, path: Path, number: int, place: str, turned: int = 0) -> PageInfo:
        """Return what a page of a file is, by its number from 1, turned by so many degrees; CorrigeError if nothing."""
        answer = self._asked(InspectRequest(path.absolute(), number, place, turned), place)
        if not isinstance(answer, PageInfo):
            raise _odd(place)
        return answer

    def register(self, place: str, question: RegisterRequest) -> RegisteredPage | None:
        """Return the page looked at last, laid on a page of a blank sheet; None if that is not what it shows."""
        answer = self._asked(question, place, MAX_SECONDS + SHEET_SECONDS * len(question.others))
        if answer is None:
            return None
        known = range(len(question.others) or 1)
        if (
            not isinstance(answer, RegisteredPage)
            or len(answer.boxes) != len(question.boxes)
            or (answer.nearest or 0) not in known
        ):
            raise _odd(place)
        return answer

    def compare(self, place: str, one: bytes, other: bytes) -> tuple[Rectangle, ...]:
        """Return where one of two ink maps of a page has ink that the other lacks, in mm."""
        answer = self._asked(CompareRequest(one, other), place)
        if not isinstance(answer, Compared):
            raise _odd(place)
        return answer.places

    def close(self) -> None:
        """End the process, if there is one."""
        self._worker.close()

    def _asked(
        self, question: InspectRequest | RegisterRequest | CompareRequest, place: str, seconds: float = 0.0
    ) -> Answer | None:
        try:
            return self._worker.ask(question, MAX_WAIT, seconds or MAX_SECONDS)
        except LostError as error:
            raise _odd(place) from error
        except CorrigeError as error:
            raise CorrigeError([replace(problem, place=place) for problem in error.problems]) from error


def _odd(place: str) -> CorrigeError:
    cause = Message("the page takes too long or too much memory to read, or crashes the reader")
    return CorrigeError.one(cause, place=place, remedy="scan it again, at 200 or 300 dpi")
