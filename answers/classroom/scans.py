"""The scanned pages of a class: each page handed in as a picture, the student it belongs to, and its boxes.

The pages and boxes are in the store of the class, their pictures in `scans/`. All of them can be made again from
`collected/`, `sheets/` and the placements, which are a person's decisions on pages. A transcription is what a person
has read in a box, valid for one scan: if the page is scanned again, its boxes have to be transcribed again. Functions
raise CorrigeError if the store cannot be used.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Self, TypeAlias

from answers.classroom.attribution import Attribution
from answers.classroom.db import (
    OwnActions,
    file_name,
    insert,
    outside,
    read_log,
    reading,
    save_setting,
    setting,
    transaction,
    understood_values,
    undo_last_action,
)
from answers.classroom.folder import SUBMISSIONS, ClassData
from answers.classroom.upload_index import FOLDER, Index, Upload, digest_of, problem_from_text, problem_to_text
from answers.errors import CorrigeError, Problem
from answers.exam.exam import Exam
from answers.exports.tables import one_line
from answers.flags import FIELDS_UNKNOWN, FILE_OF_ANOTHER, SCAN_INCOMPLETE, Place
from answers.kinds.written import HANDWRITTEN
from answers.messages import Message
from answers.sheets.layout import Rectangle
from answers.submissions.raw.submission import MAX_TEXT, Submission

SCANS = "scans"
"""The folder of the pictures in the class folder."""
SCHEMA = "corrige/scans/1"
MADE_FROM, MISSING = "scans made from", "missing pages"
"""Settings of the store: a digest of all that the scans follow from, and the missing pages as JSON."""


class PageState(StrEnum):
    """What became of a scanned page: it counts for a student, waits for a person, or cannot be read."""

    PLACED = "placed"
    """The page is a known page of a student's sheet, and its boxes are cut out."""
    UNPLACED = "unplaced"
    """The student is unknown, so that a person must place the page or set it aside."""
    DOUBLE = "double"
    """Another scan of the same sheet page counts; or, if the page has a problem, the ink differs and neither counts."""
    FOREIGN = "foreign"
    """The page is of another class or exam, or is not signed for this class."""
    REMOVED = "removed"
    """The page is of a student who was removed from the class."""
    UNREADABLE = "unreadable"
    """The page cannot be read, is beyond the limits of its file, or does not fit the sheet page that its code names."""


TURNS = (0, 90, 180, 270)
"""The degrees by which a person may turn a page."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A person's decision on a page of a scanned file, which is identified by the digest of its content.

    Without a student and `sheet_page`, the page is set aside, for instance a draft. Without a student and with sheet
    page 0, the earlier decision is withdrawn. `turn` is the rotation in degrees, clockwise, that sets the page upright.
    """

    digest: str
    page: int
    student: str = ""
    sheet_page: int | None = None
    turn: int = 0
    author: str = ""
    at: str = ""

    @property
    def page_key(self) -> tuple[str, int]:
        """The identity of the page: the digest of its file and its number in the file."""
        return self.digest, self.page

    @property
    def is_aside(self) -> bool:
        """Whether the person has set the page aside, so that it belongs to no student."""
        return not self.student


def read_placements(folder: Path) -> tuple[Placement, ...]:
    """Return all decisions on scanned pages of a class, such as the student of a page, in the order of their time."""
    with reading(folder) as connection:
        return read_log(connection, "placement", Placement)


def active_placements(placements: Iterable[Placement]) -> Mapping[tuple[str, int], Placement]:
    """Return the last placement of each page, by `Placement.page_key`, except withdrawn placements."""
    last = {placement.page_key: placement for placement in placements}
    return {page: placement for page, placement in last.items() if placement.sheet_page != 0}


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """One page of a scanned file: the student and the page of the sheet that it shows, and what a person should check.

    `printed_for` is the student for whom the sheet was printed, if a person has assigned the page to another student or
    set it aside; else "". `u0` is the seed of the sheet, from the code on the page; None without a code of this
    student.
    """

    file: str  # name under which the file was handed in
    page: int  # number of the page in the file, from 1
    student: str  # student to whom the page belongs; "" if unknown
    sheet_page: int | None  # number of the page in the student's sheet; None if unknown
    state: PageState
    picture: Path  # picture to show; if the page is placed, the whole picture is the sheet page
    digest: str = ""  # digest of the content of the file
    turned: int = 0  # degrees, clockwise, by which a person has turned the page
    is_blank: bool = False  # whether the page is nearly empty, such as the back of a sheet
    problem: Problem | None = None  # what a person should check, with a remedy; None if nothing
    count: int = 1  # number of pages of the file
    upload_name: str = ""  # path of the file, relative to the class folder
    printed_for: str = ""
    u0: int | None = None

    @property
    def page_key(self) -> tuple[str, int]:
        """The identity of the page: the digest of its file and its number in the file."""
        return self.digest, self.page

    @property
    def place(self) -> Message:
        """The page in messages: the name of its file, and its number."""
        return Message("{file}, page {page}", file=self.file, page=self.page)

    @property
    def needs_person(self) -> bool:
        """Whether a person should look at the page."""
        return self.problem is not None

    @property
    def is_disputed(self) -> bool:
        """Whether another scan of the same sheet page has different ink, so that neither scan counts."""
        return self.state is PageState.DOUBLE and self.needs_person

    @property
    def has_answers(self) -> bool:
        """Whether the boxes of the page count, or will count if a person chooses this page among disputed ones."""
        return self.state is PageState.PLACED or self.is_disputed

    @property
    def ink_map(self) -> Path:
        """The path of the picture of the ink alone, by which scans of the same sheet page are compared."""
        return self.picture.with_suffix(".ink.png")


