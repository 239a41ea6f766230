"""The state of an exam session, computed from its log: presence, texts of the boxes, times.

The same log gives the same state, after any interruption.
"""

import json
import re
from base64 import b32encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from math import inf

from answers.web.sitting.log import Entry, Event

RECEIPT = re.compile(r"[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}")


def receipt(student: str, u0: int, at: float, texts: Mapping[str, str]) -> str:
    """Return a receipt such as "K7QM-2XDP-R4TZ": 60 bits of a digest of student, seed, time and texts by item."""
    written = sorted((item, text) for item, text in texts.items() if text)
    content = json.dumps([student, u0, round(at, 3), written]).encode()
    digest = b32encode(sha256(content).digest()).decode()
    return "-".join(digest[start : start + 4] for start in (0, 4, 8))


MINUTE = 60
GRACE = 60.0
"""Seconds after the end during which a save still counts, for slow networks."""


LISTED = "list"
"""The `word` of entries for extra time of the class list."""


class SaveStatus(StrEnum):
    """The status of a save.

    KEPT: its text is the text of the box. ASIDE: another page has written the box since, so its text is kept apart.
    LATE: it came after the end and counts if the teacher gives time. KNOWN: it is in the log already. REFUSED: the
    student has handed in.
    """

    KEPT = "kept"
    ASIDE = "aside"
    LATE = "late"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(slots=True)
class Seat:
    """The state of one student in an exam session.

    Attributes
    ----------
    extra, listed
        Extra minutes in all, and those of them that come from the class list.
    first, last
        Times of the first sign-in and of the last save.
    saves
        Number of saves.
    handed_in
        The log line of handing in, None before.
    boxes, aside, late
        The current save of each item; the last save of each item with status ASIDE; the saves after the end.
    devices
        The number of the last save of each page.
    sessions
        Digests of the student's session cookies.
    """

    extra: int = 0
    listed: int = 0
    first: float = 0.0
    last: float = 0.0
    saves: int = 0
    handed_in: Entry | None = None
    boxes: dict[str, Entry] = field(default_factory=dict)
    aside: dict[str, Entry] = field(default_factory=dict)
    late: list[Entry] = field(default_factory=list)
    devices: dict[str, int] = field(default_factory=dict)
    sessions: set[str] = field(default_factory=set)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the boxes by item, without the empty ones."""
        return {item: save.text for item, save in self.boxes.items() if save.text}


class ExamSession:
    """An exam session: the state of each student by identifier, times, and the teacher's messages."""

    def __init__(self, students: Iterable[str], entries: Iterable[Entry] = ()) -> None:
        self.seats = {student: Seat() for student in students}
        self.begun: float | None = None
        self.minutes = 0
        self.closed: float | None = None
        self.said: list[Entry] = []
        for entry in entries:
            self.take(entry)

    def end(self, student: str) -> float:
        """Return the end of a student's time, in seconds since 1970; infinity before the exam begins."""
        if self.begun is None:
            return inf
        seat = self.seats[student]
        end = self.begun + MINUTE * (self.minutes + seat.extra)
        return min(end, self.closed) if self.closed is not None else end

    def save_status(self, save: Entry) -> SaveStatus:
        """Return the status that a save will have, without applying it."""
        seat = self.seats[save.student]
        if save.sequence <= seat.devices.get(save.device, 0):
            return SaveStatus.KNOWN
        return SaveStatus.REFUSED if seat.handed_in else self._place(seat, save)

    def take(self, entry: Entry) -> SaveStatus:
        """Apply a log line, and return the status of a save; KNOWN for other events."""
        seat, status = self.seats.get(entry.student), SaveStatus.KNOWN
        if entry.what in (Event.OPEN, Event.TIME, Event.CLOSE, Event.MESSAGE):
            self._take_teacher_event(entry, seat)
        elif seat and entry.what is Event.SAVE:
            status = self.save_status(entry)
            if status in (SaveStatus.KEPT, SaveStatus.ASIDE, SaveStatus.LATE):
                seat.devices[entry.device] = entry.sequence
                seat.last = entry.at
                seat.saves += 1
                self._settle(seat, entry)
        elif seat and entry.what is Event.SIGN_IN:
            seat.first = seat.first or entry.at
            seat.sessions.add(entry.word)
        elif seat and entry.what in (Event.HAND_IN, Event.REOPEN):
            seat.handed_in = entry if entry.what is Event.HAND_IN else None
        return status

    def _take_teacher_event(self, entry: Entry, seat: Seat | None) -> None:
        """Apply an action of the teacher; only extra time may concern a single student."""
        if entry.what is Event.OPEN:
            if self.begun is None:
                self.begun, self.minutes = entry.at, entry.minutes
            self.closed = None
        elif entry.what is Event.CLOSE:
            self.closed = entry.at
        elif entry.what is Event.MESSAGE:
            self.said.append(entry)
        elif seat:
            seat.extra += entry.minutes
            seat.listed += entry.minutes if entry.word == LISTED else 0
        elif not entry.student:
            self.minutes += entry.minutes
        if entry.what in (Event.OPEN, Event.TIME):  # late saves may be in time now
            for student_seat in self.seats.values():
                late, student_seat.late = student_seat.late, []
                for save in late:
                    self._settle(student_seat, save)

    def _settle(self, seat: Seat, save: Entry) -> None:
        status = self._place(seat, save)
        if status is SaveStatus.LATE:
            seat.late.append(save)
        elif status is SaveStatus.ASIDE:
            seat.aside[save.item] = save
        else:
            seat.boxes[save.item] = save
            seat.aside.pop(save.item, None)

    def _place(self, seat: Seat, save: Entry) -> SaveStatus:
        if save.at > self.end(save.student) + GRACE:
            return SaveStatus.LATE
        stored = seat.boxes.get(save.item)
        is_next = stored is None or stored.device == save.device or stored.number == save.base
        return SaveStatus.KEPT if is_next else SaveStatus.ASIDE
