"""Processes of this machine that do work; one that is killed is replaced, and what it did is done again."""

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import Generic

from answers.errors import CorrigeError
from answers.executors.executor import Executor, Pending, S, T, Work

MOST_LOST = 3
"""How often processes may be lost: more, and it is the work that kills them."""


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Give what does work in `jobs` processes, which end with the block, however it ends.

    They are started afresh, and not forked: the solvers' libraries have threads.
    """
    found = _Processes(jobs)
    try:
        yield found
    finally:
        found.end()


class _Processes:
    """Processes and how often they were lost."""

    def __init__(self, jobs: int) -> None:
        self.width = jobs
        self.lost = 0
        self._pool = self._started()

    def submit(self, work: Work[S, T], items: Sequence[S]) -> Pending[list[T]]:
        return _Submitted(self, work, items, self.begun(work, items), self.lost)

    def begun(self, work: Work[S, T], items: Sequence[S]) -> Future[list[T]]:
        try:
            return self._pool.submit(work, items)
        except BrokenProcessPool:
            self.mend(self.lost)
            return self.begun(work, items)

    def mend(self, known: int) -> None:
        """Start other processes, unless it was done since `known` losses."""
        if known != self.lost:
            return
        self.end()
        self.lost += 1
        if self.lost > MOST_LOST:
            cause = f"processes were killed {self.lost} times"
            raise CorrigeError.one(cause, remedy="is there memory enough? take fewer with --jobs, and begin again")
        self._pool = self._started()

    def end(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.width, get_context("spawn"), _begin)


@dataclass(slots=True)
class _Submitted(Generic[S, T]):
    """A piece of work, to be submitted again when the processes are lost."""

    executor: _Processes
    work: Work[S, T]
    items: Sequence[S]
    future: Future[list[T]]
    lost: int

    def result(self) -> list[T]:
        while True:
            try:
                return self.future.result()
            except BrokenProcessPool:
                self.executor.mend(self.lost)
                self.lost, self.future = self.executor.lost, self.executor.begun(self.work, self.items)


def _begin() -> None:
    """Leave an interruption to the process that waits, one message is enough; and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
