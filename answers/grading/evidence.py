"""How much likelier another world makes the answers to some items than chance does: one measure for every world."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import fmean

from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.world import World
from answers.grading.answer import Answers, Item
from answers.grading.coincidence import coincidence
from answers.grading.mark import is_right, is_rounded
from answers.kinds.reading import Value

HABITS = (0.95, 0.5)
"""How often somebody makes a mistake that they make: nearly always, or every other time."""
LEAST = 1e-3
"""No single answer is rarer: of wrong ones, one in a thousand has some other reason that leads to the same value."""
COPIED = 0.05
"""Of a wrong answer that is right elsewhere in the paper: it may have been written in the wrong line."""
MISSED = 0.0
"""In the place of a chance: a wrong answer that the world does not explain."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A world that may explain answers.

    Attributes
    ----------
    chances
        For each item that the world changes, the chance that a wrong answer is right there by coincidence; 0 for one
        that is wrong there too, None for one that is right for the student's own seed, unreadable or blank.
    rounded
        Those of the items that are right there but for too few digits.
    """

    world: World
    chances: Mapping[Item, float | None]
    rounded: frozenset[Item]


@dataclass(frozen=True, slots=True)
class Answered:
    """An item of a part with a wrong answer, and the answer if it is wrong itself, with the text it was read from.

    `others` are the right answers to all items of the paper.
    """

    item: Item
    part: Part
    true: Value
    value: Value | None
    raw: str
    others: tuple[Value, ...]


def evidence(suspect: Suspect, items: Iterable[Item]) -> float:
    """Return how much likelier, as a logarithm, a suspected world makes the answers to some items."""
    chances = [suspect.chances[item] for item in items if item in suspect.chances]
    return log(fmean(exp(sum(_weight(chance, habit) for chance in chances)) for habit in HABITS))


def answered(key: Key, answers: Answers, wrong: Sequence[Item]) -> Iterator[Answered]:
    """All items of the parts with a wrong answer."""
    others = tuple({value for values in key.answers.values() for value in values})
    for part_id in dict.fromkeys(part_id for part_id, _ in wrong):
        answer = answers[part_id]
        for index, (true, value) in enumerate(zip(key.answers[part_id], answer.values, strict=True)):
            item = (part_id, index)
            yield Answered(item, answer.part, true, value if item in wrong else None, answer.text, others)


def suspect(variant: Key, answers: Iterable[Answered], accepted: Collection[Item] = ()) -> Suspect:
    """Return what a world explains; `accepted` are items that are right there though they are not its values."""
    chances: dict[Item, float | None] = {}
    rounded = set()
    for answer in answers:
        (part_id, index), part, value = answer.item, answer.part, answer.value
        other = variant.answers[part_id][index]
        if other == answer.true or is_right(part, answer.true, other):
            continue
        if value is None:
            chances[answer.item] = None
        elif is_right(part, other, value) or answer.item in accepted:
            chances[answer.item] = _chance(answer, other, value)
        elif _is_rounded(answer, other, value):
            chances[answer.item] = _chance(answer, other, value)
            rounded.add(answer.item)
        else:
            chances[answer.item] = MISSED
    return Suspect(variant.world, chances, frozenset(rounded))


def _chance(answer: Answered, other: Value, value: Value) -> float:
    part = answer.part
    numbers = (one for one in answer.others if isinstance(one, tuple) == isinstance(value, tuple))
    is_elsewhere = any(is_right(part, one, value) for one in numbers)
    return max(coincidence(part, answer.true, other, value, answer.raw), COPIED if is_elsewhere else LEAST)


def _is_rounded(answer: Answered, other: Value, value: Value) -> bool:
    """Whether the answer is another world's value written with too few digits, and not the right one as well."""
    part, raw = answer.part, answer.raw
    return is_rounded(part, other, value, raw) and not is_rounded(part, answer.true, value, raw)


def _weight(chance: float | None, habit: float) -> float:
    if chance:
        return log(2 * habit / chance + 1 - habit)
    return log(1 - habit)
