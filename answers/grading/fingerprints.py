"""What a mark rests on, in sixteen digits: the key, and the rules by which answers are compared with it."""

import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

from answers.exam.exam import Exam
from answers.exam.home import source_files
from answers.exam.key import Key
from answers.kinds.reading import Value

DIGITS = 16
ADDRESS = re.compile(" at 0x[0-9a-f]+")
"""What Python adds to the name of a thing that has no text of its own."""
FOLDERS = ("grading", "kinds")
"""The code that reads and compares answers."""


def key_fingerprint(key: Key) -> str:
    """Return 16 hexadecimal digits that change with an answer of the key, to the last digit, wherever it is made."""
    digest = sha256(f"{key.exam} {key.u0} {key.world.mistakes}".encode())
    for part_id, values in sorted(key.answers.items()):
        digest.update(f"{part_id} {' '.join(map(_exact, values))};".encode())
    return digest.hexdigest()[:DIGITS]


def rules_fingerprint(exam: Exam) -> str:
    """Return 16 hexadecimal digits that change with an exam's points, kinds, tolerances and rules, and the code."""
    rules = ((part.id, part.kind, part.points, part.tolerance, part.all_or_nothing, part.uses) for part in exam.parts)
    text = f"{_code()} {exam.name} {exam.mistakes} {exam.rules} {tuple(rules)}"
    return sha256(ADDRESS.sub("", text).encode()).hexdigest()[:DIGITS]


@cache
def _code() -> str:
    digest = sha256()
    for folder in FOLDERS:
        for source in source_files(files("answers").joinpath(folder)):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _exact(value: Value) -> str:
    if isinstance(value, tuple):
        return f"({' '.join(map(_exact, value))})"
    if isinstance(value, float):
        return value.hex()
    return f"{value.numerator:x}/{value.denominator:x}"
