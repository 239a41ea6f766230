"""Who uploaded a file, by the names that Moodle and Canvas give to what a teacher downloads."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assign(?:submission|feedback)_[a-z]+_")
_CANVAS = re.compile(r"(?P<name>[^\W_]+)(?:_LATE)?_(?P<user>\d+)_(?P<submission>\d+)_.")
MAX_LENGTH = 300
_UNFIT = re.compile(r'[\x00-\x1f\x7f\\/:*?"<>|_]+')
"""What cannot stand in the name of a folder somewhere, and the sign that Moodle splits at."""


def uploader_names(file: str) -> tuple[str, ...]:
    """Return what the name of a file, or of a folder around it, says of its uploader; nothing if it is no upload.

    Moodle's "Zoé Ba_12345_assignsubmission_file_" gives "Participant 12345" and "Zoé Ba", Canvas' "bazoe_11_222_a.pdf"
    gives "11" and "bazoe": both are made by the platform, for whoever was logged in.
    """
    parts = PurePosixPath(file).parts
    return next((names for part in reversed(parts) if (names := tuple(_names(part[:MAX_LENGTH])))), ())


def moodle_folder(file: str) -> str:
    """Return the folder that feedback on a file downloaded from Moodle belongs in; nothing if it was not.

    It is that of the download, `name_number_assignsubmission_file_`: Moodle finds the participant by the number. In the
    name, which Moodle does not read, signs that are unfit for a folder, or that it would split at, become hyphens.
    """
    for part in reversed(PurePosixPath(file).parts):
        if found := _MOODLE.match(part[:MAX_LENGTH]):
            name = _UNFIT.sub("-", found["name"]).strip(". ") or "-"
            return f"{name}_{found['number']}_assignsubmission_file_"
    return ""


def _names(part: str) -> Iterator[str]:
    if found := _MOODLE.match(part):
        yield from (f"Participant {found['number']}", found["name"])
        group, dash, name = found["name"].partition("-")
        if dash and group and name:  # Moodle writes the group before the name
            yield name
    elif found := _CANVAS.match(part):
        yield from (found["user"], found["name"])
