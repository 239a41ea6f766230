"""Find the known mistakes that explain the wrong answers of a paper better than chance.

A question is solved in the scenario of a mistake only while its answers could still change the result: this halves the
time for a paper of `nash` with many wrong answers.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import inf, log
from typing import TypeAlias

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.likelihood import least_match_probability, log_ratio, match_probability
from answers.grading.mark import Answers, Item, is_right, is_rounded, part_at
from answers.grading.scenarios import ScenarioKeyOf, ScenarioMatch, wrong_items
from answers.kinds.parsing import Value
from answers.paper import PartMarks

GAIN = 2
"""How many times likelier an answer is wrong if the student makes the mistake; half of all answers are right."""
LEAST = 1e-3
"""Lower limit for the probability of a chance match: one wrong answer in 1000 has the value for another reason."""
COPIED = 0.05
"""Probability of a chance match for a value that is right elsewhere in the paper: it may be in the wrong line."""
MISSED = 0.0
"""Stands for a probability: the scenario does not explain the wrong answer."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A scenario that may explain wrong answers.

    Attributes
    ----------
    chances
        For each item that the scenario changes: the probability that its wrong answer is right in the scenario by
        chance; 0 if the answer is wrong in the scenario too; None if it is right in the true key, unreadable or blank.
    rounded
        The items that are right in the scenario except for too few digits.
    upper_bounds
        The wrong items not yet compared in the scenario, each with the least probability that it may have, which gives
        an upper bound of its evidence.
    """

    scenario: Scenario
    chances: Mapping[Item, float | None]
    rounded: frozenset[Item]
    upper_bounds: Mapping[Item, float] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Whether the scenario changes the expected value of an item with a wrong answer."""
        return any(chance is not None for chance in self.chances.values())


@dataclass(frozen=True, slots=True)
class Answered:
    """An item of a part with a wrong answer.

    `value` is the answer if this item is wrong, else None, and `raw` the text of the part. `others` are the right
    values of all items of the paper.
    """

    item: Item
    part: Part
    true: Value
    value: Value | None
    raw: str
    others: tuple[Value, ...]


def evidence(hypothesis: Hypothesis, items: Iterable[Item]) -> float:
    """Return the log likelihood ratio of the answers to `items`, scenario against chance, or its upper bound."""
    chances = {**hypothesis.upper_bounds, **hypothesis.chances}
    return log_ratio([chances[item] for item in items if item in chances], GAIN)


def answered_items(key: Key, answers: Answers, wrong: Sequence[Item]) -> Iterator[Answered]:
    """Yield all items of the parts with a wrong answer."""
    others = tuple({value for values in key.answers.values() for value in values})
    for part_id in dict.fromkeys(part_id for part_id, _ in wrong):
        answer = answers[part_id]
        for index, (true, value) in enumerate(zip(key.answers[part_id], answer.values, strict=True)):
            item = (part_id, index)
            wrong_value = value if item in wrong else None
            yield Answered(item, part_at(answer.part, index), true, wrong_value, answer.text, others)


def compare_answers(variant: Key, answers: Iterable[Answered], accepted: Collection[Item] = ()) -> Hypothesis:
    """Compare answers with the key of a scenario; `accepted` items are right there with values other than its own."""
    chances: dict[Item, float | None] = {}
    rounded = set()
    for answer in answers:
        (part_id, index), part, value = answer.item, answer.part, answer.value
        other = variant.answers[part_id][index]
        if other == answer.true or is_right(part, answer.true, other):
            continue
        if value is None:
            chances[answer.item] = None
            continue
        matches = is_right(part, other, value) or answer.item in accepted
        is_short = not matches and is_rounded(part, other, value, answer.raw)
        if is_short and not is_rounded(part, answer.true, value, answer.raw):  # not the rounded true value
            rounded.add(answer.item)
            matches = True
        if matches:
            chance = match_probability(part, answer.true, other, value, answer.raw)
            chances[answer.item] = max(chance, _rarity(answer, value))
        else:
            chances[answer.item] = MISSED
    return Hypothesis(variant.scenario, chances, frozenset(rounded))


def _rarity(answer: Answered, value: Value) -> float:
    values = (right for right in answer.others if isinstance(right, tuple) == isinstance(value, tuple))
    return COPIED if any(is_right(answer.part, right, value) for right in values) else LEAST