@dataclass(frozen=True, slots=True)
class ScannedBox:
    """One box of a placed page, for an item such as "4b.1".

    `ink` and `spills` say whether the box has ink, and whether the ink goes beyond the box. `crop` is the path of the
    picture of the box, `digest` that of the picture, and `rectangle` its area on the sheet page. `ticked` are the
    options of a choice that are clearly ticked, or the points ticked above a written answer; "" if there are none.
    """

    page: ScannedPage
    item: str
    ink: bool
    spills: bool
    crop: Path
    digest: str
    rectangle: Rectangle
    ticked: str = ""

    @property
    def student(self) -> str:
        """The identifier of the student to whom the page belongs."""
        return self.page.student

    @property
    def source(self) -> str:
        """The scan that has the box: digest of the file, page, and rotation.

        A transcription is valid for this scan, however the picture of the box is cut out.
        """
        turn = f" {self.page.turned}" if self.page.turned else ""
        return f"{self.page.digest} {self.page.page}{turn}"


@dataclass(frozen=True, slots=True)
class ProcessedPage:
    """A scanned page with its boxes; only a page that is, or was, placed has some.

    `made_from` is a digest of everything from which page and boxes were computed, "" if unknown.
    """

    page: ScannedPage
    boxes: tuple[ScannedBox, ...] = ()
    made_from: str = ""

    def with_state(self, state: PageState, problem: Problem | None = None) -> Self:
        """Return the page with another state and problem."""
        page = replace(self.page, state=state, problem=problem)
        return replace(self, page=page, boxes=tuple(replace(box, page=page) for box in self.boxes))


@dataclass(frozen=True, slots=True)
class Scans:
    """All scanned pages of a class in the order in which they arrived, with their boxes.

    `made_from` is a digest of everything from which pages and boxes were computed, "" if unknown.
    """

    processed: tuple[ProcessedPage, ...] = ()
    made_from: str = ""
    missing: tuple[tuple[str, int], ...] = ()
    """Sheet pages that were not scanned, of students of whom some page was: pairs of identifier and page number."""

    @property
    def pages(self) -> tuple[ScannedPage, ...]:
        """The pages without their boxes."""
        return tuple(processed.page for processed in self.processed)

    @property
    def boxes(self) -> tuple[ScannedBox, ...]:
        """The boxes of placed pages, page by page."""
        return tuple(box for each in self.processed if each.page.state is PageState.PLACED for box in each.boxes)


def read_scans(folder: Path) -> Scans:
    """Return the scans that `write_scans` stored; empty if there are none."""
    with reading(folder) as connection:
        statement = "SELECT * FROM scan_page WHERE position IS NOT NULL ORDER BY position"
        processed = _read_pages(connection, statement, folder)
        missing, made_from = setting(connection, MISSING), setting(connection, MADE_FROM)
    with understood_values(folder, "setting"):
        lacking = tuple((str(student), int(number)) for student, number in json.loads(missing or "[]"))
    return Scans(tuple(processed), made_from or "", lacking)


def read_pages(folder: Path) -> list[ProcessedPage]:
    """Return each processed page with its boxes, as it was before it was compared with other scans of its sheet page.

    These are the pages that `write_scans` stored, then those that an interrupted command has added with `add_page`.
    """
    with reading(folder) as connection:
        pages = _read_pages(connection, "SELECT * FROM scan_page ORDER BY position IS NULL, id", folder)
    # the state of a double page is a result of the comparison, which is made anew
    return [each.with_state(PageState.PLACED) if each.page.state is PageState.DOUBLE else each for each in pages]


