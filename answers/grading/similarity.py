"""Whose answers are these? For each other seed, how much likelier it makes the wrong answers of a paper than chance."""

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
"""One honest paper in so many at most is taken for another's, whatever the number of seeds that are tried: so that an
honest class of 300 is flagged with a chance of at most 1 %."""
OFTEN = 4
"""A slip in the student's own number is looked for when one answer in so many is wrong, or more."""
SELDOM = 0.05


@dataclass(frozen=True, slots=True)
class ClassKeys:
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
            if is_right(part, self.keys[seed].answers[part_id][index], value)
        ]

    def frequency(self, part: Part, item: Item, value: Value, near: Sequence[int]) -> float:
        """Return for what share of seeds, one of the class left out, a value is right; `near` are the class's."""
        known = self.known.get(item, ())
        others = 0 if isinstance(value, tuple) else len(known[_near(part, known, value)])
        return max(len(near) - 1 + others, 0) / (len(self.keys) + len(known))


NOBODY = ClassKeys({}, {})


def class_keys(
    exam: Exam, seeds: Iterable[int], key_of: KeyOf, known: Iterable[Mapping[str, Values]] = ()
) -> ClassKeys:
    """Return the keys of a class, made ready to look for whose answers a paper has.

    `key_of` is called once a seed; answers that are no numbers are left out. `known` are the right answers of other
    seeds, an atlas's: the more there are, the better it is known how rare a value is.
    """
    keys = {seed: key_of(Scenario(seed)) for seed in sorted(set(seeds))}
    own = [(seed, key.answers) for seed, key in keys.items()]
    others = [(0, answers) for answers in known]
    items = [(part.id, index) for part in exam.parts for index in range(part.count)]
    values = {item: _in_order(item, own) for item in items}
    return ClassKeys(keys, values, {item: _in_order(item, others)[0] for item in items} if others else {})


def _in_order(
    item: Item, answers: Iterable[tuple[int, Mapping[str, Values]]]
) -> tuple[tuple[float, ...], tuple[int, ...]]:
    part_id, index = item
    values = ((seed, one[part_id][index]) for seed, one in answers)
    pairs = sorted((float(value), seed) for seed, value in values if not isinstance(value, tuple))
    return tuple(number for number, _ in pairs), tuple(seed for _, seed in pairs)


def resembled(key: Key, answers: Answers, wrong: Sequence[Item], others: ClassKeys) -> tuple[ScenarioMatch, ...]:
    """Return the seeds whose answers a paper has, most evidence first, each with the wrong items that are right for it.

    The evidence is the likelihood ratio of the wrong answers, between somebody who copies these and chance. An item
    that is right for the other seed weighs as much as its value is rare: among the seeds of the class and the others
    that are known, and among what one writes. At least three such items are needed, and evidence that one honest paper
    in 30 000 gives by chance, all seeds that are tried taken together. It is no proof: what it means is for the teacher
    to say.
    """
    if not others.keys:
        return ()
    values = values_at(answers, wrong)
    matches = {item: others.near(answers[item[0]].part, item, value) for item, value in values.items()}
    frequencies = {item: others.frequency(answers[item[0]].part, item, values[item], matches[item]) for item in values}
    enough = log(RARE * len(others.keys))
    suspected = _suspected(matches, frequencies, enough) - {key.scenario.u0}
    ratios = {one: likelihood(answers, (key, others.keys[one]), values, frequencies) for one in sorted(suspected)}
    likely = sorted((ratio for ratio in ratios if ratios[ratio] >= enough), key=lambda one: -ratios[one])
    return tuple(ScenarioMatch(Scenario(one), tuple(item for item in values if one in matches[item])) for one in likely)


def _suspected(matches: Mapping[Item, Sequence[int]], frequencies: Mapping[Item, float], enough: float) -> set[int]:
    """The seeds that the evidence may reach, were every item as rare as it is in the class: few, and quickly found."""
    counts = Counter(seed for seeds in matches.values() for seed in seeds)
    at_most = dict.fromkeys(counts, 0.0)
    for item, seeds in matches.items():
        for seed in seeds:
            at_most[seed] += weight(max(frequencies[item], LEAST_CHANCE), max(ERROR_RATES))
    return {seed for seed, count in counts.items() if count >= LEAST_ITEMS and at_most[seed] >= enough}


def likelihood(
    answers: Answers, keys: tuple[Key, Key], values: Mapping[Item, Value], frequencies: Mapping[Item, float]
) -> float:
    """Return the logarithm of how much likelier wrong answers are if some are those of the second key."""
    chances = []
    for item, value in values.items():
        part, (true, other) = part_at(answers[item[0]].part, item[1]), (key.answers[item[0]][item[1]] for key in keys)
        if is_right(part, true, other):
            continue
        chance = max(frequencies.get(item, 0.0), match_probability(part, true, other, value))
        chances.append(chance if is_right(part, other, value) else None)
    return log_ratio(chances)


