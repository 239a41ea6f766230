"""Which known mistakes explain the wrong answers of a paper.

The fewest in which the wrong answers are right explain them, if chance does not. A question is solved in the scenario
of a mistake only while its answers there, whatever they are, might still change what is told: for a paper of `nash`
with many wrong answers that halves the time.
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
"""How many times likelier an answer is to be wrong at all for who makes the mistake: half of the answers are right."""
LEAST = 1e-3
"""No single answer is rarer: of wrong ones, one in a thousand has some other reason that leads to the same value."""
COPIED = 0.05
"""Of a wrong answer that is right elsewhere in the paper: it may have been written in the wrong line."""
MISSED = 0.0
"""In the place of a chance: a wrong answer that the scenario does not explain."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A scenario that may explain answers.

    Attributes
    ----------
    chances
        For each item that the scenario changes, the chance that a wrong answer is right there by coincidence; 0 for one
        that is wrong there too, None for one that is right for the student's own seed, unreadable or blank.
    rounded
        Those of the items that are right there but for too few digits.
    hoped
        The wrong items that nobody has looked at in that scenario yet, each with the least chance it may have.
    """

    scenario: Scenario
    chances: Mapping[Item, float | None]
    rounded: frozenset[Item]
    upper_bounds: Mapping[Item, float] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Whether a wrong answer would be another there."""
        return any(chance is not None for chance in self.chances.values())


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


def evidence(hypothesis: Hypothesis, items: Iterable[Item]) -> float:
    """Return how much likelier, as a logarithm, a suspected scenario makes the answers to some items, at most."""
    found = {**hypothesis.upper_bounds, **hypothesis.chances}
    return log_ratio([found[item] for item in items if item in found], GAIN)


def answered(key: Key, answers: Answers, wrong: Sequence[Item]) -> Iterator[Answered]:
    """All items of the parts with a wrong answer."""
    others = tuple({value for values in key.answers.values() for value in values})
    for part_id in dict.fromkeys(part_id for part_id, _ in wrong):
        answer = answers[part_id]
        for index, (true, value) in enumerate(zip(key.answers[part_id], answer.values, strict=True)):
            item = (part_id, index)
            own = value if item in wrong else None
            yield Answered(item, part_at(answer.part, index), true, own, answer.text, others)


def hypothesis(variant: Key, answers: Iterable[Answered], accepted: Collection[Item] = ()) -> Hypothesis:
    """Return what a scenario explains; `accepted` are items that are right there though they are not its values."""
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
        if is_short and not is_rounded(part, answer.true, value, answer.raw):  # of few digits, and not of the right one
            rounded.add(answer.item)
            matches = True
        if matches:
            chance = match_probability(part, answer.true, other, value, answer.raw)
            chances[answer.item] = max(chance, _rarity(answer, value))
        else:
            chances[answer.item] = MISSED
    return Hypothesis(variant.scenario, chances, frozenset(rounded))


def _rarity(answer: Answered, value: Value) -> float:
    numbers = (one for one in answer.others if isinstance(one, tuple) == isinstance(value, tuple))
    return COPIED if any(is_right(answer.part, number, value) for number in numbers) else LEAST


FALSE = 0.05
"""The chance, at most, that one of all the mistakes tried for a paper is named though nobody made it. In simulations it
is a tenth of this: `match_probability` overrates most chances."""
APART = log(5)
"""How much more evidence than for any other mistake: below, nobody can say which of the two was made."""


