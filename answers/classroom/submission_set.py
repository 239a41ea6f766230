"""Load the papers that a class has handed in: all versions of each student's paper, and the version that counts.

CorrigeError is raised if the folder of submissions is missing and nothing was collected, or if the index is damaged.
"""

import re
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import compress, pairwise
from operator import not_
from pathlib import Path, PurePosixPath
from typing import Any

from answers.classroom.attribution import Attribution, attribute, student_on_sheet, with_participants
from answers.classroom.decisions import DecisionTarget, active_class_decisions, written_answer
from answers.classroom.folder import ClassData, removed_students
from answers.classroom.ingest import ReadFiles, read_files, read_set_aside
from answers.classroom.platforms import ilias_name, moodle_folder, platform_uploader_of, upload_name, uploader_names
from answers.classroom.roster import MOST_NAMED, Enrollment
from answers.classroom.roster_index import RosterIndex, listed_name, roster_index, with_spreadsheet_numbers
from answers.classroom.sat_papers import read_session, sat_papers
from answers.classroom.scanning import NO_SHEET, unassigned_pages
from answers.classroom.scans import ScannedPage, read_scans, scanned_papers
from answers.classroom.unlisted_persons import with_rivals
from answers.classroom.upload_index import SAT, Index, Upload, UploadEntry, digest_of, moments_aside, read_index
from answers.classroom.uploaders import Uploader, UploadSource, uploader_of
from answers.errors import Problem
from answers.files import read_limited
from answers.flags import (
    APPEAL,
    FIELDS_MISSING,
    FILE_OF_ANOTHER,
    IN_EARLIER_FILE,
    NO_SIGNATURE,
    ON_SHEET_OF_ANOTHER,
    PAGES_JOINED,
    PICKED,
    PROGRAM_FILE,
    UNASSIGNED,
    Flag,
    Place,
)
from answers.kinds.one_box import is_nothing
from answers.kinds.written import HANDWRITTEN
from answers.messages import Message, joined, moment_text, shortened
from answers.people.names import NameMatch, may_be_cut, names_agree
from answers.people.table import folded, plain
from answers.sheets.issued_files import SHEETS
from answers.submissions.raw.submission import Submission, has_other_pages, has_same_pages, is_same_sheet, join_pages
from answers.submissions.text.python_file import SUFFIX

SHOWN_DIGITS = 8
DIGITS = 12
"""The number of digits of a file's digest that identify the file in decisions."""
_NAME = re.compile(r"[^\W\d_][^\d_/ ]*( [^\W\d_][^\d_/ ]*){1,4}")
"""Two to five words of letters, which may be a name."""


