"""All that happened in a sitting: a file to which lines are only added, a JSON object each.

The state of the room is made of it, again after every interruption. A line is on the disk before anybody is told that
it was saved. The times in it never go back, whatever the clock of the machine does.
"""

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from time import monotonic, time
from typing import IO

from answers.errors import CorrigeError
from answers.files import close_to_others, unusable
from answers.messages import Message

FILE = "log.jsonl"


class Event(StrEnum):
    """What a line of the log tells."""

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


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log; what does not belong to its kind is empty.

    Attributes
    ----------
    number, at
        The rank of the line, from 1, and when it was written, in seconds since 1970.
    student
        Whom it is about; of minutes that are given, everybody if empty.
    item, text, device, sequence, base
        Of a save: "7a.2" and what stands there; the page that sent it and its own number for it; the line that the page
        knew to have written this item last. Of a sign-in `text` is the mark of its code.
    minutes
        How long a sitting that is opened takes, or how much longer it takes.
    word
        What is said to all, the digest of a receipt or of a session; of a sign-out empty where it is of all sessions.
    origin
        The address that somebody signed in from.
    """

    what: Event
    number: int = 0
    at: float = 0.0
    student: str = ""
    item: str = ""
    text: str = ""
    device: str = ""
    sequence: int = 0
    base: int = 0
    minutes: int = 0
    word: str = ""
    origin: str = ""


USUAL = {field.name: field.default for field in fields(Entry)}


class Log:
    """The log of a folder, opened to be added to; a line that was cut off by an interruption is taken away.

    A line that is no entry anywhere else is a CorrigeError: it was not written so.
    """

    def __init__(self, folder: Path, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic) -> None:
        self.path = folder / FILE
        self.entries = read_log(self.path)
        last = self.entries[-1] if self.entries else Entry(Event.OPEN)
        self.number, self._last = last.number, last.at
        self._begun, self._steady = max(wall(), last.at), steady
        self._zero = steady()
        try:
            self._file: IO[bytes] = self.path.open("ab")
            close_to_others(self.path)
            self._file.truncate(_whole(self.path.read_bytes()))
        except OSError as error:
            raise unusable(self.path, error) from error

    @property
    def now(self) -> float:
        """The time: that of the machine at the start, and what has passed since; never before the last line."""
        return max(self._begun + self._steady() - self._zero, self._last)

    def stamped(self, entry: Entry) -> Entry:
        """Return an entry with its number and time, unless it has one; it is to be added, in this order."""
        self.number, self._last = self.number + 1, entry.at or round(self.now, 3)
        return replace(entry, number=self.number, at=self._last)

    def add(self, entries: Sequence[Entry]) -> None:
        """Write entries that were stamped, and wait until they are on the disk."""
        self._file.write(b"".join(map(line, entries)))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def read_log(path: Path) -> list[Entry]:
    """Return what a log says, but for a last line that was not written to its end."""
    try:
        content = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise unusable(path, error) from error
    entries = []
    for number, one in enumerate(content[: _whole(content)].splitlines(), 1):
        try:
            told = json.loads(one)
            assert told["number"] == number
            assert all(isinstance(value, type(USUAL[name])) for name, value in told.items() if name != "what")
            entries.append(Entry(**{**told, "what": Event(told["what"])}))
        except (AssertionError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            place = Message("{path}, line {number}", path=path, number=number)
            remedy = (
                "the lines before it are intact: keep a copy of the file, then remove this line and the following ones"
            )
            raise CorrigeError.one("this line of the log is damaged", place=place, remedy=remedy) from error
    return entries


def line(entry: Entry) -> bytes:
    """Return an entry as a line of the log."""
    told = {name: value for name, value in asdict(entry).items() if value != USUAL[name]}
    return json.dumps(told).encode() + b"\n"


def _whole(content: bytes) -> int:
    """How many bytes are whole lines."""
    return content.rfind(b"\n") + 1
