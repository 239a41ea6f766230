"""Collect submissions, the files that students hand in, into the class folder; each content is stored once.

The files come from folders, zip archives, or one by one. Functions raise CorrigeError, with all problems together, if
the index is damaged, a file cannot be written, or a path is not a file or folder that can be collected.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from answers.classroom.folder import SUBMISSIONS, ClassData
from answers.classroom.incoming_files import files_in
from answers.classroom.platforms import is_conflict_copy, is_platform_file, upload_name
from answers.classroom.roster_index import RosterIndex, roster_index
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, why_unassigned
from answers.classroom.upload_index import Index, UploadEntry, merge_uploads, read_index, store_upload, write_index
from answers.classroom.uploaders import UploadSource, uploader_of
from answers.errors import CorrigeError, Problem
from answers.exam.settings import FILE_NAME


@dataclass(frozen=True, slots=True)
class CollectedFiles:
    """The result of a collection; `new` are the files that were not known before."""

    new: tuple[UploadEntry, ...]
    again: int
    """The number of files that had already been collected."""
    problems: tuple[Problem, ...]
    """The files that were not collected, each with the reason."""
    copies: int = 0
    """The number of new files whose content had already been collected under another name."""
    no_papers: tuple[str, ...] = ()
    """The names of files that a platform adds to the papers, such as a list; they were not collected."""


def collect(
    class_data: ClassData,
    paths: Sequence[Path],
    now: datetime,
    deadline: datetime | None = None,
    received: datetime | None = None,
    stored: list[Path] | None = None,
) -> CollectedFiles:
    """Store every file of `paths` (files, folders, zip archives) in the class, and save `deadline` unless it is None.

    `received` is the time at which all files arrived; if it is None, each file has its own date. Files are written
    first, and appended to `stored`, and the index last: with `restored_on_error`, an interrupted collection leaves the
    class unchanged, and can be repeated.
    """
    home = class_data.folder.resolve()
    for path in paths:
        place = path.resolve()
        is_inside = place == home or home in place.parents
        is_submission = home / SUBMISSIONS in (place, *place.parents)
        if (is_inside and not is_submission) or (place.is_dir() and (place / FILE_NAME).exists()):
            raise CorrigeError.single(
                "this is the folder of a class, or a file or folder in it, which is not a paper that students handed "
                "in; nothing was collected",
                place=str(path),
                remedy="give the file with papers, such as the archive that you downloaded from the platform",
            )
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
            entry = store_upload(class_data.folder, file, now, received, stored)
            earlier = same_content[entry.digest]
            if entry.upload not in {other.upload for other in earlier}:
                earlier_names = (other.name for other in earlier if _is_again(other.name, entry.name, names))
                entry = replace(entry, name=next(earlier_names, entry.name))
                earlier.append(entry)
            entries.append(entry)
    files = [entry.name for entry in (*index.files, *entries)]
    entries = [
        replace(entry, is_aside=is_conflict_copy(entry.name, files) or _is_copy_of_aside(entry, index, names))
        for entry in entries
    ]

    def uploader(name: str) -> str:
        """Return a key of the uploader of a file: the student if known, else the folder or the file."""
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
    by_digest: defaultdict[str, list[UploadEntry]] = defaultdict(list)
    for entry in index.files:
        by_digest[entry.digest].append(entry)
    return by_digest


def _is_copy_of_aside(entry: UploadEntry, index: Index, names: RosterIndex) -> bool:
    """Return whether the content of a file is set aside under other names, and no other student handed it in here."""
    all_names = [other.name for other in index.files]
    same = [other for other in index.aside if other.digest == entry.digest]
    aside = [other for other in same if not is_conflict_copy(other.name, all_names)]  # those that a person set aside
    owner, owners = uploader_of(entry.name, names).enrollment, {uploader_of(e.name, names).enrollment for e in aside}
    return bool(aside) and (owner is None or None in owners or owner in owners)


def _is_again(before: str, after: str, index: RosterIndex) -> bool:
    """Return whether two paths of one content are one upload: of the same student, and `after` is not more certain."""
    was, now = uploader_of(before, index), uploader_of(after, index)
    is_same_student = was.enrollment == now.enrollment and not (was.is_doubtful or now.is_doubtful)
    is_same_file = now.enrollment is not None or PurePosixPath(before).name == PurePosixPath(after).name
    return is_same_student and is_same_file and was.source >= now.source > UploadSource.UNKNOWN


def collected_document(submissions: SubmissionSet) -> dict[str, object]:
    """Return the collected papers as a JSON document: the versions of each student, of which the last counts.

    It also has papers without a student, with the reason, of removed students, files set aside, and problems.
    """
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
