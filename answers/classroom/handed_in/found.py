"""A file that was found among what a teacher downloaded."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath

CLUTTER = {"__macosx", "thumbs.db", "desktop.ini"}


@dataclass(frozen=True, slots=True)
class Found:
    """A file: its name with the folders or the archive it was in, its content, and when it was written (local time)."""

    name: str
    content: bytes
    date: datetime


def is_clutter(path: PurePath) -> bool:
    """Whether a file is what a system leaves behind, nobody's work: hidden, or one of a few known names."""
    return any((part.startswith(".") and part not in {".", ".."}) or part.casefold() in CLUTTER for part in path.parts)
