"""Which seeds an atlas looks at: always the same, in an order that has nothing to do with the sequence.

A number of seeds outside 65 … 64006 (40 copy from each other, 25 more teach the constants) is a CorrigeError.
"""

from collections.abc import Collection
from hashlib import sha256

from answers.errors import CorrigeError
from answers.messages import Message
from solvers.sequence import lcg

PAPERS = 40
"""Seeds whose students copy from each other: the first ones."""
LEARNT = 25
"""Seeds that the paper of constants is made from: those that follow, whose papers it is not marked on."""
FEWEST = PAPERS + LEARNT
EVERY = lcg.PERIOD
"""All seeds but 0, which no student gets."""


def atlas_seeds(count: int) -> tuple[int, ...]:
    """Return `count` seeds, in the order of the SHA-256 digests of "atlas 1" … "atlas 64006".

    Fewer seeds are the start of more. In a simpler order, such as 1, 258, 515 …, draws would go together, since u(k) is
    proportional to u₀.
    """
    if not FEWEST <= count <= EVERY:
        raise CorrigeError.one(
            Message("an atlas of {count} seeds", count=count),
            remedy=Message("ask for {fewest} to {every} seeds", fewest=FEWEST, every=EVERY),
        )
    return tuple(sorted(range(1, EVERY + 1), key=lambda u0: sha256(f"atlas {u0}".encode()).digest())[:count])


def known_seeds(count: int, but: Collection[int] = ()) -> tuple[int, ...]:
    """Return the first `count` seeds of an atlas without those `but` some, to know how often a value comes."""
    return tuple(u0 for u0 in atlas_seeds(max(count, FEWEST))[:count] if u0 not in but)