def is_answers_of(key: Key, other: Key, answers: Answers, wrong: Sequence[Item], tried: int = 1) -> bool:
    """Say whether a paper's wrong answers are those of another seed, of so many tried: beyond chance, and most."""
    values = values_at(answers, wrong)
    right = [
        item
        for item, value in values.items()
        if is_right(answers[item[0]].part, other.answers[item[0]][item[1]], value)
    ]
    is_most = len(right) >= LEAST_ITEMS and 2 * len(right) > len(wrong)
    return is_most and likelihood(answers, (key, other), values, {}) >= log(RARE * tried)


def informative_items(keys: tuple[Key, Key], answers: Answers, items: Collection[Item]) -> tuple[Item, ...]:
    """Return those of some items, right for the second key, that are so by chance once in 20 times at most.

    Which of two players wins, or a direction that is 0 or 1, tells nothing of a seed.
    """
    own, other = (key.answers for key in keys)
    return tuple(
        (part_id, index)
        for (part_id, index), value in values_at(answers, items).items()
        if match_probability(part_at(answers[part_id].part, index), own[part_id][index], other[part_id][index], value)
        <= SELDOM
    )


def _near(part: Part, numbers: Sequence[float], value: float | Fraction) -> slice:
    """Where in a list in order the numbers stand for which a value may be right."""
    width = _widest(part.tolerance, float(value))
    return slice(bisect_left(numbers, float(value) - width), bisect_right(numbers, float(value) + width))


def _widest(tolerance: Tolerance, value: float) -> float:
    """How far a right value may be, and somewhat more: what is found is then compared exactly."""
    relative = float(tolerance.relative)
    margin = relative / (1 - relative) if relative < 1 else 1e9
    return (float(tolerance.absolute) / max(1 - relative, 1e-9) + margin * abs(value)) * 1.001 + 1e-9 * (1 + abs(value))


def with_other_seeds(exam: Exam, key: Key, answers: Answers, paper: Paper, key_of: KeyOf, others: ClassKeys) -> Paper:
    """Return the paper with what other seeds explain of it, scores unchanged.

    Items that are right for the model sheet's seed, and seldom so by chance, are noted. The flag
    "answers-of-seed-<u0>" is set when wrong answers are those of the model or of somebody in the class beyond what
    chance does; "u0-miscopied:<u0>=<score>" when a quarter of what is answered is wrong, and most of that is right for
    a number that is easily written for the student's own, with the score that it would give.
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
    for scenario_match in resembled(key, answers, wrong, others):
        flags.append(ANSWERS_OF_SEED(scenario_match.scenario.u0))
        explained = (scenario_match, *explained)
    if _is_often_wrong(paper, wrong):
        for scenario_match, flag in _miscopied(exam, key, answers, wrong, key_of):
            flags.append(flag)
            explained = (scenario_match, *explained)
    return noted(paper, explained, tuple(flags))


def explanations(
    exam: Exam, answers: Answers, wrong: Iterable[Item], scenarios: Iterable[Scenario], key_of: KeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return, for each scenario that explains some, the wrong items that are right in it, in the order given.

    Only their parts are marked again. A scenario is whatever may have been done instead: another seed, a known mistake.
    """
    wrong = tuple(wrong)
    asked = {part_id for part_id, _ in wrong}
    tried = (
        ScenarioMatch(scenario, _right_among(wrong, mark_parts(exam, key_of(scenario), answers, asked)))
        for scenario in scenarios
    )
    return tuple(scenario_match for scenario_match in tried if scenario_match.items) if wrong else ()


def noted(paper: Paper, explained: Iterable[ScenarioMatch], flags: tuple[Flag, ...] = ()) -> Paper:
    """Return `paper` with a note on each item that another seed explains, the first that does, and with more flags.

    Scores are unchanged: it is a question for the teacher, not a proof.
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
    """Whether a quarter of what was answered is wrong, as for somebody who worked with another number."""
    answered = sum(item.verdict is not Verdict.BLANK for part in paper.parts.values() for item in part.items)
    return len(wrong) >= LEAST_ITEMS and OFTEN * len(wrong) >= answered


def _miscopied(
    exam: Exam, key: Key, answers: Answers, wrong: Sequence[Item], key_of: KeyOf
) -> Iterator[tuple[ScenarioMatch, Flag]]:
    """The seeds near the student's own for which most wrong answers are right, all those of more than one question."""
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
    """The questions of which every wrong answer is explained."""
    asked, left = ({exam.part(part_id).question for part_id, _ in items} for items in (wrong, {*wrong} - {*explained}))
    return asked - left


LEAST_QUESTIONS = 2
"""A mistake spoils a whole question, and may leave out all that tells two seeds apart."""
COMMON_SHARE = 0.1
"""What so many of a class write says nothing."""
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, RIGHT_FOR_SEED))

Whose = TypeVar("Whose", bound=Hashable)


