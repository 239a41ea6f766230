"""Whose paper is it? The seal of the sheet, the student it names, or the name of the file, matched with the roster."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from answers.classroom.handed_in.uploads import uploader_names
from answers.classroom.lists.headers import IDENTIFYING, plain, role_of
from answers.classroom.roster import Pupil
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.submissions.raw.submission import Submission


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
    seal = submission.seal
    sealed = names.ids.get(_plain(seal.identity.student)) if seal and seal.genuine else None
    uploads = _uploaders(submission, names)
    named = names.written.get(_plain(submission.student)) if submission.student else next(iter(uploads), None)
    found = sealed or named or uploader(submission.place.file, names)
    if found is None:
        return Attribution(None)
    changed = (STUDENT_CHANGED,) if sealed and submission.student and named not in (None, sealed) else ()
    others = any(pupil != found for pupil in uploads) or not (sealed or named)
    return Attribution(found, (*changed, *((FILE_OF_ANOTHER,) if others else ())))


def _uploaders(submission: Submission, names: Names) -> list[Pupil]:
    """The pupils whose name the file bears, or its folder: first who uploaded it, by the platform's own names."""
    file = Path(submission.place.file)
    found = (names.written.get(_plain(name)) for name in (file.stem, file.parent.name))
    return [pupil for pupil in (uploader(submission.place.file, names), *found) if pupil is not None]


def uploader(file: str, names: Names) -> Pupil | None:
    """Return the pupil who was logged in when a file was uploaded; nobody if its names mean different pupils."""
    told = uploader_names(file)
    found = [pupil for name in told if (pupil := names.written.get(_plain(name)) or names.written.get(plain(name)))]
    return found[0] if found and all(pupil == found[0] for pupil in found) else None


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
