"""Scanned papers of a class: each page that was handed in as a picture, attribution it is, and the boxes on it.

All in `scans/` is made from the originals in `collected/`, the sheets in `sheets/` and `placements.csv`: it may be
deleted, and comes out the same. Readers raise CorrigeError where the class or its index is damaged.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Any

from answers.classroom.attribution import Attribution
from answers.classroom.folder import ClassData
from answers.classroom.transcriptions import CROSSED, BoxKey, Transcription, active_readings, load_readings
from answers.classroom.upload_index import Index, Upload, digest_of
from answers.errors import CorrigeError, Problem
from answers.exam.exam import Exam
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic
from answers.flags import FILE_OF_ANOTHER, SCAN_INCOMPLETE, Flag, Place
from answers.messages import Message
from answers.sandbox.message_json import message_from_json, message_to_json
from answers.submissions.raw.submission import Submission

SCANS, FILE = "scans", "pages.json"
SCHEMA = "corrige/scans/1"
MAX_INDEX = 200_000_000

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height in mm, from the upper left corner of the sheet's page."""


class PageState(StrEnum):
    """What became of a page."""

    PLACED = "placed"
    UNPLACED = "unplaced"
    """Nothing on it says whose it is: a person places it, or sets it aside."""
    DOUBLE = "double"
    """Another scan of the same page counts; with a problem, another page has other ink, and neither counts."""
    FOREIGN = "foreign"
    """Of another class or exam, or its signature is not of this class."""
    REMOVED = "removed"
    """Of a student who was taken off the list."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """A page of a scanned file.

    Attributes
    ----------
    file, page, digest
        The name by which the file was handed in, the page in it from 1, and the digest of the file's content.
    student, sheet_page
        Whose it is and which page of their sheet; "" and None where that is not known.
    picture
        The page to be looked at: of a placed one set straight, the whole picture being the page of the sheet.
    count
        How many pages the file has.
    turned
        By how many degrees, clockwise, a person has said to turn it.
    is_blank
        Whether there is next to nothing on it, such as the back of a sheet.
    original
        Where the file is, from the class folder on.
    printed_for
        Whose sheet it is printed as, where that is another student than who filled it in, by a person's word.
    problem
        What a person should look at, and what to do about it; None when there is nothing.
    """

    file: str
    page: int
    student: str
    sheet_page: int | None
    state: PageState
    picture: Path
    digest: str = ""
    turned: int = 0
    is_blank: bool = False
    problem: Problem | None = None
    count: int = 1
    upload_name: str = ""
    printed_for: str = ""

    @property
    def needs_person(self) -> bool:
        """Whether somebody should look at it."""
        return self.problem is not None

    @property
    def is_disputed(self) -> bool:
        """Whether another page with other ink is the same page of the same sheet, so that neither counts."""
        return self.state is PageState.DOUBLE and self.needs_person

    @property
    def ink_map(self) -> Path:
        """The picture of its ink alone, by which it is compared with other scans of the same page."""
        return self.picture.with_suffix(".ink.png")


@dataclass(frozen=True, slots=True)
class ScannedBox:
    """A box of a placed page: whether there is ink in it, whether that goes on beyond it, and its picture."""

    student: str
    item: str
    page: ScannedPage
    ink: bool
    spills: bool
    crop: Path
    digest: str
    rectangle: Rectangle

    @property
    def source(self) -> str:
        """The scan that it is of: what is read holds for that, whatever cuts the picture out."""
        turn = f" {self.page.turned}" if self.page.turned else ""
        return f"{self.page.digest} {self.page.page}{turn}"


@dataclass(frozen=True, slots=True)
class Scans:
    """All scanned pages of a class, in the order they came in, and the boxes of those that are placed."""

    pages: tuple[ScannedPage, ...] = ()
    boxes: tuple[ScannedBox, ...] = ()
    made_from: str = ""
    missing: tuple[tuple[str, int], ...] = ()
    """Students some of whose pages are there, each with a page of the sheet that is not."""
    disputed: tuple[ScannedBox, ...] = ()
    """The boxes of disputed pages: what stands in them counts once a person has said which page does."""


def scanned_boxes(folder: Path) -> tuple[ScannedBox, ...]:
    """Return the boxes of all placed pages, in the order of the pages and of the sheet."""
    return read_scans(folder).boxes


def read_scans(folder: Path, name: str = FILE) -> Scans:
    """Return what `write_scans` wrote, nothing where it is not there."""
    path = folder / SCANS / name
    if not path.is_file():
        return Scans()
    try:
        document = json_of(read_limited(path, MAX_INDEX))
        both = [(_page(one, path.parent), one["boxes"]) for one in document["pages"]]
        all_boxes = [_box(one, page, path.parent) for page, inside in both for one in inside]
        boxes = tuple(box for box in all_boxes if not box.page.is_disputed)
        disputed = tuple(box for box in all_boxes if box.page.is_disputed)
        missing = tuple((str(student), int(number)) for student, number in document["missing"])
        return Scans(tuple(page for page, _ in both), boxes, str(document["made_from"]), missing, disputed)
    except (ValueError, KeyError, TypeError) as error:
        remedy = "delete the folder: corrige makes it again"
        raise CorrigeError.one("the results of the scans are damaged", place=str(path.parent), remedy=remedy) from error


def write_scans(folder: Path, scans: Scans, name: str = FILE) -> None:
    """Write the index of scanned pages, or of one; their pictures are there already."""
    document = {**scans_document(scans, message_to_json), "made_from": scans.made_from}
    content = json_bytes(document, indent=1)
    write_atomic(make_folder(folder / SCANS) / name, content, overwrite=True, is_last=name == FILE)


def scans_document(scans: Scans, said: Callable[[str], object] = str) -> dict[str, object]:
    """Return the pages and their boxes as JSON has them; `said` writes a sentence."""
    inside: dict[tuple[str, int], list[ScannedBox]] = {}
    for box in (*scans.boxes, *scans.disputed):
        inside.setdefault((box.page.digest, box.page.page), []).append(box)
    return {
        "schema": SCHEMA,
        "pages": [_page_document(page, inside.get((page.digest, page.page), ()), said) for page in scans.pages],
        "missing": [list(one) for one in scans.missing],
    }


def _page_document(page: ScannedPage, boxes: Iterable[ScannedBox], said: Callable[[str], object]) -> dict[str, object]:
    problem = page.problem and {"cause": said(page.problem.cause), "remedy": said(page.problem.remedy)}
    return {
        "file": page.file,
        "page": page.page,
        "student": page.student,
        "sheet_page": page.sheet_page,
        "state": page.state,
        "digest": page.digest,
        "pages": page.count,
        "original": page.upload_name,
        "turned": page.turned,
        "blank": page.is_blank,
        "printed_for": page.printed_for,
        "picture": page.picture.name,
        "problem": problem,
        "boxes": [
            {
                "item": box.item,
                "rectangle": list(box.rectangle),
                "ink": box.ink,
                "spills": box.spills,
                "crop": box.crop.name,
                "digest": box.digest,
                "reading": None,
            }
            for box in boxes
        ],
    }


def _page(one: Mapping[str, Any], home: Path) -> ScannedPage:
    place = Message("{file}, page {page}", file=str(one["file"]), page=int(one["page"]))
    told = one["problem"]
    return ScannedPage(
        str(one["file"]),
        int(one["page"]),
        str(one["student"]),
        None if one["sheet_page"] is None else int(one["sheet_page"]),
        PageState(one["state"]),
        home / str(one["picture"]),
        str(one["digest"]),
        int(one["turned"]),
        bool(one["blank"]),
        told and Problem(message_from_json(told["cause"]), place, message_from_json(told["remedy"])),
        int(one["pages"]),
        str(one["original"]),
        str(one["printed_for"]),
    )


def _box(one: Mapping[str, Any], page: ScannedPage, home: Path) -> ScannedBox:
    left, top, width, height = map(float, one["rectangle"])
    return ScannedBox(
        page.student,
        str(one["item"]),
        page,
        bool(one["ink"]),
        bool(one["spills"]),
        home / str(one["crop"]),
        str(one["digest"]),
        (left, top, width, height),
    )


@dataclass(frozen=True, slots=True)
class ScannedPaper:
    """The paper of a student made of scanned pages: who, the files it is in, when the last came, what is written.

    `is_collected` says that `class collect` took in all its files: else some date is that of a copy.
    """

    submission: Submission
    attribution: Attribution
    digest: str
    date: datetime
    is_collected: bool


def scanned_papers(class_data: ClassData, index: Index, files: Iterable[Upload]) -> tuple[ScannedPaper, ...]:
    """Return the scanned paper of each student of a class who has one in some files, as it was read so far."""
    scans = read_scans(class_data.folder)
    boxes = (*scans.boxes, *scans.disputed)
    if not boxes:
        return ()
    held = active_readings(load_readings(class_data.folder))
    aside = {entry.digest for entry in index.aside} - {entry.digest for entry in index.counting}
    own: defaultdict[str, list[ScannedBox]] = defaultdict(list)
    for box in boxes:
        if box.page.digest not in aside:
            own[box.student].append(box)
    collected = {entry.digest: entry.date for entry in index.files}
    dates = {upload.digest: upload.date for upload in files} | collected
    enrollments = {enrollment.student.id: enrollment for enrollment in class_data.enrollments}
    papers = []
    for enrollment in (one for one in class_data.enrollments if one.student.id in own):
        mine, attribution = own[enrollment.student.id], Attribution(enrollment)
        pages = {box.page for box in mine}
        if others := {page.printed_for for page in pages} & enrollments.keys():
            # Written on the sheet of another: it is marked with the own u₀, and asked about.
            other = enrollments[min(others)]
            bears = f"u₀ = {other.u0}"
            flag = replace(FILE_OF_ANOTHER, other_student=f"{other.student.label}, {bears}")
            attribution = Attribution(enrollment, (flag,), u0=bears)
        known = [page for page in pages if page.digest in dates]
        papers.append(
            ScannedPaper(
                scanned_submission(class_data.exam, mine, held),
                attribution,
                digest_of("".join(sorted({f"{page.digest} {page.page}" for page in pages})).encode()),
                max((dates[page.digest] for page in known), default=datetime.min),
                all(page.digest in collected for page in known),
            )
        )
    return tuple(papers)


def scanned_submission(exam: Exam, boxes: Sequence[ScannedBox], held: Mapping[BoxKey, Transcription]) -> Submission:
    """Return what a student wrote, by the boxes of their pages and what was read there; disputed pages wait."""
    items = {part.id: [f"{part.id}.{place}" for place in range(1, part.count + 1)] for part in exam.parts}
    known = set(chain.from_iterable(items.values()))
    counting = [box for box in boxes if not box.page.is_disputed] or boxes
    own = sorted((box for box in boxes if box.item in known), key=lambda box: not box.page.is_disputed)
    texts = {box.item: None if box.page.is_disputed else text_of(box, held) for box in own}
    answers = {part: tuple(texts.get(item) or "" for item in inside) for part, inside in items.items()}
    waiting = tuple(item for item, text in texts.items() if text is None)
    flags = tuple(_incomplete(exam, texts, items))
    return Submission(place_of(counting), boxes[0].student, None, exam.name, answers, flags=flags, waiting=waiting)


def place_of(boxes: Iterable[ScannedBox]) -> Place:
    """Return where the paper that some boxes make is: its first page."""
    first = min((box.page for box in boxes), key=lambda page: (page.sheet_page or 0, page.file, page.page))
    return Place(first.file, Message("page {number}", number=first.page))


def text_of(box: ScannedBox, held: Mapping[BoxKey, Transcription]) -> str | None:
    """Return what is written in a box, "" if nothing is, None if it waits for a reading."""
    word = transcription_of(box, held)
    if word is not None:
        return None if word.is_cross else word.text
    return None if box.ink else ""


def transcription_of(box: ScannedBox, held: Mapping[BoxKey, Transcription]) -> Transcription | None:
    """Return the word in force on a box as it was scanned last, None if there is none."""
    word = held.get((box.student, box.item))
    return word if word and word.crop.removeprefix(CROSSED) in (box.source, box.digest) else None


def _incomplete(exam: Exam, found: Collection[str], items: Mapping[str, Sequence[str]]) -> Iterator[Flag]:
    """The flag that no page has the boxes of some questions, named with them."""
    lacking = {
        question.number
        for question in exam.questions
        for part in question.parts
        if any(item not in found for item in items[part.id])
    }
    if lacking:
        yield SCAN_INCOMPLETE(", ".join(map(str, sorted(lacking))))
