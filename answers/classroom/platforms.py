"""Recognize the file names that platforms give uploads, and the files that they add.

Moodle     "Zoé Ba_12345_assignsubmission_file_/copie.pdf", the last `_` before Moodle 4.1; blind: "Participant_55012_…"
Canvas     "bazoe_11_222_copie.pdf", "bazoe_LATE_11_222_copie.pdf"
Sakai      "DM1/Ba, Zoé(z.ba)/Submission attachment(s)/copie.pdf"
ILIAS      "DM1/Abgaben/Ba_Zoe_zba_318/20260530100000_copie.pdf"
D2L        "12345-67890 - Zoé Ba - May 30, 2026 1000 AM/copie.pdf"
Blackboard "DM1_z.ba_attempt_2026-05-30-10-00-00_copie.pdf"

The platform makes these names for the user who is logged in; the student's own file name comes at the end.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

MAX_LENGTH = 300
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assign(?:submission|feedback)_[a-z]+(?:_|\Z)")
_CANVAS = re.compile(r"(?P<name>[^\W_]+)(?:_LATE)?_(?!20\d\d_[01]?\d_)(?P<user>\d+)_(?P<submission>\d+)_.")
"""A year and a month are not the numbers of Canvas."""
_SAKAI = re.compile(r"(?P<name>[^()]+?,[^()]*?)\s*\((?P<login>[^()\s]+)\)")
_ILIAS = re.compile(r"(?P<name>[^_]+_.+)_(?P<login>[^_]+)_(?P<number>\d+)")
_ILIAS_FILE = re.compile(r"\d{14}_.+")
_D2L = re.compile(r"\d+-\d+ - (?P<name>.+?) - [^/]*\b\d{4}\b[^/]*")
_BLACKBOARD = re.compile(r"(?P<before>.+)_attempt_\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d(?P<after>_.+|\.txt)", re.DOTALL)
_UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|_]+')
"""Characters that some system forbids in the name of a folder, and the one at which Moodle splits."""
_BLIND = re.compile(
    r"(?:.*-)?(?:participant|participante|partecipante|teilnehmer|teilnehmerin|deelnemer|deltagare|deltager)(?:in)?",
    re.IGNORECASE,
)

_NOTHING = (b"There is no student submission text data", b"There are no student comments")
"""Texts of a Blackboard receipt without typed text."""
_COPY = re.compile(
    r"\(.*(?:conflicted copy|conflict copy|copie en conflit|copia en conflicto|konfliktkopie|in konflikt|case conflict)"
    r".*\)|\.sync-conflict-\d|_conflict-\d{8}|\bconflicted copy\b|\bcopie en conflit\b",
    re.IGNORECASE,
)
"""The names that synchronization programs give the second of two versions."""


@dataclass(frozen=True, slots=True)
class PlatformUploader:
    """The uploader of a file, as a platform names it.

    All texts in `sure` that match students must match the same one. If none matches, the first of `others` that matches
    counts, or all of them with `is_any`. `number` is the number of a participant.
    """

    sure: tuple[str, ...]
    others: tuple[str, ...] = ()
    is_any: bool = False
    number: str = ""
    is_blind: bool = False


def uploader_at(parts: tuple[str, ...], at: int) -> PlatformUploader | None:  # noqa: PLR0911 - a case a platform
    """Return the uploader that a part of a path names, None if no platform made the part."""
    part = parts[at][:MAX_LENGTH]
    if upload := _CANVAS.match(part):
        return PlatformUploader((upload["user"], upload["name"]))
    if upload := _MOODLE.match(part):
        name, number = upload["name"], upload["number"]
        groups = tuple(name[dash.end() :] for dash in re.finditer("-(?=.)", name))
        is_blind = _BLIND.fullmatch(name) is not None
        return PlatformUploader((f"Participant {number}", name), groups, number=number, is_blind=is_blind)
    if upload := _D2L.fullmatch(part):
        return PlatformUploader((upload["name"],))
    if upload := _BLACKBOARD.fullmatch(part):
        words = upload["before"].split("_")[-6:]
        return PlatformUploader((), tuple("_".join(words[at:]) for at in range(len(words))), is_any=True)
    if at + 1 < len(parts):
        if upload := _SAKAI.fullmatch(part):
            return PlatformUploader((upload["login"], upload["name"]))
        if (upload := _ILIAS.fullmatch(part)) and _ILIAS_FILE.fullmatch(parts[at + 1]):
            return PlatformUploader((upload["login"], upload["name"].replace("_", " ")))
    return None


def ilias_name(folder: str) -> str:
    """Return the name in a folder that ILIAS may have made, whatever is in it; else ""."""
    upload = _ILIAS.fullmatch(folder[:MAX_LENGTH])
    return upload["name"].replace("_", " ") if upload else ""


def uploader_names(file: str) -> tuple[str, ...]:
    """Return the texts about the uploader in the outermost name that a platform gave; none if the file is no upload.

    An identifier comes first, then the name: "Participant 12345" and "Zoé Ba".
    """
    parts = PurePosixPath(file).parts
    platform_uploader = next(filter(None, (uploader_at(parts, at) for at in range(len(parts)))), None)
    return (*platform_uploader.sure, *platform_uploader.others) if platform_uploader else ()


def is_blind(file: str) -> bool:
    """Return whether the outermost name that a platform gave has only a number, and no name of a student."""
    parts = PurePosixPath(file).parts
    platform_uploader = next(filter(None, (uploader_at(parts, at) for at in range(len(parts)))), None)
    return platform_uploader is not None and platform_uploader.is_blind


def upload_name(file: str) -> str:
    """Return a file name from the outermost part that a platform named, else the whole name.

    The result does not depend on the folder that the file was downloaded to.
    """
    parts = PurePosixPath(file).parts
    at = next((at for at in range(len(parts)) if uploader_at(parts, at)), 0)
    return "/".join(parts[at:])


def moodle_folder(file: str) -> str:
    """Return the folder for feedback on a file downloaded from Moodle; "" for other files.

    It is `name_number_assignsubmission_file_`, which every version of Moodle accepts; Moodle finds the participant by
    the number. Characters of the name that are unfit for a folder, or at which Moodle would split, become hyphens.
    """
    upload = next(filter(None, map(is_moodle, PurePosixPath(file).parts)), None)
    if upload is None:
        return ""
    name = _UNFIT.sub("-", upload["name"]).strip(". ") or "-"
    return f"{name}_{upload['number']}_assignsubmission_file_"


def is_moodle(part: str) -> re.Match[str] | None:
    """Return the match of a name that Moodle gave; an upload to Canvas may end in the same way, and is no match."""
    part = part[:MAX_LENGTH]
    return None if _CANVAS.match(part) else _MOODLE.match(part)


def is_platform_file(name: str, content: bytes) -> bool:
    """Return whether a file was added by a platform and has nothing of a student.

    Examples are Sakai's lists, times and comments, the contents page of D2L, a Blackboard receipt without a text, and
    an empty text box of any platform.
    """
    parts = PurePosixPath(name).parts
    last = parts[-1].lower()
    if any(_SAKAI.fullmatch(part) for part in parts[:-1]):
        is_beside = not any(part.lower() == "submission attachment(s)" for part in parts[:-1])
        is_own = last in {"timestamp.txt", "comments.txt", "feedbacktext.html"} and is_beside
        if is_own or any(part.lower() == "feedback attachment(s)" for part in parts[:-1]):
            return True
    if last in {"grades.csv", "grades.xls", "grades.xlsx"} and not uploader_names(name):
        return b"Display ID" in content[:10_000] or not last.endswith(".csv")
    if last == "index.html" and len(parts) == 2 and parts[0].lower().endswith(".zip"):
        return True
    if (upload := _BLACKBOARD.fullmatch(parts[-1])) and upload["after"] == ".txt":
        return all(text in content for text in _NOTHING)
    is_box = last == "onlinetext.html" or last.endswith(("_submissiontext.html", "_onlinetext.html", "_text.html"))
    return is_box and len(content) < 10_000 and not re.sub(rb"<[^>]*>|&nbsp;|\xc2\xa0|\s", b"", content)


def is_conflict_copy(name: str) -> bool:
    """Return whether a synchronization program made a file as the second of two versions."""
    return _COPY.search(PurePosixPath(name).name) is not None
