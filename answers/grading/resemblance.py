"""Whose answers are these? For each other seed, how much likelier it makes the wrong answers of a paper than chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.part import Part
from answers.exam.world import World
from answers.grading.coincidence import LEAST, coincidence
from answers.grading.mark import Written
from answers.grading.worlds import Explanation, Item, KeyOf
from answers.kinds.reading import Blank, Unreadable, Value, Values
from answers.kinds.tolerance import Tolerance
from solvers.sequence import lcg

LEAST_ITEMS = 3
RARE = 30_000
"""One honest paper in so many at most is taken for another's, whatever the number of seeds that are tried: so that an
honest class of 300 is flagged with a chance of at most 1 %."""
SELDOM = 0.05
HABITS = (0.95, 0.5)
"""How many of the wrong answers of somebody who copies are copied: nearly all, or every other one."""


@dataclass(frozen=True, slots=True)
class Classmates:
    """The keys of a class by seed, and for each item the values of all, in order, with the seeds that have them.

    `known` are the values of other seeds, in order, which only say how rare a value is.
    """

    keys: Mapping[int, Key]
    values: Mapping[Item, tuple[tuple[float, ...], tuple[int, ...]]]
    known: Mapping[Item, tuple[float, ...]] = field(default_factory=dict)

    def near(self, part: Part, item: Item, value: Value) -> list[int]:
        """Return the seeds of the class for which a value is right."""
        if item not in self.values or isinstance(value, tuple):
            return []
        numbers, seeds = self.values[item]
        part_id, index = item
        return [
            seed
            for seed in seeds[_near(part, numbers, value)]
            if part.kind.agrees(self.keys[seed].answers[part_id][index], value, part.tolerance)
        ]

    def frequency(self, part: Part, item: Item, value: Value, near: Sequence[int]) -> float:
        """Return for what share of seeds, one of the class left out, a value is right; `near` are the class's."""
        known = self.known.get(item, ())
        others = 0 if isinstance(value, tuple) else len(known[_near(part, known, value)])
        return max(len(near) - 1 + others, 0) / (len(self.keys) + len(known))


NOBODY = Classmates({}, {})


def classmates(
    exam: Exam, seeds: Iterable[int], key_of: KeyOf, known: Iterable[Mapping[str, Values]] = ()
) -> Classmates:
    """Return the keys of a class, made ready to look for whose answers a paper has.

    `key_of` is called once a seed; answers that are no numbers are left out. `known` are the right answers of other
    seeds, an atlas's: the more there are, the better it is known how rare a value is.
    """
    keys = {seed: key_of(World(seed)) for seed in sorted(set(seeds))}
    told = [(seed, key.answers) for seed, key in keys.items()]
    others = [(0, answers) for answers in known]
    items = [(part.id, index) for part in exam.parts for index in range(part.count)]
    values = {item: _in_order(item, told) for item in items}
    return Classmates(keys, values, {item: _in_order(item, others)[0] for item in items} if others else {})


def _in_order(
    item: Item, answers: Iterable[tuple[int, Mapping[str, Values]]]
) -> tuple[tuple[float, ...], tuple[int, ...]]:
    part_id, index = item
    values = ((seed, one[part_id][index]) for seed, one in answers)
    pairs = sorted((float(value), seed) for seed, value in values if not isinstance(value, tuple))
    return tuple(number for number, _ in pairs), tuple(seed for _, seed in pairs)


def resembled(
    exam: Exam, key: Key, written: Written, wrong: Sequence[Item], others: Classmates
) -> tuple[Explanation, ...]:
    """Return the seeds whose answers a paper has, most evidence first, each with the wrong items that are right for it.

    The evidence is the likelihood ratio of the wrong answers, between somebody who copies these and chance. An item
    that is right for the other seed weighs as much as its value is rare: among the seeds of the class and the others
    that are known, and among what one writes. At least three such items are needed, and evidence that one honest paper
    in 30 000 gives by chance, all seeds that are tried taken together. It is no proof: what it means is for the teacher
    to say.

    Parameters
    ----------
    wrong
        Items that are wrong for the seed of the paper; right ones say nothing.
    """
    if not others.keys:
        return ()
    answers = dict(_answers(exam, written, wrong))
    matches = {item: others.near(exam.part(item[0]), item, value) for item, value in answers.items()}
    frequencies = {item: others.frequency(exam.part(item[0]), item, answers[item], matches[item]) for item in answers}
    enough = log(RARE * len(others.keys))
    suspected = _suspected(matches, frequencies, enough) - {key.u0}
    ratios = {one: likelihood(exam, (key, others.keys[one]), answers, frequencies) for one in sorted(suspected)}
    told = sorted((one for one in ratios if ratios[one] >= enough), key=lambda one: -ratios[one])
    return tuple(Explanation(World(one), tuple(item for item in answers if one in matches[item])) for one in told)


