"""Scans become pages and boxes: each page finds its sheet by its code or by a person's word, and is cut along it.

What a page came to is kept beside its pictures, so that only what is new is looked at.
"""

import os
import shlex
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import local

from answers.classroom.attribution import Uploader, UploadSource, roster_index, uploader_of
from answers.classroom.folder import ClassData, open_class, roster_folder
from answers.classroom.members import removed_students
from answers.classroom.placements import Placement, active_placements, add_placements, read_placements
from answers.classroom.roster import Enrollment
from answers.classroom.scans import SCANS, PageState, ScannedBox, ScannedPage, Scans, read_scans, write_scans
from answers.classroom.upload_index import digest_of
from answers.errors import CorrigeError, Problem
from answers.exam.identity import TOKEN_VERSION, Identity, Signature, find_page_signature
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic
from answers.messages import Message
from answers.sheets.issued_files import SHEETS, is_sheet, issued_sheet
from answers.sheets.layout import Box, layout
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.scanned.reader import (
    SHEET_SECONDS,
    PageInfo,
    PageReader,
    Rectangle,
    RegisteredPage,
    RegisterRequest,
)

REMEDY = Message(
    "assign the page to a student, in `corrige desk DIR` or by `corrige class scans DIR --place`, or scan it again"
)
NO_SHEET = Message(
    "{remedy}; if it is not an answer sheet, assign it: `corrige class collect DIR --pick STUDENT=FILE`",
    remedy=REMEDY,
)
RIVAL_REMEDY = Message(
    "choose the scan that counts, in `corrige desk DIR` or by `corrige class scans DIR --place "
    "FILE,PAGE=STUDENT,SHEETPAGE`; assign a page of another student to that student, or set it aside "
    "(FILE,PAGE=)"
)
ELSEWHERE = Message("collect it in the class of this sheet, or assign it here: `corrige class scans DIR --place`")


MOST_UPLOADED = 60
"""Pages of a file that somebody uploaded, of which some are looked at: a paper has two to eight, with drafts."""
UPLOAD_SECONDS = 90.0
"""Of the processor, for a file that somebody uploaded; a page takes half a second."""
OWN_SECONDS, PAGE_SECONDS = 60.0, 3.0
"""The same for a file of the teacher's, which may hold the papers of a whole class, and what each page adds."""
UPLOAD_REMEDY = Message(
    "ask for a file with only the pages of the sheet; give a scan that you made to `collect` yourself, not as "
    "an upload of the student"
)
OWN_REMEDY = Message("scan the papers in several files, at 200 or 300 dpi")
COMPARED = "compared.json"
VERSION = 7
"""Of what is made of a page: what an earlier version made is made again."""


@dataclass(frozen=True, slots=True)
class ScanFile:
    """A scan that was handed in: where it is, its name, the digest of its content."""

    path: Path
    name: str
    digest: str


