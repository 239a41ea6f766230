"""The codes of students' slips, and how often one may be tried: those who guess wait, and nobody else does.

Codes are drawn by the system, shown once on paper, kept as slow hashes in the class folder. A client is an address. Who
mistypes has a few tries at once; then a try every few seconds for this identifier from this address. Other identifiers,
and the same one from elsewhere, are not touched, so that nobody can lock a student out from another machine.
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
"""Wrong codes of an identifier from an address: so many at once, then one in so many seconds."""
OF_ADDRESS, ADDRESS_EVERY = 60, 1.0
"""Wrong codes of all identifiers from an address, after the first of each."""
MOST = 20_000
"""Clients remembered."""
AT_DOOR, OF_ONE = 12, 3
"""Codes that wait to be hashed, of all and of one address: who comes then is asked to come again."""


class Tries:
    """The wrong codes of late, as buckets that empty with time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._full_until: OrderedDict[tuple[str, str], float] = OrderedDict()

    def wait(self, address: str, student: str) -> float:
        """Return the seconds that a client is to wait before the next try, 0 for none."""
        own = self._left((address, student), AT_ONCE, EVERY)
        if self._full_until.get((address, student), 0.0) <= self._clock():
            return own  # a first try, whatever others at this address have done
        return max(own, self._left((address, ""), OF_ADDRESS, ADDRESS_EVERY))

    def wrong(self, address: str, student: str) -> None:
        """Remember a wrong code."""
        self._fill((address, student), EVERY)
        self._fill((address, ""), ADDRESS_EVERY)

    def forgive(self, address: str, student: str) -> None:
        """Forget the wrong codes of a student who has found the right one, and of the address this last try."""
        self._full_until.pop((address, student), None)
        if (address, "") in self._full_until:
            self._full_until[address, ""] -= ADDRESS_EVERY

    def _left(self, client: tuple[str, str], most: int, every: float) -> float:
        """Seconds until one more fits into a bucket of `most`."""
        return max(0.0, self._full_until.get(client, 0.0) - self._clock() - (most - 1) * every)

    def _fill(self, client: tuple[str, str], every: float) -> None:
        self._full_until[client] = max(self._full_until.pop(client, 0.0), self._clock()) + every
        if len(self._full_until) > MOST:
            self._full_until.popitem(last=False)


class Turns:
    """Codes are hashed one after the other, and those of an address one after the other: many of one delay nobody.

    One thread does it: hashing takes much memory, which each thread would keep.
    """

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()
        self._own: dict[str, Lock] = {}
        self._counting, self._hashing = Lock(), ThreadPoolExecutor(1)

    def turn(self, address: str, compare: Callable[[], bool]) -> bool | None:
        """Return what a comparison gives at the turn of an address; None at once where too many wait."""
        with self._counting:
            if self._waiting[address] >= OF_ONE or self._waiting.total() >= AT_DOOR:
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
"""No two of which look alike: 31 of them, so that eight are 39 bits."""
LENGTH, HALF = 8, 4
WORK, BLOCK = 2**14, 8
"""Of scrypt: 16 MB and some 50 ms for each try."""
LOOKALIKES = str.maketrans({"O": "Q", "0": "Q", "I": "J", "1": "J", "L": "J"})


@dataclass(frozen=True, slots=True)
class Hashed:
    """A code as it is kept."""

    salt: bytes
    digest: bytes

    def is_of(self, code: str) -> bool:
        """Say whether a code is the one that was hashed; it takes as long for any."""
        return hmac.compare_digest(_digest(code, self.salt), self.digest)


DUMMY_HASH = Hashed(bytes(16), bytes(32))
"""What the code of an identifier that nobody has is compared with, for as long."""


def drawn() -> str:
    """Return a new code, "7KQM-2XDP"."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return f"{code[:HALF]}-{code[HALF:]}"


def hashed(code: str) -> Hashed:
    """Return a code as it is kept."""
    salt = secrets.token_bytes(16)
    return Hashed(salt, _digest(code, salt))


def read_codes(folder: Path) -> dict[str, Hashed]:
    """Return the codes of a sitting by identifier; CorrigeError if their file is damaged."""
    path = folder / FILE
    if not path.exists():
        return {}
    try:
        kept = json_of(read_limited(path))["students"].items()
        return {student: Hashed(bytes.fromhex(one["salt"]), bytes.fromhex(one["digest"])) for student, one in kept}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        remedy = "print all slips again: corrige class sheets DIR --slips --new-codes"
        raise CorrigeError.one("the file of codes is damaged", place=str(path), remedy=remedy) from error


def codes_bytes(codes: Mapping[str, Hashed]) -> bytes:
    """Return the file of codes."""
    students = {student: {"salt": one.salt.hex(), "digest": one.digest.hex()} for student, one in codes.items()}
    return json_bytes({"schema": SCHEMA, "students": students}, indent=1)


def _digest(code: str, salt: bytes) -> bytes:
    plain = "".join(letter for letter in code.upper()[:40] if letter.isalnum()).translate(LOOKALIKES)
    return scrypt(plain.encode(), salt=salt, n=WORK, r=BLOCK, p=1, dklen=32)
