"""Find out who handed in a file, by the names that platforms and the teacher gave to files and folders."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import PurePosixPath

from answers.classroom.platforms import PlatformUploader, ilias_name, is_blind, is_canvas, uploader_at, uploader_names
from answers.classroom.roster import Enrollment
from answers.classroom.roster_index import RosterIndex, full_names, listed_name, students_agreeing
from answers.people.names import (
    NameMatch,
    have_reversed_family_names,
    have_same_family_name,
    name_key,
    name_words,
    names_agree,
    unaccented,
)
from answers.people.table import folded, plain


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


_INFORMATIVE = 6
"""The least length of an identifier that is hardly in a file name by chance, unlike the number of a picture."""
_NUMBER_OF_COPY = re.compile(r" ?\(\d\)$")
"""What a browser adds to the name of a file that it has downloaded before: "s02 (1)"."""
BY_TEACHER = Uploader(UploadSource.TEACHER)


def uploader_of(file: str, index: RosterIndex) -> Uploader:
    """Return who handed in a file, according to its path in the download.

    The outermost folder or file that a platform has named decides; names inside prove nothing. Without such a name, the
    outermost folder, archive or file with the name of a student decides, since the teacher named it. The uploader is
    unknown for the files of an archive inside a folder if neither has the name of a student.
    """
    parts = PurePosixPath(file).parts
    for at, part in enumerate(parts):
        platform_uploader = uploader_at(parts, at)
        if platform_uploader is None:
            continue
        enrollments = called_by_platform(platform_uploader, index)
        if at == 0 and len(parts) > 1 and is_canvas(part) and not enrollments:
            continue  # the name of the teacher's folder may look like an upload to Canvas
        owners = {student_called(_stem(outer), index, in_words=False) for outer in parts[:at]} - {None}
        if (
            platform_uploader.is_blind
            and not enrollments
            and platform_uploader.number not in index.claimed
            and not owners
        ):
            return BY_TEACHER  # the platform hides the name of the uploader
        if len(enrollments) == 1 and owners <= enrollments:
            (enrollment,) = enrollments
            around = next((_stem(parts[out]) for out in range(at + 1) if (parts[:out], parts[out]) in index.rivals), "")
            if around:  # the owner of the folder may have given the file such a name
                return Uploader(UploadSource.TEACHER, enrollment, part=around)
            doubtful = {student_called(text, index, in_words=False) for text in platform_uploader.doubtful}
            is_rival = (parts[:at], (*platform_uploader.sure, *platform_uploader.others)[0]) in index.rivals
            return Uploader(UploadSource.STUDENT, enrollment, is_rival or enrollment in doubtful)
        return Uploader(UploadSource.UNKNOWN)
    return _uploader_by_teacher(parts, index)


def called_by_platform(platform_uploader: PlatformUploader, index: RosterIndex) -> set[Enrollment]:
    """Return the students whom a platform may mean by its name for an uploader; several if the name is ambiguous.

    A login is no name and a name is no login: a person whose login is "martin" need not be Martin Roy. But if a
    platform gives nothing but a login, the login may be a full name of several words.
    """
    found = {
        index.identifiers[text] for text in map(folded, platform_uploader.identifiers) if text in index.identifiers
    }
    if platform_uploader.is_any:
        names = (name for text in platform_uploader.others if " " in (name := plain(text)))
        return found or {index.names[name] for name in names if name in index.names}
    named = [index.names.get(folded(text)) or index.names.get(plain(text)) for text in platform_uploader.names]
    name, *_ = (*platform_uploader.names, "")
    if found and named and named[0] is None:
        if len(found) > 1:
            return found
        (enrollment,) = found
        if plain(name) in full_names(enrollment):  # the identifier decides between homonyms
            return found
        full = f"{enrollment.student.first_name} {enrollment.student.name}"
        agreement = names_agree(name, full)
        is_joined = agreement is NameMatch.UNKNOWN and " " not in name and full.strip() != ""  # as Canvas has it
        if agreement is NameMatch.CONTRADICT or (is_joined and not any(word in name for word in plain(full).split())):
            return set()  # the identifier of a student beside the name of another
        return found
    sure = found | {*filter(None, named[:1])}
    return sure or {*[enrollment for enrollment in named if enrollment is not None][:1]}


def _stem(part: str) -> str:
    return part[:-4] if part.lower().endswith(".zip") else part


def _uploader_by_teacher(parts: Sequence[str], index: RosterIndex) -> Uploader:
    """Return the uploader according to the names of folders and files that the teacher chose; see `uploader_of`."""
    *folders, file = parts or ("",)
    stems = [*map(_stem, folders), _NUMBER_OF_COPY.sub("", PurePosixPath(file).stem)]
    called = [student_called(stem, index, in_words=at == len(folders)) for at, stem in enumerate(stems)]
    part = ""
    if not any(called):  # a partial name, such as half of a double name, counts if it fits only one student
        called = []
        for stem in stems:
            enrollments = students_agreeing(stem, index)
            is_one = len(enrollments) == 1 and enrollments[0] not in index.former
            is_one = is_one and named_inside(stem, index).keys() <= {*enrollments}  # no number of another student
            is_whole = is_one and {*name_key(stem).split()} <= name_words(listed_name(enrollments[0]))
            called.append(enrollments[0] if is_whole else None)
            if is_whole:
                name = listed_name(enrollments[0])
                is_same = have_same_family_name(name, stem) and not have_reversed_family_names(name, stem)
                part = part or stem * (not is_same)
    is_archive = [part.lower().endswith(".zip") for part in parts]
    if any(inner and not any(called[: at + 1]) for at, inner in enumerate(is_archive) if at):
        return Uploader(UploadSource.UNKNOWN)
    students = [enrollment for enrollment in called if enrollment is not None]
    if not students:
        return BY_TEACHER
    is_doubtful = any(student != students[0] for student in students)
    within = range(called.index(students[0]) + 1)
    part = part or next((stems[at] for at in within if (tuple(parts[:at]), parts[at]) in index.rivals), "")
    return Uploader(UploadSource.TEACHER, students[0], is_doubtful, part)


def student_called(stem: str, index: RosterIndex, *, in_words: bool) -> Enrollment | None:
    """Return the student whose identifier or full name is `stem`, the name of a file or folder without suffix.

    With `in_words`, it may also be the only student whose full name or number occurs among the words of `stem`, unless
    the words may be part of the name of another person: of a former student, or of a name joined by a hyphen.
    """
    called = next(
        (index.written[text] for text in (folded(stem), plain(stem), plain(ilias_name(stem))) if text in index.written),
        None,
    )
    if called or not in_words:
        return called
    inside = named_inside(stem, index)
    if len(inside) != 1 or any(_is_half(name, stem) for names in inside.values() for name in names):
        return None
    (enrollment,) = inside
    return None if enrollment in index.former else enrollment


def named_inside(stem: str, index: RosterIndex) -> dict[Enrollment, set[str]]:
    """Return the students, former ones too, whose full names occur among the words of a file name, with these texts.

    A number or login of six characters or more, with a digit, counts like a name.
    """
    words = f" {plain(stem)} "
    names = [*index.written.items(), *((name, former) for former in index.former for name in full_names(former))]
    names += [(name, one) for name, several in index.shared.items() for one in several]
    inside: defaultdict[Enrollment, set[str]] = defaultdict(set)
    for name, enrollment in names:
        is_number = len(name) >= _INFORMATIVE and any(map(str.isdigit, name))
        if (" " in name or is_number) and f" {name} " in words:
            inside[enrollment].add(name)
    return inside


def _is_half(name: str, text: str) -> bool:
    """Return whether a hyphen joins a name with another word that may be part of it: Jean-Luc Roy, not dice-Luc Roy."""
    text = unaccented(text)
    for match in occurrences(name, text):
        looks = match[0].islower(), match[0].isupper()
        joined = re.findall(r"[^\W\d_]{2,}(?=-$)", text[: match.start()])
        joined += re.findall(r"\A-([^\W\d_]{2,})", text[match.end() :])
        if any(word.istitle() or (word.islower(), word.isupper()) == looks for word in joined):
            return True
    return False


def occurrences(name: str, text: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a name, as `plain` writes it, in a text without accents."""
    words = r"[\W_]+".join(map(re.escape, name.split()))
    return re.finditer(rf"(?<![^\W_]){words}(?![^\W_])", text, re.IGNORECASE)


def is_called_by_platform(enrollment: Enrollment, file: str) -> bool:
    """Return whether a platform names the student, or a homonym, as uploader of a file, or hides this name."""
    if is_blind(file):
        return True
    names = {normalize(name) for name in uploader_names(file) for normalize in (folded, plain)}
    return bool(names & full_names(enrollment))
