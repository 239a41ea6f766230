"""The state of a preview: what the last child process has sent, and which of it is from before the last change."""

import os
import signal
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from stat import S_ISDIR
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from answers.exam.settings import Settings
from answers.messages import Message

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

LOOK = 0.2
"""Seconds between two looks at the files."""
SILENT = 90.0
"""Seconds without a message after which a child process is ended."""
MOST_FILES = 5000
WARM = "answers.web.preview.warm"


def _render(*arguments: Any) -> None:
    """Render an exam; imported in the child process alone, since it imports all that renders and marks."""
    from answers.web.preview.render import render_preview

    render_preview(*arguments)


Snapshot = Mapping[str, tuple[int, int]]


def snapshot(paths: Iterable[str]) -> Snapshot:
    """Return the time of change and the size of each file below some paths, hidden files and caches left out."""
    found: dict[str, tuple[int, int]] = {}
    for path in paths:
        files = [Path(path)]
        for top, folders, names in os.walk(path):
            folders[:] = [name for name in folders if name != "__pycache__" and not name.startswith(".")]
            files += [Path(top, name) for name in names if not name.startswith(".")]
            if len(files) > MOST_FILES:
                break
        for file in files:
            with suppress(OSError):
                state = file.stat()
                if not S_ISDIR(state.st_mode):
                    found[str(file)] = state.st_mtime_ns, state.st_size
    return found


@dataclass
class Pages:
    """The pictures of a document by their digests, and the number of the run that they are from."""

    run: int
    pictures: list[str]


@dataclass
class Preview:
    """An exam that is rendered again, in a new child process, whenever one of its files has changed.

    This process does not import the exam. `version` grows with each change of `document()`.
    """

    name: str
    settings: Settings
    seeds: tuple[int, ...]
    lang: str
    paths: tuple[str, ...]
    version: int = 0
    run: int = 0
    is_busy: bool = False
    title: str = ""
    problems: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    pages: dict[tuple[str, int], Pages] = field(default_factory=dict)
    tables: dict[str, tuple[int, Any]] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _stopped: Event = field(default_factory=Event)
    _process: "ForkServerProcess | None" = None
    _heard: float = 0.0

    def __post_init__(self) -> None:
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload([WARM])

    def watch(self) -> None:
        """Render the exam, and again after each change of its files, until `close` is called."""
        paths = self.paths
        last = snapshot(paths)
        self.start()
        while not self._stopped.wait(LOOK):
            before, paths = paths, self.paths
            now = snapshot(paths)
            # files of a path that is watched since the last look are not changes
            seen = now if paths == before else {name: now[name] for name in last if name in now}
            if seen != last:
                self.start()
            elif self.is_busy and monotonic() - self._heard > SILENT:
                self._give_up()
            last = now

    def start(self) -> None:
        """Start a child process, and end the one that is still at work."""
        self._end()
        receiver, sender = self._context.Pipe(duplex=False)
        with self._lock:
            self.run += 1
            self.version += 1
            self.is_busy, self._heard = True, monotonic()
            run = self.run
        arguments = (sender, self.name, self.settings, self.seeds, self.lang)
        process = self._context.Process(target=_render, args=arguments, daemon=True)
        process.start()
        self._process, self._heard = process, monotonic()
        sender.close()
        Thread(target=self._listen, args=(run, receiver), daemon=True).start()

    def close(self) -> None:
        """End the child process, and watch no longer."""
        self._stopped.set()
        self._end()

    def document(self) -> dict[str, Any]:
        """Return what the page shows, as a JSON object.

        What is `old` is from before the last change of the files: pictures and the key only once it is known that the
        child process sends no others.
        """
        with self._lock:
            run, is_over = self.run, not self.is_busy
            pages: dict[str, dict[str, Any]] = {}
            for (kind, u0), shown in self.pages.items():
                old = shown.run < run and is_over
                pages.setdefault(kind, {})[str(u0)] = {"pictures": list(shown.pictures), "old": old}
            return {
                "version": self.version,
                "busy": self.is_busy,
                "title": self.title or self.name,
                "seeds": list(self.seeds),
                "problems": [{**problem, "old": problem["run"] < run} for problem in self.problems.values()],
                "pages": pages,
                "tables": {
                    name: {**value, "old": of_run < run and (name != "key" or is_over)}
                    for name, (of_run, value) in self.tables.items()
                },
            }

    def _listen(self, run: int, receiver: Connection) -> None:
        with suppress(EOFError, OSError), receiver:
            while True:
                name, value = receiver.recv()
                with self._lock:
                    if run != self.run:
                        return
                    self._heard = monotonic()
                    self._receive(name, value)
                    self.version += 1
        with self._lock:
            if run == self.run:
                self._finish()

    def _receive(self, name: str, value: Any) -> None:
        if name == "watch":
            self.paths = tuple(dict.fromkeys((*self.paths, *value)))
        elif name == "problem":
            self._add_problem(value)
        elif name == "loaded":
            self.title = value
            self.problems = {key: problem for key, problem in self.problems.items() if problem["stage"] != "load"}
        elif name == "page":
            kind, u0, number, count, picture = value
            digest = sha256(picture).hexdigest()[:20]
            self.pictures[digest] = picture
            shown = self.pages.get((kind, u0))
            before = shown.pictures if shown else []
            self.pages[kind, u0] = Pages(self.run, [*before[: number - 1], digest, *before[number:count]])
            used = {picture for pages in self.pages.values() for picture in pages.pictures}
            self.pictures = {digest: self.pictures[digest] for digest in used}
        elif name == "checked":
            self._drop_old()
        else:
            self.tables[name] = self.run, value

    def _add_problem(self, problem: Mapping[str, Any]) -> None:
        key = problem["cause"], problem["place"]
        self.problems.pop(key, None)
        self.problems[key] = {**problem, "run": self.run}

    def _drop_old(self) -> None:
        self.problems = {key: problem for key, problem in self.problems.items() if problem["run"] == self.run}

    def _finish(self) -> None:
        """Note that the child process sends nothing more."""
        if any(problem["stage"] == "load" for problem in self.problems.values() if problem["run"] == self.run):
            self._drop_old()  # what was wrong before cannot be known
        self.is_busy = False
        self.version += 1

    def _give_up(self) -> None:
        """End a child process that has sent nothing for a long time."""
        self._end()
        with self._lock:
            cause = Message(
                "the exam was stopped: it did nothing to be seen for {count} second",
                plural="the exam was stopped: it did nothing to be seen for {count} seconds",
                count=round(SILENT),
            )
            remedy = Message("look for a loop or a power that does not end")
            texts = {"cause": cause.render(self.lang), "place": self.paths[0], "remedy": remedy.render(self.lang)}
            self._add_problem({**texts, "stage": ""})
            self._finish()

    def _end(self) -> None:
        """Kill the child process and the processes that it has started."""
        process, self._process = self._process, None
        if process is None or process.pid is None:
            return
        if process.is_alive():
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
            with suppress(OSError):
                process.kill()
        process.join(1)
        process.close()
