"""Process scans: find the sheet of each page by its code or by a person's placement, and cut out its boxes.

The results are stored with the pictures, so that only new pages are processed.
"""

import json
import os
import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import chain
from pathlib import Path
from threading import local
from typing import TypeAlias

from answers.classroom.db import OwnActions, insert, reading, transaction, understood_values, undo_last_action
from answers.classroom.folder import ClassData, open_class, removed_students
from answers.classroom.incoming_files import MAX_SCAN
from answers.classroom.listed_names import is_other_person
from answers.classroom.roster import Enrollment
from answers.classroom.roster_index import roster_index
from answers.classroom.scans import (
    SCANS,
    PageState,
    Placement,
    ProcessedPage,
    ScannedBox,
    ScannedPage,
    Scans,
    active_placements,
    add_page,
    read_pages,
    read_placements,
    read_scans,
    write_scans,
)
from answers.classroom.upload_index import FOLDER as COLLECTED
from answers.classroom.upload_index import Index, Upload, digest_of, moments_aside, read_index
from answers.classroom.uploaders import UploadSource, uploader_of
from answers.errors import CorrigeError, Problem
from answers.exam.question import Part
from answers.files import file_stamp, make_folder, read_limited, write_atomic
from answers.kinds.choices import OneOf, SeveralOf
from answers.messages import Message
from answers.sheets.identity import TOKEN_VERSION, Identity, Signature, find_page_signature
from answers.sheets.issued_files import SHEETS, is_sheet, issued_sheet, printed_name
from answers.sheets.layout import STRIP_TOP, ItemBox, layout, option_boxes, strip_boxes, strip_points
from answers.sheets.sheet import BlankSheet, sheet_pdf
from answers.submissions.scanned.reader import (
    SHEET_SECONDS,
    CutBox,
    LostPageError,
    PageInfo,
    PageReader,
    Rectangle,
    RegisteredPage,
    RegisterRequest,
)

REMEDY = Message(
    "assign the page to a student, in `corrige desk DIR` or by `corrige class assign DIR FILE:PAGE STUDENT`, or scan "
    "it again"
)
NO_SHEET = Message(
    "{remedy}; if the file is not an answer sheet, assign the whole file to its student: `corrige class "
    "assign DIR FILE STUDENT`",
    remedy=REMEDY,
)
RIVAL_REMEDY = Message(
    "choose the scan that counts, in `corrige desk DIR` or by `corrige class assign DIR FILE:PAGE STUDENT`; "
    "if one of the two pages is by another student, assign it to that student, or set it aside: `corrige "
    "class assign DIR FILE:PAGE --none`"
)
DECIDED_REMEDY = Message(
    "assign this page too, with corrige class assign DIR FILE:PAGE STUDENT, or set it aside, with corrige "
    "class assign DIR FILE:PAGE --none"
)
ELSEWHERE = Message(
    "collect this page in the class of its answer sheet, or assign it to a student of this class: `corrige "
    "class assign DIR FILE:PAGE STUDENT`"
)


MOST_UPLOADED = 60
"""The most pages of a student's upload that are examined; a paper has two to eight pages, with drafts."""
UPLOAD_SECONDS = 90.0
"""The most processor time for a student's upload, in seconds; a page takes half a second."""
OWN_SECONDS, PAGE_SECONDS = 90.0, 3.0
"""The most processor time for a file of the teacher, in seconds, plus that for each sheet page found in it so far.

Such a file may have the papers of a whole class. Few of its pages are no sheet page, or a sheet page a second time.
"""
UPLOAD_REMEDY = Message(
    "ask the student for a file with only the pages of the answer sheet; a scan that you made yourself "
    "is not an upload: give its file to `class collect` directly"
)
OWN_REMEDY = Message("scan the papers in several files, at 200 or 300 dpi, without pages that are no answer sheets")
VERSION = 12
"""The version of the results; results of earlier versions are computed again."""


