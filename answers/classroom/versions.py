"""What a class has handed in: every version of everybody, and the one that counts.

CorrigeError is raised if the folder of submissions is missing and nothing was collected, or the index is damaged.
"""

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath

from answers.classroom.attribution import Attribution, Names, attribute, roster_names, uploader_names
from answers.classroom.collected import FOLDER, Index, digest_of, read_index
from answers.classroom.folder import SUBMISSIONS, Cohort, roster_folder
from answers.classroom.members import leavers
from answers.classroom.roster import Pupil
from answers.errors import CorrigeError, Problem
from answers.files import read_limited
from answers.flags import FILE_OF_ANOTHER, PICKED, Place
from answers.grading.grade_files import read_all
from answers.messages import Message
from answers.submissions.raw.submission import Submission

_NAME = re.compile(r"[^\W\d_][^\d_/ ]*( [^\W\d_][^\d_/ ]*){1,4}")


@dataclass(frozen=True, slots=True)
class Original:
    """A file that was handed in: where it is, what it was called, when it was written, the digest of its content.

    `is_collected` says that `class collect` took it in, so that its date is that of the upload; a file that was put
    into `submissions/` by hand has the date of its copy.
    """

    path: Path
    name: str
    date: datetime
    digest: str
    is_collected: bool


@dataclass(frozen=True, slots=True)
class Version:
    """One submission, the file it is in, whose it is, and where the same content was handed in otherwise."""

    original: Original
    submission: Submission
    whose: Attribution
    is_picked: bool = False
    same: tuple[Place, ...] = ()

    @property
    def is_sealed(self) -> bool:
        """Whether it bears a genuine seal."""
        return self.submission.seal is not None and self.submission.seal.genuine

    @property
    def is_suspect(self) -> bool:
        """Whether the name of the file speaks of another student."""
        return FILE_OF_ANOTHER in self.whose.flags


@dataclass(frozen=True, slots=True)
class HandedIn:
    """All versions by student, the one that counts last; what is nobody's, or of who left; what could not be read."""

    versions: Mapping[str, tuple[Version, ...]]
    unknown: tuple[Version, ...]
    left: tuple[Version, ...]
    problems: tuple[Problem, ...]
    deadline: datetime | None

    @property
    def counted(self) -> list[Version]:
        """The versions that count, and those of nobody: all that is marked."""
        return [*(versions[-1] for versions in self.versions.values() if versions), *self.unknown]

    def lateness(self, version: Version) -> timedelta:
        """How late a version is: zero if it is not, without a deadline, or when its date says nothing."""
        if self.deadline is None or not version.original.is_collected:
            return timedelta(0)
        return max(version.original.date - self.deadline, timedelta(0))


def handed_in(cohort: Cohort) -> HandedIn:
    """Read what was collected and what lies in `submissions/`, and say whose it is and what counts.

    Of several versions the one that the teacher picked counts; else the last by date, but a file that speaks of another
    student never displaces one that does not, nor a paper without the teacher's seal one with it, nor what is unread
    what is read. The same content twice is one version, as it came first.
    """
    index = read_index(cohort.folder)
    originals, unread = _originals(cohort.folder, index)
    inside: dict[str, list[Original]] = {}
    for original in originals:  # one file may have been handed in under two names
        inside.setdefault(original.path.relative_to(cohort.folder).as_posix(), []).append(original)
    paths = [cohort.folder / file for file in inside]
    submissions, problems = read_all(paths, cohort.exam, cohort.settings, cohort.folder)
    versions = _versions(cohort, index, inside, submissions)
    own: dict[str, list[Version]] = {pupil.student.id: [] for pupil in cohort.pupils}
    gone = roster_names(leavers(roster_folder(cohort.folder.absolute())))
    unknown: list[Version] = []
    left: list[Version] = []
    for version in sorted(versions, key=_weight):
        pupil = version.whose.pupil
        if pupil is None:
            (left if attribute(version.submission, gone).pupil else unknown).append(version)
        else:
            own[pupil.student.id].append(version)
    damaged = tuple(_with_name(problem, one) for problem in problems for one in _originals_of(problem, inside))
    deadline = index.deadline or cohort.settings.deadline
    counted = {student: _once(mine) for student, mine in own.items()}
    return HandedIn(counted, tuple(unknown), tuple(left), (*unread, *damaged), deadline)


def is_plain(versions: Sequence[Version]) -> bool:
    """Whether no person need look at several: the teacher picked one, or all were collected and the last counts."""
    *_, last = versions
    dated = all(version.original.is_collected and not version.is_suspect for version in versions)
    return last.is_picked or (dated and last.original.date == max(version.original.date for version in versions))


def why_unknown(version: Version) -> str:
    """Say why nobody of the class is known to have handed in a version."""
    if version.submission.student:
        return Message(
            "it names {name!r}, who is not in the list, or whose name several have",
            name=version.submission.student[:60],
        )
    told = uploader_names(version.submission.place.file) or _folder_name(version.submission.place.file)
    if told:
        return Message(
            "it has no seal and names nobody; {name!r}, who uploaded it or whose folder it is in, is not in the list,"
            " or several are called so",
            name=told[-1][:60],
        )
    return Message("it has no seal and names nobody, and its file is called like nobody in the list")


