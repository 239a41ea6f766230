"""Whose paper is it? Who brought the file, and whom its seal or its text names, matched with the roster."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal, TypeAlias

from answers.classroom.platforms import Uploader, ilias_name, is_blind, is_moodle, uploader_at, uploader_names
from answers.classroom.roster import Pupil
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.grading.grade import seed_of
from answers.people.names import Agreement, identifier_keys, may_be_cut, name_key, name_words, names_agree
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of
from answers.submissions.raw.submission import Submission

MOST_NAMED = 5
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})
_DROPPED = re.compile("[&<>\"`|':’]")
"""What Moodle leaves out of a name that it gives to a folder; an apostrophe may be typed otherwise in a list."""


@dataclass(frozen=True, slots=True)
class Names:
    """Pupils by the stem of their files, which a seal names, and by what a paper may say: identifiers, full names.

    `shared` has the pupils of each name of several, `seeds` those of each number, `words` those of each word of a full
    name; `gone` are pupils who left the class and may be meant by a name in it. `claimed` are the numbers of
    participants, whom Moodle does not name, in whose folders papers of several pupils are, or who are not alone to have
    those of a pupil.
    """

    ids: Mapping[str, Pupil]
    written: Mapping[str, Pupil]
    shared: Mapping[str, tuple[Pupil, ...]] = field(default_factory=dict)
    claimed: frozenset[str] = frozenset()
    seeds: Mapping[int, tuple[Pupil, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[Pupil, ...]] = field(default_factory=dict)
    gone: tuple[Pupil, ...] = ()


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

    `u0` is the number that the sheet bears, as people read it: "u₀ = 17", "" without one. `seed` is the number that
    marks it, where that is not the pupil's own. `sheet` is the pupil of the class whom the sheet names, else who has
    the number that it bears. `namesakes` are the pupils who are called as the paper or its file says, where they are
    several.
    """

    pupil: Pupil | None
    flags: tuple[Flag, ...] = ()
    brought: Brought = Brought(By.TEACHER)
    u0: str = ""
    seed: int | None = None
    sheet: Pupil | None = None
    namesakes: tuple[Pupil, ...] = ()

    @property
    def candidates(self) -> tuple[Pupil, ...]:
        """The pupils who the paper may be of, the one whom the sheet speaks of first."""
        return tuple(dict.fromkeys(filter(None, (self.sheet, self.pupil, self.brought.pupil))))

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
    belong to two different pupils. A paper without a genuine seal that bears the number of other pupils of the class
    than who brought it, or whom it names where nobody is known to have, is flagged "file-of-another" too.
    """
    brought = who_brought(submission.place.file, names)
    sheets = named(submission, names)
    file, is_sealed = submission.place.file, submission.seal is not None and submission.seal.genuine
    may_be_homonym = brought.by is By.NOBODY_KNOWN and is_sealed and not is_blind(file)
    if may_be_homonym and sheets is not None and is_called_by_platform(sheets, file):
        brought = Brought(By.STUDENT, sheets)  # homonyms: the seal says which of them
    says = _says(submission, sheets, brought, is_row=is_row)
    bringer: _Bringer = "pupil" if brought.pupil else "teacher" if brought.by is By.TEACHER else "nobody known"
    whose, is_of_another = _RULES[bringer, says]
    pupil = {"bringer": brought.pupil, "sheet": sheets, "nobody": None}[whose]
    is_changed = names.written.get(folded(submission.student), sheets) != sheets
    owners = _owners(submission, pupil, names) if pupil is not None and brought.pupil in (None, pupil) else ()
    is_of_another = is_of_another or brought.is_doubtful or bool(owners)
    sealed = submission.seal.identity.u0 if submission.seal else ""
    bears = f"u₀ = {text}" if (text := (submission.u0 or str(sealed)).strip()[:20]) else ""
    other = _other(pupil, brought.pupil, sheets, submission, bears)
    if owners and sheets in (None, pupil):
        other = _bearing(" ; ".join(one.student.told for one in owners[:MOST_NAMED]), bears)
    flag = replace(FILE_OF_ANOTHER, whose=other)
    flags = (STUDENT_CHANGED,) * is_changed + (flag,) * is_of_another
    sheet = owners[0] if len(owners) == 1 and sheets in (None, pupil) else sheets
    if pupil is None and sheets is None:  # offered, never counted: anybody may write any number
        number = seed_of(replace(submission, seal=None)).u0
        bearers = names.seeds.get(number, ()) if number is not None else ()
        sheet = bearers[0] if len(bearers) == 1 else None
    namesakes = _namesakes(submission, names) if pupil is None else ()
    return Attribution(pupil, flags, brought, bears, sheet=sheet, namesakes=namesakes)


def _owners(submission: Submission, pupil: Pupil, names: Names) -> tuple[Pupil, ...]:
    """The other pupils who have the number that a paper bears, sealed or written; none where it is the pupil's own."""
    seal = submission.seal
    if pupil.u0 is None or (seal and seal.genuine and names.ids.get(folded(seal.identity.student)) == pupil):
        return ()
    numbers = {seed_of(replace(submission, seal=None)).u0, seal.identity.u0 if seal else None} - {None, pupil.u0}
    return tuple(
        dict.fromkeys(owner for number in numbers if number is not None for owner in names.seeds.get(number, ()))
    )