MOST_INK = 1.4
"""The most ink of a tick, in relation to another tick of the same choice."""
INSIDE = 1.2
"""The distance in millimetres by which the cut around a whole choice stays inside its field.

Printed frames would otherwise be taken for ink.
"""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Page `number` of a sheet as it was issued, which counts for the student `enrollment`.

    `places` has the item and the `_places` of each box for answers. The areas in `hidden`, where students write, do not
    count when the printed content is compared.
    """

    enrollment: Enrollment
    number: int
    pdf: bytes
    places: tuple[tuple[str, tuple[Rectangle, ...]], ...]
    hidden: tuple[Rectangle, ...]
    printed_for: Enrollment


def _places(part: Part, box: Rectangle) -> tuple[Rectangle, ...]:
    """Return the areas that are searched for ink around the `box` of an item.

    The first is the box itself. For a choice its field, its options and their labels follow; for a written answer the
    boxes of the examiner's strip.
    """
    x, y, width, height = box
    if part.written:
        whole = (x + INSIDE, y - STRIP_TOP - INSIDE, width - 2 * INSIDE, height + STRIP_TOP)
        return (whole, *strip_boxes(part, box))
    if not part.option_labels:
        return (box,)
    options, labels = option_boxes(part, box)
    right = labels[-1][0] + labels[-1][2]
    whole = (x + INSIDE, y + INSIDE, right - x - INSIDE, height - 2 * INSIDE)
    return (whole, box, *options, *labels)


class _NoSheetError(Exception):
    """The error that no answers of a page count; without a cause, nobody must look at the page."""

    def __init__(self, state: PageState, cause: str = "", remedy: str = REMEDY) -> None:
        super().__init__(cause)
        self.state, self.cause, self.remedy = state, cause, remedy


def _ticked(part: Part, cuts: Sequence[CutBox]) -> str:
    """Return the options that are clearly ticked in a choice, or the points above a written answer; "" if unclear.

    `cuts` are the pictures of the field, the options and the labels, of which only options may have ink. Among several
    ticks, one with much more ink than another may be cancelled.
    """
    if part.written:
        ticked = [(points, cut) for points, cut in zip(strip_points(part.points), cuts, strict=True) if cut.ink]
        return str(ticked[0][0]) if len(ticked) == 1 and ticked[0][1].mark else ""
    if not isinstance(part.kind, OneOf) or not cuts:
        return ""
    count = len(part.kind.options)
    chosen = [at for at, cut in enumerate(cuts[1 : count + 1]) if cut.ink]
    is_one = len(chosen) == 1 or isinstance(part.kind, SeveralOf)
    marks = [cuts[at + 1].mark for at in chosen]
    is_clear = min(marks, default=0) > 0 and max(marks) <= MOST_INK * min(marks)
    if cuts[0].ink or any(cut.ink for cut in cuts[count + 1 :]) or not is_one or not is_clear:
        return ""
    return ", ".join(part.kind.options[at].name for at in chosen)


def make_scans(class_data: ClassData, files: Sequence[Upload]) -> Scans:
    """Return all scanned pages of a class, after processing and storing those that are new.

    `files` are all scans of the class in the order in which they arrived. Of two scans of a sheet page with the same
    ink the later one counts, and a scan of the teacher rather than an upload. If their ink differs, neither counts
    until a person chooses one.
    """
    builder = _ScanBuilder(class_data, active_placements(read_placements(class_data.folder)))
    made_from = builder.made_from(files)
    present = read_scans(class_data.folder)
    if present.made_from == made_from and all(map(_has_pictures, present.processed)):
        return present
    make_folder(class_data.folder / SCANS)
    try:
        scans = replace(builder.combined(builder.pages(files)), made_from="" if builder.lost else made_from)
    finally:
        builder.close()
    counting = {(page.page_key, page.file) for page in scans.pages}
    others = (scan for scan in builder.processed if (scan.page.page_key, scan.page.file) not in counting)
    write_scans(class_data.folder, scans, others)
    return scans


def place_page(folder: Path, placement: Placement) -> None:
    """Store a person's placement of a scanned page and apply it; rival scans with different ink are set aside.

    The caller holds the lock of the class folder. CorrigeError if a person has set the file of the page aside.
    """
    if placement.digest in _files_aside(folder, read_index(folder)):
        raise CorrigeError.single(
            "the file of this page is set aside, so its pages count for no student; nothing was saved",
            remedy="to count the file again: corrige class assign DIR FILE --withdraw",
        )
    rivals = [
        Placement(page.digest, page.page, author=placement.author, at=placement.at)
        for page in read_scans(folder).pages
        if page.is_disputed
        and (page.student, page.sheet_page) == (placement.student, placement.sheet_page)
        and page.page_key != placement.page_key
    ]
    with transaction(folder) as connection:
        insert(connection, "placement", map(asdict, [placement, *rivals]))
    _apply_placements(folder)


def _files_aside(folder: Path, index: Index) -> dict[str, datetime]:
    """Return the files that a person has set aside, by digest, each with the time at which it was."""
    counting = {entry.digest for entry in index.counting}
    moments = moments_aside(folder, index)
    return {entry.digest: moment for entry, moment in moments.items() if entry.digest not in counting}


def undo_placed_pages(
    folder: Path, author: str, at: str, actions: OwnActions | None = None
) -> tuple[tuple[str, int], ...]:
    """Undo a person's last placements; return the pages as pairs of the digest of the file and the page number.

    With `actions`, only placements of these actions are undone. The caller holds the lock of the class folder.
    """
    with transaction(folder) as connection:
        rows = undo_last_action(connection, "placement", author, at, actions)
    pages = tuple((row["digest"], row["page"]) for row in rows)
    if pages:
        _apply_placements(folder)
    return pages


def _apply_placements(folder: Path) -> None:
    pages = [scan.page for scan in read_pages(folder)]  # also those of files that were set aside
    if all(page.upload_name for page in pages):
        uploads = (
            Upload(folder / page.upload_name, page.file, datetime.min, page.digest, is_collected=True) for page in pages
        )
        make_scans(open_class(folder), tuple({upload.digest: upload for upload in uploads}.values()))


def unassigned_pages(
    class_data: ClassData, pages: Sequence[ScannedPage], picked: Collection[str] = ()
) -> tuple[ScannedPage, ...]:
    """Return the scanned pages with a problem that are reported to the teacher as unread files.

    Such a page is in a file of which no page is assigned to a student, and is unreadable, or the student of the file is
    known by its uploader, its name, or as `picked`, the digests of files that the teacher chose for a student.
    """
    index, placed = roster_index(class_data.enrollments), {page.digest for page in pages if page.student}
    result = []
    for page in (page for page in pages if page.needs_person and page.digest not in placed):
        uploader = uploader_of(page.file, index)
        is_known = page.digest in picked or uploader.source is UploadSource.STUDENT or uploader.enrollment is not None
        if is_known or page.state is PageState.UNREADABLE:
            result.append(page)
    return tuple(result)


_SheetPage: TypeAlias = tuple[str, int | None]
"""A page of a student's sheet: the student's identifier, and the number of the page in the sheet."""
_Rival: TypeAlias = tuple[ScannedPage, tuple[Rectangle, ...]]
"""A scan of a sheet page, and the areas where its ink differs from that of another scan."""


class _ScanBuilder:
    """A processor of the scanned pages of a class, with several threads, each of which has its own reader process."""

    def __init__(self, class_data: ClassData, placements: Mapping[tuple[str, int], Placement]) -> None:
        self._class_data, self._placements = class_data, placements
        self._enrollments = {enrollment.student.stem: enrollment for enrollment in class_data.enrollments}
        self._by_id = class_data.by_id
        context = (
            class_data.exam.name,
            sorted((stem, enrollment.u0) for stem, enrollment in self._enrollments.items()),
            sorted(path.name for path in (class_data.folder / SHEETS).rglob("*.pdf")),
            *(part.option_labels for part in class_data.exam.parts if part.option_labels),
            *(f"{part.id} {part.points}" for part in class_data.exam.parts if part.written),
        )
        self._context = repr(context)
        self._removed = {enrollment.student.stem: enrollment for enrollment in removed_students(class_data.folder)}
        index = read_index(class_data.folder)
        self._aside = _files_aside(class_data.folder, index)
        self._arrived = {entry.digest: entry.collected for entry in reversed(index.files)}
        self._issued = tuple(sorted((class_data.folder.absolute() / SHEETS).glob("*.pdf")))
        self._names = roster_index(class_data.enrollments)
        self._thread = local()
        self._readers: list[PageReader] = []
        self.processed: list[ProcessedPage] = []
        """All processed pages, also those that the scans leave out."""
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self._known = {
            (*scan.page.page_key, scan.made_from): scan for scan in read_pages(class_data.folder) if _has_pictures(scan)
        }
        self._stamps: dict[str, tuple[int, int] | None] = {}
        """The time of the last change and the size of each file before its pages are read, by digest."""
        self._verified: set[str] = set()
        """The digests of files whose content was compared with the digest after a page was read."""
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._found: defaultdict[str, set[_SheetPage]] = defaultdict(set)
        """The sheet pages found in each file, by digest."""
        self.lost: set[str] = set()
        """The digests of files of which the process that read a page was lost; these pages are read again next time."""
        self._sheet = lru_cache(16)(self._issued_pdf)

    def made_from(self, files: Iterable[Upload]) -> str:
        """Return a digest of all that the pages read from `files` depend on: their contents, placements and the class.

        If it is the same as that of stored pages, these need not be read again.
        """
        names = [(file.digest, file.name, self._aside.get(file.digest)) for file in files]
        return digest_of(repr((VERSION, self._context, names, sorted(map(repr, self._placements.values())))).encode())

    def pages(self, files: Sequence[Upload]) -> list[ProcessedPage]:
        """Return each page of some files with its boxes, in the order of the files.

        Of the pages that exceed the budget of a file, only the first is returned, with the problem.
        """
        self._stamps = {file.digest: file_stamp(file.path) for file in files}

        def unread(file: Upload, number: int, count: int = 1) -> ScannedPage:
            """Return a page before it is read; `count` is the number of pages of the file, 1 while it is unknown."""
            picture = self._class_data.folder / SCANS / f"{file.digest}-{number}.jpg"
            original = file.path.relative_to(self._class_data.folder).as_posix()
            return ScannedPage(
                file.name,
                number,
                "",
                None,
                PageState.UNREADABLE,
                picture,
                file.digest,
                count=count,
                upload_name=original,
            )

        first = self._stored([unread(file, 1) for file in files])
        further = []
        for file, scan in zip(files, first, strict=True):
            count = scan.page.count
            most = MOST_UPLOADED if self._is_upload(file.name) else count
            further += [unread(file, number, count) for number in range(2, min(count, most + 1) + 1)]
        skipped, rest = set[str](), []
        for scan in self._stored(further):
            page = scan.page
            is_skipped = page.problem is not None and page.problem.remedy in (UPLOAD_REMEDY, OWN_REMEDY)
            if not is_skipped or page.digest not in skipped:
                rest.append(scan)
            if is_skipped:
                skipped.add(page.digest)
        order = {file.digest: place for place, file in enumerate(files)}
        return sorted([*first, *rest], key=lambda scan: (order[scan.page.digest], scan.page.page))

    def _stored(self, pages: Sequence[ScannedPage]) -> list[ProcessedPage]:
        """Process pages, and store each at once; raise CorrigeError if a file changed while its pages were read."""
        result = list[ProcessedPage]()
        for page, scan in zip(pages, self._pool.map(self._page, pages), strict=True):
            if (*page.page_key, scan.made_from) not in self._known:
                path, stamp = self._class_data.folder / page.upload_name, self._stamps[page.digest]
                is_same = stamp is not None and stamp == file_stamp(path)
                if is_same and page.digest not in self._verified and path.parent.name != COLLECTED:
                    with suppress(CorrigeError):
                        if digest_of(read_limited(path, MAX_SCAN)) == page.digest:
                            self._verified.add(page.digest)
                    is_same = page.digest in self._verified
                if not is_same:
                    raise CorrigeError.single(
                        "the scan was changed or removed while its pages were read, so the page was not processed",
                        place=page.file,
                        remedy="run the command again",
                    )
                add_page(self._class_data.folder, scan)
            result.append(scan)
        self.processed += result
        return result

    def combined(self, processed: Sequence[ProcessedPage]) -> Scans:
        """Return all pages, where only one scan of each sheet page counts, or none if the ink of its scans differs.

        Nor does a scan with the same ink as a page that a person set aside, or assigned to another student.
        """
        same: defaultdict[_SheetPage, list[ProcessedPage]] = defaultdict(list)
        for scan in processed:
            if scan.page.state is PageState.PLACED:
                same[scan.page.student, scan.page.sheet_page].append(scan)
        for scans in same.values():  # the last counts, and a scan of the teacher rather than an upload
            scans.sort(key=lambda scan: uploader_of(scan.page.file, self._names).source is not UploadSource.STUDENT)
        rivals, with_same_ink = self._compared(processed, same)
        combined = list[ProcessedPage]()
        for scan in processed:
            page = scan.page
            if page.digest in self._aside:
                continue
            sheet_page = page.student, page.sheet_page
            if page.state is PageState.PLACED and (rival_scans := rivals.get(sheet_page)):
                problem = _rival(page, rival_scans, same[sheet_page][-1])
                combined.append(scan.with_state(PageState.DOUBLE, problem))
            elif other := with_same_ink.get(page):
                cause = Message(
                    "this is page {number} of the answer sheet of {student}, with the same handwriting as {file}, page "
                    "{page}, which a person set aside or assigned to another student, so the answers of this page do "
                    "not count",
                    number=page.sheet_page,
                    student=page.student,
                    file=other.file,
                    page=other.page,
                )
                combined.append(scan.with_state(PageState.DOUBLE, Problem(cause, page.place, DECIDED_REMEDY)))
            elif page.state is PageState.PLACED and same[sheet_page][-1] is not scan:
                combined.append(scan.with_state(PageState.DOUBLE))
            else:
                combined.append(scan)
        return Scans(tuple(combined), missing=self._missing(same))

    def _compared(
        self, processed: Sequence[ProcessedPage], same: Mapping[_SheetPage, Sequence[ProcessedPage]]
    ) -> tuple[Mapping[_SheetPage, list[_Rival]], Mapping[ScannedPage, ScannedPage]]:
        """Compare the ink of the scans of each sheet page with that of the last, and with that of pages decided on.

        The result has, by sheet page, the scans with different ink and the places where they differ; and by page the
        scan with the same ink that a person set aside or assigned to another student.
        """
        order = {id(scan.page): at for at, scan in enumerate(processed)}
        pairs = [(scan.page, scans[-1].page) for scans in same.values() for scan in scans[:-1]]
        decided: defaultdict[_SheetPage, list[ScannedPage]] = defaultdict(list)
        for page in (scan.page for scan in processed):
            if page.printed_for and page.state in (PageState.PLACED, PageState.UNPLACED):
                decided[page.printed_for, page.sheet_page].append(page)

        def is_later(page: ScannedPage, other: ScannedPage) -> bool:
            if other.digest not in self._aside:
                return order[id(other)] < order[id(page)]
            return self._arrived.get(page.digest, datetime.max) > self._aside[other.digest]

        again = [
            (page, other)
            for sheet_page, scans in same.items()
            for page in (scan.page for scan in scans)
            if page.page_key not in self._placements
            for other in decided[sheet_page]
            if other.student or is_later(page, other)
        ]
        differences = self._differences([*pairs, *again])
        rivals: defaultdict[_SheetPage, list[_Rival]] = defaultdict(list)
        for (rival, counts), places in zip(pairs, differences[: len(pairs)], strict=True):
            if places:
                rivals[counts.student, counts.sheet_page].append((rival, places))
        with_same_ink = {
            page: other for (page, other), places in zip(again, differences[len(pairs) :], strict=True) if not places
        }
        return rivals, with_same_ink

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        for reader in self._readers:
            reader.close()

    def _differences(self, pairs: Sequence[tuple[ScannedPage, ScannedPage]]) -> list[tuple[Rectangle, ...]]:
        """Return the areas with different ink for each pair of pages; earlier comparisons are cached."""
        with reading(self._class_data.folder) as connection:
            stored = connection.execute("SELECT pair, places FROM scan_difference").fetchall()
        known = dict[str, tuple[Rectangle, ...]]()
        with understood_values(self._class_data.folder, "scan_difference"):
            for pair, places in stored:
                known[pair] = tuple((left, top, width, height) for left, top, width, height in json.loads(places))
        maps = {page: read_limited(page.ink_map) for pair in pairs for page in pair}
        digests = {page: digest_of(content) for page, content in maps.items()}

        def compare(pair: tuple[ScannedPage, ScannedPage]) -> tuple[Rectangle, ...]:
            first, second = pair
            key = f"{digests[first]} {digests[second]}"
            if key not in known and digests[first] != digests[second]:
                known[key] = self._reader().compare(first.file, maps[first], maps[second])
            return known.get(key, ())

        differences = list(self._pool.map(compare, pairs))
        used = sorted({f"{digests[first]} {digests[second]}" for first, second in pairs} & known.keys())
        if used != sorted(pair for pair, _ in stored):
            with transaction(self._class_data.folder) as connection:
                connection.execute("DELETE FROM scan_difference")
                insert(connection, "scan_difference", ({"pair": key, "places": json.dumps(known[key])} for key in used))
        return differences

    def _missing(self, placed: Iterable[_SheetPage]) -> tuple[tuple[str, int], ...]:
        """Return the sheet pages with boxes that were not scanned, of students with other scanned pages."""
        present: defaultdict[str, set[int]] = defaultdict(set)
        for student, number in placed:
            present[student].add(number or 0)
        result = []
        for student, numbers in present.items():
            sheet = self._sheet(self._by_id[student].student.stem)
            pages = {box.sheet_page for box in _answers(layout(sheet))} if sheet else set[int]()
            result += [(student, page) for page in pages - numbers]
        return tuple(sorted(result))

    def _placement(self, page: ScannedPage) -> Placement | None:
        placement = self._placements.get(page.page_key)
        if page.digest in self._aside:  # whatever was decided on the page before
            return Placement(*page.page_key, turn=placement.turn if placement else 0)
        return placement

    def _is_upload(self, name: str) -> bool:
        return uploader_of(name, self._names).source is not UploadSource.TEACHER

    def _page(self, page: ScannedPage) -> ProcessedPage:
        """Return a page, from the store if nothing that determines it has changed.

        A page that needs a person is processed again when the class list or the sheets change.
        """
        for_placement = digest_of(repr((VERSION, page.file, self._placement(page))).encode())
        for_class = digest_of(f"{for_placement} {self._context}".encode())
        for made_from in (for_class, for_placement):
            result = self._known.get((*page.page_key, made_from))
            if result and (made_from == for_class or result.page.student in {"", *self._by_id}):
                break
        else:
            result = self._inspected(page)
            is_lost = page.digest in self.lost and result.page.state is PageState.UNREADABLE
            if not is_lost:
                result = replace(result, made_from=for_class if result.page.needs_person else for_placement)
        if result.page.student:
            self._found[page.digest].add((result.page.student, result.page.sheet_page))
        return result

    def _inspected(self, page: ScannedPage) -> ProcessedPage:
        """Process a page unless its file has exceeded its budget, and add the time to that of the file."""
        is_upload = self._is_upload(page.file)
        most = UPLOAD_SECONDS if is_upload else OWN_SECONDS + PAGE_SECONDS * len(self._found[page.digest])
        most += SHEET_SECONDS * len(self._issued)
        if is_upload and page.page > MOST_UPLOADED:
            cause = Message(
                "pages {first} to {last} were not read and do not count: the upload of a student may have at most "
                "{most} pages",
                first=page.page,
                last=page.count,
                most=MOST_UPLOADED,
            )
            return ProcessedPage(replace(page, problem=Problem(cause, page.place, UPLOAD_REMEDY)))
        if self._seconds[page.digest] > most:
            cause = Message(
                "pages {first} to {last} were not read and do not count: reading the pages before them took more "
                "than {seconds} s",
                first=page.page,
                last=page.count,
                seconds=round(most),
            )
            remedy = UPLOAD_REMEDY if is_upload else OWN_REMEDY
            return ProcessedPage(replace(page, problem=Problem(cause, page.place, remedy)))
        before = self._reader().seconds
        try:
            return self._read(page)
        except LostPageError as error:
            self.lost.add(page.digest)
            return ProcessedPage(replace(page, problem=replace(error.problems[0], place=page.place)))
        finally:
            self._seconds[page.digest] += self._reader().seconds - before

    def _read(self, page: ScannedPage) -> ProcessedPage:
        """Return a page read from its file, placed on its sheet if possible, and store the pictures of its boxes."""
        placement = self._placement(page)
        turned, path = placement.turn if placement else 0, self._class_data.folder / page.upload_name
        try:
            page_info = self._reader().inspect(path, page.page, page.file, turned)
        except LostPageError:
            raise
        except CorrigeError as error:
            return ProcessedPage(replace(page, problem=replace(error.problems[0], place=page.place)))
        page = replace(page, turned=turned, count=page_info.count, is_blank=page_info.is_blank)
        if placement is not None and placement.is_aside:
            page = self._with_printed_sheet(page, page_info)
        try:
            sheet, registered = self._registered_sheet(page, placement, page_info)
        except _NoSheetError as error:
            write_atomic(page.picture, page_info.picture, overwrite=True, is_last=False)
            problem = Problem(error.cause, page.place, error.remedy) if error.cause else None
            return ProcessedPage(replace(page, state=error.state, problem=problem))
        student, identity = sheet.enrollment.student, self._printed_identity(page_info, sheet.number)
        printed_for = "" if sheet.printed_for == sheet.enrollment else sheet.printed_for.student.id
        page = replace(page, student=student.id, sheet_page=sheet.number, is_blank=False, printed_for=printed_for)
        if identity is not None and identity.student == student.stem:
            page = replace(page, u0=identity.u0)
        picture = registered.picture if registered else page_info.picture
        write_atomic(page.picture, picture, overwrite=True, is_last=False)
        if registered is None:
            cause = Message(
                "the code on this page is that of page {number} of the answer sheet of {student}, but the "
                "rest of the page is not that page, so its answers do not count",
                number=page.sheet_page,
                student=page.student,
            )
            return ProcessedPage(replace(page, problem=Problem(cause, page.place, REMEDY)))
        page, boxes, cuts = replace(page, state=PageState.PLACED), [], iter(registered.boxes)
        for item, places in sheet.places:
            cut, *inside = [next(cuts) for _ in places]
            crop = page.picture.with_name(f"{page.picture.stem}-{item}.png")
            write_atomic(crop, cut.picture, overwrite=True, is_last=False)
            ticked = _ticked(self._class_data.exam.part_of(item), inside)
            digest = digest_of(cut.picture)
            boxes.append(ScannedBox(page, item, cut.ink, cut.spills, crop, digest, places[0], ticked))
        write_atomic(page.ink_map, registered.ink, overwrite=True, is_last=False)
        return ProcessedPage(page, tuple(boxes))

    def _reader(self) -> PageReader:
        if not hasattr(self._thread, "reader"):
            self._thread.reader = PageReader()
            self._readers.append(self._thread.reader)
        reader: PageReader = self._thread.reader
        return reader

    def _registered_sheet(
        self, page: ScannedPage, placement: Placement | None, page_info: PageInfo
    ) -> tuple[_Sheet, RegisteredPage | None]:
        """Align a page with its sheet, or, if a person has placed it, with that of its code; None if it does not fit.

        Raises _NoSheetError if the page has no sheet, or if the printed content is that of another sheet.
        """
        sheet = self._sheet_of(page, placement, page_info)
        registered = self._registered(page, sheet)
        if registered is not None and registered.is_own:
            return sheet, registered
        if placement is None:
            if registered is None:
                return sheet, registered
            stem = "" if registered.nearest is None else self._issued[registered.nearest].stem
            owner = self._enrollments.get(stem)
            cause = Message(
                "the code on this page is that of page {number} of the answer sheet of {student}, but the u₀, the "
                "name or the data printed on the page are those of {other}, so its answers do not count"
                if stem
                else "the code on this page is that of page {number} of the answer sheet of {student}, but the u₀, the "
                "name or the data printed on the page are others, so its answers do not count",
                number=sheet.number,
                student=sheet.enrollment.student.id,
                other=owner.student.id if owner else stem,
            )
            raise _NoSheetError(PageState.UNPLACED, cause)
        identity = self._printed_identity(page_info, sheet.number)
        enrollment = self._enrollments.get(identity.student) if identity else None
        if enrollment is not None and enrollment != sheet.enrollment:
            with suppress(_NoSheetError):
                other_sheet = self._on_sheet(enrollment, sheet.number, identity)
                otherwise = self._registered(page, other_sheet)
                if otherwise is not None and otherwise.is_own:
                    return replace(other_sheet, enrollment=sheet.enrollment), otherwise
        return sheet, registered

    def _with_printed_sheet(self, page: ScannedPage, page_info: PageInfo) -> ScannedPage:
        """Return a page that was set aside, with the sheet page of its valid code, if any, and store its ink."""
        signed = self._signed(page_info)
        identity = self._printed_identity(page_info, signed[1]) if signed else None
        enrollment = self._enrollments.get(identity.student) if identity else None
        if signed is None or enrollment is None:
            return page
        with suppress(_NoSheetError):
            registered = self._registered(page, self._on_sheet(enrollment, signed[1], identity))
            if registered is not None and registered.is_own:
                write_atomic(page.ink_map, registered.ink, overwrite=True, is_last=False)
                return replace(page, sheet_page=signed[1], printed_for=enrollment.student.id)
        return page

    def _signed(self, page_info: PageInfo) -> tuple[Signature, int] | None:
        """Return the signature and the page number in the only code of a page; None if it has none, or several."""
        codes = page_info.codes
        return find_page_signature(codes[0], self._class_data.settings.secret) if len(codes) == 1 else None

    def _printed_identity(self, page_info: PageInfo, number: int) -> Identity | None:
        """Return the identity in the code of a page; None unless the code is valid and for page `number` of a sheet."""
        signed, exam = self._signed(page_info), self._class_data.exam.name
        is_own = signed is not None and signed[0].valid and signed[1] == number and signed[0].identity.exam == exam
        return signed[0].identity if signed is not None and is_own else None

    def _registered(self, page: ScannedPage, sheet: _Sheet) -> RegisteredPage | None:
        """Return the page aligned with a sheet, with the pictures of its boxes; None if it cannot be aligned."""
        boxes = tuple(chain.from_iterable(places for _, places in sheet.places))
        request = RegisterRequest(sheet.pdf, sheet.number, boxes, self._issued, sheet.hidden)
        try:
            return self._reader().register(page.file, request)
        except LostPageError:
            raise
        except CorrigeError:
            return None

    def _sheet_of(self, page: ScannedPage, placement: Placement | None, page_info: PageInfo) -> _Sheet:
        """Return the sheet on which a person has placed a page, or that of its only code; or raise _NoSheetError."""
        if placement is not None:
            return self._assigned_sheet(placement, page_info)
        uploader, signed = uploader_of(page.file, self._names), self._signed(page_info)
        if page_info.is_blank:  # the back of a sheet, unless a student has handed in nothing else
            is_upload = page_info.count == 1 and uploader.source is UploadSource.STUDENT
            cause = Message("the only page of this file, which a student handed in, is empty")
            raise _NoSheetError(PageState.UNPLACED, cause if is_upload else "")
        if not page_info.codes:
            cause = Message(
                "no code of an answer sheet can be read on the page, so its student is not known and its answers "
                "do not count"
            )
            raise _NoSheetError(PageState.UNPLACED, cause, NO_SHEET)
        if len(page_info.codes) > 1:
            cause = Message(
                "this picture shows the codes of {count} pages of answer sheets, so none of them was read",
                count=len(page_info.codes),
            )
            raise _NoSheetError(PageState.UNPLACED, cause, Message("take one picture for each page"))
        if signed is None or not signed[0].valid:
            cause = Message(
                "the code on the page does not have the signature of this class, so its answers do not count"
            )
            raise _NoSheetError(PageState.FOREIGN, cause, ELSEWHERE)
        identity, number = signed[0].identity, signed[1]
        if identity.exam != self._class_data.exam.name:
            cause = Message(
                "this page belongs to another exam, {name}, so its answers do not count here", name=identity.exam
            )
            remedy = Message("collect this page in the class that took its exam")
            raise _NoSheetError(PageState.FOREIGN, cause, remedy)
        enrollment = self._enrollments.get(identity.student)
        if enrollment is None:
            if (removed := self._removed.get(identity.student)) is None:
                cause = Message(
                    "this page belongs to {student!r}, who is not in the class list", student=identity.student
                )
                raise _NoSheetError(PageState.FOREIGN, cause)
            cause = Message(
                "this page belongs to {student}, who was removed from the class", student=removed.student.label
            )
            remedy = Message(
                "if the removal was a mistake: corrige class add DIR --student {student}; otherwise set "
                "the page aside: corrige class assign DIR FILE:PAGE --none",
                student=shlex.quote(removed.student.id),
            )
            raise _NoSheetError(PageState.REMOVED, cause, remedy)
        is_of_another = uploader.source is UploadSource.STUDENT and uploader.enrollment != enrollment
        if uploader.source is UploadSource.UNKNOWN or is_of_another:
            cause = Message(
                "this is page {number} of the answer sheet of {student}, but the file was handed in by another "
                "person, or by an unknown one, so its answers do not count",
                number=number,
                student=enrollment.student.id,
            )
            raise _NoSheetError(PageState.UNPLACED, cause)
        sheet = self._on_sheet(enrollment, number, identity)
        name = printed_name(sheet.pdf)
        if name and enrollment.student.both_names and is_other_person(name, enrollment.student.both_names):
            cause = Message(
                "this answer sheet was printed for {name}, but its code is that of {student} in the class list of "
                "today, so its answers do not count",
                name=name,
                student=enrollment.student.label,
            )
            raise _NoSheetError(PageState.UNPLACED, cause)
        return sheet

    def _assigned_sheet(self, placement: Placement, page_info: PageInfo) -> _Sheet:
        """Return the sheet on which a person has placed a page; raise _NoSheetError if it was set aside."""
        if placement.is_aside:
            raise _NoSheetError(PageState.UNPLACED)
        enrollment = self._by_id.get(placement.student)
        if enrollment is None or placement.sheet_page is None:
            cause = Message(
                "this page is assigned to {student!r}, who is not in the class list", student=placement.student
            )
            raise _NoSheetError(PageState.UNPLACED, cause)
        printed = self._printed_identity(page_info, placement.sheet_page)
        if printed is not None and printed.student == enrollment.student.stem:
            with suppress(_NoSheetError):
                return self._on_sheet(enrollment, placement.sheet_page, printed)
        return self._on_sheet(enrollment, placement.sheet_page)

    def _on_sheet(self, enrollment: Enrollment, number: int, printed: Identity | None = None) -> _Sheet:
        """Return page `number` of the sheet with the code `printed`, or of the last sheet; or raise _NoSheetError."""
        stem, student = enrollment.student.stem, enrollment.student.id
        pdf = self._sheet(stem, printed.content_hash, printed.version, printed.u0) if printed else self._sheet(stem)
        if pdf is None:
            cause = Message(
                "the sheet given to {student} is no longer in `sheets/`, so the boxes of the page cannot be found",
                student=student,
            )
            remedy = Message(
                "put the PDF of the sheet back into `sheets/`, or type the answers of the page into a text file, one"
                " line per part, such as `1a: 17 519`, and collect this file: `corrige class collect DIR FILE`"
            )
            raise _NoSheetError(PageState.UNPLACED, cause, remedy)
        inside = tuple(box for box in layout(pdf) if box.sheet_page == number)
        if boxes := _answers(inside):
            part_of = self._class_data.exam.part_of
            places = tuple((box.item, _places(part_of(box.item), box.rectangle)) for box in boxes)
            fields = (box.rectangle for box in inside if box not in boxes)
            hidden = (*fields, *(areas[0] for _, areas in places))
            return _Sheet(enrollment, number, pdf, places, hidden, enrollment)
        cause = Message(
            "the answer sheet of {student} has no page {number} with boxes for answers", student=student, number=number
        )
        raise _NoSheetError(PageState.UNPLACED, cause)

    def _issued_pdf(
        self, stem: str, content_hash: str = "", version: int = TOKEN_VERSION, u0: int | None = None
    ) -> bytes | None:
        """Return a student's sheet with a content hash and seed, or the last one without these; None if missing."""
        class_data, enrollment = self._class_data, self._enrollments[stem]
        u0 = enrollment.u0 if u0 is None else u0
        if u0 is None:
            return None
        path = class_data.folder / SHEETS / f"{stem}.pdf"
        if not content_hash and u0 == enrollment.u0 and path.is_file():
            return read_limited(path)
        identity = Identity(class_data.exam.name, u0, stem, content_hash, version)
        if content_hash and (issued := issued_sheet(class_data.folder, identity, class_data.settings.secret)):
            return issued
        blank = BlankSheet(class_data.exam, u0, enrollment.student)
        today = sheet_pdf(blank, lang=class_data.settings.lang, secret=class_data.settings.secret, version=version)
        return today if not content_hash or is_sheet(today, identity, class_data.settings.secret) else None


