"""The codes of students' slips: drawn by the system, shown once on paper, kept as slow hashes in the class folder."""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import scrypt
from pathlib import Path

from answers.errors import CorrigeError
from answers.files import json_bytes, json_of, read_limited

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


NOBODYS = Hashed(bytes(16), bytes(32))
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
        remedy = "print all slips anew: corrige class sheets DIR --slips --new-codes"
        raise CorrigeError.one("the file of codes is damaged", place=str(path), remedy=remedy) from error


def codes_bytes(codes: Mapping[str, Hashed]) -> bytes:
    """Return the file of codes."""
    students = {student: {"salt": one.salt.hex(), "digest": one.digest.hex()} for student, one in codes.items()}
    return json_bytes({"schema": SCHEMA, "students": students}, indent=1)


def _digest(code: str, salt: bytes) -> bytes:
    plain = "".join(letter for letter in code.upper()[:40] if letter.isalnum()).translate(LOOKALIKES)
    return scrypt(plain.encode(), salt=salt, n=WORK, r=BLOCK, p=1, dklen=32)
