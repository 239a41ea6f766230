"""Compute the keys of scenarios that may explain wrong answers, and list the items with a verdict."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_cache import cached_answers
from answers.exam.scenario import Scenario
from answers.grading.mark import Item
from answers.kinds.parsing import Values
from answers.paper import PartMarks, Verdict
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
    unanswered = lru_cache(SEEDS)(partial(make_key, exam, parts=()))
    loaded: Callable[[int], dict[Scenario, dict[str, Values]]] = lru_cache(SEEDS)(lambda _: {})

    def answers(scenario: Scenario, needed: tuple[str, ...]) -> dict[str, Values] | None:
        if scenario.answer_overrides:
            return dict(iterate_limited(answers_in_turn(exam, scenario, needed)))
        known = loaded(scenario.u0)
        try:
            if not known.get(scenario, {}).keys() >= {*needed}:
                known[scenario] = cached_answers(exam, scenario, needed, unanswered(scenario.u0).params, folder)
            return {part_id: known[scenario][part_id] for part_id in needed}
        except Exception:  # noqa: BLE001 - a scenario that fails for a seed explains nothing
            return None

    def variant(scenario: Scenario, parts: tuple[str, ...]) -> Key | None:
        candidates = (needed_id for part_id in parts for needed_id in needs[part_id])
        needed = (part_id for part_id in candidates if part_id in parts or not scenario.override_for(part_id))
        known = answers(scenario, tuple(dict.fromkeys(needed)))
        return None if known is None else replace(unanswered(scenario.u0), scenario=scenario, answers=known)

    return remembering(variant)


def remembering(scenario_key: ScenarioKeyOf) -> ScenarioKeyOf:
    """Return a function that calls `scenario_key` only for parts that are not in its cache of the last seeds."""
    keys_of_seed = lru_cache(SEEDS)(_nothing)

    def cached(scenario: Scenario, parts: tuple[str, ...]) -> Key | None:
        known = keys_of_seed(scenario.u0)
        before, key = known.get(scenario, ((), None))
        requested = tuple(dict.fromkeys((*before, *parts)))
        if requested != before:
            key = scenario_key(scenario, requested)
            known[scenario] = requested, key
        return key

    return cached


def _nothing(_: int) -> dict[Scenario, tuple[tuple[str, ...], Key | None]]:
    return {}


@dataclass(frozen=True, slots=True)
class ScenarioMatch:
    """A scenario, and the wrong items of a paper that are right in it.

    `rounded` are items that would be right with more digits. `rivals` are other scenarios that explain the same items
    about as well.
    """

    scenario: Scenario
    items: tuple[Item, ...]
    rounded: tuple[Item, ...] = ()
    rivals: tuple[Scenario, ...] = ()


def wrong_items(parts: Mapping[str, PartMarks]) -> tuple[Item, ...]:
    """Return the items with the verdict "wrong", in the order of the sheet."""
    return tuple(items_with(parts, Verdict.WRONG))


def items_with(parts: Mapping[str, PartMarks], verdict: Verdict) -> Iterable[Item]:
    """Yield the items with a verdict, in the order of the sheet."""
    return (
        (part_id, index)
        for part_id, part in parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is verdict
    )
