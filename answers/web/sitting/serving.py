"""The process that serves a room: it has pages and the log, and nothing that could compute an answer.

The command starts it, tells it what to do in one JSON object, and starts it again if it is lost.
"""

import json
import sys
from contextlib import suppress
from pathlib import Path
from signal import SIGINT, raise_signal
from threading import Thread

from answers.errors import CorrigeError
from answers.web.common.guard import Door
from answers.web.common.serve import hosts_of, listen, serve
from answers.web.common.sessions import Sessions, digest
from answers.web.sitting.app import PUBLIC, TEACHER, Rooms, remembered, room_app
from answers.web.sitting.plan import read_plan
from answers.web.sitting.service import Service
from answers.web.sitting.tries import Tries

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
        _say({"problems": [[one.cause, one.place, one.remedy] for one in error.problems]})
        sys.exit(CorrigeError.exit_code)
    sessions = Sessions(
        f"corrige-{digest(str(folder))[:8]}", bool(told["certificate"]), remembered(service.log.entries)
    )
    sessions.invited[digest(told["token"])] = TEACHER
    ended: list[bool] = []

    def end() -> None:
        ended.append(True)
        Thread(target=_stop, daemon=True).start()

    door = Door(
        hosts_of(listening, *told["names"]),
        sessions,
        service.plan.lang,
        "https" if told["certificate"] else "http",
        public=PUBLIC,
    )
    service.renew(service.plan)  # begun again, with what the list says now
    if told["open"] and service.room.begun is None:
        service.open()
    app = room_app(Rooms(service, folder, sessions, Tries(), end), door)
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