FALSE = 0.05
"""Upper limit for the probability that a mistake is named in a paper whose student made none of those tried.

In simulations it is a tenth of this, since `match_probability` overestimates most probabilities.
"""
APART = log(5)
"""Least difference of evidence, as a logarithm, between two mistakes; closer mistakes cannot be told apart."""


def known_mistakes(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return the known mistakes that explain the wrong items of a paper, as few as possible, with items and rivals.

    A mistake is named if the answers to one part, or to all parts with a wrong answer that it changes, are enough
    evidence for it. Evidence is a likelihood ratio with mean 1 under chance. By Markov's inequality it reaches 20 n in
    at most one paper of 20 n by chance, so that one of n mistakes tried reaches it in at most one paper of 20. Mistakes
    with at least a fifth of this evidence are rivals: mistakes whose values agree within the tolerance cannot be told
    apart. A mistake counts only where it changes an item by more than the tolerance. An item that it changes and does
    not explain counts against it, be it right, wrong in another way, or blank: adding a right answer changes nothing.

    Notes
    -----
    The search is greedy: first the mistake with most evidence, then the mistake with most evidence for the remaining
    items. It is not guaranteed that the student made the mistake, or that wrong answers are distributed as
    `match_probability` assumes.
    """
    items = tuple(answered_items(key, answers, wrong_items(parts)))
    log_priors = {item.item[0]: log(1 - 0.5**item.part.count) for item in items}

    def extend(hypothesis: Hypothesis) -> Hypothesis:
        """Compare the answers to one more question; a scenario that fails explains nothing."""
        number = next(exam.part(part_id).question for part_id, _ in hypothesis.upper_bounds)
        of_question = [item for item in items if item.part.question == number]
        variant = scenario_key(hypothesis.scenario, tuple(dict.fromkeys(item.item[0] for item in of_question)))
        if variant is None:
            return Hypothesis(hypothesis.scenario, {}, frozenset())
        added = compare_answers(variant, of_question)
        upper_bounds = {
            item: chance for item, chance in hypothesis.upper_bounds.items() if exam.part(item[0]).question != number
        }
        chances = {**hypothesis.chances, **added.chances}
        return Hypothesis(hypothesis.scenario, chances, hypothesis.rounded | added.rounded, upper_bounds)

    hypotheses = list(_hypotheses(exam, key, items, extend))
    return tuple(_cover(hypotheses, [item.item for item in items], log_priors, extend))


Extend: TypeAlias = Callable[[Hypothesis], Hypothesis]
"""Return a hypothesis compared with the answers to one more question."""


def _hypotheses(exam: Exam, key: Key, items: Sequence[Answered], extend: Extend) -> Iterator[Hypothesis]:
    """Yield each mistake that changes a wrong answer, compared until the first such answer."""
    part_ids = tuple(dict.fromkeys(item.item[0] for item in items))
    least = {
        item.item: max(least_match_probability(item.part, item.true, item.value, item.raw), _rarity(item, item.value))
        for item in items
        if item.value is not None
    }
    candidates = [(misconception.slug, part_ids) for misconception in exam.misconceptions if part_ids]
    for question in exam.questions:
        parts = tuple(part.id for part in question.parts if part.id in part_ids)
        candidates += [(mistake.slug, parts) for mistake in question.mistakes if parts]
    for slug, parts in candidates:
        upper_bounds = {item: chance for item, chance in least.items() if item[0] in parts}
        hypothesis = Hypothesis(replace(key.scenario, mistakes=(slug,)), {}, frozenset(), upper_bounds)
        while hypothesis.upper_bounds and not hypothesis.changes:
            hypothesis = extend(hypothesis)
        if hypothesis.changes:
            yield hypothesis


def _cover(
    hypotheses: list[Hypothesis], items: Sequence[Item], log_priors: Mapping[str, float], extend: Extend
) -> Iterator[ScenarioMatch]:
    """Yield the explanations, greedily.

    `log_priors` has for each part the logarithm of the probability that it has a wrong answer.
    """
    remaining, enough = list(items), log(max(len(hypotheses), 1) / FALSE)
    while True:
        best = _best(hypotheses, remaining, log_priors, enough, extend)
        if best.evidence < enough:
            return
        rivals = tuple(_rivals(best, hypotheses, extend))
        likely: list[Item] = []  # without parts whose right answers contradict the mistake
        for _, part in groupby(best.scope if rivals else remaining, key=lambda item: item[0]):
            of_part = tuple(part)
            likely += of_part if evidence(best.hypothesis, of_part) > 0 else ()
        explained = [item for item in likely if best.hypothesis.chances.get(item)]
        shared = [item for item in explained if all(rival.chances.get(item) for rival in rivals)]
        rounded = best.hypothesis.rounded.union(*(rival.rounded for rival in rivals))
        yield ScenarioMatch(
            best.hypothesis.scenario,
            tuple(item for item in shared if item not in rounded),
            tuple(item for item in shared if item in rounded),
            tuple(rival.scenario for rival in rivals),
        )
        remaining = [item for item in remaining if item not in explained]


def _best(
    hypotheses: list[Hypothesis],
    remaining: Sequence[Item],
    log_priors: Mapping[str, float],
    enough: float,
    extend: Extend,
) -> "_Case":
    """Return the case with most evidence, the first of equal ones.

    Hypotheses that may reach `enough` and this evidence are extended, in place.
    """
    cases = [_case(hypothesis, remaining, log_priors) for hypothesis in hypotheses]
    for i in sorted(range(len(cases)), key=lambda i: -cases[i].evidence):
        while cases[i].hypothesis.upper_bounds and cases[i].evidence >= enough:
            hypotheses[i] = extend(hypotheses[i])
            cases[i] = _case(hypotheses[i], remaining, log_priors)
        enough = max(enough, cases[i].evidence)
    complete = (case for case in cases if not case.hypothesis.upper_bounds)
    return max(complete, key=lambda case: case.evidence, default=NO_CASE)


def _rivals(best: "_Case", hypotheses: list[Hypothesis], extend: Extend) -> Iterator[Hypothesis]:
    """Yield the other mistakes with nearly as much evidence as the best case, in its scope."""
    most = evidence(best.hypothesis, best.scope)

    def is_near(rival: Hypothesis) -> bool:
        """Compare with equal probabilities where both are right: scenarios that agree to the tolerance are equal."""
        best_chances = best.hypothesis.chances
        chances = {item: best_chances.get(item) if chance else chance for item, chance in rival.chances.items()}
        upper_bounds = {item: chance for item in rival.upper_bounds if (chance := best_chances.get(item))}
        return most - evidence(replace(rival, chances=chances, upper_bounds=upper_bounds), best.scope) < APART

    for i, rival in enumerate(hypotheses):
        if rival.scenario != best.hypothesis.scenario:
            while is_near(hypotheses[i]) and not hypotheses[i].upper_bounds.keys().isdisjoint(best.scope):
                hypotheses[i] = extend(hypotheses[i])
            if is_near(hypotheses[i]):
                yield hypotheses[i]


@dataclass(frozen=True, slots=True)
class _Case:
    """The items with most evidence for a hypothesis, all that it changes or those of a single part.

    The evidence is the logarithm of the payoff of a bet of 1 on the hypothesis, an upper bound while the hypothesis is
    not compared with all answers.
    """

    hypothesis: Hypothesis
    scope: tuple[Item, ...]
    evidence: float


MARGIN = 1e-9
"""More than the rounding error of a sum of logarithms."""
NO_CASE = _Case(Hypothesis(Scenario(0), {}, frozenset()), (), -inf)


def _case(hypothesis: Hypothesis, remaining: Iterable[Item], log_priors: Mapping[str, float]) -> _Case:
    """Return the best case: half of the stake is on all changed items, half is shared between their parts."""
    changed = tuple(item for item in remaining if item in hypothesis.chances or item in hypothesis.upper_bounds)
    sure = {part_id for part_id, index in changed if (part_id, index) in hypothesis.chances}

    def bet(scope: Iterable[Item], price: int) -> _Case:
        items = tuple(scope)
        prior = sum(log_priors[part_id] for part_id in {part_id for part_id, _ in items} & sure)
        margin = MARGIN if hypothesis.upper_bounds else 0
        return _Case(hypothesis, items, evidence(hypothesis, items) + prior - log(price) + margin)

    shares = (2, 2 * len(sure)) if len(sure) > 1 else (1, 1)
    of_parts = (part for _, part in groupby(changed, key=lambda item: item[0]))
    bets = (bet(changed, shares[0]), *(bet(part, shares[1]) for part in of_parts))
    return max(bets, key=lambda case: case.evidence)
