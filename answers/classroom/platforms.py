"""Recognize the file names that platforms give uploads, and the files that they add.

Moodle     "Zoé Ba_12345_assignsubmission_file_/copie.pdf", the last `_` before Moodle 4.1; blind: "Participant_55012_…"
Canvas     "bazoe_11_222_copie.pdf", "bazoe_LATE_11_222_copie.pdf", "bazoe_11_text.html"; blind: "anon_x7Yz2_222_a.pdf"
           Earlier versions: "le-goff--zoe-late_11_222_copie.pdf", "le_goffzoe_late_11_222_copie.pdf"
Sakai      "DM1/Ba, Zoé(z.ba)/Submission attachment(s)/copie.pdf"; blind: "DM1/4f0c2b7a1 Anonymous/Submission …(s)/…"
           Without folders "DM1/Ba, Zoé(z.ba)_Submission attachment(s)_copie.pdf"
ILIAS      "DM1/Abgaben/Ba_Zoe_zba_318/20260530100000_copie.pdf", in some versions "DM1/Ba_Zoe_zba_318/copie.pdf"
D2L        "12345-67890 - Zoé Ba - May 30, 2026 1000 AM/copie.pdf", "… - Zoé Ba- May 30, 2026 1000 AM - copie.pdf"
Blackboard "DM1_z.ba_attempt_2026-05-30-10-00-00_copie.pdf", with "attempt" in the language of the platform

The platform makes these names for the user who is logged in; the student's own file name comes at the end.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from answers.errors import CorrigeError
from answers.people.table import plain, read_table

MAX_LENGTH = 300
_MAX_WORDS = 40
"""The most words of a title and a login of Blackboard."""
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assign(?:submission|feedback)_[a-z]+(?:_|\Z)")
_CANVAS_NAME = r"[^\x00-/:-@\[-`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\s\u2000-\u2bff]+"
"""Letters, digits and the combining marks that Canvas keeps in names, as in Hindi or in decomposed accents."""
_CANVAS = re.compile(
    rf"(?P<name>{_CANVAS_NAME}(?:[-_]+(?!\d){_CANVAS_NAME})*?)(?:[-_](?i:late))?_(?!20\d\d_[01]?\d_)(?P<user>\d+)"
    r"_(?:\d+_.|(?:text|link)\.html\Z)"
)
"""An upload to Canvas. The numbers must not be a year and a month, as in the name of a teacher's folder."""
_CANVAS_BLIND = re.compile(r"(?:LATE_)?anon_(?P<name>[0-9A-Za-z]{5})_(?:\d+_.|(?:text|link)\.html\Z)")
_SAKAI = re.compile(r"(?P<name>[^()]+?,[^()]*?)\s*\((?P<login>[^()\s]+)\)")
_SAKAI_FILE = re.compile(r"(?P<name>[^()]+?,[^()]*?)\s*\((?P<login>[^()\s]+)\)_(?!\d+_assign)(?P<rest>.+)", re.DOTALL)
_SAKAI_FOLDER = "submission attachment(s)"
_SAKAI_OTHER_FILE = re.compile(r"(?P<name>.+?)_submission attachment\(s\)_.+", re.DOTALL | re.IGNORECASE)
"""An upload to Sakai without a folder in blind marking, or of a group."""
_SAKAI_BLIND = re.compile(r"(?=.*\d)[0-9a-f-]{9,36}(?: .*)?")
"""The number of a submission in Sakai's blind marking, whole or in part, which may be followed by "Anonymous"."""
_ILIAS = re.compile(r"(?P<name>[^_]+_.+)_(?P<login>[^_]+)_(?P<number>\d+)")
_ILIAS_FILE = re.compile(r"\d{14}_.+")
_ILIAS_USER = re.compile(r"[^\d_]+_\D+_[^_]+_(?!20\d\d\Z)\d{3,}")
"""A folder of ILIAS whose files need no date: neither words with digits nor a year, as in the names of teachers."""
_D2L = re.compile(r"(?P<user>\d+)-\d+ - (?P<name>.+?) ?- [^/]*\b\d{4}\b[^/]*\Z")
_BLACKBOARD = re.compile(
    r"(?P<name>.+?)_[^\W\d_][^\d_]{1,29}_\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d(?P<after>_.+|\.txt)\Z", re.DOTALL
)
_UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|_]+')
"""Characters that some operating system forbids in the name of a folder, and "_", at which Moodle splits."""
_GROUP = re.compile(r".*\d.*|(?:.* )?\w|(?:group|gruppe|équipe|equipe|team|td|tp|class).*", re.IGNORECASE)
"""A name of a group, which Moodle writes before the name of a student; another word may be half of a first name.

Moodle replaces "_" in the names of groups and students by spaces.
"""
_BLIND = re.compile(
    r"(?:.*-)?(?:participant|participante|partecipante|teilnehmer|teilnehmerin|deelnemer|deltagare|deltager)(?:in)?",
    re.IGNORECASE,
)
"""The name of every student in Moodle's blind marking, in several languages."""

