"""The process that serves an exam session. It has the pages and the events, but no code that could compute an answer.

The command starts it, sends it its configuration and the plan as lines of JSON, and restarts it if it ends
unexpectedly.
"""

import json
import os
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

from answers.errors import CorrigeError, Problem, bug
from answers.messages import Message
from answers.sandbox.process import PROGRAM
from answers.web.common.guard import AccessPolicy, digest
from answers.web.common.serve import connection_limit, hosts_of, listen, serve
from answers.web.sitting.app import PUBLIC, SittingPages, SittingSessions, sitting_app
from answers.web.sitting.codes import FailedAttempts
from answers.web.sitting.plan import Plan, plan_from_json, plan_json
from answers.web.sitting.service import Service

ENTRY = "answers.web.sitting.serving:main"
SOON = 2.0
"""Least time between two starts of the process, in seconds."""
ENDING = 10.0
LOOK = 1.0
"""Seconds between two checks whether the class list has changed."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The address of a server, its other host names, its certificate and key.

    `begins` starts the exam at once; `code_key` is the key of the hashes of codes.
    """

    host: str
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    begins: bool = False
    code_key: str = ""

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
    plan: Plan,
    where: ServerConfig,
    on_ready: Callable[[ServerConfig, str], None],
    on_lost: Callable[[str], None],
    new_plan: Callable[[], Plan | None],
) -> None:
    """Serve an exam session until the teacher ends it or the command is interrupted.

    Parameters
    ----------
    folder
        The class folder, whose store gets the events.
    plan
        The pages and readers at the start.
    where
        The server configuration; port 0 is any free port.
    on_ready
        Called once when the server listens, with the configuration (its port filled in) and the teacher's address.
    on_lost
        Called with the reason when the process ended unexpectedly or could not be restarted, before it is restarted.
    new_plan
        Called every second; returns the plan if it has changed.
    """
    for interruption in (SIGINT, SIGTERM):  # shells start commands in the background with SIGINT ignored
        signal(interruption, default_int_handler)
    token, is_first = secrets.token_urlsafe(24), True
    while True:
        begun = monotonic()
        child = started(folder, plan, where, token)
        try:
            where = replace(where, port=ready(child))
            if is_first:
                on_ready(where, where.address(f"teacher/{token}"))
            is_first = False
            assert child.stdin is not None
            code = None
            while code is None:
                with suppress(subprocess.TimeoutExpired):
                    code = child.wait(LOOK)
                if code is None:  # every line makes the process look at the store
                    changed = new_plan()
                    plan = changed or plan
                    with suppress(OSError):
                        child.stdin.write(f"{plan_json(plan) if changed else ''}\n")
                        child.stdin.flush()
            reason = str(code)
        except CorrigeError as error:
            if is_first:
                raise
            code, reason = None, " ".join(problem.cause for problem in error.problems)
        except KeyboardInterrupt:
            return
        finally:
            ended(child)
        if code in (0, ENDED):
            return
        on_lost(reason)
        sleep(max(0.0, begun + SOON - monotonic()))


def started(folder: Path, plan: Plan, where: ServerConfig, token: str) -> "subprocess.Popen[str]":
    """Start the serving process; `token` signs the teacher's browser in. It does not get the secret of the class."""
    program = PROGRAM.format(path=sys.path, entry=ENTRY, words=())
    environment = {name: value for name, value in os.environ.items() if name != "CORRIGE_SECRET"}
    child = subprocess.Popen(  # noqa: S603 - this interpreter, with a program of ours
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    data = {
        "folder": str(folder.absolute()),
        "host": where.host,
        "port": where.port,
        "names": where.names,
        "tls": (str(where.certificate or ""), str(where.key or "")),
        "codes": where.code_key,
        "token": token,
        "open": where.begins,
    }
    assert child.stdin is not None
    with suppress(OSError):  # a process that could not start is found by `ready`
        child.stdin.write(f"{json.dumps(data)}\n{plan_json(plan)}\n")
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
    folder, (certificate, key) = Path(data["folder"]), (Path(text) if text else None for text in data["tls"])
    try:
        listening = listen(data["host"], data["port"])
        service = Service(folder, plan_from_json(sys.stdin.readline()))
        if data["open"] and service.session.begun is None:
            service.open()
    except CorrigeError as error:
        _send({"problems": [[problem.cause, problem.place, problem.remedy] for problem in error.problems]})
        sys.exit(CorrigeError.exit_code)
    sessions = SittingSessions(f"corrige-{digest(data['codes'])[:8]}", bool(certificate), service=service)
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        Thread(target=_stop, daemon=True).start()

    policy = AccessPolicy(
        hosts_of(listening, *data["names"]),
        sessions,
        service.plan.lang,
        "https" if certificate else "http",
        public=PUBLIC,
    )
    limit = connection_limit()
    pages = SittingPages(
        service, sessions, folder.name, data["codes"], data["token"], FailedAttempts(), end, limit.refused
    )
    listening.listen(BACKLOG)  # before the port is announced, so that early connections wait
    _send({"port": listening.getsockname()[1]})
    Thread(target=_watch_input, args=(service,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(sitting_app(pages, policy), listening, certificate=certificate, key=key, limit=limit)
    with suppress(CorrigeError):
        service.close()
    sys.stdout.close()
    os._exit(ENDED if ended else 0)  # the thread that reads the input would hold up the interpreter


def _send(document: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


def _watch_input(service: Service) -> None:
    """Look at the store at each line of input, which may have a plan; stop at its end, the end of the command.

    While the store is away or busy, a plan waits for the next line. No error ends the loop: without it, the process
    would outlive its command, and revoked codes would stay valid.
    """
    waiting: Plan | None = None
    last = ""
    for line in sys.stdin:
        try:
            waiting = plan_from_json(line) if line.strip() else waiting
            service.follow()
            if waiting is not None:
                service.renew(waiting)
                waiting = None
        except CorrigeError:
            pass  # the monitor shows it
        except Exception as error:  # noqa: BLE001 - logged once, and tried again
            if repr(error) != last:
                last = repr(error)
                bug(error)
    _stop()


def _stop() -> None:
    raise_signal(SIGINT)
