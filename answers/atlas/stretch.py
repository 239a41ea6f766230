"""Looks at all seeds, a stretch of the sequence at a time: the right answers of each stretch are kept.

An exam of the teacher's own that fails, a cache that cannot be written and workers that are lost are a CorrigeError.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from answers.atlas.look import FreePapers, Load, Look, look_at, opened
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key, make_key
from answers.exam.key_json import answers_from_plain, plain_answers
from answers.exam.store import Sent
from answers.exam.world import World
from answers.executors.workers import Spread
from answers.files import make_folder, read_limited, store_folder, write_atomic
from answers.kinds.reading import Values
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


def all_looks(load: Load, exam: Exam, free: FreePapers, known: frozenset[int], spread: Spread) -> Iterator[Look]:
    """Yield a look at every seed but 0 and those `known`, in the order of the sequence from 1.

    The answers of each stretch of 256 seeds are kept on this machine as they come, whoever finds them: begun again
    after an interruption, it goes on. One that is damaged is found again.
    """
    stretches = all_stretches()
    asked = ((stretch, kept_stretch(exam, stretch)) for stretch in stretches)
    for stretch, (new, looks) in zip(stretches, spread(partial(_looks, load, free, known), asked, 1), strict=True):
        if new is not None:
            keep_stretch(exam, stretch, new)
        yield from looks


def _looks(
    load: Load, free: FreePapers, known: frozenset[int], asked: Sequence[tuple[Stretch, Sent]]
) -> list[tuple[Sent, list[Look]]]:
    """What is to be kept of each stretch, and what is seen of its seeds; `asked` has what is kept already."""
    with opened(load) as exam:
        return [_looks_of(exam, free, known, stretch, content) for stretch, content in asked]


def _looks_of(
    exam: Exam, free: FreePapers, known: frozenset[int], stretch: Stretch, content: Sent
) -> tuple[Sent, list[Look]]:
    keys = content and stretch_keys_from(exam, stretch, content)
    new = None if keys else stretch_content(keys := stretch_keys(exam, stretch))
    return new, [look_at(exam, free, key) for key in keys or () if key.u0 not in known]


def stretch_keys(exam: Exam, stretch: Stretch) -> list[Key]:
    """Return the keys of a stretch, with neither evidence nor oral answers; nothing is kept.

    An exam whose room has a module `orbit` is asked there for all answers together: its `ORBIT(u0, seeds)` yields those
    of the keys of u(0), u(1), …; such an exam states no margins.
    """
    orbit = _orbit_of(exam)
    if orbit is None:
        whole = [make_key(exam, u0, parts=[part.id for part in exam.parts]) for u0 in stretch.seeds]
        return [_bare(exam, key.u0, key.answers, key.margins) for key in whole]
    answers = orbit(stretch.seeds[0], stretch.length)
    return [_bare(exam, u0, right, {}) for u0, right in zip(stretch.seeds, answers, strict=True)]


def stretch_content(keys: list[Key]) -> bytes:
    """Return what is kept of the keys of a stretch: a digest, then their answers and margins as JSON."""
    rows = [[key.u0, plain_answers(key.answers), dict(key.margins)] for key in keys]
    content = json.dumps(rows, separators=(",", ":")).encode()
    return sha256(content).hexdigest().encode() + b"\n" + content


def stretch_keys_from(exam: Exam, stretch: Stretch, content: bytes) -> list[Key] | None:
    """Return the keys that `stretch_content` wrote; None if it is damaged, by a single digit even."""
    digest, _, rows = content.partition(b"\n")
    if digest.decode("ascii", "replace") != sha256(rows).hexdigest():
        return None
    keys = [_bare(exam, u0, answers_from_plain(answers), margins) for u0, answers, margins in json.loads(rows)]
    return keys if [key.u0 for key in keys] == stretch.seeds else None


def kept_stretch(exam: Exam, stretch: Stretch) -> bytes | None:
    """Return what is kept of a stretch on this machine, None if there is nothing."""
    try:
        return read_limited(_place(exam, stretch))
    except CorrigeError:
        return None


def keep_stretch(exam: Exam, stretch: Stretch, content: bytes) -> None:
    """Keep a stretch on this machine."""
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