def _namesakes(submission: Submission, names: Names) -> tuple[Pupil, ...]:
    """The several pupils who are called as a paper says, else as who uploaded it or its file and folders are called."""
    parts = map(PurePosixPath, PurePosixPath(submission.place.file).parts)
    texts = (submission.student, *uploader_names(submission.place.file), *(part.stem for part in parts))
    for text in filter(None, texts):
        found = names.shared.get(folded(text)) or names.shared.get(plain(text)) or _agreeing(text, names)
        if len(found) > 1:
            return tuple(found)
    return ()


def _bearing(who: str, u0: str) -> str:
    return ", ".join(filter(None, (who, u0)))


def _other(pupil: Pupil | None, bringer: Pupil | None, sheets: Pupil | None, submission: Submission, bears: str) -> str:
    """Who else than its pupil a file is of, with the number of the sheet: a stranger as written."""
    if sheets is not None and sheets != pupil:
        return _bearing(sheets.student.told, bears)
    if bringer is not None and bringer != pupil:
        return bringer.student.told
    if submission.student and sheets is None:
        return _bearing(submission.student[:60], bears)
    return ", ".join(uploader_names(submission.place.file)[:1]) if bringer is None else ""


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
        upload = uploader_at(parts, at)
        if upload is None:
            continue
        pupils = _called(upload, names)
        if at == 0 and len(parts) > 1 and not is_moodle(part) and not pupils:
            continue  # the teacher's own folder may be called like an upload to Canvas
        owners = {_bearer(_stem(outer), names, in_words=False) for outer in parts[:at]} - {None}
        if upload.is_blind and not pupils and upload.number not in names.claimed and not owners:
            return Brought(By.TEACHER)  # the platform does not say who it was
        if len(pupils) == 1 and owners <= pupils:
            return Brought(By.STUDENT, next(iter(pupils)))
        return Brought(By.NOBODY_KNOWN)
    return _word_of_teacher(parts, names)


def _called(upload: Uploader, names: Names) -> set[Pupil]:
    """The pupils whom a platform may mean: one, or it is not known which."""

    def called(texts: Iterable[str]) -> list[Pupil]:
        found = (names.written.get(folded(text)) or names.written.get(plain(text)) for text in texts)
        return [pupil for pupil in found if pupil is not None]

    sure, others = set(called(upload.sure)), called(upload.others)
    *_, name = ("", *upload.sure)
    if len(sure) == 1 and not (upload.is_blind or called((name,))):
        (pupil,) = sure
        full = f"{pupil.student.first_name} {pupil.student.name}"
        agreement = names_agree(name, full)
        is_joined = agreement is Agreement.UNKNOWN and " " not in name and full.strip() != ""  # as Canvas has it
        if agreement is Agreement.CONTRADICT or (is_joined and not any(word in name for word in plain(full).split())):
            return set()  # an identifier alone, under the name of somebody else
    return sure or set(others if upload.is_any else others[:1])


