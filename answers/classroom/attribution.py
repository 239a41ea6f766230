"""Whose paper is it? Who brought the file, and whom its seal or its text names, matched with the roster."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal, TypeAlias

from answers.classroom.roster import Pupil
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of
from answers.submissions.raw.submission import Submission

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assign(?:submission|feedback)_[a-z]+(?:_|\Z)")
_CANVAS = re.compile(r"(?P<name>[^\W_]+)(?:_LATE)?_(?!20\d\d_[01]?\d_)(?P<user>\d+)_(?P<submission>\d+)_.")
"""Numbers that are a year and a month are none of Canvas'."""
MAX_LENGTH = 300
_UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|_]+')
"""What cannot stand in the name of a folder somewhere, and the sign that Moodle splits at."""
_DROPPED = re.compile("[&<>\"`|':’]")
"""What Moodle leaves out of a name that it gives to a folder; an apostrophe may be typed otherwise in a list."""


@dataclass(frozen=True, slots=True)
class Names:
    """Pupils by the stem of their files, which a seal names, and by what a paper may say: identifiers, full names."""

    ids: Mapping[str, Pupil]
    written: Mapping[str, Pupil]


class By(IntEnum):
    """Who brought a file; the more is known of it, the more it weighs."""

    NOBODY_KNOWN = 0
    TEACHER = 1
    STUDENT = 2