_NOTHING = (b"There is no student submission text data", b"There are no student comments")
"""Texts of a Blackboard receipt for an upload without typed text."""
_SHOWN = re.compile(rb"<(?:img|svg|math|object|embed|iframe|video|audio|canvas|input|a)\b", re.IGNORECASE)
"""HTML elements that show something without text, such as the picture of an answer."""
_COPY = re.compile(
    r"\(.*(?:conflicted copy|conflict copy|copie en conflit|copia en conflicto|konfliktkopie|in konflikt|case conflict)"
    r".*\)|\.sync-conflict-\d|_conflict-\d{8}|\bconflicted copy\b|\bcopie en conflit\b",
    re.IGNORECASE,
)
"""The part of a name by which synchronization programs mark the second of two versions."""


@dataclass(frozen=True, slots=True)
class PlatformUploader:
    """The uploader of a file, as a platform names the person.

    Texts in `sure` identify the uploader: all that match a student must match the same student. If none of them
    matches, the first of `others` that matches counts, or all with `is_any`. `doubtful` are those of `others` that may
    be the rest of another person's name: "Luc Roy" of "Jean-Luc Roy". `number` is that of the participant or user, ""
    if the platform gives none. `is_blind` means that the platform hides the name.
    """

    sure: tuple[str, ...]
    others: tuple[str, ...] = ()
    is_any: bool = False
    doubtful: tuple[str, ...] = ()
    number: str = ""
    is_blind: bool = False

    @property
    def key(self) -> str:
        """The number or the only login of the uploader, to distinguish homonyms; "" if the platform gives neither."""
        return self.number or next(iter(self.sure[:-1]), "")

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The texts that may be a login or a number of the uploader."""
        return self.others if self.is_any else self.sure if self.is_blind else self.sure[:-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The texts that may be the full name of the uploader, the most likely first."""
        return () if self.is_any or self.is_blind else (*self.sure[-1:], *self.others)


def uploader_at(parts: tuple[str, ...], at: int) -> PlatformUploader | None:
    """Return the uploader whom part number `at` of a path names; None if no platform made the part."""
    part = parts[at][:MAX_LENGTH]
    if upload := _platform_match(part):
        return _UPLOADERS[upload.re](upload)
    if at + 1 == len(parts):
        return None
    if upload := _SAKAI.fullmatch(part):
        return PlatformUploader((upload["login"], upload["name"]))
    if parts[at + 1].lower() == _SAKAI_FOLDER:
        return _sakai_other(part)
    upload, is_dated = _ILIAS.fullmatch(part), _ILIAS_FILE.fullmatch(parts[at + 1]) is not None
    if upload and (is_dated or _ILIAS_USER.fullmatch(part)):
        return PlatformUploader((upload["login"], upload["name"].replace("_", " ")))
    return None


def _moodle(upload: re.Match[str]) -> PlatformUploader:
    """Return the uploader of a file or folder of Moodle, whose name may follow the name of a group."""
    name, number = upload["name"], upload["number"]
    dashes = [0, *(dash.end() for dash in re.finditer("-(?=.)", name))]
    others = tuple(name[end:] for end in dashes[1:])
    is_group = ("_" not in name and _GROUP.fullmatch(name[start : end - 1]) for start, end in pairwise(dashes))
    doubtful = tuple(text for text, group in zip(others, is_group, strict=True) if not group)
    is_blind = _BLIND.fullmatch(name) is not None
    return PlatformUploader(
        (f"Participant {number}", name), others, doubtful=doubtful, number=number, is_blind=is_blind
    )


