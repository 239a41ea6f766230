"""The log of an exam session: an append-only file with one JSON object per line.

The state of the session is computed from the log. A line is on the disk before its save is acknowledged. Times never
decrease, even if the clock of the machine does.
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
    """The type of a line of the log."""

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
    """A line of the log; fields that its event does not use are empty.

    Attributes
    ----------
    number, at
        The rank of the line, from 1, and the time at which it was written, in seconds since 1970.
    student
        The student of the event; extra time without a student is for all.
    item, text, device, sequence, base
        Of a save: the item, such as "7a.2", and its text; the page that sent it and the page's number of the save; the
        number of the line that last wrote this item, as far as the page knew. Of a sign-in, `text` is the mark of the
        code.
    minutes
        The duration of an exam that begins, or the extra time.
    word
        The text of a message, a receipt, or the digest of a session; empty for a sign-out from all sessions.
    origin
        The network address of a sign-in.
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


DEFAULTS = {field.name: field.default for field in fields(Entry)}


class Log:
    """The log of a folder, opened for appending; an incomplete last line is removed.

    Any other invalid line is a CorrigeError.
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
        """The machine's time at the start plus the time elapsed since; never before the last line."""
        return max(self._begun + self._steady() - self._zero, self._last)

    def stamped(self, entry: Entry) -> Entry:
        """Return an entry with the next number, and with the time unless it has one; add entries in this order."""
        self.number, self._last = self.number + 1, entry.at or round(self.now, 3)
        return replace(entry, number=self.number, at=self._last)

    def add(self, entries: Sequence[Entry]) -> None:
        """Write stamped entries, and wait until they are on the disk."""
        self._file.write(b"".join(map(line, entries)))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def read_log(path: Path) -> list[Entry]:
    """Return the entries of a log without an incomplete last line; CorrigeError if another line is damaged."""
    try:
        content = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise unusable(path, error) from error
    entries = []
    for number, text in enumerate(content[: _whole(content)].splitlines(), 1):
        try:
            document = json.loads(text)
            assert document["number"] == number
            assert all(isinstance(value, type(DEFAULTS[name])) for name, value in document.items() if name != "what")
            entries.append(Entry(**{**document, "what": Event(document["what"])}))
        except (AssertionError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            place = Message("{path}, line {number}", path=path, number=number)
            remedy = (
                "the lines before it are intact: keep a copy of the file, then remove this line and the following ones"
            )
            raise CorrigeError.single("this line of the log is damaged", place=place, remedy=remedy) from error
    return entries


def line(entry: Entry) -> bytes:
    """Return an entry as a line of the log."""
    document = {name: value for name, value in asdict(entry).items() if value != DEFAULTS[name]}
    return json.dumps(document).encode() + b"\n"


def _whole(content: bytes) -> int:
    """Return the number of bytes of the complete lines."""
    return content.rfind(b"\n") + 1
