"""Collection of submissions into the class folder, from folders, files and archives; each content is stored once.

Functions raise CorrigeError, with all problems together, if the index is damaged, a file cannot be written, or a path
or name stands for no file that can be collected or picked.
"""

import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TypeVar

from answers.classroom.attribution import RosterIndex, UploadSource, roster_index, uploader_of
from answers.classroom.folder import SUBMISSIONS, ClassData
from answers.classroom.incoming_files import files_in
from answers.classroom.platforms import is_conflict_copy, is_platform_file, upload_name
from answers.classroom.roster import named_student
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, picked_parts, why_unassigned
from answers.classroom.upload_index import Index, UploadEntry, merge_uploads, read_index, store_upload, write_index
from answers.errors import CorrigeError, Problem
from answers.exam.settings import FILE_NAME
from answers.messages import Message

LEAST_DIGITS = 4
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CollectedFiles:
    """The result of a collection."""

    new: tuple[UploadEntry, ...]
    again: int
    """The number of files that were collected before."""
    problems: tuple[Problem, ...]
    """The files that were not collected, with the reason."""
    copies: int = 0
    """The number of new files whose content was collected before under another name."""
    no_papers: tuple[str, ...] = ()
    """The names of files that a platform put beside the papers."""

    @property
    def is_refused(self) -> bool:
        """Whether there were files and none was collected."""
        return bool(self.problems) and not (self.new or self.again)


def collect(
    class_data: ClassData,
    paths: Sequence[Path],
    now: datetime,
    deadline: datetime | None = None,
    received: datetime | None = None,
) -> CollectedFiles:
    """Store every file of `paths` (files, folders, zip archives) in the class, and save `deadline` if given.

    `received` is the time at which all files arrived, for instance by mail; None takes their own dates. Files are
    written to `collected/` first and the index last: an interrupted collection leaves the class unchanged, and can be
    repeated. Files are not attributed to students here, but each time the submissions are read.
    """
    _refuse_class_folders(class_data.folder, paths)
    index = read_index(class_data.folder)
    entries, problems, no_papers = [], [], []
    same_content, names = _by_content(index), roster_index(class_data.enrollments)
    for file in files_in(paths):
        if isinstance(file, Problem):
            problems.append(file)
        elif file.problem and "/" not in file.name and uploader_of(file.name, names).enrollment is None:
            problems.append(file.problem)  # perhaps a damaged download
        elif not file.problem and is_platform_file(file.name, file.content):
            no_papers.append(file.name)
        else:
            entry = replace(store_upload(class_data.folder, file, now, received), is_aside=is_conflict_copy(file.name))
            earlier = same_content[entry.digest]
            if entry.upload not in {other.upload for other in earlier}:
                earlier_names = (other.name for other in earlier if _is_again(other.name, entry.name, names))
                entry = replace(entry, name=next(earlier_names, entry.name))
                earlier.append(entry)
            entries.append(entry)

    def uploader(name: str) -> str:
        """Return a key of the uploader: the student if known, else the folder or the file."""
        enrollment, path = uploader_of(name, names).enrollment, PurePosixPath(upload_name(name))
        return enrollment.student.stem if enrollment else f"{path.parent if len(path.parts) > 1 else path}/"

    after = merge_uploads(index, entries, uploader)
    if after != index or deadline is not None:
        write_index(class_data.folder, replace(after, deadline=deadline or index.deadline))
    known = {entry.upload for entry in index.files}
    new = tuple(entry for entry in after.files if entry.upload not in known)
    before = _by_content(index).keys()
    copies = sum(entry.digest in before for entry in new)
    return CollectedFiles(new, len(entries) - len(new), tuple(problems), copies, tuple(no_papers))


def _by_content(index: Index) -> defaultdict[str, list[UploadEntry]]:
    """Return the collected files by digest."""
    by_digest: defaultdict[str, list[UploadEntry]] = defaultdict(list)
    for entry in index.files:
        by_digest[entry.digest].append(entry)
    return by_digest