@dataclass(frozen=True, slots=True)
class _Task:
    """A page of a file, and what a person has said of it."""

    file: ScanFile
    page: int
    word: Placement | None
    count: int = 1
    """How many pages the file has, as far as that is known."""

    @property
    def place(self) -> Message:
        return Message("{file}, page {page}", file=self.file.name, page=self.page)

    @property
    def stem(self) -> str:
        return f"{self.file.digest}-{self.page}"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The page of a sheet that a scanned page is: the student it counts for, and the one it is printed for."""

    enrollment: Enrollment
    number: int
    pdf: bytes
    boxes: tuple[Box, ...]
    hidden: tuple[Rectangle, ...]
    printed_for: Enrollment


def make_scans(
    class_data: ClassData, files: Sequence[ScanFile], progress: Callable[[int], None] = lambda _: None
) -> Scans:
    """Return the pages of all scans, given in the order they came in, looking only at what is new; the rest is kept.

    Of two scans of the same page with the same ink the later one counts, and one of the teacher's before an upload; if
    their ink differs, neither does, until a person has said which.
    """
    maker = _Maker(class_data, active_placements(read_placements(class_data.folder)))
    made_from = maker.made_from(files)
    present = read_scans(class_data.folder)
    if present.made_from == made_from:
        return present
    make_folder(class_data.folder / SCANS)
    try:
        scanses = maker.pages(files, progress)
        scans = replace(_together(scanses, maker), made_from=made_from)
    finally:
        maker.close()
    write_scans(class_data.folder, scans)
    return scans


def place_page(folder: Path, word: Placement) -> None:
    """Keep a person's word on a page, and do what it says; a page that is chosen sets its rivals aside.

    The caller holds the folder's lock.
    """
    rivals = [
        Placement(page.digest, page.page, author=word.author, time=word.time)
        for page in read_scans(folder).pages
        if page.is_disputed
        and (page.student, page.sheet_page) == (word.student, word.sheet_page)
        and (page.digest, page.page) != word.page_key
    ]
    place_pages(folder, [word, *rivals])


def place_pages(folder: Path, words: Sequence[Placement]) -> None:
    """Keep words on pages, and do what they say. The caller holds the folder's lock."""
    add_placements(folder, words)
    pages = read_scans(folder).pages
    if all(page.upload_name for page in pages):
        files = {page.digest: ScanFile(folder / page.upload_name, page.file, page.digest) for page in pages}
        make_scans(open_class(folder), tuple(files.values()))


def unassigned_pages(
    class_data: ClassData, pages: Sequence[ScannedPage], picked: Collection[str] = ()
) -> tuple[ScannedPage, ...]:
    """Return the pages of scans without a placed page: of those that are no pictures, or of whom is known.

    That is what a student uploaded, what is called like one, and what was `picked` for one, by its digest.
    """
    index, placed = roster_index(class_data.enrollments), {page.digest for page in pages if page.student}

    def is_somebodys(page: ScannedPage) -> bool:
        uploader = uploader_of(page.file, index)
        return page.digest in picked or uploader.source is UploadSource.STUDENT or uploader.enrollment is not None

    lost = (page for page in pages if page.needs_person and page.digest not in placed)
    return tuple(page for page in lost if page.state is PageState.UNREADABLE or is_somebodys(page))


