"""Attribute papers to students, by the uploader of the file and the student named on the sheet."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal, TypeAlias

from answers.classroom.platforms import (
    PlatformUploader,
    ilias_name,
    is_blind,
    is_canvas,
    platform_uploader_of,
    uploader_at,
    uploader_names,
)
from answers.classroom.roster import MOST_NAMED, Enrollment
from answers.flags import FILE_OF_ANOTHER, STUDENT_CHANGED, Flag
from answers.people.names import (
    PARTICLES,
    NameMatch,
    have_same_family_name,
    identifier_keys,
    may_be_cut,
    name_key,
    name_words,
    names_agree,
    unaccented,
)
from answers.people.table import IDENTIFYING, INE, folded, plain, role_of
from answers.submissions.raw.submission import Submission

_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ø": "oe", "å": "aa"})
_DROPPED_BY_MOODLE = re.compile("[&<>\"`|':’]")
"""Characters that Moodle leaves out of the names of folders, and apostrophes, which class lists type differently."""

_SCHOOL_WORDS = frozenset({
    "algo", "algorithmique", "annee", "answer", "answers", "assignment", "bis", "brouillon", "cc", "chimie",
    "class", "classe", "complet", "controle", "copie", "copies", "copy", "correction", "corrige", "devoir",
    "devoirs", "dm", "document", "draft", "ds", "eval", "evaluation", "exam", "examen", "exams", "exercice",
    "exercices", "exo", "feuille", "fiche", "final", "finale", "fini", "graphes", "group", "groupe", "homework",
    "info", "informatique", "interro", "interrogation", "jeux", "licence", "maison", "math", "mathematiques",
    "maths", "mpsi", "nom", "nsi", "paper", "part", "partie", "partiel", "pcsi", "phantom", "physique", "premiere",
    "prenom", "project", "projet", "qcm", "quiz", "rattrapage", "rendu", "reponse", "reponses", "resit", "retard",
    "scan", "scanne", "seconde", "semestre", "session", "sheet", "signe", "signed", "snt", "solution", "solutions",
    "student", "submission", "sujet", "surveille", "td", "ter", "terminale", "test", "tp", "travail", "version",
    "yahtzee", "yams"
})  # fmt: skip
"""Words in the names of files that are no names of persons."""
_ABBREVIATION = 2
"""The most capitals beside a name in other letters that are an abbreviation and no family name."""


@dataclass(frozen=True, slots=True)
class RosterIndex:
    """The students of a class, found by identifier, name and seed.

    All texts are in the form of `folded` or `plain`, without capitals.
    """

    ids: Mapping[str, Enrollment]
    """The student by the stem of the names of the student's files, which signatures contain."""
    written: Mapping[str, Enrollment]
    """The student by an identifier or a full name that a paper may have; only texts that belong to a single student."""
    shared: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students by an identifier or a full name that several of them have."""
    claimed: frozenset[str] = frozenset()
    """Numbers of anonymous Moodle participants that cannot be identified with a single student.

    The folder of the participant has papers of several students, or several folders have papers of one student.
    """
    seeds: Mapping[int, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students by seed."""
    words: Mapping[str, tuple[Enrollment, ...]] = field(default_factory=dict)
    """The students, former ones too, by each word of their full names."""
    rivals: frozenset[tuple[tuple[str, ...], str]] = frozenset()
    """Uploaders who may be somebody else: the folders of a download, and the first text that names the uploader."""
    former: tuple[Enrollment, ...] = ()
    """Students who were removed from the class, whose names may still be on a paper."""


class UploadSource(IntEnum):
    """Who handed in a file, from the least to the most certain: unknown, the teacher, or the student on a platform."""

    UNKNOWN = 0
    TEACHER = 1
    STUDENT = 2


@dataclass(frozen=True, slots=True)
class Uploader:
    """Who handed in a file, according to its path.

    `enrollment` is the student whom the platform names, or whose name the teacher has given the file or folder; None if
    unknown. `is_doubtful` means that folders and file have the names of two students, or that the platform's name may
    be that of another person.
    """

    source: UploadSource
    enrollment: Enrollment | None = None
    is_doubtful: bool = False
    part: str = ""
    """The name of a file or folder that may be that of another person; "" if there is none.

    It has only a part of the student's name, such as half of a double name, or further words beside it that may be the
    name of another person, or it is a folder around the student's name that has another name, beside folders of
    students.
    """