def _blackboard(upload: re.Match[str]) -> PlatformUploader:
    """Return the uploader of a file of Blackboard, whose login follows the title of the exam."""
    words = upload["name"].split("_")[-_MAX_WORDS:]
    return PlatformUploader((), tuple("_".join(words[at:]) for at in range(len(words))), is_any=True)


def _sakai_other(name: str) -> PlatformUploader:
    """Return the uploader by a name of Sakai without a login: the number of a submission, if blind, or a group."""
    return _blind(name) if _SAKAI_BLIND.fullmatch(name) else PlatformUploader((name,))


def _blind(number: str) -> PlatformUploader:
    number = number.lower()  # as texts are compared
    return PlatformUploader((f"Participant {number}",), number=number, is_blind=True)


_UPLOADERS: Mapping[re.Pattern[str], Callable[[re.Match[str]], PlatformUploader]] = {
    _CANVAS_BLIND: lambda upload: _blind(upload["name"]),
    _CANVAS: lambda upload: PlatformUploader(
        (upload["user"], re.sub("[-_]", "", upload["name"])), number=upload["user"]
    ),
    _MOODLE: _moodle,
    _D2L: lambda upload: PlatformUploader((upload["user"], upload["name"]), number=upload["user"]),
    _BLACKBOARD: _blackboard,
    _SAKAI_FILE: lambda upload: PlatformUploader((upload["login"], upload["name"])),
    _SAKAI_OTHER_FILE: lambda upload: _sakai_other(upload["name"]),
}
"""The uploader by the form of a name that shows the platform without the name of the next folder or file."""


def _platform_match(part: str) -> re.Match[str] | None:
    """Return the match of a name by the pattern of the platform that made it; None if no platform did.

    The student's own file name, at the end, may imitate another platform: the uploader whose name ends first counts.
    """
    matches = [match for form in _UPLOADERS if (match := form.match(part))]
    return min(matches, key=lambda match: (match.re is not _CANVAS_BLIND, match.end("name")), default=None)


def ilias_name(folder: str) -> str:
    """Return the student's name in a folder name that ILIAS may have made; "" for any other name."""
    upload = _ILIAS.fullmatch(folder[:MAX_LENGTH])
    return upload["name"].replace("_", " ") if upload else ""


def platform_uploader_of(file: str) -> tuple[int, PlatformUploader | None]:
    """Return the position in a path of the outermost part that a platform named, and its uploader; else (0, None)."""
    parts = PurePosixPath(file).parts
    uploaders = ((at, uploader_at(parts, at)) for at in range(len(parts)))
    return next(((at, uploader) for at, uploader in uploaders if uploader), (0, None))


def uploader_names(file: str) -> tuple[str, ...]:
    """Return the texts by which a platform names the uploader of a file, such as ("Participant 12345", "Zoé Ba").

    An identifier comes first, if there is one; () if no platform named the file.
    """
    _, uploader = platform_uploader_of(file)
    return (*uploader.sure, *uploader.others) if uploader else ()


def is_blind(file: str) -> bool:
    """Return whether the platform hides the name of the uploader of a file, and gives a number instead."""
    _, uploader = platform_uploader_of(file)
    return uploader is not None and uploader.is_blind


def upload_name(file: str) -> str:
    """Return the path of a file without the folders around the outermost part that a platform named.

    It is the whole path if a platform named no part of it.
    """
    return "/".join(PurePosixPath(file).parts[platform_uploader_of(file)[0] :])


