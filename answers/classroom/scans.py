"""The scanned pages of a class: each page handed in as a picture, the student it belongs to, and its boxes.

The pages and boxes are in the store of the class, their pictures in `scans/`. All of it is made from `collected/`,
`sheets/` and the placements. Functions raise CorrigeError if the store cannot be used.
"""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from itertools import chain
from pathlib import Path

from answers.classroom.attribution import Attribution
from answers.classroom.db import insert, reading, save_setting, setting, transaction
from answers.classroom.folder import ClassData
from answers.classroom.transcriptions import CROSSED, BoxKey, Transcription, active_readings, load_readings
from answers.classroom.upload_index import Index, Upload, digest_of
from answers.errors import Problem
from answers.exam.exam import Exam
from answers.flags import FILE_OF_ANOTHER, SCAN_INCOMPLETE, Flag, Place
from answers.kinds.written import HANDWRITTEN
from answers.messages import Message
from answers.sandbox.message_json import message_from_json, message_to_json
from answers.submissions.raw.submission import Submission

SCANS = "scans"
SCHEMA = "corrige/scans/1"
MADE_FROM, MISSING = "scans made from", "missing pages"
"""Settings of the store: the digest of all that the scans were made from; the missing pages, as JSON."""

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
    """A box of a placed page: its picture, whether it has ink, and whether the ink goes beyond it.

    `ticked` are the options of a choice whose boxes are clearly ticked.
    """

    student: str
    item: str
    page: ScannedPage
    ink: bool
    spills: bool
    crop: Path
    digest: str
    rectangle: Rectangle
    ticked: str = ""

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


def read_scans(folder: Path) -> Scans:
    """Return the scans that `write_scans` stored; empty if there are none."""
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM scan_page WHERE position IS NOT NULL ORDER BY position").fetchall()
        inside = _boxes_by_page(connection)
        missing, made_from = setting(connection, MISSING), setting(connection, MADE_FROM)
    pages = [(_page(row, folder / SCANS), inside[row["id"]]) for row in rows]
    return Scans(
        tuple(page for page, _ in pages),
        tuple(
            _box(row, page, folder / SCANS) for page, rows in pages if page.state is PageState.PLACED for row in rows
        ),
        made_from or "",
        tuple((student, number) for student, number in json.loads(missing or "[]")),
        tuple(_box(row, page, folder / SCANS) for page, rows in pages if page.is_disputed for row in rows),
    )


def read_pages(folder: Path) -> list[Scans]:
    """Return each processed page with its boxes, as it was before it was compared with other scans of its page.

    They are those of `write_scans`, then pages that an interrupted command has added with `add_page`.
    """
    with reading(folder) as connection:
        rows = connection.execute("SELECT * FROM scan_page ORDER BY position IS NULL, id").fetchall()
        inside = _boxes_by_page(connection)
    pages = []
    for row in rows:
        page = _page(row, folder / SCANS)
        if page.state is PageState.DOUBLE:  # the comparison said so
            page = replace(page, state=PageState.PLACED, problem=None)
        boxes = tuple(_box(box, page, folder / SCANS) for box in inside[row["id"]])
        pages.append(Scans((page,), boxes, row["made_from"]))
    return pages


def add_page(folder: Path, scan: Scans) -> None:
    """Store a page that was processed; it counts only after the next `write_scans`."""
    with transaction(folder) as connection:
        insert_pages(connection, [_page_rows(scan, None)])


def write_scans(folder: Path, scans: Scans, pages: Sequence[Scans] = ()) -> None:
    """Store scans in place of all that were stored; their pictures are there already.

    `pages` has each page as it was processed, with its boxes if they count nowhere, and `made_from`; those that are
    not among the scans are stored too, so that they are not processed again.
    """
    processed = {_page_key(scan.pages[0]): scan for scan in pages}
    boxes: defaultdict[tuple[str, int, str], list[ScannedBox]] = defaultdict(list)
    for box in (*scans.boxes, *scans.disputed):
        boxes[_page_key(box.page)].append(box)
    rows = []
    for position, page in enumerate(scans.pages):
        own = processed.pop(_page_key(page), Scans(boxes=tuple(boxes[_page_key(page)])))
        rows.append(_page_rows(replace(own, pages=(page,)), position))
    rows += [_page_rows(scan, None) for scan in processed.values()]
    with transaction(folder) as connection:
        connection.execute("DELETE FROM scan_page")
        insert_pages(connection, rows)
        save_setting(connection, MADE_FROM, scans.made_from)
        save_setting(connection, MISSING, json.dumps(scans.missing))


def insert_pages(
    connection: sqlite3.Connection, rows: Iterable[tuple[Mapping[str, object], Iterable[Mapping[str, object]]]]
) -> None:
    """Insert the rows of pages, each with those of its boxes."""
    for page, boxes in rows:
        insert(connection, "scan_page", [page])
        (page_id,) = connection.execute("SELECT last_insert_rowid()").fetchone()
        insert(connection, "scan_box", ({"page": page_id, **box} for box in boxes))


