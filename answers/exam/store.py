"""Keys kept on disk: found again by exam, world and a fingerprint of the code, so that old answers never survive it."""

import json
from collections.abc import Collection
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.key import Key, make_key
from answers.exam.key_file import Address, keep, read_kept
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.store_folder import store_folder
from answers.exam.world import World


def kept_key(exam: Exam, world: World | int, folder: Path | None = None, parts: Collection[str] | None = None) -> Key:
    """Return the key of `exam` in a world, from the store `folder` when it is there, computed and kept otherwise.

    An entry that is damaged, by a single digit even, is computed again; a store that cannot be written is only slower.

    Parameters
    ----------
    parts
        Those that are needed, all by default: a key of some has no oral answers, and those asked for later are added.

    Raises
    ------
    CorrigeError
        If the seed is outside 0 … 64006, or a mistake is unknown.
    """
    world = World(world) if isinstance(world, int) else world
    mark = fingerprint(exam.home)
    folder, address = folder or store_folder(), Address(exam.name, world.u0, _change(world), mark)
    kept = _kept(exam, world, read_kept(folder, address))
    if kept is not None and _has(exam, kept, parts):
        return kept
    if kept is None or parts is None:
        key = make_key(exam, world, parts=parts, fingerprint=mark)
    else:
        missing = [part_id for part_id in parts if part_id not in kept.answers]
        key = _joined(kept, make_key(exam, world, parts=missing, fingerprint=mark))
    keep(folder, address, json.dumps(key_to_json(exam, key)).encode())
    return key


def _has(exam: Exam, kept: Key, parts: Collection[str] | None) -> bool:
    """Whether a key has the parts that are needed; the whole one also has the oral answers."""
    if parts is None:
        return len(kept.oral) == len(exam.oral) and len(kept.answers) == len(exam.parts)
    return all(part_id in kept.answers for part_id in parts)


def _joined(kept: Key, more: Key) -> Key:
    """A key of some parts with those of another."""
    return replace(
        kept,
        answers={**kept.answers, **more.answers},
        evidence={**kept.evidence, **more.evidence},
        margins={**kept.margins, **more.margins},
    )


def _change(world: World) -> str:
    """What tells a world from the true one of its seed."""
    if world.is_true:
        return ""
    return sha256(repr((world.mistakes, world.replaced)).encode()).hexdigest()[:16]


def _kept(exam: Exam, world: World, content: bytes | None) -> Key | None:
    if content is None:
        return None
    try:
        key = key_from_json(exam, json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError):  # kept by other code of the same fingerprint
        return None
    return key if key.world == world else None