def _folder_name(file: str) -> tuple[str, ...]:
    """The name of the folder that a file is in, when it looks like somebody's: two to five words of letters."""
    name = PurePosixPath(file).parent.name
    return (name,) if _NAME.fullmatch(name[:100]) else ()


def _weight(version: Version) -> tuple[bool, bool, bool, bool, datetime, str]:
    """What makes a version count, from the least to the most."""
    original = version.original
    is_read = not any(flag.stops for flag in version.submission.flags)
    return version.is_picked, not version.is_suspect, version.is_sealed, is_read, original.date, original.name


def _once(versions: Sequence[Version]) -> tuple[Version, ...]:
    """The versions without those whose content is already there; places inside a file are different contents."""
    copies: dict[tuple[str, str], list[Version]] = {}
    for version in versions:
        key = (version.original.digest or version.original.name, version.submission.place.inside)
        copies.setdefault(key, []).append(version)
    kept = {}
    for found in copies.values():
        first = max(found, key=lambda one: one.original.is_collected)
        kept[id(first)] = replace(first, same=tuple(one.submission.place for one in found if one is not first))
    return tuple(kept[id(one)] for one in versions if id(one) in kept)


def _versions(
    cohort: Cohort, index: Index, inside: Mapping[str, Sequence[Original]], submissions: Iterable[Submission]
) -> list[Version]:
    names = roster_names(cohort.pupils)
    pupils = {pupil.student.id: pupil for pupil in cohort.pupils}
    picked = {digest: pupils[student] for student, digest in index.picked.items() if student in pupils}
    versions = []
    for submission, original in ((one, each) for one in submissions for each in inside[one.place.file]):
        renamed = replace(submission, place=Place(original.name, submission.place.inside))
        mine = picked.get(original.digest) if original.is_collected else None
        versions.append(Version(original, renamed, _whose(renamed, mine, names), mine is not None))
    return versions


def _whose(submission: Submission, picked: Pupil | None, names: Names) -> Attribution:
    return attribute(submission, names) if picked is None else Attribution(picked, (PICKED,))


def _originals(folder: Path, index: Index) -> tuple[list[Original], list[Problem]]:
    """The files to read, and what is none: each is named, so that nothing is passed over in silence."""
    by_hand = folder / SUBMISSIONS
    if not by_hand.is_dir() and not index.files:
        raise CorrigeError.one("there is no such folder", place=str(by_hand), remedy="put what students hand in there")
    files, unread = [], []
    for path in sorted(by_hand.iterdir()) if by_hand.is_dir() else ():
        cause, remedy = _why_unread(path)
        if cause:
            unread.append(Problem(cause, f"{SUBMISSIONS}/{path.name}", remedy))
        else:
            files.append(_put_by_hand(path, compare=bool(index.files)))
    for one in index.files:
        path = folder / FOLDER / one.file
        if path.is_file():
            files.append(Original(path, one.name, one.date, one.digest, is_collected=True))
        else:
            cause = Message("the original is no longer there: {folder}/{file}", folder=FOLDER, file=one.file)
            unread.append(Problem(cause, one.name, "collect it again"))
    return files, unread


def _put_by_hand(path: Path, *, compare: bool) -> Original:
    """A file of `submissions/`; its digest is only wanted when it may have been collected as well."""
    date = datetime.fromtimestamp(path.stat().st_mtime)
    try:
        digest = digest_of(read_limited(path)) if compare else ""
    except CorrigeError:
        digest = ""
    return Original(path, f"{SUBMISSIONS}/{path.name}", date, digest, is_collected=False)


def _why_unread(path: Path) -> tuple[str, str]:
    usual = Message("put the file itself there, or take it away")
    if path.is_symlink():
        return Message("is a link, which is not followed"), usual
    if path.is_dir() or path.suffix.lower() == ".zip":
        cause = Message(
            "is a folder, which is not looked into" if path.is_dir() else "is a zip file, which is not looked into"
        )
        return cause, Message("run `corrige class collect` on it: DIR {path}", path=shlex.quote(str(path)))
    if not path.is_file():
        return Message("is not a file"), usual
    return (Message("is hidden, its name begins with a point"), usual) if path.name.startswith(".") else ("", "")


def _originals_of(problem: Problem, inside: Mapping[str, Sequence[Original]]) -> Sequence[Original | None]:
    """The originals that a problem is of; None when it is of something else."""
    return inside.get(problem.place.partition(", ")[0], (None,))


def _with_name(problem: Problem, original: Original | None) -> Problem:
    """A problem of an original, told with the name it was handed in by."""
    _, comma, rest = problem.place.partition(", ")
    return problem if original is None else replace(problem, place=f"{original.name}{comma}{rest}")
