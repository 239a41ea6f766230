"""Keys kept on disk: found again by exam, seed and a fingerprint of the code, so that old answers never survive it.

An entry that is damaged, by a single digit even, is made again; a store that cannot be written is only slower. Keys may
be made elsewhere and kept here: by other processes, or on machines that share no folder with this one. Of the changed
worlds of a seed only answers are kept, which is what marking compares with. A seed, mistake or part that there is not
is a `CorrigeError`; what the exam's own code raises goes through.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key, make_key
from answers.exam.key_file import Address, keep, read_changed, read_kept
from answers.exam.key_json import (
    JsonValue,
    answers_from_plain,
    evidence_from_json,
    key_from_json,
    key_to_json,
    plain_answers,
)
from answers.exam.question import Evidence, World
from answers.files import store_folder
from answers.kinds.reading import Values

APART = b"\n"
"""Between the document of a key and its evidence, which is only read when it is looked at: JSON here has no newline."""

Sent: TypeAlias = bytes | None
"""What is to be kept of a key, None when it is kept already."""


def kept_key(exam: Exam, world: World | int, folder: Path | None = None) -> Key:
    """Return the key of `exam` for a seed, from the store `folder` when it is there, computed and kept otherwise.

    The key of a changed world is computed each time: of those, `kept_answers` keeps what marking needs.
    """
    world = World(world) if isinstance(world, int) else world
    if not world.is_true:
        return make_key(exam, world, fingerprint=fingerprint(exam.home))
    key, sent = sent_key(exam, world.u0, folder)
    keep_sent(exam, world.u0, sent, folder)
    return key


def sent_key(exam: Exam, u0: int, folder: Path | None = None) -> tuple[Key, Sent]:
    """Return the key of a seed, and what `keep_sent` is to keep of it where it was asked for; nothing is kept here."""
    kept = _from_content(exam, u0, read_kept(folder or store_folder(), _address(exam, u0)))
    if kept is not None:
        return kept, None
    key = make_key(exam, u0, fingerprint=fingerprint(exam.home))
    return key, _content(exam, key)


def is_kept(exam: Exam, u0: int) -> bool:
    """Return whether the store of this machine has something for the key of a seed."""
    return read_kept(store_folder(), _address(exam, u0)) is not None


def keep_sent(exam: Exam, u0: int, content: Sent, folder: Path | None = None) -> None:
    """Keep what `sent_key` gave for the same seed, wherever that was."""
    if content is not None:
        keep(folder or store_folder(), _address(exam, u0), content)


@dataclass(frozen=True, slots=True, eq=False)
class KeptEvidence(Mapping[str, tuple[Evidence, ...]]):
    """Evidence by part, read when somebody looks at it, which marking does not; a ValueError if it is something else.

    It equals any mapping with the same items, and travels between processes as a dictionary, without the exam.
    """

    exam: Exam
    text: bytes
    read: dict[str, tuple[Evidence, ...]] = field(default_factory=dict)

    def __getitem__(self, part_id: str) -> tuple[Evidence, ...]:
        return self._whole()[part_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __reduce__(self) -> tuple[object, ...]:
        return dict, (self._whole(),)

    def _whole(self) -> dict[str, tuple[Evidence, ...]]:
        if not self.read:
            self.read.update(evidence_from_json(self.exam, json.loads(self.text)))
        return self.read


def _address(exam: Exam, u0: int, mistake: str = "") -> Address:
    return Address(exam.name, u0, mistake, fingerprint(exam.home))


def _content(exam: Exam, key: Key) -> bytes:
    document = key_to_json(exam, key)
    evidence = document.pop("evidence")
    return json.dumps({**document, "evidence": {}}).encode() + APART + json.dumps(evidence).encode()


def _from_content(exam: Exam, u0: int, content: bytes | None) -> Key | None:
    document, apart, evidence = (content or b"").partition(APART)
    if not apart:
        return None
    try:
        key = key_from_json(exam, json.loads(document))
    except (ValueError, KeyError, TypeError, AttributeError):  # kept by other code of the same fingerprint
        return None
    return replace(key, evidence=KeptEvidence(exam, evidence)) if key.world == World(u0) else None


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """The answers of the changed worlds of a seed, by mistake; those that are not there are made when asked for."""

    exam: Exam
    u0: int
    folder: Path
    known: dict[str, dict[str, JsonValue]]

    def of(self, mistake: str, parts: Iterable[str]) -> dict[str, Values]:
        """Return the answers to `parts` in the world of a known mistake."""
        parts, known = tuple(parts), self.known.get(mistake, {})
        try:
            answers = answers_from_plain({part_id: known[part_id] for part_id in parts if part_id in known})
        except (ValueError, TypeError, ZeroDivisionError):  # kept by other code of the same fingerprint
            known, answers = {}, {}
        missing = [part_id for part_id in parts if part_id not in answers]
        if missing:
            made = make_key(self.exam, World(self.u0, (mistake,)), parts=missing).answers
            self.known[mistake] = known | plain_answers(made)
            keep(self.folder, _address(self.exam, self.u0, mistake), json.dumps(self.known[mistake]).encode())
            answers |= made
        return answers


def kept_answers(exam: Exam, u0: int, folder: Path | None = None) -> KeptAnswers:
    """Return the answers of all changed worlds of a seed that the store `folder` has, read at once."""
    folder = folder or store_folder()
    kept = read_changed(folder, _address(exam, u0))
    return KeptAnswers(exam, u0, folder, {mistake: _parts(content) for mistake, content in kept.items()})


def _parts(content: bytes) -> dict[str, JsonValue]:
    """What is kept of a world, by part; nothing of what was kept by other code."""
    try:
        parts = json.loads(content)
    except ValueError:
        return {}
    is_ours = isinstance(parts, Mapping) and all(isinstance(values, list) for values in parts.values())
    return dict(parts) if is_ours else {}
