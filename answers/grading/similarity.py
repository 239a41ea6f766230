"""Find the seeds and the papers of a class that explain wrong answers of a paper better than chance."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations
from math import log
from typing import TypeVar

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import (
    ANSWERS_OF_SEED,
    ERRORS_OF_SEED,
    MISTAKE,
    RIGHT_FOR_SEED,
    SEVERAL_MISTAKES,
    U0_MISCOPIED,
    Flag,
    Note,
)
from answers.grading.evidence import LEAST
from answers.grading.likelihood import ERROR_RATES, LEAST_CHANCE, log_ratio, match_probability, weight
from answers.grading.mark import Answers, Item, is_right, mark_parts, part_at, values_at
from answers.grading.scenarios import KeyOf, ScenarioMatch, items_with, wrong_items
from answers.kinds.parsing import Value, Values
from answers.kinds.tolerance import Tolerance
from answers.paper import Paper, PartMarks, Verdict, rounded
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied

LEAST_ITEMS = 3
RARE = 30_000
"""At most one honest paper in so many is flagged, however many seeds are tried.

An honest class of 300 has a flag with a probability of at most 1 %."""
OFTEN = 4
"""A miscopied seed is searched for if at least one answer in so many is wrong."""
SELDOM = 0.05


@dataclass(frozen=True, slots=True)
class ClassKeys:
    """The keys of a class, and the expected values of each item.

    Attributes
    ----------
    keys
        The keys by seed.
    values
        For each item, the sorted values of the class and the seeds that have them.
    known
        For each item, sorted values of other seeds, used only to estimate how rare a value is.
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
            if is_right(part, self.keys[seed].answers[part_id][index], value)
        ]

    def frequency(self, part: Part, item: Item, value: Value, near: Sequence[int]) -> float:
        """Return the share of seeds for which a value is right; one of the class seeds, `near`, is not counted."""
        known = self.known.get(item, ())
        others = 0 if isinstance(value, tuple) else len(known[_near(part, known, value)])
        return max(len(near) - 1 + others, 0) / (len(self.keys) + len(known))


NO_CLASS = ClassKeys({}, {})


def class_keys(
    exam: Exam, seeds: Iterable[int], key_of: KeyOf, known: Iterable[Mapping[str, Values]] = ()
) -> ClassKeys:
    """Return the keys of a class, prepared for comparison with wrong answers.

    `key_of` is called once per seed. Answers that are not numbers are left out. `known` are the right answers of other
    seeds, from an atlas: with more of them, the rarity of a value is better known.
    """
    keys = {seed: key_of(Scenario(seed)) for seed in sorted(set(seeds))}
    of_class = [(seed, key.answers) for seed, key in keys.items()]
    others = [(0, answers) for answers in known]
    items = [(part.id, index) for part in exam.parts for index in range(part.count)]
    values = {item: _in_order(item, of_class) for item in items}
    return ClassKeys(keys, values, {item: _in_order(item, others)[0] for item in items} if others else {})


def _in_order(
    item: Item, answers: Iterable[tuple[int, Mapping[str, Values]]]
) -> tuple[tuple[float, ...], tuple[int, ...]]:
    part_id, index = item
    values = ((seed, answers_of_seed[part_id][index]) for seed, answers_of_seed in answers)
    pairs = sorted((float(value), seed) for seed, value in values if not isinstance(value, tuple))
    return tuple(number for number, _ in pairs), tuple(seed for _, seed in pairs)


def similar_seeds(key: Key, answers: Answers, wrong: Sequence[Item], others: ClassKeys) -> tuple[ScenarioMatch, ...]:
    """Return the seeds of the class that explain wrong answers, most evidence first, with the items right for each.

    The evidence is the likelihood ratio of the wrong answers, between copying from the other seed and chance. An item
    that is right for the other seed weighs more the rarer its value is, among the seeds of the class, other known
    seeds, and values that students often write. At least three such items are needed, and evidence that at most one
    honest paper in 30 000 reaches by chance, over all seeds tried together. It is no proof: the teacher decides.
    """
    if not others.keys:
        return ()
    values = values_at(answers, wrong)
    matches = {item: others.near(answers[item[0]].part, item, value) for item, value in values.items()}
    frequencies = {item: others.frequency(answers[item[0]].part, item, values[item], matches[item]) for item in values}
    enough = log(RARE * len(others.keys))
    suspected = _suspected(matches, frequencies, enough) - {key.scenario.u0}
    ratios = {seed: likelihood(answers, (key, others.keys[seed]), values, frequencies) for seed in sorted(suspected)}
    likely = sorted((seed for seed in ratios if ratios[seed] >= enough), key=lambda seed: -ratios[seed])
    return tuple(
        ScenarioMatch(Scenario(seed), tuple(item for item in values if seed in matches[item])) for seed in likely
    )