def _read_pages(connection: sqlite3.Connection, statement: str, folder: Path) -> list[ProcessedPage]:
    """Return the pages that an SQL statement selects, with their boxes."""
    home, boxes_of, pages = folder / SCANS, defaultdict[int, list[sqlite3.Row]](list), list[ProcessedPage]()
    for row in connection.execute("SELECT * FROM scan_box ORDER BY id"):
        boxes_of[row["page"]].append(row)
    for row in connection.execute(statement):
        with understood_values(folder, "scan_page"):
            page = _page(row, home)
        with understood_values(folder, "scan_box"):
            boxes = tuple(_box(box, page, home) for box in boxes_of[row["id"]])
        pages.append(ProcessedPage(page, boxes, row["made_from"]))
    return pages


def add_page(folder: Path, processed: ProcessedPage) -> None:
    """Store one processed page; it counts only after the next `write_scans`."""
    with transaction(folder) as connection:
        _insert_page(connection, processed, None)


def write_scans(folder: Path, scans: Scans, others: Iterable[ProcessedPage] = ()) -> None:
    """Store scans in place of all that were stored; their pictures must already exist.

    `others` are processed pages that are not among the scans, and are stored so that they are not processed again.
    """
    with transaction(folder) as connection:
        connection.execute("DELETE FROM scan_page")
        for position, processed in enumerate(scans.processed):
            _insert_page(connection, processed, position)
        for processed in others:
            _insert_page(connection, processed, None)
        save_setting(connection, MADE_FROM, scans.made_from)
        save_setting(connection, MISSING, json.dumps(scans.missing))


PAGE_COLUMNS = "file", "page", "digest", "turned", "count", "upload_name", "student", "sheet_page", "printed_for", "u0"
"""The attributes of a page that its row in the store has unchanged."""


def _insert_page(connection: sqlite3.Connection, processed: ProcessedPage, position: int | None) -> None:
    """Insert the rows of a page and its boxes; `position` is None for a page that does not count."""
    page = processed.page
    page_row = {name: getattr(page, name) for name in PAGE_COLUMNS} | {
        "position": position,
        "state": page.state.value,
        "is_blank": page.is_blank,
        "picture": page.picture.name,
        "problem": problem_to_text(page.problem),
        "made_from": processed.made_from,
    }
    insert(connection, "scan_page", [page_row])
    (page_id,) = connection.execute("SELECT last_insert_rowid()").fetchone()
    boxes = (
        {
            "page": page_id,
            **{name: getattr(box, name) for name in ("item", "ink", "spills", "digest", "ticked")},
            "rectangle": json.dumps(box.rectangle),
            "crop": box.crop.name,
        }
        for box in processed.boxes
    )
    insert(connection, "scan_box", boxes)


def _page(row: sqlite3.Row, home: Path) -> ScannedPage:
    """Return the page in a row; raise CorrigeError if it names a file outside the class folder."""
    place = Message("{file}, page {page}", file=row["file"], page=row["page"])
    *folders, name = row["upload_name"].split("/")
    if folders not in ([], [FOLDER], [SUBMISSIONS]) or name == "..":
        raise outside(home.parent, row["upload_name"])
    return ScannedPage(
        **{name: row[name] for name in PAGE_COLUMNS},
        state=PageState(row["state"]),
        is_blank=bool(row["is_blank"]),
        picture=home / file_name(home.parent, row["picture"]),
        problem=problem_from_text(row["problem"], place),
    )


def _box(row: sqlite3.Row, page: ScannedPage, home: Path) -> ScannedBox:
    left, top, width, height = map(float, json.loads(row["rectangle"]))
    rectangle = (left, top, width, height)
    is_inked, spills = bool(row["ink"]), bool(row["spills"])
    crop = home / file_name(home.parent, row["crop"])
    return ScannedBox(page, row["item"], is_inked, spills, crop, row["digest"], rectangle, row["ticked"])


def scans_document(scans: Scans) -> dict[str, object]:
    """Return the pages, their boxes and the missing pages as a JSON document."""
    pages = []
    for processed in scans.processed:
        page = processed.page
        boxes = [
            {
                "item": box.item,
                "rectangle": list(box.rectangle),
                "ink": box.ink,
                "spills": box.spills,
                "crop": box.crop.name,
                "digest": box.digest,
                "reading": None,
            }
            for box in (processed.boxes if page.has_answers else ())
        ]
        document = {
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
            "u0": page.u0,
            "picture": page.picture.name,
            "problem": page.problem and {"cause": str(page.problem.cause), "remedy": str(page.problem.remedy)},
            "boxes": boxes,
        }
        pages.append(document)
    return {"schema": SCHEMA, "pages": pages, "missing": [list(pair) for pair in scans.missing]}


