"""The scanned pages of a class: each page handed in as a picture, the student it belongs to, and its boxes.

Everything in `scans/` is made from `collected/`, `sheets/` and the placements; it may be deleted, and is made again
with the same content. Functions raise CorrigeError if the class or its index is damaged.
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
    """The result of processing a page."""

    PLACED = "placed"
    UNPLACED = "unplaced"
    """Its student is unknown: a person places it or sets it aside."""
    DOUBLE = "double"
    """Another scan of the same page counts. With a problem, the ink of the two differs, and neither counts."""
    FOREIGN = "foreign"
    """It is of another class or exam, or not signed for this class."""
    REMOVED = "removed"
    """It is of a student who was removed from the class list."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """A page of a scanned file.

    Attributes
    ----------
    file, page, digest
        The name of the file when it was handed in, the page in it from 1, and the digest of the file's content.
    student, sheet_page
        The student it belongs to and the page of their sheet; "" and None if unknown.
    picture
        The picture to be shown. For a placed page it is registered: the whole picture is the page of the sheet.
    count
        The number of pages of the file.
    turned
        The degrees, clockwise, by which a person has turned the page.
    is_blank
        Whether the page is nearly empty, such as the back of a sheet.
    upload_name
        The path of the file from the class folder.
    printed_for
        The student whose sheet it is, if a person has assigned the page to another student.
    problem
        What a person should check, and what to do about it; None if nothing.
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
        """Whether a person should look at the page."""
        return self.problem is not None

    @property
    def is_disputed(self) -> bool:
        """Whether another scan of the same page has different ink, so that neither counts."""
        return self.state is PageState.DOUBLE and self.needs_person

    @property
    def ink_map(self) -> Path:
        """The picture of the ink alone, by which scans of the same page are compared."""
        return self.picture.with_suffix(".ink.png")


@dataclass(frozen=True, slots=True)
class ScannedBox:
    """A box of a placed page: its picture, whether it has ink, and whether the ink goes beyond it."""

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
        """The scan that the box is from. A reading is valid for this scan, however the picture is cut out."""
        turn = f" {self.page.turned}" if self.page.turned else ""
        return f"{self.page.digest} {self.page.page}{turn}"


@dataclass(frozen=True, slots=True)
class Scans:
    """All scanned pages of a class, in the order they came in, and the boxes of placed pages."""

    pages: tuple[ScannedPage, ...] = ()
    boxes: tuple[ScannedBox, ...] = ()
    made_from: str = ""
    missing: tuple[tuple[str, int], ...] = ()
    """Missing pages: students with some scanned pages, each with a page of the sheet that was not scanned."""
    disputed: tuple[ScannedBox, ...] = ()
    """The boxes of disputed pages. They count once a person has chosen a page."""


def scanned_boxes(folder: Path) -> tuple[ScannedBox, ...]:
    """Return the boxes of all placed pages, in the order of the pages and of the sheet."""
    return read_scans(folder).boxes


def read_scans(folder: Path, name: str = FILE) -> Scans:
    """Return the scans that `write_scans` wrote; empty if the file does not exist."""
    path = folder / SCANS / name
    if not path.is_file():
        return Scans()
    try:
        document = json_of(read_limited(path, MAX_INDEX))
        both = [(_page(fields, path.parent), fields["boxes"]) for fields in document["pages"]]
        all_boxes = [_box(fields, page, path.parent) for page, inside in both for fields in inside]
        boxes = tuple(box for box in all_boxes if not box.page.is_disputed)
        disputed = tuple(box for box in all_boxes if box.page.is_disputed)
        missing = tuple((str(student), int(number)) for student, number in document["missing"])
        return Scans(tuple(page for page, _ in both), boxes, str(document["made_from"]), missing, disputed)
    except (ValueError, KeyError, TypeError) as error:
        remedy = "delete the folder: corrige makes it again"
        raise CorrigeError.single(
            "the results of the scans are damaged", place=str(path.parent), remedy=remedy
        ) from error


def write_scans(folder: Path, scans: Scans, name: str = FILE) -> None:
    """Write the index of scanned pages, or of one page; their pictures are there already."""
    document = {**scans_document(scans, message_to_json), "made_from": scans.made_from}
    content = json_bytes(document, indent=1)
    write_atomic(make_folder(folder / SCANS) / name, content, overwrite=True, is_last=name == FILE)


def scans_document(scans: Scans, encode: Callable[[str], object] = str) -> dict[str, object]:
    """Return the pages and their boxes as a JSON document; `encode` converts sentences."""
    inside: dict[tuple[str, int], list[ScannedBox]] = {}
    for box in (*scans.boxes, *scans.disputed):
        inside.setdefault((box.page.digest, box.page.page), []).append(box)
    return {
        "schema": SCHEMA,
        "pages": [_page_document(page, inside.get((page.digest, page.page), ()), encode) for page in scans.pages],
        "missing": [list(pair) for pair in scans.missing],
    }


def _page_document(
    page: ScannedPage, boxes: Iterable[ScannedBox], encode: Callable[[str], object]
) -> dict[str, object]:
    problem = page.problem and {"cause": encode(page.problem.cause), "remedy": encode(page.problem.remedy)}
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


def _page(fields: Mapping[str, Any], home: Path) -> ScannedPage:
    place = Message("{file}, page {page}", file=str(fields["file"]), page=int(fields["page"]))
    problem = fields["problem"]
    return ScannedPage(
        str(fields["file"]),
        int(fields["page"]),
        str(fields["student"]),
        None if fields["sheet_page"] is None else int(fields["sheet_page"]),
        PageState(fields["state"]),
        home / str(fields["picture"]),
        str(fields["digest"]),
        int(fields["turned"]),
        bool(fields["blank"]),
        problem and Problem(message_from_json(problem["cause"]), place, message_from_json(problem["remedy"])),
        int(fields["pages"]),
        str(fields["original"]),
        str(fields["printed_for"]),
    )


