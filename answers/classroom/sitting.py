"""The events of an exam taken in a browser, and the state computed from them: presence, texts of the boxes, times.

Events are rows of the store, appended and never changed; the same events give the same state, after any interruption.
The serving process loads this module, so it imports no exam.
"""

import json
import re
import sqlite3
from base64 import b32encode
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from math import inf
from pathlib import Path

from answers.classroom.db import insert
from answers.files import read_limited, write_atomic

MINUTE = 60
GRACE = 60.0
"""Seconds after the end during which a save still counts, for slow networks."""
LISTED = "list"
"""The text of events for extra time of the class list."""
LEFT_BLANK = "–"
RECEIPT = re.compile(r"[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}")


class EventKind(StrEnum):
    """The kind of an event. ANEW begins the sitting anew: the events before it no longer count."""

    SHEET = "sheet"
    OPEN = "open"
    SIGN_IN = "sign-in"
    SIGN_OUT = "sign-out"
    REFUSED = "refused"
    SAVE = "save"
    HAND_IN = "hand-in"
    REOPEN = "reopen"
    TIME = "time"
    MESSAGE = "message"
    CLOSE = "close"
    ANEW = "anew"


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a sitting; fields that its kind does not use are empty.

    Attributes
    ----------
    seq, at
        The rank of the event, from 1, and its time in seconds since 1970, rounded to milliseconds.
    student
        The student of the event; "" for the teacher, and for extra time, messages and times of all students.
    item, text
        Of a save: the item, such as "7a.2", and its text. Otherwise `text` is the seed of a sheet, a message, a
        receipt, the identifier of a refused sign-in, or the mark of the code or token of a sign-in.
    device
        The page that sent a save; the digest of the browser's cookie that a sign-in or sign-out concerns, "" for all
        browsers of a student.
    base, sequence
        Of a save: the event that last wrote the item, as far as the page knew, and the page's own number of the save.
    minutes
        The duration of an exam that begins, or the extra time.
    origin
        The network address of a sign-in.
    """

    kind: EventKind
    seq: int = 0
    at: float = 0.0
    student: str = ""
    item: str = ""
    text: str = ""
    device: str = ""
    base: int = 0
    sequence: int = 0
    minutes: int = 0
    origin: str = ""


def read_events(connection: sqlite3.Connection, after: int = 0) -> list[Event]:
    """Return the events of a class after a rank, in their order."""
    rows = connection.execute("SELECT * FROM event WHERE seq > ? ORDER BY seq", (after,))
    return [Event(**{**row, "kind": EventKind(row["kind"]), "at": float(row["at"])}) for row in map(dict, rows)]


def insert_events(connection: sqlite3.Connection, events: Iterable[Event]) -> None:
    """Append events, which have their rank and time."""
    names = Event.__slots__
    cells = ({name: getattr(event, name) for name in names} for event in events)
    insert(connection, "event", ({**row, "at": f"{row['at']:.3f}"} for row in cells))


REVOKED_CODES = "revoked-codes.txt"
"""The file with the hashes of codes that were replaced, one a line; an earlier `class.db` put back revives none."""
REVOKED = "revoked"
"""In place of the hash of a revoked code, which nothing equals."""


def read_codes(connection: sqlite3.Connection, folder: Path) -> dict[str, str]:
    """Return the hash of each student's code, REVOKED if it was replaced before an earlier store was put back."""
    revoked = revoked_codes(folder)
    rows = map(tuple, connection.execute("SELECT student, hash FROM code"))
    return {student: REVOKED if text in revoked else text for student, text in rows}


def revoked_codes(folder: Path) -> frozenset[str]:
    """Return the hashes of the codes of a class that are no longer valid."""
    path = folder / REVOKED_CODES
    return frozenset((*read_limited(path).decode("ascii", "replace").split(), REVOKED) if path.exists() else ())


LAST_EVENT = "last-event.txt"
"""The file with the rank of the last event and the number of lost events, beside the store.

An earlier state of the store may be put back: events after it are lost.
"""


def record_last_event(folder: Path, seq: int) -> None:
    """Record the rank of the last event; events that were recorded before, with a higher rank, are lost."""
    lost = count_lost_events(folder, seq)
    content = f"{seq} {lost}\n".encode()
    path = folder / LAST_EVENT
    if not path.exists() or read_limited(path) != content:
        write_atomic(path, content, overwrite=True, is_last=False, mode=0o600)


def count_lost_events(folder: Path, seq: int) -> int:
    """Return the number of events that are lost where the last event of the store has the rank `seq`."""
    path = folder / LAST_EVENT
    words = read_limited(path).decode("ascii", "replace").split() if path.exists() else []
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 16 for word in words):
        return 0
    return int(words[1]) + max(0, int(words[0]) - seq)


def receipt(student: str, u0: int, at: float, texts: Mapping[str, str]) -> str:
    """Return a receipt such as "K7QM-2XDP-R4TZ": 60 bits of a digest of student, seed, time and texts by item."""
    written = sorted((item, text) for item, text in texts.items() if text)
    content = json.dumps([student, u0, round(at, 3), written]).encode()
    digest = b32encode(sha256(content).digest()).decode()
    return "-".join(digest[start : start + 4] for start in (0, 4, 8))


