"""A room that is sat in, under load, killed, and guessed at: python -m tests.simulations.sitting_room load|kills|guess.

The serving process is the real one, asked over HTTP by students who do what the page does: they keep what is not
acknowledged and send it again in its order. Prints figures; ends with an error when something acknowledged is lost,
doubled or older than what came before it.

- load: so many students (`--students`), each saving every five seconds: latency and memory; with `--kills`, the process
  is killed and started again meanwhile;
- kills: the process killed and started again `--kills` times, and the network of all students cut meanwhile;
- guess: a hundred codes tried a second from one address, and a student at another who signs in and saves.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from time import monotonic, process_time, time
from typing import Any

from answers.classroom.db import insert, reading, transaction
from answers.classroom.folder import create_class
from answers.classroom.sitting import Event, EventKind, ExamSession, insert_events, read_events
from answers.web.common.guard import digest
from answers.web.sitting.app import code_mark
from answers.web.sitting.codes import code_hash, code_key, new_code
from answers.web.sitting.prepare import build_plan
from answers.web.sitting.serving import ServerConfig, ended, ready, started

EVERY = 5.0
PATIENCE = 8.0
ADDRESS = "127.0.0.1"
GUESSES, THIEVES = 100, 50
"""Codes tried a second, and the connections that they come by."""


class Server:
    """The serving process of a class of `nash`, whose students are signed in already."""

    def __init__(self, root: Path, students: int) -> None:
        rows = "".join(f"s{number:03},{number}\n" for number in range(1, students + 1))
        class_data = create_class(root / "class", "nash", f"student,u0\n{rows}".encode())
        self.folder, self.plan = class_data.folder, build_plan(class_data, 600)
        self.students = [enrollment.student.id for enrollment in class_data.enrollments]
        self.code, key = new_code(), code_key(class_data.settings.secret)
        hashes = {student: code_hash(key, student, self.code) for student in self.students}
        events = [
            Event(EventKind.OPEN, minutes=600),
            *(
                Event(EventKind.SIGN_IN, student=student, device=digest(student), text=code_mark(hashes[student]))
                for student in self.students
            ),
        ]
        with transaction(self.folder) as connection:
            insert(connection, "code", ({"student": student, "hash": text} for student, text in hashes.items()))
            insert_events(connection, (replace(event, seq=rank, at=time()) for rank, event in enumerate(events, 1)))
        self.items = list(self.plan.items)
        self.seeds = {candidate.id: candidate.u0 for candidate in self.plan.candidates}
        self.cookie = f"corrige-{digest(key)[:8]}"
        self.where = ServerConfig(ADDRESS, code_key=key)
        self.start()

    def start(self) -> None:
        self.child = started(self.folder, self.plan, self.where, "x" * 32)
        self.where = replace(self.where, port=ready(self.child))

    def kill(self) -> None:
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        ended(self.child)

    def cost(self) -> str:
        """Memory and processor of the serving process, and the processor of those who ask, lest they be what waits."""
        status = Path(f"/proc/{self.child.pid}/status").read_text()
        memory = next(row.split(":")[1].strip() for row in status.splitlines() if row.startswith("VmHWM"))
        ticks = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        own = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
        asking = f"{process_time():.1f} s, of a machine whose load is {os.getloadavg()[0]:.1f}"
        return f"serving: {memory}, {own:.1f} s of processor; asking: {asking}"

    def events(self) -> list[Event]:
        with reading(self.folder) as connection:
            return read_events(connection)


@asynccontextmanager
async def connection(server: Server, origin: str = ADDRESS) -> AsyncIterator[Callable[..., Any]]:
    """A browser's connection: `ask(path, told, cookie)` gives the status and the document."""
    reader, writer = await asyncio.open_connection(ADDRESS, server.where.port, local_addr=(origin, 0))
    host = f"{ADDRESS}:{server.where.port}"

    async def ask(path: str, told: object, cookie: str = "") -> tuple[int, Any]:
        body = json.dumps(told).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nAccept: application/json\r\n"
        head += f"Cookie: {server.cookie}={cookie}\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        length = next(int(row.split(":")[1]) for row in answer.splitlines() if row.lower().startswith("content-length"))
        return int(answer.split(" ")[1]), json.loads(await reader.readexactly(length))

    try:
        yield ask
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


