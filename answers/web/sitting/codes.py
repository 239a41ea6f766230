"""The codes with which students sign in, stored as slow hashes, and a limit on wrong codes.

Codes are random, printed once, and stored only as hashes. A limit applies to a pair of identifier and client address,
so that nobody can lock a student out from another machine.
"""

import hmac
import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import scrypt
from pathlib import Path
from threading import Lock
from time import monotonic

from answers.errors import CorrigeError
from answers.files import json_bytes, json_of, read_limited

AT_ONCE, EVERY = 6, 10.0
"""Allowed wrong codes for an identifier from an address: this many at once, then one in this many seconds."""
OF_ADDRESS, ADDRESS_EVERY = 60, 1.0
"""The same for all identifiers from an address; the first wrong code of each identifier is not limited."""
MOST = 20_000
"""Number of remembered clients."""
MAX_WAITING, MAX_WAITING_PER_ADDRESS = 12, 3
"""Codes that may wait to be hashed, in all and from one address; further requests must be repeated later."""


class FailedAttempts:
    """The recent wrong codes of each client, as leaky buckets."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._full_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def wait(self, address: str, student: str) -> float:
        """Return the seconds that a client must wait before the next attempt, 0 for none."""
        own = self._left((address, student), AT_ONCE, EVERY)
        if self._full_until.get((address, student), 0.0) <= self._clock():
            return own  # the first attempt of this identifier, whatever others at this address have done
        return max(own, self._left((address, ""), OF_ADDRESS, ADDRESS_EVERY))

    def wrong(self, address: str, student: str) -> None:
        """Record a wrong code."""
        self._fill((address, student), EVERY)
        self._fill((address, ""), ADDRESS_EVERY)

    def forgive(self, address: str, student: str) -> None:
        """Forget the wrong codes of a student after the right code, and the last attempt from the address."""
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


class HashQueue:
    """A queue of codes to hash, with at most one of each address, so that no address delays the others.

    A single thread hashes: each thread would keep the memory of a hash (16 MB).
    """

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()
        self._own: dict[str, Lock] = {}
        self._counting, self._hashing = Lock(), ThreadPoolExecutor(1)

    def turn(self, address: str, compare: Callable[[], bool]) -> bool | None:
        """Return the result of a comparison when it is the turn of the address; None if too many are waiting."""
        with self._counting:
            if self._waiting[address] >= MAX_WAITING_PER_ADDRESS or self._waiting.total() >= MAX_WAITING:
                return None
            self._waiting[address] += 1
            own = self._own.setdefault(address, Lock())
        try:
            with own:
                return self._hashing.submit(compare).result()
        finally:
            with self._counting:
                self._waiting[address] -= 1
                if not self._waiting[address]:
                    del self._waiting[address], self._own[address]


FILE = "codes.json"
SCHEMA = "corrige/codes/1"
LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits of codes, no two of which look alike. There are 31: eight of them have 39 bits."""
LENGTH, HALF = 8, 4
WORK, BLOCK = 2**14, 8
"""Parameters of scrypt: 16 MB and about 50 ms for each hash."""
LOOKALIKES = str.maketrans({"O": "Q", "0": "Q", "I": "J", "1": "J", "L": "J"})


@dataclass(frozen=True, slots=True)
class HashedCode:
    """The salted hash of a code."""

    salt: bytes
    digest: bytes

    def is_of(self, code: str) -> bool:
        """Return whether a code has this hash, in constant time."""
        return hmac.compare_digest(_digest(code, self.salt), self.digest)


DUMMY_HASH = HashedCode(bytes(16), bytes(32))
"""Compared with the code of an unknown identifier, so that the response takes as long as for a known one."""


def new_code() -> str:
    """Return a new random code, such as "7KQM-2XDP"."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{code[:HALF]}-{code[HALF:]}"


def hash_code(code: str) -> HashedCode:
    """Return the hash of a code with a new salt."""
    salt = secrets.token_bytes(16)
    return HashedCode(salt, _digest(code, salt))


def read_codes(folder: Path) -> dict[str, HashedCode]:
    """Return the hashed codes of an exam session by student; CorrigeError if their file is damaged."""
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        students = json_of(read_limited(path))["students"]
        return {
            student: HashedCode(bytes.fromhex(code["salt"]), bytes.fromhex(code["digest"]))
            for student, code in students.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = "print all slips again: corrige class sheets DIR --slips --new-codes"
        raise CorrigeError.single("the file of codes is damaged", place=str(path), remedy=remedy) from error


def codes_bytes(codes: Mapping[str, HashedCode]) -> bytes:
    """Return the content of the file of codes."""
    students = {student: {"salt": code.salt.hex(), "digest": code.digest.hex()} for student, code in codes.items()}
    return json_bytes({"schema": SCHEMA, "students": students}, indent=1)


def _digest(code: str, salt: bytes) -> bytes:
    plain = "".join(letter for letter in code.upper()[:40] if letter.isalnum()).translate(LOOKALIKES)
    return scrypt(plain.encode(), salt=salt, n=WORK, r=BLOCK, p=1, dklen=32)
