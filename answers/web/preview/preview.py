"""The state of a preview of an exam that is being written: the results of the child processes that render the exam."""

import os
import pickle
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from multiprocessing.connection import Connection
from operator import itemgetter
from pathlib import Path
from stat import S_ISDIR
from tempfile import TemporaryFile
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from answers.exam.settings import Settings
from answers.messages import Message
from answers.sandbox.process import MAX_END, supervise

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

LOOK = 0.2
"""Seconds between two checks whether files have changed."""
SILENT = 90.0
"""Seconds without a message after which a child process is ended."""
MOST_FILES = 5000
"""Number of files below a path after which no further folder is searched."""
MAX_OUTPUT = 200_000
"""Bytes that the code of an exam may print while the exam is rendered."""
MAX_MESSAGE = 20_000_000
"""Greatest length of a message of a child process, in bytes."""
FLOODED = 3
"""Exit code of a child process that was ended since the exam printed more than `MAX_OUTPUT`."""
WARM = "answers.web.preview.warm"
"""Module imported once by the process from which child processes are forked."""


def _render(*arguments: Any) -> None:
    """Call `render_preview` in a process that is ended together with all that the code of the exam starts."""
    from answers.web.preview.render import render_preview, send_stopped

    os.setpgrp()  # so that Ctrl+C ends the command alone, which ends this process
    with TemporaryFile() as stack:
        if not supervise(partial(render_preview, stack, *arguments), MAX_OUTPUT):
            sys.exit(FLOODED)
        stack.seek(0)
        if written := stack.read():
            send_stopped(written, *arguments)


Snapshot = Mapping[str, tuple[int, int]]


def snapshot(paths: Iterable[str]) -> Snapshot:
    """Return the modification time (in ns) and the size of each file at or below some paths.

    Hidden files and folders, and `__pycache__`, are left out; so are folders beyond the first 5000 files of a path.
    """
    states: dict[str, tuple[int, int]] = {}
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
                    states[str(file)] = state.st_mtime_ns, state.st_size
    return states