def moodle_folder(file: str) -> str:
    """Return the name of the folder for feedback on a file downloaded from Moodle; "" for other files.

    The form `name_number_assignsubmission_file_` is accepted by every version of Moodle, which finds the participant by
    the number. Characters of the name that are unfit for a folder, or at which Moodle would split, become hyphens.
    """
    parts = PurePosixPath(file).parts
    start = int(len(parts) > 1 and is_canvas(parts[0]))  # perhaps a folder of the teacher
    at = next((at for at in range(start, len(parts)) if uploader_at(parts, at)), None)
    upload = None if at is None else _platform_match(parts[at][:MAX_LENGTH])
    if upload is None or upload.re is not _MOODLE:  # an upload to another platform may end like one to Moodle
        return ""
    name = _UNFIT.sub("-", upload["name"]).strip(". ") or "-"
    return f"{name}_{upload['number']}_assignsubmission_file_"


def canvas_user(file: str) -> str:
    """Return the number of the Canvas user who uploaded a file; "" for other files."""
    at, uploader = platform_uploader_of(file)
    match = _CANVAS.match(PurePosixPath(file).parts[at][:MAX_LENGTH]) if uploader else None
    return match["user"] if match and uploader and uploader.number == match["user"] else ""


def is_canvas(part: str) -> bool:
    """Return whether a file name looks like those that Canvas makes, as a teacher's folder "nash_1_2_3" may do too."""
    return bool(_CANVAS.match(part[:MAX_LENGTH]) or _CANVAS_BLIND.match(part[:MAX_LENGTH]))


def is_platform_file(name: str, content: bytes) -> bool:
    """Return whether a platform added a file that has nothing from a student.

    Such files are Sakai's lists, times and comments, the status file of ILIAS, the contents page of D2L, a Blackboard
    receipt without a text, and an empty text box of any platform.
    """
    parts = PurePosixPath(name).parts
    last = parts[-1].lower()
    if _is_sakai_file(*parts):
        return True
    if last in {"grades.csv", "grades.xls", "grades.xlsx"} and not uploader_names(name):
        return _is_sakai_table(content)
    if last in {"status.csv", "status.xlsx"} and any(part.startswith("multi_feedback_") for part in parts[:-1]):
        return True
    if last == "index.html" and len(parts) == 2 and parts[0].lower().endswith(".zip"):
        return True
    if (upload := _BLACKBOARD.fullmatch(parts[-1])) and upload["after"] == ".txt":
        return all(text in content for text in _NOTHING)
    is_box = last == "onlinetext.html" or last.endswith(("_submissiontext.html", "_onlinetext.html", "_text.html"))
    is_empty = not _SHOWN.search(content) and not re.sub(rb"<[^>]*>|&nbsp;|\xc2\xa0|\s", b"", content)
    return is_box and len(content) < 10_000 and is_empty


def _is_sakai_file(*parts: str) -> bool:
    """Return whether Sakai added a file beside the uploads of a student: a time, comments, or feedback."""
    *folders, last = parts
    is_blind = not uploader_names("/".join(parts)) and any(map(_SAKAI_BLIND.fullmatch, folders))
    if is_blind or any(map(_SAKAI.fullmatch, folders)):
        inner = {folder.lower() for folder in folders}
        is_own = last.lower() in {"timestamp.txt", "comments.txt", "feedbacktext.html"} and _SAKAI_FOLDER not in inner
        return is_own or "feedback attachment(s)" in inner
    upload = _SAKAI_FILE.fullmatch(last)
    return upload is not None and upload["rest"].lower() in {"comments.txt", "feedbacktext.html"}


def _is_sakai_table(content: bytes) -> bool:
    """Return whether a file is the table of marks of an assignment in Sakai, as CSV or as a workbook."""
    try:
        lines = read_table(content, "", as_is=True).lines[:1]
    except CorrigeError:  # the old form of workbooks is not read, but its texts can be found
        return b"Display ID" in content or "Display ID".encode("utf-16-le") in content
    return any(plain(cell) == "display id" for line in lines for cell in line.cells)


def is_conflict_copy(name: str, files: Iterable[str]) -> bool:
    """Return whether a synchronization program made a file as a second version of one of `files`, after a conflict."""
    path = PurePosixPath(name)
    copy = _COPY.search(path.name)
    if copy is None:
        return False
    first = path.name[: copy.start()].rstrip(" ._-")
    beside = {other.stem for other in map(PurePosixPath, files) if other != path and other.parent == path.parent}
    return any(stem == first or stem.startswith(f"{first} (") for stem in beside)
