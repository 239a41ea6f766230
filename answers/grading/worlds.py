"""Which world explains an answer? For each wrong item, the worlds in which it would have been right."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.world import World
from answers.flags import RIGHT_FOR_SEED, Flag, Note
from answers.grading.mark import Written, mark_parts
from answers.paper import Paper, PartMarks, Verdict

KeyOf: TypeAlias = Callable[[World], Key]
Item: TypeAlias = tuple[str, int]
"""A part id and the position of an item in it, from 0."""


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
    return tuple(_with(parts, Verdict.WRONG))


def explanations(
    exam: Exam, written: Written, wrong: Iterable[Item], worlds: Iterable[World], key_of: KeyOf
) -> tuple[Explanation, ...]:
    """Return, for each world that explains some, the wrong items that are right in it, in the order given.

    Parameters
    ----------
    written
        The student's raw answers.
    wrong
        The items to explain; only their parts are marked again.
    worlds
        Another seed, a known mistake, the student's own earlier answers: whatever may have been done instead.
    key_of
        Gives the key of a world; called once a world.
    """
    wrong = tuple(wrong)
    asked = {part_id for part_id, _ in wrong}
    found = (
        Explanation(world, _right_among(wrong, mark_parts(exam, key_of(world), written, asked))) for world in worlds
    )
    return tuple(one for one in found if one.items) if wrong else ()


def noted(paper: Paper, found: Iterable[Explanation], flags: tuple[Flag, ...] = ()) -> Paper:
    """Return `paper` with a note on each item that another seed explains, the first that does, and with more flags.

    Scores are unchanged: it is a question for the teacher, not a proof.
    """
    for one in reversed(tuple(found)):
        note = Note(RIGHT_FOR_SEED, str(one.world.u0))
        paper = _annotated(paper, dict.fromkeys(one.items, note))
    return replace(paper, flags=tuple(dict.fromkeys((*paper.flags, *flags))))


def _right_among(wrong: tuple[Item, ...], parts: Mapping[str, PartMarks]) -> tuple[Item, ...]:
    right = set(_with(parts, Verdict.RIGHT))
    return tuple(item for item in wrong if item in right)


def _with(parts: Mapping[str, PartMarks], verdict: Verdict) -> Iterable[Item]:
    return (
        (part_id, index)
        for part_id, part in parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is verdict
    )


def _annotated(paper: Paper, notes: Mapping[Item, Note]) -> Paper:
    parts = {
        part_id: replace(
            part,
            items=tuple(
                replace(item, note=notes.get((part_id, index), item.note)) for index, item in enumerate(part.items)
            ),
        )
        for part_id, part in paper.parts.items()
    }
    return replace(paper, parts=parts)
