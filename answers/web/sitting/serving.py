"""The process that serves a room: it has pages and the log, and nothing that could compute an answer.

The command starts it, tells it what to do in one JSON object, and starts it again if it is lost.
"""

import json
import secrets
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIGINT, raise_signal
from threading import Thread
from time import monotonic, sleep
from typing import Literal

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.sandbox.process import PROGRAM
from answers.web.common.guard import AccessPolicy, digest
from answers.web.common.serve import hosts_of, listen, serve
from answers.web.sitting.app import PUBLIC, SittingPages, sitting_app
from answers.web.sitting.codes import Tries
from answers.web.sitting.plan import read_plan
from answers.web.sitting.service import Service
from answers.web.sitting.sessions import TEACHER, sitting_sessions

ENTRY = "answers.web.sitting.serving:main"
SOON = 2.0
"""Seconds: a process that is lost sooner is not started again at once."""
ENDING = 10.0
LOOK = 1.0
"""Seconds between two looks at whether the list of the class has changed."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
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


def serve_session(
    folder: Path,
    where: ServerConfig,
    tell: Callable[[ServerConfig, str], None],
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
            assert child.stdin is not None
            code = None
            while code is None:
                with suppress(subprocess.TimeoutExpired):
                    code = child.wait(LOOK)
                if code is None and is_changed():  # it is to read the plan again
                    with suppress(OSError):
                        child.stdin.write("\n")
                        child.stdin.flush()
        except KeyboardInterrupt:
            ended(child)
            return
        finally:
            ended(child)
        if code in (0, ENDED):
            return
        lost(code)
        sleep(max(0.0, begun + SOON - monotonic()))


def started(folder: Path, where: ServerConfig, token: str) -> "subprocess.Popen[str]":
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
        remedy = Message("try again; the message of the program is above")
        raise CorrigeError.one("the server did not start", remedy=remedy) from error
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


BACKLOG = 1024
ENDED = 3
"""What the process exits with when the teacher ends the serving."""


def main() -> None:
    """Serve until the command ends or the teacher says so; what is wrong from the start is told as JSON."""
    told = json.loads(sys.stdin.readline())
    try:
        listening = listen(told["host"], told["port"])
        folder = Path(told["folder"])
        service = Service(folder, read_plan(folder))
    except CorrigeError as error:
        _say({"problems": [[problem.cause, problem.place, problem.remedy] for problem in error.problems]})
        sys.exit(CorrigeError.exit_code)
    cookie = f"corrige-{digest(str(folder))[:8]}"
    sessions = sitting_sessions(cookie, folder, service.log.entries, is_secure=bool(told["certificate"]))
    sessions.invited[digest(told["token"])] = TEACHER
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        Thread(target=_stop, daemon=True).start()

    policy = AccessPolicy(
        hosts_of(listening, *told["names"]),
        sessions,
        service.plan.lang,
        "https" if told["certificate"] else "http",
        public=PUBLIC,
    )
    service.renew(service.plan)  # begun again, with what the list says now
    if told["open"] and service.room.begun is None:
        service.open()
    app = sitting_app(SittingPages(service, folder, sessions, Tries(), end), policy)
    listening.listen(BACKLOG)  # before it is told: who comes at once waits, and is not refused
    _say({"port": listening.getsockname()[1], "goes_on": service.room.begun is not None})
    Thread(target=_hear, args=(service, folder), daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(app, listening, certificate=_path(told["certificate"]), key=_path(told["key"]))
    service.close()
    sys.exit(ENDED if ended else 0)


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _say(document: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


def _hear(service: Service, folder: Path) -> None:
    """Read the plan again when the command says so; end when it has ended, however it did: nobody serves alone."""
    for _ in sys.stdin:
        with suppress(CorrigeError):
            service.renew(read_plan(folder))
    _stop()


def _stop() -> None:
    raise_signal(SIGINT)
