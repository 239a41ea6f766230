"""Compute the keys of scenarios, the exam with one thing changed, that may explain wrong answers."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_cache import ScenarioAnswers
from answers.exam.scenario import Scenario
from answers.sandbox.process import iterate_limited

KeyOf: TypeAlias = Callable[[Scenario], Key]


class ScenarioKeyOf(Protocol):
    """A function that returns the key of a scenario with answers to at least the given parts, None if it fails.

    In a scenario with answers of the student, the first part that cannot be solved and all later parts are missing. If
    `first_items` is not None, the key may have only so many first answers to these parts.
    """

    def __call__(self, scenario: Scenario, part_ids: tuple[str, ...], first_items: int | None = None) -> Key | None:
        """Return the key of `scenario` with answers to `part_ids`."""


SEEDS = 4
"""Number of cached seeds: those of the current paper, of the previous paper, and two that these are compared with."""


@dataclass(frozen=True, slots=True)
class _Seed:
    """What is cached for one seed: a key without answers, answers in scenarios with mistakes, and keys of scenarios."""

    key: Key
    answers: ScenarioAnswers
    keys: dict[Scenario, tuple[Collection[str], Key | None]]


class ScenarioKeys:
    """A function that computes the keys of scenarios of an exam, a `ScenarioKeyOf`, and caches those of the last seeds.

    A scenario with a student's own answers is computed within limits of time and memory, since these answers may be
    anything. A scenario of a known mistake runs without limits, and its answers are saved in the key cache: for
    the last seeds when `save` is called, for earlier seeds at once. Keys have no evidence. The key of a scenario that
    fails is None.
    """

    def __init__(self, exam: Exam) -> None:
        self._exam = exam
        self._counts = {part.id: part.count for part in exam.parts}
        self._needs = {part.id: (*part.depends_on, part.id) for part in exam.parts}
        self._loaded: set[str] = set()
        self._seeds: dict[int, _Seed] = {}  # the last used one at the end

    def __call__(self, scenario: Scenario, part_ids: tuple[str, ...], first_items: int | None = None) -> Key | None:
        """Return the key of a scenario with answers to at least the part ids `part_ids`, or to their first items.

        None if it cannot be computed.
        """
        seed = self._seeds.pop(scenario.u0, None)
        if seed is None:
            key = make_key(self._exam, scenario.u0, parts=())
            seed = _Seed(key, ScenarioAnswers(self._exam, key.params), {})
            for oldest in [*self._seeds][: 1 - SEEDS]:
                if past := self._seeds.pop(oldest, None):  # None if another thread was faster
                    past.answers.save()
        self._seeds[scenario.u0] = seed
        known, key_or_none = seed.keys.get(scenario, ((), None))
        if set(part_ids).issubset(known):
            return key_or_none
        requested = tuple(dict.fromkeys((*known, *part_ids)))
        candidates = dict.fromkeys(needed for part_id in requested for needed in self._needs[part_id])
        overrides = dict(scenario.answer_overrides)
        needed = tuple(part_id for part_id in candidates if part_id in requested or not overrides.get(part_id))
        try:
            if scenario.answer_overrides:
                unsolved = [part_id for part_id in needed if part_id not in self._loaded]
                self._loaded.update(unsolved)
                with suppress(Exception):  # load the solvers here, for all children, which would each load them again
                    make_key(self._exam, scenario.u0, parts=unsolved)
                answers = dict(iterate_limited(answers_in_turn(self._exam, scenario, needed, seed.key.params)))
            else:
                few = dict.fromkeys(part_ids, first_items) if first_items else {}
                answers = seed.answers.answers(scenario, needed, few)
                requested = tuple(part_id for part_id in answers if len(answers[part_id]) == self._counts[part_id])
            key_or_none = replace(seed.key, scenario=scenario, answers=answers)
        except Exception:  # noqa: BLE001 - a scenario that fails for a seed explains nothing
            key_or_none = None
        seed.keys[scenario] = requested, key_or_none
        return key_or_none

    def save(self) -> None:
        """Write to the cache the answers that were computed in scenarios of the last seeds."""
        for seed in self._seeds.values():
            seed.answers.save()