@dataclass
class Preview:
    """An exam that is rendered again, in a new child process, whenever one of its files has changed.

    This process does not import the exam. `version` increases with each change of `document()`, `run` with each child
    process. `paths` are watched. `pages` has the digests of the pictures of a document by its kind and seed, `tables`
    the tables of facts by name, both with the number of the run that sent them. `problems` has the problems by cause
    and place, `pictures` the PNG pictures by digest.
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
    pages: dict[tuple[str, int], tuple[int, list[str]]] = field(default_factory=dict)
    tables: dict[str, tuple[int, Any]] = field(default_factory=dict)
    pictures: dict[str, bytes] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _stopped: Event = field(default_factory=Event)
    _process: "ForkServerProcess | None" = None
    _heard: float = 0.0
    _complete_run: int = 0
    """The last run that has sent all its messages, or was ended."""

    def __post_init__(self) -> None:
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload([WARM])

    def watch(self) -> None:
        """Render the exam now and after each change of its files, until `close` is called."""
        paths = self.paths
        last = snapshot(paths)
        self.start()
        while not self._stopped.wait(LOOK):
            before, paths = paths, self.paths
            now = snapshot(paths)
            # files of a path that was not watched at the last check are not changes
            compared = now if paths == before else {name: now[name] for name in last if name in now}
            if compared != last:
                self.start()
            elif self.is_busy and monotonic() - self._heard > SILENT:
                self._end()
                cause = Message(
                    "the code of the exam was stopped, since it sent no result for {count} second",
                    plural="the code of the exam was stopped, since it sent no result for {count} seconds",
                    count=round(SILENT),
                )
                remedy = Message(
                    "look in the code of the exam for a loop that does not end, or for a power that is too large to "
                    "compute"
                )
                with self._lock:
                    self._stop(cause, remedy)
                    self._finish()
            last = now

    def start(self) -> None:
        """Start a child process that renders the exam, after ending a child process that is still running."""
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
        Thread(target=self._listen, args=(run, receiver, process), daemon=True).start()

    def close(self) -> None:
        """End the child process, and stop `watch`."""
        self._stopped.set()
        self._end()

    def document(self) -> dict[str, Any]:
        """Return the content of the page as a JSON object.

        Problems, pages and tables computed before the last change of the files are marked `old`; pages and the key only
        after the child process has ended without newer ones. Old problems come last.
        """
        with self._lock:
            run, is_over = self.run, not self.is_busy
            pages: dict[str, dict[str, Any]] = {}
            for (kind, u0), (of_run, pictures) in self.pages.items():
                pages.setdefault(kind, {})[str(u0)] = {"pictures": pictures, "old": of_run < run and is_over}
            return {
                "version": self.version,
                "busy": self.is_busy,
                "title": self.title or self.name,
                "seeds": list(self.seeds),
                "problems": sorted(
                    ({**problem, "old": problem["run"] < run} for problem in self.problems.values()),
                    key=itemgetter("old"),
                ),
                "pages": pages,
                "tables": {
                    name: {**value, "old": of_run < run and (name != "key" or is_over)}
                    for name, (of_run, value) in self.tables.items()
                },
            }

    def _listen(self, run: int, receiver: Connection, process: "ForkServerProcess | None" = None) -> None:
        """Receive the messages of the child process of a run until it ends, or until another run begins.

        A message that cannot be read ends the run: the exam has started a process that writes into the same pipe.
        """
        with suppress(Exception), receiver:
            while True:
                name, value = pickle.loads(receiver.recv_bytes(MAX_MESSAGE))  # noqa: S301 - from trusted code
                with self._lock:
                    if run != self.run:
                        return
                    self._heard = monotonic()
                    self._receive(name, value)
                    self.version += 1
        is_flooded = False
        with suppress(ValueError):  # the process was closed, since another run has begun
            if process is not None:
                process.terminate()  # after a message that cannot be read, the process is still running
                process.join(MAX_END)
                is_flooded = process.exitcode == FLOODED
        with self._lock:
            if run == self.run:
                if is_flooded:
                    self._stop(
                        Message(
                            "the code of the exam was stopped, since it printed more than {most} kB",
                            most=MAX_OUTPUT // 1000,
                        ),
                        Message("look in the code of the exam for a loop that prints without end, or print less"),
                    )
                self._finish()

    def _receive(self, name: str, value: Any) -> None:
        """Store a message of the child process; `answers.web.preview.render` lists the messages."""
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
            _, before = self.pages.get((kind, u0), (0, []))
            self.pages[kind, u0] = self.run, [*before[: number - 1], digest, *before[number:count]]
            used = {picture for _, pictures in self.pages.values() for picture in pictures}
            self.pictures = {digest: self.pictures[digest] for digest in used}
        elif name == "stopped":
            self._add_problem(value)
            self._complete_run = self.run
        elif name == "checked":
            self._complete_run = self.run
            self._drop_old()
        else:
            self.tables[name] = self.run, value

    def _add_problem(self, problem: Mapping[str, Any]) -> None:
        """Add a problem, once, as one of the latest run."""
        key = problem["cause"], problem["place"]
        self.problems.pop(key, None)
        self.problems[key] = {**problem, "run": self.run}

    def _stop(self, cause: Message, remedy: Message) -> None:
        """Add a problem for which the present run was ended, and which makes it complete."""
        texts = {"cause": cause.render(self.lang), "place": self.paths[0], "remedy": remedy.render(self.lang)}
        self._add_problem({**texts, "stage": ""})
        self._complete_run = self.run

    def _drop_old(self) -> None:
        self.problems = {key: problem for key, problem in self.problems.items() if problem["run"] == self.run}

    def _finish(self) -> None:
        if any(problem["stage"] == "load" for problem in self.problems.values() if problem["run"] == self.run):
            self._drop_old()  # an exam that is not loaded cannot be checked for the earlier problems
        elif self._complete_run < self.run:
            cause = Message("the exam was not checked to the end: the program that runs its code ended unexpectedly")
            remedy = Message(
                "look in the code of the exam for a computation that needs too much memory, or for code that "
                "ends the program"
            )
            self._stop(cause, remedy)
        self.is_busy = False
        self.version += 1

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None or process.pid is None:
            return
        with suppress(ValueError, OSError):
            process.terminate()
            process.join(MAX_END + 1)
            process.kill()
            process.join(1)
        with suppress(ValueError):
            process.close()
