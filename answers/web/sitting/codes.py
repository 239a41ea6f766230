"""The codes with which students sign in, and a limit on wrong codes.

Codes are random, printed once, and stored only as hashes keyed with the secret of the class. The limit applies to a
pair of identifier and client address, so that nobody can lock a student out from another machine.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

AT_ONCE, EVERY = 6, 10.0
"""Allowed wrong codes for an identifier from an address: this many at once, then one in this many seconds."""
OF_ADDRESS, ADDRESS_EVERY = 60, 1.0
"""The same for all identifiers from an address; the first wrong code of each identifier is not limited."""
MOST = 20_000
"""Number of remembered clients."""


class FailedAttempts:
    """The recent wrong codes of each client, as leaky buckets."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._full_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def attempt(self, address: str, student: str) -> float:
        """Count an attempt as a wrong code and return 0, or return the seconds that the client must wait before it."""
        with self._lock:
            wait = self._left((address, student), AT_ONCE, EVERY)
            # The first attempt for an identifier is made, whatever others at this address have done; nobody waits
            # longer than until the own attempts are forgotten, and is then first again.
            own = self._full_until.get((address, student), 0.0) - self._clock()
            if own > 0:
                wait = max(wait, min(own, self._left((address, ""), OF_ADDRESS, ADDRESS_EVERY)))
            if not wait:
                self._fill((address, student), EVERY)
                self._fill((address, ""), ADDRESS_EVERY)
            return wait

    def forgive(self, address: str, student: str) -> None:
        """Forget the wrong codes of a student after the right code, and the last attempt from the address."""
        with self._lock:
            self._full_until.pop((address, student), None)
            if (address, "") in self._full_until:
                self._full_until[address, ""] -= ADDRESS_EVERY

    def _left(self, client: tuple[str, str], most: int, every: float) -> float:
        """Return the seconds until a bucket of size `most` has room for one more attempt."""
        return max(0.0, self._full_until.get(client, 0.0) - self._clock() - (most - 1) * every)

    def _fill(self, client: tuple[str, str], every: float) -> None:
        self._full_until[client] = max(self._full_until.pop(client, 0.0), self._clock()) + every
        if len(self._full_until) > MOST:
            self._full_until.popitem(last=False)


LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits of codes, no two of which look alike. There are 31: eight of them have 39 bits."""
LENGTH, HALF = 8, 4
LOOKALIKES = str.maketrans({"O": "Q", "0": "Q", "I": "J", "1": "J", "L": "J"})


def new_code() -> str:
    """Return a new random code, such as "7KQM-2XDP"."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{code[:HALF]}-{code[HALF:]}"


def code_key(secret: str) -> str:
    """Return the key of the hashes of codes, made of the secret of a class; nothing can be signed with it."""
    return hmac.digest(secret.encode(), b"corrige codes", "sha256").hex()


def code_hash(key: str, student: str, code: str) -> str:
    """Return the stored hash of a student's code; capitals, spaces and letters that look alike do not matter."""
    plain = "".join(letter for letter in code.upper()[:40] if letter.isalnum()).translate(LOOKALIKES)
    return hmac.digest(key.encode(), f"{student}\0{plain}".encode(), "sha256").hex()
