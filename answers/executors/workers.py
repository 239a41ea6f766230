"""The same work for many items, whoever does it, with its results in order."""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

from answers.executors.executor import Executor, Pending, S, Serial, T, Work

CHUNK = 4
"""Items that go to a worker together."""
AHEAD = 2
"""Pieces of work that each worker has before it: one to do, one to go on with."""


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
    """Give what spreads work over an engine; results are the same for any.

    With one job all is done here. A worker that is killed loses nothing: its work is done again.

    Raises
    ------
    CorrigeError
        If there is no such cluster, it is not fit for this program, or all of it is lost on the way.
    """
    if engine.dask is not None:
        from answers.executors.cluster import cluster

        with cluster(engine.dask) as found:
            yield _Spread(found)
    elif engine.jobs == 1:
        yield HERE
    else:
        from answers.executors.processes import processes

        with processes(engine.jobs) as found:
            yield _Spread(found)


@dataclass(frozen=True, slots=True)
class _Spread:
    """The pieces of work that an executor has before it are taken in turn."""

    executor: Executor

    def __call__(self, work: Work[S, T], items: Iterable[S], chunk: int = CHUNK) -> Iterator[T]:
        left, under_way = iter(items), deque[Pending[list[T]]]()
        while some := list(islice(left, chunk)):
            under_way.append(self.executor.submit(work, some))
            if len(under_way) >= AHEAD * self.executor.width:
                yield from under_way.popleft().result()
        while under_way:
            yield from under_way.popleft().result()


HERE: Spread = _Spread(Serial())
"""Does all in this process."""
