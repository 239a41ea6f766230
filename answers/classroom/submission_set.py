"""What a class has handed in: every version of everybody, and the one that counts.

CorrigeError is raised if the folder of submissions is missing and nothing was collected, or the index is damaged.
"""

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import compress
from operator import not_
from pathlib import Path, PurePosixPath

from answers.classroom.artifact_cache import cached_reader
from answers.classroom.attribution import (
    Attribution,
    RosterIndex,
    UploadSource,
    attribute,
    roster_index,
    student_on_sheet,
    uploader_of,
    with_participants,
    with_spreadsheet_numbers,
)
from answers.classroom.decisions import DecisionTarget, written_answer
from answers.classroom.decisions_file import active_class_decisions
from answers.classroom.folder import ClassData, roster_folder
from answers.classroom.members import removed_students
from answers.classroom.platforms import uploader_names
from answers.classroom.roster import Enrollment
from answers.classroom.scanning import NO_SHEET, ScanFile, make_scans, unassigned_pages
from answers.classroom.scans import SCANS, ScannedPage, scanned_papers
from answers.classroom.upload_index import SAT, Index, Upload, UploadEntry, digest_of, read_index, read_uploads
from answers.errors import Problem
from answers.files import read_limited, shown
from answers.flags import (
    FILE_OF_ANOTHER,
    NO_SIGNATURE,
    ON_SHEET_OF_ANOTHER,
    PAGES_JOINED,
    PICKED,
    SCANNED,
    UNASSIGNED,
    Place,
)
from answers.grading.grade import read_all
from answers.messages import Message, joined
from answers.people.names import may_be_cut
from answers.people.table import folded
from answers.sheets.issued_files import SHEETS
from answers.submissions.raw.submission import Submission, has_other_pages, is_same_sheet, join_pages

MOST_NAMED = 5
DIGITS = 12
"""Of the digest of a file: enough for those of a class."""
_NAME = re.compile(r"[^\W\d_][^\d_/ ]*( [^\W\d_][^\d_/ ]*){1,4}")
"""Two to five words of letters."""


