"""The process that serves an exam session: it has pages and events, but no code that could compute an answer.

The command starts the process, sends the configuration and the plan to it as lines of JSON, and restarts it if it ends
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
from time import monotonic, sleep, time
from typing import Literal, TypeAlias

from pydantic import TypeAdapter

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
"""Seconds that the process may take to end before it is killed."""
LOOK = 1.0
"""Seconds between two checks whether the class list has changed."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """The configuration of the server of an exam session.

    It listens at `host` and `port` (0 for any free one), with further host `names`; `certificate` and `key` are the
    files for TLS. With `begins`, the exam begins at once. `code_key` is the key of the hashes of codes. `clock` is how
    many seconds the machine's clock is ahead of its monotonic clock, None for that at the start of the process.
    """

    host: str
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    begins: bool = False
    code_key: str = ""
    clock: float | None = None

    @property
    def scheme(self) -> Literal["http", "https"]:
        """The scheme of the server's addresses: "https" with a certificate, else "http"."""
        return "https" if self.certificate else "http"

    def address(self, path: str = "") -> str:
        """Return the full address (URL) of a page, with the first host name that browsers can use."""
        name = self.names[0] if self.names else self.host
        return f"{self.scheme}://{f'[{name}]' if ':' in name else name}:{self.port}/{path}"


ServingData: TypeAlias = tuple[Path, ServerConfig, str]
"""Data sent to the serving process: class folder, configuration, and the token that signs the teacher in."""


def serve_session(
    folder: Path,
    plan: Plan,
    where: ServerConfig,
    on_ready: Callable[[ServerConfig, str], None],
    on_lost: Callable[[str], None],
    new_plan: Callable[[], Plan | None],
) -> None:
    """Serve an exam session of a class until the teacher ends it or the command is interrupted.

    `on_ready` is called once with the configuration (with its actual port) and the teacher's address, `on_lost` with
    the reason before the process is started again, and `new_plan` every second: it returns a changed plan, else None.
    CorrigeError if the process cannot be started the first time.
    """
    for interruption in (SIGINT, SIGTERM):  # shells start commands in the background with SIGINT ignored
        signal(interruption, default_int_handler)
    token, is_first = secrets.token_urlsafe(24), True
    where = replace(where, clock=time() - monotonic())  # a clock that is set meanwhile changes no end
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
                if code is None:  # at every line, the process reads new events and codes from the store
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
    """Start the serving process and return it without waiting; `token` signs the teacher's browser in.

    The process does not get the secret of the class.
    """
    program = PROGRAM.format(path=sys.path, entry=ENTRY, words=())
    environment = {name: value for name, value in os.environ.items() if name != "CORRIGE_SECRET"}
    child = subprocess.Popen(  # noqa: S603 - this interpreter, with a program of ours
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    data = TypeAdapter(ServingData).dump_json((folder.absolute(), where, token)).decode()
    assert child.stdin is not None
    with suppress(OSError):  # `ready` raises an error if the process could not start
        child.stdin.write(f"{data}\n{plan_json(plan)}\n")
        child.stdin.flush()
    return child


def ready(child: "subprocess.Popen[str]") -> int:
    """Wait until a serving process listens, and return its port; CorrigeError if the process could not start."""
    assert child.stdout is not None
    try:
        data = json.loads(child.stdout.readline())
    except ValueError as error:
        remedy = Message("try again; the message above says why the program failed")
        raise CorrigeError.single("the server of the exam did not start", remedy=remedy) from error
    if "problems" in data:
        raise CorrigeError(Problem(*fields) for fields in data["problems"])
    return int(data["port"])


def ended(child: "subprocess.Popen[str]") -> None:
    """Stop a serving process by closing its input, so that it can finish writing; kill it after ten seconds."""
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
"""Connections that may wait until the server accepts them."""
ENDED = 3
"""Exit code of the process when the teacher has stopped the server."""


def main() -> None:
    """Run the serving process: read configuration and plan from the standard input, and serve until the input ends.

    The standard output gets a line of JSON, the port or problems. The exit code is `ENDED` if the teacher has stopped
    it.
    """
    lines = sys.stdin.readline(), sys.stdin.readline()
    if not lines[1].endswith("\n"):
        sys.exit()  # the command was killed while it started this process
    folder, config, token = TypeAdapter(ServingData).validate_json(lines[0])
    try:
        listening = listen(config.host, config.port)
        clock = time() - monotonic() if config.clock is None else config.clock
        service = Service(folder, plan_from_json(lines[1]), lambda: clock + monotonic())
        if config.begins and service.session.begun is None:
            service.open()
    except CorrigeError as error:
        _send({"problems": [[problem.cause, problem.place, problem.remedy] for problem in error.problems]})
        sys.exit(CorrigeError.exit_code)
    sessions = SittingSessions(f"corrige-{digest(config.code_key)[:8]}", bool(config.certificate), service=service)
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        Thread(target=_stop, daemon=True).start()

    hosts = hosts_of(listening, *config.names)
    policy = AccessPolicy(hosts, sessions, service.plan.lang, config.scheme, public=PUBLIC)
    limit = connection_limit()
    pages = SittingPages(service, sessions, folder.name, config.code_key, token, FailedAttempts(), end, limit.refused)
    listening.listen(BACKLOG)  # before the port is announced, so that early connections wait
    _send({"port": listening.getsockname()[1]})
    Thread(target=_watch_input, args=(service,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        serve(sitting_app(pages, policy), listening, certificate=config.certificate, key=config.key, limit=limit)
    with suppress(CorrigeError):
        service.close()
    sys.stdout.close()
    os._exit(ENDED if ended else 0)  # the thread that reads the input would hold up the interpreter


def _send(document: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


def _watch_input(service: Service) -> None:
    """At each line of the standard input, read new events and codes, and use its plan, if any, until the input ends.

    No error ends the loop: otherwise the process would outlive its command, and revoked codes would stay valid.
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
            pass  # the monitor shows that the store cannot be written
        except Exception as error:  # noqa: BLE001 - logged once, and tried again
            if repr(error) != last:
                last = repr(error)
                bug(error)
    _stop()


def _stop() -> None:
    raise_signal(SIGINT)
