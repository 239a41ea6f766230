"""A tiny class that sits in a browser, without one: its events."""

from dataclasses import replace

from answers.classroom.db import transaction
from answers.classroom.folder import ClassData
from answers.classroom.sitting import Event, EventKind, insert_events, receipt

BEGUN = 1_782_000_000.0
"""In June 2026."""


def typed(student: str, item: str, text: str, sequence: int, after: float = 60.0) -> Event:
    return Event(EventKind.SAVE, 0, BEGUN + after, student, item, text, f"page-{student}", 0, sequence)


def longer(student: str, minutes: int) -> Event:
    return Event(EventKind.TIME, 0, BEGUN, student, minutes=minutes)


def came(student: str) -> Event:
    return Event(EventKind.SIGN_IN, 0, BEGUN + 1, student, device=f"session-{student}")


def sheet(student: str, u0: int) -> Event:
    return Event(EventKind.SHEET, 0, BEGUN, student, text=str(u0))


def handed_in(student: str, u0: int, texts: dict[str, str], after: float = 120.0) -> Event:
    return Event(EventKind.HAND_IN, 0, BEGUN + after, student, text=receipt(student, u0, BEGUN + after, texts))


def write_events(class_data: ClassData, *events: Event) -> None:
    """Write the events of an exam that begins at `BEGUN` and goes on for an hour, in the place of others."""
    opened = Event(EventKind.OPEN, 0, BEGUN, minutes=60)
    with transaction(class_data.folder) as connection:
        connection.execute("DELETE FROM event")
        insert_events(connection, (replace(event, seq=rank) for rank, event in enumerate((opened, *events), 1)))
