"""Whose paper is it? Who uploader the file, and whom its signature or its text names, matched with the roster."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal, TypeAlias

from answers.classroom.platforms import PlatformUploader, ilias_name, is_blind, is_moodle, uploader_at, uploader_names
from answers.classroom.roster import Enrollment
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
class RosterIndex:
    """Pupils by the stem of their files, which a signature names, and by what a paper may say: identifiers, full names.

    `shared` has the students of each name of several, `seeds` those of each number, `words` those of each word of a
    full name; `gone` are students who left the class and may be meant by a name in it. `claimed` are the numbers of
    participants, whom Moodle does not name, in whose folders papers of several students are, or who are not alone to
    have those of a student.
    """

    ids: Mapping[str, Enrollment]
    written: Mapping[str, Enrollment]
    shared: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    claimed: frozenset[str] = frozenset()
    seeds: Mapping[int, tuple[Enrollment, ...]] = field(default_factory=dict)
    words: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    gone: tuple[Enrollment, ...] = ()


class UploadSource(IntEnum):
    """Who brought a file; the more is known of it, the more it weighs."""

    NOBODY_KNOWN = 0
    TEACHER = 1
    STUDENT = 2


@dataclass(frozen=True, slots=True)
class Uploader:
    """Who brought a file: `student` when one is known, by the platform, or by the name under which the teacher has it.

    `is_doubtful` says that the teacher has it under the names of two students, one inside the other.
    """

    source: UploadSource
    enrollment: Enrollment | None = None
    is_doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Attribution:
    """The student that a submission belongs to, None when nobody knows, what is remarkable about that, who brought it.

    `u0` is the number that the sheet bears, as people read it: "u₀ = 17", "" without one. `seed` is the number that
    marks it, where that is not the student's own. `sheet` is the student of the class whom the sheet names, else who
    has the number that it bears. `namesakes` are the students who are called as the paper or its file says, where they
    are several.
    """

    enrollment: Enrollment | None
    flags: tuple[Flag, ...] = ()
    uploader: Uploader = Uploader(UploadSource.TEACHER)
    u0: str = ""
    seed: int | None = None
    sheet: Enrollment | None = None
    namesakes: tuple[Enrollment, ...] = ()

    @property
    def candidates(self) -> tuple[Enrollment, ...]:
        """The students who the paper may be of, the one whom the sheet speaks of first."""
        return tuple(dict.fromkeys(filter(None, (self.sheet, self.enrollment, self.uploader.enrollment))))

    @property
    def other_student(self) -> str:
        """Whom "file-of-another" speaks of, beside the student; "" without it."""
        return next((flag.other_student for flag in self.flags if flag == FILE_OF_ANOTHER), "")

    @property
    def is_foreign(self) -> bool:
        """Whether somebody else brought it, or nobody known.

        It stands for its student only where nothing better does.
        """
        return self.uploader.source is UploadSource.NOBODY_KNOWN or self.uploader.enrollment not in (
            None,
            self.enrollment,
        )

    @property
    def weight(self) -> UploadSource:
        """How well it is known that its student handed it in."""
        return UploadSource.NOBODY_KNOWN if self.is_foreign else self.uploader.source

    @property
    def reassigned(self) -> "Attribution":
        """The same as a paper of who brought it, which speaks of whose it seemed to be."""
        if self.enrollment is None or self.enrollment == self.uploader.enrollment:
            return replace(self, enrollment=self.uploader.enrollment)
        other = replace(FILE_OF_ANOTHER, other_student=_bearing(self.enrollment.student.label, self.u0))
        flags = tuple(other if flag == FILE_OF_ANOTHER else flag for flag in self.flags)
        return replace(self, enrollment=self.uploader.enrollment, flags=flags)


_Says: TypeAlias = Literal["bringer", "sealed", "written", "row", "stranger", "none"]
"""Whom a sheet names: who brought it; another student, by a genuine signature, by what is written, by a row of several;
somebody who is not in the list; nobody."""
_Bringer: TypeAlias = Literal["pupil", "teacher", "nobody known"]
_RULES: Mapping[tuple[_Bringer, _Says], tuple[Literal["bringer", "sheet", "nobody"], bool]] = MappingProxyType(
    {
        ("pupil", "bringer"): ("bringer", False),
        ("pupil", "sealed"): (
            "sheet",
            True,
        ),  # the bringer's when the other has handed in a paper: see `load_submissions`
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


def attribute(submission: Submission, index: RosterIndex, *, is_row: bool = False) -> Attribution:
    """Say whose submission it is: by who brought it and whom the sheet names, after `_RULES`.

    `is_row` says that it is one of several in a file; the flag "student-changed" that the signature and the name
    written belong to two different students. A paper without a genuine signature that bears the number of other
    students of the class than who brought it, or whom it names where nobody is known to have, is flagged
    "file-of-another" too.
    """
    uploader = uploader_of(submission.place.file, index)
    sheets = student_on_sheet(submission, index)
    file, is_sealed = submission.place.file, submission.signature is not None and submission.signature.valid
    may_be_homonym = uploader.source is UploadSource.NOBODY_KNOWN and is_sealed and not is_blind(file)
    if may_be_homonym and sheets is not None and is_called_by_platform(sheets, file):
        uploader = Uploader(UploadSource.STUDENT, sheets)  # homonyms: the signature says which of them
    says = _says(submission, sheets, uploader, is_row=is_row)
    bringer: _Bringer = (
        "pupil" if uploader.enrollment else "teacher" if uploader.source is UploadSource.TEACHER else "nobody known"
    )
    whose, is_of_another = _RULES[bringer, says]
    enrollment = {"bringer": uploader.enrollment, "sheet": sheets, "nobody": None}[whose]
    is_changed = index.written.get(folded(submission.student), sheets) != sheets
    owners = (
        _owners(submission, enrollment, index)
        if enrollment is not None and uploader.enrollment in (None, enrollment)
        else ()
    )
    is_of_another = is_of_another or uploader.is_doubtful or bool(owners)
    sealed = submission.signature.identity.u0 if submission.signature else ""
    bears = f"u₀ = {text}" if (text := (submission.u0 or str(sealed)).strip()[:20]) else ""
    other = _other(enrollment, uploader.enrollment, sheets, submission, bears)
    if owners and sheets in (None, enrollment):
        other = _bearing(" ; ".join(owner.student.label for owner in owners[:MOST_NAMED]), bears)
    flag = replace(FILE_OF_ANOTHER, other_student=other)
    flags = (STUDENT_CHANGED,) * is_changed + (flag,) * is_of_another
    sheet = owners[0] if len(owners) == 1 and sheets in (None, enrollment) else sheets
    if enrollment is None and sheets is None:  # offered, never counted: anybody may write any number
        number = seed_of(replace(submission, signature=None)).u0
        bearers = index.seeds.get(number, ()) if number is not None else ()
        sheet = bearers[0] if len(bearers) == 1 else None
    namesakes = _namesakes(submission, index) if enrollment is None else ()
    return Attribution(enrollment, flags, uploader, bears, sheet=sheet, namesakes=namesakes)


def _owners(submission: Submission, enrollment: Enrollment, index: RosterIndex) -> tuple[Enrollment, ...]:
    """The other students who have the number that a paper bears, signed or written.

    None where it is the student's own.
    """
    signature = submission.signature
    if enrollment.u0 is None or (
        signature and signature.valid and index.ids.get(folded(signature.identity.student)) == enrollment
    ):
        return ()
    numbers = {seed_of(replace(submission, signature=None)).u0, signature.identity.u0 if signature else None} - {
        None,
        enrollment.u0,
    }
    return tuple(
        dict.fromkeys(owner for number in numbers if number is not None for owner in index.seeds.get(number, ()))
    )


def _namesakes(submission: Submission, index: RosterIndex) -> tuple[Enrollment, ...]:
    """The several students who are called as a paper says, else as who uploaded it or its file.

    And folders are called.
    """
    parts = map(PurePosixPath, PurePosixPath(submission.place.file).parts)
    texts = (submission.student, *uploader_names(submission.place.file), *(part.stem for part in parts))
    for text in filter(None, texts):
        enrollments = index.shared.get(folded(text)) or index.shared.get(plain(text)) or _agreeing(text, index)
        if len(enrollments) > 1:
            return tuple(enrollments)
    return ()


def _bearing(who: str, u0: str) -> str:
    return ", ".join(filter(None, (who, u0)))


def _other(
    enrollment: Enrollment | None,
    bringer: Enrollment | None,
    sheets: Enrollment | None,
    submission: Submission,
    bears: str,
) -> str:
    """Who else than its student a file is of, with the number of the sheet: a stranger as written."""
    if sheets is not None and sheets != enrollment:
        return _bearing(sheets.student.label, bears)
    if bringer is not None and bringer != enrollment:
        return bringer.student.label
    if submission.student and sheets is None:
        return _bearing(submission.student[:60], bears)
    return ", ".join(uploader_names(submission.place.file)[:1]) if bringer is None else ""


def _says(submission: Submission, named: Enrollment | None, uploader: Uploader, *, is_row: bool) -> _Says:
    """Whom a sheet names, of whom `named` is in the list."""
    is_sealed = submission.signature is not None and submission.signature.valid
    if named is not None and named == uploader.enrollment:
        return "bringer"
    if named is not None:
        return "row" if is_row else "sealed" if is_sealed else "written"
    if not (submission.student or is_sealed):
        return "none"
    return "row" if is_row else "stranger"


def student_on_sheet(submission: Submission, index: RosterIndex) -> Enrollment | None:
    """Return the student whom a sheet names: by a genuine signature, else by what is written."""
    signature = submission.signature
    sealed = index.ids.get(folded(signature.identity.student)) if signature and signature.valid else None
    return sealed or index.written.get(folded(submission.student))


def uploader_of(file: str, index: RosterIndex) -> Uploader:
    """Return who brought a file, by the outermost name that a platform gave; what is inside it proves nothing.

    Where no platform gave one, the teacher's word is believed, whose folder it is: the outermost name of a student that
    a folder, an archive or the file has; a file may be called by other words too, beside a full name. What is in an
    archive that lies in a folder, neither of them called like anybody, is of nobody known.
    """
    parts = PurePosixPath(file).parts
    for at, part in enumerate(parts):
        platform_uploader = uploader_at(parts, at)
        if platform_uploader is None:
            continue
        enrollments = _called(platform_uploader, index)
        if at == 0 and len(parts) > 1 and not is_moodle(part) and not enrollments:
            continue  # the teacher's own folder may be called like an upload to Canvas
        owners = {_bearer(_stem(outer), index, in_words=False) for outer in parts[:at]} - {None}
        if (
            platform_uploader.is_blind
            and not enrollments
            and platform_uploader.number not in index.claimed
            and not owners
        ):
            return Uploader(UploadSource.TEACHER)  # the platform does not say who it was
        if len(enrollments) == 1 and owners <= enrollments:
            return Uploader(UploadSource.STUDENT, next(iter(enrollments)))
        return Uploader(UploadSource.NOBODY_KNOWN)
    return _word_of_teacher(parts, index)


def _called(platform_uploader: PlatformUploader, index: RosterIndex) -> set[Enrollment]:
    """The students whom a platform may mean: one, or it is not known which."""

    def called(texts: Iterable[str]) -> list[Enrollment]:
        found = (index.written.get(folded(text)) or index.written.get(plain(text)) for text in texts)
        return [enrollment for enrollment in found if enrollment is not None]

    sure, others = set(called(platform_uploader.sure)), called(platform_uploader.others)
    *_, name = ("", *platform_uploader.sure)
    if len(sure) == 1 and not (platform_uploader.is_blind or called((name,))):
        (enrollment,) = sure
        full = f"{enrollment.student.first_name} {enrollment.student.name}"
        agreement = names_agree(name, full)
        is_joined = agreement is Agreement.UNKNOWN and " " not in name and full.strip() != ""  # as Canvas has it
        if agreement is Agreement.CONTRADICT or (is_joined and not any(word in name for word in plain(full).split())):
            return set()  # an identifier alone, under the name of somebody else
    return sure or set(others if platform_uploader.is_any else others[:1])


def _stem(part: str) -> str:
    return part[:-4] if part.lower().endswith(".zip") else part


def _word_of_teacher(parts: Sequence[str], index: RosterIndex) -> Uploader:
    *folders, file = parts or ("",)
    stems = [*map(_stem, folders), PurePosixPath(file).stem]
    called = [_bearer(stem, index, in_words=at == len(folders)) for at, stem in enumerate(stems)]
    if not any(called):  # half of a double name, a name without the second first name: nobody else may be meant
        called = []
        for stem in stems:
            enrollments = _agreeing(stem, index)
            is_one = len(enrollments) == 1 and enrollments[0] not in index.gone
            is_whole = is_one and {*name_key(stem).split()} <= name_words(_listed_name(enrollments[0]))
            called.append(enrollments[0] if is_whole else None)
    is_archive = [part.lower().endswith(".zip") for part in parts]
    if any(inner and not any(called[: at + 1]) for at, inner in enumerate(is_archive) if at):
        return Uploader(UploadSource.NOBODY_KNOWN)
    bearers = [enrollment for enrollment in called if enrollment is not None]
    if not bearers:
        return Uploader(UploadSource.TEACHER)
    return Uploader(UploadSource.TEACHER, bearers[0], any(bearer != bearers[0] for bearer in bearers))


def _listed_name(enrollment: Enrollment) -> str:
    return f"{enrollment.student.name}, {enrollment.student.first_name}"


def _agreeing(text: str, index: RosterIndex) -> tuple[Enrollment, ...]:
    """The students, those who left too, whose names agree with a text, with those of whom that cannot be told.

    None where no name agrees.
    """
    alike = dict.fromkeys(enrollment for word in sorted(name_words(text)) for enrollment in index.words.get(word, ()))
    said = {enrollment: names_agree(text, _listed_name(enrollment)) for enrollment in alike}
    if Agreement.AGREE not in said.values():
        return ()
    return tuple(enrollment for enrollment, agreement in said.items() if agreement is not Agreement.CONTRADICT)


def _bearer(stem: str, index: RosterIndex, *, in_words: bool) -> Enrollment | None:
    """Who is called so; `in_words`, else the only one whose full name stands among these words."""
    called = index.written.get(folded(stem)) or index.written.get(plain(ilias_name(stem)))
    if called or not in_words:
        return called
    words = f" {plain(stem)} "
    inside = {enrollment for name, enrollment in index.written.items() if " " in name and f" {name} " in words}
    return inside.pop() if len(inside) == 1 else None


def roster_index(enrollments: Iterable[Enrollment], gone: Iterable[Enrollment] = ()) -> RosterIndex:
    """Return the student of each identifier and full name, in both orders; what two students bear is left out.

    The login that an address begins with, where all have theirs at one place, and names without their signs, ü as ue,
    count where nobody has them as their own. Of those who are `gone` it only matters that a name may be theirs.
    """
    enrollments = tuple(enrollments)
    ids = {folded(enrollment.student.stem): enrollment for enrollment in enrollments}
    own: dict[Enrollment, set[str]] = {}  # all that a paper or an upload may call a student
    for enrollment in enrollments:
        numbers = (text for header, text in enrollment.extra if role_of(header) in (*IDENTIFYING, INE) and text)
        own[enrollment] = {
            *_full_names(enrollment),
            *map(folded, (enrollment.student.id, enrollment.student.stem, *numbers)),
        } - {""}
    taken = {name for names in own.values() for name in names}
    addresses = {enrollment: {name for name in names if "@" in name} for enrollment, names in own.items()}
    is_one_place = len({one.rpartition("@")[2] for every in addresses.values() for one in every}) == 1
    for enrollment in enrollments:
        logins = {one.partition("@")[0] for one in addresses[enrollment] if is_one_place}
        long = {plain(name.translate(_TWO_LETTERS)) for name in _full_names(enrollment)}
        own[enrollment] |= (logins | long) - taken - {""}
    called: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for enrollment, texts in own.items():
        for name in texts:
            called[name].append(enrollment)
    seeds: defaultdict[int, list[Enrollment]] = defaultdict(list)
    for enrollment in enrollments:
        if enrollment.u0 is not None:
            seeds[enrollment.u0].append(enrollment)
    left = tuple(enrollment for enrollment in gone if folded(enrollment.student.stem) not in ids)
    words: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for enrollment in (*enrollments, *left):
        for word in name_words(_listed_name(enrollment)):
            words[word].append(enrollment)
    return RosterIndex(
        ids,
        {name: several[0] for name, several in called.items() if len(several) == 1},
        {name: tuple(several) for name, several in called.items() if len(several) > 1},
        seeds={number: tuple(several) for number, several in seeds.items()},
        words={word: tuple(several) for word, several in words.items()},
        gone=left,
    )


def with_spreadsheet_numbers(index: RosterIndex, written: Iterable[str]) -> RosterIndex:
    """Return the names with identifiers as a spreadsheet may have `written` them, 12 for 0012, if one student has it.

    Whoever else has the number in another way, in the list or among those written, keeps it as it is. A number that a
    spreadsheet may have cut, where several may be meant, is nobody's.
    """
    known = [*index.written, *index.shared]
    texts = [text for text in dict.fromkeys(map(folded, written)) if text]
    keys, typed = identifier_keys(known, texts)
    enrollments: defaultdict[str, set[Enrollment | None]] = defaultdict(set)
    for name, key in zip(known, keys, strict=True):
        enrollments[key].add(index.written.get(name))
    found = {
        text: enrollment
        for text, key in zip(texts, typed, strict=True)
        if key and text not in index.shared and len(enrollments[key]) == 1
        for enrollment in enrollments[key]
        if enrollment is not None
    }
    cut = {text for text, key in zip(texts, typed, strict=True) if may_be_cut(text) and not key}
    return replace(
        index, written={name: enrollment for name, enrollment in {**found, **index.written}.items() if name not in cut}
    )


def with_participants(index: RosterIndex, submissions: Iterable[tuple[str, Submission]]) -> RosterIndex:
    """Return the names with the participants whom Moodle does not name, or by the name of several, as sheets show them.

    A participant is the student of the sheets in that folder, by their genuine signatures, else by what is written on
    them: one student in one folder. Others are claimed.
    """
    sealed: defaultdict[str, set[Enrollment]] = defaultdict(set)
    written: defaultdict[str, set[Enrollment]] = defaultdict(set)
    for file, submission in submissions:
        parts = PurePosixPath(file).parts
        platform_uploader = next(filter(None, (uploader_at(parts, at) for at in range(len(parts)))), None)
        enrollment = student_on_sheet(submission, index)
        if (
            platform_uploader is None
            or not platform_uploader.number
            or enrollment is None
            or _called(platform_uploader, index)
        ):
            continue
        is_sealed = submission.signature is not None and submission.signature.valid
        if platform_uploader.is_blind or (is_sealed and is_called_by_platform(enrollment, file)):
            (sealed if is_sealed else written)[platform_uploader.number].add(enrollment)
    owners = {number: sealed[number] or written[number] for number in {**sealed, **written}}
    folders = Counter(enrollment for owner in owners.values() for enrollment in owner)
    known = {
        f"participant {number}": enrollment
        for number, enrollments in owners.items()
        for enrollment in enrollments
        if len(enrollments) == 1 and folders[enrollment] == 1
    }
    claimed = frozenset(number for number in owners if f"participant {number}" not in known)
    return replace(index, written={**index.written, **known}, claimed=claimed)


def _full_names(enrollment: Enrollment) -> set[str]:
    first, last = enrollment.student.first_name, enrollment.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # as Canvas calls its files
    both += [_DROPPED.sub("", name) for name in both]
    return {*map(folded, both), *map(plain, both), joined} - {""}


def is_called_by_platform(enrollment: Enrollment, file: str) -> bool:
    """Return whether the platform calls who brought a file as a student is called, homonyms too, or calls nobody.

    It calls nobody by name where the teacher marks blind.
    """
    if is_blind(file):
        return True
    said = {form(name) for name in uploader_names(file) for form in (folded, plain)}
    return bool(said & _full_names(enrollment))
