"""Compare the wrong answers of a paper with the keys and the other papers of a class."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import log
from typing import TypeVar

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import ERRORS_OF_SEED, MISTAKE, RIGHT_FOR_SEED, SEVERAL_MISTAKES, Flag
from answers.grading.likelihood import LEAST_CHANCE, OTHER_REASON, log_ratio, match_probability, upper_bound
from answers.grading.mark import Item, Responses, is_right, part_at, values_at
from answers.kinds.parsing import Value, Values
from answers.paper import Paper, Verdict

LEAST_ITEMS = 3
LEAST_QUESTIONS = 2
"""Least number of questions: a mistake in a single one may remove the values that distinguish two seeds."""
RARE = 30_000
"""At most one honest paper in this number is flagged, however many seeds are tried.

An honest class of 300 has a flag with a probability of at most 1 %.
"""
COMMON_SHARE = 0.1  # largest share of a class that may write a wrong value for this value to be evidence of copying
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, RIGHT_FOR_SEED))

PaperId = TypeVar("PaperId", bound=Hashable)


@dataclass(frozen=True, slots=True)
class ClassKeys:
    """The right answers of a class by seed and part id.

    `values` has for each item the sorted values of the class and the seeds that have them; `known` sorted values of
    other seeds, used only to estimate how rare a value is.
    """

    answers: Mapping[int, Mapping[str, Values]]
    values: Mapping[Item, tuple[tuple[float, ...], tuple[int, ...]]]
    known: Mapping[Item, tuple[float, ...]] = field(default_factory=dict)

    def near(self, part: Part, item: Item, value: Value) -> list[int]:
        """Return the seeds of the class for which `value` is the right value of an item; none for texts and lists."""
        if item not in self.values or isinstance(value, tuple | str):
            return []
        numbers, seeds = self.values[item]
        part_id, index = item
        return [
            seed
            for seed in seeds[slice_near(part, numbers, value)]
            if is_right(part, self.answers[seed][part_id][index], value)
        ]

    def frequency(self, part: Part, item: Item, value: Value, near: Sequence[int]) -> float:
        """Return the share of the known seeds for which `value` is the right value of an item.

        Of the seeds `near` in the class for which it is right, one is not counted: that of the student whose answer it
        may be.
        """
        known = self.known.get(item, ())
        others = 0 if isinstance(value, tuple | str) else len(known[slice_near(part, known, value)])
        return max(len(near) - 1 + others, 0) / (len(self.answers) + len(known))


def slice_near(part: Part, numbers: Sequence[float], value: Value) -> slice:
    """Return the slice of a sorted list with all numbers for which `value` may be right, and hardly any others."""
    assert not isinstance(value, tuple | str)
    middle, absolute, relative = float(value), float(part.tolerance.absolute), float(part.tolerance.relative)
    # the greatest distance of a right value, then slightly more, since callers compare exactly
    margin = relative / (1 - relative) if relative < 1 else 1e9
    width = absolute / max(1 - relative, 1e-9) + margin * abs(middle)
    width = width * 1.001 + 1e-9 * (1 + abs(middle))
    return slice(bisect_left(numbers, middle - width), bisect_right(numbers, middle + width))


NO_CLASS = ClassKeys({}, {})


def class_keys(
    exam: Exam, seeds: Iterable[int], key_of: Callable[[Scenario], Key], known: Iterable[Mapping[str, Values]] = ()
) -> ClassKeys:
    """Return the right answers of the seeds of a class, prepared for comparison with wrong answers.

    Answers that are not numbers are left out. `known` has the right answers of other seeds, from an atlas.
    """
    answers = {seed: key_of(Scenario(seed)).answers for seed in sorted(set(seeds))}
    others = list(known)
    of_class: dict[Item, tuple[tuple[float, ...], tuple[int, ...]]] = {}
    of_others: dict[Item, tuple[float, ...]] = {}
    for part_id, index in ((part.id, index) for part in exam.parts for index in range(part.count)):
        values = [(right[part_id][index], seed) for seed, right in answers.items()]
        pairs = sorted((float(value), seed) for value, seed in values if not isinstance(value, tuple | str))
        of_class[part_id, index] = tuple(number for number, _ in pairs), tuple(seed for _, seed in pairs)
        if others:
            theirs = (answers[part_id][index] for answers in others)
            of_others[part_id, index] = tuple(
                sorted(float(value) for value in theirs if not isinstance(value, tuple | str))
            )
    return ClassKeys(answers, of_class, of_others)


def similar_seeds(
    key: Key, responses: Responses, wrong: Sequence[Item], others: ClassKeys
) -> dict[int, tuple[Item, ...]]:
    """Return the seeds of the class that explain wrong answers, each with the wrong items that are right for this seed.

    The seed with most evidence comes first. The evidence is the likelihood ratio of the wrong answers, between copying
    from the other seed and chance. An item that is right for the other seed weighs more if its value is rare among the
    seeds of the class, other known seeds, and values that students often write. At least three such items are needed,
    and evidence that at most one honest paper in 30 000 reaches by chance, over all seeds tried together. The result is
    no proof: the teacher decides.
    """
    if not others.answers.keys() - {key.u0}:
        return {}
    values = values_at(responses, wrong)
    items_of: defaultdict[int, list[Item]] = defaultdict(list)
    frequencies = {}
    for item, value in values.items():
        part = responses[item[0]].part
        near = others.near(part, item, value)
        frequencies[item] = others.frequency(part, item, value, near)
        for seed in near:
            items_of[seed].append(item)
    enough = log(RARE * len(others.answers))
    ratios = {}
    for seed, items in sorted(items_of.items()):
        if seed == key.u0 or len(items) < LEAST_ITEMS:
            continue
        if upper_bound(max(frequencies[item], LEAST_CHANCE) for item in items) >= enough:
            ratios[seed] = likelihood(responses, (key.answers, others.answers[seed]), values, frequencies)
    likely = sorted((seed for seed in ratios if ratios[seed] >= enough), key=lambda seed: -ratios[seed])
    return {seed: tuple(items_of[seed]) for seed in likely}


def likelihood(
    responses: Responses,
    answers: tuple[Mapping[str, Values], Mapping[str, Values]],
    values: Mapping[Item, Value],
    frequencies: Mapping[Item, float],
) -> float:
    """Return the log likelihood ratio of wrong answers, between copying from another seed and chance.

    `answers` has the right answers for the student's seed and for the other seed, `values` the wrong values, and
    `frequencies` the share of seeds for which each is right.
    """
    chances = []
    for item, value in values.items():
        part, (true, other) = part_at(responses[item[0]].part, item[1]), (right[item[0]][item[1]] for right in answers)
        if is_right(part, true, other):
            continue
        chance = max(frequencies.get(item, 0.0), match_probability(part, true, other, value))
        chances.append(chance if is_right(part, other, value) else None)
    return log_ratio(chances)


def is_answers_of(key: Key, other: Key, responses: Responses, wrong: Sequence[Item], tried: int = 1) -> bool:
    """Return whether most wrong answers of a paper are right for another seed, and more of them than by chance."""
    values = values_at(responses, wrong)
    right = [
        (part_id, index)
        for (part_id, index), value in values.items()
        if is_right(responses[part_id].part, other.answers[part_id][index], value)
    ]
    is_most = len(right) >= LEAST_ITEMS and 2 * len(right) > len(wrong)
    return is_most and likelihood(responses, (key.answers, other.answers), values, {}) >= log(RARE * tried)


@dataclass(frozen=True, slots=True)
class Errors:
    """The wrong values of one paper by item, with the seed and the responses of the paper."""

    u0: int
    responses: Responses
    wrong: Mapping[Item, Value]


def wrong_values(paper: Paper, responses: Responses) -> dict[Item, Value]:
    """Return the wrong values of a paper by item, without those that a known mistake or another seed explains."""
    return {
        (part_id, index): value
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG and not (item.note and item.note.slug in EXPLAINED)
        if (value := responses[part_id].values[index]) is not None
    }


def flags_of_class(
    papers: Mapping[PaperId, tuple[Paper, Responses]], others: ClassKeys
) -> dict[PaperId, tuple[Flag, ...]]:
    """Return the flags "wrong-answers-of-seed-<u0>" of papers that share wrong answers, by paper.

    Answers that are right for a seed of the class do not count, nor do wrong answers to items for which both seeds have
    the same right answer. The evidence is a likelihood ratio, between copying from the other paper and chance, computed
    by question, since the answers to a question go wrong together. At least two questions are needed, and evidence that
    at most one honest paper in 30 000 reaches by chance, over all papers of the class.
    """
    errors = {
        paper_id: errors_of(paper, paper.u0, responses, others)
        for paper_id, (paper, responses) in papers.items()
        if paper.u0 is not None and paper.u0 in others.answers
    }
    writers: defaultdict[tuple[Item, Value], list[PaperId]] = defaultdict(list)
    for paper_id, own in errors.items():
        for written in own.wrong.items():
            writers[written].append(paper_id)
    # for each pair of papers, the wrong answers that both have, with the share of other papers that have them too
    shared: defaultdict[tuple[PaperId, PaperId], dict[Item, float]] = defaultdict(dict)
    for (item, _), ids in writers.items():
        if len(ids) <= max(2, COMMON_SHARE * len(errors)):
            for pair in permutations(ids, 2):
                shared[pair][item] = (len(ids) - 2) / len(errors)
    flags: defaultdict[PaperId, list[Flag]] = defaultdict(list)
    enough = log(RARE * max(len(errors) - 1, 1))
    for (paper_id, other_id), shares in shared.items():
        own, theirs = errors[paper_id], errors[other_id]
        is_enough = len({own.responses[part_id].part.question for part_id, _ in shares}) >= LEAST_QUESTIONS
        if is_enough and shared_evidence(own, theirs, shares, others) >= enough:
            flags[paper_id].append(ERRORS_OF_SEED(theirs.u0))
    return {paper_id: tuple(paper_flags) for paper_id, paper_flags in flags.items()}


def errors_of(paper: Paper, u0: int, responses: Responses, others: ClassKeys) -> Errors:
    """Return the wrong values of a paper, without those that are right for a seed of the class."""
    wrong = wrong_values(paper, responses).items()
    right_for_none = {item: value for item, value in wrong if not others.near(responses[item[0]].part, item, value)}
    return Errors(u0, responses, right_for_none)


def shared_evidence(paper: Errors, other: Errors, shares: Mapping[Item, float], others: ClassKeys) -> float:
    """Return the log likelihood ratio of wrong answers, between copying from the other paper and chance.

    `shares` has, for each answer that both papers share, the share of other papers with the same answer. A question
    counts as one answer, as rare as its rarest shared answer.
    """
    questions: defaultdict[int, list[float | None]] = defaultdict(list)
    for item, value in paper.wrong.items():
        part, share = part_at(paper.responses[item[0]].part, item[1]), shares.get(item, 1.0)
        rights = [others.answers[errors.u0][item[0]][item[1]] for errors in (paper, other)]
        if other.wrong.get(item) != value:
            chance = None
        elif share == 1 or is_right(part, *rights):
            chance = 1.0
        else:
            known = {right: others.near(part, item, right) for right in (value, *rights)}
            frequencies = (others.frequency(part, item, right, near) for right, near in known.items())
            matches = (match_probability(part, right, value, value) for right in rights)
            chance = max(share, *frequencies, *matches)
        questions[part.question].append(chance)
    chances: list[float | None] = []
    for answers in questions.values():
        common = [chance for chance in answers if chance is not None]
        chances.append(max(OTHER_REASON, min(1.0, len(answers) * min(common))) if common else None)
    return log_ratio(chances)