@dataclass(frozen=True, slots=True)
class SubmissionVersion:
    """One submission, the file it is in, whose it is, and where the same content was handed in otherwise.

    `is_row` says that the file holds others beside it; `parts` are other files that have pages of the same sheet.
    """

    upload: Upload
    submission: Submission
    attribution: Attribution
    is_row: bool = False
    is_picked: bool = False
    copies: tuple[Place, ...] = ()
    parts: tuple[Place, ...] = ()

    @property
    def is_signed(self) -> bool:
        """Whether it bears a genuine signature."""
        return self.submission.signature is not None and self.submission.signature.valid

    @property
    def is_sat(self) -> bool:
        """Whether it was typed in the room: it bears the signature, and the name that only `class sit` gives."""
        name, enrollment = self.upload.name, self.attribution.enrollment
        return self.is_signed and enrollment is not None and name == f"{SAT}{enrollment.student.stem}.json"

    @property
    def row(self) -> str:
        """The line of a table that it is, or its number in a list; "" of a file that holds no other."""
        return "".join(re.findall(r"\d+", self.submission.place.inside)[:1]) if self.is_row else ""

    @property
    def is_own_sheet(self) -> bool:
        """Whether its student, or the teacher, handed it in on a sheet that names this student."""
        return self.attribution.sheet == self.attribution.enrollment and not self.attribution.is_foreign

    @property
    def is_suspect(self) -> bool:
        """Whether its place and its sheet speak of two students."""
        return FILE_OF_ANOTHER in self.attribution.flags


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that is there and could not be read, why, and who brought it if that is known."""

    upload: Upload
    problem: Problem
    enrollment: Enrollment | None = None


@dataclass(frozen=True, slots=True)
class SubmissionSet:
    """All versions by student, the one that counts last; what is nobody's, or of who left; `problems` are no files."""

    versions: Mapping[str, tuple[SubmissionVersion, ...]]
    unassigned: tuple[SubmissionVersion, ...]
    left: tuple[SubmissionVersion, ...]
    problems: tuple[Problem, ...]
    deadline: datetime | None
    unread: tuple[UnreadFile, ...] = ()
    aside: tuple[UploadEntry, ...] = ()
    """Files that the teacher has set aside."""

    @property
    def counted(self) -> list[SubmissionVersion]:
        """The versions that count, and those of nobody: all that is marked."""
        return [*(versions[-1] for versions in self.versions.values() if versions), *self.unassigned]

    def minutes_late(self, version: SubmissionVersion) -> int:
        """How late a version is, in minutes begun: 0 if it is not, without a deadline, or when its date says nothing.

        That of a file that the teacher gave by itself, a transcription for instance, is the teacher's, unless it is
        said.
        """
        upload = version.upload
        is_by_itself = "/" not in upload.name and not uploader_names(upload.name) and not upload.is_date_stated
        if self.deadline is None or not upload.is_collected or is_by_itself:
            return 0
        return max(-((self.deadline - upload.date) // timedelta(minutes=1)), 0)

    def unread_in_time(self, version: SubmissionVersion) -> tuple[str, ...]:
        """The files of the same student that came by the deadline and cannot be read, where this version is late."""
        if self.deadline is None or not self.minutes_late(version):
            return ()
        own = (
            unread.upload
            for unread in self.unread
            if unread.enrollment == version.attribution.enrollment and unread.enrollment is not None
        )
        return tuple(upload.name for upload in own if upload.date <= self.deadline)


def load_submissions(class_data: ClassData) -> SubmissionSet:
    """Read what was collected and what lies in `submissions/`, and say whose it is and what counts.

    Of several versions the one that the teacher picked counts; else the last by date, but what somebody else brought,
    or nobody known, never displaces what the student handed in, nor what only the teacher has an upload; nor, whoever
    brought it, what speaks of another student or bears the number of one what does not, a paper without the teacher's
    signature one with it, what is unread what is read. What was typed in the room, in a browser, stands before all that
    is handed in otherwise. What is brought on the sheet of another, who has handed in a paper, is a paper of who
    brought it. What the teacher has settled as of nobody stays so, whoever joins the class, until it is picked. The
    same content twice is one version, as it came first. Pages of one sheet in several files are one version.
    """
    index = read_index(class_data.folder)
    uploads, problems = read_uploads(class_data.folder, index)
    inside: defaultdict[str, list[Upload]] = defaultdict(list)  # one file may have been handed in under two names
    for upload in (one for one in uploads if not one.problem):
        inside[shown(upload.path.relative_to(class_data.folder).as_posix())].append(upload)
    paths = [same[0].path for same in inside.values()]
    everything, unreadable = read_all(
        paths, class_data.exam, class_data.settings, class_data.folder, cached_reader(class_data)
    )
    submissions = [submission for submission in everything if SCANNED not in submission.flags]
    scans = [inside[submission.place.file][0] for submission in everything if SCANNED in submission.flags]
    scans = [replace(one, digest=one.digest or digest_of(one.path.read_bytes())) for one in scans]
    pages = make_scans(class_data, [ScanFile(one.path, one.name, one.digest) for one in scans]).pages if scans else ()
    lost = unassigned_pages(class_data, pages, [picked_parts(text)[0] for text in index.picked.values()])

    places = ((upload.name, submission) for submission in submissions for upload in inside[submission.place.file])
    gone = removed_students(roster_folder(class_data.folder.absolute()))
    names = with_participants(roster_index(class_data.enrollments, gone), places)
    read = [*_versions(class_data, inside, submissions, names)]
    for paper in scanned_papers(class_data, index, scans):
        name = paper.submission.place.file
        scan = Upload(class_data.folder / SCANS, name, paper.date, paper.digest, is_collected=paper.is_collected)
        read.append(SubmissionVersion(scan, paper.submission, paper.attribution))
    owned = _set_aside(class_data, _given_back(_swapped(read, names)))
    versions = sorted(_picked(class_data, index, owned), key=_weight)
    nobodys, of_leavers = (
        [version for version in versions if version.attribution.enrollment is None],
        roster_index(gone),
    )
    has_left = [
        attribute(version.submission, of_leavers, is_row=version.is_row).enrollment is not None for version in nobodys
    ]

    # What is wrong with a file stands by the place that readers tell, for all the names that it was handed in by.
    files = {problem: inside.get(problem.place.partition(", ")[0], []) for problem in unreadable}
    broken = {page.file: page.problem for page in lost}
    damaged = [
        *((one.problem, one) for one in uploads if one.problem),
        *((problem, one) for problem, same in files.items() for one in same),
        *((replace(wrong, place=one.name), one) for one in scans if (wrong := broken.get(one.name))),
    ]
    return SubmissionSet(
        _by_student(class_data.enrollments, versions),
        tuple(compress(nobodys, map(not_, has_left))),
        tuple(compress(nobodys, has_left)),
        (*problems, *(one for one, same in files.items() if not same), *_waiting(pages, lost, class_data.folder)),
        index.deadline or class_data.settings.deadline,
        tuple(_unread(class_data, index, names, *one) for one in damaged),
        index.aside,
    )


def _unread(class_data: ClassData, index: Index, names: RosterIndex, problem: Problem, file: Upload) -> UnreadFile:
    """A file that cannot be read, of whom it was picked for, else of who brought it; told with its own name.

    Where it is known whose a picture of no sheet is, that is not asked for.
    """
    problem = replace(problem, place=Message.of(problem.place).beginning(file.name))
    ids = [student for student, text in index.picked.items() if file.digest and picked_parts(text)[0] == file.digest]
    picked = next((one for one in class_data.enrollments if one.student.id in ids), None)
    enrollment = picked or uploader_of(file.name, names).enrollment
    if enrollment is not None and (picked or problem.remedy == NO_SHEET):
        remedy = Message(
            "the file is from {student}: ask for another, or settle it: corrige class decide DIR {student} "
            "not-readable --seen",
            student=shlex.quote(enrollment.student.id),
        )
        problem = replace(problem, remedy=remedy)
    return UnreadFile(file, problem, enrollment)


def _by_student(
    enrollments: Iterable[Enrollment], versions: Sequence[SubmissionVersion]
) -> dict[str, tuple[SubmissionVersion, ...]]:
    """The versions of each, the one that counts last; that of who brought what speaks of another says so.

    Unless it is certain all the same: the teacher picked it, it is on the student's own sheet, or the student handed it
    in, and what speaks of two lies in the teacher's files.
    """
    own: dict[Enrollment, list[SubmissionVersion]] = {enrollment: [] for enrollment in enrollments}
    accused: defaultdict[Enrollment, dict[UploadSource, str]] = defaultdict(dict)
    for version in versions:
        attribution = version.attribution
        if attribution.enrollment is not None:
            own[attribution.enrollment].append(version)
        # A person looks at all papers of who brought one that speaks of two, else of whom it names in a file of the
        # teacher's own, where its number is of another.
        if version.is_suspect and attribution.uploader.enrollment is not None:
            accused[attribution.uploader.enrollment][attribution.uploader.source] = attribution.reassigned.other_student
        elif (
            version.is_suspect
            and attribution.uploader.source is UploadSource.TEACHER
            and attribution.enrollment
            and attribution.sheet
        ):
            accused[attribution.enrollment][UploadSource.TEACHER] = attribution.other_student
    found = {}
    for enrollment, mine in own.items():
        papers, doubts = tuple(map(_with_persons, _with_pages(_once(mine)))), accused.get(enrollment, {})
        found[enrollment.student.id] = papers
        if not papers or papers[-1].is_suspect:
            continue
        *others, last = papers
        if last.attribution.weight is UploadSource.STUDENT:
            doubts = {by: other for by, other in doubts.items() if by is UploadSource.STUDENT}
        if doubts and not (last.is_picked or (last.is_signed and last.is_own_sheet)):
            flag = replace(FILE_OF_ANOTHER, other_student=[*doubts.values()][-1])
            found[enrollment.student.id] = (
                *others,
                replace(last, attribution=replace(last.attribution, flags=(*last.attribution.flags, flag))),
            )
    return found


def _with_persons(version: SubmissionVersion) -> SubmissionVersion:
    """The version; if another brought it than its sheet names, "file-of-another" says who, and for whom it counts."""
    attribution = version.attribution
    bringer, sheet = attribution.uploader.enrollment, attribution.sheet
    if not (version.is_suspect and bringer and sheet and attribution.enrollment) or bringer == sheet:
        return version
    sheet_of = ", ".join(filter(None, (sheet.student.label, attribution.u0)))
    persons = {"bringer": bringer.student.label, "sheet": sheet_of, "counted": attribution.enrollment.student.label}
    label = Message("in a file named after {bringer}, on the sheet of {sheet}, assigned to {counted}", **persons)
    if attribution.uploader.source is UploadSource.STUDENT:
        label = Message("handed in by {bringer}, on the sheet of {sheet}, assigned to {counted}", **persons)
    flags = tuple(replace(flag, other_student=label) if flag == FILE_OF_ANOTHER else flag for flag in attribution.flags)
    return replace(version, attribution=replace(attribution, flags=flags))


def exchanged_papers(submissions: SubmissionSet) -> dict[str, SubmissionVersion]:
    """Return the papers that count of students of whom each brought that of the other: the files, or the sheets.

    By identifier. Nothing on the papers tells which of the two was exchanged.
    """
    last = {student: own[-1] for student, own in submissions.versions.items() if own}
    bringers = {
        student: version.attribution.uploader.enrollment.student.id
        for student, version in last.items()
        if version.is_suspect and version.attribution.is_foreign and version.attribution.uploader.enrollment is not None
    }
    return {student: last[student] for student, other in bringers.items() if bringers.get(other) == student}


def is_unambiguous(versions: Sequence[SubmissionVersion]) -> bool:
    """Whether no person need look at several: the teacher picked one, or the last was handed in like the others."""
    *others, last = versions
    alike = all(
        version.upload.is_collected
        and (version.attribution.weight, version.is_sat) == (last.attribution.weight, last.is_sat)
        for version in versions
    )
    is_last = all(version.upload.date < last.upload.date for version in others)
    return last.is_picked or (alike and is_last and not any(version.is_suspect for version in versions))


def why_unassigned(version: SubmissionVersion) -> str:
    """Say why nobody of the class is known to have handed in a version."""
    file, bringer = version.submission.place.file, version.attribution.uploader.enrollment
    folder = PurePosixPath(file).parent.name  # when it looks like somebody's
    told = uploader_names(file) or ((folder,) if _NAME.fullmatch(folder[:100]) else ())
    name = version.submission.student[:60]
    if version.is_row and bringer is not None:
        return Message(
            "the row names {name!r}, but {bringer} handed in the file: a row counts only for the student who "
            "handed it in",
            name=name,
            bringer=bringer.student.label,
        )
    if version.is_row and version.attribution.uploader.source is UploadSource.UNKNOWN:
        return Message(
            "the row names {name!r}, in a file that was not handed in by a known student: such rows do not count",
            name=name,
        )
    if several := version.attribution.namesakes:
        return Message(
            "the name on the paper or on its file is that of {count} students: {students}",
            count=len(several),
            students=joined(" ; ", [enrollment.student.label for enrollment in several[:MOST_NAMED]]),
        )
    if name:
        return Message(
            "the paper names {name!r}, who is not in the list, or is the name of several students", name=name
        )
    if told:
        return Message(
            "the paper has no seal and names no student; {name!r}, the name of its uploader or folder, is "
            "that of no student of the list, or of several",
            name=(told[0] if told[0].startswith(f"{told[:2][-1]} ") else told[:2][-1])[:60],
        )
    return Message("the paper has no seal and names no student, and no student of the list has the name of the file")


def _weight(version: SubmissionVersion) -> tuple[bool, bool, bool, UploadSource, bool, bool, datetime, int, str]:
    """What makes a version count, from the least to the most: of one second what answers more, whatever its name."""
    upload, attribution = version.upload, version.attribution
    is_read = not any(flag.stops for flag in version.submission.flags)
    trust = version.is_picked, version.is_sat, not version.is_suspect, attribution.weight
    answered = sum(any(map(str.strip, texts)) for texts in version.submission.answers.values())
    return *trust, version.is_signed, is_read, upload.date, answered, upload.digest


def _once(versions: Sequence[SubmissionVersion]) -> tuple[SubmissionVersion, ...]:
    """The versions without those whose content is already there; places inside a file are different contents.

    Of several with one content that one stays of which most is known.
    """
    copies: dict[tuple[str, str], list[SubmissionVersion]] = {}
    for version in versions:
        key = (version.upload.digest or version.upload.name, version.submission.place.inside)
        copies.setdefault(key, []).append(version)
    kept = {}
    for copy in copies.values():
        first = max(
            copy,
            key=lambda one: (one.is_picked, one.upload.is_date_stated, one.attribution.weight, one.upload.is_collected),
        )
        kept[id(first)] = replace(first, copies=tuple(one.submission.place for one in copy if one is not first))
    return tuple(kept[id(one)] for one in versions if id(one) in kept)


def _with_pages(versions: tuple[SubmissionVersion, ...]) -> tuple[SubmissionVersion, ...]:
    """The versions of a student, the one that counts being completed by the pages of its sheet in other files.

    Of a page that several have, that of the version that counts more is taken: the later one, as of whole papers. A
    version of which some page is taken and another is not remains an earlier version.
    """
    if not versions or not versions[-1].submission.missing_pages:
        return versions
    *others, last = versions
    paper, used, left = last.submission, [last], list(others)
    for version in reversed(others):
        is_own = version.is_picked or not (version.is_suspect or version.attribution.is_foreign)
        if not is_own or last.is_suspect or last.attribution.is_foreign or not is_same_sheet(paper, version.submission):
            continue
        if set(paper.missing_pages) - set(version.submission.missing_pages):
            if has_other_pages(paper, version.submission):
                left.remove(version)
            paper = join_pages(paper, version.submission)
            used.append(version)
    if len(used) == 1:
        return versions
    files = sorted(str(version.submission.place).rpartition("/")[2] for version in used)
    upload = replace(last.upload, date=max(version.upload.date for version in used))
    paper = replace(paper, flags=(*paper.flags, PAGES_JOINED(", ".join(files))))
    parts = tuple(version.submission.place for version in used[1:])
    return (*left, replace(last, upload=upload, submission=paper, parts=parts))


def _versions(
    class_data: ClassData, inside: Mapping[str, Sequence[Upload]], submissions: Sequence[Submission], index: RosterIndex
) -> Iterator[SubmissionVersion]:
    """Each submission, once for each name that its file was handed in by.

    Without a signature where sheets were signed.
    """
    rows = Counter(one.place.file for one in submissions)
    written: defaultdict[str, list[str]] = defaultdict(list)
    for one in submissions:
        written[one.place.file].append(one.student)
    called = {}
    for file, students in written.items():  # with numbers as they are written there, where some of these are nobody's
        is_known = all(
            not any(map(str.isdigit, student)) or (folded(student) in index.written and not may_be_cut(folded(student)))
            for student in students
        )
        called[file] = index if is_known else with_spreadsheet_numbers(index, students)
    is_sealed = (class_data.folder / SHEETS).is_dir()
    for one in submissions:
        flags = (
            (*one.flags, NO_SIGNATURE)
            if is_sealed and one.signature is None and NO_SIGNATURE not in one.flags
            else one.flags
        )
        for upload in inside[one.place.file]:
            submission = replace(one, place=Place(upload.name, one.place.inside), flags=flags)
            is_row = rows[one.place.file] > 1
            yield SubmissionVersion(
                upload, submission, attribute(submission, called[one.place.file], is_row=is_row), is_row
            )


def _waiting(pages: Sequence[ScannedPage], lost: Sequence[ScannedPage], folder: Path) -> Iterator[Problem]:
    """That some scanned pages, but for the lost ones, wait for a person, with the files that they are in."""
    waiting = [page for page in pages if page.needs_person and page not in lost]
    if waiting:
        files = list(dict.fromkeys(page.file for page in waiting))
        cause = Message(
            "{count} scanned page to assign: {files}",
            plural="{count} scanned pages to assign: {files}",
            count=len(waiting),
            files=joined(" ; ", (*files[:MOST_NAMED], *["…"] * (len(files) > MOST_NAMED))),
        )
        home = shlex.quote(str(folder))
        yield Problem(
            cause,
            "",
            Message(
                "corrige class scans {folder} lists them; to assign a file that is not an answer sheet: "
                "corrige class collect {folder} --pick STUDENT=FILE",
                folder=home,
            ),
        )


def _swapped(versions: Iterable[SubmissionVersion], index: RosterIndex) -> list[SubmissionVersion]:
    """The versions, those on the sheet of another being of who brought them, where sheets were given out wrongly.

    That is: neither of the two has a paper on the own sheet; and the name written is that of who brought it, or the
    other has brought the sheet of a third, or a third the sheet of who brought it. Two who have exchanged their files
    are no such case. They are marked with the number of the sheet, and a person confirms it.
    """
    versions = list(versions)
    have = {version.attribution.enrollment for version in versions if not version.attribution.is_foreign}
    pairs = {
        id(version): (version.attribution.uploader.enrollment, version.attribution.enrollment)
        for version in versions
        if version.is_signed
        and version.is_suspect
        and version.attribution.is_foreign
        and version.attribution.uploader.enrollment is not None
    }
    pairs = {key: pair for key, pair in pairs.items() if not have & {*pair}}
    every = {*pairs.values()}
    result = []
    for version in versions:
        bringer, owner = pairs.get(id(version), (None, None))
        is_written = bringer is not None and index.written.get(folded(version.submission.student)) == bringer
        is_chain = any((a == owner and b != bringer) or (b == bringer and a != owner) for a, b in every)
        if bringer and owner and version.submission.signature and (is_written or is_chain):
            whose = f"{owner.student.label}, {version.attribution.u0}".rstrip(", ")
            flags = (replace(ON_SHEET_OF_ANOTHER, other_student=whose),)
            seed = version.submission.signature.identity.u0
            result.append(
                replace(version, attribution=replace(version.attribution, enrollment=bringer, flags=flags, seed=seed))
            )
        else:
            result.append(version)
    return result


def _given_back(versions: Iterable[SubmissionVersion]) -> list[SubmissionVersion]:
    """The versions, what somebody brought on the sheet of another who has handed in a paper being theirs."""
    versions = list(versions)
    have = {version.attribution.enrollment for version in versions if not version.attribution.is_foreign}
    is_taken = [
        version.attribution.is_foreign
        and version.attribution.enrollment in have
        and version.attribution.uploader.enrollment
        for version in versions
    ]
    return [
        replace(version, attribution=version.attribution.reassigned) if taken else version
        for version, taken in zip(versions, is_taken, strict=True)
    ]


def _set_aside(class_data: ClassData, versions: Iterable[SubmissionVersion]) -> list[SubmissionVersion]:
    """The versions, those that the teacher has settled as nobody's being so, though their student may be listed now."""
    settled = {
        (decision.target.student, decision.target.answer)
        for decision in active_class_decisions(class_data).values()
        if decision.target.item == UNASSIGNED.slug
    }
    if not settled:
        return [*versions]
    found = []
    for version in versions:
        target = file_target(version.upload, version.submission.place)
        is_aside = (target.student, target.answer) in settled
        found.append(
            replace(version, attribution=Attribution(None, (), version.attribution.uploader, version.attribution.u0))
            if is_aside
            else version
        )
    return found


def file_target(upload: Upload, place: Place) -> DecisionTarget:
    """Return what decisions call a paper of nobody: its file by content, and where in it if it holds several."""
    digest = upload.digest or digest_of(read_limited(upload.path))
    name = f"file:{digest[:DIGITS]}, {place.inside}" if place.inside else f"file:{digest[:DIGITS]}"
    return DecisionTarget(name, UNASSIGNED.slug, written_answer(str(place)))


def _picked(class_data: ClassData, index: Index, versions: Sequence[SubmissionVersion]) -> list[SubmissionVersion]:
    """The versions, those that the teacher picked being of whom they were picked for, whoever else has the content.

    Of several with the content it is the student's own, else what names them, else all.
    """
    names = roster_index(class_data.enrollments)
    by_digest: defaultdict[str | None, list[SubmissionVersion]] = defaultdict(list)
    for version in versions:
        if version.upload.is_collected:
            by_digest[version.upload.digest].append(version)
    pairs = []
    for enrollment in class_data.enrollments:
        digest, row = picked_parts(index.picked.get(enrollment.student.id, ""))
        meant = [version for version in by_digest.get(digest, []) if row in ("", version.row)]
        own = [version for version in meant if version.attribution.enrollment == enrollment]
        pairs += [
            (enrollment, version)
            for version in own
            or [version for version in meant if student_on_sheet(version.submission, names) == enrollment]
            or meant
        ]
    taken = {id(version) for _, version in pairs}
    left = [version for version in versions if id(version) not in taken]
    return [
        *left,
        *(
            replace(version, attribution=Attribution(enrollment, (PICKED,)), is_picked=True)
            for enrollment, version in pairs
        ),
    ]


def picked_parts(text: str) -> tuple[str, str]:
    """Return the digest of what is picked, and the row of it: "4f2a91bc:3"."""
    digest, _, row = text.partition(":")
    return digest, row
