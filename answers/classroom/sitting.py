"""The events of an exam taken in a browser, and the state that follows from them: presence, texts of boxes, times.

Events are rows of the store, appended and never changed; the same events give the same state, after any interruption.
The serving process loads this module, so it imports no exam.
"""

import json
import re
import sqlite3
from base64 import b32encode
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import TypeAlias

from answers.classroom.db import FILE, LAST_SEED, check_cell_types, damaged_row, insert
from answers.files import read_limited, write_atomic

MINUTE = 60
"""Seconds of a minute."""
GRACE = 60.0
"""Seconds after the end during which a save still counts, for slow networks."""
LATEST, LONGEST = 32_503_680_000.0, 1_000_000
"""The latest time of an event, in the year 3000, and the most minutes of an event."""
LISTED = "list"
"""The text of an event for extra time that the class list gives a student."""
LEFT_BLANK = "–"
"""The text for an empty box of a part that has other answers."""
RECEIPT = re.compile(r"[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}")


class EventKind(StrEnum):
    """The kind of an event in a sitting."""

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
    ANEW = "anew"  # the sitting starts again: the events before no longer count


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a sitting; attributes that its kind does not use are empty.

    seq, at
        The rank of the event, from 1, and its time in seconds since 1970, rounded to milliseconds.
    student
        The identifier of a student; "" for the teacher, and for extra time and messages for all students.
    item, text
        Of a save: the item, such as "7a.2", and its text. Otherwise `text` is the seed of a sheet, a message, a
        receipt, the identifier of a refused sign-in, or a short digest of the code or token of a sign-in.
    device
        The page that sent a save; the digest of the browser's cookie of a sign-in or sign-out, "" for all browsers of
        a student.
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
    """Return the events with a rank above `after`, in order; CorrigeError for values that corrige never writes."""
    query = f"SELECT {', '.join(Event.__slots__)} FROM event WHERE seq > ? ORDER BY seq"  # noqa: S608 - columns
    check_cell_types(connection, "event", FILE, after)
    cursor = connection.cursor()
    cursor.row_factory = None  # as tuples: an exam has a million events, and students wait while a server starts
    rows = cursor.execute(query, (after,))
    try:
        events = [Event(EventKind(kind), seq, float(at), *others) for kind, seq, at, *others in rows]
    except ValueError as error:
        raise damaged_row(FILE, "event") from error
    for event in events:
        is_sheet_known = event.kind is not EventKind.SHEET or (event.text.isdecimal() and int(event.text) <= LAST_SEED)
        if not (0 <= event.at < LATEST and abs(event.minutes) < LONGEST and is_sheet_known):
            raise damaged_row(FILE, "event", str(event.seq))
    return events


def insert_events(connection: sqlite3.Connection, events: Iterable[Event]) -> None:
    """Append events, which must have their rank and time."""
    names = Event.__slots__
    cells = ({name: getattr(event, name) for name in names} for event in events)
    insert(connection, "event", ({**row, "at": f"{row['at']:.3f}"} for row in cells))


REVOKED_CODES = "revoked-codes.txt"
"""The file with the hashes of replaced codes, one a line; if an earlier `class.db` is put back, they stay invalid."""
REVOKED = "revoked"
"""The text in place of the hash of a revoked code, which no hash equals."""


def read_codes(connection: sqlite3.Connection, folder: Path) -> dict[str, str]:
    """Return the hash of each student's code by identifier; REVOKED if the code was replaced."""
    revoked = revoked_codes(folder)
    rows = map(tuple, connection.execute("SELECT student, hash FROM code"))
    return {student: REVOKED if text in revoked else text for student, text in rows}


def revoked_codes(folder: Path) -> frozenset[str]:
    """Return the hashes of the codes of a class that are no longer valid."""
    path = folder / REVOKED_CODES
    return frozenset((*read_limited(path).decode("ascii", "replace").split(), REVOKED) if path.exists() else ())


SaveId: TypeAlias = tuple[str, str, int]
"""The student, the page (`Event.device`) and the number (`Event.sequence`) of a save, which no other save has."""
LAST_EVENT = "last-event.txt"
"""The file with the number of events and the number of lost events, then each student's last save as JSON.

It is not in the store, since an earlier state of the store may be put back: the events after it are then lost.
"""


def record_last_event(folder: Path, count: int, saves: Set[SaveId], last: Iterable[SaveId]) -> int:
    """Write the number of the store's events (`count`) to a file beside the store; return the number of lost events.

    If the file has a greater number, an earlier store was put back, or part of one: as many events count as lost, until
    the file is deleted.
    `saves` are all saves of the store, and `last` the last of each student. A save of the file that is not in the store
    stays in the file: it is in another copy of the store.
    """
    lost, missing = lost_since(folder, count, saves)
    content = f"{count} {lost}\n{json.dumps(sorted({*missing, *last}))}\n".encode()
    path = folder / LAST_EVENT
    if not path.exists() or read_limited(path) != content:
        write_atomic(path, content, overwrite=True, is_last=False, mode=0o600)
    return max(lost, len(missing))


def lost_since(folder: Path, count: int, saves: Set[SaveId]) -> tuple[int, frozenset[SaveId]]:
    """Return the number of lost events, and the recorded saves that are not in `saves`; see `record_last_event`."""
    path = folder / LAST_EVENT
    numbers, _, recorded = (read_limited(path).decode("utf-8", "replace") if path.exists() else "").partition("\n")
    words = numbers.split()
    if len(words) != 2 or not all(word.isdecimal() and len(word) < 16 for word in words):
        return 0, frozenset()
    try:
        known = frozenset((str(student), str(page), int(number)) for student, page, number in json.loads(recorded))
    except (ValueError, TypeError):  # of an earlier version, or damaged
        known = frozenset()
    return int(words[1]) + max(0, int(words[0]) - count), known - saves


