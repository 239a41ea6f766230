"""The codes with which students sign in to an exam session, and a limit on wrong codes.

Codes are random, printed once, and stored only as hashes keyed with the secret of the class. The limit applies to each
pair of identifier and network address, so that nobody can lock a student out from another machine.
"""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from time import monotonic

ATTEMPTS, SECONDS = 6, 10.0
"""Limit for an identifier from an address: wrong codes allowed at once, and seconds for each further wrong code."""
ATTEMPTS_OF_ADDRESS, SECONDS_OF_ADDRESS = 60, 1.0
"""The same limit for all identifiers from an address; the first wrong code of each identifier is always allowed."""
REMEMBERED = 20_000
"""Maximum number of pairs of address and identifier that are remembered."""


class FailedAttempts:
    """The recent wrong codes of each network address and identifier: counts that decrease with time, in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._full_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def attempt(self, address: str, student: str) -> float:
        """Count an attempt as failed until `forgive`, and return 0, or the seconds to wait if it is not allowed."""
        with self._lock:
            wait = self._left((address, student), ATTEMPTS, SECONDS)
            # The first attempt for an identifier is always allowed, whatever others at this address have done; so
            # nobody waits longer than until the attempts for the identifier are forgotten.
            own = self._full_until.get((address, student), 0.0) - self._clock()
            if own > 0:
                wait = max(wait, min(own, self._left((address, ""), ATTEMPTS_OF_ADDRESS, SECONDS_OF_ADDRESS)))
            if not wait:
                self._fill((address, student), SECONDS)
                self._fill((address, ""), SECONDS_OF_ADDRESS)
            return wait

    def forgive(self, address: str, student: str) -> None:
        """Forget the attempts for a student from an address, after the right code.

        The number of attempts counted for the whole address decreases by one only, not by all those forgotten.
        """
        with self._lock:
            self._full_until.pop((address, student), None)
            if (address, "") in self._full_until:
                self._full_until[address, ""] -= SECONDS_OF_ADDRESS

    def _left(self, client: tuple[str, str], most: int, every: float) -> float:
        """Return the seconds until `client` may try again; `most` attempts are free, one more each `every` s."""
        return max(0.0, self._full_until.get(client, 0.0) - self._clock() - (most - 1) * every)

    def _fill(self, client: tuple[str, str], every: float) -> None:
        """Let a client wait `every` seconds longer before its next attempt counts."""
        self._full_until[client] = max(self._full_until.pop(client, 0.0), self._clock()) + every
        if len(self._full_until) > REMEMBERED:
            self._full_until.popitem(last=False)


LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""The 31 letters and digits of codes, no two of which look alike; eight random ones have 39 bits."""
LENGTH, HALF = 8, 4
LOOKALIKES = str.maketrans({"O": "Q", "0": "Q", "I": "J", "1": "J", "L": "J"})


def new_code() -> str:
    """Return a new random code, such as "7KQM-2XDP"."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{code[:HALF]}-{code[HALF:]}"


def code_key(secret: str) -> str:
    """Return the key with which codes of a class are hashed; the secret of the class cannot be computed from it."""
    return hmac.digest(secret.encode(), b"corrige codes", "sha256").hex()


def is_code_of(stored: str, key: str, student: str, code: str) -> bool:
    """Return whether a typed code has the hash that is stored for a student, in a time that does not depend on it."""
    return hmac.compare_digest(stored.encode(), code_hash(key, student, code).encode())


def code_hash(key: str, student: str, code: str) -> str:
    """Return the hash of a student's code; capitals, spaces, hyphens and similar letters do not matter."""
    plain = "".join(letter for letter in code.upper()[:40] if letter.isalnum()).translate(LOOKALIKES)
    return hmac.digest(key.encode(), f"{student}\0{plain}".encode(), "sha256").hex()
