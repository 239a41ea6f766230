"""The browser sessions of an exam; a student's session ends when a new code is printed or the teacher ends it."""

from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from answers.errors import CorrigeError
from answers.web.common.guard import Sessions, digest
from answers.web.sitting.codes import FILE, HashedCode, read_codes
from answers.web.sitting.log import Entry, Event

TEACHER = ""
"""The user of the teacher's session; the user of a student's session is the student's identifier."""


class CodeMarks:
    """The marks of the current codes by student, read again when the file of codes changes."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._version: tuple[int, int, int] | None = None
        self._marks: dict[str, str] = {}

    def of(self, student: str) -> str:
        """Return the mark of a student's code, "" if there is none; the last known one if the file is unreadable."""
        with self._lock:
            try:
                status = (self._folder / FILE).stat()
            except OSError:
                return self._marks.get(student, "")
            version = (status.st_ino, status.st_mtime_ns, status.st_size)
            if version != self._version:
                with suppress(CorrigeError):
                    self._marks = {name: code_mark(code) for name, code in read_codes(self._folder).items()}
                    self._version = version
            return self._marks.get(student, "")


def code_mark(code: HashedCode) -> str:
    """Return a digest that identifies a code and reveals nothing about it."""
    return digest(f"{code.salt.hex()} {code.digest.hex()}")[:16]


@dataclass(frozen=True)
class SittingSessions(Sessions[str]):
    """Sessions by the digest of their cookie; a student's session is valid while the code of its sign-in is."""

    codes: CodeMarks = field(kw_only=True)
    signed_in: MutableMapping[str, str] = field(default_factory=dict)

    def user(self, request: Request) -> str | None:
        """Return the user of a request, None if its browser has no valid session."""
        word = digest(request.cookies.get(self.cookie, ""))
        student = self.known.get(word)
        if student is None or student == TEACHER:
            return student
        if self.codes.of(student) in ("", self.signed_in.get(word)):  # without a code, nobody else can have signed in
            return student
        self.known.pop(word, None)
        return None

    def begin_student(self, response: Response, student: str, mark: str) -> str:
        """Begin a student's session with the mark of the code used; return the digest of its cookie."""
        word = self.begin(response, student)
        self.signed_in[word] = mark
        return word

    def end_all(self, student: str) -> None:
        """End all sessions of a student."""
        for word in [word for word, user in self.known.items() if user == student]:
            self.known.pop(word, None)


def sitting_sessions(
    cookie: str, folder: Path, entries: Iterable[Entry], *, is_secure: bool = False
) -> SittingSessions:
    """Return the sessions recorded in the log of an exam session."""
    known: dict[str, str] = {}
    marks: dict[str, str] = {}
    for entry in entries:
        if entry.what is Event.SIGN_IN:
            known[entry.word], marks[entry.word] = entry.student, entry.text
        elif entry.what is Event.SIGN_OUT and entry.word:
            known.pop(entry.word, None)
        elif entry.what is Event.SIGN_OUT:
            known = {word: user for word, user in known.items() if user != entry.student}
    return SittingSessions(cookie, is_secure, known, codes=CodeMarks(folder), signed_in=marks)