CROSSED = "crossed "
"""The prefix of the scan of a box that was crossed, as wrongly read, on the contact sheet."""

BoxKey: TypeAlias = tuple[str, str]
"""The identity of a box: the student's identifier and the item, such as ("z.ba", "4b.1")."""


@dataclass(frozen=True, slots=True)
class Transcription:
    """The text that a person has read in a box, "" if the box is empty.

    `scan` is the `ScannedBox.source` of the box. Without a scan, the earlier transcription is withdrawn.
    """

    student: str
    item: str
    text: str
    author: str = ""
    at: str = ""
    scan: str = ""

    @property
    def box_key(self) -> BoxKey:
        """The identity of the box: the student's identifier and the item, such as ("z.ba", "4b.1")."""
        return self.student, self.item

    @property
    def is_cross(self) -> bool:
        """Whether the box was only crossed as wrongly read, so that it waits for a transcription."""
        return self.scan.startswith(CROSSED)


def load_readings(folder: Path) -> tuple[Transcription, ...]:
    """Return all transcriptions of a class, in the order in which they were made."""
    with reading(folder) as connection:
        return read_log(connection, "transcription", Transcription)


def active_readings(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, Transcription]:
    """Return the last transcription of each box, also if it is a cross, except withdrawn ones."""
    last = {transcription.box_key: transcription for transcription in transcriptions}
    return {where: transcription for where, transcription in last.items() if transcription.scan}


def times_read(transcriptions: Iterable[Transcription]) -> Mapping[BoxKey, int]:
    """Return the number of transcriptions of each box, by which a concurrent change is noticed."""
    return Counter(transcription.box_key for transcription in transcriptions)


def add_readings(
    folder: Path, new: Sequence[Transcription], times_seen: Mapping[BoxKey, int] | None = None
) -> tuple[Transcription, ...]:
    """Store transcriptions, all or none, and return all that the class now has; they are then on the disk.

    `times_seen` has the number of transcriptions of each box when the person looked at it; CorrigeError if it has
    grown.
    """
    with transaction(folder) as connection:
        present = read_log(connection, "transcription", Transcription)
        times, last = times_read(present), {transcription.box_key: transcription for transcription in present}
        outdated = [
            last[box] for box, count in (times_seen or {}).items() if times.get(box, 0) != count and box in last
        ]
        if outdated:
            first = outdated[0]
            cause = Message(
                "{person} read the answer to {item} of {student} after it was shown to you",
                person=first.author,
                item=first.item,
                student=first.student,
            )
            remedy = Message(
                "look at the answer again: the page now shows the reading of the other person; your reading was "
                "not saved"
            )
            raise CorrigeError.single(cause, remedy=remedy)
        new = [replace(transcription, text=one_line(transcription.text).strip()[:MAX_TEXT]) for transcription in new]
        insert(connection, "transcription", map(asdict, new))
    return (*present, *new)


def undo_transcriptions(
    folder: Path, author: str, at: str, actions: OwnActions | None = None
) -> tuple[Transcription, ...]:
    """Undo a person's last transcribing that is not undone yet; return the transcriptions appended for this, or ().

    With `actions`, only transcriptions of these actions are undone. Later ones of the same boxes by others stay.
    """
    with transaction(folder) as connection:
        rows = undo_last_action(connection, "transcription", author, at, actions)
    names = [field.name for field in fields(Transcription)]
    return tuple(Transcription(**{name: row[name] for name in names}) for row in rows)


