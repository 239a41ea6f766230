"""Cache the keys of seeds, that is the exact answers to an exam, and the answers in scenarios with known mistakes.

The cache has two files for each exam, seed and fingerprint of the code. If a file is missing, damaged or of another
key, the key is computed again. An unknown seed, mistake or part is a `CorrigeError`; exceptions of the exam's code are
passed on.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_json import answers_from_json, answers_to_json, key_from_json, key_to_json
from answers.exam.location import fault, fingerprint
from answers.exam.question import Params
from answers.exam.scenario import Scenario
from answers.executors.workers import SERIAL, ParallelMap
from answers.files import json_of, read_cached, store_folder, write_cached
from answers.kinds.parsing import Values

FOLDER = "keys"

Load: TypeAlias = Callable[[], Exam]
"""A function that loads the exam; it is sent to worker processes, since an exam cannot be pickled."""


def cached_key(exam: Exam, scenario: Scenario | int) -> Key:
    """Return the key of `exam` in a scenario, or for a seed; keys of seeds are read from the cache or added to it.

    A scenario with mistakes or overridden answers has no entry in this cache: its key is computed each time.
    """
    scenario = Scenario(scenario) if isinstance(scenario, int) else scenario
    if not scenario.is_true:
        return make_key(exam, scenario, fingerprint=fingerprint(exam.location))
    key, content = load_or_compute(exam, scenario.u0)
    save(exam, scenario.u0, content)
    return key


def load_or_compute(exam: Exam, u0: int) -> tuple[Key, bytes | None]:
    """Return the key of a seed, and the content for `save` to write, None if the cache has the key.

    Nothing is written, since the function may run on another machine of a cluster.
    """
    content = read_cached(*_address(exam, u0))
    if content is not None:
        with suppress(ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):  # not written by this code
            key = key_from_json(exam, json_of(content))
            if key.scenario == Scenario(u0):
                return key, None
    key = make_key(exam, u0, fingerprint=fingerprint(exam.location))
    return key, json.dumps(key_to_json(exam, key, lang=None)).encode()


def save(exam: Exam, u0: int, content: bytes | None) -> None:
    """Write to the cache the content that `load_or_compute` returned for seed `u0`; do nothing if it is None."""
    if content is not None:
        write_cached(*_address(exam, u0), content)


@contextmanager
def loaded_exam(load: Load) -> Iterator[Exam]:
    """Yield the exam that `load` returns; an exception of a teacher's own exam becomes a CorrigeError with its line.

    Use it in the worker process, where the traceback is known.
    """
    exam = load()
    try:
        yield exam
    except CorrigeError:
        raise
    except Exception as error:
        if not exam.location.is_outside:
            raise
        raise CorrigeError([fault(error, exam.location)]) from error


FEW = 4
"""Largest number of keys that are not computed in parallel, since starting processes takes longer."""


def prepare_keys(exam: Exam, load: Load, seeds: Iterable[int], parallel_map: ParallelMap) -> None:
    """Compute in parallel the keys of `seeds` that are not in the cache, and save each as soon as it is computed.

    After an interruption, a second call continues. With `SERIAL`, or at most `FEW` missing keys, do nothing: these keys
    are computed when they are needed.
    """
    if parallel_map == SERIAL:
        return
    missing = [u0 for u0 in dict.fromkeys(seeds) if read_cached(*_address(exam, u0)) is None]
    if len(missing) <= FEW:
        return
    for u0, content in zip(missing, parallel_map(partial(_computed_keys, load), missing), strict=True):
        save(exam, u0, content)


def _computed_keys(load: Load, seeds: Sequence[int]) -> list[bytes | None]:
    with loaded_exam(load) as exam:
        return [load_or_compute(exam, u0)[1] for u0 in seeds]


class ScenarioAnswers:
    """The answers for one seed in scenarios with known mistakes, from a cache, to which `save` adds new answers."""

    def __init__(self, exam: Exam, params: Params) -> None:
        self._exam, self._params = exam, params
        self._address = _address(exam, params.u0, "scenarios")
        self._answers: dict[tuple[str, ...], dict[str, Values]] = {}
        self._is_saved = True
        content = read_cached(*self._address)
        with suppress(ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):  # not written by this code
            saved = json_of(content) if content else []
            self._answers = {tuple(mistakes): answers_from_json(answers) for mistakes, answers in saved}

    def answers(
        self, scenario: Scenario, parts: Sequence[str], first_items: Mapping[str, int] = MappingProxyType({})
    ) -> dict[str, Values]:
        """Return the answers in a scenario by part id, at least those to `parts`; compute what the cache lacks.

        Of a part in `first_items`, so many first answers are enough. Other parts may have only their first answers.
        """
        known = self._answers.get(scenario.mistakes, {})
        needed = {part_id: first_items.get(part_id, self._exam.part(part_id).count) for part_id in parts}
        missing = [part_id for part_id, count in needed.items() if len(known.get(part_id, ())) < count]
        if missing:
            known = {**known, **dict(answers_in_turn(self._exam, scenario, missing, self._params, first_items))}
            self._answers[scenario.mistakes], self._is_saved = known, False
        return known

    def save(self) -> None:
        """Write all answers to the cache, if the cache lacks some of them."""
        if not self._is_saved:
            document = [[mistakes, answers_to_json(answers)] for mistakes, answers in self._answers.items()]
            write_cached(*self._address, json.dumps(document).encode())
            self._is_saved = True


def _address(exam: Exam, u0: int, *kind: str) -> tuple[Path, str]:
    return store_folder() / FOLDER, " ".join((exam.name, str(u0), fingerprint(exam.location), *kind))
