"""The state of an exam room, made of its log: who is there, what stands in which box, how much time is left.

The same lines give the same state, wherever the program was interrupted.
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
    """Return "K7QM-2XDP-R4TZ": 60 bits of a digest of who, which seed, when and the texts by item."""
    written = sorted((item, text) for item, text in texts.items() if text)
    told = json.dumps([student, u0, round(at, 3), written]).encode()
    digest = b32encode(sha256(told).digest()).decode()
    return "-".join(digest[start : start + 4] for start in (0, 4, 8))


MINUTE = 60
GRACE = 60.0
"""Seconds after the end within which a save counts: a network was slow, and nobody types any more."""


LISTED = "list"
"""The word of minutes that the list of the class gives, or takes again."""


class SaveStatus(StrEnum):
    """What became of a save.

    It stands in its box; it waits beside it, another page having written there since; it came after the end, and counts
    if the teacher gives time; it was in the log already; it is refused, since the student has handed in.
    """

    KEPT = "kept"
    ASIDE = "aside"
    LATE = "late"
    KNOWN = "known"
    REFUSED = "refused"


@dataclass(slots=True)
class Seat:
    """A student of the sitting: the minutes beyond those of all, what stands in the boxes, and what does not.

    `listed` of the minutes are given by the list. `boxes` has the save that holds for each item, `aside` the last that
    another page's displaced, `late` what came after the end; `saves` counts them all, `devices` has the last number of
    each page.
    """

    given: int = 0
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
        """What stands in the boxes, by item; empty ones are left out."""
        return {item: save.text for item, save in self.boxes.items() if save.text}


class ExamSession:
    """A sitting of some students: their seats by identifier, and what the teacher said and did."""

    def __init__(self, students: Iterable[str], entries: Iterable[Entry] = ()) -> None:
        self.seats = {student: Seat() for student in students}
        self.begun: float | None = None
        self.minutes = 0
        self.closed: float | None = None
        self.said: list[Entry] = []
        for entry in entries:
            self.take(entry)

    def end(self, student: str) -> float:
        """Return when a student's time is over; never, before the sitting is opened."""
        if self.begun is None:
            return inf
        seat = self.seats[student]
        end = self.begun + MINUTE * (self.minutes + seat.given)
        return min(end, self.closed) if self.closed is not None else end

    def save_status(self, save: Entry) -> SaveStatus:
        """Return what becomes of a save that comes at its time."""
        seat = self.seats[save.student]
        if save.sequence <= seat.devices.get(save.device, 0):
            return SaveStatus.KNOWN
        return SaveStatus.REFUSED if seat.handed_in else self._place(seat, save)

    def take(self, entry: Entry) -> SaveStatus:
        """Let what a line of the log tells happen; what becomes of it if it is a save."""
        seat, status = self.seats.get(entry.student), SaveStatus.KNOWN
        if entry.what in (Event.OPEN, Event.TIME, Event.CLOSE, Event.MESSAGE):
            self._take_of_all(entry, seat)
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

    def _take_of_all(self, entry: Entry, seat: Seat | None) -> None:
        """Let happen what the teacher does for all, or for one where it is time."""
        if entry.what is Event.OPEN:
            if self.begun is None:
                self.begun, self.minutes = entry.at, entry.minutes
            self.closed = None
        elif entry.what is Event.CLOSE:
            self.closed = entry.at
        elif entry.what is Event.MESSAGE:
            self.said.append(entry)
        elif seat:
            seat.given += entry.minutes
            seat.listed += entry.minutes if entry.word == LISTED else 0
        elif not entry.student:
            self.minutes += entry.minutes
        if entry.what in (Event.OPEN, Event.TIME):  # what came too late may not be late any more
            for one in self.seats.values():
                waiting, one.late = one.late, []
                for save in waiting:
                    self._settle(one, save)

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
        there = seat.boxes.get(save.item)
        is_next = there is None or there.device == save.device or there.number == save.base
        return SaveStatus.KEPT if is_next else SaveStatus.ASIDE
