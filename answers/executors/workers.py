"""The same work for many items, with its results in order: here, in processes of this machine, or on a Dask cluster."""

import gc
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Protocol, TypeAlias, TypeVar
from warnings import simplefilter

from answers.errors import CorrigeError

CHUNK = 4
"""Items that go to a worker together."""
AHEAD = 2
"""Pieces of work that each worker has before it: one to do, one to go on with."""
CHECKED_EVERY = 15.0
"""Seconds between two checks of whether there are still workers, while a result is awaited."""

S = TypeVar("S")
T = TypeVar("T")

Work: TypeAlias = Callable[[Sequence[S]], list[T]]
"""One result an item. It travels to where it is done: a function of a module, or a `partial` of one. On a cluster it
may be done twice when a worker is lost, so that it changes nothing but what can be made again."""


@dataclass(frozen=True, slots=True)
class Engine:
    """Who does the work: `jobs` processes of this machine, or the Dask cluster whose scheduler is at an address."""

    jobs: int = 1
    dask: str | None = None


class ParallelMap(Protocol):
    """Does work for many items, `chunk` at a time, and yields one result an item, in their order.

    Items are taken, and results kept, only a little ahead: memory does not grow with their number.
    """

    def __call__(self, work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        """Do it."""


@contextmanager
def workers(engine: Engine) -> Iterator[ParallelMap]:
    """Give what spreads work over an engine; results are the same for any. With one job all is done here.

    CorrigeError if a process is killed, or the cluster is not there, not fit for this program, or lost on the way.
    """
    if engine.dask is not None:
        from answers.executors.cluster import cluster  # the library is an extra

        with cluster(engine.dask) as (executor, width, check):
            yield partial(_spread, executor, width, check)
    elif engine.jobs == 1:
        yield HERE
    else:
        from concurrent.futures import ProcessPoolExecutor  # slow to import, and every command imports this module
        from multiprocessing import get_context

        # Started afresh, and not forked: the solvers' libraries have threads.
        executor = ProcessPoolExecutor(engine.jobs, get_context("spawn"), _begin, gc.get_threshold())
        try:
            yield partial(_spread, executor, lambda: engine.jobs, lambda: None)
        except BrokenExecutor as error:
            remedy = "is there enough memory? use fewer processes with --jobs, and begin again"
            raise CorrigeError.one("a process was killed", remedy=remedy) from error
        finally:
            executor.shutdown(cancel_futures=True)


def _here(work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
    for some in _chunks(items, chunk):
        yield from work(some)


HERE: ParallelMap = _here
"""Does all in this process, each piece when its results are wanted."""


def _spread(
    executor: Executor,
    width: Callable[[], int],
    check: Callable[[], None],
    work: Work[S, T],
    items: Iterable[S],
    chunk: int = CHUNK,
) -> Iterator[T]:
    """Do work as a `ParallelMap` does, for `width` workers by now; `check` raises when there are none any more."""

    def result(future: Future[list[T]]) -> list[T]:
        while not wait((future,), CHECKED_EVERY).done:
            check()
        return future.result()

    pending = deque[Future[list[T]]]()
    for some in _chunks(items, chunk):
        pending.append(executor.submit(work, some))
        if len(pending) >= AHEAD * width():
            yield from result(pending.popleft())
    while pending:
        yield from result(pending.popleft())


def _chunks(items: Iterable[S], size: int) -> Iterator[list[S]]:
    left = iter(items)
    return iter(lambda: list(islice(left, size)), [])


def _begin(*collected: int) -> None:
    """Leave an interruption to the process that waits, one message is enough; and end with it, however it ends.

    Objects are collected as seldom as there: else a sixth of the time of drawing pages goes there.
    """
    gc.set_threshold(*collected)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simplefilter("ignore", UserWarning)  # so is one warning

    def end_with_parent() -> None:
        from multiprocessing import parent_process

        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=end_with_parent, daemon=True).start()