@dataclass(frozen=True, slots=True)
class SubmissionVersion:
    """One version of a student's paper: the submission, the file it is in, and the student it is attributed to.

    `is_row`: the file has other submissions too, as a table does. `is_picked`: the teacher chose the version. `copies`
    are other places with the same content; `parts` are other files with pages of the sheet or with programs of the
    paper.
    """

    upload: Upload
    submission: Submission
    attribution: Attribution
    is_row: bool = False
    is_picked: bool = False
    copies: tuple[Place, ...] = ()
    parts: tuple[Place, ...] = ()
    set_aside: str = ""
    """The name of a file with the same paper that a person set aside before this one was handed in; "" if none was."""

    @property
    def target(self) -> DecisionTarget:
        """The target of a teacher's decisions on the file of this version: its digest, and the paper's place in it."""
        return file_target(self.upload, self.submission.place)

    @property
    def is_sat(self) -> bool:
        """Whether the paper was typed with `class sit`: it is signed, and has the name that only this command gives.

        Up to version 1.0 such a paper was a collected file.
        """
        is_sat = self.enrollment is not None and self.upload.name == f"{SAT}{self.enrollment.student.stem}.json"
        return is_sat and self.submission.signed is not None

    @property
    def row(self) -> str:
        """The number of the paper's row in a table or list; "" if the file has no other submission."""
        return "".join(re.findall(r"\d+", self.submission.place.inside)[:1]) if self.is_row else ""

    @property
    def enrollment(self) -> Enrollment | None:
        """The student to whom the paper is attributed; None if it is unassigned."""
        return self.attribution.enrollment

    @property
    def is_suspect(self) -> bool:
        """Whether the file and the sheet name two different students."""
        return FILE_OF_ANOTHER in self.attribution.flags

    @property
    def is_own(self) -> bool:
        """Whether the file is certainly from the student or the teacher, or the teacher picked it for the student."""
        return self.is_picked or not (self.is_suspect or self.attribution.is_foreign)

    def with_flag(self, flag: Flag) -> "SubmissionVersion":
        """Return the version with one more flag about the student of the paper."""
        return replace(self, attribution=replace(self.attribution, flags=(*self.attribution.flags, flag)))


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that could not be read, with the reason, and the student it belongs to, None if unknown.

    `is_doubtful` means that the file may be from another person than this student, until the teacher assigns it.
    """

    upload: Upload
    problem: Problem
    enrollment: Enrollment | None
    uploader: Uploader
    is_doubtful: bool


@dataclass(frozen=True, slots=True)
class SubmissionSet:
    """All versions of the papers of a class.

    `versions` are by the student's identifier, and the last of them counts; a student without a paper has none.
    `unassigned` are the papers of no known student, `removed` those of students who were removed from the class.
    `problems` concern no single file. `deadline` is the local time after which a paper is late. `unread` are the files
    that could not be read, `aside` those that the teacher has set aside.
    """

    versions: Mapping[str, tuple[SubmissionVersion, ...]]
    unassigned: tuple[SubmissionVersion, ...]
    removed: tuple[SubmissionVersion, ...]
    problems: tuple[Problem, ...]
    deadline: datetime | None
    unread: tuple[UnreadFile, ...] = ()
    aside: tuple[UploadEntry, ...] = ()

    @property
    def counted(self) -> list[SubmissionVersion]:
        """All versions that are marked: of each student the version that counts, then the unassigned versions."""
        return [*(versions[-1] for versions in self.versions.values() if versions), *self.unassigned]

    def minutes_late(self, version: SubmissionVersion) -> int:
        """Return the lateness of a version in minutes, rounded up.

        The result is 0 if the version is in time, if there is no deadline, or if the date is not the student's: a
        single file of the teacher, such as a transcription, has the teacher's date unless another date is stated.
        """
        upload = version.upload
        is_by_itself = "/" not in upload.name and not uploader_names(upload.name) and not upload.is_date_stated
        if self.deadline is None or not upload.is_collected or is_by_itself:
            return 0
        return max(-((self.deadline - upload.date) // timedelta(minutes=1)), 0)

    def unread_in_time(self, version: SubmissionVersion) -> tuple[str, ...]:
        """Return the names of unreadable files that a student handed in before the deadline, if `version` is late."""
        if self.deadline is None or not self.minutes_late(version):
            return ()
        unread = [file for file in self.unread if file.enrollment and file.enrollment == version.enrollment]
        return tuple(file.upload.name for file in unread if file.upload.date <= self.deadline)


def load_submissions(class_data: ClassData) -> SubmissionSet:
    """Read the collected files and `submissions/`, attribute each submission, and choose the versions that count.

    The version of a student that counts is the first in this order; each criterion decides between versions that are
    equal by the criteria before it:

    1. the version that the teacher picked;
    2. a paper typed with `class sit`;
    3. a version whose file and sheet do not name two students;
    4. a version that the student handed in, then one of the teacher's files, then one of another or unknown uploader;
    5. a signed version;
    6. a version that can be read;
    7. the latest version; of several with the same date, the version with most answers.

    A paper on the sheet of another student, who has handed in a paper too, belongs to its uploader. A paper that the
    teacher has set aside stays unassigned, whoever joins the class, until it is picked. Files of a student with the
    same content are one version. Pages of one sheet in several files are one version. Scanned pages count as
    `scan_pages` has processed them; a scan that was not processed is an unread file.
    """
    index = read_index(class_data.folder)
    files = read_files(class_data, index)
    inside, scans = files.inside, files.scans
    digests, processed = {scan.digest for scan in scans}, read_scans(class_data.folder).pages
    pages = [page for page in processed if page.digest in digests]
    lost_pages = unassigned_pages(class_data, pages, [pick.digest for pick in index.picked.values()])

    places = ((upload.name, submission) for submission in files.submissions for upload in inside[submission.place.file])
    removed = removed_students(class_data.folder)
    roster_names = with_participants(roster_index(class_data.enrollments, removed), places)
    roster_names = with_rivals(roster_names, (upload.name for upload in files.uploads))
    papers = (*scanned_papers(class_data, index, scans), *sat_papers(class_data, read_session(class_data)))
    read = [*_versions(class_data, files, roster_names), *(SubmissionVersion(*paper) for paper in papers)]
    appeals = [version for version in read if version.submission.appeals]
    read = [version for version in read if not version.submission.appeals]
    attributed = _reassigned_to_uploaders(_with_swapped_sheets(read, roster_names))
    attributed = _with_unassigned(class_data, _without_set_aside(class_data, index, attributed))
    # Again, since the teacher may have assigned another paper to the student of a sheet.
    versions = _reassigned_to_uploaders(_assigned(class_data, index, attributed))
    versions.sort(key=lambda version: [value(version) for value, _ in _PRECEDENCE])
    unassigned, removed_index = [version for version in versions if version.enrollment is None], roster_index(removed)
    is_removed = [
        attribute(version.submission, removed_index, is_row=version.is_row).enrollment is not None
        for version in unassigned
    ]

    # A problem names the path of its file; it applies to each name under which the file was handed in.
    unreadable = {problem: inside.get(problem.place.partition(", ")[0], []) for problem in files.unreadable}
    waiting = Message("the pages of this scan were not processed yet, so their answers do not count")
    process = Message(
        "to process the pages of the scan: corrige class collect {folder}", folder=shlex.quote(str(class_data.folder))
    )
    problem_of_page, known = {page.file: page.problem for page in lost_pages}, {page.digest for page in pages}
    unreadable_files = [
        *((upload.problem, upload) for upload in files.uploads if upload.problem),
        *((problem, upload) for problem, same in unreadable.items() for upload in same),
        *((Problem(waiting, scan.name, process), scan) for scan in scans if scan.digest not in known),
        *((replace(wrong, place=scan.name), scan) for scan in scans if (wrong := problem_of_page.get(scan.name))),
    ]
    by_student, unclear_appeals = _with_appeals(
        _with_earlier_files(_by_student(class_data.enrollments, versions), versions, index),
        _with_unassigned(class_data, appeals),
    )
    return SubmissionSet(
        by_student,
        (*compress(unassigned, map(not_, is_removed)), *unclear_appeals),
        tuple(compress(unassigned, is_removed)),
        (
            *files.problems,
            *(problem for problem, same in unreadable.items() if not same),
            *_waiting_problems(pages, lost_pages, class_data.folder),
        ),
        index.deadline or class_data.settings.deadline,
        tuple(_unread(class_data, index, roster_names, problem, file) for problem, file in unreadable_files),
        index.aside,
    )


def _unread(class_data: ClassData, index: Index, names: RosterIndex, problem: Problem, file: Upload) -> UnreadFile:
    """Return an unreadable file with the student it was assigned to, else its uploader, and a remedy for this case."""
    problem = replace(problem, place=Message.of(problem.place).with_place(file.name))
    ids = [student for student, pick in index.picked.items() if file.digest and pick.digest == file.digest]
    picked = next((enrollment for enrollment in class_data.enrollments if enrollment.student.id in ids), None)
    uploader = uploader_of(file.name, names)
    enrollment, is_doubtful = picked or uploader.enrollment, uploader.is_doubtful and picked is None
    if enrollment is not None and is_doubtful:
        remedy = Message(
            "the file may be from another person than {student}: if it is from this student, corrige class assign DIR "
            "{file} {student}; else set it aside: corrige class assign DIR {file} --none",
            file=shlex.quote(file.name),
            student=shlex.quote(enrollment.student.id),
        )
        problem = replace(problem, remedy=remedy)
    elif enrollment is not None and (picked or problem.remedy == NO_SHEET):
        remedy = Message(
            "{student} handed in this file: ask for another file, or settle the case without a mark: "
            "corrige class decide DIR {student} not-readable --seen",
            student=shlex.quote(enrollment.student.id),
        )
        problem = replace(problem, remedy=remedy)
    return UnreadFile(file, problem, enrollment, uploader, is_doubtful)


def _by_student(
    enrollments: Iterable[Enrollment], versions: Sequence[SubmissionVersion]
) -> dict[str, tuple[SubmissionVersion, ...]]:
    """Return the versions of each student, sorted so that the last of them counts.

    This version is flagged "file-of-another" too if the student handed in a file that names two students, or if a file
    of the teacher has the student's name and the number of another, unless it is certain whose the version is.
    """
    versions_of: dict[Enrollment, list[SubmissionVersion]] = {enrollment: [] for enrollment in enrollments}
    suspicions: defaultdict[Enrollment, dict[UploadSource, str]] = defaultdict(dict)
    for version in versions:
        owner, attribution, uploader = version.enrollment, version.attribution, version.attribution.uploader
        if owner is not None:
            versions_of[owner].append(version)
        if version.is_suspect and uploader.enrollment is not None:
            suspicions[uploader.enrollment][uploader.source] = attribution.reassigned.other_student
        elif version.is_suspect and uploader.source is UploadSource.TEACHER and owner and attribution.sheet:
            suspicions[owner][uploader.source] = attribution.other_student
    result = {}
    for enrollment, own_versions in versions_of.items():
        joined_papers = _with_programs(_with_joined_pages(_without_copies(own_versions)))
        papers = tuple(map(_with_student_labels, joined_papers))
        doubts = suspicions[enrollment]
        for last in papers[-1:]:
            if last.attribution.certainty is UploadSource.STUDENT:
                doubts = {by: other for by, other in doubts.items() if by is UploadSource.STUDENT}
            is_own_sheet = last.attribution.sheet == enrollment and not last.attribution.is_foreign
            is_certain = last.is_picked or (last.submission.signed and is_own_sheet)
            if doubts and not (last.is_suspect or is_certain):
                flag = replace(FILE_OF_ANOTHER, other_student=[*doubts.values()][-1])
                papers = (*papers[:-1], last.with_flag(flag))
        result[enrollment.student.id] = papers
    return result


def _with_student_labels(version: SubmissionVersion) -> SubmissionVersion:
    """Return the version with a flag "file-of-another" that names the three students involved."""
    attribution, uploader = version.attribution, version.attribution.uploader
    bringer, sheet = uploader.enrollment, attribution.sheet
    if not (version.is_suspect and bringer and sheet and attribution.enrollment) or bringer == sheet:
        return version
    sheet_of = ", ".join(filter(None, (sheet.student.label, attribution.u0)))
    persons = {"bringer": bringer.student.label, "sheet": sheet_of, "counted": attribution.enrollment.student.label}
    label = Message(
        "paper handed in by {bringer}, written on the sheet of {sheet}, assigned to {counted}"
        if uploader.source is UploadSource.STUDENT
        else "paper in a file named after {bringer}, written on the sheet of {sheet}, assigned to {counted}",
        **persons,
    )
    flags = tuple(replace(flag, other_student=label) if flag == FILE_OF_ANOTHER else flag for flag in attribution.flags)
    return replace(version, attribution=replace(attribution, flags=flags))


def exchanged_papers(submissions: SubmissionSet) -> dict[str, tuple[SubmissionVersion, SubmissionVersion]]:
    """Return the papers that count of any two students who each handed in a paper on the other's sheet.

    The result has, by the identifier of each of the two, the student's own paper and the other's. The papers do not
    show whether the two exchanged their files or their sheets.
    """
    last = {student: versions[-1] for student, versions in submissions.versions.items() if versions}
    others = {}
    for student, version in last.items():
        persons = {
            enrollment.student.id
            for enrollment in (version.attribution.uploader.enrollment, version.attribution.sheet)
            if enrollment is not None
        }
        if version.is_suspect and len(persons) == 2 and student in persons:
            (others[student],) = persons - {student}
    return {student: (last[student], last[other]) for student, other in others.items() if others.get(other) == student}


def is_unambiguous(versions: Sequence[SubmissionVersion]) -> bool:
    """Return whether the teacher need not check that the last of several versions is the right one.

    Either the teacher picked it, or it is later than all others and was handed in in the same way, and not by a user
    of a platform with another login or another spelling of the name.
    """
    *earlier, last = versions
    alike = all(
        version.upload.is_collected
        and (version.attribution.certainty, version.is_sat) == (last.attribution.certainty, last.is_sat)
        for version in versions
    )
    is_last = all(version.upload.date < last.upload.date for version in earlier)
    is_one = all(_may_be_of_one_user(first, second) for first, second in pairwise(versions))
    is_sure = alike and is_last and is_one and not any(version.is_suspect for version in versions)
    return last.is_picked or is_sure


def _may_be_of_one_user(first: SubmissionVersion, second: SubmissionVersion) -> bool:
    """Return whether two versions may come from the same user of a platform."""
    texts, others = _user_texts(first), _user_texts(second)
    return bool(texts & others) or not (texts and others)


def _user_texts(version: SubmissionVersion) -> frozenset[str]:
    """Return the texts by which a platform identifies the user who uploaded a version; no text if it does not.

    Two uploads of one user share a text: the number or the login, or in Moodle the name, since a student has another
    number in each assignment.
    """
    parts = PurePosixPath(version.upload.name).parts
    _, user = platform_uploader_of(version.upload.name)
    if user is None and version.enrollment:  # a folder that ILIAS may have made, without a date
        name = listed_name(version.enrollment)
        return frozenset(folder for folder in parts if names_agree(ilias_name(folder), name) is NameMatch.AGREE)
    if user is None or user.is_blind:
        return frozenset()
    return frozenset(user.identifiers) if not moodle_folder(version.upload.name) else frozenset(map(plain, user.names))


def why_unassigned(version: SubmissionVersion) -> str:
    """Return why a version could not be attributed to a student, as a sentence."""
    attribution, name = version.attribution, version.submission.student[:60]
    bringer, file = attribution.uploader.enrollment, version.submission.place.file
    if version.set_aside:
        return Message("a person has set the same paper aside before, in the file {file}", file=version.set_aside)
    if attribution.former:
        return Message(
            "the paper was assigned to {student!r}, or its file has this name, but the student is not in the class now",
            student=attribution.former,
        )
    if version.is_row and (bringer is not None or attribution.uploader.source is UploadSource.UNKNOWN):
        return Message(
            "the row names {name!r}, but {bringer} handed in the file: a row counts only for the student who "
            "handed it in"
            if bringer
            else "the row names {name!r}, but it is not known which student handed in the file: such rows do not count",
            name=name,
            bringer=bringer.student.label if bringer else "",
        )
    if attribution.namesakes:
        return Message(
            "the name on the paper or on its file is that of {count} students, so the paper counts for none of "
            "them: {students}",
            count=len(attribution.namesakes),
            students=joined(" ; ", [enrollment.student.label for enrollment in attribution.namesakes[:MOST_NAMED]]),
        )
    if name:
        return Message(
            "the paper has the name {name!r}, which is the name of no student of the class, or of several", name=name
        )
    folder = PurePosixPath(file).parent.name  # used if it looks like a name
    first, *others = uploader_names(file)[:2] or ((folder,) if _NAME.fullmatch(folder[:100]) else ("",))
    return Message(
        "the paper has no signature and names no student; {name!r}, the name of the person who handed it "
        "in or of its folder, is that of no student of the class, or of several"
        if first
        else "the paper has no signature and names no student, and no student of the list has the name of the file",
        name=next((other[:60] for other in others if not first.startswith(f"{other} ")), first[:60]),
    )


_PRECEDENCE: tuple[tuple[Callable[[SubmissionVersion], Any], Message], ...] = (
    (lambda version: version.is_picked, Message("the teacher chose this version of the paper")),
    (lambda version: version.is_sat, Message("a paper typed in the browser during the exam comes before any file")),
    (
        lambda version: not version.is_suspect,
        Message(
            "the other version of the paper concerns two students, for example the student who handed it in "
            "and another student named on its sheet"
        ),
    ),
    (
        lambda version: version.attribution.certainty,
        Message("a file that the student uploaded comes before a paper that arrived in another way"),
    ),
    (
        lambda version: version.submission.signed is not None,
        Message("this version of the paper has the code of the answer sheet, the other version has not"),
    ),
    (
        lambda version: not any(flag.stops for flag in version.submission.flags),
        Message("the other version of the paper cannot be read"),
    ),
    (lambda version: version.upload.date, Message("this version of the paper was received last")),
    (
        lambda version: sum(any(map(str.strip, texts)) for texts in version.submission.answers.values()),
        Message("both versions of the paper have the same date, and this one has more answers"),
    ),
    (
        lambda version: version.upload.digest,
        Message("both versions of the paper have the same date and the same number of answers"),
    ),
)
"""What is compared in two versions of a paper, in this order, and why the one with the greater value counts."""


def why_counted(versions: Sequence[SubmissionVersion]) -> Message:
    """Return which of several versions counts, and why it comes before the latest of the others."""
    *others, last = versions
    other, moment = max(others, key=lambda version: version.upload.date), moment_text(last.upload.date)
    for value, reason in _PRECEDENCE:
        if value(last) > value(other):
            return Message(
                "the version of the paper received on {moment} counts: {reason}", moment=moment, reason=reason
            )
        if value(last) < value(other):
            break
    return Message("the version of the paper received on {moment} counts", moment=moment)


def _without_copies(versions: Sequence[SubmissionVersion]) -> tuple[SubmissionVersion, ...]:
    """Return the versions of a student without copies of the same content; the most certain copy stays."""
    copies: defaultdict[tuple[str, str], list[SubmissionVersion]] = defaultdict(list)
    for version in versions:
        copies[version.upload.digest or version.upload.name, version.submission.place.inside].append(version)
    unique = {}
    for same in copies.values():
        first = max(
            same, key=lambda v: (v.is_picked, v.upload.is_date_stated, v.attribution.certainty, v.upload.is_collected)
        )
        unique[id(first)] = replace(first, copies=tuple(copy.submission.place for copy in same if copy is not first))
    return tuple(unique[id(version)] for version in versions if id(version) in unique)


def _with_joined_pages(versions: tuple[SubmissionVersion, ...]) -> tuple[SubmissionVersion, ...]:
    """Return the versions of a student, where the last has its missing pages added from other files of the same sheet.

    A version of which not all pages are used remains an earlier version.
    """
    if not versions or not versions[-1].submission.missing_pages:
        return versions
    *earlier, last = versions
    paper, joined_versions, remaining = last.submission, [last], list(earlier)
    for version in reversed(earlier):
        is_of_another = last.is_suspect or last.attribution.is_foreign
        if not version.is_own or is_of_another or not is_same_sheet(paper, version.submission):
            continue
        if set(paper.missing_pages) - set(version.submission.missing_pages):
            if has_other_pages(paper, version.submission):
                remaining.remove(version)
            paper = join_pages(paper, version.submission)
            joined_versions.append(version)
    if len(joined_versions) == 1:
        return versions
    files = sorted(str(version.submission.place).rpartition("/")[2] for version in joined_versions)
    upload = replace(last.upload, date=max(version.upload.date for version in joined_versions))
    paper = replace(paper, flags=(*paper.flags, PAGES_JOINED(", ".join(files))))
    parts = tuple(version.submission.place for version in joined_versions[1:])
    return (*remaining, replace(last, upload=upload, submission=paper, parts=parts))


def _with_earlier_files(
    by_student: Mapping[str, tuple[SubmissionVersion, ...]], versions: Iterable[SubmissionVersion], index: Index
) -> dict[str, tuple[SubmissionVersion, ...]]:
    """Return the versions of each student, where the last is flagged if a later table lacks the student.

    A table that the teacher corrected and collected again may have lost a row that was typed for the wrong student. It
    has the same name, or more than half of the students, as the copy that a browser saves as "marks (1).csv".
    """
    collected = {entry.upload: entry.collected for entry in index.counting}
    students: defaultdict[tuple[str, str], set[str]] = defaultdict(set)  # of each readable file
    for version in versions:
        student = version.enrollment.student.id if version.enrollment else ""
        students[version.upload.digest, upload_name(version.upload.name)].add(student)
    result = dict(by_student)
    for student, of_student in by_student.items():
        last = of_student[-1] if of_student else None
        is_typed = last is not None and last.attribution.uploader.source is UploadSource.TEACHER
        if last is None or not is_typed or last.submission.signed or last.is_picked:
            continue
        digest, name = own = last.upload.digest, upload_name(last.upload.name)
        later = [
            upload
            for upload in students.keys() & collected.keys()
            if own in collected and collected[upload] > collected[own]
            if upload[1] == name or 2 * len(students[upload] & students[own] - {""}) > len(students[own])
        ]
        if later and not any(student in students[upload] for upload in later):
            flag = IN_EARLIER_FILE(f"{PurePosixPath(name).name} ({digest[:SHOWN_DIGITS]})")
            result[student] = (*of_student[:-1], last.with_flag(flag))
    return result


def _with_appeals(
    by_student: Mapping[str, tuple[SubmissionVersion, ...]], appeals: Iterable[SubmissionVersion]
) -> tuple[dict[str, tuple[SubmissionVersion, ...]], list[SubmissionVersion]]:
    """Return the versions of each student, where the last has a flag for each appeal; and the other appeals.

    An appeal waits for the teacher unless the code of a student or the uploader identifies its student.
    """
    versions, unclear = dict(by_student), list[SubmissionVersion]()
    for appeal in appeals:
        attribution, signature = appeal.attribution, appeal.submission.signature
        student = attribution.enrollment.student.id if attribution.enrollment else ""
        is_identified = signature.valid if signature else attribution.uploader.enrollment is not None
        is_own = is_identified and not (attribution.is_foreign or appeal.is_suspect)
        if not is_own or not versions.get(student):
            unclear.append(replace(appeal, attribution=replace(attribution, enrollment=None)))
            continue
        *earlier, last = versions[student]
        flags = (APPEAL(f"{item} – {reason}" if reason else item) for item, reason in appeal.submission.appeals)
        submission = replace(last.submission, flags=tuple(dict.fromkeys((*last.submission.flags, *flags))))
        versions[student] = (*earlier, replace(last, submission=submission))
    return versions, unclear


def _with_programs(versions: tuple[SubmissionVersion, ...]) -> tuple[SubmissionVersion, ...]:
    """Return the versions of a student, where the last has the programs in the student's other files.

    Of files with the same function the latest counts; another program typed in the paper makes the item disputed.
    """
    programs = [version for version in versions if version.submission.place.file.lower().endswith(SUFFIX)]
    if not programs:
        return versions
    papers = [version for version in versions if version not in programs] or programs[-1:]
    last, submission, added = papers[-1], papers[-1].submission, [one for one in programs if one not in papers]
    may_count = [one.is_picked or (one.is_own and _may_be_of_one_user(one, last)) for one in added]
    files, others = [*compress(added, may_count)], [*compress(added, map(not_, may_count))]
    answers, disputed = dict(submission.answers), list(submission.disputed)
    known = set(answers) if last.submission.place.file.lower().endswith(SUFFIX) else set[str]()
    used = []
    for version in reversed(files):
        new = [part_id for part_id in version.submission.answers if part_id not in known]
        known.update(new)
        used += [version] * bool(new)
        for part_id in new:
            (program,) = version.submission.answers[part_id]
            typed = "\n".join(answers.get(part_id, ()))
            if is_nothing(typed) or typed.startswith(HANDWRITTEN):
                answers[part_id] = (program,)
            elif typed.split() != program.split():
                disputed.append(f"{part_id}.1")
    supplied = {f"{part_id}.1" for part_id in known}
    missing = tuple(item for item in submission.missing if item not in supplied)
    flags = tuple(flag for flag in submission.flags if missing or flag != FIELDS_MISSING)
    if used:
        flags = (*flags, PROGRAM_FILE(", ".join(str(version.submission.place).rpartition("/")[2] for version in used)))
    submission = replace(
        submission,
        answers=answers,
        flags=flags,
        missing=missing,
        waiting={item: scan for item, scan in submission.waiting.items() if item not in supplied},
        disputed=tuple(disputed),
    )
    upload = replace(last.upload, date=max(version.upload.date for version in (last, *used)))
    parts = (*last.parts, *(version.submission.place for version in used))
    return (*others, *papers[:-1], replace(last, upload=upload, submission=submission, parts=parts))


def _versions(class_data: ClassData, files: ReadFiles, index: RosterIndex) -> Iterator[SubmissionVersion]:
    """Yield each submission as a version, once for each name under which its file was handed in."""
    in_file: defaultdict[str, list[Submission]] = defaultdict(list)
    for submission in files.submissions:
        in_file[submission.place.file].append(submission)
    is_sealed = (class_data.folder / SHEETS).is_dir()
    for file, submissions in in_file.items():
        texts = [submission.student for submission in submissions]
        numbers = [folded(text) for text in texts if any(map(str.isdigit, text))]
        is_known = all(number in index.written and not may_be_cut(number) for number in numbers)
        # If some numbers are unknown, all are compared as they are written in the file.
        file_index = index if is_known else with_spreadsheet_numbers(index, texts)
        is_row = len(submissions) > 1
        for submission in submissions:
            is_unsigned = is_sealed and submission.signature is None and NO_SIGNATURE not in submission.flags
            flags = (*submission.flags, NO_SIGNATURE) if is_unsigned else submission.flags
            for upload in files.inside[file]:
                named = replace(submission, place=Place(upload.name, submission.place.inside), flags=flags)
                yield SubmissionVersion(upload, named, attribute(named, file_index, is_row=is_row), is_row)


def _waiting_problems(pages: Sequence[ScannedPage], lost: Sequence[ScannedPage], folder: Path) -> Iterator[Problem]:
    """Yield the problem that scanned pages wait to be assigned, with their files; `lost` pages do not count."""
    waiting = [page for page in pages if page.needs_person and page not in lost]
    if waiting:
        cause = Message(
            "{count} scanned page is not assigned to a student yet: {files}",
            plural="{count} scanned pages are not assigned to a student yet: {files}",
            count=len(waiting),
            files=shortened(list(dict.fromkeys(page.file for page in waiting)), separator=" ; "),
        )
        remedy = Message(
            "corrige class scans {folder} lists these pages; to assign a file that is not an answer sheet: "
            "corrige class assign {folder} FILE STUDENT",
            folder=shlex.quote(str(folder)),
        )
        yield Problem(cause, "", remedy)


def _with_swapped_sheets(versions: Iterable[SubmissionVersion], index: RosterIndex) -> list[SubmissionVersion]:
    """Return the versions, where sheets were given to the wrong students: a paper on such a sheet is its uploader's.

    This is assumed if neither of the two has a paper on their own sheet, and either the name written on the paper is
    the uploader's, or a third student is involved. Two students who exchanged their files are not such a case.
    """
    versions = list(versions)
    with_own_sheet = {version.enrollment for version in versions if not version.attribution.is_foreign}
    pairs = {}
    for at, version in enumerate(versions):
        pair = version.attribution.uploader.enrollment, version.enrollment
        is_foreign = version.submission.signed and version.is_suspect and version.attribution.is_foreign
        if is_foreign and pair[0] is not None and not with_own_sheet & {*pair}:
            pairs[at] = pair
    for at, (bringer, owner) in pairs.items():
        version, attribution = versions[at], versions[at].attribution
        is_written = index.written.get(folded(version.submission.student)) == bringer
        is_chain = any((a == owner) != (b == bringer) for a, b in pairs.values())
        if owner and version.submission.signed and (is_written or is_chain):
            sheet_owner = f"{owner.student.label}, {attribution.u0}".rstrip(", ")
            flags = (replace(ON_SHEET_OF_ANOTHER, other_student=sheet_owner),)
            seed = version.submission.signed.u0
            versions[at] = replace(
                version, attribution=replace(attribution, enrollment=bringer, flags=flags, seed=seed)
            )
    return versions


def _reassigned_to_uploaders(versions: Iterable[SubmissionVersion]) -> list[SubmissionVersion]:
    """Return the versions, where a paper on the sheet of a student with another paper belongs to its uploader."""
    versions = list(versions)
    with_own_paper = {version.enrollment for version in versions if not version.attribution.is_foreign}
    return [
        replace(version, attribution=attribution.reassigned)
        if (attribution := version.attribution).is_foreign
        and version.enrollment in with_own_paper
        and attribution.uploader.enrollment
        else version
        for version in versions
    ]


def _without_set_aside(
    class_data: ClassData, index: Index, versions: Sequence[SubmissionVersion]
) -> list[SubmissionVersion]:
    """Return the versions, where a paper that came again after a person had set it aside belongs to nobody.

    It may be in another file, alone or with papers of others, with more pages or fewer.
    """
    moments = moments_aside(class_data.folder, index)
    arrived = {entry.upload: entry.collected for entry in index.files}

    def arrival(version: SubmissionVersion) -> datetime:
        upload = version.upload
        return arrived.get((upload.digest, upload_name(upload.name)), upload.date)

    if not moments or max(map(arrival, versions), default=datetime.min) <= min(moments.values()):
        return [*versions]
    set_aside = read_set_aside(class_data, moments)
    result = []
    for version in versions:
        earlier = [(entry.name, paper) for entry, paper in set_aside if arrival(version) > moments[entry]]
        again = [name for name, paper in earlier if _is_same_paper(version.submission, paper)]
        result.append(
            replace(version, attribution=version.attribution.unassigned, set_aside=again[0]) if again else version
        )
    return result


def _is_same_paper(first: Submission, second: Submission) -> bool:
    """Return whether two submissions are one paper, or have filled pages of it in common."""
    if first.signed or second.signed:
        return has_same_pages(first, second)
    names = [" ".join(submission.student.split()).casefold() for submission in (first, second)]
    return bool(names[0]) and (names[0], first.u0, first.answers) == (names[1], second.u0, second.answers)


def _with_unassigned(class_data: ClassData, versions: Iterable[SubmissionVersion]) -> list[SubmissionVersion]:
    """Return the versions, where papers that the teacher has set aside are unassigned."""
    settled = {
        (decision.target.student, decision.target.answer)
        for decision in active_class_decisions(class_data).values()
        if decision.target.item == UNASSIGNED.slug
    }
    if not settled:  # targets need digests of files
        return [*versions]
    others, pairs = list[SubmissionVersion](), list[tuple[SubmissionVersion, SubmissionVersion]]()
    for version in versions:
        if (version.target.student, version.target.answer) in settled:
            pairs.append((version, replace(version, attribution=version.attribution.unassigned)))
        else:
            others.append(version)
    return _with_same_content(others, pairs)


def file_target(upload: Upload, place: Place) -> DecisionTarget:
    """Return the target of decisions about a paper without a student.

    The target names the file by the digest of its content, and the paper by its place inside the file.
    """
    digest = upload.digest or digest_of(read_limited(upload.path))
    name = f"file:{digest[:DIGITS]}, {place.inside}" if place.inside else f"file:{digest[:DIGITS]}"
    return DecisionTarget(name, UNASSIGNED.slug, written_answer(str(place)))


def _assigned(class_data: ClassData, index: Index, versions: Sequence[SubmissionVersion]) -> list[SubmissionVersion]:
    """Return the versions, where a version that a person assigned to a student belongs to the student.

    Of versions with the assigned content, the student's own is taken, or else that with the name of the assigned file,
    or else those that name the student, or else all.
    """
    names, by_id, picked = roster_index(class_data.enrollments), class_data.by_id, index.picked
    by_digest: defaultdict[str, list[SubmissionVersion]] = defaultdict(list)
    for version in versions:
        if version.upload.is_collected:
            by_digest[version.upload.digest].append(version)
    before, after = dict[int, SubmissionVersion](), list[tuple[SubmissionVersion, SubmissionVersion]]()
    for chosen, student in index.assigned.items():
        enrollment = by_id.get(student)
        matching = [version for version in by_digest[chosen.digest] if chosen.row in ("", version.row)]
        best = (
            [version for version in matching if version.enrollment == enrollment is not None],
            [version for version in matching if version.upload.name == chosen.name],
            [version for version in matching if student_on_sheet(version.submission, names) == enrollment is not None],
            matching,
        )
        for version in next(filter(None, best), ()):
            before[id(version)] = version
            after.append((version, _given(version, enrollment, student, is_picked=picked[student] == chosen)))
    others = [version for version in versions if id(version) not in before]
    return _with_same_content(others, after)


def _given(
    version: SubmissionVersion, enrollment: Enrollment | None, student: str, *, is_picked: bool = False
) -> SubmissionVersion:
    """Return a version that a person assigned to a student; unassigned if the student is no longer in the class."""
    if enrollment is not None:
        return replace(version, attribution=Attribution(enrollment, (PICKED,)), is_picked=is_picked)
    return replace(version, attribution=replace(version.attribution, enrollment=None, flags=(), former=student))


def _with_same_content(
    others: Iterable[SubmissionVersion], assigned: Sequence[tuple[SubmissionVersion, SubmissionVersion]]
) -> list[SubmissionVersion]:
    """Return all versions, where a person's decision on the student of a paper also holds for the same paper elsewhere.

    `assigned` are the versions that a person assigned, before and after. If another student handed the paper in too, or
    a corrected table has other answers, this is new evidence, and both papers are flagged "file-of-another".
    """
    by_content: defaultdict[str, list[int]] = defaultdict(list)
    result = [after for _, after in assigned]
    for at, (before, after) in enumerate(assigned):
        if before.enrollment != after.enrollment:
            for content in filter(None, (_content(before), _row_content(before))):
                by_content[content].append(at)
    for version in others:
        natural = version.enrollment
        is_equal = bool(by_content) and _content(version) in by_content
        content = _content(version) if is_equal else _row_content(version)
        same = by_content.get(content, ()) if natural is not None and by_content else ()
        if not same or any(result[at].enrollment == natural for at in same):
            result.append(version)
            continue
        first, decided = (paper.attribution for paper in assigned[same[-1]])
        attribution = version.attribution
        is_own = attribution.certainty is UploadSource.STUDENT and attribution.uploader != first.uploader
        if first.enrollment == natural and is_equal and not is_own:
            result.append(_given(version, decided.enrollment, decided.former))
            continue
        result.append(_flagged(version, decided.enrollment, decided.former))
        for at in same:
            result[at] = _flagged(result[at], natural)
    return result


def _flagged(version: SubmissionVersion, other: Enrollment | None, label: str = "") -> SubmissionVersion:
    """Return a version with the flag "file-of-another", which names the student who has the same paper."""
    if version.is_suspect or version.enrollment is None:
        return version
    return version.with_flag(replace(FILE_OF_ANOTHER, other_student=other.student.label if other else label))


def _row_content(version: SubmissionVersion) -> str:
    """Return a text that the rows of a student in all versions of a table have, whatever the answers; "" for a file."""
    submission = version.submission
    if not version.is_row or not submission.student.strip():
        return ""
    return repr((upload_name(version.upload.name), submission.student, submission.signature))


def _content(version: SubmissionVersion) -> str:
    """Return a text that papers with the same student, seed and answers have; without a student, the same files."""
    submission = version.submission
    if not (submission.signed or submission.student.strip()):
        enrollment = version.enrollment
        return f"{version.upload.digest} {version.row} {enrollment.student.id}" if enrollment else ""
    answers = sorted(submission.answers.items())
    return repr((submission.student, submission.u0, submission.signature, answers, submission.missing_pages))
