"""Keys kept on disk: found again by exam, seed and a fingerprint of the code, so that old answers never survive it."""

import json
from dataclasses import replace
from pathlib import Path

from answers.exam.exam import Exam
from answers.exam.home import fingerprint
from answers.exam.kept_evidence import KeptEvidence
from answers.exam.key import Key, make_key
from answers.exam.key_file import Address, keep, read_kept
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.store_folder import store_folder
from answers.exam.world import World

APART = b"\n"
"""Between the document of a key and its evidence, which is only read when it is looked at: JSON here has no newline."""


def kept_key(exam: Exam, world: World | int, folder: Path | None = None) -> Key:
    """Return the key of `exam` for a seed, from the store `folder` when it is there, computed and kept otherwise.

    An entry that is damaged, by a single digit even, is computed again; a store that cannot be written is only slower.
    The key of a changed world is computed each time: of those, `kept_answers` keeps what marking needs.

    Raises
    ------
    CorrigeError
        If the seed is outside 0 … 64006, or a mistake is unknown.
    """
    world = World(world) if isinstance(world, int) else world
    mark = fingerprint(exam.home)
    if not world.is_true:
        return make_key(exam, world, fingerprint=mark)
    folder, address = folder or store_folder(), Address(exam.name, world.u0, "", mark)
    kept = _kept(exam, world, read_kept(folder, address))
    if kept is not None:
        return kept
    key = make_key(exam, world, fingerprint=mark)
    keep(folder, address, _content(exam, key))
    return key


def _content(exam: Exam, key: Key) -> bytes:
    document = key_to_json(exam, key)
    evidence = document["evidence"]
    return json.dumps({**document, "evidence": {}}).encode() + APART + json.dumps(evidence).encode()


def _kept(exam: Exam, world: World, content: bytes | None) -> Key | None:
    if content is None:
        return None
    document, apart, evidence = content.partition(APART)
    try:
        key = key_from_json(exam, json.loads(document))
    except (ValueError, KeyError, TypeError, AttributeError):  # kept by other code of the same fingerprint
        return None
    return replace(key, evidence=KeptEvidence(exam, evidence)) if apart and key.world == world else None
