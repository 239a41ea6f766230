"""What u₀ decides: numbers and choices drawn from terms of the sequence, each term serving one draw."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import comb
from typing import TypeVar

from answers.errors import CorrigeError
from answers.messages import Message
from solvers.sequence import lcg

T = TypeVar("T")
FIRST = 1000
"""First index that an exam draws from; its questions ask for earlier terms."""
STRIDE = 1000
"""How many indices an exam has, and how far on `until` draws again."""
TRIES = 60
"""How often `until` draws again: the indices of the last try still lie on the orbit of 64006 terms."""


class DrawError(ValueError):
    """An exam draws in a way that it must not: a fault of the exam, not of a seed."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws from the sequence of `u0`, by index: the same index always gives the same draw, in any order.

    Every index may serve one draw only, so that no two parameters of an exam go together by accident. A second use is
    counted in `repeated`, and an error when the exam is checked. Nothing can be drawn from nothing, nor by an index
    that an exam does not have, 1000 … 1999, or in `until` 0 … 999: that is a `DrawError`.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 6, which draws a cell by u(1000) and u(1001).
    """

    u0: int
    start: int = 0
    uses: Counter[int] = field(default_factory=Counter, repr=False, compare=False)

    def term(self, k: int) -> int:
        """Return u(k) itself, 0 … 64006."""
        index = self._index(k)
        self.uses[index] += 1
        return lcg.term(self.u0, index)

    def integer(self, k: int, low: int, high: int) -> int:
        """Return low + u(k) mod (high - low + 1), an integer from `low` to `high`."""
        if high < low:
            raise DrawError(f"no integer from {low} to {high} (index {k})")
        return low + self.term(k) % (high - low + 1)

    def choice(self, k: int, items: Sequence[T]) -> T:
        """Return one of `items`, by its place."""
        return items[self.integer(k, 0, len(items) - 1)]

    def sample(self, k: int, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Return `n` of `items`, in their order: the combination of rank u(k) mod C(len(items), n).

        More combinations than terms, of which one index could only draw the first, are a `DrawError`.
        """
        count = comb(len(items), n)
        if count > lcg.MODULUS:
            raise DrawError(f"{n} of {len(items)} is one of {count}, more than one index can draw; use several")
        rank = self.integer(k, 0, count - 1)
        return next(islice(combinations(items, n), rank, None))

    def until(self, k: int, make: Callable[["Draw"], T], good: Callable[[T], bool]) -> T:
        """Return the first of the things made that is good, going on along the sequence.

        `make` is given a draw whose indices 0, 1, 2, … are k, k + 1, k + 2, …; then k + 1000, k + 1001, … if what it
        made is not good, and so on, 60 times at most. If none is good, the condition is too rare for an exam, which
        should draw from what satisfies it: a `DrawError`; for u₀ = 0, whose terms are all 0, a `CorrigeError`.
        """
        for attempt in range(TRIES):
            made = make(Draw(self.u0, self._index(k) + STRIDE * attempt, self.uses))
            if good(made):
                return made
        if self.u0 == 0:
            cause = "u₀ = 0 is not suitable: all its terms are 0"
            raise CorrigeError.one(cause, remedy="give another number: no student has u₀ = 0")
        raise DrawError(
            Message("no suitable draw in {tries} tries from index {k} on for u0 = {u0}", tries=TRIES, k=k, u0=self.u0)
        )

    @property
    def repeated(self) -> tuple[int, ...]:
        """Return the indices, 1000 … 1999, that served more than one draw; a further try has those of the first."""
        return tuple(sorted({FIRST + index % STRIDE for index, count in self.uses.items() if count > 1}))

    def _index(self, k: int) -> int:
        lowest = 0 if self.start else FIRST
        if not lowest <= k < lowest + STRIDE:
            raise DrawError(f"index {k} is not from {lowest} to {lowest + STRIDE - 1}")
        return self.start + k


PRACTISED = range(60_000, lcg.MODULUS)
"""Seeds that are practised with: no class draws them, so that a solution that is published is of no exam."""


def checked_seed(u0: int) -> int:
    """Return `u0` if it is a seed, from 0 to 64006."""
    if not 0 <= u0 < lcg.MODULUS:
        raise CorrigeError.one(
            Message("u₀ = {u0} is out of range", u0=u0),
            remedy=Message("give a number from 0 to {modulus}", modulus=lcg.MODULUS - 1),
        )
    return u0
