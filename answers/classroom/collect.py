"""Taking in what students handed in, however it was downloaded: nothing twice, nothing lost.

Functions raise CorrigeError if the index is damaged, nothing can be written, or what is named is not meant to be
collected or picked: all problems together.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TypeVar

from answers.classroom.attribution import RosterIndex, UploadSource, roster_index, uploader_of
from answers.classroom.folder import SUBMISSIONS, ClassData
from answers.classroom.platforms import is_no_paper, is_other_version, upload_name
from answers.classroom.roster import named_student
from answers.classroom.sources import files_in
from answers.classroom.submission_set import SubmissionSet, SubmissionVersion, picked_file, why_unassigned
from answers.classroom.upload_index import Index, UploadEntry, merged, read_index, store_upload, write_index
from answers.errors import CorrigeError, Problem
from answers.exam.settings import FILE_NAME
from answers.messages import Message

LEAST_DIGITS = 4
Meant = TypeVar("Meant")


@dataclass(frozen=True, slots=True)
class CollectedFiles:
    """Files that are new, files that were there already, and what was not taken, with the reason."""

    new: tuple[UploadEntry, ...]
    again: int
    problems: tuple[Problem, ...]
    copies: int = 0
    """How many of the new have a content that was there, under another name."""
    no_papers: tuple[str, ...] = ()
    """The names of files that a platform put beside the papers."""

    @property
    def is_refused(self) -> bool:
        """Whether there was something, and nothing of it was taken."""
        return bool(self.problems) and not (self.new or self.again)


def collect(
    class_data: ClassData,
    paths: Sequence[Path],
    now: datetime,
    deadline: datetime | None = None,
    received: datetime | None = None,
) -> CollectedFiles:
    """Keep every file found in `paths` (files, folders, zip files), and remember the deadline if one is said.

    `received` is when they all came, if that is said: by mail for instance, where their own dates say nothing.

    Originals go to `collected/` first, the index last: killed, the class is as it was, and running it again goes on.
    Nobody's name is decided here: whose a file is follows from the list, each time it is read.
    """
    _refuse_own(class_data.folder, paths)
    index = read_index(class_data.folder)
    kept, problems, no_papers = [], [], []
    same, names = _by_content(index), roster_index(class_data.enrollments)
    for file in files_in(paths):
        if isinstance(file, Problem):
            problems.append(file)
        elif file.problem and "/" not in file.name and uploader_of(file.name, names).enrollment is None:
            problems.append(file.problem)  # what a teacher names and cannot be opened is perhaps a damaged download
        elif not file.problem and is_no_paper(file.name, file.content):
            no_papers.append(file.name)
        else:
            entry = replace(store_upload(class_data.folder, file, now, received), is_aside=is_other_version(file.name))
            if entry.upload not in {other.upload for other in same[entry.digest]}:
                again = (other.name for other in same[entry.digest] if _is_again(other.name, entry.name, names))
                entry = replace(entry, name=next(again, entry.name))  # as it was called before, if that is it again
                same[entry.digest].append(entry)
            kept.append(entry)

    def uploader(name: str) -> str:
        """What tells who uploaded a file from all others: the student, else the folder or the file itself."""
        enrollment, path = uploader_of(name, names).enrollment, PurePosixPath(upload_name(name))
        return enrollment.student.stem if enrollment else f"{path.parent if len(path.parts) > 1 else path}/"

    after = merged(index, kept, uploader)
    if after != index or deadline is not None:
        write_index(class_data.folder, replace(after, deadline=deadline or index.deadline))
    known = {entry.upload for entry in index.files}
    new = tuple(entry for entry in after.files if entry.upload not in known)
    before = _by_content(index).keys()
    copies = sum(entry.digest in before for entry in new)
    return CollectedFiles(new, len(kept) - len(new), tuple(problems), copies, tuple(no_papers))


def _by_content(index: Index) -> defaultdict[str, list[UploadEntry]]:
    """The files that are kept, by digest."""
    same: defaultdict[str, list[UploadEntry]] = defaultdict(list)
    for entry in index.files:
        same[entry.digest].append(entry)
    return same


def _is_again(before: str, after: str, index: RosterIndex) -> bool:
    """Whether the same content under another path is of the same student, and no more is known of who brought it."""
    was, now = uploader_of(before, index), uploader_of(after, index)
    is_same = was.enrollment == now.enrollment and not (was.is_doubtful or now.is_doubtful)
    is_named = now.enrollment is not None or PurePosixPath(before).name == PurePosixPath(after).name
    return is_same and is_named and was.source >= now.source > UploadSource.NOBODY_KNOWN


def pick(class_data: ClassData, picks: Mapping[str, str]) -> Mapping[str, str]:
    """Make the file that the teacher names count for a student, whatever its date and whoever it seems to be of.

    Of a student, as `named_student` takes one, that is one collected file, by the first digits of its digest or a part
    of its name, and a row of it, "4f2a:3"; empty to go back to the last one. Returns what each identifier has now, the
    digest and the row, "" for nothing.
    """
    index = read_index(class_data.folder)
    problems: list[Problem] = []
    picked: dict[str, str] = {}
    for student, text in picks.items():
        try:
            known = named_student((enrollment.student for enrollment in class_data.enrollments), student).id
            file, mark, number = text.rpartition(":")
            is_row = mark and number.isascii() and number.isdecimal()  # ":3" for a row of a file
            file, row = (file, f":{number}") if is_row else (text, "")
            digests = {entry.digest for entry in _meant(index, file)} if file else set()
            picked |= {known: _only(file, digests) + row} if file else {known: ""}
        except CorrigeError as error:
            problems += error.problems
    if problems:
        raise CorrigeError(problems)
    new = {who: text for who, text in {**index.picked, **picked}.items() if text}
    counting = {picked_file(text)[0] for text in {*new.values()} - {*index.picked.values()}}
    files = tuple(replace(entry, is_aside=entry.is_aside and entry.digest not in counting) for entry in index.files)
    write_index(class_data.folder, replace(index, files=files, picked=new))
    return picked


def set_aside(class_data: ClassData, texts: Iterable[str]) -> None:
    """Let collected files count for nobody, each named by the first digits of its digest or a part of its name.

    They are kept, and stay aside when they are collected again, until `pick` takes one.
    """
    index = read_index(class_data.folder)
    gone: set[tuple[str, str]] = set()
    for text in texts:  # one file, or of one digest all, whatever their names
        meant = _meant(index, text)
        uploads = {entry.upload for entry in meant}
        is_digest = len({entry.digest for entry in meant if entry.digest.startswith(text)}) == 1
        gone |= uploads if is_digest else {_only(text, uploads)}
    files = tuple(replace(entry, is_aside=entry.is_aside or entry.upload in gone) for entry in index.files)
    left = {entry.digest for entry in files if not entry.is_aside}
    picked = {who: text for who, text in index.picked.items() if picked_file(text)[0] in left}
    write_index(class_data.folder, replace(index, files=files, picked=picked))


def check_picks(class_data: ClassData, submissions: SubmissionSet, picked: Mapping[str, str]) -> None:
    """Raise CorrigeError if a file that is picked for a student, by its digest, is neither what counts nor unreadable.

    A file that cannot be read is a student's who has no paper, and takes the place of none.
    """
    names = {entry.digest: entry.name for entry in read_index(class_data.folder).files}
    unread = {
        (one.enrollment.student.id, one.upload.digest) for one in submissions.unread if one.enrollment is not None
    }
    every = (
        *submissions.unassigned,
        *submissions.left,
        *(version for own in submissions.versions.values() for version in own),
    )
    problems = []
    for student, text in picked.items():
        digest, _ = picked_file(text)
        if not digest:
            continue
        if (student, digest) in unread:
            if submissions.versions[student]:
                remedy = Message("collect a readable copy, or type the answers; STUDENT= undoes an earlier choice")
                cause = Message("cannot be read, and so cannot be the version that counts")
                problems.append(Problem(cause, names[digest], remedy))
        elif len([version for version in submissions.versions[student] if version.is_picked]) != 1:
            papers = sorted(
                (version for version in every if version.upload.digest == digest),
                key=lambda version: int(version.row or 0),
            )
            if rows := [version for version in papers if version.is_row]:  # one of them must be named
                named = dict.fromkeys(f"{version.row} ({version.submission.student[:40]})" for version in rows)
                cause = Message("the file has several rows: {rows}", rows=", ".join(named))
                remedy = Message(
                    "choose a row: --pick {student}={digest}:{row}", student=student, digest=digest[:8], row=rows[0].row
                )
            else:
                cause = Message("none of its pages can belong to {student}", student=student)
                remedy = Message("a scanned page is assigned by its code: see `corrige class scans DIR`")
            problems.append(Problem(cause, names[digest], remedy))
    if problems:
        raise CorrigeError(problems)


def _only(text: str, meant: Collection[Meant]) -> Meant:
    """The one thing that a text means; a CorrigeError says how many there are."""
    if len(meant) == 1:
        return next(iter(meant))
    cause = Message(
        "{count} collected file matches {text!r}",
        plural="{count} collected files match {text!r}",
        count=len(meant),
        text=text[:60],
    )
    remedy = Message(
        "give the first digits of the file, {least} or more, as `corrige class collect DIR` shows them, or "
        "more of its name",
        least=LEAST_DIGITS,
    )
    raise CorrigeError.one(cause, remedy=remedy)


def _meant(index: Index, text: str) -> list[UploadEntry]:
    by_digest = [entry for entry in index.files if len(text) >= LEAST_DIGITS and entry.digest.startswith(text)]
    return by_digest or [entry for entry in index.files if text in entry.name]


def _refuse_own(folder: Path, paths: Iterable[Path]) -> None:
    """What the class folder holds is no hand-in, but for what was put into its submissions."""
    home = folder.resolve()
    for path in paths:
        place = path.resolve()
        own = place == home or home in place.parents
        is_by_hand = home / SUBMISSIONS in (place, *place.parents)
        if (own and not is_by_hand) or (place.is_dir() and (place / FILE_NAME).exists()):
            cause = Message("is a folder of a class, with its sheets and marks")
            raise CorrigeError.one(cause, place=str(path), remedy="give the downloaded file")


def collected_document(submissions: SubmissionSet) -> dict[str, object]:
    """Return every version of everybody, the one that counts last, and what is nobody's, with the reason."""
    problems = (*submissions.problems, *(one.problem for one in submissions.unread))
    unread: defaultdict[str, list[str]] = defaultdict(list)  # by student, "" for nobody's
    for one in submissions.unread:
        unread[one.enrollment.student.id if one.enrollment else ""].append(one.upload.name)
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
        "left": [_version(version, submissions) for version in submissions.left],
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
