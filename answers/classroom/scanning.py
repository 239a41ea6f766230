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

from answers.classroom.attribution import Brought, By, roster_names, who_brought
from answers.classroom.collected import digest_of
from answers.classroom.folder import Cohort, open_class, roster_folder
from answers.classroom.members import leavers
from answers.classroom.placements import Placement, add_placements, placements_in_force, read_placements
from answers.classroom.roster import Pupil
from answers.classroom.scans import SCANS, ScannedBox, ScannedPage, Scans, State, read_scans, write_scans
from answers.errors import CorrigeError, Problem
from answers.exam.identity import TOKEN_VERSION, Identity, Seal, find_page_seal
from answers.files import json_bytes, json_of, make_folder, read_limited, write_atomic
from answers.messages import Message
from answers.sheets.given import SHEETS, given_sheet, is_sheet
from answers.sheets.layout import Box, layout
from answers.sheets.sheet import Blank, sheet_pdf
from answers.submissions.scanned.reader import SHEET_SECONDS, Laid, Lay, PageReader, Rectangle, Seen

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

    pupil: Pupil
    number: int
    pdf: bytes
    boxes: tuple[Box, ...]
    hidden: tuple[Rectangle, ...]
    printed_for: Pupil


def make_scans(cohort: Cohort, files: Sequence[ScanFile], progress: Callable[[int], None] = lambda _: None) -> Scans:
    """Return the pages of all scans, given in the order they came in, looking only at what is new; the rest is kept.

    Of two scans of the same page with the same ink the later one counts, and one of the teacher's before an upload; if
    their ink differs, neither does, until a person has said which.
    """
    maker = _Maker(cohort, placements_in_force(read_placements(cohort.folder)))
    made_from = maker.made_from(files)
    present = read_scans(cohort.folder)
    if present.made_from == made_from:
        return present
    make_folder(cohort.folder / SCANS)
    try:
        found = maker.pages(files, progress)
        scans = replace(_together(found, maker), made_from=made_from)
    finally:
        maker.close()
    write_scans(cohort.folder, scans)
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
        and (page.digest, page.page) != word.where
    ]
    place_pages(folder, [word, *rivals])


def place_pages(folder: Path, words: Sequence[Placement]) -> None:
    """Keep words on pages, and do what they say. The caller holds the folder's lock."""
    add_placements(folder, words)
    pages = read_scans(folder).pages
    if all(one.original for one in pages):
        files = {one.digest: ScanFile(folder / one.original, one.file, one.digest) for one in pages}
        make_scans(open_class(folder), tuple(files.values()))


def of_nobody(cohort: Cohort, pages: Sequence[ScannedPage], picked: Collection[str] = ()) -> tuple[ScannedPage, ...]:
    """Return the pages of scans without a placed page: of those that are no pictures, or of whom is known.

    That is what a student uploaded, what is called like one, and what was `picked` for one, by its digest.
    """
    names, placed = roster_names(cohort.pupils), {one.digest for one in pages if one.student}

    def is_somebodys(one: ScannedPage) -> bool:
        brought = who_brought(one.file, names)
        return one.digest in picked or brought.by is By.STUDENT or brought.pupil is not None

    lost = (one for one in pages if one.needs_person and one.digest not in placed)
    return tuple(one for one in lost if one.state is State.UNREADABLE or is_somebodys(one))