class _Maker:
    """Looks at the pages of a class; several threads, each with a process of its own."""

    def __init__(self, class_data: ClassData, words: Mapping[tuple[str, int], Placement]) -> None:
        self._class_data, self._words = class_data, words
        self._enrollments = {enrollment.student.stem: enrollment for enrollment in class_data.enrollments}
        self._by_id = {enrollment.student.id: enrollment for enrollment in class_data.enrollments}
        sheets = sorted(path.name for path in (class_data.folder / SHEETS).rglob("*.pdf"))
        self._around = repr(
            (
                class_data.exam.name,
                sorted((stem, enrollment.u0) for stem, enrollment in self._enrollments.items()),
                sheets,
            )
        )
        self._gone = {
            enrollment.student.stem: enrollment
            for enrollment in removed_students(roster_folder(class_data.folder.absolute()))
        }
        self._issued = tuple(sorted((class_data.folder.absolute() / SHEETS).glob("*.pdf")))
        self._names = roster_index(class_data.enrollments)
        self._own = local()
        self._readers: list[PageReader] = []
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._sheet = lru_cache(16)(self._printed)

    def made_from(self, files: Iterable[ScanFile]) -> str:
        """What tells all that the pages are made from."""
        own = [(file.digest, file.name) for file in files]
        return digest_of(repr((VERSION, self._around, own, sorted(map(repr, self._words.values())))).encode())

    def pages(self, files: Sequence[ScanFile], progress: Callable[[int], None]) -> list[Scans]:
        """Each page by itself, in order."""
        done = 0

        def told(scans: Iterable[Scans]) -> list[Scans]:
            nonlocal done
            found = []
            for scan in scans:
                found.append(scan)
                progress(done := done + 1)
            return found

        first = told(self._pool.map(self._page, [self._task(file, 1) for file in files]))
        others = []
        for file, one in zip(files, first, strict=True):
            count = one.pages[0].count
            most = MOST_UPLOADED if self._is_upload(file) else count
            others += [self._task(file, number, count) for number in range(2, min(count, most + 1) + 1)]
        rest = told(self._pool.map(self._page, others))
        order = {file.digest: place for place, file in enumerate(files)}
        skipped = sorted((one.pages[0].page, one.pages[0].digest) for one in rest if _is_skipped(one))
        shown = {digest: page for page, digest in reversed(skipped)}  # the first of each file
        rest = [one for one in rest if not _is_skipped(one) or shown[one.pages[0].digest] == one.pages[0].page]
        return sorted([*first, *rest], key=lambda scans: (order[scans.pages[0].digest], scans.pages[0].page))

    def close(self) -> None:
        """End what looks at pages."""
        self._pool.shutdown(cancel_futures=True)
        for reader in self._readers:
            reader.close()

    def differences(self, pairs: Sequence[tuple[ScannedPage, ScannedPage]]) -> list[tuple[Rectangle, ...]]:
        """Return where the two pages of each pair have ink that the other lacks; what was compared before is known."""
        path = self._class_data.folder / SCANS / COMPARED
        known: dict[str, tuple[Rectangle, ...]] = {}
        with suppress(CorrigeError, ValueError, TypeError, AttributeError):  # it is made anew where it is damaged
            for key, places in json_of(read_limited(path)).items():
                known[key] = tuple((float(x), float(y), float(w), float(h)) for x, y, w, h in places)
        maps = {page: read_limited(page.ink_map) for pair in pairs for page in pair}
        digests = {page: digest_of(content) for page, content in maps.items()}

        def compare(pair: tuple[ScannedPage, ScannedPage]) -> tuple[Rectangle, ...]:
            one, other = pair
            key = f"{digests[one]} {digests[other]}"
            if key not in known and digests[one] != digests[other]:
                known[key] = self._reader().compare(one.file, maps[one], maps[other])
            return known.get(key, ())

        found = list(self._pool.map(compare, pairs))
        used = {f"{digests[one]} {digests[other]}" for one, other in pairs}
        if content := {key: known[key] for key in sorted(used & known.keys())}:
            write_atomic(path, json_bytes(content), overwrite=True, is_last=False)
        return found

    def missing(self, placed: Iterable[tuple[str, int | None]]) -> tuple[tuple[str, int], ...]:
        """Return the pages with boxes that are not there of students of whom others are."""
        there: defaultdict[str, set[int]] = defaultdict(set)
        for student, number in placed:
            there[student].add(number or 0)
        lacking = []
        for student, own in there.items():
            sheet = self._sheet(self._by_id[student].student.stem)
            pages = {box.sheet_page for box in _answers(layout(sheet))} if sheet else set[int]()
            lacking += [(student, page) for page in pages - own]
        return tuple(sorted(lacking))

    def _task(self, file: ScanFile, page: int, count: int = 1) -> _Task:
        return _Task(file, page, self._words.get((file.digest, page)), count)

    def _is_upload(self, file: ScanFile) -> bool:
        return uploader_of(file.name, self._names).source is not UploadSource.TEACHER

    def _beyond_budget(self, task: _Task) -> Problem | None:
        """Why a page is not looked at: its file has more pages, or the others took longer, than a file may."""
        is_upload = self._is_upload(task.file)
        if is_upload and task.page > MOST_UPLOADED:
            cause = Message(
                "pages {first} to {last} were not examined: an upload has at most {most} pages",
                first=task.page,
                last=task.count,
                most=MOST_UPLOADED,
            )
            return Problem(cause, task.place, UPLOAD_REMEDY)
        most = UPLOAD_SECONDS if is_upload else OWN_SECONDS + PAGE_SECONDS * task.count
        most += SHEET_SECONDS * len(self._issued)
        if self._seconds[task.file.digest] <= most:
            return None
        cause = Message(
            "pages {first} to {last} were not examined: the pages before took more than {seconds} s",
            first=task.page,
            last=task.count,
            seconds=round(most),
        )
        return Problem(cause, task.place, UPLOAD_REMEDY if is_upload else OWN_REMEDY)

    def _page(self, task: _Task) -> Scans:
        """A page, looked at unless that was done; one that needs a person again when the list or the sheets change."""
        name = f"{task.stem}.json"
        own = digest_of(repr((VERSION, task.file.name, task.word)).encode())
        for_now = digest_of(f"{own} {self._around}".encode())
        present = _kept(self._class_data.folder, name)
        is_known = all(page.student in self._by_id for page in present.pages if page.student)
        if present.made_from == for_now or (present.made_from == own and is_known):
            return present
        made = self._looked(task)
        made = replace(made, made_from=for_now if made.pages[0].needs_person else own)
        write_scans(self._class_data.folder, made, name)
        return made

    def _looked(self, task: _Task) -> Scans:
        home = self._class_data.folder / SCANS
        picture = home / f"{task.stem}.jpg"
        original = task.file.path.relative_to(self._class_data.folder).as_posix()
        page = ScannedPage(
            task.file.name, task.page, "", None, PageState.UNREADABLE, picture, task.file.digest, upload_name=original
        )
        page = replace(page, count=task.count)
        if problem := self._beyond_budget(task):
            return Scans((replace(page, problem=problem),))
        turned = task.word.turned if task.word else 0
        before = self._reader().seconds
        try:
            return self._read(task, page, turned)
        finally:
            self._seconds[task.file.digest] += self._reader().seconds - before

    def _read(self, task: _Task, page: ScannedPage, turned: int) -> Scans:
        """A page that may be looked at."""
        try:
            page_info = self._reader().inspect(task.file.path, task.page, task.file.name, turned)
        except CorrigeError as error:
            return Scans((replace(page, problem=replace(error.problems[0], place=task.place)),))
        page = replace(
            page, turned=turned, count=page_info.count, is_blank=page_info.is_blank, state=PageState.UNPLACED
        )
        whose = self._said(task.word) if task.word else self._whose(page_info, self.brought(page))
        laid = None
        if isinstance(whose, _Sheet):
            whose, laid = self._placed(task, whose, page_info)
        if isinstance(whose, _Sheet):
            printed_for = "" if whose.printed_for == whose.enrollment else whose.printed_for.student.id
            student = whose.enrollment.student.id
            page = replace(page, student=student, sheet_page=whose.number, is_blank=False, printed_for=printed_for)
        write_atomic(page.picture, laid.picture if laid else page_info.picture, overwrite=True, is_last=False)
        if isinstance(whose, _Sheet) and laid:
            return self._cut(task, replace(page, state=PageState.PLACED), whose, laid)
        if isinstance(whose, _Sheet):
            cause = Message(
                "the code says page {number} of {student}, but the printed content is not that of this page",
                number=page.sheet_page,
                student=page.student,
            )
            return Scans((replace(page, state=PageState.UNREADABLE, problem=Problem(cause, task.place, REMEDY)),))
        state, problem = whose
        return Scans((replace(page, state=state, problem=problem and replace(problem, place=task.place)),))

    def _reader(self) -> PageReader:
        if not hasattr(self._own, "reader"):
            self._own.reader = PageReader()
            self._readers.append(self._own.reader)
        reader: PageReader = self._own.reader
        return reader

    def _placed(
        self, task: _Task, sheet: _Sheet, page_info: PageInfo
    ) -> tuple["_Sheet | tuple[PageState, Problem | None]", RegisteredPage | None]:
        """Lay a page on its sheet and say whether to believe that it is: by what is printed, or by a person's word.

        A page that a person gives to a student may be printed as the sheet of another, whose code it bears.
        """
        other = self._printed_for(sheet, page_info) if task.word else None
        registered = self._laid(task, sheet)
        if task.word is None:
            if registered is None or registered.is_own:
                return sheet, registered
            like: Message | str = ""
            if registered.nearest is not None:
                stem = self._issued[registered.nearest].stem
                owner = self._enrollments.get(stem)
                like = Message("; this answer sheet belongs to {other}", other=owner.student.id if owner else stem)
            cause = Message(
                "the code says page {number} of {student}, but the u₀, name or data printed on it are not "
                "those of that sheet{like}",
                number=sheet.number,
                student=sheet.enrollment.student.id,
                like=like,
            )
            return (PageState.UNPLACED, Problem(cause, "", REMEDY)), None
        if other is not None and not (registered and registered.is_own):
            otherwise = self._laid(task, other)
            if otherwise and otherwise.is_own:
                return other, otherwise
        return sheet, registered

    def _printed_for(self, sheet: _Sheet, page_info: PageInfo) -> _Sheet | None:
        """The same page of the sheet of another student, whose genuine code a page bears; None if it does not."""
        found = (
            find_page_signature(page_info.codes[0], self._class_data.settings.secret)
            if len(page_info.codes) == 1
            else None
        )
        if found is None or not found[0].valid or found[1] != sheet.number:
            return None
        identity = found[0].identity
        enrollment = self._enrollments.get(identity.student)
        if enrollment is None or enrollment == sheet.enrollment or identity.exam != self._class_data.exam.name:
            return None
        other = self._on_sheet(enrollment, sheet.number, identity)
        return replace(other, enrollment=sheet.enrollment) if isinstance(other, _Sheet) else None

    def _laid(self, task: _Task, sheet: _Sheet) -> RegisteredPage | None:
        boxes = tuple(box.rectangle for box in sheet.boxes)
        try:
            return self._reader().register(
                task.file.name, RegisterRequest(sheet.pdf, sheet.number, boxes, self._issued, sheet.hidden)
            )
        except CorrigeError:
            return None

    def _cut(self, task: _Task, page: ScannedPage, sheet: _Sheet, registered: RegisteredPage) -> Scans:
        boxes = []
        for box, cut in zip(sheet.boxes, registered.boxes, strict=True):
            crop = self._class_data.folder / SCANS / f"{task.stem}-{box.item}.png"
            write_atomic(crop, cut.picture, overwrite=True, is_last=False)
            digest = digest_of(cut.picture)
            boxes.append(ScannedBox(page.student, box.item, page, cut.ink, cut.spills, crop, digest, box.rectangle))
        write_atomic(page.ink_map, registered.ink, overwrite=True, is_last=False)
        return Scans((page,), tuple(boxes))

    def brought(self, page: ScannedPage) -> Uploader:
        """Who brought a page."""
        return uploader_of(page.file, self._names)

    def _whose(self, page_info: PageInfo, uploader: Uploader) -> "_Sheet | tuple[PageState, Problem | None]":
        """The sheet's page that a page is by its code, else what it is, and what to do about it."""
        if page_info.is_blank:
            is_upload = page_info.count == 1 and uploader.source is UploadSource.STUDENT
            return PageState.UNPLACED, Problem("nothing can be seen on the page", "", REMEDY) if is_upload else None
        if not page_info.codes:
            return PageState.UNPLACED, Problem("no code of an answer sheet can be read on the page", "", NO_SHEET)
        if len(page_info.codes) > 1:
            cause = Message("has the codes of {count} pages", count=len(page_info.codes))
            return PageState.UNPLACED, Problem(cause, "", "take one picture per page")
        found = find_page_signature(page_info.codes[0], self._class_data.settings.secret)
        if found is None or not found[0].valid:
            return PageState.FOREIGN, Problem("the code does not have the seal of this class", "", ELSEWHERE)
        return self._sealed(*found, uploader)

    def _sealed(
        self, signature: Signature, number: int, uploader: Uploader
    ) -> "_Sheet | tuple[PageState, Problem | None]":
        """The same of a page whose code bears the seal of the class."""
        if signature.identity.exam != self._class_data.exam.name:
            cause = Message("this is a page of the exam {name}", name=signature.identity.exam)
            return PageState.FOREIGN, Problem(cause, "", "collect it in the class that took this exam")
        enrollment = self._enrollments.get(signature.identity.student)
        if gone := self._gone.get(signature.identity.student) if enrollment is None else None:
            student = gone.student
            return PageState.REMOVED, Problem(
                Message("this page belongs to {student}, who was removed from the class", student=student.label),
                "",
                Message(
                    "if the removal was a mistake: corrige class add DIR --student {student}; otherwise set "
                    "the page aside: corrige class scans DIR --place FILE,PAGE=",
                    student=shlex.quote(student.id),
                ),
            )
        if enrollment is None:
            cause = Message(
                "this page belongs to {student!r}, who is not in the list", student=signature.identity.student
            )
            return PageState.FOREIGN, Problem(cause, "", REMEDY)
        if uploader.source is UploadSource.UNKNOWN or (
            uploader.source is UploadSource.STUDENT and uploader.enrollment != enrollment
        ):
            cause = Message(
                "this is page {number} of {student}, in a file handed in by another student",
                number=number,
                student=enrollment.student.id,
            )
            return PageState.UNPLACED, Problem(cause, "", REMEDY)
        return self._on_sheet(enrollment, number, signature.identity)

    def _said(self, word: Placement) -> "_Sheet | tuple[PageState, Problem | None]":
        if word.is_aside:
            return PageState.UNPLACED, None
        enrollment = self._by_id.get(word.student)
        if enrollment is None or word.sheet_page is None:
            cause = Message("this page is assigned to {student!r}, who is not in the list", student=word.student)
            return PageState.UNPLACED, Problem(cause, "", REMEDY)
        return self._on_sheet(enrollment, word.sheet_page)

    def _on_sheet(
        self, enrollment: Enrollment, number: int, printed: Identity | None = None
    ) -> "_Sheet | tuple[PageState, Problem | None]":
        look, version = (printed.content_hash, printed.version) if printed else ("", TOKEN_VERSION)
        pdf, student = self._sheet(enrollment.student.stem, look, version), enrollment.student.id
        if pdf is None:
            cause = Message("the sheet given to {student} is no longer in `sheets/`", student=student)
            return PageState.UNPLACED, Problem(cause, "", "restore the page, or type its answers into a text file")
        inside = tuple(box for box in layout(pdf) if box.sheet_page == number)
        if boxes := _answers(inside):
            return _Sheet(enrollment, number, pdf, boxes, tuple(box.rectangle for box in inside), enrollment)
        cause = Message("the sheet of {student} has no page {number} with boxes", student=student, number=number)
        return PageState.UNPLACED, Problem(cause, "", REMEDY)

    def _printed(self, stem: str, look: str = "", version: int = TOKEN_VERSION) -> bytes | None:
        """The sheet of a student, of a look or that given out last."""
        class_data, enrollment = self._class_data, self._enrollments[stem]
        if enrollment.u0 is None:
            return None
        path = class_data.folder / SHEETS / f"{stem}.pdf"
        if not look and path.is_file():
            return read_limited(path)
        identity = Identity(class_data.exam.name, enrollment.u0, stem, look, version)
        if look and (given := issued_sheet(class_data.folder, identity, class_data.settings.secret)):
            return given
        blank = Blank(class_data.exam, enrollment.u0, enrollment.student)
        today = sheet_pdf(blank, lang=class_data.settings.lang, secret=class_data.settings.secret, version=version)
        return today if not look or is_sheet(today, identity, class_data.settings.secret) else None


