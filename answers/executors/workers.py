"""Map a function over many items: in this process, in several processes, or on a Dask cluster."""

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
"""Default number of items that are sent to a worker together."""
AHEAD = 2
"""Number of chunks submitted for each worker: the one being computed, and the next one."""
CHECKED_EVERY = 15.0
"""Seconds between two checks, while waiting for a result, that there are still workers."""

S = TypeVar("S")
T = TypeVar("T")

Work: TypeAlias = Callable[[Sequence[S]], list[T]]
"""A function from a chunk of items to a list with one result for each item.

The function must be picklable: a function of a module, or a `partial` of such a function. On a cluster, it may be
called twice for the same chunk if a worker is lost, so its only effects may be files that can be written again.
"""


@dataclass(frozen=True, slots=True)
class Engine:
    """The choice of where work is executed: in `jobs` processes of this machine, or on a Dask cluster.

    `dask` is the address of the scheduler of the cluster, None for processes of this machine. With one job, the work is
    executed in this process, without starting another.
    """

    jobs: int = 1
    dask: str | None = None


class ParallelMap(Protocol):
    """A function that maps `work` over many items, in chunks, and yields the results in the order of the items.

    Only a few chunks are in memory at a time, however many items there are.
    """

    def __call__(self, work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        """Yield the result of `work` for each item; `chunk` is the number of items in a chunk."""


@contextmanager
def workers(engine: Engine) -> Iterator[ParallelMap]:
    """Yield the `ParallelMap` of an engine, and end its processes when the block ends.

    The results do not depend on the engine. CorrigeError if a process is killed, or if a Dask cluster cannot be used
    (`cluster` in `answers.executors.cluster` has the reasons).
    """
    if engine.dask is not None:
        from answers.executors.cluster import cluster  # needs an optional library

        with cluster(engine.dask) as (executor, width, check):
            yield partial(_spread, executor, width, check)
    elif engine.jobs == 1:
        yield SERIAL
    else:
        from concurrent.futures import ProcessPoolExecutor  # slow to import, and every command imports this module
        from multiprocessing import get_context

        # "spawn" because processes with threads, such as those of the solvers' libraries, must not fork
        executor = ProcessPoolExecutor(engine.jobs, get_context("spawn"), _initialize, gc.get_threshold())
        try:
            yield partial(_spread, executor, lambda: engine.jobs, lambda: None)
        except BrokenExecutor as error:
            remedy = "run the command again with fewer processes: --jobs N"
            raise CorrigeError.single(
                "one of the parallel processes of this command was killed, probably for lack of memory", remedy=remedy
            ) from error
        finally:
            executor.shutdown(cancel_futures=True)


def _serial(work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
    """Yield the results of all items, computed in chunks in this process, without workers."""
    for some in _chunks(items, chunk):
        yield from work(some)


SERIAL: ParallelMap = _serial
"""The `ParallelMap` that executes work in this process, each chunk when its results are needed."""


def _spread(
    executor: Executor,
    width: Callable[[], int],
    check: Callable[[], None],
    work: Work[S, T],
    items: Iterable[S],
    chunk: int = CHUNK,
) -> Iterator[T]:
    """Execute work on an executor, as a `ParallelMap` whose first three arguments are bound.

    `width` returns the present number of workers; `check`, called while waiting, raises an exception if there are none.
    """

    def result(future: Future[list[T]]) -> list[T]:
        """Wait for a result; `check` raises an error meanwhile if the workers are lost."""
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
    """Yield the items in lists of `size`; the last may be shorter."""
    rest = iter(items)
    return iter(lambda: list(islice(rest, size)), [])


def _initialize(*thresholds: int) -> None:
    """Prepare a worker process: ignore interruptions and warnings, and end with the parent process.

    The parent reports interruptions and warnings, once. `thresholds` are those of the parent's garbage collector; with
    the default ones, garbage collection takes a sixth of the time of drawing pages.
    """
    gc.set_threshold(*thresholds)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simplefilter("ignore", UserWarning)

    end_with_parent()


def end_with_parent() -> None:
    """Let this process end when the process that started it has ended, for whatever reason."""

    def wait_for_end() -> None:
        from multiprocessing import parent_process

        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait_for_end, daemon=True).start()
