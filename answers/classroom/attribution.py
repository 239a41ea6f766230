"""Whose paper is it? The seal of the sheet, the student it names, or the name of the file, matched with the roster."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from answers.classroom.lists.headers import IDENTIFYING, plain, role_of
from answers.classroom.roster import Pupil
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.submissions.raw.submission import Submission

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assign(?:submission|feedback)_[a-z]+_")
_CANVAS = re.compile(r"(?P<name>[^\W_]+)(?:_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_.")
MAX_LENGTH = 300
_UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|_]+')
"""What cannot stand in the name of a folder somewhere, and the sign that Moodle splits at."""


@dataclass(frozen=True, slots=True)
class Names:
    """Pupils by the stem of their files, which a seal names, and by what a paper may say: identifiers, full names."""

    ids: Mapping[str, Pupil]
    written: Mapping[str, Pupil]


@dataclass(frozen=True, slots=True)
class Attribution:
    """The pupil that a submission belongs to, None when nobody knows, and what is remarkable about that."""

    pupil: Pupil | None
    flags: tuple[Flag, ...] = ()


def attribute(submission: Submission, names: Names) -> Attribution:
    """Say whose submission it is.

    A genuine seal comes first, then the student that the submission names, then, when it names nobody, the file; who
    uploaded it to Moodle or Canvas, when it names nobody of the class. The flag "student-changed" says that the seal
    and the name given belong to two different pupils; "file-of-another" that the file, or the folder it was uploaded
    to, bears the name of another pupil than the submission, or the submission a name that is nobody's.
    """
    sealed, uploads = _sealed(submission, names), _uploaders(submission, names)
    named = names.written.get(_plain(submission.student)) if submission.student else next(iter(uploads), None)
    pupil = sealed or named or uploader(submission.place.file, names)
    if pupil is None:
        return Attribution(None)
    is_changed = bool(sealed and submission.student and named not in (None, sealed))
    is_of_another = any(other != pupil for other in uploads) or not (sealed or named)
    return Attribution(pupil, (STUDENT_CHANGED,) * is_changed + (FILE_OF_ANOTHER,) * is_of_another)


def _sealed(submission: Submission, names: Names) -> Pupil | None:
    """The pupil whom a genuine seal names."""
    seal = submission.seal
    return names.ids.get(_plain(seal.identity.student)) if seal and seal.genuine else None


def _uploaders(submission: Submission, names: Names) -> list[Pupil]:
    """The pupils whose name the file bears, or its folder: first who uploaded it, by the platform's own names."""
    file = Path(submission.place.file)
    bearers = (names.written.get(_plain(name)) for name in (file.stem, file.parent.name))
    return [pupil for pupil in (uploader(submission.place.file, names), *bearers) if pupil is not None]


def uploader(file: str, names: Names) -> Pupil | None:
    """Return the pupil who was logged in when a file was uploaded; nobody if its names mean different pupils."""
    said = uploader_names(file)
    pupils = [pupil for name in said if (pupil := names.written.get(_plain(name)) or names.written.get(plain(name)))]
    return pupils[0] if pupils and all(pupil == pupils[0] for pupil in pupils) else None


def roster_names(pupils: Iterable[Pupil]) -> Names:
    """Return the pupil of each identifier and full name, in both orders; what two pupils bear is left out."""
    pupils = tuple(pupils)
    ids = {_plain(pupil.student.stem): pupil for pupil in pupils}
    pairs = [(name, pupil) for pupil in pupils for name in _names(pupil)]
    shared = Counter(name for name, _ in pairs)
    return Names(ids, {name: pupil for name, pupil in pairs if shared[name] == 1})


def _names(pupil: Pupil) -> set[str]:
    """All that a paper may call a pupil, or an upload: identifiers, numbers, logins, addresses, full names."""
    student = pupil.student
    numbers = (text for header, text in pupil.extra if role_of(header) in IDENTIFYING and text)
    return {*_full_names(pupil), *map(_plain, (student.id, student.stem, *numbers))} - {""}


def _full_names(pupil: Pupil) -> set[str]:
    first, last = pupil.student.first_name, pupil.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # as Canvas calls its files
    return {*map(_plain, both), *map(plain, both), joined} - {""}


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def uploader_names(file: str) -> tuple[str, ...]:
    """Return what the name of a file, or of a folder around it, says of its uploader; nothing if it is no upload.

    Moodle's "Zoé Ba_12345_assignsubmission_file_" gives "Participant 12345" and "Zoé Ba", Canvas' "bazoe_11_222_a.pdf"
    gives "11" and "bazoe": both are made by the platform, for whoever was logged in.
    """
    parts = PurePosixPath(file).parts
    return next((names for part in reversed(parts) if (names := tuple(_platform_names(part[:MAX_LENGTH])))), ())


def moodle_folder(file: str) -> str:
    """Return the folder that feedback on a file downloaded from Moodle belongs in; nothing if it was not.

    It is that of the download, `name_number_assignsubmission_file_`: Moodle finds the participant by the number. In the
    name, which Moodle does not read, signs that are unfit for a folder, or that it would split at, become hyphens.
    """
    for part in reversed(PurePosixPath(file).parts):
        if upload := _MOODLE.match(part[:MAX_LENGTH]):
            name = _UNFIT.sub("-", upload["name"]).strip(". ") or "-"
            return f"{name}_{upload['number']}_assignsubmission_file_"
    return ""


def _platform_names(part: str) -> Iterator[str]:
    if upload := _MOODLE.match(part):
        yield from (f"Participant {upload['number']}", upload["name"])
        group, dash, name = upload["name"].partition("-")
        if dash and group and name:  # Moodle writes the group before the name
            yield name
    elif upload := _CANVAS.match(part):
        yield from (upload["user"], upload["name"])