def _suspected(matches: Mapping[Item, Sequence[int]], frequencies: Mapping[Item, float], enough: float) -> set[int]:
    """The seeds that the evidence may reach, were every item as rare as it is in the class: few, and quickly found."""
    counts = Counter(seed for seeds in matches.values() for seed in seeds)
    at_most = dict.fromkeys(counts, 0.0)
    for item, seeds in matches.items():
        for seed in seeds:
            at_most[seed] += _weight(max(frequencies[item], LEAST), max(HABITS))
    return {seed for seed, count in counts.items() if count >= LEAST_ITEMS and at_most[seed] >= enough}


def likelihood(
    exam: Exam, keys: tuple[Key, Key], answers: Mapping[Item, Value], frequencies: Mapping[Item, float]
) -> float:
    """Return the logarithm of how much likelier wrong answers are if some are those of the second key."""
    chances = []
    for item, value in answers.items():
        part, (true, other) = exam.part(item[0]), (key.answers[item[0]][item[1]] for key in keys)
        if part.kind.agrees(true, other, part.tolerance):
            continue
        is_right = part.kind.agrees(other, value, part.tolerance)
        chance = max(frequencies.get(item, 0.0), coincidence(part, true, other, value))
        chances.append(chance if is_right else None)
    return max(sum(_weight(chance, habit) for chance in chances) for habit in HABITS)


def is_answers_of(exam: Exam, key: Key, other: Key, written: Written, wrong: Sequence[Item]) -> bool:
    """Say whether a paper's wrong answers are those of one other seed, beyond chance and more than half of them."""
    answers = dict(_answers(exam, written, wrong))
    right = [
        item
        for item, value in answers.items()
        if (part := exam.part(item[0])).kind.agrees(other.answers[item[0]][item[1]], value, part.tolerance)
    ]
    is_most = len(right) >= LEAST_ITEMS and 2 * len(right) > len(wrong)
    return is_most and likelihood(exam, (key, other), answers, {}) >= log(RARE)


def telling(exam: Exam, keys: tuple[Key, Key], written: Written, items: Collection[Item]) -> tuple[Item, ...]:
    """Return those of some items, right for the second key, that are so by chance once in 20 times at most.

    Which of two players wins, or a direction that is 0 or 1, tells nothing of a seed.
    """
    own, other = keys
    return tuple(
        (part_id, index)
        for (part_id, index), value in _answers(exam, written, items)
        if coincidence(exam.part(part_id), own.answers[part_id][index], other.answers[part_id][index], value) <= SELDOM
    )


def miscopied(u0: int) -> tuple[int, ...]:
    """Return the seeds that are `u0` with one digit changed, left out or doubled, or two digits exchanged."""
    digits = str(u0)
    found = {digits[:i] + digit + digits[i + 1 :] for i in range(len(digits)) for digit in "0123456789"}
    found |= {digits[:i] + digits[i + 1 :] for i in range(len(digits))}
    found |= {digits[:i] + digits[i] + digits[i:] for i in range(len(digits))}
    found |= {_exchanged(digits, i, j) for i, j in combinations(range(len(digits)), 2)}
    return tuple(sorted({int(text) for text in found if text and int(text) < lcg.MODULUS} - {u0}))


def _exchanged(digits: str, i: int, j: int) -> str:
    return digits[:i] + digits[j] + digits[i + 1 : j] + digits[i] + digits[j + 1 :]


def _answers(exam: Exam, written: Written, wrong: Collection[Item]) -> Iterator[tuple[Item, Value]]:
    """The wrong answers that are numbers."""
    for part_id in dict.fromkeys(part_id for part_id, _ in wrong):
        for index, reading in enumerate(exam.part(part_id).kind.read(written.get(part_id) or ("",))):
            if (part_id, index) in wrong and not isinstance(reading, Unreadable | Blank):
                yield (part_id, index), reading


def _weight(chance: float | None, habit: float) -> float:
    return log(1 - habit) if chance is None else log(habit / chance + 1 - habit)


def _near(part: Part, numbers: Sequence[float], value: float | Fraction) -> slice:
    """Where in a list in order the numbers stand for which a value may be right."""
    width = _widest(part.tolerance, float(value))
    return slice(bisect_left(numbers, float(value) - width), bisect_right(numbers, float(value) + width))


def _widest(tolerance: Tolerance, value: float) -> float:
    """How far a right value may be, and somewhat more: what is found is then compared exactly."""
    relative = float(tolerance.relative)
    margin = relative / (1 - relative) if relative < 1 else 1e9
    return (float(tolerance.absolute) / max(1 - relative, 1e-9) + margin * abs(value)) * 1.001 + 1e-9 * (1 + abs(value))