def known_mistakes(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return the fewest known mistakes that explain the wrong items of a paper, each with its own and with its rivals.

    A mistake is told when the answers to one part, or to all parts with a wrong answer that it changes, are evidence
    enough for it. The evidence is a likelihood ratio, whose mean is 1 where all is chance: it reaches 20 n in one paper
    of 20 n at most, so that of n mistakes that are tried one reaches it in one of 20. Mistakes with a fifth of that
    evidence or more are rivals: where two agree to the tolerance nothing tells them apart. A mistake counts only where
    it changes an item by more than the tolerance. What it changes and does not explain counts against it, whether
    right, otherwise wrong or blank: so that a right answer that is added changes nothing.

    Notes
    -----
    Greedy: the mistake with most evidence comes first, then that with most for what is left. Not guaranteed: that the
    student made the mistake, or that wrong answers spread as `match_probability` supposes.
    """
    looked_at = tuple(answered(key, answers, wrong_items(parts)))
    granted = {one.item[0]: log(1 - 0.5**one.part.count) for one in looked_at}

    def look(one: Hypothesis) -> Hypothesis:
        """Look at the answers to one question more; where its scenario fails, nothing speaks for it."""
        number = next(exam.part(part_id).question for part_id, _ in one.upper_bounds)
        of_it = [answer for answer in looked_at if answer.part.question == number]
        variant = scenario_key(one.scenario, tuple(dict.fromkeys(answer.item[0] for answer in of_it)))
        if variant is None:
            return Hypothesis(one.scenario, {}, frozenset())
        found = hypothesis(variant, of_it)
        left = {item: chance for item, chance in one.upper_bounds.items() if exam.part(item[0]).question != number}
        return Hypothesis(one.scenario, {**one.chances, **found.chances}, one.rounded | found.rounded, left)

    hypotheses = list(_suspects(exam, key, looked_at, look))
    return tuple(_cover(hypotheses, [one.item for one in looked_at], granted, look))


Look: TypeAlias = Callable[[Hypothesis], Hypothesis]


def _suspects(exam: Exam, key: Key, looked_at: Sequence[Answered], look: Look) -> Iterator[Hypothesis]:
    """Every mistake that changes a wrong answer, looked at until it does."""
    asked = tuple(dict.fromkeys(one.item[0] for one in looked_at))
    hoped = {
        one.item: max(least_match_probability(one.part, one.true, one.value, one.raw), _rarity(one, one.value))
        for one in looked_at
        if one.value is not None
    }
    tried = [(misconception.slug, asked) for misconception in exam.misconceptions if asked]
    for question in exam.questions:
        parts = tuple(part.id for part in question.parts if part.id in asked)
        tried += [(mistake.slug, parts) for mistake in question.mistakes if parts]
    for slug, parts in tried:
        hopes = {item: chance for item, chance in hoped.items() if item[0] in parts}
        one = Hypothesis(replace(key.scenario, mistakes=(slug,)), {}, frozenset(), hopes)
        while one.upper_bounds and not one.changes:
            one = look(one)
        if one.changes:
            yield one


def _cover(
    hypotheses: list[Hypothesis], items: Sequence[Item], granted: Mapping[str, float], look: Look
) -> Iterator[ScenarioMatch]:
    """The explanations; `granted` is the chance, as a logarithm, that a part has a wrong answer, as those here have."""
    left, enough = list(items), log(max(len(hypotheses), 1) / FALSE)
    while True:
        best = _best(hypotheses, left, granted, enough, look)
        if best.evidence < enough:
            return
        rivals = tuple(_rivals(best, hypotheses, look))
        likely: list[Item] = []  # of parts that speak for it: where right answers contradict it, nothing is told
        for _, part in groupby(best.scope if rivals else left, key=lambda item: item[0]):
            of_part = tuple(part)
            likely += of_part if evidence(best.suspect, of_part) > 0 else ()
        explained = [item for item in likely if best.suspect.chances.get(item)]
        shared = [item for item in explained if all(rival.chances.get(item) for rival in rivals)]
        rounded = best.suspect.rounded.union(*(rival.rounded for rival in rivals))
        yield ScenarioMatch(
            best.suspect.scenario,
            tuple(item for item in shared if item not in rounded),
            tuple(item for item in shared if item in rounded),
            tuple(rival.scenario for rival in rivals),
        )
        left = [item for item in left if item not in explained]


def _best(
    hypotheses: list[Hypothesis], left: Sequence[Item], granted: Mapping[str, float], enough: float, look: Look
) -> "_Case":
    """The best case that reaches `enough`, the first of equal ones; whoever may have it is looked at, in place."""
    cases = [_case(hypothese, left, granted) for hypothese in hypotheses]
    for i in sorted(range(len(cases)), key=lambda i: -cases[i].evidence):
        while cases[i].suspect.upper_bounds and cases[i].evidence >= enough:
            hypotheses[i] = look(hypotheses[i])
            cases[i] = _case(hypotheses[i], left, granted)
        enough = max(enough, cases[i].evidence)
    return max((one for one in cases if not one.suspect.upper_bounds), key=lambda case: case.evidence, default=NO_CASE)


def _rivals(best: "_Case", hypotheses: list[Hypothesis], look: Look) -> Iterator[Hypothesis]:
    """The other mistakes that may as well have been made where the one that was found has most evidence."""
    most = evidence(best.suspect, best.scope)

    def is_near(rival: Hypothesis) -> bool:
        """Compare it as if as sharp wherever both are right: two scenarios that agree to the tolerance are one."""
        own = best.suspect.chances
        chances = {item: own.get(item) if chance else chance for item, chance in rival.chances.items()}
        hoped = {item: chance for item in rival.upper_bounds if (chance := own.get(item))}
        return most - evidence(replace(rival, chances=chances, upper_bounds=hoped), best.scope) < APART

    for i, one in enumerate(hypotheses):
        if one.scenario != best.suspect.scenario:
            while is_near(hypotheses[i]) and not hypotheses[i].upper_bounds.keys().isdisjoint(best.scope):
                hypotheses[i] = look(hypotheses[i])
            if is_near(hypotheses[i]):
                yield hypotheses[i]


@dataclass(frozen=True, slots=True)
class _Case:
    """The best case against a suspect: all that it changes, or a single part, and what a bet of 1 on it comes to.

    Of a suspect that is not looked at everywhere, the case is as good as it may become.
    """

    suspect: Hypothesis
    scope: tuple[Item, ...]
    evidence: float


MARGIN = 1e-9
"""Beyond the rounding of a sum of logarithms."""
NO_CASE = _Case(Hypothesis(Scenario(0), {}, frozenset()), (), -inf)


def _case(one: Hypothesis, left: Iterable[Item], granted: Mapping[str, float]) -> _Case:
    """Half of the stake is on all that the suspect changes, the other half shared between the parts."""
    changed = tuple(item for item in left if item in one.chances or item in one.upper_bounds)
    sure = {part_id for part_id, index in changed if (part_id, index) in one.chances}

    def bet(scope: Iterable[Item], price: int) -> _Case:
        items = tuple(scope)
        known = sum(granted[part_id] for part_id in {part_id for part_id, _ in items} & sure)
        return _Case(one, items, evidence(one, items) + known - log(price) + (MARGIN if one.upper_bounds else 0))

    shares = (2, 2 * len(sure)) if len(sure) > 1 else (1, 1)
    of_parts = (part for _, part in groupby(changed, key=lambda item: item[0]))
    bets = (bet(changed, shares[0]), *(bet(part, shares[1]) for part in of_parts))
    return max(bets, key=lambda case: case.evidence)
