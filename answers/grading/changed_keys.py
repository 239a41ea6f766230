"""Keys of changed worlds, made on demand, some parts of them only: what known mistakes answer is kept on disk."""

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import World
from answers.exam.store import kept_answers
from answers.kinds.reading import Values
from answers.limited.process import limited

VariantOf: TypeAlias = Callable[[World, tuple[str, ...]], Key | None]
"""Gives the key of a changed world that answers at least some parts, None if there is none to be had."""
SEEDS = 2
"""How many seeds are remembered: that of a paper, and that of the one before."""


def variants(exam: Exam, folder: Path | None = None) -> VariantOf:
    """Return the source of an exam's changed worlds, which remembers those of the seeds that it was last asked for.

    A world with a student's own answers is computed within limits of time and memory, since nobody knows what they
    are; those of known mistakes are the exam's own code, and their answers are kept in the store `folder`. Keys have
    no evidence, and those of a world that fails are None.
    """
    uses = {part.id: part.uses for part in exam.parts}
    drawn, kept = lru_cache(SEEDS)(exam.drawn), lru_cache(SEEDS)(partial(kept_answers, exam, folder=folder))

    def answers(world: World, needed: tuple[str, ...]) -> dict[str, Values] | None:
        if world.replaced:
            return limited(lambda: dict(make_key(exam, world, parts=needed).answers))
        (mistake,) = world.mistakes
        try:
            return kept(world.u0).of(mistake, needed)
        except Exception:  # noqa: BLE001 - a variant that fails for a seed explains nothing there
            return None

    def variant(world: World, parts: tuple[str, ...]) -> Key | None:
        used = (one for part_id in parts for one in uses[part_id] if not world.answers_instead(one))
        known = answers(world, tuple(dict.fromkeys((*used, *parts))))
        return None if known is None else Key(exam.name, world, drawn(world.u0), known, {}, {})

    return remembering(variant)


def remembering(variant_of: VariantOf) -> VariantOf:
    """Return a source that asks `variant_of` for a world only when parts of it are not known yet, seed by seed."""
    worlds_of = lru_cache(SEEDS)(_nothing)

    def found(world: World, parts: tuple[str, ...]) -> Key | None:
        known = worlds_of(world.u0)
        before, key = known.get(world, (frozenset(), None))
        if not before.issuperset(parts):
            asked = tuple(sorted(before.union(parts)))
            before, key = frozenset(asked), variant_of(world, asked)
            known[world] = before, key
        return key

    return found


def _nothing(_: int) -> dict[World, tuple[frozenset[str], Key | None]]:
    return {}
