"""Draw the data of an exam from terms of the sequence that begins with the seed u₀; each term is used by one draw."""

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
"""The first index from which an exam draws; questions ask students for terms of smaller index."""
STRIDE = 1000
"""The number of indices of an exam, and the distance between the indices of two tries of `until`."""
TRIES = 60
"""Greatest number of tries of `until`: the indices of the last try are still below 64006, the period."""


class DrawError(ValueError):
    """Raised if an exam draws wrongly, for example with an index out of range; its author must correct the exam."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws for an exam from the sequence of `u0`. Each draw names the index of the term that it uses.

    The order of draws does not matter. Indices are from 1000 to 1999, and from 0 to 999 in the functions that `until`
    calls. Use each index for one draw only, otherwise two parameters of the exam are correlated; `corrige check`
    reports indices that are used twice. Any other index, and a draw from no items, is a `DrawError`.

    Source: ENS 2013 practical exam, "Équilibres de Nash", question 6, which draws a cell by u(1000) and u(1001).
    """

    u0: int
    start: int = 0
    uses: Counter[int] = field(default_factory=Counter, repr=False, compare=False)

    def term(self, k: int) -> int:
        """Return the term u(k), an integer from 0 to 64006."""
        index = self._index(k)
        self.uses[index] += 1
        return lcg.term(self.u0, index)

    def integer(self, k: int, low: int, high: int) -> int:
        """Return low + u(k) mod (high - low + 1), an integer from `low` to `high`, both included."""
        if high < low:
            raise DrawError(f"no integer from {low} to {high} (index {k})")
        return low + self.term(k) % (high - low + 1)

    def choice(self, k: int, items: Sequence[T]) -> T:
        """Return the element of `items` at the position u(k) mod len(items), counted from 0."""
        return items[self.integer(k, 0, len(items) - 1)]

    def sample(self, k: int, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Return `n` of the `items`, in their order: the combination of rank u(k) mod C(len(items), n), counted from 0.

        Combinations are ranked in the order of `itertools.combinations`. If there are more than 64007 of them, a
        `DrawError` is raised, since u(k) has only 64007 values.
        """
        count = comb(len(items), n)
        if count > lcg.MODULUS:
            raise DrawError(f"{n} of {len(items)} is one of {count}, more than one index can draw; use several")
        rank = self.integer(k, 0, count - 1)
        return next(islice(combinations(items, n), rank, None))

    def until(self, k: int, make: Callable[["Draw"], T], good: Callable[[T], bool]) -> T:
        """Call `make` until its value satisfies the condition `good`, and return this value.

        `make` receives a `Draw` whose indices 0, 1, 2, … stand for k, k + 1, k + 2, … in the first try, for k + 1000, k
        + 1001, k + 1002, … in the second try, and so on. There are at most 60 tries.

        Raises
        ------
        DrawError
            If no value is good. The condition is then too rare: draw from the values that satisfy it.
        CorrigeError
            If no value is good for u₀ = 0, whose terms are all 0.
        """
        for attempt in range(TRIES):
            value = make(Draw(self.u0, self._index(k) + STRIDE * attempt, self.uses))
            if good(value):
                return value
        if self.u0 == 0:
            cause = "u₀ = 0 is not suitable: all its terms are 0"
            raise CorrigeError.single(cause, remedy="give another number: no student has u₀ = 0")
        cause = Message(
            "from index {k} on, none of {tries} draws for u0 = {u0} met the condition of the exam, so this "
            "seed has no data",
            k=k,
            u0=self.u0,
            tries=TRIES,
        )
        raise DrawError(cause)

    @property
    def repeated(self) -> tuple[int, ...]:
        """The indices from 1000 to 1999 that were used more than once, sorted.

        Several tries of `until` do not repeat each other, since each uses indices 1000 further on; an index used twice
        within a later try is given as that of the first try.
        """
        return tuple(sorted({FIRST + index % STRIDE for index, count in self.uses.items() if count > 1}))

    def _index(self, k: int) -> int:
        """Return where in the sequence the term with index `k` of this draw is; DrawError if it has no such index."""
        lowest = 0 if self.start else FIRST
        if not lowest <= k < lowest + STRIDE:
            raise DrawError(f"index {k} is not from {lowest} to {lowest + STRIDE - 1}")
        return self.start + k


class Draws:
    """Draws for an exam in one file, from the sequence u(1000), u(1001), …; each draw uses the next terms.

    A draw that is added or removed therefore changes the draws after it.
    """

    def __init__(self, draw: Draw, index: int = FIRST) -> None:
        self._draw, self._next = draw, index

    def integer(self, low: int, high: int) -> int:
        """Return an integer from `low` to `high`, both included; DrawError if `high` is less than `low`."""
        return self._draw.integer(self._take(), low, high)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`; DrawError if there are no items."""
        if not items:
            raise DrawError(Message("the exam asks for a random choice from an empty list"))
        return self._draw.choice(self._take(), items)

    def sample(self, items: Sequence[T], n: int) -> tuple[T, ...]:
        """Return `n` of the `items`, in their order; DrawError if there are more than 64007 possible samples."""
        return self._draw.sample(self._take(), items, n)

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Return all `items` in a random order, by the algorithm of Fisher and Yates, with len(items) - 1 terms."""
        rest = list(items)
        last = [rest.pop(self.integer(0, len(rest) - 1)) for _ in range(len(rest) - 1)]
        return (*rest, *last)

    def until(self, make: Callable[["Draws"], T], good: Callable[[T], bool]) -> T:
        """Call `make` until its value satisfies the condition `good`, at most 60 times, and return this value.

        If no value is good, a `DrawError` is raised: the condition is too rare. Draw from the values that satisfy it
        instead.
        """
        most = 0

        def tried(draw: Draw) -> T:
            """Make a value, and remember how many numbers the longest attempt has drawn."""
            nonlocal most
            draws = Draws(draw, 0)
            try:
                return make(draws)
            finally:
                most = max(most, draws._next)

        value = self._draw.until(self._next, tried, good)
        self._next += most
        return value

    def _take(self) -> int:
        self._next += 1
        return self._next - 1


PRACTISED = range(60_000, lcg.MODULUS)
"""The seeds for practice; no student of a class gets one of them, so a published solution is never that of an exam."""


def checked_seed(u0: int) -> int:
    """Return the seed `u0` unchanged; CorrigeError if it is not from 0 to 64006."""
    if not 0 <= u0 < lcg.MODULUS:
        raise CorrigeError.single(
            Message("u₀ = {u0} is out of range", u0=u0),
            remedy=Message("give a whole number from 0 to {modulus}", modulus=lcg.MODULUS - 1),
        )
    return u0