def part_texts(items: Iterable[str], texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts of the boxes of a part, with a dash for each empty one; () if all are empty.

    Without the dashes, a text in the first box alone could be read as a list of all answers.
    """
    written = [texts.get(item, "") for item in items]
    return tuple(text if text.strip() else LEFT_BLANK for text in written) if any(map(str.strip, written)) else ()


class SaveStatus(StrEnum):
    """The status of a save.

    KEPT: its text is the text of the box. ASIDE: another page has written the box since, so its text is kept apart.
    LATE: it came after the end and counts if the teacher gives time. KNOWN: it was saved before. REFUSED: the student
    has handed in.
    """

    KEPT = "kept"
    ASIDE = "aside"
    LATE = "late"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(slots=True)
class Seat:
    """The state of one student in a sitting.

    Attributes
    ----------
    u0
        The seed of the sheet that the student sees.
    extra, listed
        Extra minutes in all, and those of them that come from the class list.
    first, last
        Times of the first sign-in and of the last save.
    saves
        Number of saves.
    handed_in
        The event of handing in, None before.
    boxes, aside, late
        The current save of each item; the last save of each item with status ASIDE; the saves after the end.
    devices
        The number of the last save of each page.
    """

    u0: int | None = None
    extra: int = 0
    listed: int = 0
    first: float = 0.0
    last: float = 0.0
    saves: int = 0
    handed_in: Event | None = None
    boxes: dict[str, Event] = field(default_factory=dict)
    aside: dict[str, Event] = field(default_factory=dict)
    late: list[Event] = field(default_factory=list)
    devices: dict[str, int] = field(default_factory=dict)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the boxes by item, without the empty ones."""
        return {item: save.text for item, save in self.boxes.items() if save.text}


class ExamSession:
    """The state of a sitting: seats by identifier, times, the teacher's messages, and signed-in browsers.

    Attributes
    ----------
    seq, at
        The rank and the time of the last event.
    begun, minutes, closed
        The time at which the exam began, its duration with the extra time of all, and the time at which it was closed.
    browsers
        By digest of a cookie, the student ("" for the teacher) and the mark of the code used.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seq, self.at = 0, 0.0
        self._reset()
        for event in events:
            self.take(event)

    def _reset(self) -> None:
        self.seats: defaultdict[str, Seat] = defaultdict(Seat)
        self.begun: float | None = None
        self.minutes = 0
        self.closed: float | None = None
        self.said: list[Event] = []
        self.browsers: dict[str, tuple[str, str]] = {}

    @property
    def typed(self) -> dict[str, Seat]:
        """The students who have typed answers, with their seats."""
        return {student: seat for student, seat in self.seats.items() if seat.saves}

    @property
    def last_end(self) -> float:
        """The end of the time of the student with the most, in seconds since 1970; infinity before the beginning."""
        return max((self.end(student) for student in self.seats), default=self.end(""))

    def end(self, student: str) -> float:
        """Return the end of a student's time, in seconds since 1970; infinity before the exam begins."""
        if self.begun is None:
            return inf
        end = self.begun + MINUTE * (self.minutes + (self.seats[student].extra if student in self.seats else 0))
        return min(end, self.closed) if self.closed is not None else end

    def take(self, event: Event) -> SaveStatus:
        """Apply an event, and return the status of a save; KNOWN for other events."""
        self.seq, self.at = max(self.seq, event.seq), max(self.at, event.at)
        if event.kind is EventKind.SAVE:
            return self._take_save(self.seats[event.student], event)
        if event.kind in (EventKind.OPEN, EventKind.TIME, EventKind.CLOSE, EventKind.MESSAGE, EventKind.ANEW):
            self._take_teacher_event(event)
        elif event.kind is EventKind.SIGN_IN:
            self.browsers[event.device] = event.student, event.text
            if event.student:
                self.seats[event.student].first = self.seats[event.student].first or event.at
        elif event.kind is EventKind.SIGN_OUT:
            gone = [
                word
                for word, (student, _) in self.browsers.items()
                if student == event.student and event.device in ("", word)
            ]
            for word in gone:
                del self.browsers[word]
        elif event.kind is EventKind.SHEET:
            self.seats[event.student].u0 = int(event.text)
        elif event.kind in (EventKind.HAND_IN, EventKind.REOPEN):
            self.seats[event.student].handed_in = event if event.kind is EventKind.HAND_IN else None
        return SaveStatus.KNOWN

    def _take_save(self, seat: Seat, save: Event) -> SaveStatus:
        if save.sequence <= seat.devices.get(save.device, 0):
            return SaveStatus.KNOWN
        if seat.handed_in:
            return SaveStatus.REFUSED
        seat.devices[save.device] = save.sequence
        seat.last = save.at
        seat.saves += 1
        return self._place(seat, save)

    def _take_teacher_event(self, event: Event) -> None:
        """Apply an action of the teacher; only extra time may concern a single student."""
        if event.kind is EventKind.OPEN:
            if self.begun is None:
                self.begun, self.minutes = event.at, event.minutes
            self.closed = None
        elif event.kind is EventKind.CLOSE:
            self.closed = event.at
        elif event.kind is EventKind.MESSAGE:
            self.said.append(event)
        elif event.kind is EventKind.ANEW:
            self._reset()
        elif event.student:
            seat = self.seats[event.student]
            seat.extra += event.minutes
            seat.listed += event.minutes if event.text == LISTED else 0
        else:
            self.minutes += event.minutes
        if event.kind in (EventKind.OPEN, EventKind.TIME):  # late saves may be in time now
            for seat in self.seats.values():
                late, seat.late = seat.late, []
                for save in late:
                    self._place(seat, save)

    def _place(self, seat: Seat, save: Event) -> SaveStatus:
        stored = seat.boxes.get(save.item)
        if save.at > self.end(save.student) + GRACE:
            seat.late.append(save)
            return SaveStatus.LATE
        if stored is not None and stored.device != save.device and stored.seq != save.base:
            seat.aside[save.item] = save
            return SaveStatus.ASIDE
        seat.boxes[save.item] = save
        seat.aside.pop(save.item, None)
        return SaveStatus.KEPT