def _page_key(page: ScannedPage) -> tuple[str, int, str]:
    return page.digest, page.page, page.file


def _page_rows(scan: Scans, position: int | None) -> tuple[dict[str, object], list[dict[str, object]]]:
    (page,) = scan.pages
    problem = page.problem and json.dumps([*map(message_to_json, (page.problem.cause, page.problem.remedy))])
    page_row: dict[str, object] = {
        "position": position,
        "digest": page.digest,
        "page": page.page,
        "file": page.file,
        "count": page.count,
        "upload_name": page.upload_name,
        "student": page.student,
        "sheet_page": page.sheet_page,
        "state": page.state.value,
        "turned": page.turned,
        "is_blank": page.is_blank,
        "printed_for": page.printed_for,
        "picture": page.picture.name,
        "problem": problem,
        "made_from": scan.made_from,
    }
    boxes: list[dict[str, object]] = [
        {
            "item": box.item,
            "rectangle": json.dumps(box.rectangle),
            "ink": box.ink,
            "spills": box.spills,
            "crop": box.crop.name,
            "digest": box.digest,
            "ticked": box.ticked,
        }
        for box in scan.boxes
    ]
    return page_row, boxes


def _boxes_by_page(connection: sqlite3.Connection) -> defaultdict[int, list[sqlite3.Row]]:
    rows: defaultdict[int, list[sqlite3.Row]] = defaultdict(list)
    for row in connection.execute("SELECT * FROM scan_box ORDER BY id"):
        rows[row["page"]].append(row)
    return rows


def _page(row: sqlite3.Row, home: Path) -> ScannedPage:
    problem = None
    if row["problem"]:
        cause, remedy = map(message_from_json, json.loads(row["problem"]))
        problem = Problem(cause, Message("{file}, page {page}", file=row["file"], page=row["page"]), remedy)
    return ScannedPage(
        row["file"],
        row["page"],
        row["student"],
        row["sheet_page"],
        PageState(row["state"]),
        home / row["picture"],
        row["digest"],
        row["turned"],
        bool(row["is_blank"]),
        problem,
        row["count"],
        row["upload_name"],
        row["printed_for"],
    )


def _box(row: sqlite3.Row, page: ScannedPage, home: Path) -> ScannedBox:
    left, top, width, height = json.loads(row["rectangle"])
    rectangle = (left, top, width, height)
    is_inked, spills = bool(row["ink"]), bool(row["spills"])
    return ScannedBox(
        page.student, row["item"], page, is_inked, spills, home / row["crop"], row["digest"], rectangle, row["ticked"]
    )


def scans_document(scans: Scans) -> dict[str, object]:
    """Return the pages and their boxes as a JSON document."""
    inside: dict[tuple[str, int], list[ScannedBox]] = {}
    for box in (*scans.boxes, *scans.disputed):
        inside.setdefault((box.page.digest, box.page.page), []).append(box)
    return {
        "schema": SCHEMA,
        "pages": [_page_document(page, inside.get((page.digest, page.page), ())) for page in scans.pages],
        "missing": [list(pair) for pair in scans.missing],
    }


def _page_document(page: ScannedPage, boxes: Iterable[ScannedBox]) -> dict[str, object]:
    problem = page.problem and {"cause": str(page.problem.cause), "remedy": str(page.problem.remedy)}
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
    written = {f"{part.id}.1" for part in exam.parts if part.lines}
    texts = {
        box.item: None
        if box.page.is_disputed
        else text_of(box, transcriptions, HANDWRITTEN if box.item in written else None)
        for box in sorted_boxes
    }
    answers = {part: tuple(texts.get(item) or "" for item in inside) for part, inside in items.items()}
    waiting = tuple(item for item, text in texts.items() if text is None)
    flags = tuple(_incomplete(exam, texts, items))
    return Submission(place_of(counting), boxes[0].student, None, exam.name, answers, flags=flags, waiting=waiting)


def place_of(boxes: Iterable[ScannedBox]) -> Place:
    """Return the place of the paper that some boxes belong to: its first page."""
    first = min((box.page for box in boxes), key=lambda page: (page.sheet_page or 0, page.file, page.page))
    return Place(first.file, Message("page {number}", number=first.page))


def text_of(
    box: ScannedBox, transcriptions: Mapping[BoxKey, Transcription], handwritten: str | None = None
) -> str | None:
    """Return the text in a box, "" if it is empty, None if it waits for a reading.

    A choice that is clearly ticked has the names of the options. A written answer does not wait: its text is
    `handwritten`, with the digest and the page of its scan.
    """
    transcription = transcription_of(box, transcriptions)
    if transcription is not None and not (handwritten and transcription.is_cross):
        return None if transcription.is_cross else transcription.text
    if handwritten and box.ink:
        return f"{handwritten}{box.page.digest[:12]} {box.page.page}"
    return (box.ticked or None) if box.ink else ""


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
