"""Scenarios that may explain an answer: their keys, made on demand, and the wrong items that are right in them."""

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
"""Gives the key of a changed scenario that answers at least some parts, None if there is none to be had.

Of a scenario with a student's own answers the parts are missing that come after the first that cannot be solved."""
SEEDS = 2
"""How many seeds are remembered: that of a paper, and that of the one before."""


def scenario_keys(exam: Exam, folder: Path | None = None) -> ScenarioKeyOf:
    """Return the source of an exam's changed scenarios, which remembers those of the seeds that it was last asked for.

    A scenario with a student's own answers is computed within limits of time and memory, since nobody knows what they
    are; those of known mistakes are the exam's own code, and their answers are saved in the cache `folder`. Keys have
    no evidence, and those of a scenario that fails are None.
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
        except Exception:  # noqa: BLE001 - a variant that fails for a seed explains nothing there
            return None

    def variant(scenario: Scenario, parts: tuple[str, ...]) -> Key | None:
        needed = (one for part_id in parts for one in needs[part_id] if one in parts or not scenario.override_for(one))
        known = answers(scenario, tuple(dict.fromkeys(needed)))
        return None if known is None else replace(unanswered(scenario.u0), scenario=scenario, answers=known)

    return remembering(variant)


def remembering(scenario_key: ScenarioKeyOf) -> ScenarioKeyOf:
    """Return a source that asks `scenario_key` for a scenario only when parts of it are not known yet, seed by seed."""
    worlds_of = lru_cache(SEEDS)(_nothing)

    def found(scenario: Scenario, parts: tuple[str, ...]) -> Key | None:
        known = worlds_of(scenario.u0)
        before, key = known.get(scenario, ((), None))
        asked = tuple(dict.fromkeys((*before, *parts)))
        if asked != before:
            key = scenario_key(scenario, asked)
            known[scenario] = asked, key
        return key

    return found


def _nothing(_: int) -> dict[Scenario, tuple[tuple[str, ...], Key | None]]:
    return {}


@dataclass(frozen=True, slots=True)
class ScenarioMatch:
    """A scenario, and the wrong items of a paper that are right in it.

    `rounded` are items not precise enough to be that; in `rivals` all these are the same, and nothing tells them apart.
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