def _stem(part: str) -> str:
    return part[:-4] if part.lower().endswith(".zip") else part


def _word_of_teacher(parts: Sequence[str], names: Names) -> Brought:
    *folders, file = parts or ("",)
    stems = [*map(_stem, folders), PurePosixPath(file).stem]
    called = [_bearer(stem, names, in_words=at == len(folders)) for at, stem in enumerate(stems)]
    if not any(called):  # half of a double name, a name without the second first name: nobody else may be meant
        called = []
        for stem in stems:
            found = _agreeing(stem, names)
            is_one = len(found) == 1 and found[0] not in names.gone
            is_whole = is_one and {*name_key(stem).split()} <= name_words(_listed_name(found[0]))
            called.append(found[0] if is_whole else None)
    is_archive = [part.lower().endswith(".zip") for part in parts]
    if any(inner and not any(called[: at + 1]) for at, inner in enumerate(is_archive) if at):
        return Brought(By.NOBODY_KNOWN)
    bearers = [pupil for pupil in called if pupil is not None]
    if not bearers:
        return Brought(By.TEACHER)
    return Brought(By.TEACHER, bearers[0], any(one != bearers[0] for one in bearers))


def _listed_name(pupil: Pupil) -> str:
    return f"{pupil.student.name}, {pupil.student.first_name}"


def _agreeing(text: str, names: Names) -> tuple[Pupil, ...]:
    """The pupils, those who left too, whose names agree with a text, with those of whom that cannot be told.

    None where no name agrees.
    """
    alike = dict.fromkeys(pupil for word in sorted(name_words(text)) for pupil in names.words.get(word, ()))
    said = {pupil: names_agree(text, _listed_name(pupil)) for pupil in alike}
    if Agreement.AGREE not in said.values():
        return ()
    return tuple(pupil for pupil, agreement in said.items() if agreement is not Agreement.CONTRADICT)


def _bearer(stem: str, names: Names, *, in_words: bool) -> Pupil | None:
    """Who is called so; `in_words`, else the only one whose full name stands among these words."""
    called = names.written.get(folded(stem)) or names.written.get(plain(ilias_name(stem)))
    if called or not in_words:
        return called
    words = f" {plain(stem)} "
    inside = {pupil for name, pupil in names.written.items() if " " in name and f" {name} " in words}
    return inside.pop() if len(inside) == 1 else None


def roster_names(pupils: Iterable[Pupil], gone: Iterable[Pupil] = ()) -> Names:
    """Return the pupil of each identifier and full name, in both orders; what two pupils bear is left out.

    The login that an address begins with, where all have theirs at one place, and names without their signs, ü as ue,
    count where nobody has them as their own. Of those who are `gone` it only matters that a name may be theirs.
    """
    pupils = tuple(pupils)
    ids = {folded(pupil.student.stem): pupil for pupil in pupils}
    own: dict[Pupil, set[str]] = {}  # all that a paper or an upload may call a pupil
    for pupil in pupils:
        numbers = (text for header, text in pupil.extra if role_of(header) in (*IDENTIFYING, INE) and text)
        own[pupil] = {*_full_names(pupil), *map(folded, (pupil.student.id, pupil.student.stem, *numbers))} - {""}
    taken = {name for names in own.values() for name in names}
    addresses = {pupil: {name for name in names if "@" in name} for pupil, names in own.items()}
    is_one_place = len({one.rpartition("@")[2] for every in addresses.values() for one in every}) == 1
    for pupil in pupils:
        logins = {one.partition("@")[0] for one in addresses[pupil] if is_one_place}
        long = {plain(name.translate(_TWO_LETTERS)) for name in _full_names(pupil)}
        own[pupil] |= (logins | long) - taken - {""}
    called: defaultdict[str, list[Pupil]] = defaultdict(list)
    for pupil, texts in own.items():
        for name in texts:
            called[name].append(pupil)
    seeds: defaultdict[int, list[Pupil]] = defaultdict(list)
    for pupil in pupils:
        if pupil.u0 is not None:
            seeds[pupil.u0].append(pupil)
    left = tuple(pupil for pupil in gone if folded(pupil.student.stem) not in ids)
    words: defaultdict[str, list[Pupil]] = defaultdict(list)
    for pupil in (*pupils, *left):
        for word in name_words(_listed_name(pupil)):
            words[word].append(pupil)
    return Names(
        ids,
        {name: several[0] for name, several in called.items() if len(several) == 1},
        {name: tuple(several) for name, several in called.items() if len(several) > 1},
        seeds={number: tuple(several) for number, several in seeds.items()},
        words={word: tuple(several) for word, several in words.items()},
        gone=left,
    )