def _box(fields: Mapping[str, Any], page: ScannedPage, home: Path) -> ScannedBox:
    left, top, width, height = map(float, fields["rectangle"])
    return ScannedBox(
        page.student,
        str(fields["item"]),
        page,
        bool(fields["ink"]),
        bool(fields["spills"]),
        home / str(fields["crop"]),
        str(fields["digest"]),
        (left, top, width, height),
    )


@dataclass(frozen=True, slots=True)
class ScannedPaper:
    """The paper of a student made of scanned pages: its submission, a digest, and the date of its last file.

    `is_collected` means that `class collect` took in all its files. Otherwise some date is that of a copy.
    """

    submission: Submission
    attribution: Attribution
    digest: str
    date: datetime
    is_collected: bool


def scanned_papers(class_data: ClassData, index: Index, files: Iterable[Upload]) -> tuple[ScannedPaper, ...]:
    """Return the scanned paper of each student with scanned pages, as read so far."""
    scans = read_scans(class_data.folder)
    boxes = (*scans.boxes, *scans.disputed)
    if not boxes:
        return ()
    transcriptions = active_readings(load_readings(class_data.folder))
    set_aside = {entry.digest for entry in index.aside} - {entry.digest for entry in index.counting}
    boxes_of: defaultdict[str, list[ScannedBox]] = defaultdict(list)
    for box in boxes:
        if box.page.digest not in set_aside:
            boxes_of[box.student].append(box)
    collected = {entry.digest: entry.date for entry in index.files}
    dates = {upload.digest: upload.date for upload in files} | collected
    enrollments = {enrollment.student.id: enrollment for enrollment in class_data.enrollments}
    papers = []
    for enrollment in (e for e in class_data.enrollments if e.student.id in boxes_of):
        boxes_of_student, attribution = boxes_of[enrollment.student.id], Attribution(enrollment)
        pages = {box.page for box in boxes_of_student}
        if printed_for := {page.printed_for for page in pages} & enrollments.keys():
            # On the sheet of another student: the paper is marked with the student's own seed, and flagged.
            sheet_owner = enrollments[min(printed_for)]
            seed_text = f"u₀ = {sheet_owner.u0}"
            flag = replace(FILE_OF_ANOTHER, other_student=f"{sheet_owner.student.label}, {seed_text}")
            attribution = Attribution(enrollment, (flag,), u0=seed_text)
        known = [page for page in pages if page.digest in dates]
        papers.append(
            ScannedPaper(
                scanned_submission(class_data.exam, boxes_of_student, transcriptions),
                attribution,
                digest_of("".join(sorted({f"{page.digest} {page.page}" for page in pages})).encode()),
                max((dates[page.digest] for page in known), default=datetime.min),
                all(page.digest in collected for page in known),
            )
        )
    return tuple(papers)


def scanned_submission(
    exam: Exam, boxes: Sequence[ScannedBox], transcriptions: Mapping[BoxKey, Transcription]
) -> Submission:
    """Return the submission in a student's boxes, by what was read in them; boxes of disputed pages wait."""
    items = {part.id: [f"{part.id}.{place}" for place in range(1, part.count + 1)] for part in exam.parts}
    known = set(chain.from_iterable(items.values()))
    counting = [box for box in boxes if not box.page.is_disputed] or boxes
    sorted_boxes = sorted((box for box in boxes if box.item in known), key=lambda box: not box.page.is_disputed)
    texts = {box.item: None if box.page.is_disputed else text_of(box, transcriptions) for box in sorted_boxes}
    answers = {part: tuple(texts.get(item) or "" for item in inside) for part, inside in items.items()}
    waiting = tuple(item for item, text in texts.items() if text is None)
    flags = tuple(_incomplete(exam, texts, items))
    return Submission(place_of(counting), boxes[0].student, None, exam.name, answers, flags=flags, waiting=waiting)


def place_of(boxes: Iterable[ScannedBox]) -> Place:
    """Return the place of the paper that some boxes belong to: its first page."""
    first = min((box.page for box in boxes), key=lambda page: (page.sheet_page or 0, page.file, page.page))
    return Place(first.file, Message("page {number}", number=first.page))


def text_of(box: ScannedBox, transcriptions: Mapping[BoxKey, Transcription]) -> str | None:
    """Return the text in a box, "" if it is empty, None if it waits for a reading."""
    transcription = transcription_of(box, transcriptions)
    if transcription is not None:
        return None if transcription.is_cross else transcription.text
    return None if box.ink else ""


def transcription_of(box: ScannedBox, transcriptions: Mapping[BoxKey, Transcription]) -> Transcription | None:
    """Return the active transcription of a box for its last scan, None if there is none."""
    transcription = transcriptions.get((box.student, box.item))
    return (
        transcription
        if transcription and transcription.crop.removeprefix(CROSSED) in (box.source, box.digest)
        else None
    )


def _incomplete(exam: Exam, present: Collection[str], items: Mapping[str, Sequence[str]]) -> Iterator[Flag]:
    """Yield a flag with the questions whose boxes are on no page."""
    lacking = {
        question.number
        for question in exam.questions
        for part in question.parts
        if any(item not in present for item in items[part.id])
    }
    if lacking:
        yield SCAN_INCOMPLETE(", ".join(map(str, sorted(lacking))))