def _suspected(matches: Mapping[Item, Sequence[int]], frequencies: Mapping[Item, float], enough: float) -> set[int]:
    """Return the seeds whose evidence may be enough, by an upper bound that is quick to compute."""
    counts = Counter(seed for seeds in matches.values() for seed in seeds)
    at_most = dict.fromkeys(counts, 0.0)
    for item, seeds in matches.items():
        for seed in seeds:
            at_most[seed] += weight(max(frequencies[item], LEAST_CHANCE), max(ERROR_RATES))
    return {seed for seed, count in counts.items() if count >= LEAST_ITEMS and at_most[seed] >= enough}


def likelihood(
    answers: Answers, keys: tuple[Key, Key], values: Mapping[Item, Value], frequencies: Mapping[Item, float]
) -> float:
    """Return the log likelihood ratio of wrong answers, between copying from the second of `keys` and chance."""
    chances = []
    for item, value in values.items():
        part, (true, other) = part_at(answers[item[0]].part, item[1]), (key.answers[item[0]][item[1]] for key in keys)
        if is_right(part, true, other):
            continue
        chance = max(frequencies.get(item, 0.0), match_probability(part, true, other, value))
        chances.append(chance if is_right(part, other, value) else None)
    return log_ratio(chances)


def is_answers_of(key: Key, other: Key, answers: Answers, wrong: Sequence[Item], tried: int = 1) -> bool:
    """Say whether most wrong answers of a paper are right for another seed, by more than chance.

    `tried` is the number of seeds that are compared.
    """
    values = values_at(answers, wrong)
    right = [
        item
        for item, value in values.items()
        if is_right(answers[item[0]].part, other.answers[item[0]][item[1]], value)
    ]
    is_most = len(right) >= LEAST_ITEMS and 2 * len(right) > len(wrong)
    return is_most and likelihood(answers, (key, other), values, {}) >= log(RARE * tried)


def informative_items(keys: tuple[Key, Key], answers: Answers, items: Collection[Item]) -> tuple[Item, ...]:
    """Return the items with a probability of at most 1/20 to be right for the second key by chance.

    Items with few possible values, such as the winner of two players, are not informative about a seed.
    """
    first, second = (key.answers for key in keys)
    return tuple(
        (part_id, index)
        for (part_id, index), value in values_at(answers, items).items()
        if match_probability(
            part_at(answers[part_id].part, index), first[part_id][index], second[part_id][index], value
        )
        <= SELDOM
    )


def _near(part: Part, numbers: Sequence[float], value: float | Fraction) -> slice:
    """Return the slice of a sorted list with all numbers for which a value may be right."""
    width = _widest(part.tolerance, float(value))
    return slice(bisect_left(numbers, float(value) - width), bisect_right(numbers, float(value) + width))


def _widest(tolerance: Tolerance, value: float) -> float:
    """Return slightly more than the greatest difference of a right value; callers then compare exactly."""
    relative = float(tolerance.relative)
    margin = relative / (1 - relative) if relative < 1 else 1e9
    return (float(tolerance.absolute) / max(1 - relative, 1e-9) + margin * abs(value)) * 1.001 + 1e-9 * (1 + abs(value))


def with_other_seeds(exam: Exam, key: Key, answers: Answers, paper: Paper, key_of: KeyOf, others: ClassKeys) -> Paper:
    """Return the paper with notes and flags for wrong answers that other seeds explain; scores do not change.

    Wrong items that are right for the seed of the model sheet, and rarely so by chance, get a note. The flag
    "answers-of-seed-<u0>" is set if the wrong answers are those of the model or of another student of the class by
    more than chance. The flag "u0-miscopied:<u0>=<score>" is set if at least a quarter of the answers are wrong, and
    most of these are right for a likely miscopying of the student's seed; `score` is the score with that seed.
    """
    wrong = wrong_items(paper.parts)
    model = Scenario(exam.model_seed)
    explained = explanations(exam, answers, wrong, [model], key_of)
    flags = []
    if explained and is_answers_of(key, key_of(model), answers, wrong):
        flags.append(ANSWERS_OF_SEED(exam.model_seed))
    else:
        explained = tuple(
            replace(
                scenario_match,
                items=informative_items((key, key_of(scenario_match.scenario)), answers, scenario_match.items),
            )
            for scenario_match in explained
        )
    for scenario_match in similar_seeds(key, answers, wrong, others):
        flags.append(ANSWERS_OF_SEED(scenario_match.scenario.u0))
        explained = (scenario_match, *explained)
    if _is_often_wrong(paper, wrong):
        for scenario_match, flag in _miscopied_seeds(exam, key, answers, wrong, key_of):
            flags.append(flag)
            explained = (scenario_match, *explained)
    return with_notes(paper, explained, tuple(flags))