def with_numbers(names: Names, written: Iterable[str]) -> Names:
    """Return the names with identifiers as a spreadsheet may have `written` them, 12 for 0012, if one pupil has it.

    Whoever else has the number in another way, in the list or among those written, keeps it as it is. A number that a
    spreadsheet may have cut, where several may be meant, is nobody's.
    """
    known = [*names.written, *names.shared]
    texts = [text for text in dict.fromkeys(map(folded, written)) if text]
    keys, typed = identifier_keys(known, texts)
    pupils: defaultdict[str, set[Pupil | None]] = defaultdict(set)
    for name, key in zip(known, keys, strict=True):
        pupils[key].add(names.written.get(name))
    found = {
        text: pupil
        for text, key in zip(texts, typed, strict=True)
        if key and text not in names.shared and len(pupils[key]) == 1
        for pupil in pupils[key]
        if pupil is not None
    }
    cut = {text for text, key in zip(texts, typed, strict=True) if may_be_cut(text) and not key}
    return replace(
        names, written={name: pupil for name, pupil in {**found, **names.written}.items() if name not in cut}
    )


def with_participants(names: Names, submissions: Iterable[tuple[str, Submission]]) -> Names:
    """Return the names with the participants whom Moodle does not name, or by the name of several, as sheets show them.

    A participant is the pupil of the sheets in that folder, by their genuine seals, else by what is written on them:
    one pupil in one folder. Others are claimed.
    """
    sealed: defaultdict[str, set[Pupil]] = defaultdict(set)
    written: defaultdict[str, set[Pupil]] = defaultdict(set)
    for file, submission in submissions:
        parts = PurePosixPath(file).parts
        upload = next(filter(None, (uploader_at(parts, at) for at in range(len(parts)))), None)
        pupil = named(submission, names)
        if upload is None or not upload.number or pupil is None or _called(upload, names):
            continue
        is_sealed = submission.seal is not None and submission.seal.genuine
        if upload.is_blind or (is_sealed and is_called_by_platform(pupil, file)):
            (sealed if is_sealed else written)[upload.number].add(pupil)
    owners = {number: sealed[number] or written[number] for number in {**sealed, **written}}
    folders = Counter(pupil for found in owners.values() for pupil in found)
    known = {
        f"participant {number}": pupil
        for number, found in owners.items()
        for pupil in found
        if len(found) == 1 and folders[pupil] == 1
    }
    claimed = frozenset(number for number in owners if f"participant {number}" not in known)
    return replace(names, written={**names.written, **known}, claimed=claimed)


def _full_names(pupil: Pupil) -> set[str]:
    first, last = pupil.student.first_name, pupil.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # as Canvas calls its files
    both += [_DROPPED.sub("", name) for name in both]
    return {*map(folded, both), *map(plain, both), joined} - {""}


def is_called_by_platform(pupil: Pupil, file: str) -> bool:
    """Return whether the platform calls who brought a file as a pupil is called, homonyms too, or calls nobody.

    It calls nobody by name where the teacher marks blind.
    """
    if is_blind(file):
        return True
    said = {form(name) for name in uploader_names(file) for form in (folded, plain)}
    return bool(said & _full_names(pupil))
