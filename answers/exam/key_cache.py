"""The cache of keys: one file for each exam, seed, set of known mistakes and fingerprint of the code.

If a file is missing, damaged or of another key, the key is computed again. For a scenario with known mistakes only the
answers are saved. An unknown seed, mistake or part is a `CorrigeError`; exceptions of the exam's code are passed on.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_json import key_from_json, key_to_json
from answers.exam.location import fingerprint
from answers.exam.question import Params
from answers.exam.scenario import Scenario
from answers.files import json_of, read_cached, store_folder, write_cached
from answers.kinds.parsing import Values

FOLDER = "keys"


def cached_key(exam: Exam, scenario: Scenario | int, folder: Path | None = None) -> Key:
    """Return the key of `exam` from the cache in `folder` (by default that of the user), else compute and save it.

    The key of a scenario with mistakes or overrides is computed each time; `cached_answers` caches its answers.
    """
    scenario = Scenario(scenario) if isinstance(scenario, int) else scenario
    if not scenario.is_true:
        return make_key(exam, scenario, fingerprint=fingerprint(exam.location))
    key, content = load_or_compute(exam, scenario.u0, folder)
    save(exam, scenario.u0, content, folder)
    return key


def load_or_compute(exam: Exam, u0: int, folder: Path | None = None) -> tuple[Key, bytes | None]:
    """Return the key of a seed, and the content for `save`, None if the key was in the cache.

    Nothing is written, since this may run on a machine of a cluster, which is not where the key will be needed.
    """
    key = _load(exam, Scenario(u0), folder)
    if key is not None:
        return key, None
    key = make_key(exam, u0, fingerprint=fingerprint(exam.location))
    return key, json.dumps(key_to_json(exam, key, lang=None)).encode()


def save(exam: Exam, u0: int, content: bytes | None, folder: Path | None = None) -> None:
    """Write the content that `load_or_compute` returned for the same seed to the cache; nothing if it is None."""
    if content is not None:
        write_cached(*_address(exam, Scenario(u0), folder), content)


def is_cached(exam: Exam, u0: int) -> bool:
    """Tell whether the user's cache has a file for the key of a seed."""
    return read_cached(*_address(exam, Scenario(u0))) is not None


def cached_answers(
    exam: Exam, scenario: Scenario, parts: Sequence[str], params: Params, folder: Path | None = None
) -> dict[str, Values]:
    """Return the answers in a scenario with known mistakes, by part id, at least those to `parts`.

    Answers that are not in the cache are computed and saved. `params` are the parameters of the seed.
    """
    saved = _load(exam, scenario, folder)
    known = dict(saved.answers) if saved else {}
    missing = [part_id for part_id in parts if part_id not in known]
    if missing:
        known |= answers_in_turn(exam, scenario, missing, params)
        key = Key(exam.name, scenario, params, known, evidence={}, oral={})
        write_cached(*_address(exam, scenario, folder), json.dumps(key_to_json(exam, key, lang=None)).encode())
    return known


def _address(exam: Exam, scenario: Scenario, folder: Path | None = None) -> tuple[Path, str]:
    """Return the folder of the cache, and the name of the key in it."""
    name = " ".join((exam.name, str(scenario.u0), *scenario.mistakes, fingerprint(exam.location)))
    return folder or store_folder() / FOLDER, name


def _load(exam: Exam, scenario: Scenario, folder: Path | None) -> Key | None:
    content = read_cached(*_address(exam, scenario, folder))
    if content is None:
        return None
    try:
        key = key_from_json(exam, json_of(content))
    except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):  # not written by this code
        return None
    return key if key.scenario == scenario else None
