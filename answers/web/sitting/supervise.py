"""The command's side of a room that is served: it starts the process, and starts it again should it be lost."""

import json
import secrets
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, sleep
from typing import Literal

from answers.errors import CorrigeError, Problem
from answers.limited.process import PROGRAM
from answers.messages import Message
from answers.web.sitting.serving import ENDED

ENTRY = "answers.web.sitting.serving:main"
SOON = 2.0
"""Seconds: a process that is lost sooner is not started again at once."""
ENDING = 10.0
LOOK = 1.0
"""Seconds between two looks at whether the list of the class has changed."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where a room is served: the address, its other names, a certificate, its key; and whether it begins at once."""

    host: str
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    begins: bool = False

    @property
    def scheme(self) -> Literal["http", "https"]:
        """How addresses begin."""
        return "https" if self.certificate else "http"

    def address(self, path: str = "") -> str:
        """Return the address that people type."""
        name = self.names[0] if self.names else self.host
        return f"{self.scheme}://{f'[{name}]' if ':' in name else name}:{self.port}/{path}"


def serve_room(
    folder: Path,
    where: Where,
    tell: Callable[[Where, str], None],
    lost: Callable[[int], None],
    is_changed: Callable[[], bool],
) -> None:
    """Serve a room until the teacher ends it or the command is interrupted.

    Parameters
    ----------
    folder
        That of the sitting, with its plan.
    tell
        Called when it is served: where, with its port, and the teacher's own address.
    lost
        Called with the exit code of a process that ended by itself; it is started again.
    is_changed
        Asked again and again whether the plan was written anew.
    """
    first = True
    while True:
        begun, token = monotonic(), secrets.token_urlsafe(24)
        child = started(folder, where, token)
        try:
            where = replace(where, port=ready(child))
            if first:
                tell(where, where.address(f"teacher/{token}"))
            first = False
            code = _watched(child, is_changed)
        except KeyboardInterrupt:
            ended(child)
            return
        finally:
            ended(child)
        if code in (0, ENDED):
            return
        lost(code)
        sleep(max(0.0, begun + SOON - monotonic()))


def _watched(child: "subprocess.Popen[str]", is_changed: Callable[[], bool]) -> int:
    """Wait until a process ends, and have it read the plan again where that has changed."""
    assert child.stdin is not None
    while True:
        with suppress(subprocess.TimeoutExpired):
            return child.wait(LOOK)
        if is_changed():
            with suppress(OSError):
                child.stdin.write("\n")
                child.stdin.flush()


def started(folder: Path, where: Where, token: str) -> "subprocess.Popen[str]":
    """Start the process; `token` lets the teacher's browser in."""
    program = PROGRAM.format(path=sys.path, entry=ENTRY, words=())
    child = subprocess.Popen(  # noqa: S603 - this interpreter, with a program of ours
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    told = {
        "folder": str(folder.absolute()),
        "host": where.host,
        "port": where.port,
        "names": where.names,
        "certificate": str(where.certificate or ""),
        "key": str(where.key or ""),
        "token": token,
        "open": where.begins,
    }
    assert child.stdin is not None
    child.stdin.write(json.dumps(told) + "\n")
    child.stdin.flush()
    return child


def ready(child: "subprocess.Popen[str]") -> int:
    """Return the port that a process listens at, once it does; CorrigeError with what is wrong."""
    assert child.stdout is not None
    try:
        told = json.loads(child.stdout.readline())
    except ValueError as error:
        remedy = Message("try again; what it said stands above")
        raise CorrigeError.one("the serving process did not start", remedy=remedy) from error
    if "problems" in told:
        raise CorrigeError(Problem(*one) for one in told["problems"])
    return int(told["port"])


def ended(child: "subprocess.Popen[str]") -> None:
    """Let a process end what it is writing."""
    if child.stdin is not None:
        with suppress(OSError):
            child.stdin.close()
    try:
        child.wait(ENDING)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
    if child.stdout is not None:
        child.stdout.close()
