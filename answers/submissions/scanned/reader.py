"""Inspect, register and compare the pages of scans in a sandboxed process."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from pydantic import Base64Bytes

from answers.errors import CorrigeError
from answers.messages import Message
from answers.sandbox.process import LostError
from answers.sandbox.worker import Worker

Rectangle: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class InspectRequest:
    """A page of a file to inspect, by its number from 1, turned by `turned` degrees."""

    path: Path
    number: int
    place: str
    turned: int = 0


@dataclass(frozen=True, slots=True)
class RegisterRequest:
    """Register the page inspected last on a page of a blank sheet, and cut out its boxes, in mm.

    `others` are the files of the other sheets of the class, `hidden` the regions where students write.
    """

    sheet: bytes
    sheet_page: int
    boxes: tuple[Rectangle, ...]
    others: tuple[Path, ...] = ()
    hidden: tuple[Rectangle, ...] = ()
    place: str = ""


@dataclass(frozen=True, slots=True)
class CompareRequest:
    """Two ink maps of the same page of a sheet to compare."""

    ink: bytes
    other: bytes
    place: str = ""


@dataclass(frozen=True, slots=True)
class PageInfo:
    """The number of pages of the file, and the codes of a page, whether it is blank, and its picture as JPEG."""

    count: int
    codes: tuple[str, ...]
    is_blank: bool
    picture: Base64Bytes


@dataclass(frozen=True, slots=True)
class CutBox:
    """A box: whether it has ink, whether the ink extends beyond it, and its picture as PNG."""

    ink: bool
    spills: bool
    picture: Base64Bytes


@dataclass(frozen=True, slots=True)
class RegisteredPage:
    """A page aligned with its sheet, as JPEG, with its boxes and its ink map as PNG.

    `is_own` says that the page shows its own sheet rather than another sheet of the class; otherwise `nearest` is the
    index of the sheet that it shows instead, if any.
    """

    picture: Base64Bytes
    boxes: tuple[CutBox, ...]
    ink: Base64Bytes
    is_own: bool
    nearest: int | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """Regions, in mm, where one of two pages has ink that the other lacks; empty if they show the same ink."""

    places: tuple[Rectangle, ...]


Answer: TypeAlias = PageInfo | RegisteredPage | Compared


ENTRY = "answers.submissions.scanned.serve:serve"
MAX_SECONDS = 20.0
"""Processor seconds for a page; a usual page takes one."""
SHEET_SECONDS = 0.1
"""Additional seconds for each sheet of the class to compare with; rendering one takes a tenth of that, once."""
MAX_WAIT = 200.0


class PageReader:
    """Inspect pages in a process of its own; not to be used by two threads at once."""

    def __init__(self) -> None:
        self._worker = Worker[Answer](ENTRY, Answer)

    @property
    def seconds(self) -> float:
        """Processor seconds used so far."""
        return self._worker.seconds

    def inspect(self, path: Path, number: int, place: str, turned: int = 0) -> PageInfo:
        """Return information on a page, by its number from 1, turned by so many degrees.

        CorrigeError if the page cannot be read.
        """
        answer = self._ask(InspectRequest(path.absolute(), number, place, turned), place)
        if not isinstance(answer, PageInfo):
            raise _unreadable(place)
        return answer

    def register(self, place: str, question: RegisterRequest) -> RegisteredPage | None:
        """Register the page inspected last on a page of a blank sheet; None if it does not show that sheet."""
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
        """Return the regions, in mm, where one of two ink maps of a page has ink that the other lacks."""
        answer = self._ask(CompareRequest(ink, other), place)
        if not isinstance(answer, Compared):
            raise _unreadable(place)
        return answer.places

    def close(self) -> None:
        """End the process, if there is one."""
        self._worker.close()

    def _ask(
        self, question: InspectRequest | RegisterRequest | CompareRequest, place: str, seconds: float = 0.0
    ) -> Answer | None:
        try:
            return self._worker.ask(question, MAX_WAIT, seconds or MAX_SECONDS)
        except LostError as error:
            raise _unreadable(place) from error
        except CorrigeError as error:
            raise CorrigeError([replace(problem, place=place) for problem in error.problems]) from error


def _unreadable(place: str) -> CorrigeError:
    cause = Message("the page takes too long or too much memory to read, or crashes the reader")
    return CorrigeError.single(cause, place=place, remedy="scan it again, at 200 or 300 dpi")
