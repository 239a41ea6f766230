"""Keys of changed worlds, made on demand, some parts of them only: known mistakes are kept on disk as keys are."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.store import kept_key
from answers.exam.world import World
from answers.grading.limited import limited

VariantOf: TypeAlias = Callable[[World, tuple[str, ...]], Key | None]
"""Gives the key of a changed world that answers at least some parts, None if there is none to be had."""


def variant(exam: Exam, world: World, parts: tuple[str, ...]) -> Key | None:
    """Return the key of a changed world for `parts` and those that they use, or None if that world has none.

    A world with a student's own answers is computed within limits of time and memory, since nobody knows what they
    are; one of a known mistake is the exam's own code, and is kept in the store.
    """
    used = (one for part_id in parts for one in exam.part(part_id).uses if not world.answers_instead(one))
    needed = tuple(dict.fromkeys((*used, *parts)))
    if not world.replaced:
        try:
            return kept_key(exam, world, parts=needed)
        except Exception:  # noqa: BLE001 - a variant that fails for a seed explains nothing there
            return None
    answers = limited(lambda: dict(make_key(exam, world, parts=needed).answers))
    return None if answers is None else Key(exam.name, world, exam.drawn(world.u0), answers, {}, {})


def variants(exam: Exam) -> VariantOf:
    """Return the source of an exam's changed worlds, which remembers those that it gave."""
    return remembering(partial(variant, exam))


def remembering(variant_of: VariantOf) -> VariantOf:
    """Return a source that asks `variant_of` for a world only when parts of it are not known yet."""
    known: dict[World, tuple[frozenset[str], Key | None]] = {}

    def found(world: World, parts: tuple[str, ...]) -> Key | None:
        before, key = known.get(world, (frozenset(), None))
        if not before.issuperset(parts):
            asked = tuple(sorted(before.union(parts)))
            before, key = frozenset(asked), variant_of(world, asked)
            known[world] = before, key
        return key

    return found
