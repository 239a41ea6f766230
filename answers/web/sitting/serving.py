"""The process that serves an exam session. It has the pages and the log, but no code that could compute an answer.

The command starts it, sends it its configuration as one JSON object, and restarts it if it ends unexpectedly.
"""

import json
import secrets
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from signal import SIGINT, SIGTERM, default_int_handler, raise_signal, signal
from threading import Thread
from time import monotonic, sleep
from typing import Literal

from answers.errors import CorrigeError, Problem
from answers.messages import Message
from answers.sandbox.process import PROGRAM
from answers.web.common.guard import AccessPolicy, digest
from answers.web.common.serve import hosts_of, listen, serve
from answers.web.sitting.app import PUBLIC, SittingPages, sitting_app
from answers.web.sitting.codes import FailedAttempts
from answers.web.sitting.plan import read_plan
from answers.web.sitting.service import Service
from answers.web.sitting.sessions import TEACHER, sitting_sessions

ENTRY = "answers.web.sitting.serving:main"
SOON = 2.0
"""Least time between two starts of the process, in seconds."""
ENDING = 10.0
LOOK = 1.0
"""Seconds between two checks whether the class list has changed."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The address of a server, its other host names, its certificate and key; `begins` starts the exam at once."""

    host: str
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    begins: bool = False

    @property
    def scheme(self) -> Literal["http", "https"]:
        """The scheme of the addresses."""
        return "https" if self.certificate else "http"

    def address(self, path: str = "") -> str:
        """Return the address of a page, as students type it."""
        name = self.names[0] if self.names else self.host
        return f"{self.scheme}://{f'[{name}]' if ':' in name else name}:{self.port}/{path}"


def serve_session(
    folder: Path,
    where: ServerConfig,
    on_ready: Callable[[ServerConfig, str], None],
    on_lost: Callable[[int], None],
    is_changed: Callable[[], bool],
) -> None:
    """Serve an exam session until the teacher ends it or the command is interrupted.

    Parameters
    ----------
    folder
        The folder of the exam session, with its plan.
    where
        The server configuration; port 0 is any free port.
    on_ready
        Called once when the server listens, with the configuration (its port filled in) and the teacher's address.
    on_lost
        Called with the exit code of a process that ended unexpectedly, before it is restarted.
    is_changed
        Called every second; returns whether the plan was written again.
    """
    for interruption in (SIGINT, SIGTERM):  # shells start commands in the background with SIGINT ignored
        signal(interruption, default_int_handler)
    first = True
    while True:
        begun, token = monotonic(), secrets.token_urlsafe(24)
        child = started(folder, where, token)
        try:
            where = replace(where, port=ready(child))
            if first:
                on_ready(where, where.address(f"teacher/{token}"))
            first = False
            assert child.stdin is not None
            code = None
            while code is None:
                with suppress(subprocess.TimeoutExpired):
                    code = child.wait(LOOK)
                if code is None and is_changed():  # a line makes the process read the plan again
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
        on_lost(code)
        sleep(max(0.0, begun + SOON - monotonic()))


def started(folder: Path, where: ServerConfig, token: str) -> "subprocess.Popen[str]":
    """Start the serving process; `token` signs the teacher's browser in."""
    program = PROGRAM.format(path=sys.path, entry=ENTRY, words=())
    child = subprocess.Popen(  # noqa: S603 - this interpreter, with a program of ours
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    data = {
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
    child.stdin.write(json.dumps(data) + "\n")
    child.stdin.flush()
    return child


def ready(child: "subprocess.Popen[str]") -> int:
    """Wait until a process listens, and return its port; CorrigeError with its problems if it cannot start."""
    assert child.stdout is not None
    try:
        data = json.loads(child.stdout.readline())
    except ValueError as error:
        remedy = Message("try again; the message of the program is above")
        raise CorrigeError.single("the server did not start", remedy=remedy) from error
    if "problems" in data:
        raise CorrigeError(Problem(*fields) for fields in data["problems"])
    return int(data["port"])


def ended(child: "subprocess.Popen[str]") -> None:
    """Stop a process after it has finished writing."""
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
"""Exit code of the process when the teacher has stopped the server."""


def main() -> None:
    """Serve until the command ends or the teacher stops the server; write initial problems as JSON."""
    data = json.loads(sys.stdin.readline())
    try:
        listening = listen(data["host"], data["port"])
        folder = Path(data["folder"])
        service = Service(folder, read_plan(folder))
    except CorrigeError as error:
        _send({"problems": [[problem.cause, problem.place, problem.remedy] for problem in error.problems]})
        sys.exit(CorrigeError.exit_code)
    cookie = f"corrige-{digest(str(folder))[:8]}"
    sessions = sitting_sessions(cookie, folder, service.log.entries, is_secure=bool(data["certificate"]))
    sessions.invited[digest(data["token"])] = TEACHER
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        Thread(target=_stop, daemon=True).start()

    policy = AccessPolicy(
        hosts_of(listening, *data["names"]),
        sessions,
        service.plan.lang,
        "https" if data["certificate"] else "http",
        public=PUBLIC,
    )
    service.renew(service.plan)  # after a restart, apply the changes of the class list
    if data["open"] and service.session.begun is None:
        service.open()
    app = sitting_app(SittingPages(service, folder, sessions, FailedAttempts(), end), policy)
    listening.listen(BACKLOG)  # before the port is announced, so that early connections wait
    _send({"port": listening.getsockname()[1], "goes_on": service.session.begun is not None})
    Thread(target=_watch_input, args=(service, folder), daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(app, listening, certificate=_path(data["certificate"]), key=_path(data["key"]))
    service.close()
    sys.exit(ENDED if ended else 0)


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _send(document: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


def _watch_input(service: Service, folder: Path) -> None:
    """Read the plan again at each line of input; stop at its end, which is the end of the command."""
    for _ in sys.stdin:
        with suppress(CorrigeError):
            service.renew(read_plan(folder))
    _stop()


def _stop() -> None:
    raise_signal(SIGINT)