def flags_of_class(papers: Mapping[Whose, tuple[Paper, Answers]], others: ClassKeys) -> dict[Whose, tuple[Flag, ...]]:
    """Return the flags "wrong-answers-of-seed-<u0>" of marked papers, by whose they are; most have none."""
    read = ((whose, *pair) for whose, pair in papers.items())
    errors = {
        whose: errors_of(paper, paper.u0, answers, others)
        for whose, paper, answers in read
        if paper.u0 is not None and paper.u0 in others.keys
    }
    return shared_errors(errors, others)


@dataclass(frozen=True, slots=True)
class Errors:
    """A paper: its seed, what was read, and the wrong values by item."""

    u0: int
    answers: Answers
    wrong: Mapping[Item, Value]


def wrong_values(paper: Paper, answers: Answers) -> dict[Item, Value]:
    """Return the wrong values of a paper that nothing in it explains."""
    return {
        (part_id, index): value
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG and not (item.note and item.note.slug in EXPLAINED)
        if (value := answers[part_id].values[index]) is not None
    }


def errors_of(paper: Paper, u0: int, answers: Answers, others: ClassKeys) -> Errors:
    """Return the wrong values of a paper that are nobody's right ones."""
    wrong = wrong_values(paper, answers).items()
    nobodys = {item: value for item, value in wrong if not others.near(answers[item[0]].part, item, value)}
    return Errors(u0, answers, nobodys)


def shared_errors(papers: Mapping[Whose, Errors], others: ClassKeys) -> dict[Whose, tuple[Flag, ...]]:
    """Return the flags of papers by their errors.

    A paper has one for each other paper whose wrong answers are its own. The evidence is a likelihood ratio, as for the
    right answers of another seed, between somebody who copies that paper and chance: question by question, since
    answers to one go wrong together. A shared answer weighs as much as it is rare: among the other papers of the class,
    among the right ones, and among what one writes. Where two seeds have the same right answer the same mistake gives
    the same wrong one, which says nothing. At least two questions are needed, and evidence that one honest paper in
    30 000 gives by chance, all papers of the class taken together.
    """
    found: defaultdict[Whose, list[Flag]] = defaultdict(list)
    enough = log(RARE * max(len(papers) - 1, 1))
    for (whose, whom), shares in _shared(papers).items():
        own, other = papers[whose], papers[whom]
        is_enough = len({own.answers[part_id].part.question for part_id, _ in shares}) >= LEAST_QUESTIONS
        if is_enough and _evidence(own, other, shares, others) >= enough:
            found[whose].append(ERRORS_OF_SEED(other.u0))
    return {whose: tuple(flags) for whose, flags in found.items()}


def _shared(papers: Mapping[Whose, Errors]) -> Mapping[tuple[Whose, Whose], dict[Item, float]]:
    """The wrong answers that two papers have both, with the share of others that have them; common ones left out."""
    bearers: defaultdict[tuple[Item, Value], list[Whose]] = defaultdict(list)
    for whose, errors in papers.items():
        for written in errors.wrong.items():
            bearers[written].append(whose)
    shared: defaultdict[tuple[Whose, Whose], dict[Item, float]] = defaultdict(dict)
    for (item, _), those in bearers.items():
        if len(those) <= max(2, COMMON_SHARE * len(papers)):
            for pair in permutations(those, 2):
                shared[pair][item] = (len(those) - 2) / len(papers)
    return shared


def _evidence(own: Errors, other: Errors, shares: Mapping[Item, float], others: ClassKeys) -> float:
    """How much likelier, as a logarithm, wrong answers are if some are those of the other paper."""
    questions: defaultdict[int, list[float | None]] = defaultdict(list)
    for item, value in own.wrong.items():
        chance = _chance(own, other, item, shares.get(item, 1.0), others) if other.wrong.get(item) == value else None
        questions[own.answers[item[0]].part.question].append(chance)
    chances = [_of_question(question) for question in questions.values()]
    return log_ratio(chances)


def _of_question(chances: Collection[float | None]) -> float | None:
    """The chance that one of the wrong answers to a question is shared, the rarest that is; None if none is."""
    shared = [chance for chance in chances if chance is not None]
    return max(LEAST, min(1.0, len(chances) * min(shared))) if shared else None


def _chance(own: Errors, other: Errors, item: Item, share: float, others: ClassKeys) -> float:
    """How likely two papers have this wrong value in common by chance."""
    part, value = part_at(own.answers[item[0]].part, item[1]), own.wrong[item]
    rights = [others.keys[errors.u0].answers[item[0]][item[1]] for errors in (own, other)]
    if share == 1 or is_right(part, *rights):
        return 1.0
    alike = [others.frequency(part, item, right, others.near(part, item, right)) for right in rights]
    known = others.frequency(part, item, value, others.near(part, item, value))
    return max(share, known, *alike, *(match_probability(part, right, value, value) for right in rights))
