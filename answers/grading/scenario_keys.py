"""Compute the keys of scenarios that may explain wrong answers."""

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_cache import cached_answers
from answers.exam.scenario import Scenario
from answers.kinds.parsing import Values
from answers.sandbox.process import iterate_limited

KeyOf: TypeAlias = Callable[[Scenario], Key]
ScenarioKeyOf: TypeAlias = Callable[[Scenario, tuple[str, ...]], Key | None]
"""Return the key of a scenario with answers to at least the given parts, None if it cannot be computed.

In a scenario with answers of the student, the first part that cannot be solved and all later parts are missing."""
SEEDS = 2
"""How many seeds are cached: those of the current paper and of the previous paper."""


def scenario_keys(exam: Exam, folder: Path | None = None) -> ScenarioKeyOf:
    """Return a function that computes the keys of scenarios of an exam; keys of the last seeds are cached.

    A scenario with answers of the student is computed within limits of time and memory, since these answers may be
    anything. Scenarios of known mistakes run without limits, and their answers are saved in the cache `folder`. Keys
    have no evidence. The key of a scenario that fails is None.
    """
    needs = {part.id: (*part.depends_on, part.id) for part in exam.parts}
    loaded: set[str] = set()

    @lru_cache(SEEDS)
    def of_seed(u0: int) -> tuple[Key, dict[Scenario, tuple[Collection[str], Key | None]]]:
        """Return the key of a seed without answers, and the keys of its scenarios with the parts that they were for."""
        return make_key(exam, u0, parts=()), {}

    def own_answers(scenario: Scenario, part_ids: tuple[str, ...]) -> dict[str, Values]:
        unsolved = [part_id for part_id in part_ids if part_id not in loaded]
        loaded.update(unsolved)
        with suppress(Exception):  # load the solvers here, for all children, which would each load them again
            make_key(exam, scenario.u0, parts=unsolved)
        return dict(iterate_limited(answers_in_turn(exam, scenario, part_ids)))

    def scenario_key(scenario: Scenario, part_ids: tuple[str, ...]) -> Key | None:
        unanswered, keys = of_seed(scenario.u0)
        known, key = keys.get(scenario, ((), None))
        if set(part_ids).issubset(known):
            return key
        requested = tuple(dict.fromkeys((*known, *part_ids)))
        candidates = dict.fromkeys(needed for part_id in requested for needed in needs[part_id])
        needed = tuple(part_id for part_id in candidates if part_id in requested or not scenario.override_for(part_id))
        try:
            if scenario.answer_overrides:
                answers = own_answers(scenario, needed)
            else:
                answers = cached_answers(exam, scenario, needed, unanswered.params, folder)
                requested = tuple(answers)
            key = replace(unanswered, scenario=scenario, answers=answers)
        except Exception:  # noqa: BLE001 - a scenario that fails for a seed explains nothing
            key = None
        keys[scenario] = requested, key
        return key

    return scenario_key