def _is_again(before: str, after: str, index: RosterIndex) -> bool:
    """Return whether two paths of one content have the same student, and `after` has no better known uploader."""
    was, now = uploader_of(before, index), uploader_of(after, index)
    is_same_student = was.enrollment == now.enrollment and not (was.is_doubtful or now.is_doubtful)
    is_same_file = now.enrollment is not None or PurePosixPath(before).name == PurePosixPath(after).name
    return is_same_student and is_same_file and was.source >= now.source > UploadSource.UNKNOWN


def pick(class_data: ClassData, picks: Mapping[str, str], author: str = "") -> Mapping[str, str]:
    """Choose the collected file that counts for each student, whatever its date and attribution.

    `picks` has by student, in the forms of `named_student`, the first digits of a digest or a part of a file name, and
    possibly a row of the file: "4f2a:3". An empty text restores the last file. Returns by identifier the digest and the
    row picked, "" for none.
    """
    index = read_index(class_data.folder)
    problems: list[Problem] = []
    picked: dict[str, str] = {}
    for student, text in picks.items():
        try:
            identifier = named_student((enrollment.student for enrollment in class_data.enrollments), student).id
            file, colon, number = text.rpartition(":")
            is_row = colon and number.isascii() and number.isdecimal()  # ":3" for a row of a file
            file, row = (file, f":{number}") if is_row else (text, "")
            digests = {entry.digest for entry in _matching_files(index, file)} if file else set()
            picked |= {identifier: _only(file, digests) + row} if file else {identifier: ""}
        except CorrigeError as error:
            problems += error.problems
    if problems:
        raise CorrigeError(problems)
    new = {student: text for student, text in {**index.picked, **picked}.items() if text}
    counting = {picked_parts(text)[0] for text in {*new.values()} - {*index.picked.values()}}
    files = tuple(replace(entry, is_aside=entry.is_aside and entry.digest not in counting) for entry in index.files)
    write_index(class_data.folder, replace(index, files=files, picked=new), author)
    return picked


def set_aside(class_data: ClassData, texts: Iterable[str], author: str = "") -> None:
    """Set collected files aside, each named by the first digits of its digest or a part of its name.

    They stay in the class folder and count for no student, even if they are collected again, until `pick` takes them.
    """
    index = read_index(class_data.folder)
    aside: set[tuple[str, str]] = set()
    for text in texts:  # a part of a name stands for one file, a digest for all files with this content
        entries = _matching_files(index, text)
        uploads = {entry.upload for entry in entries}
        is_digest = len({entry.digest for entry in entries if entry.digest.startswith(text)}) == 1
        aside |= uploads if is_digest else {_only(text, uploads)}
    set_uploads_aside(class_data, aside, author)


def set_uploads_aside(class_data: ClassData, uploads: Collection[tuple[str, str]], author: str) -> None:
    """Set uploads aside, as `set_aside` does."""
    index = read_index(class_data.folder)
    files = tuple(replace(entry, is_aside=entry.is_aside or entry.upload in uploads) for entry in index.files)
    counting = {entry.digest for entry in files if not entry.is_aside}
    picked = {student: text for student, text in index.picked.items() if picked_parts(text)[0] in counting}
    write_index(class_data.folder, replace(index, files=files, picked=picked), author)