def explanations(
    exam: Exam, answers: Answers, wrong: Iterable[Item], scenarios: Iterable[Scenario], key_of: KeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return the scenarios in which some wrong items are right, with these items, in the order of `scenarios`.

    Only the parts of wrong items are marked again.
    """
    wrong = tuple(wrong)
    part_ids = {part_id for part_id, _ in wrong}
    matches = (
        ScenarioMatch(scenario, _right_among(wrong, mark_parts(exam, key_of(scenario), answers, part_ids)))
        for scenario in scenarios
    )
    return tuple(scenario_match for scenario_match in matches if scenario_match.items) if wrong else ()


def with_notes(paper: Paper, explained: Iterable[ScenarioMatch], flags: tuple[Flag, ...] = ()) -> Paper:
    """Return the paper with additional flags and a note on each item that another seed explains.

    The first seed that explains an item is noted. Scores do not change: this is a question for the teacher, no proof.
    """
    for scenario_match in reversed(tuple(explained)):
        note = Note(RIGHT_FOR_SEED, str(scenario_match.scenario.u0))
        paper = _annotated(paper, dict.fromkeys(scenario_match.items, note))
    return replace(paper, flags=tuple(dict.fromkeys((*paper.flags, *flags))))


def _right_among(wrong: tuple[Item, ...], parts: Mapping[str, PartMarks]) -> tuple[Item, ...]:
    right = set(items_with(parts, Verdict.RIGHT))
    return tuple(item for item in wrong if item in right)


def _annotated(paper: Paper, notes: Mapping[Item, Note]) -> Paper:
    def annotated(part_id: str, part: PartMarks) -> PartMarks:
        return part.changed(lambda index, item: replace(item, note=notes.get((part_id, index), item.note)))

    return replace(paper, parts={part_id: annotated(part_id, part) for part_id, part in paper.parts.items()})


def _is_often_wrong(paper: Paper, wrong: Sequence[Item]) -> bool:
    """Say whether at least a quarter of the answers are wrong, as when a student works with another seed."""
    answered = sum(item.verdict is not Verdict.BLANK for part in paper.parts.values() for item in part.items)
    return len(wrong) >= LEAST_ITEMS and OFTEN * len(wrong) >= answered


def _miscopied_seeds(
    exam: Exam, key: Key, answers: Answers, wrong: Sequence[Item], key_of: KeyOf
) -> Iterator[tuple[ScenarioMatch, Flag]]:
    """Yield likely miscopyings of the student's seed that explain most wrong answers, and two questions completely."""
    first, _ = wrong[0]
    seeds = sorted(set(miscopied(key.u0, lcg.MODULUS)) - {exam.model_seed})
    for u0 in seeds:
        part = mark_parts(exam, make_key(exam, u0, parts=[first]), answers, [first])[first]
        if any(part.items[index].verdict is not Verdict.RIGHT for part_id, index in wrong if part_id == first):
            continue
        other = key_of(Scenario(u0))
        if is_answers_of(key, other, answers, wrong, len(seeds)):
            score = sum((marks.score for marks in mark_parts(exam, other, answers).values()), Fraction(0))
            (scenario_match,) = explanations(exam, answers, wrong, [Scenario(u0)], key_of)
            if len(_explained_whole(exam, scenario_match.items, wrong)) >= min(LEAST_QUESTIONS, len(exam.questions)):
                yield scenario_match, U0_MISCOPIED(f"{u0}={rounded(score):g}")


def _explained_whole(exam: Exam, explained: Iterable[Item], wrong: Iterable[Item]) -> set[int]:
    """Return the questions with wrong answers, all of which are explained."""
    unexplained = {*wrong} - {*explained}
    with_wrong, with_unexplained = (
        {exam.part(part_id).question for part_id, _ in items} for items in (wrong, unexplained)
    )
    return with_wrong - with_unexplained


LEAST_QUESTIONS = 2
"""A single question is not enough: a mistake in it may remove the values that distinguish two seeds."""
COMMON_SHARE = 0.1
"""A wrong value that a larger share of the class writes is no evidence."""
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, RIGHT_FOR_SEED))

PaperId = TypeVar("PaperId", bound=Hashable)


def flags_of_class(
    papers: Mapping[PaperId, tuple[Paper, Answers]], others: ClassKeys
) -> dict[PaperId, tuple[Flag, ...]]:
    """Return the flags "wrong-answers-of-seed-<u0>" of marked papers, by the keys of `papers`; most have none."""
    errors = {
        paper_id: errors_of(paper, paper.u0, answers, others)
        for paper_id, (paper, answers) in papers.items()
        if paper.u0 is not None and paper.u0 in others.keys
    }
    return shared_errors(errors, others)


