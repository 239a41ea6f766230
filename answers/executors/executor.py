"""What does work: here, in other processes, or on other machines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias, TypeVar

S = TypeVar("S")
T = TypeVar("T")
Result_co = TypeVar("Result_co", covariant=True)

Work: TypeAlias = Callable[[Sequence[S]], list[T]]
"""One result an item. It travels to where it is done: a function of a module, or a `partial` of one. It may be done
twice when a worker is lost, so that it changes nothing but what can be made again."""


class Pending(Protocol[Result_co]):
    """A result that may still have to come."""

    def result(self) -> Result_co:
        """Wait for it, and raise what the work raised.

        Raises
        ------
        CorrigeError
            If those who were to do it are lost.
        """


class Executor(Protocol):
    """Does pieces of work, several at a time."""

    @property
    def width(self) -> int:
        """How many pieces are done at the same time, at least 1."""

    def submit(self, work: Work[S, T], items: Sequence[S]) -> Pending[list[T]]:
        """Have a piece of work done."""


@dataclass(frozen=True, slots=True)
class _Later(Pending[list[T]]):
    work: Callable[[], list[T]]

    def result(self) -> list[T]:
        return self.work()


@dataclass(frozen=True, slots=True)
class Serial:
    """Does all here, each piece when its result is wanted."""

    width: int = 1

    def submit(self, work: Work[S, T], items: Sequence[S]) -> Pending[list[T]]:
        """Put a piece of work off until its result is wanted."""
        return _Later(lambda: work(items))
