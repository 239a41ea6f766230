"""The same work for many items, with its results in order, by whoever does it: executors as `concurrent.futures` has.

A worker that is killed loses nothing: its work is done again, by another.
"""

import gc
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Protocol
from warnings import simplefilter

from answers.executors.crew import CHUNK, Crew, S, T, Work, chunks


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

    return ProcessPoolExecutor(jobs, get_context("spawn"), _begin, gc.get_threshold())


def _begin(*collected: int) -> None:
    """Leave an interruption to the process that waits, one message is enough; and end with it, however it ends.

    Objects are collected as seldom as there: else a sixth of the time of drawing pages goes there.
    """
    gc.set_threshold(*collected)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simplefilter("ignore", UserWarning)  # so is one warning
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