@dataclass(frozen=True, slots=True)
class Errors:
    """The seed of a paper, its responses, and its wrong values by item."""

    u0: int
    answers: Answers
    wrong: Mapping[Item, Value]


def wrong_values(paper: Paper, answers: Answers) -> dict[Item, Value]:
    """Return the wrong values of a paper that neither a known mistake nor another seed explains."""
    return {
        (part_id, index): value
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG and not (item.note and item.note.slug in EXPLAINED)
        if (value := answers[part_id].values[index]) is not None
    }


def errors_of(paper: Paper, u0: int, answers: Answers, others: ClassKeys) -> Errors:
    """Return the wrong values of a paper that are right for no seed of the class."""
    wrong = wrong_values(paper, answers).items()
    right_for_none = {item: value for item, value in wrong if not others.near(answers[item[0]].part, item, value)}
    return Errors(u0, answers, right_for_none)


def shared_errors(papers: Mapping[PaperId, Errors], others: ClassKeys) -> dict[PaperId, tuple[Flag, ...]]:
    """Return the flags of papers that share wrong answers with other papers, one for each such other paper.

    The evidence is a likelihood ratio, between copying from the other paper and chance. It is computed by question,
    since the answers to a question go wrong together. A shared wrong answer weighs more the rarer it is, among the
    papers of the class, among right values, and among values that students often write. It is no evidence where both
    seeds have the same right answer, since the same mistake then gives the same wrong answer. At least two questions
    are needed, and evidence that at most one honest paper in 30 000 reaches by chance, over all papers of the class.
    """
    flags: defaultdict[PaperId, list[Flag]] = defaultdict(list)
    enough = log(RARE * max(len(papers) - 1, 1))
    for (paper_id, other_id), shares in _shared(papers).items():
        paper, other = papers[paper_id], papers[other_id]
        is_enough = len({paper.answers[part_id].part.question for part_id, _ in shares}) >= LEAST_QUESTIONS
        if is_enough and _evidence(paper, other, shares, others) >= enough:
            flags[paper_id].append(ERRORS_OF_SEED(other.u0))
    return {paper_id: tuple(paper_flags) for paper_id, paper_flags in flags.items()}


def _shared(papers: Mapping[PaperId, Errors]) -> Mapping[tuple[PaperId, PaperId], dict[Item, float]]:
    """Return the wrong answers that each pair of papers shares, with the share of other papers that have them too.

    Common answers are left out.
    """
    paper_ids: defaultdict[tuple[Item, Value], list[PaperId]] = defaultdict(list)
    for paper_id, errors in papers.items():
        for written in errors.wrong.items():
            paper_ids[written].append(paper_id)
    shared: defaultdict[tuple[PaperId, PaperId], dict[Item, float]] = defaultdict(dict)
    for (item, _), ids in paper_ids.items():
        if len(ids) <= max(2, COMMON_SHARE * len(papers)):
            for pair in permutations(ids, 2):
                shared[pair][item] = (len(ids) - 2) / len(papers)
    return shared


def _evidence(paper: Errors, other: Errors, shares: Mapping[Item, float], others: ClassKeys) -> float:
    """Return the log likelihood ratio of wrong answers, between copying from the other paper and chance."""
    questions: defaultdict[int, list[float | None]] = defaultdict(list)
    for item, value in paper.wrong.items():
        chance = _chance(paper, other, item, shares.get(item, 1.0), others) if other.wrong.get(item) == value else None
        questions[paper.answers[item[0]].part.question].append(chance)
    chances = [_of_question(question) for question in questions.values()]
    return log_ratio(chances)


def _of_question(chances: Collection[float | None]) -> float | None:
    """Return the probability that a wrong answer to a question as rare as the rarest shared one is shared by chance.

    None if no answer is shared.
    """
    shared = [chance for chance in chances if chance is not None]
    return max(LEAST, min(1.0, len(chances) * min(shared))) if shared else None


def _chance(paper: Errors, other: Errors, item: Item, share: float, others: ClassKeys) -> float:
    """Return the probability that two papers share this wrong value by chance."""
    part, value = part_at(paper.answers[item[0]].part, item[1]), paper.wrong[item]
    rights = [others.keys[errors.u0].answers[item[0]][item[1]] for errors in (paper, other)]
    if share == 1 or is_right(part, *rights):
        return 1.0
    right_frequencies = [others.frequency(part, item, right, others.near(part, item, right)) for right in rights]
    known = others.frequency(part, item, value, others.near(part, item, value))
    return max(share, known, *right_frequencies, *(match_probability(part, right, value, value) for right in rights))
