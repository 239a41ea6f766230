"""Which known mistakes explain a paper? The fewest worlds in which its wrong answers are right, if chance does not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.part import Part
from answers.exam.world import World
from answers.grading.coincidence import coincidence
from answers.grading.mark import Written
from answers.grading.variants import VariantOf
from answers.grading.worlds import Explanation, Item
from answers.kinds.reading import Blank, Unreadable, Value

ENOUGH = log(100)
"""Evidence for a mistake, a logarithm of how much likelier it makes the answers: below, it may well be chance."""
HABITS = (0.95, 0.5)
"""How often somebody makes a mistake that they make: nearly always, or every other time."""


def known_mistakes(
    exam: Exam, key: Key, written: Written, wrong: Sequence[Item], variant_of: VariantOf
) -> tuple[Explanation, ...]:
    """Return the fewest known mistakes that explain wrong items, each with those that it alone is told for.

    A mistake is told when it makes wrong answers of one part, or of all it changes, a hundred times likelier than
    chance does. An item counts for it only if no other known mistake makes the same answer right, and if it changes the
    item by more than the tolerance: where two worlds agree nothing can be told. Right items count neither way.

    Parameters
    ----------
    wrong
        The items to explain, in the order of the sheet.

    Notes
    -----
    Greedy: the mistake that explains most items comes first, then the one that explains most of what is left. Not
    guaranteed: that the student made the mistake. It is what would explain the answers.
    """
    answers = tuple(_answers(exam, key, written, wrong))
    suspects = tuple(_suspects(exam, key, answers, variant_of))
    told = [one for one in suspects if _evidence(one, suspects) >= ENOUGH]
    return tuple(_cover(told, [one.item for one in answers]))


def evidence(suspect: "Suspect", others: Iterable["Suspect"], items: Iterable[Item]) -> float:
    """Return how much likelier, as a logarithm, a suspected mistake makes the wrong answers to some items."""
    alone = [item for item in items if _is_told_apart(suspect, others, item)]
    if not any(suspect.chances[item] is not None for item in alone):
        return -inf
    return max(sum(_weight(suspect.chances[item], habit) for item in alone) for habit in HABITS)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A world that may explain answers.

    Attributes
    ----------
    chances
        For each wrong item that the world changes, the chance that it is right there by coincidence; None if it is not.
    """

    world: World
    chances: Mapping[Item, float | None]

    @property
    def explained(self) -> tuple[Item, ...]:
        """The wrong items that are right in this world."""
        return tuple(item for item, chance in self.chances.items() if chance is not None)


@dataclass(frozen=True, slots=True)
class _Answer:
    item: Item
    part: Part
    true: Value
    value: Value


def _answers(exam: Exam, key: Key, written: Written, wrong: Sequence[Item]) -> Iterator[_Answer]:
    """The wrong answers as values."""
    parts = {part_id: exam.part(part_id) for part_id, _ in wrong}
    readings = {part_id: part.kind.read(written.get(part_id) or ("",)) for part_id, part in parts.items()}
    for part_id, index in wrong:
        reading = readings[part_id][index]
        if not isinstance(reading, Unreadable | Blank):
            yield _Answer((part_id, index), parts[part_id], key.answers[part_id][index], reading)


def _suspects(exam: Exam, key: Key, answers: Sequence[_Answer], variant_of: VariantOf) -> Iterator[Suspect]:
    asked = tuple(dict.fromkeys(answer.part.id for answer in answers))
    of_question = {
        question.number: tuple(part.id for part in question.parts if part.id in asked) for question in exam.questions
    }
    worlds = [(misreading.slug, asked) for misreading in exam.misreadings]
    worlds += [(one.slug, of_question[question.number]) for question in exam.questions for one in question.mistakes]
    for slug, parts in worlds:
        variant = variant_of(World(key.u0, (slug,)), parts) if parts else None
        if variant is not None:
            chances = dict(_chances(variant, [answer for answer in answers if answer.part.id in parts]))
            yield Suspect(variant.world, chances)


def _chances(variant: Key, answers: Iterable[_Answer]) -> Iterator[tuple[Item, float | None]]:
    for answer in answers:
        part, other = answer.part, variant.answers[answer.part.id][answer.item[1]]
        if part.kind.agrees(answer.true, other, part.tolerance):
            continue
        is_right = part.kind.agrees(other, answer.value, part.tolerance)
        yield answer.item, coincidence(part, answer.true, other, answer.value) if is_right else None


def _evidence(suspect: Suspect, others: Sequence[Suspect]) -> float:
    """The best of a mistake: in a single part, or in all that it changes."""
    parts = {part_id for part_id, _ in suspect.explained}
    scopes = [[item for item in suspect.chances if item[0] == part_id] for part_id in sorted(parts)]
    return max((evidence(suspect, others, scope) for scope in (*scopes, suspect.chances)), default=-inf)


def _is_told_apart(suspect: Suspect, others: Iterable[Suspect], item: Item) -> bool:
    """Whether an item says something of a suspect: nobody else explains it too."""
    if suspect.chances[item] is None:
        return True
    return not any(other.chances.get(item) is not None for other in others if other.world != suspect.world)


def _weight(chance: float | None, habit: float) -> float:
    return log(1 - habit) if chance is None else log(habit / chance)


def _cover(told: Sequence[Suspect], items: Sequence[Item]) -> Iterator[Explanation]:
    left = set(items)
    while told and left:
        best = max(told, key=lambda one: len(left.intersection(one.explained)))  # of equals the first declared
        found = tuple(item for item in items if item in left.intersection(best.explained))
        if not found:
            return
        yield Explanation(best.world, found)
        left.difference_update(found)