class _Maker:
    """Looks at the pages of a class; several threads, each with a process of its own."""

    def __init__(self, cohort: Cohort, words: Mapping[tuple[str, int], Placement]) -> None:
        self._cohort, self._words = cohort, words
        self._pupils = {pupil.student.stem: pupil for pupil in cohort.pupils}
        self._by_id = {pupil.student.id: pupil for pupil in cohort.pupils}
        sheets = sorted(path.name for path in (cohort.folder / SHEETS).rglob("*.pdf"))
        self._around = repr(
            (cohort.exam.name, sorted((stem, pupil.u0) for stem, pupil in self._pupils.items()), sheets)
        )
        self._gone = {pupil.student.stem: pupil for pupil in leavers(roster_folder(cohort.folder.absolute()))}
        self._issued = tuple(sorted((cohort.folder.absolute() / SHEETS).glob("*.pdf")))
        self._names = roster_names(cohort.pupils)
        self._own = local()
        self._readers: list[PageReader] = []
        self._pool = ThreadPoolExecutor(os.cpu_count() or 1)
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._sheet = lru_cache(16)(self._printed)

    def made_from(self, files: Iterable[ScanFile]) -> str:
        """What tells all that the pages are made from."""
        own = [(one.digest, one.name) for one in files]
        return digest_of(repr((VERSION, self._around, own, sorted(map(repr, self._words.values())))).encode())

    def pages(self, files: Sequence[ScanFile], progress: Callable[[int], None]) -> list[Scans]:
        """Each page by itself, in order."""
        done = 0

        def told(scans: Iterable[Scans]) -> list[Scans]:
            nonlocal done
            found = []
            for one in scans:
                found.append(one)
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
        return sorted([*first, *rest], key=lambda one: (order[one.pages[0].digest], one.pages[0].page))

    def close(self) -> None:
        """End what looks at pages."""
        self._pool.shutdown(cancel_futures=True)
        for reader in self._readers:
            reader.close()

    def differences(self, pairs: Sequence[tuple[ScannedPage, ScannedPage]]) -> list[tuple[Rectangle, ...]]:
        """Return where the two pages of each pair have ink that the other lacks; what was compared before is known."""
        path = self._cohort.folder / SCANS / COMPARED
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
        return who_brought(file.name, self._names).by is not By.TEACHER

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
        present = _kept(self._cohort.folder, name)
        is_known = all(page.student in self._by_id for page in present.pages if page.student)
        if present.made_from == for_now or (present.made_from == own and is_known):
            return present
        made = self._looked(task)
        made = replace(made, made_from=for_now if made.pages[0].needs_person else own)
        write_scans(self._cohort.folder, made, name)
        return made

    def _looked(self, task: _Task) -> Scans:
        home = self._cohort.folder / SCANS
        picture = home / f"{task.stem}.jpg"
        original = task.file.path.relative_to(self._cohort.folder).as_posix()
        page = ScannedPage(
            task.file.name, task.page, "", None, State.UNREADABLE, picture, task.file.digest, original=original
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
            seen = self._reader().look(task.file.path, task.page, task.file.name, turned)
        except CorrigeError as error:
            return Scans((replace(page, problem=replace(error.problems[0], place=task.place)),))
        page = replace(page, turned=turned, count=seen.count, is_blank=seen.is_blank, state=State.UNPLACED)
        whose = self._said(task.word) if task.word else self._whose(seen, self.brought(page))
        laid = None
        if isinstance(whose, _Sheet):
            whose, laid = self._placed(task, whose, seen)
        if isinstance(whose, _Sheet):
            printed_for = "" if whose.printed_for == whose.pupil else whose.printed_for.student.id
            student = whose.pupil.student.id
            page = replace(page, student=student, sheet_page=whose.number, is_blank=False, printed_for=printed_for)
        write_atomic(page.picture, laid.picture if laid else seen.picture, overwrite=True, is_last=False)
        if isinstance(whose, _Sheet) and laid:
            return self._cut(task, replace(page, state=State.PLACED), whose, laid)
        if isinstance(whose, _Sheet):
            cause = Message(
                "the code says page {number} of {student}, but the printed content is not that of this page",
                number=page.sheet_page,
                student=page.student,
            )
            return Scans((replace(page, state=State.UNREADABLE, problem=Problem(cause, task.place, REMEDY)),))
        state, problem = whose
        return Scans((replace(page, state=state, problem=problem and replace(problem, place=task.place)),))

    def _reader(self) -> PageReader:
        if not hasattr(self._own, "reader"):
            self._own.reader = PageReader()
            self._readers.append(self._own.reader)
        reader: PageReader = self._own.reader
        return reader

    def _placed(
        self, task: _Task, sheet: _Sheet, seen: Seen
    ) -> tuple["_Sheet | tuple[State, Problem | None]", Laid | None]:
        """Lay a page on its sheet and say whether to believe that it is: by what is printed, or by a person's word.

        A page that a person gives to a student may be printed as the sheet of another, whose code it bears.
        """
        other = self._printed_for(sheet, seen) if task.word else None
        laid = self._laid(task, sheet)
        if task.word is None:
            if laid is None or laid.is_own:
                return sheet, laid
            like: Message | str = ""
            if laid.nearest is not None:
                stem = self._issued[laid.nearest].stem
                owner = self._pupils.get(stem)
                like = Message("; this answer sheet belongs to {other}", other=owner.student.id if owner else stem)
            cause = Message(
                "the code says page {number} of {student}, but the u₀, name or data printed on it are not "
                "those of that sheet{like}",
                number=sheet.number,
                student=sheet.pupil.student.id,
                like=like,
            )
            return (State.UNPLACED, Problem(cause, "", REMEDY)), None
        if other is not None and not (laid and laid.is_own):
            otherwise = self._laid(task, other)
            if otherwise and otherwise.is_own:
                return other, otherwise
        return sheet, laid

    def _printed_for(self, sheet: _Sheet, seen: Seen) -> _Sheet | None:
        """The same page of the sheet of another student, whose genuine code a page bears; None if it does not."""
        found = find_page_seal(seen.codes[0], self._cohort.settings.secret) if len(seen.codes) == 1 else None
        if found is None or not found[0].genuine or found[1] != sheet.number:
            return None
        identity = found[0].identity
        pupil = self._pupils.get(identity.student)
        if pupil is None or pupil == sheet.pupil or identity.exam != self._cohort.exam.name:
            return None
        other = self._on_sheet(pupil, sheet.number, identity)
        return replace(other, pupil=sheet.pupil) if isinstance(other, _Sheet) else None

    def _laid(self, task: _Task, sheet: _Sheet) -> Laid | None:
        boxes = tuple(box.rectangle for box in sheet.boxes)
        try:
            return self._reader().lay(task.file.name, Lay(sheet.pdf, sheet.number, boxes, self._issued, sheet.hidden))
        except CorrigeError:
            return None

    def _cut(self, task: _Task, page: ScannedPage, sheet: _Sheet, laid: Laid) -> Scans:
        boxes = []
        for box, cut in zip(sheet.boxes, laid.boxes, strict=True):
            crop = self._cohort.folder / SCANS / f"{task.stem}-{box.item}.png"
            write_atomic(crop, cut.picture, overwrite=True, is_last=False)
            digest = digest_of(cut.picture)
            boxes.append(ScannedBox(page.student, box.item, page, cut.ink, cut.spills, crop, digest, box.rectangle))
        write_atomic(page.ink_map, laid.ink, overwrite=True, is_last=False)
        return Scans((page,), tuple(boxes))

    def brought(self, page: ScannedPage) -> Brought:
        """Who brought a page."""
        return who_brought(page.file, self._names)

    def _whose(self, seen: Seen, brought: Brought) -> "_Sheet | tuple[State, Problem | None]":
        """The sheet's page that a page is by its code, else what it is, and what to do about it."""
        if seen.is_blank:
            is_upload = seen.count == 1 and brought.by is By.STUDENT
            return State.UNPLACED, Problem("nothing can be seen on the page", "", REMEDY) if is_upload else None
        if not seen.codes:
            return State.UNPLACED, Problem("no code of an answer sheet can be read on the page", "", NO_SHEET)
        if len(seen.codes) > 1:
            cause = Message("has the codes of {count} pages", count=len(seen.codes))
            return State.UNPLACED, Problem(cause, "", "take one picture per page")
        found = find_page_seal(seen.codes[0], self._cohort.settings.secret)
        if found is None or not found[0].genuine:
            return State.FOREIGN, Problem("the code does not have the seal of this class", "", ELSEWHERE)
        return self._sealed(*found, brought)

    def _sealed(self, seal: Seal, number: int, brought: Brought) -> "_Sheet | tuple[State, Problem | None]":
        """The same of a page whose code bears the seal of the class."""
        if seal.identity.exam != self._cohort.exam.name:
            cause = Message("this is a page of the exam {name}", name=seal.identity.exam)
            return State.FOREIGN, Problem(cause, "", "collect it in the class that took this exam")
        pupil = self._pupils.get(seal.identity.student)
        if gone := self._gone.get(seal.identity.student) if pupil is None else None:
            student = gone.student
            return State.REMOVED, Problem(
                Message("this page belongs to {student}, who was removed from the class", student=student.told),
                "",
                Message(
                    "if the removal was a mistake: corrige class add DIR --student {student}; otherwise set "
                    "the page aside: corrige class scans DIR --place FILE,PAGE=",
                    student=shlex.quote(student.id),
                ),
            )
        if pupil is None:
            cause = Message("this page belongs to {student!r}, who is not in the list", student=seal.identity.student)
            return State.FOREIGN, Problem(cause, "", REMEDY)
        if brought.by is By.NOBODY_KNOWN or (brought.by is By.STUDENT and brought.pupil != pupil):
            cause = Message(
                "this is page {number} of {student}, in a file handed in by another student",
                number=number,
                student=pupil.student.id,
            )
            return State.UNPLACED, Problem(cause, "", REMEDY)
        return self._on_sheet(pupil, number, seal.identity)

    def _said(self, word: Placement) -> "_Sheet | tuple[State, Problem | None]":
        if word.is_aside:
            return State.UNPLACED, None
        pupil = self._by_id.get(word.student)
        if pupil is None or word.sheet_page is None:
            cause = Message("this page is assigned to {student!r}, who is not in the list", student=word.student)
            return State.UNPLACED, Problem(cause, "", REMEDY)
        return self._on_sheet(pupil, word.sheet_page)

    def _on_sheet(
        self, pupil: Pupil, number: int, printed: Identity | None = None
    ) -> "_Sheet | tuple[State, Problem | None]":
        look, version = (printed.look, printed.version) if printed else ("", TOKEN_VERSION)
        pdf, student = self._sheet(pupil.student.stem, look, version), pupil.student.id
        if pdf is None:
            cause = Message("the sheet given to {student} is no longer in `sheets/`", student=student)
            return State.UNPLACED, Problem(cause, "", "restore the page, or type its answers into a text file")
        inside = tuple(box for box in layout(pdf) if box.sheet_page == number)
        if boxes := _answers(inside):
            return _Sheet(pupil, number, pdf, boxes, tuple(box.rectangle for box in inside), pupil)
        cause = Message("the sheet of {student} has no page {number} with boxes", student=student, number=number)
        return State.UNPLACED, Problem(cause, "", REMEDY)

    def _printed(self, stem: str, look: str = "", version: int = TOKEN_VERSION) -> bytes | None:
        """The sheet of a pupil, of a look or that given out last."""
        cohort, pupil = self._cohort, self._pupils[stem]
        if pupil.u0 is None:
            return None
        path = cohort.folder / SHEETS / f"{stem}.pdf"
        if not look and path.is_file():
            return read_limited(path)
        identity = Identity(cohort.exam.name, pupil.u0, stem, look, version)
        if look and (given := given_sheet(cohort.folder, identity, cohort.settings.secret)):
            return given
        blank = Blank(cohort.exam, pupil.u0, pupil.student)
        today = sheet_pdf(blank, lang=cohort.settings.lang, secret=cohort.settings.secret, version=version)
        return today if not look or is_sheet(today, identity, cohort.settings.secret) else None


def _kept(folder: Path, name: str) -> Scans:
    """What a page came to before; nothing if that is damaged, or its pictures are gone."""
    try:
        present = read_scans(folder, name)
    except CorrigeError:
        return Scans()
    pictures = [page.picture for page in present.pages if page.state is not State.UNREADABLE]
    pictures += [page.ink_map for page in present.pages if page.state is State.PLACED]
    return present if all(path.is_file() for path in [*pictures, *(box.crop for box in present.boxes)]) else Scans()


def _is_skipped(scans: Scans) -> bool:
    """Whether a page was not looked at, as its file had enough."""
    problem = scans.pages[0].problem
    return problem is not None and problem.remedy in (UPLOAD_REMEDY, OWN_REMEDY)


def _answers(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The boxes for answers, without those for the name."""
    return tuple(box for box in boxes if "." in box.item)


def _together(found: Sequence[Scans], maker: _Maker) -> Scans:
    """All pages, of each page of a student one counting, or none where their ink differs, and what is missing."""
    same: defaultdict[tuple[str, int | None], list[Scans]] = defaultdict(list)
    for one in found:
        if one.pages[0].state is State.PLACED:
            same[one.pages[0].student, one.pages[0].sheet_page].append(one)
    for scans in same.values():  # the last counts, but for an upload before what the teacher scanned
        scans.sort(key=lambda one: maker.brought(one.pages[0]).by is not By.STUDENT)
    pairs = [(one.pages[0], scans[-1].pages[0]) for scans in same.values() for one in scans[:-1]]
    rivals: defaultdict[tuple[str, int | None], list[tuple[ScannedPage, tuple[Rectangle, ...]]]] = defaultdict(list)
    for (rival, counts), places in zip(pairs, maker.differences(pairs), strict=True):
        if places:
            rivals[counts.student, counts.sheet_page].append((rival, places))
    pages: list[ScannedPage] = []
    boxes: list[ScannedBox] = []
    disputed: list[ScannedBox] = []
    for one in found:
        page = one.pages[0]
        where = page.student, page.sheet_page
        if page.state is State.PLACED and (others := rivals.get(where)):
            page = replace(page, state=State.DOUBLE, problem=_rival(page, others, same[where][-1]))
            disputed += (replace(box, page=page) for box in one.boxes)
        elif page.state is State.PLACED and same[where][-1] is not one:
            page = replace(page, state=State.DOUBLE)
        elif page.state is State.PLACED:
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