def scanned_papers(
    class_data: ClassData, index: Index, files: Iterable[Upload]
) -> Iterator[tuple[Upload, Submission, Attribution]]:
    """Yield the scanned paper of each student with scanned pages, with what was transcribed so far.

    `files` are the scans among the files handed in; those set aside do not count. The upload has the date of the
    student's last scan; it counts as collected if all of them were.
    """
    scans = read_scans(class_data.folder)
    transcriptions = active_readings(load_readings(class_data.folder))
    set_aside = {entry.digest for entry in index.aside} - {entry.digest for entry in index.counting}
    boxes_of: defaultdict[str, list[ScannedBox]] = defaultdict(list)
    for scan in scans.processed:
        if scan.page.has_answers and scan.page.digest not in set_aside:
            boxes_of[scan.page.student] += scan.boxes
    collected = {entry.digest: entry.date for entry in index.files}
    dates = {upload.digest: upload.date for upload in files} | collected
    enrollments = class_data.by_id
    for enrollment in (e for e in class_data.enrollments if e.student.id in boxes_of):
        boxes_of_student, attribution = boxes_of[enrollment.student.id], Attribution(enrollment)
        pages = {box.page for box in boxes_of_student}
        if printed_for := {page.printed_for for page in pages} & enrollments.keys():
            # On the sheet of another student: the paper is marked with the student's own seed, and flagged.
            sheet_owner = enrollments[min(printed_for)]
            seed_text = f"u₀ = {sheet_owner.u0}"
            flag = replace(FILE_OF_ANOTHER, other_student=f"{sheet_owner.student.label}, {seed_text}")
            attribution = Attribution(enrollment, (flag,), u0=seed_text)
        submission = scanned_submission(class_data.exam, boxes_of_student, transcriptions)
        if other_seeds := {page.u0 for page in pages} - {None, enrollment.u0}:  # the seed changed after printing
            submission = replace(submission, u0=str(min(filter(None, other_seeds))))
            attribution = replace(attribution, u0=attribution.u0 or f"u₀ = {submission.u0}")
        known = [page for page in pages if page.digest in dates]
        upload = Upload(
            class_data.folder / SCANS,
            submission.place.file,
            max((dates[page.digest] for page in known), default=datetime.min),
            digest_of("".join(sorted({f"{page.digest} {page.page}" for page in pages})).encode()),
            is_collected=all(page.digest in collected for page in known),
        )
        yield upload, submission, attribution


def scanned_submission(
    exam: Exam, boxes: Sequence[ScannedBox], transcriptions: Mapping[BoxKey, Transcription]
) -> Submission:
    """Return the submission of a student, with the transcriptions of the scanned `boxes` as answers.

    Answers in boxes that the exam no longer has are flagged "fields-unknown".
    """
    known = {item for part in exam.parts for item in part.item_names}
    counting = [box for box in boxes if not box.page.is_disputed] or boxes
    sorted_boxes = sorted((box for box in boxes if box.item in known), key=lambda box: not box.page.is_disputed)
    written = {f"{part.id}.1" for part in exam.parts if part.lines}
    texts = {
        box.item: None if box.page.is_disputed else text_of(box, transcriptions, is_written=box.item in written)
        for box in sorted_boxes
    }
    answers = {part.id: tuple(texts.get(item) or "" for item in part.item_names) for part in exam.parts}
    waiting = {box.item: _on_paper(box) for box in sorted_boxes if texts[box.item] is None}
    lacking = [q.number for q in exam.questions if any(not texts.keys() >= {*part.item_names} for part in q.parts)]
    flags = (SCAN_INCOMPLETE(", ".join(map(str, lacking))),) if lacking else ()
    others = (box for box in boxes if "." in box.item and box.item not in known)  # items, not the name and the seed
    if any(text_of(box, transcriptions) != "" for box in others):
        flags = (*flags, FIELDS_UNKNOWN)
    return Submission(place_of(counting), boxes[0].student, None, exam.name, answers, flags=flags, waiting=waiting)


def place_of(boxes: Iterable[ScannedBox]) -> Place:
    """Return the place of the paper that some boxes belong to: the file and page with the first page of its sheet."""
    first = min((box.page for box in boxes), key=lambda page: (page.sheet_page or 0, page.file, page.page))
    return Place(first.file, Message("page {number}", number=first.page))


def _on_paper(box: ScannedBox) -> str:
    """Return the text that stands for the unread ink in a box: it names the digest and the page of the scan."""
    return f"{HANDWRITTEN}{box.page.digest[:12]} {box.page.page}"


def text_of(box: ScannedBox, transcriptions: Mapping[BoxKey, Transcription], *, is_written: bool = False) -> str | None:
    """Return the text in a box; "" if the box is empty, None if it waits for a transcription.

    The text of a choice is the ticked options, that of a written answer names the digest and page of its scan.
    """
    transcription = transcription_of(box, transcriptions)
    if transcription is not None and not (is_written and transcription.is_cross):
        return None if transcription.is_cross else transcription.text
    if is_written and box.ink:
        return _on_paper(box)
    return (box.ticked or None) if box.ink else ""


def transcription_of(box: ScannedBox, transcriptions: Mapping[BoxKey, Transcription]) -> Transcription | None:
    """Return the active transcription of a box for its current scan; None if there is none."""
    transcription = transcriptions.get((box.student, box.item))
    return transcription if transcription and transcription.scan.removeprefix(CROSSED) == box.source else None
