"""Whose paper is it? The seal of the sheet, the student it names, or the name of the file, matched with the roster."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from answers.classroom.roster import Pupil
from answers.flags import STUDENT_CHANGED, Flag
from answers.submissions.raw.submission import Submission

Names = Mapping[str, Pupil]


@dataclass(frozen=True, slots=True)
class Attribution:
    """The pupil that a submission belongs to, None when nobody knows, and what is remarkable about that."""

    pupil: Pupil | None
    flags: tuple[Flag, ...] = ()


def attribute(submission: Submission, names: Names) -> Attribution:
    """Say whose submission it is.

    A genuine seal comes first, then the student that the submission names, then, when it names nobody, the file. The
    flag "student-changed" says that the seal and the name given belong to two different pupils.
    """
    sealed = (
        names.get(_plain(submission.seal.identity.student)) if submission.seal and submission.seal.genuine else None
    )
    named = names.get(_plain(submission.student or Path(submission.place.file).stem))
    changed = sealed is not None and named is not None and sealed != named
    return Attribution(sealed or named, (STUDENT_CHANGED,) if changed else ())


def roster_names(pupils: Iterable[Pupil]) -> Names:
    """Return the pupil of each identifier and full name, in both orders; a name that two pupils share is left out."""
    pupils = tuple(pupils)
    pairs = [(name, pupil) for pupil in pupils for name in _full_names(pupil)]
    shared = Counter(name for name, _ in pairs)
    unique = {name: pupil for name, pupil in pairs if shared[name] == 1}
    return {**unique, **{_plain(pupil.student.id): pupil for pupil in pupils}}


def _full_names(pupil: Pupil) -> set[str]:
    first, last = pupil.student.first_name, pupil.student.name
    return {_plain(name) for name in (f"{first} {last}", f"{last} {first}") if name.strip()}


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