def _kept(folder: Path, name: str) -> Scans:
    """What a page came to before; nothing if that is damaged, or its pictures are gone."""
    try:
        present = read_scans(folder, name)
    except CorrigeError:
        return Scans()
    pictures = [page.picture for page in present.pages if page.state is not PageState.UNREADABLE]
    pictures += [page.ink_map for page in present.pages if page.state is PageState.PLACED]
    return present if all(path.is_file() for path in [*pictures, *(box.crop for box in present.boxes)]) else Scans()


def _is_skipped(scans: Scans) -> bool:
    """Whether a page was not looked at, as its file had enough."""
    problem = scans.pages[0].problem
    return problem is not None and problem.remedy in (UPLOAD_REMEDY, OWN_REMEDY)


def _answers(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The boxes for answers, without those for the name."""
    return tuple(box for box in boxes if "." in box.item)


def _together(scanses: Sequence[Scans], maker: _Maker) -> Scans:
    """All pages, of each page of a student one counting, or none where their ink differs, and what is missing."""
    same: defaultdict[tuple[str, int | None], list[Scans]] = defaultdict(list)
    for one in scanses:
        if one.pages[0].state is PageState.PLACED:
            same[one.pages[0].student, one.pages[0].sheet_page].append(one)
    for scans in same.values():  # the last counts, but for an upload before what the teacher scanned
        scans.sort(key=lambda one: maker.brought(one.pages[0]).source is not UploadSource.STUDENT)
    pairs = [(scan.pages[0], scans[-1].pages[0]) for scans in same.values() for scan in scans[:-1]]
    rivals: defaultdict[tuple[str, int | None], list[tuple[ScannedPage, tuple[Rectangle, ...]]]] = defaultdict(list)
    for (rival, counts), places in zip(pairs, maker.differences(pairs), strict=True):
        if places:
            rivals[counts.student, counts.sheet_page].append((rival, places))
    pages: list[ScannedPage] = []
    boxes: list[ScannedBox] = []
    disputed: list[ScannedBox] = []
    for one in scanses:
        page = one.pages[0]
        where = page.student, page.sheet_page
        if page.state is PageState.PLACED and (others := rivals.get(where)):
            page = replace(page, state=PageState.DOUBLE, problem=_rival(page, others, same[where][-1]))
            disputed += (replace(box, page=page) for box in one.boxes)
        elif page.state is PageState.PLACED and same[where][-1] is not one:
            page = replace(page, state=PageState.DOUBLE)
        elif page.state is PageState.PLACED:
            boxes += one.boxes
        pages.append(page)
    return Scans(tuple(pages), tuple(boxes), missing=maker.missing(same), disputed=tuple(disputed))


def _rival(page: ScannedPage, others: Sequence[tuple[ScannedPage, tuple[Rectangle, ...]]], last: Scans) -> Problem:
    """The question which of several pages with other ink counts, asked of one of them."""
    place = Message("{file}, page {page}", file=page.file, page=page.page)
    rival, places = next(((one, places) for one, places in others if one == page), others[0])
    rival = last.pages[0] if rival == page else rival

    def overlap(one: Rectangle, other: Rectangle) -> bool:
        return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))

    items = [box.item for box in last.boxes if any(overlap(box.rectangle, one) for one in places)]
    cause = Message(
        "page {number} of {student} was scanned twice with different ink, here and in {file}, page {page}: "
        "neither scan counts; they differ {where}",
        number=page.sheet_page,
        student=page.student,
        file=rival.file,
        page=rival.page,
        where=Message("in item {items}", items=", ".join(items[:5])) if items else Message("outside the boxes"),
    )
    return Problem(cause, place, RIVAL_REMEDY)
