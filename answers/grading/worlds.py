"""Worlds that may explain an answer: their keys, made on demand, and the wrong items that are right in them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.key_cache import cached_answers
from answers.exam.world import World
from answers.grading.mark import Item
from answers.kinds.reading import Values
from answers.limited.process import limited_each
from answers.paper import PartMarks, Verdict

KeyOf: TypeAlias = Callable[[World], Key]
VariantOf: TypeAlias = Callable[[World, tuple[str, ...]], Key | None]
"""Gives the key of a changed world that answers at least some parts, None if there is none to be had.

Of a world with a student's own answers the parts are missing that come after the first that cannot be solved."""
SEEDS = 2
"""How many seeds are remembered: that of a paper, and that of the one before."""


def variants(exam: Exam, folder: Path | None = None) -> VariantOf:
    """Return the source of an exam's changed worlds, which remembers those of the seeds that it was last asked for.

    A world with a student's own answers is computed within limits of time and memory, since nobody knows what they
    are; those of known mistakes are the exam's own code, and their answers are saved in the cache `folder`. Keys have
    no evidence, and those of a world that fails are None.
    """
    needs = {part.id: (*part.uses, part.id) for part in exam.parts}
    unanswered = lru_cache(SEEDS)(partial(make_key, exam, parts=()))
    loaded: Callable[[int], dict[World, dict[str, Values]]] = lru_cache(SEEDS)(lambda _: {})

    def answers(world: World, needed: tuple[str, ...]) -> dict[str, Values] | None:
        if world.replaced:
            return dict(limited_each(answers_in_turn(exam, world, needed)))
        known = loaded(world.u0)
        try:
            if not known.get(world, {}).keys() >= {*needed}:
                known[world] = cached_answers(exam, world, needed, unanswered(world.u0).params, folder)
            return {part_id: known[world][part_id] for part_id in needed}
        except Exception:  # noqa: BLE001 - a variant that fails for a seed explains nothing there
            return None

    def variant(world: World, parts: tuple[str, ...]) -> Key | None:
        needed = (one for part_id in parts for one in needs[part_id] if one in parts or not world.answers_instead(one))
        known = answers(world, tuple(dict.fromkeys(needed)))
        return None if known is None else replace(unanswered(world.u0), world=world, answers=known)

    return remembering(variant)


def remembering(variant_of: VariantOf) -> VariantOf:
    """Return a source that asks `variant_of` for a world only when parts of it are not known yet, seed by seed."""
    worlds_of = lru_cache(SEEDS)(_nothing)

    def found(world: World, parts: tuple[str, ...]) -> Key | None:
        known = worlds_of(world.u0)
        before, key = known.get(world, ((), None))
        asked = tuple(dict.fromkeys((*before, *parts)))
        if asked != before:
            key = variant_of(world, asked)
            known[world] = asked, key
        return key

    return found


def _nothing(_: int) -> dict[World, tuple[tuple[str, ...], Key | None]]:
    return {}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A world, and the wrong items of a paper that are right in it.

    `rounded` are items not precise enough to be that; in `rivals` all these are the same, and nothing tells them apart.
    """

    world: World
    items: tuple[Item, ...]
    rounded: tuple[Item, ...] = ()
    rivals: tuple[World, ...] = ()


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
