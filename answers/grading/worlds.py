"""Which world explains an answer? For each wrong item, the worlds in which it would have been right."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import World
from answers.flags import RIGHT_FOR_SEED, Flag, Note
from answers.grading.answer import Answers, Item
from answers.grading.mark import mark_parts
from answers.paper import Paper, PartMarks, Verdict

KeyOf: TypeAlias = Callable[[World], Key]


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
    exam: Exam, answers: Answers, wrong: Iterable[Item], worlds: Iterable[World], key_of: KeyOf
) -> tuple[Explanation, ...]:
    """Return, for each world that explains some, the wrong items that are right in it, in the order given.

    Only their parts are marked again. A world is whatever may have been done instead: another seed, a known mistake.
    """
    wrong = tuple(wrong)
    asked = {part_id for part_id, _ in wrong}
    tried = (
        Explanation(world, _right_among(wrong, mark_parts(exam, key_of(world), answers, asked))) for world in worlds
    )
    return tuple(one for one in tried if one.items) if wrong else ()


def noted(paper: Paper, explained: Iterable[Explanation], flags: tuple[Flag, ...] = ()) -> Paper:
    """Return `paper` with a note on each item that another seed explains, the first that does, and with more flags.

    Scores are unchanged: it is a question for the teacher, not a proof.
    """
    for one in reversed(tuple(explained)):
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
    def annotated(part_id: str, part: PartMarks) -> PartMarks:
        return part.changed(lambda index, item: replace(item, note=notes.get((part_id, index), item.note)))

    return replace(paper, parts={part_id: annotated(part_id, part) for part_id, part in paper.parts.items()})