@dataclass(frozen=True, slots=True)
class Attribution:
    """The student to whom a submission belongs, and the evidence for it."""

    enrollment: Enrollment | None
    """The student; None if the submission is unassigned."""
    flags: tuple[Flag, ...] = ()
    uploader: Uploader = Uploader(UploadSource.TEACHER)
    u0: str = ""
    """The seed on the sheet, for a message: "u₀ = 17"; "" if there is none."""
    seed: int | None = None
    """The seed to mark the paper with, if it is not that of the student; else None."""
    sheet: Enrollment | None = None
    """The student named on the sheet, or the student who has the seed on the sheet; None if neither is in the class."""
    namesakes: tuple[Enrollment, ...] = ()
    """The students with the name on the paper or on its file, if there are several and the submission is unassigned."""
    former: str = ""
    """The identifier of a student who is no longer in the class, and to whom the submission may belong; else "".

    A person assigned it to this student, or named its file after the student.
    """

    @property
    def candidates(self) -> tuple[Enrollment, ...]:
        """The students to whom the paper may belong, the student of the sheet first."""
        return tuple(dict.fromkeys(filter(None, (self.sheet, self.enrollment, self.uploader.enrollment))))

    @property
    def other_student(self) -> str:
        """The other student whom the flag "file-of-another" names; "" without this flag."""
        return next((flag.other_student for flag in self.flags if flag == FILE_OF_ANOTHER), "")

    @property
    def is_foreign(self) -> bool:
        """Whether the file was handed in by another student or by an unknown person.

        Such a submission counts for its student only if there is no other.
        """
        return self.uploader.source is UploadSource.UNKNOWN or self.uploader.enrollment not in (
            None,
            self.enrollment,
        )

    @property
    def certainty(self) -> UploadSource:
        """How certain it is that the student handed the file in; UNKNOWN if another student did."""
        return UploadSource.UNKNOWN if self.is_foreign else self.uploader.source

    @property
    def reassigned(self) -> "Attribution":
        """The attribution of the submission to its uploader; the flag "file-of-another" names the former student."""
        if self.enrollment is None or self.enrollment == self.uploader.enrollment:
            return replace(self, enrollment=self.uploader.enrollment)
        other = replace(FILE_OF_ANOTHER, other_student=_label_and_seed(self.enrollment.student.label, self.u0))
        flags = tuple(other if flag == FILE_OF_ANOTHER else flag for flag in self.flags)
        return replace(self, enrollment=self.uploader.enrollment, flags=flags)


_OnSheet: TypeAlias = Literal["uploader", "signed", "written", "row", "stranger", "none"]
"""Who is named on a sheet.

The uploader; another student, by a valid signature, by the text, or in one of several rows of a file; a name that is
not in the class list (stranger); nobody (none).
"""
_UploadedBy: TypeAlias = Literal["student", "teacher", "unknown"]
_RULES: Mapping[tuple[_UploadedBy, _OnSheet], tuple[Literal["uploader", "sheet", "unassigned"], bool]] = (
    MappingProxyType(
        {
            ("student", "uploader"): ("uploader", False),
            # `load_submissions` reassigns it to the uploader if the other student has handed in a paper.
            ("student", "signed"): ("sheet", True),
            ("student", "written"): ("uploader", True),
            ("student", "row"): ("unassigned", True),
            ("student", "stranger"): ("uploader", True),
            ("student", "none"): ("uploader", False),
            ("teacher", "signed"): ("sheet", False),
            ("teacher", "written"): ("sheet", False),
            ("teacher", "row"): ("sheet", False),
            ("teacher", "stranger"): ("unassigned", False),
            ("teacher", "none"): ("unassigned", False),
            ("unknown", "signed"): ("sheet", True),
            ("unknown", "written"): ("sheet", True),
            ("unknown", "row"): ("unassigned", False),
            ("unknown", "stranger"): ("unassigned", False),
            ("unknown", "none"): ("unassigned", False),
        }
    )
)
"""By uploader and by student on the sheet: whose paper it is, and whether the paper is flagged "file-of-another"."""


