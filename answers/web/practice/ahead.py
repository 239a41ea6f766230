"""Keys made before they are asked for, in a process of their own: whoever answers meanwhile does not wait for them."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from queue import Empty
from threading import Lock, Thread
from typing import TYPE_CHECKING

from answers.exam.exam import Exam
from answers.exam.store import kept_answers, kept_key

if TYPE_CHECKING:
    from multiprocessing.queues import Queue


@dataclass
class Ahead:
    """A process that makes the keys of seeds, in the order in which they are wanted, and keeps them in the store.

    `load` loads the exam there.
    """

    load: Callable[[], Exam]
    _wanted: set[int] = field(default_factory=set)
    _made: set[int] = field(default_factory=set)
    _lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        context = get_context("spawn")
        self._todo, self._done = context.Queue(), context.Queue()
        self._process = context.Process(target=make_keys, args=(self.load, self._todo, self._done), daemon=True)
        self._process.start()

    def want(self, u0: int) -> None:
        """Have the key of a seed made, after those that were wanted before."""
        with self._lock:
            if u0 not in self._wanted:
                self._wanted.add(u0)
                self._todo.put(u0)

    def is_made(self, u0: int) -> bool:
        """Say whether the key of a seed is in the store, or nobody makes it."""
        with self._lock, suppress(Empty):
            while True:
                self._made.add(self._done.get_nowait())
        return u0 in self._made or not self._process.is_alive()

    def close(self) -> None:
        """Make no more."""
        self._process.terminate()
        self._process.join()


def make_keys(load: Callable[[], Exam], todo: "Queue[int]", done: "Queue[int]") -> None:
    """Make the key of each seed that comes, with the answers of known mistakes, which marking tries; then say so.

    It ends with the process that started it, however that ended.
    """
    Thread(target=_end_with_parent, daemon=True).start()
    exam = load()
    parts = [part.id for part in exam.parts]
    while True:
        u0 = todo.get()
        kept_key(exam, u0)
        kept = kept_answers(exam, u0)
        for mistake in exam.mistakes:
            with suppress(Exception):  # marking passes over a mistake that fails for a seed
                kept.of(mistake, parts)
        done.put(u0)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
