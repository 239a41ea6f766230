"""All seeds, in stretches along the sequence, and the right answers of each stretch, which are kept."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key, make_key
from answers.exam.store_folder import store_folder
from answers.exam.world import World
from answers.files import make_folder, read_limited, write_atomic
from answers.kinds.reading import Value, Values
from solvers.sequence import lcg

LENGTH = 256
"""Seeds of a stretch: the first one costs as much as its key."""
FIRST = 1
ORBIT = "orbit"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Seeds that follow each other in the sequence from 1: `length` of them, from place `start` on."""

    start: int
    length: int

    @property
    def seeds(self) -> list[int]:
        """The seeds, in order."""
        found: list[int] = lcg.sequence(lcg.term(FIRST, self.start), self.length).tolist()
        return found


def all_stretches() -> list[Stretch]:
    """Return the stretches that have every seed but 0, each once: the sequence from 1 is one cycle."""
    return [Stretch(start, min(LENGTH, lcg.PERIOD - start)) for start in range(0, lcg.PERIOD, LENGTH)]


def stretch_keys(exam: Exam, stretch: Stretch) -> list[Key]:
    """Return the keys of a stretch, with neither evidence nor oral answers; nothing is kept.

    An exam whose room has a module `orbit` is asked there for all answers together: its `ORBIT(u0, seeds)` yields those
    of the keys of u(0), u(1), …; such an exam states no margins.

    Raises
    ------
    CorrigeError
        If a solution of a teacher's own exam is none.
    """
    orbit = _orbit_of(exam)
    if orbit is None:
        whole = [make_key(exam, u0, parts=[part.id for part in exam.parts]) for u0 in stretch.seeds]
        return [_bare(exam, key.u0, key.answers, key.margins) for key in whole]
    answers = orbit(stretch.seeds[0], stretch.length)
    return [_bare(exam, u0, right, {}) for u0, right in zip(stretch.seeds, answers, strict=True)]


def stretch_content(keys: list[Key]) -> bytes:
    """Return what is kept of the keys of a stretch: a digest, then their answers and margins as JSON."""
    rows = [[key.u0, {part: _plain(values) for part, values in key.answers.items()}, dict(key.margins)] for key in keys]
    content = json.dumps(rows, separators=(",", ":")).encode()
    return sha256(content).hexdigest().encode() + b"\n" + content


def stretch_keys_from(exam: Exam, stretch: Stretch, content: bytes) -> list[Key] | None:
    """Return the keys that `stretch_content` wrote; None if it is damaged, by a single digit even."""
    digest, _, rows = content.partition(b"\n")
    if digest.decode("ascii", "replace") != sha256(rows).hexdigest():
        return None
    keys = [
        _bare(exam, u0, {part: tuple(map(_value, values)) for part, values in answers.items()}, margins)
        for u0, answers, margins in json.loads(rows)
    ]
    return keys if [key.u0 for key in keys] == stretch.seeds else None


def kept_stretch(exam: Exam, stretch: Stretch) -> bytes | None:
    """Return what is kept of a stretch on this machine, None if there is nothing."""
    try:
        return read_limited(_place(exam, stretch))
    except CorrigeError:
        return None


def keep_stretch(exam: Exam, stretch: Stretch, content: bytes) -> None:
    """Keep a stretch on this machine.

    Raises
    ------
    CorrigeError
        If the cache cannot be written.
    """
    place = _place(exam, stretch)
    make_folder(place.parent)
    write_atomic(place, content, overwrite=True)


def _place(exam: Exam, stretch: Stretch) -> Path:
    return store_folder() / ORBIT / f"{exam.name}-{fingerprint(exam.home)}" / f"{stretch.start:05}.json"


def _orbit_of(exam: Exam) -> Callable[[int, int], Iterator[Mapping[str, Values]]] | None:
    if not exam.home.code.joinpath(f"{ORBIT}.py").is_file():
        return None
    found: Callable[[int, int], Iterator[Mapping[str, Values]]] = import_module(f"{exam.home.package}.{ORBIT}").ORBIT
    return found


def _bare(exam: Exam, u0: int, answers: Mapping[str, Values], margins: Mapping[str, float]) -> Key:
    return Key(exam.name, World(u0), exam.drawn(u0), answers, {}, {}, margins)


def _plain(value: Value | Values) -> object:
    """Floats as they are, whole numbers and fractions as texts, structures as lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, float) else str(value)


def _value(plain: object) -> Value:
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if isinstance(plain, float):
        return plain
    return Fraction(str(plain)) if "/" in str(plain) else int(str(plain))