def attribute(submission: Submission, index: RosterIndex, *, is_row: bool = False) -> Attribution:
    """Attribute a submission to a student, by its uploader and by the student on the sheet, according to `_RULES`.

    `is_row` means that the file has several submissions. The flag "student-changed" means that the signature and the
    name belong to different students. The flag "file-of-another" is also set on a paper that has the seed of another
    student, unless a valid signature names its own student.
    """
    uploader = uploader_of(submission.place.file, index)
    named = student_on_sheet(submission, index)
    file, is_signed = submission.place.file, submission.signed is not None
    _, platform_uploader = platform_uploader_of(file)
    is_claimed = platform_uploader is not None and platform_uploader.number in index.claimed
    may_be_homonym = uploader.source is UploadSource.UNKNOWN and is_signed and not is_blind(file) and not is_claimed
    if may_be_homonym and named is not None and is_called_by_platform(named, file):
        uploader = Uploader(UploadSource.STUDENT, named)  # of several homonyms, the student of the signature
    former = _former_uploader(file, index) if uploader == Uploader(UploadSource.TEACHER) else None
    if former and named and _full_names(former) & _full_names(named):
        former = None
    on_sheet = _on_sheet(submission, named, uploader, is_row=is_row)
    uploaded_by: _UploadedBy = (
        "student"
        if uploader.enrollment or former
        else "teacher"
        if uploader.source is UploadSource.TEACHER
        else "unknown"
    )
    student, is_of_another = _RULES[uploaded_by, on_sheet]
    enrollment = {"uploader": uploader.enrollment, "sheet": named, "unassigned": None}[student]
    is_changed = index.written.get(folded(submission.student), named) != named
    owners = (
        _owners(submission, enrollment, index)
        if enrollment is not None and uploader.enrollment in (None, enrollment)
        else ()
    )
    is_certain = uploader.source is UploadSource.STUDENT and is_signed and on_sheet == "uploader"
    is_doubtful = uploader.is_doubtful and not is_certain
    is_part_alone = uploader.part != "" and on_sheet not in ("uploader", "signed")
    is_of_another = is_of_another or is_doubtful or is_part_alone or bool(owners)
    signed_seed = submission.signature.identity.u0 if submission.signature else ""
    u0 = f"u₀ = {text}" if (text := (submission.u0 or str(signed_seed)).strip()[:20]) else ""
    other = _other(enrollment, uploader.enrollment or former, named, submission, u0)
    if is_doubtful and uploader.source is UploadSource.STUDENT and not other:
        _, other, *_ = uploader_names(file)
    if is_part_alone and not other:
        other = _label_and_seed(uploader.part, u0)
    if owners and named in (None, enrollment):
        other = _label_and_seed(" ; ".join(owner.student.label for owner in owners[:MOST_NAMED]), u0)
    flag = replace(FILE_OF_ANOTHER, other_student=other)
    flags = (STUDENT_CHANGED,) * is_changed + (flag,) * is_of_another
    sheet = owners[0] if len(owners) == 1 and named in (None, enrollment) else named
    if enrollment is None and named is None:  # only a suggestion to the teacher: anybody can write any seed
        seed = _written_seed(submission)
        with_seed = index.seeds.get(seed, ()) if seed is not None else ()
        sheet = with_seed[0] if len(with_seed) == 1 else None
    namesakes = _namesakes(submission, index) if enrollment is None else ()
    former_id = former.student.id if former and enrollment is None else ""
    return Attribution(enrollment, flags, uploader, u0, sheet=sheet, namesakes=namesakes, former=former_id)


def _former_uploader(file: str, index: RosterIndex) -> Enrollment | None:
    """Return the student removed from the class after whom the teacher named a file or folder; None if there is none.

    Whether the student is in the class or not, such a file is not silently that of another student on its sheet.
    """
    names = {name: former for former in index.former for name in _full_names(former)}
    return uploader_of(file, RosterIndex({}, names)).enrollment if names else None


def _written_seed(submission: Submission) -> int | None:
    from answers.grading.grade import seed_of  # slow to import, and not needed where nothing has changed

    return seed_of(replace(submission, signature=None)).u0


