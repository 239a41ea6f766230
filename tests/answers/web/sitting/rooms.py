"""A tiny class that sits in a browser, without one: lines of its log."""

from dataclasses import replace
from pathlib import Path

from answers.classroom.folder import SITTING, ClassData
from answers.web.sitting.log import FILE, Entry, Event, line
from answers.web.sitting.session import receipt

BEGUN = 1_782_000_000.0
"""In June 2026."""


def typed(student: str, item: str, text: str, sequence: int, after: float = 60.0) -> Entry:
    return Entry(Event.SAVE, 0, BEGUN + after, student, item, text, f"page-{student}", sequence)


def longer(student: str, minutes: int) -> Entry:
    return Entry(Event.TIME, 0, BEGUN, student, minutes=minutes)


def came(student: str) -> Entry:
    return Entry(Event.SIGN_IN, 0, BEGUN + 1, student, word=f"session-{student}")


def handed_in(student: str, u0: int, texts: dict[str, str], after: float = 120.0) -> Entry:
    return Entry(Event.HAND_IN, 0, BEGUN + after, student, word=receipt(student, u0, BEGUN + after, texts))


def write_log(class_data: ClassData, *entries: Entry) -> Path:
    """Write a log that begins at `BEGUN` and goes on for an hour."""
    path = class_data.folder / SITTING / FILE
    path.parent.mkdir(exist_ok=True)
    opened = Entry(Event.OPEN, 0, BEGUN, minutes=60)
    path.write_bytes(b"".join(line(replace(entry, number=rank)) for rank, entry in enumerate((opened, *entries), 1)))
    return path