@dataclass
class Student:
    """What a page does: each change has a number, is kept until it is acknowledged, and goes out in its order."""

    server: Server
    name: str
    rng: Random
    queue: list[dict[str, Any]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    sequence: int = 0
    line: int = 0
    version: str = ""
    cut: bool = False
    waits: list[float] = field(default_factory=list)

    def type(self) -> None:
        item, text = self.rng.choice(self.server.items), str(self.rng.randrange(10**6))
        self.sequence += 1
        self.queue.append({"item": item, "text": text, "sequence": self.sequence, "base": self.numbers.get(item, 0)})
        self.typed[item] = text

    async def send(self, ask: Callable[..., Any]) -> None:
        batch = self.queue[:50]
        document = {
            "device": f"page-{self.name}",
            "page": self.name,
            "student": self.name,
            "u0": self.server.seeds[self.name],
            "version": self.version,
            "since": self.line,
            "saves": batch,
        }
        if not self.version:
            _, state = await asyncio.wait_for(ask("/state", document, self.name), PATIENCE)
            document["version"] = self.version = state["version"]
        begun = monotonic()
        status, answer = await asyncio.wait_for(ask("/save", document, self.name), PATIENCE)
        self.waits.append(monotonic() - begun)
        if status != 200:
            raise OSError(status)
        for save, sent in zip(batch, answer["saves"], strict=True):
            assert sent["fate"] in {"kept", "known"}, sent
            self.numbers[sent["item"]] = sent["number"]
            self.acknowledged[save["item"]] = (save["sequence"], save["text"])
        self.line = answer["line"]
        self.queue = self.queue[len(batch) :]

    async def live(self, until: float, every: float) -> None:
        """Type and send until then; afterwards what is left is sent."""
        due = monotonic() + self.rng.uniform(0, every)
        while monotonic() < until or self.queue:
            try:
                async with connection(self.server) as ask:
                    while monotonic() < until or self.queue:
                        if due <= monotonic() < until:
                            self.type()
                            due += every
                        if self.queue and not self.cut:
                            await self.send(ask)
                        await asyncio.sleep(max(0.01, min(due, until) - monotonic()))
            except (OSError, EOFError, TimeoutError):
                await asyncio.sleep(0.2)


def _look(server: Server, students: list[Student]) -> None:
    """What was acknowledged is there, once, and nothing older stands in its place."""
    events = server.events()
    saves = [event for event in events if event.kind is EventKind.SAVE]
    assert len({(event.student, event.sequence) for event in saves}) == len(saves), "a save is doubled"
    seats = ExamSession(events).seats
    for student in students:
        assert not student.queue
        assert seats[student.name].texts == student.typed, f"{student.name}: lost or older"
        assert {item: text for item, (_, text) in student.acknowledged.items()} == student.typed
    print(f"{len(saves)} saves, all there, none doubled or older")


async def load(server: Server, seconds: float, count: int, *, every: float = EVERY, cuts: bool = False) -> None:
    """Let students save; kill the process so many times meanwhile, at random moments.

    If `cuts`, the network of all students is cut from the first third of the kills to the second.
    """
    students = [Student(server, name, Random(name)) for name in server.students]
    rng, begun = Random(2014), monotonic()
    lives = asyncio.gather(*(student.live(begun + seconds, every) for student in students))
    for number, moment in enumerate(sorted(rng.uniform(0.02, 0.95) * seconds for _ in range(count))):
        await asyncio.sleep(max(0.0, begun + moment - monotonic()))
        for student in students:
            student.cut = cuts and count // 3 <= number < 2 * count // 3
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    for student in students:
        student.cut = False
    await lives
    waits = sorted(wait for student in students for wait in student.waits)
    p95 = statistics.quantiles(waits, n=20)[-1]
    print(f"{len(students)} students, {seconds:g} s, {len(waits)} requests, killed {count} times")
    print(f"median {1000 * statistics.median(waits):.1f} ms, p95 {1000 * p95:.1f} ms, most {1000 * waits[-1]:.1f} ms")
    print(server.cost())
    _look(server, students)


async def guess(server: Server, seconds: float) -> None:
    rng, quiet = Random(2014), monotonic() + seconds / 3
    until = quiet + seconds
    results: dict[int, int] = {}
    before: list[float] = []
    meanwhile: list[float] = []

    async def thief() -> None:
        await asyncio.sleep(seconds / 3)
        async with connection(server) as ask:
            while monotonic() < until:
                begun = monotonic()
                status, _ = await ask("/sign-in", {"student": rng.choice(server.students), "code": new_code()})
                results[status] = results.get(status, 0) + 1
                await asyncio.sleep(max(0.0, THIEVES / GUESSES - monotonic() + begun))

    async def honest(number: int) -> None:
        origin, name = f"127.0.0.{number + 2}", server.students[number]
        student = Student(server, name, Random(number))
        async with connection(server, origin) as ask:
            while monotonic() < until:
                begun = monotonic()
                status, _ = await ask("/sign-in", {"student": name, "code": server.code})
                waits = before if begun < quiet else meanwhile
                waits.append(monotonic() - begun)
                assert status == 200, status
                student.type()
                await student.send(ask)
                waits.append(student.waits[-1])
                await asyncio.sleep(1)

    await asyncio.gather(*(thief() for _ in range(THIEVES)), *(honest(number) for number in range(3)))
    print(f"{sum(results.values())} codes tried in {seconds:g} s: {results}")
    print(server.cost())
    for name, waits in (("before", before), ("meanwhile", meanwhile)):
        p95 = statistics.quantiles(waits, n=20)[-1]
        print(f"others wait {name}: p95 {1000 * p95:.0f} ms, most {1000 * max(waits):.0f} ms")
    assert 200 not in results, "a code was found"


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("what", choices=("load", "kills", "guess"))
    asked.add_argument("--students", type=int, default=300)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--kills", type=int, default=0)
    namespace = asked.parse_args()
    with tempfile.TemporaryDirectory() as root:
        server = Server(Path(root), namespace.students)
        try:
            if namespace.what == "load":
                asyncio.run(load(server, namespace.seconds, namespace.kills))
            elif namespace.what == "kills":
                asyncio.run(load(server, namespace.seconds, namespace.kills or 20, every=0.5, cuts=True))
            else:
                asyncio.run(guess(server, namespace.seconds))
        finally:
            ended(server.child)


if __name__ == "__main__":
    main()