def _owners(submission: Submission, enrollment: Enrollment, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the other students who have the seed of a paper attributed to `enrollment`, signed or written.

    The result is empty if a valid signature names `enrollment`, or if `enrollment` has no seed.
    """
    signature, signed = submission.signature, submission.signed
    if enrollment.u0 is None or (signed and index.ids.get(folded(signed.student)) == enrollment):
        return ()
    seeds = {_written_seed(submission), signature.identity.u0 if signature else None} - {None, enrollment.u0}
    return tuple(dict.fromkeys(owner for seed in seeds if seed is not None for owner in index.seeds.get(seed, ())))


def _namesakes(submission: Submission, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the students with the name on a paper, or of its uploader, folder or file; () unless there are several."""
    parts = map(PurePosixPath, PurePosixPath(submission.place.file).parts)
    texts = (submission.student, *uploader_names(submission.place.file), *(part.stem for part in parts))
    for text in filter(None, texts):
        enrollments = index.shared.get(folded(text)) or index.shared.get(plain(text)) or _agreeing(text, index)
        if len(enrollments) > 1:
            return tuple(enrollments)
    return ()


def _label_and_seed(label: str, u0: str) -> str:
    return ", ".join(filter(None, (label, u0)))


def _other(
    enrollment: Enrollment | None,
    uploader: Enrollment | None,
    named: Enrollment | None,
    submission: Submission,
    u0: str,
) -> str:
    """Return the label of the other student to whom a file may belong, with the seed of the sheet; "" if there is none.

    `enrollment` is the student to whom the file is attributed, `named` the student on the sheet. A name that is not in
    the class list is returned as written.
    """
    if named is not None and named != enrollment:
        return _label_and_seed(named.student.label, u0)
    if uploader is not None and uploader != enrollment:
        return uploader.student.label
    if submission.student and named is None:
        return _label_and_seed(submission.student[:60], u0)
    return ", ".join(uploader_names(submission.place.file)[:1]) if uploader is None else ""


def _on_sheet(submission: Submission, named: Enrollment | None, uploader: Uploader, *, is_row: bool) -> _OnSheet:
    """Classify the student on a sheet; `named` is that student, None if the sheet names no student of the class."""
    if named is not None and named == uploader.enrollment:
        return "uploader"
    if named is not None:
        return "row" if is_row else "signed" if submission.signed else "written"
    if not (submission.student or submission.signed):
        return "none"
    return "row" if is_row else "stranger"


def student_on_sheet(submission: Submission, index: RosterIndex) -> Enrollment | None:
    """Return the student of a valid signature, or else of the identifier or name on the sheet; None if unknown."""
    signed = index.ids.get(folded(submission.signed.student)) if submission.signed else None
    return signed or index.written.get(folded(submission.student))


def uploader_of(file: str, index: RosterIndex) -> Uploader:
    """Return who handed in a file, according to its path in the download.

    The outermost folder or file that a platform has named decides; names inside prove nothing. Without such a name, the
    outermost folder, archive or file with the name of a student decides, since the teacher named it. The name of a file
    may have further words beside a full name. The uploader is unknown for the files of an archive inside a folder if
    neither has the name of a student.
    """
    parts = PurePosixPath(file).parts
    for at, part in enumerate(parts):
        platform_uploader = uploader_at(parts, at)
        if platform_uploader is None:
            continue
        enrollments = _called(platform_uploader, index)
        if at == 0 and len(parts) > 1 and is_canvas(part) and not enrollments:
            continue  # the name of the teacher's folder may look like an upload to Canvas
        owners = {_student_called(_stem(outer), index, in_words=False) for outer in parts[:at]} - {None}
        if (
            platform_uploader.is_blind
            and not enrollments
            and platform_uploader.number not in index.claimed
            and not owners
        ):
            return Uploader(UploadSource.TEACHER)  # the platform hides the name of the uploader
        if len(enrollments) == 1 and owners <= enrollments:
            (enrollment,) = enrollments
            around = next((_stem(parts[out]) for out in range(at) if (parts[:out], parts[out]) in index.rivals), "")
            if around:  # the owner of the folder may have given the file such a name
                return Uploader(UploadSource.TEACHER, enrollment, part=around)
            doubtful = {_student_called(text, index, in_words=False) for text in platform_uploader.doubtful}
            is_rival = (parts[:at], (*platform_uploader.sure, *platform_uploader.others)[0]) in index.rivals
            return Uploader(UploadSource.STUDENT, enrollment, is_rival or enrollment in doubtful)
        return Uploader(UploadSource.UNKNOWN)
    return _uploader_by_teacher(parts, index)


def _called(platform_uploader: PlatformUploader, index: RosterIndex) -> set[Enrollment]:
    """Return the students whom a platform may mean by its name for an uploader; several if the name is ambiguous."""

    def called(texts: Iterable[str]) -> list[Enrollment]:
        """Return the student of each text that is the identifier or full name of a single student."""
        enrollments = (index.written.get(folded(text)) or index.written.get(plain(text)) for text in texts)
        return [enrollment for enrollment in enrollments if enrollment is not None]

    sure, others = set(called(platform_uploader.sure)), called(platform_uploader.others)
    *_, name = ("", *platform_uploader.sure)
    if len(sure) == 1 and not (platform_uploader.is_blind or called((name,))):
        (enrollment,) = sure
        if plain(name) in _full_names(enrollment):  # the identifier decides between homonyms
            return sure
        full = f"{enrollment.student.first_name} {enrollment.student.name}"
        agreement = names_agree(name, full)
        is_joined = agreement is NameMatch.UNKNOWN and " " not in name and full.strip() != ""  # as Canvas has it
        if agreement is NameMatch.CONTRADICT or (is_joined and not any(word in name for word in plain(full).split())):
            return set()  # the identifier of a student beside the name of another
    return sure or set(others if platform_uploader.is_any else others[:1])


def _stem(part: str) -> str:
    return part[:-4] if part.lower().endswith(".zip") else part


def _uploader_by_teacher(parts: Sequence[str], index: RosterIndex) -> Uploader:
    """Return the uploader according to the names of folders and files that the teacher chose; see `uploader_of`."""
    *folders, file = parts or ("",)
    stems = [*map(_stem, folders), PurePosixPath(file).stem]
    called = [_student_called(stem, index, in_words=at == len(folders)) for at, stem in enumerate(stems)]
    part = ""
    if not any(called):  # a partial name, such as half of a double name, counts if it fits only one student
        called = []
        for stem in stems:
            enrollments = _agreeing(stem, index)
            is_one = len(enrollments) == 1 and enrollments[0] not in index.former
            is_whole = is_one and {*name_key(stem).split()} <= name_words(_listed_name(enrollments[0]))
            called.append(enrollments[0] if is_whole else None)
            if is_whole and not have_same_family_name(_listed_name(enrollments[0]), stem):
                part = part or stem
    is_archive = [part.lower().endswith(".zip") for part in parts]
    if any(inner and not any(called[: at + 1]) for at, inner in enumerate(is_archive) if at):
        return Uploader(UploadSource.UNKNOWN)
    students = [enrollment for enrollment in called if enrollment is not None]
    if not students:
        return Uploader(UploadSource.TEACHER)
    is_doubtful = any(student != students[0] for student in students)
    within = range(called.index(students[0]) + 1)
    part = part or next((stems[at] for at in within if (tuple(parts[:at]), parts[at]) in index.rivals), "")
    return Uploader(UploadSource.TEACHER, students[0], is_doubtful, part)


def _listed_name(enrollment: Enrollment) -> str:
    return f"{enrollment.student.name}, {enrollment.student.first_name}"


def _agreeing(text: str, index: RosterIndex) -> tuple[Enrollment, ...]:
    """Return the students, former ones too, whose names do not contradict a text; () if no name agrees with it."""
    alike = dict.fromkeys(enrollment for word in sorted(name_words(text)) for enrollment in index.words.get(word, ()))
    agreements = {enrollment: names_agree(text, _listed_name(enrollment)) for enrollment in alike}
    if NameMatch.AGREE not in agreements.values():
        return ()
    return tuple(enrollment for enrollment, agreement in agreements.items() if agreement is not NameMatch.CONTRADICT)


def _student_called(stem: str, index: RosterIndex, *, in_words: bool) -> Enrollment | None:
    """Return the student whose identifier or full name is `stem`, the name of a file or folder without suffix.

    With `in_words`, it may also be the only student whose full name occurs among the words of `stem`, unless the words
    may be part of the name of another person: of a former student, or of a name joined by a hyphen.
    """
    called = index.written.get(folded(stem)) or index.written.get(plain(ilias_name(stem)))
    if called or not in_words:
        return called
    inside = _named_inside(stem, index)
    if len(inside) != 1 or any(_is_half(name, stem) for name in inside.values()):
        return None
    (enrollment,) = inside
    return None if enrollment in index.former else enrollment


def _named_inside(stem: str, index: RosterIndex) -> dict[Enrollment, str]:
    """Return the students, former ones too, whose full names occur among the words of a file name, with that name."""
    words = f" {plain(stem)} "
    names = [*index.written.items(), *((name, former) for former in index.former for name in _full_names(former))]
    return {enrollment: name for name, enrollment in names if " " in name and f" {name} " in words}


def _is_half(name: str, text: str) -> bool:
    """Return whether a hyphen joins a name in a text with another word that may be part of the name: Jean-Luc Roy.

    A word in small letters beside a name with capitals is not part of it: "dice-Luc Roy".
    """
    text = unaccented(text)
    for match in _occurrences(name, text):
        looks = match[0].islower(), match[0].isupper()
        joined = re.findall(r"[^\W\d_]{2,}(?=-$)", text[: match.start()])
        joined += re.findall(r"\A-([^\W\d_]{2,})", text[match.end() :])
        if any(word.istitle() or (word.islower(), word.isupper()) == looks for word in joined):
            return True
    return False


def _occurrences(name: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a name, as `plain` writes it, in a text without accents."""
    words = r"[\W_]+".join(map(re.escape, name.split()))
    return re.finditer(rf"(?<![^\W_]){words}(?![^\W_])", text, re.IGNORECASE)


def _names_beside(name: str, text: str) -> Iterator[str]:
    """Yield the words next to a name in a file name that may belong to the name: Dupont in "Marie Martin Dupont".

    Such a word begins with a capital, or is written in small letters like the word of the name beside it. Two capitals,
    such as "DS", count only beside capitals. Words such as "de" between them are left out. Words with digits and words
    of the school, such as "copie", are no names.
    """
    text = unaccented(text)
    for match in _occurrences(name, text):
        inside = re.findall(r"[^\W_]+", match[0])
        before, after = (re.findall(r"[^\W_]+", part) for part in (text[: match.start()], text[match.end() :]))
        for own, words in ((inside[0], before[::-1]), (inside[-1], after)):
            word = next((word for word in words if word.casefold() not in PARTICLES), "")
            is_alike = word.istitle() or (word.islower(), word.isupper()) == (own.islower(), own.isupper())
            is_alike = is_alike or (word.isupper() and len(word) > _ABBREVIATION)
            if is_alike and len(word) > 1 and word.isalpha() and word.casefold() not in _SCHOOL_WORDS:
                yield word.casefold()


def roster_index(enrollments: Iterable[Enrollment], former: Iterable[Enrollment] = ()) -> RosterIndex:
    """Return the index of a class by identifiers and full names, in both orders of first name and family name.

    A text that belongs to several students is in `RosterIndex.shared`. Two more texts count for a student unless they
    are the identifier or name of another student: the login of an e-mail address, if all addresses have one domain, and
    a name with ü written as ue. `former` students only make a name or an address
    ambiguous.
    """
    enrollments = tuple(enrollments)
    ids = {folded(enrollment.student.stem): enrollment for enrollment in enrollments}
    departed = tuple(enrollment for enrollment in former if folded(enrollment.student.stem) not in ids)
    names_of: dict[Enrollment, set[str]] = {}  # all identifiers and names of a student on papers and uploads
    for enrollment in (*enrollments, *departed):
        numbers = (text for header, text in enrollment.extra if role_of(header) in (*IDENTIFYING, INE) and text)
        names_of[enrollment] = {
            *_full_names(enrollment),
            *map(folded, (enrollment.student.id, enrollment.student.stem, *numbers)),
        } - {""}
    used = {name for enrollment in enrollments for name in names_of[enrollment]}
    addresses = {enrollment: {name for name in names if "@" in name} for enrollment, names in names_of.items()}
    domains = {address.rpartition("@")[2] for student in addresses.values() for address in student}
    logins = {
        enrollment: {address.partition("@")[0] for address in own if len(domains) == 1}
        for enrollment, own in addresses.items()
    }
    for enrollment in enrollments:
        transliterated = {plain(name.translate(_TWO_LETTERS)) for name in _full_names(enrollment)}
        names_of[enrollment] |= (logins[enrollment] | transliterated) - used - {""}
    used = {name for enrollment in enrollments for name in names_of[enrollment]}
    for left in departed:  # an identifier is not given to another student, but may be a number of one
        names_of[left] = (_full_names(left) | addresses[left] | logins[left]) & used
    called: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for enrollment, texts in names_of.items():
        for name in texts:
            called[name].append(enrollment)
    seeds: defaultdict[int, list[Enrollment]] = defaultdict(list)
    for enrollment in enrollments:
        if enrollment.u0 is not None:
            seeds[enrollment.u0].append(enrollment)
    words: defaultdict[str, list[Enrollment]] = defaultdict(list)
    for enrollment in (*enrollments, *departed):
        for word in name_words(_listed_name(enrollment)):
            words[word].append(enrollment)
    return RosterIndex(
        ids,
        {name: several[0] for name, several in called.items() if len(several) == 1},
        {name: tuple(several) for name, several in called.items() if len(several) > 1},
        seeds={number: tuple(several) for number, several in seeds.items()},
        words={word: tuple(several) for word, several in words.items()},
        former=departed,
    )


def with_spreadsheet_numbers(index: RosterIndex, written: Iterable[str]) -> RosterIndex:
    """Return the index with the texts of `written` that are identifiers as a spreadsheet changes them: 12 for 0012.

    A text is added if exactly one student has such an identifier; if it is already an identifier in the index, that
    entry stays. A number whose digits after the fifteenth are zeros, as a spreadsheet leaves it, is removed if several
    students may have it.
    """
    known = [*index.written, *index.shared]
    texts = [text for text in dict.fromkeys(map(folded, written)) if text]
    keys, typed = identifier_keys(known, texts)
    enrollments: defaultdict[str, set[Enrollment | None]] = defaultdict(set)
    for name, key in zip(known, keys, strict=True):
        enrollments[key].add(index.written.get(name))
    converted = {
        text: enrollment
        for text, key in zip(texts, typed, strict=True)
        if key and text not in index.shared and len(enrollments[key]) == 1
        for enrollment in enrollments[key]
        if enrollment is not None
    }
    ambiguous = {text for text, key in zip(texts, typed, strict=True) if may_be_cut(text) and not key}
    return replace(
        index,
        written={
            name: enrollment for name, enrollment in {**converted, **index.written}.items() if name not in ambiguous
        },
    )


def with_participants(index: RosterIndex, submissions: Iterable[tuple[str, Submission]]) -> RosterIndex:
    """Return the index with the students of anonymous or ambiguous uploaders added, as "participant 123".

    The student is the one on the sheets of the uploader, by valid signatures or else by their texts. Uploaders whose
    name identifies a student are ignored. `submissions` are pairs of a file's path and a submission.
    Uploaders with sheets of several students, and those of a student who is on the sheets of several uploaders, are in
    `RosterIndex.claimed`.
    """
    signed: defaultdict[str, set[Enrollment]] = defaultdict(set)
    written: defaultdict[str, set[Enrollment]] = defaultdict(set)
    for file, submission in submissions:
        platform_uploader, enrollment = platform_uploader_of(file)[1], student_on_sheet(submission, index)
        if (
            platform_uploader is None
            or not platform_uploader.number
            or enrollment is None
            or _called(platform_uploader, index)
        ):
            continue
        if platform_uploader.is_blind or (submission.signed and is_called_by_platform(enrollment, file)):
            (signed if submission.signed else written)[platform_uploader.number].add(enrollment)
    owners = {number: signed[number] or written[number] for number in {**signed, **written}}
    folders = Counter(enrollment for owner in owners.values() for enrollment in owner)
    known = {
        f"participant {number}": enrollment
        for number, enrollments in owners.items()
        for enrollment in enrollments
        if len(enrollments) == 1 and folders[enrollment] == 1
    }
    claimed = frozenset(number for number in owners if f"participant {number}" not in known)
    return replace(index, written={**index.written, **known}, claimed=claimed)


def with_rivals(index: RosterIndex, files: Iterable[str]) -> RosterIndex:
    """Return the index with the uploaders in one download who may be somebody else than the student of their name.

    They have the name of one student, but several numbers: one of them is not in the class. The number or login that
    the class has for the student is the student's. If more than a tenth of the students, and more than one, have
    several numbers, the folder has the downloads of several assignments. See also `_longer_logins`, `_strange_folders`,
    `_strange_files` and `_longer_names`.
    """
    files = tuple(dict.fromkeys(files))
    numbers: defaultdict[tuple[str, ...], defaultdict[Enrollment, set[str]]] = defaultdict(lambda: defaultdict(set))
    for file in files:
        (at, named), uploader = platform_uploader_of(file), uploader_of(file, index)
        is_sure = uploader.source is UploadSource.STUDENT and not uploader.is_doubtful
        if is_sure and uploader.enrollment and named and len(named.sure) > 1 and not named.is_blind:
            numbers[PurePosixPath(file).parts[:at]][uploader.enrollment].add(named.sure[0])
    rivals = {
        *_longer_logins(index, files),
        *_strange_folders(index, files),
        *_strange_files(index, files),
        *_longer_names(index, files),
    }
    for folders, numbers_of in numbers.items():
        several = [(enrollment, texts) for enrollment, texts in numbers_of.items() if len(texts) > 1]
        if len(several) <= max(1, len(numbers_of) / 10):
            rivals |= {
                (folders, text)
                for enrollment, texts in several
                for text in texts
                if index.written.get(folded(text)) != enrollment
            }
    return replace(index, rivals=frozenset(rivals))


def _longer_logins(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the uploaders to Blackboard whose login may only end with that of a student, as `RosterIndex.rivals`.

    Blackboard writes the title of an exam before all logins. A further word before the login of a student may belong to
    the login: "DM1_jean_roy" beside "DM1_luc". It belongs to a title if more than two uploaders, or more than a quarter
    of those with the title without the word, have it: the folder then has the downloads of several exams.
    """
    texts_in: defaultdict[tuple[str, ...], dict[str, tuple[str, ...]]] = defaultdict(dict)
    for file in files:
        at, named = platform_uploader_of(file)
        if named and named.is_any:
            texts_in[PurePosixPath(file).parts[:at]][named.others[0]] = named.others
    for folders, texts_of in texts_in.items():
        beginnings = Counter(first[:end] for first in texts_of for end in _ends_of_words(first))
        title_of = {}
        for first, texts in texts_of.items():
            login = next((text for text in texts if {folded(text), plain(text)} & index.written.keys()), None)
            if login is not None and len(login) < len(first):
                title_of[first] = first[: -len(login) - 1]
        titles = Counter(title_of.values())
        for first, title in title_of.items():
            shorter = [title[:end] for end in _ends_of_words(title)]
            is_alone = beginnings[title] == 1 and any(beginnings[text] > 1 for text in shorter)
            if is_alone or any(titles[text] and beginnings[title] <= max(2, titles[text] / 4) for text in shorter):
                yield folders, first


def _ends_of_words(text: str) -> list[int]:
    """Return the positions of each "_" in a text, where the words before it end."""
    return [at for at, letter in enumerate(text) if letter == "_"]


def _strange_folders(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the folders that may be those of persons who are not in the class, as `RosterIndex.rivals`.

    Most folders beside them, and at least two, have the names of students, as in the downloads of platforms whose forms
    are not known. A person may give the own file in such a folder the name of a student. What the teacher has collected
    by itself, and no folder contains, may come from anywhere. A folder in which a known platform names at least as many
    uploaders as there are folders of students is no person's, but a download.
    """
    beside: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    uploaders: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for file in files:
        at, named = platform_uploader_of(file)
        folders = PurePosixPath(file).parts[: -1 if named is None else at]
        for depth in range(1, len(folders)):
            beside[folders[:depth]].add(folders[depth])
            if named is not None:
                uploaders[folders[: depth + 1]].add((*named.sure, *named.others)[0])
    for outer, names in beside.items():
        strange = {name for name in names if uploader_of(name, index).enrollment is None}
        of_students = len(names) - len(strange)
        if of_students > max(1, len(strange)):
            yield from ((outer, name) for name in strange if len(uploaders[(*outer, name)]) < of_students)


def _strange_files(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the files that may be those of persons who are not in the class, as `RosterIndex.rivals`.

    The names of most files beside them, and of at least two, begin with the name of a student, after the same words if
    any, such as the title of the exam. In such a file other words come first, which may be the name of a person, since
    platforms write it before the name that the person has given the file. Numbers do not count.
    """
    words_before: defaultdict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for file in files:
        *folders, last = PurePosixPath(file).parts or ("",)
        enrollment = uploader_of(last, index).enrollment if platform_uploader_of(file)[1] is None else None
        if enrollment is not None and folders:
            text = f" {plain(PurePosixPath(last).stem)} "
            begins = [at for name in _full_names(enrollment) if (at := text.find(f" {name} ")) >= 0]
            words_before[tuple(folders)][last] = re.sub(r"[\d ]+", " ", text[: min(begins, default=0)])
    for outer, beginnings in words_before.items():
        ((usual, count),) = Counter(beginnings.values()).most_common(1)
        if count > max(1, len(beginnings) - count):
            yield from ((outer, last) for last, words in beginnings.items() if words != usual)


def _longer_names(index: RosterIndex, files: Iterable[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the files whose name may be a longer one than that of the student in it, as `RosterIndex.rivals`.

    "Marie Martin Dupont" may be another person than Marie Martin. A word beside the names of two students is no name,
    but that of an exam, for example.
    """
    words_of: dict[tuple[tuple[str, ...], str], tuple[Enrollment, frozenset[str]]] = {}
    for file in files:
        *folders, last = PurePosixPath(file).parts or ("",)
        stem = PurePosixPath(last).stem
        if platform_uploader_of(file)[1] is None and _student_called(stem, index, in_words=False) is None:
            for enrollment, name in _named_inside(stem, index).items():
                words_of[tuple(folders), last] = enrollment, frozenset(_names_beside(name, stem))
    bearers: defaultdict[str, set[Enrollment]] = defaultdict(set)
    for enrollment, words in words_of.values():
        for word in words:
            bearers[word].add(enrollment)
    yield from (place for place, (_, words) in words_of.items() if any(len(bearers[word]) == 1 for word in words))


def _full_names(enrollment: Enrollment) -> set[str]:
    """Return the full name of a student in the forms in which papers, platforms and files write it."""
    first, last = enrollment.student.first_name, enrollment.student.name
    both = [f"{first} {last}", f"{last} {first}"]
    joined = plain(both[1]).replace(" ", "")  # the form of file names of Canvas
    both += [_DROPPED_BY_MOODLE.sub("", name) for name in both]
    return {*map(folded, both), *map(plain, both), joined} - {""}


def is_called_by_platform(enrollment: Enrollment, file: str) -> bool:
    """Return whether the platform names the student, or a homonym, as uploader of a file; True in blind marking."""
    if is_blind(file):
        return True
    names = {normalize(name) for name in uploader_names(file) for normalize in (folded, plain)}
    return bool(names & _full_names(enrollment))
