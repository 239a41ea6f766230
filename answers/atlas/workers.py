"""The same work spread over processes, with its results in order."""

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context, parent_process
from typing import Protocol, TypeVar

T = TypeVar("T")
CHUNK = 4
"""Seeds that go to a process together."""


class Spread(Protocol):
    """Does work for many seeds, some at a time, and yields one result a seed, in their order."""

    def __call__(self, work: Callable[[Sequence[int]], list[T]], seeds: Sequence[int], /) -> Iterator[T]:
        """Do it."""


@contextmanager
def workers(jobs: int) -> Iterator[Spread]:
    """Give what spreads work over `jobs` processes.

    With one job all is done here. Processes are started afresh, and not forked: the solvers' libraries have threads.
    """
    if jobs == 1:
        yield lambda work, seeds: chain.from_iterable(map(work, _chunks(seeds)))
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin) as pool:
        try:
            yield lambda work, seeds: chain.from_iterable(pool.map(work, _chunks(seeds)))
        finally:
            pool.shutdown(cancel_futures=True)


def _chunks(seeds: Sequence[int]) -> list[Sequence[int]]:
    return [seeds[start : start + CHUNK] for start in range(0, len(seeds), CHUNK)]


def _begin() -> None:
    """Leave an interruption to the process that waits, one message is enough; and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
