"""Answers in the changed worlds of a seed, kept on disk: what marking compares with, without evidence."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import make_key
from answers.exam.key_file import Address, keep, read_changed
from answers.exam.store_folder import store_folder
from answers.exam.world import World
from answers.kinds.reading import Value, Values

Plain: TypeAlias = "int | float | str | list[Plain]"
"""A value as JSON: a fraction is a text, a tuple a list."""


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """The answers of the changed worlds of a seed, by mistake; those that are not there are made when asked for."""

    exam: Exam
    u0: int
    folder: Path
    known: dict[str, dict[str, list[Plain]]]

    def of(self, mistake: str, parts: Iterable[str]) -> dict[str, Values]:
        """Return the answers to `parts` in the world of a known mistake.

        Raises
        ------
        CorrigeError
            If the seed is out of range, or the mistake or a part is unknown.
        Exception
            What the mistake's own code raises for this seed.
        """
        parts, known = tuple(parts), self.known.get(mistake, {})
        try:
            found = {part_id: tuple(map(_value, known[part_id])) for part_id in parts if part_id in known}
        except (ValueError, TypeError, ZeroDivisionError):  # kept by other code of the same fingerprint
            known, found = {}, {}
        missing = [part_id for part_id in parts if part_id not in found]
        if missing:
            made = make_key(self.exam, World(self.u0, (mistake,)), parts=missing).answers
            self._keep(mistake, {**known, **{part_id: list(map(_plain, values)) for part_id, values in made.items()}})
            found |= made
        return found

    def _keep(self, mistake: str, plain: dict[str, list[Plain]]) -> None:
        self.known[mistake] = plain
        keep(self.folder, _address(self.exam, self.u0, mistake), json.dumps(plain).encode())


def kept_answers(exam: Exam, u0: int, folder: Path | None = None) -> KeptAnswers:
    """Return the answers of all changed worlds of a seed that the store `folder` has, read at once.

    An entry that is damaged, by a single digit even, is made again; a store that cannot be written is only slower.
    """
    folder = folder or store_folder()
    kept = read_changed(folder, _address(exam, u0, ""))
    return KeptAnswers(exam, u0, folder, {mistake: _parts(content) for mistake, content in kept.items()})


def _address(exam: Exam, u0: int, mistake: str) -> Address:
    return Address(exam.name, u0, mistake, fingerprint(exam.home))


def _parts(content: bytes) -> dict[str, list[Plain]]:
    """What is kept of a world, by part; nothing of what was kept by other code."""
    try:
        found = json.loads(content)
    except ValueError:
        return {}
    is_ours = isinstance(found, Mapping) and all(isinstance(values, list) for values in found.values())
    return dict(found) if is_ours else {}


def _plain(value: Value) -> Plain:
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value


def _value(plain: Plain) -> Value:
    if isinstance(plain, list):
        return tuple(map(_value, plain))
    if isinstance(plain, str):
        above, _, below = plain.partition("/")
        return Fraction(int(above), int(below))
    return plain
