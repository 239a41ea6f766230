"""Let a sandboxed process inspect pages of scans, align them with blank sheets, and compare them."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from pydantic import Base64Bytes

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker

Rectangle: TypeAlias = tuple[float, float, float, float]
"""The left and upper edges, width and height of a rectangle, in mm."""


@dataclass(frozen=True, slots=True)
class InspectRequest:
    """A request to load page `number`, from 1, turned clockwise by `turned` degrees, and to read its codes."""

    path: Path
    number: int
    place: str
    turned: int = 0


@dataclass(frozen=True, slots=True)
class RegisterRequest:
    """A request to align the page inspected last with a page of a blank sheet, and to cut out its boxes.

    `sheet` is the PDF of the blank sheet. `boxes` and `hidden`, the rectangles where students write, are in mm.
    `others` are the files of the other sheets of the class.
    """

    sheet: bytes
    sheet_page: int
    boxes: tuple[Rectangle, ...]
    others: tuple[Path, ...] = ()
    hidden: tuple[Rectangle, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """A request to compare two ink maps of one page of a sheet, pictures of its ink without print, as PNG."""

    ink: bytes
    other: bytes
    place: str = ""


@dataclass(frozen=True, slots=True)
class PageInfo:
    """An inspected page: page count of its file, texts of its QR codes, whether it is blank, and a picture as JPEG."""

    count: int
    codes: tuple[str, ...]
    is_blank: bool
    picture: Base64Bytes


@dataclass(frozen=True, slots=True)
class CutBox:
    """One box of a page: whether it has ink, whether the ink extends beyond the box, and its picture as PNG.

    `mark` is the area of the ink in square millimetres if it is one clear mark, such as a tick; else 0.
    """

    ink: bool
    spills: bool
    picture: Base64Bytes
    mark: float = 0.0


@dataclass(frozen=True, slots=True)
class RegisteredPage:
    """A page aligned with its blank sheet, as JPEG, with its boxes and a map of its ink as PNG.

    `is_own` says that the page shows the sheet that its code names; otherwise `nearest` is the index of the sheet of
    the class that it shows instead, None if unknown.
    """

    picture: Base64Bytes
    boxes: tuple[CutBox, ...]
    ink: Base64Bytes
    is_own: bool
    nearest: int | None = None


Answer: TypeAlias = PageInfo | RegisteredPage | tuple[Rectangle, ...]
"""The answer to a request; to a `CompareRequest`, the rectangles, in mm, where only one of two pages has ink."""


ENTRY = "answers.submissions.scanned.serve:serve"
MAX_SECONDS = 20.0  # processor seconds for a page; a usual page takes one
SHEET_SECONDS = 0.1
"""Additional seconds for each sheet of the class in a comparison; rendering a sheet takes a tenth of that, once."""
MAX_WAIT = 200.0


class LostPageError(CorrigeError):
    """Raised when the process that reads a page was lost, which may be the fault of the machine, not of the page."""


class PageReader:
    """A client of the sandboxed process that inspects, aligns and compares pages.

    Two threads must not use a reader at once.
    """

    def __init__(self) -> None:
        self._worker = Worker[Answer](ENTRY, Answer)

    @property
    def seconds(self) -> float:
        """Processor seconds that the sandboxed process has used so far."""
        return self._worker.seconds

    def inspect(self, path: Path, number: int, place: str, turned: int = 0) -> PageInfo:
        """Load page `number`, from 1, turned clockwise by `turned` degrees, and return its codes and picture.

        CorrigeError if the page cannot be read.
        """
        answer = self._ask(InspectRequest(path.absolute(), number, place, turned), place)
        if not isinstance(answer, PageInfo):
            raise _unreadable(place)
        return answer

    def register(self, place: str, question: RegisterRequest) -> RegisteredPage | None:
        """Align the page inspected last with a page of a blank sheet, and cut out its boxes.

        None if the page does not show that sheet. CorrigeError if it takes too much time or memory.
        """
        answer = self._ask(question, place, MAX_SECONDS + SHEET_SECONDS * len(question.others))
        if answer is None:
            return None
        known = range(len(question.others) or 1)
        if (
            not isinstance(answer, RegisteredPage)
            or len(answer.boxes) != len(question.boxes)
            or (answer.nearest or 0) not in known
        ):
            raise _unreadable(place)
        return answer

    def compare(self, place: str, ink: bytes, other: bytes) -> tuple[Rectangle, ...]:
        """Return the rectangles, in mm, where one of two ink maps of a page has ink that the other lacks.

        The ink maps are those of `RegisteredPage`. CorrigeError if the comparison takes too much time or memory.
        """
        answer = self._ask(CompareRequest(ink, other), place)
        if not isinstance(answer, tuple):
            raise _unreadable(place)
        return answer

    def close(self) -> None:
        """End the sandboxed process, if the process runs."""
        self._worker.close()

    def _ask(
        self, question: InspectRequest | RegisterRequest | CompareRequest, place: str, seconds: float = 0.0
    ) -> Answer | None:
        """Return the answer of the sandboxed process to a question; a CorrigeError names `place`, not the file."""
        try:
            return self._worker.ask(question, MAX_WAIT, seconds or MAX_SECONDS)
        except LostError as error:
            if error.limit not in (None, "clock"):  # the page has used up its own time, or its answer is too long
                raise _unreadable(place) from error
            cause = Message("the process that reads the page was lost: it had too little time or memory, or crashed")
            remedy = (
                "run `corrige class scans DIR` again; if that does not help, scan the page again, at 200 or 300 dpi"
            )
            raise LostPageError([Problem(cause, place, remedy)]) from error
        except CorrigeError as error:
            raise CorrigeError([replace(problem, place=place) for problem in error.problems]) from error


def _unreadable(place: str) -> CorrigeError:
    cause = Message("the page takes too long or too much memory to read, or crashes the reader")
    return CorrigeError.single(cause, place=place, remedy="scan the page again, at 200 or 300 dpi")