@dataclass(frozen=True, slots=True)
class Brought:
    """Who brought a file: `pupil` when one is known, by the platform, or by the name under which the teacher has it.

    `is_doubtful` says that the teacher has it under the names of two pupils, one inside the other.
    """

    by: By
    pupil: Pupil | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """The pupil that a submission belongs to, None when nobody knows, what is remarkable about that, who brought it.

    `u0` is the number that the sheet bears, as people read it: "u₀ = 17", "" without one.
    """

    pupil: Pupil | None
    flags: tuple[Flag, ...] = ()
    brought: Brought = Brought(By.TEACHER)
    u0: str = ""

    @property
    def other(self) -> str:
        """Whom "file-of-another" speaks of, beside the pupil; "" without it."""
        return next((flag.whose for flag in self.flags if flag == FILE_OF_ANOTHER), "")

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else brought it, or nobody known: it stands for its pupil only where nothing better does."""
        return self.brought.by is By.NOBODY_KNOWN or self.brought.pupil not in (None, self.pupil)

    @property
    def weight(self) -> By:
        """How well it is known that its pupil handed it in."""
        return By.NOBODY_KNOWN if self.is_foreign else self.brought.by

    @property
    def given_back(self) -> "Attribution":
        """The same as a paper of who brought it, which speaks of whose it seemed to be."""
        if self.pupil is None or self.pupil == self.brought.pupil:
            return replace(self, pupil=self.brought.pupil)
        named = replace(FILE_OF_ANOTHER, whose=_bearing(self.pupil.student.told, self.u0))
        flags = tuple(named if flag == FILE_OF_ANOTHER else flag for flag in self.flags)
        return replace(self, pupil=self.brought.pupil, flags=flags)


_Says: TypeAlias = Literal["bringer", "sealed", "written", "row", "stranger", "none"]
"""Whom a sheet names: who brought it; another pupil, by a genuine seal, by what is written, by a row of several;
somebody who is not in the list; nobody."""
_Bringer: TypeAlias = Literal["pupil", "teacher", "nobody known"]
_RULES: Mapping[tuple[_Bringer, _Says], tuple[Literal["bringer", "sheet", "nobody"], bool]] = MappingProxyType(
    {
        ("pupil", "bringer"): ("bringer", False),
        ("pupil", "sealed"): ("sheet", True),  # the bringer's when the other has handed in a paper: see `handed_in`
        ("pupil", "written"): ("bringer", True),
        ("pupil", "row"): ("nobody", True),
        ("pupil", "stranger"): ("bringer", True),
        ("pupil", "none"): ("bringer", False),
        ("teacher", "sealed"): ("sheet", False),
        ("teacher", "written"): ("sheet", False),
        ("teacher", "row"): ("sheet", False),
        ("teacher", "stranger"): ("nobody", False),
        ("teacher", "none"): ("nobody", False),
        ("nobody known", "sealed"): ("sheet", True),
        ("nobody known", "written"): ("sheet", True),
        ("nobody known", "row"): ("nobody", False),
        ("nobody known", "stranger"): ("nobody", False),
        ("nobody known", "none"): ("nobody", False),
    }
)
"""Whose a paper is, and whether it is flagged "file-of-another": on who brought it, where that is known."""


def attribute(submission: Submission, names: Names, *, is_row: bool = False) -> Attribution:
    """Say whose submission it is: by who brought it and whom the sheet names, after `_RULES`.

    `is_row` says that it is one of several in a file; the flag "student-changed" that the seal and the name written
    belong to two different pupils.
    """
    brought = who_brought(submission.place.file, names)
    sheets = named(submission, names)
    if brought.by is By.NOBODY_KNOWN and _is_sealed_for_homonym(sheets, submission):
        brought = Brought(By.STUDENT, sheets)  # homonyms: the seal says which of them
    says = _says(submission, sheets, brought, is_row=is_row)
    bringer: _Bringer = "pupil" if brought.pupil else "teacher" if brought.by is By.TEACHER else "nobody known"
    whose, is_of_another = _RULES[bringer, says]
    pupil = {"bringer": brought.pupil, "sheet": sheets, "nobody": None}[whose]
    is_changed = names.written.get(folded(submission.student), sheets) != sheets
    is_of_another = is_of_another or brought.is_doubtful
    sealed = submission.seal.identity.u0 if submission.seal else ""
    bears = f"u₀ = {text}" if (text := (submission.u0 or str(sealed)).strip()[:20]) else ""
    flag = replace(FILE_OF_ANOTHER, whose=_other(pupil, brought.pupil, sheets, submission, bears))
    return Attribution(pupil, (STUDENT_CHANGED,) * is_changed + (flag,) * is_of_another, brought, bears)


def _bearing(who: str, u0: str) -> str:
    return ", ".join(filter(None, (who, u0)))


def _other(pupil: Pupil | None, bringer: Pupil | None, sheets: Pupil | None, submission: Submission, bears: str) -> str:
    """Who else than its pupil a file is of, with the number of the sheet: a stranger as written."""
    if sheets is not None and sheets != pupil:
        return _bearing(sheets.student.told, bears)
    if bringer is not None and bringer != pupil:
        return bringer.student.told
    return _bearing(submission.student[:60], bears) if submission.student and sheets is None else ""


def _says(submission: Submission, named: Pupil | None, brought: Brought, *, is_row: bool) -> _Says:
    """Whom a sheet names, of whom `named` is in the list."""
    is_sealed = submission.seal is not None and submission.seal.genuine
    if named is not None and named == brought.pupil:
        return "bringer"
    if named is not None:
        return "row" if is_row else "sealed" if is_sealed else "written"
    if not (submission.student or is_sealed):
        return "none"
    return "row" if is_row else "stranger"


def named(submission: Submission, names: Names) -> Pupil | None:
    """Return the pupil whom a sheet names: by a genuine seal, else by what is written."""
    seal = submission.seal
    sealed = names.ids.get(folded(seal.identity.student)) if seal and seal.genuine else None
    return sealed or names.written.get(folded(submission.student))


def who_brought(file: str, names: Names) -> Brought:
    """Return who brought a file, by the outermost name that a platform gave; what is inside it proves nothing.

    Where no platform gave one, the teacher's word is believed, whose folder it is: the outermost name of a pupil that a
    folder, an archive or the file has; a file may be called by other words too, beside a full name. What is in an
    archive that lies in a folder, neither of them called like anybody, is of nobody known.
    """
    parts = PurePosixPath(file).parts
    for at, part in enumerate(parts):
        said = tuple(_platform_names(part))
        pupils = set(_called(said[:2], names) or _called(said[2:], names)[:1])
        is_container = at == 0 and len(parts) > 1 and not _moodle(part)
        if said and (pupils or not is_container):  # the teacher's own folder may be called like an upload to Canvas
            return Brought(By.STUDENT, pupils.pop()) if len(pupils) == 1 else Brought(By.NOBODY_KNOWN)
    return _word_of_teacher(parts, names)


def _called(said: Iterable[str], names: Names) -> list[Pupil]:
    called = (names.written.get(folded(name)) or names.written.get(plain(name)) for name in said)
    return [pupil for pupil in called if pupil is not None]


def _word_of_teacher(parts: Sequence[str], names: Names) -> Brought:
    bearers: list[Pupil] = []
    for at, part in enumerate(parts):
        is_archive = part.lower().endswith(".zip")
        is_file = at == len(parts) - 1
        stem = PurePosixPath(part).stem if is_archive or is_file else part
        if pupil := _bearer(stem, names, in_words=is_file):
            bearers.append(pupil)
        elif is_archive and at and not bearers:
            return Brought(By.NOBODY_KNOWN)
    if not bearers:
        return Brought(By.TEACHER)
    return Brought(By.TEACHER, bearers[0], any(one != bearers[0] for one in bearers))


def _bearer(stem: str, names: Names, *, in_words: bool) -> Pupil | None:
    """Who is called so; `in_words`, else the only one whose full name stands among these words."""
    called = names.written.get(folded(stem))
    if called or not in_words:
        return called
    words = f" {plain(stem)} "
    inside = {pupil for name, pupil in names.written.items() if " " in name and f" {name} " in words}
    return inside.pop() if len(inside) == 1 else None


def roster_names(pupils: Iterable[Pupil]) -> Names:
    """Return the pupil of each identifier and full name, in both orders; what two pupils bear is left out."""
    pupils = tuple(pupils)
    ids = {folded(pupil.student.stem): pupil for pupil in pupils}
    pairs = [(name, pupil) for pupil in pupils for name in _names(pupil)]
    shared = Counter(name for name, _ in pairs)
    return Names(ids, {name: pupil for name, pupil in pairs if shared[name] == 1})


def _names(pupil: Pupil) -> set[str]:
    """All that a paper may call a pupil, or an upload: identifiers, numbers, logins, addresses, full names."""
    student = pupil.student
    numbers = (text for header, text in pupil.extra if role_of(header) in (*IDENTIFYING, INE) and text)
    return {*_full_names(pupil), *map(folded, (student.id, student.stem, *numbers))} - {""}


def _full_names(pupil: Pupil) -> set[str]:
    first, last = pupil.student.first_name, pupil.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # as Canvas calls its files
    both += [_DROPPED.sub("", name) for name in both]
    return {*map(folded, both), *map(plain, both), joined} - {""}


def _is_sealed_for_homonym(sealed: Pupil | None, submission: Submission) -> bool:
    """Whether a genuine seal names somebody who is called as the platform calls who brought the file."""
    is_genuine = submission.seal is not None and submission.seal.genuine
    return sealed is not None and is_genuine and is_called_by_platform(sealed, submission.place.file)


def is_called_by_platform(pupil: Pupil, file: str) -> bool:
    """Return whether the platform calls who brought a file as a pupil is called, who may have homonyms."""
    said = {form(name) for name in uploader_names(file) for form in (folded, plain)}
    return bool(said & _full_names(pupil))


def uploader_names(file: str) -> tuple[str, ...]:
    """Return what the outermost name that a platform gave says of the uploader; nothing if the file is no upload.

    Moodle's folder "Zoé Ba_12345_assignsubmission_file", which ended with one more `_` before Moodle 4.1, gives
    "Participant 12345" and "Zoé Ba", Canvas' "bazoe_11_222_a.pdf" gives "11" and "bazoe": both are made by the
    platform, for whoever was logged in.
    """
    return next((names for part in PurePosixPath(file).parts if (names := tuple(_platform_names(part)))), ())


def upload_name(file: str) -> str:
    """Return a name from the outermost that a platform gave on, wherever it was downloaded to; else the whole."""
    parts = PurePosixPath(file).parts
    at = next((at for at, part in enumerate(parts) if any(_platform_names(part))), 0)
    return "/".join(parts[at:])


def moodle_folder(file: str) -> str:
    """Return the folder that feedback on a file downloaded from Moodle belongs in; nothing if it was not.

    It is `name_number_assignsubmission_file_`, which every version of Moodle takes: it finds the participant by the
    number. In the name, which Moodle does not read, signs that are unfit for a folder, or that it would split at,
    become hyphens.
    """
    upload = next(filter(None, map(_moodle, PurePosixPath(file).parts)), None)
    if upload is None:
        return ""
    name = _UNFIT.sub("-", upload["name"]).strip(". ") or "-"
    return f"{name}_{upload['number']}_assignsubmission_file_"


def _platform_names(part: str) -> Iterator[str]:
    """A number and a name of the uploader; then, longest first, what may be the name if a group stands before it."""
    if upload := _moodle(part):
        yield from (f"Participant {upload['number']}", upload["name"])
        for dash in re.finditer("-(?=.)", upload["name"]):
            yield upload["name"][dash.end() :]
    elif upload := _CANVAS.match(part[:MAX_LENGTH]):
        yield from (upload["user"], upload["name"])


def _moodle(part: str) -> re.Match[str] | None:
    """What Moodle called a file or a folder; an upload to Canvas may end with the like, which its uploader chose."""
    part = part[:MAX_LENGTH]
    return None if _CANVAS.match(part) else _MOODLE.match(part)