def receipt(student: str, u0: int, at: float, texts: Mapping[str, str]) -> str:
    """Return the receipt of a paper, such as "K7QM-2XDP-R4TZ": 60 bits of a digest of student, seed, time and texts."""
    written = sorted((item, text) for item, text in texts.items() if text)
    content = json.dumps([student, u0, round(at, 3), written]).encode()
    digest = b32encode(sha256(content).digest()).decode()
    return "-".join(digest[start : start + 4] for start in (0, 4, 8))


def part_texts(items: Iterable[str], texts: Mapping[str, str]) -> tuple[str, ...]:
    """Return the texts of the boxes of a part, with a dash for each empty box; () if all are empty.

    Without the dashes, a text in the first box alone could be read as a list of all answers.
    """
    written = [texts.get(item, "") for item in items]
    return tuple(text if text.strip() else LEFT_BLANK for text in written) if any(map(str.strip, written)) else ()


class SaveStatus(StrEnum):
    """The result of a save."""

    KEPT = "kept"
    ASIDE = "aside"  # another page has written the box since, so the text is stored beside it
    LATE = "late"  # after the end; it counts if the teacher gives more time
    KNOWN = "known"  # saved before
    REFUSED = "refused"  # the student has handed in


@dataclass(slots=True)
class Seat:
    """The state of one student in a sitting.

    Attributes
    ----------
    u0
        The seed of the sheet that the student sees; None if the store does not have it.
    extra, listed, after_close
        Extra minutes in all, those that the class list gives, and those that the teacher gave after closing the exam.
    first, last
        Times of the first sign-in and of the last save; 0 if there is none.
    handed_in
        The event of handing in; None before it.
    boxes, aside, late
        The current save of each item; the last save of each item with status ASIDE; the saves after the end.
    placed
        The rank of the event by which a save became current; for a save after the end, the event that gave more time.
    devices
        The number of each page's last save, as the page counts its saves.
    """

    u0: int | None = None
    extra: int = 0
    listed: int = 0
    after_close: int = 0
    first: float = 0.0
    last: float = 0.0
    saves: int = 0
    characters: int = 0
    handed_in: Event | None = None
    boxes: dict[str, Event] = field(default_factory=dict)
    placed: dict[str, int] = field(default_factory=dict)
    aside: dict[str, Event] = field(default_factory=dict)
    late: list[Event] = field(default_factory=list)
    devices: dict[str, int] = field(default_factory=dict)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the boxes by item, without empty ones."""
        return {item: save.text for item, save in self.boxes.items() if save.text}


class ExamSession:
    """The state of a sitting: seats by identifier, times, the teacher's messages, and signed-in browsers.

    `seq` and `at` are those of the last event. `begun` and `closed` are times, None before; `minutes` is the duration
    with the extra time of all students. `browsers` has the student ("" for the teacher) and a short digest of the code
    used, by the digest of a browser's cookie.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.seq, self.at = 0, 0.0
        self._reset()
        for event in events:
            self.take(event)

    def _reset(self) -> None:
        """Start the sitting again, without any student."""
        self.seats: defaultdict[str, Seat] = defaultdict(Seat)
        self.begun: float | None = None
        self.minutes = 0
        self.closed: float | None = None
        self.messages: list[Event] = []
        self.browsers: dict[str, tuple[str, str]] = {}

    @property
    def typed(self) -> dict[str, Seat]:
        """The seats of students who have typed answers, by identifier."""
        return {student: seat for student, seat in self.seats.items() if seat.saves}

    @property
    def last_end(self) -> float:
        """The latest end of a student's time, in seconds since 1970; infinity before the exam begins."""
        return max((self.end(student) for student in self.seats), default=self.end(""))

    def end(self, student: str) -> float:
        """Return the end of a student's time, in seconds since 1970; infinity before the exam begins.

        Time that the teacher gives the student after closing the exam counts from the closing.
        """
        if self.begun is None:
            return inf
        seat = self.seats.get(student) or Seat()
        end = self.begun + MINUTE * (self.minutes + seat.extra)
        return end if self.closed is None else min(end, self.closed + MINUTE * seat.after_close)

    def take(self, event: Event) -> SaveStatus:
        """Apply an event to the state, and return the status of a save; KNOWN for other events."""
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
            for browser, (student, _) in list(self.browsers.items()):
                if student == event.student and event.device in ("", browser):
                    del self.browsers[browser]
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
        seat.characters += len(save.text)
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
            self.messages.append(event)
        elif event.kind is EventKind.ANEW:
            self._reset()
        elif event.student:
            seat = self.seats[event.student]
            seat.extra += event.minutes
            if event.text == LISTED:
                seat.listed += event.minutes
            elif self.closed is not None:
                seat.after_close += event.minutes
        else:
            self.minutes += event.minutes
        if event.kind in (EventKind.OPEN, EventKind.TIME):  # late saves may be in time now
            for seat in self.seats.values():
                seat.after_close = 0 if self.closed is None else seat.after_close
                late, seat.late = seat.late, []
                for save in late:
                    self._place(seat, save)

    def _place(self, seat: Seat, save: Event) -> SaveStatus:
        """Store a save in the box, beside it or among the late saves, and return its status."""
        stored = seat.boxes.get(save.item)
        if save.at > self.end(save.student) + GRACE:
            seat.late.append(save)
            return SaveStatus.LATE
        if stored is not None and stored.device != save.device and stored.seq != save.base:
            seat.aside[save.item] = save
            return SaveStatus.ASIDE
        seat.boxes[save.item], seat.placed[save.item] = save, self.seq
        seat.aside.pop(save.item, None)
        return SaveStatus.KEPT