def _has_pictures(scan: ProcessedPage) -> bool:
    page, paths = scan.page, [box.crop for box in scan.boxes]
    is_printed = page.state is PageState.UNPLACED and page.printed_for != ""
    paths += [page.picture] * (page.state is not PageState.UNREADABLE)
    paths += [page.ink_map] * (page.state in (PageState.PLACED, PageState.DOUBLE) or is_printed)
    return all(path.is_file() for path in paths)


def _answers(boxes: Iterable[ItemBox]) -> tuple[ItemBox, ...]:
    """Return the boxes for answers, without those for the name."""
    return tuple(box for box in boxes if "." in box.item)


def _rival(page: ScannedPage, rivals: Sequence[_Rival], last: ProcessedPage) -> Problem:
    """Return the problem of a page of which `rivals`, other scans of its sheet page, have different ink."""
    rival, places = next(((other, places) for other, places in rivals if other == page), rivals[0])
    rival = last.page if rival == page else rival

    def overlap(a: Rectangle, b: Rectangle) -> bool:
        return all(a[at] < b[at] + b[at + 2] and b[at] < a[at] + a[at + 2] for at in (0, 1))

    items = [box.item for box in last.boxes if any(overlap(box.rectangle, place) for place in places)]
    cause = Message(
        "page {number} of the answer sheet of {student} was scanned twice, here and in {file}, page {page}, with "
        "different handwriting in the boxes of the items {items}; neither scan counts"
        if items
        else "page {number} of the answer sheet of {student} was scanned twice, here and in {file}, page {page}, with "
        "different handwriting, but not in the boxes for answers; neither scan counts",
        number=page.sheet_page,
        student=page.student,
        file=rival.file,
        page=rival.page,
        items=", ".join(items[:5]),
    )
    return Problem(cause, page.place, RIVAL_REMEDY)