def check_picks(class_data: ClassData, submissions: SubmissionSet, picked: Mapping[str, str]) -> None:
    """Raise CorrigeError if a picked file does not count for its student.

    `picked` has the digest, and possibly the row, by identifier. An unreadable file may be picked only for a student
    without a paper.
    """
    names = {entry.digest: entry.name for entry in read_index(class_data.folder).files}
    unread = {
        (file.enrollment.student.id, file.upload.digest) for file in submissions.unread if file.enrollment is not None
    }
    all_versions = (
        *submissions.unassigned,
        *submissions.removed,
        *(version for versions in submissions.versions.values() for version in versions),
    )
    problems = []
    for student, text in picked.items():
        digest, _ = picked_parts(text)
        if not digest:
            continue
        if (student, digest) in unread:
            if submissions.versions[student]:
                remedy = Message(
                    "collect a readable copy, or type the answers; to undo: corrige class assign DIR FILE --withdraw"
                )
                cause = Message("cannot be read, and so cannot be the version that counts")
                problems.append(Problem(cause, names[digest], remedy))
        elif len([version for version in submissions.versions[student] if version.is_picked]) != 1:
            papers = sorted(
                (version for version in all_versions if version.upload.digest == digest),
                key=lambda version: int(version.row or 0),
            )
            if rows := [version for version in papers if version.is_row]:  # the pick must name a row
                named = dict.fromkeys(f"{version.row} ({version.submission.student[:40]})" for version in rows)
                cause = Message("the file has several rows: {rows}", rows=", ".join(named))
                remedy = Message(
                    "choose a row: corrige class assign DIR {digest}:{row} {student}",
                    student=shlex.quote(student),
                    digest=digest[:8],
                    row=rows[0].row,
                )
            else:
                cause = Message("none of its pages can belong to {student}", student=student)
                remedy = Message("a scanned page is assigned by its code: see `corrige class scans DIR`")
            problems.append(Problem(cause, names[digest], remedy))
    if problems:
        raise CorrigeError(problems)


def _only(text: str, matches: Collection[T]) -> T:
    """Return the only match of a text; raise CorrigeError with their number if there is not exactly one."""
    if len(matches) == 1:
        return next(iter(matches))
    cause = Message(
        "{count} collected file matches {text!r}",
        plural="{count} collected files match {text!r}",
        count=len(matches),
        text=text[:60],
    )
    remedy = Message(
        "give the first digits of the file, {least} or more, as `corrige class collect DIR` shows them, or "
        "more of its name",
        least=LEAST_DIGITS,
    )
    raise CorrigeError.single(cause, remedy=remedy)


def _matching_files(index: Index, text: str) -> list[UploadEntry]:
    by_digest = [entry for entry in index.files if len(text) >= LEAST_DIGITS and entry.digest.startswith(text)]
    return by_digest or [entry for entry in index.files if text in entry.name]


def _refuse_class_folders(folder: Path, paths: Iterable[Path]) -> None:
    """Raise CorrigeError for a class folder or a path inside this one, except inside its `submissions/`."""
    home = folder.resolve()
    for path in paths:
        place = path.resolve()
        is_inside = place == home or home in place.parents
        is_submission = home / SUBMISSIONS in (place, *place.parents)
        if (is_inside and not is_submission) or (place.is_dir() and (place / FILE_NAME).exists()):
            cause = Message("is a folder of a class, with its sheets and marks")
            raise CorrigeError.single(cause, place=str(path), remedy="give the downloaded file")


def collected_document(submissions: SubmissionSet) -> dict[str, object]:
    """Return the JSON document of all versions, the counting one last, and of unassigned ones with the reason."""
    problems = (*submissions.problems, *(file.problem for file in submissions.unread))
    unread: defaultdict[str, list[str]] = defaultdict(list)  # by student, "" for unassigned files
    for file in submissions.unread:
        unread[file.enrollment.student.id if file.enrollment else ""].append(file.upload.name)
    return {
        "schema": "corrige/collect/1",
        "deadline": submissions.deadline and submissions.deadline.isoformat(),
        "students": [
            {
                "student": student,
                "versions": [_version(version, submissions) for version in versions],
                "not_readable": unread[student],
            }
            for student, versions in submissions.versions.items()
        ],
        "unknown": [
            {**_version(version, submissions), "reason": why_unassigned(version)} for version in submissions.unassigned
        ],
        "left": [_version(version, submissions) for version in submissions.removed],
        "aside": [{"file": entry.name, "digest": entry.digest} for entry in submissions.aside],
        "problems": [{"place": p.place, "cause": p.cause, "remedy": p.remedy} for p in problems],
    }


def _version(version: SubmissionVersion, submissions: SubmissionSet) -> dict[str, object]:
    upload = version.upload
    return {
        "file": str(version.submission.place),
        "digest": upload.digest,
        "date": upload.date.isoformat(timespec="seconds"),
        "late_minutes": submissions.minutes_late(version),
        "picked": version.is_picked,
        "collected": upload.is_collected,
        "flags": list(map(str, version.attribution.flags)),
    }
