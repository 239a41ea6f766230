"""The sessions of a sitting: a student's ends as soon as another code is drawn, or the teacher ends it."""

from collections.abc import Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from answers.errors import CorrigeError
from answers.web.common.guard import Sessions, digest
from answers.web.sitting.codes import FILE, Hashed, read_codes
from answers.web.sitting.log import Entry, Event

TEACHER = ""
"""Whom a session of the teacher is of; those of students are of their identifier."""


class CodeMarks:
    """What tells the codes in force from others, by student, read again when their file changes."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._version: tuple[int, int, int] | None = None
        self._marks: dict[str, str] = {}

    def of(self, student: str) -> str:
        """Return the mark of a student's code, "" if there is none; while the file cannot be read, as it was."""
        with self._lock:
            try:
                status = (self._folder / FILE).stat()
            except OSError:
                return self._marks.get(student, "")
            version = (status.st_ino, status.st_mtime_ns, status.st_size)
            if version != self._version:
                with suppress(CorrigeError):
                    self._marks = {one: code_mark(code) for one, code in read_codes(self._folder).items()}
                    self._version = version
            return self._marks.get(student, "")


def code_mark(code: Hashed) -> str:
    """Return what tells a code from the one drawn before or after it, of which nothing can be learnt."""
    return digest(f"{code.salt.hex()} {code.digest.hex()}")[:16]


@dataclass(frozen=True)
class SittingSessions(Sessions[str]):
    """Sessions by the digest of their cookie, a student's only until another code than that of its sign-in is drawn."""

    codes: CodeMarks = field(kw_only=True)
    signed_in: MutableMapping[str, str] = field(default_factory=dict)

    def user(self, request: Request) -> str | None:
        """Return who is at the browser of a request, None if it was not let in, or is not any more."""
        word = digest(request.cookies.get(self.cookie, ""))
        student = self.known.get(word)
        if student is None or student == TEACHER:
            return student
        if self.codes.of(student) in ("", self.signed_in.get(word)):  # no code at all: nobody else has one
            return student
        self.known.pop(word, None)
        return None

    def begin_student(self, response: Response, student: str, mark: str) -> str:
        """Let a student's browser in with the code of a mark; return the digest of its cookie."""
        word = self.begin(response, student)
        self.signed_in[word] = mark
        return word

    def end_all(self, student: str) -> None:
        """End all sessions of a student."""
        for word in [word for word, who in self.known.items() if who == student]:
            self.known.pop(word, None)


def sitting_sessions(
    cookie: str, folder: Path, entries: Iterable[Entry], *, is_secure: bool = False
) -> SittingSessions:
    """Return the sessions that the log of a sitting knows."""
    known: dict[str, str] = {}
    marks: dict[str, str] = {}
    for entry in entries:
        if entry.what is Event.SIGN_IN:
            known[entry.word], marks[entry.word] = entry.student, entry.text
        elif entry.what is Event.SIGN_OUT and entry.word:
            known.pop(entry.word, None)
        elif entry.what is Event.SIGN_OUT:
            known = {word: who for word, who in known.items() if who != entry.student}
    return SittingSessions(cookie, is_secure, known, codes=CodeMarks(folder), signed_in=marks)
