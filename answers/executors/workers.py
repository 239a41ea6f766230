"""The same work for many items, with its results in order, by whoever does it: executors as `concurrent.futures` has.

A worker that is killed loses nothing: its work is done again, by another.
"""

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar
from warnings import simplefilter

from answers.errors import CorrigeError

CHUNK = 4
"""Items that go to a worker together."""
AHEAD = 2
"""Pieces of work that each worker has before it: one to do, one to go on with."""
MOST_LOST = 3
"""How often processes may be lost: more, and it is the work that kills them."""
LOOK = 15.0
"""Seconds between two looks at whether anybody is still there, while a result is awaited."""

S = TypeVar("S")
T = TypeVar("T")

Work: TypeAlias = Callable[[Sequence[S]], list[T]]
"""One result an item. It travels to where it is done: a function of a module, or a `partial` of one. It may be done
twice when a worker is lost, so that it changes nothing but what can be made again."""


@dataclass(slots=True)
class Crew:
    """Workers behind an executor: how it is started, how many they are by now, what raises when they are all gone."""

    start: Callable[[], Executor]
    width: Callable[[], int]
    check: Callable[[], None] = lambda: None
    losses: int = 0
    executor: Executor = field(init=False)

    def __post_init__(self) -> None:
        self.executor = self.start()

    def spread(self, work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        """Do work as a `Spread` does."""
        under_way = deque[_Piece[T]]()
        for some in chunks(items, chunk):
            under_way.append(self._begun(partial(work, some)))
            if len(under_way) >= AHEAD * self.width():
                yield from self._result(under_way.popleft())
        while under_way:
            yield from self._result(under_way.popleft())

    def _begun(self, work: Callable[[], list[T]]) -> "_Piece[T]":
        while True:
            executor = self.executor
            try:
                return work, executor, executor.submit(work)
            except BrokenExecutor:
                self._replace(executor)

    def _result(self, piece: "_Piece[T]") -> list[T]:
        while True:
            work, executor, future = piece
            while not wait((future,), LOOK).done:
                self.check()
            try:
                return future.result()
            except BrokenExecutor:
                self._replace(executor)
                piece = self._begun(work)

    def _replace(self, broken: Executor) -> None:
        """Start another executor, unless that was done for another piece of work."""
        if broken is not self.executor:
            return
        broken.shutdown()
        self.losses += 1
        if self.losses > MOST_LOST:
            cause = f"processes were killed {self.losses} times"
            raise CorrigeError.one(cause, remedy="is there memory enough? take fewer with --jobs, and begin again")
        self.executor = self.start()


_Piece: TypeAlias = tuple[Callable[[], list[T]], Executor, Future[list[T]]]


def chunks(items: Iterable[S], size: int) -> Iterator[list[S]]:
    """Yield items in lists of `size`, the last of what is left."""
    left = iter(items)
    return iter(lambda: list(islice(left, size)), [])


@dataclass(frozen=True, slots=True)
class Engine:
    """Who does the work: `jobs` processes of this machine, or the Dask cluster whose scheduler is at an address."""

    jobs: int = 1
    dask: str | None = None


class Spread(Protocol):
    """Does work for many items, `chunk` at a time, and yields one result an item, in their order.

    Items are taken, and results kept, only a little ahead: memory does not grow with their number.
    """

    def __call__(self, work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        """Do it."""


@contextmanager
def workers(engine: Engine) -> Iterator[Spread]:
    """Give what spreads work over an engine; results are the same for any. With one job all is done here.

    CorrigeError if there is no such cluster, it is not fit for this program, or all of it is lost on the way.
    """
    if engine.dask is not None:
        from answers.executors.cluster import cluster

        with cluster(engine.dask) as crew:
            yield crew.spread
    elif engine.jobs == 1:
        yield HERE
    else:
        crew = Crew(partial(_processes, engine.jobs), lambda: engine.jobs)
        try:
            yield crew.spread
        finally:
            crew.executor.shutdown(cancel_futures=True)


def _here(work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
    for some in chunks(items, chunk):
        yield from work(some)


HERE: Spread = _here
"""Does all in this process, each piece when its results are wanted."""


def _processes(jobs: int) -> Executor:
    """Processes that are started afresh, and not forked: the solvers' libraries have threads."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin)


def _begin() -> None:
    """Leave an interruption to the process that waits, one message is enough; and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simplefilter("ignore", UserWarning)  # so is one warning
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
