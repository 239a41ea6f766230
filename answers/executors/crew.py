"""Workers behind an executor: work goes to them a little ahead, and what a lost one did is done again by others."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TypeAlias, TypeVar

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
