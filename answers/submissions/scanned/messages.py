"""What the process that looks at scans is asked and what it answers, each in a line.

Questions come from us and are pickled. Answers come from a process that has unpacked a hostile picture: they are JSON,
and are checked to have the right shape.
"""

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pydantic import TypeAdapter

from answers.errors import Problem
from answers.limited.lines import sentence, written

Rectangle: TypeAlias = tuple[float, float, float, float]
PICTURES = (".jpg", ".jpeg", ".png", ".tif", ".tiff", ".heic", ".heif")


@dataclass(frozen=True, slots=True)
class Look:
    """A page of a file to look at, by its number from 1, turned by so many degrees."""

    path: Path
    number: int
    place: str
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Lay:
    """The page looked at last is to be laid on a page of this blank sheet, and its boxes, in mm, to be cut out."""

    sheet: bytes
    sheet_page: int
    boxes: tuple[Rectangle, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """A page: how many the file has, the tokens of its codes with their pages, whether it is blank, a JPEG of it."""

    count: int
    codes: tuple[tuple[str, int], ...]
    is_blank: bool
    picture: bytes


@dataclass(frozen=True, slots=True)
class CutBox:
    """A box: whether there is ink in it, whether that goes on beyond it, a PNG of it."""

    ink: bool
    spills: bool
    picture: bytes


@dataclass(frozen=True, slots=True)
class Laid:
    """A page set straight, as a JPEG, and its boxes; None where the page is not that of the sheet."""

    picture: bytes
    boxes: tuple[CutBox, ...]


Answer: TypeAlias = Seen | Laid | Problem | None


def packed(answer: Answer) -> bytes:
    """Return an answer as a line."""
    match answer:
        case Seen():
            content: list[object] = ["seen", answer.count, answer.codes, answer.is_blank, _text(answer.picture)]
        case Laid():
            boxes = [(box.ink, box.spills, _text(box.picture)) for box in answer.boxes]
            content = ["laid", _text(answer.picture), boxes]
        case Problem():
            content = ["problem", *map(written, (answer.cause, answer.place, answer.remedy))]
        case None:
            content = ["none"]
    return json.dumps(content).encode()


def unpacked(content: bytes) -> Answer:
    """Return the answer that `packed` made a line of; ValueError if it is none."""
    try:
        match json.loads(content):
            case ["seen", count, codes, is_blank, picture]:
                return _seen().validate_python(
                    {"count": count, "codes": codes, "is_blank": is_blank, "picture": b64decode(picture)}
                )
            case ["laid", picture, boxes]:
                cut = [{"ink": ink, "spills": spills, "picture": b64decode(png)} for ink, spills, png in boxes]
                return _laid().validate_python({"picture": b64decode(picture), "boxes": cut})
            case ["problem", cause, place, remedy]:
                return Problem(sentence(cause), sentence(place), sentence(remedy))
            case ["none"]:
                return None
    except (RecursionError, TypeError, LookupError) as error:
        raise ValueError("no answer") from error
    raise ValueError("no answer")


def _text(content: bytes) -> str:
    return b64encode(content).decode()


@cache
def _seen() -> TypeAdapter[Seen]:
    return TypeAdapter(Seen)


@cache
def _laid() -> TypeAdapter[Laid]:
    return TypeAdapter(Laid)
