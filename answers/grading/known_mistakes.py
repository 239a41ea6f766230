"""Search for the known mistakes and misconceptions that explain the wrong answers of a paper."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import exp, log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.scenario import Scenario
from answers.grading.follow_through import follow_through
from answers.grading.likelihood import log_mean
from answers.grading.mark import Item, Responses, wrong_items
from answers.grading.scenario_keys import ScenarioKeyOf
from answers.grading.wrong_answers import GAIN, Hypothesis, ScenarioMatch, WrongAnswers
from answers.paper import PartMarks, Verdict

FALSE = 0.05
"""Upper limit for the probability that a mistake is named in a paper whose student made none of those tried.

In simulations it is a tenth of this, since `match_probability` overestimates most probabilities.
"""
INDISTINCT = log(5)  # least difference of log evidence with which two mistakes can be told apart
MARGIN = 1e-9  # a number above the rounding error of a sum of logarithms


def known_mistakes(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return the known mistakes that explain the wrong items of a paper, as few as possible, with items and rivals.

    A mistake is named if the answers to one part, or to all parts with a wrong answer that it changes, are enough
    evidence for it. Evidence is a likelihood ratio with mean 1 under chance. By Markov's inequality it reaches 20 n by
    chance in at most one paper of 20 n, so that one of n mistakes tried reaches it in at most one paper of 20. Mistakes
    with at least a fifth of this evidence are rivals, since mistakes whose values agree within the tolerance cannot be
    told apart. A mistake counts only where it changes an item by more than the tolerance. An item that it changes and
    does not explain counts against it, whether the item is right, wrong in another way, or blank. So adding a right
    answer changes nothing.

    Notes
    -----
    The search is greedy: first the mistake with most evidence, then the mistake with most evidence for the remaining
    items. It is not guaranteed that the student made the mistake, or that wrong answers are distributed as
    `match_probability` assumes.
    """
    search = MistakeSearch(exam, WrongAnswers(key, responses, wrong_items(parts)), scenario_key)
    remaining, matches = search.items, []
    while (best := search.best(remaining)) is not None:
        hypothesis, scope = best.hypothesis, best.scope
        hypothesis, *rivals = search.not_contradicted([hypothesis, *search.rivals(best, remaining)], parts)
        explained: list[Item] = []
        for _, group in groupby(scope if rivals else remaining, key=lambda item: item[0]):
            of_part = list(group)
            if hypothesis.evidence(of_part) > 0:  # else right answers to the part contradict the mistake
                explained += (item for item in of_part if hypothesis.chances.get(item))
        shared = [item for item in explained if all(rival.chances.get(item) for rival in rivals)]
        short = hypothesis.rounded.union(*(rival.rounded for rival in rivals))
        matches.append(
            ScenarioMatch(
                hypothesis.scenario,
                tuple(item for item in shared if item not in short),
                tuple(item for item in shared if item in short),
                tuple(rival.scenario for rival in rivals),
            )
        )
        remaining = [item for item in remaining if item not in explained]
    return tuple(matches)


def evidence_for_mistake(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf, slug: str
) -> tuple[float, float]:
    """Return the likelihood ratio of a known mistake for a paper, and the ratio from which a mistake is named.

    The ratio is 0 if the mistake changes no wrong answer. `parts` are the marks of the true scenario.
    """
    followed = follow_through(exam, key, responses, parts, scenario_key)
    search = MistakeSearch(exam, WrongAnswers(key, responses, wrong_items(followed)), scenario_key)
    return search.ratio(slug), exp(search.enough)


@dataclass(frozen=True, slots=True)
class MistakeCase:
    """A hypothesis, and the items that are most evidence for it: all items that it changes, or those of a single part.

    The evidence is an upper bound until the hypothesis has been compared with all answers.
    """

    hypothesis: Hypothesis
    scope: tuple[Item, ...]
    evidence: float


@dataclass(frozen=True, slots=True)
class PartEvidence:
    """The remaining items of a part that a hypothesis changes or may change, and their evidence by error rate."""

    items: tuple[Item, ...]
    weights: tuple[float, ...]
    is_changed: bool


class MistakeSearch:
    """A search for the known mistakes that explain wrong answers of a paper, as hypotheses.

    To save time, a part is solved in the scenario of a mistake only while its answers could still change the result.
    Until all answers are compared, the evidence for a hypothesis is an upper bound. The result is the same as with all
    answers.
    """

    def __init__(self, exam: Exam, answers: WrongAnswers, scenario_key: ScenarioKeyOf) -> None:
        self.exam, self.answers, self.scenario_key = exam, answers, scenario_key
        self.items = [(part_id, at) for part_id in answers.part_ids for at in range(exam.part(part_id).count)]
        # the logarithm of the probability that a part has a wrong answer
        self.log_priors = {part_id: log(1 - 0.5 ** exam.part(part_id).count) for part_id in answers.part_ids}
        self.hypotheses: list[Hypothesis] = []
        self._remaining: Mapping[str, tuple[Item, ...]] = {}
        self._evidence = defaultdict[Scenario, dict[str, PartEvidence]](dict)  # computed again for a compared part
        least = {item: chance * self.least_rarity(item[0]) for item, chance in answers.least_chances.items()}
        candidates = [(misconception.slug, answers.part_ids) for misconception in exam.misconceptions]
        for question in exam.questions:
            own = tuple(part.id for part in question.parts if part.id in answers.part_ids)
            candidates += [(mistake.slug, own) for mistake in question.mistakes]
        for slug, part_ids in candidates:
            unknown = {item: chance for item, chance in least.items() if item[0] in part_ids}
            hypothesis = Hypothesis(replace(answers.key.scenario, mistakes=(slug,)), least_chances=unknown)
            while hypothesis.least_chances and not hypothesis.changes:
                hypothesis = self.extended(hypothesis)
            if hypothesis.changes:
                self.hypotheses.append(hypothesis)
        self.enough = log(max(len(self.hypotheses), 1) / FALSE)

    def rarity(self, others: int, wrong: int) -> float:
        """Return the factor, at most 1, by which a chance match is less likely in a part than elsewhere.

        Where nearly all of the `others`, which a hypothesis does not change, are right, wrong answers are seldom slips:
        how seldom follows from the number of `wrong` ones, by Laplace's rule of succession.
        """
        return min(1.0, float(Fraction(GAIN * (1 + wrong), 2 + others)))

    def least_rarity(self, part_id: str) -> float:
        """Return the least factor, from 0 to 1, that `rarity` gives for a part, over all numbers of changed items."""
        count, wrong = self.exam.part(part_id).count, sum(item[0] == part_id for item in self.answers.items)
        return min(self.rarity(count - changed, max(wrong - changed, 0)) for changed in range(1, count + 1))

    def extended(self, hypothesis: Hypothesis, first: Iterable[Item] = ()) -> Hypothesis:
        """Return a hypothesis compared with more answers to a part, if possible up to an item of `first`."""
        part_id, index = next(item for item in (*first, *hypothesis.least_chances) if item in hypothesis.least_chances)
        count = self.exam.part(part_id).count
        has_more = any(part == part_id and at > index for part, at in hypothesis.least_chances)
        variant = self.scenario_key(hypothesis.scenario, (part_id,), index + 1 if has_more else count)
        if variant is None:
            self._evidence.pop(hypothesis.scenario, None)
            return Hypothesis(hypothesis.scenario)
        self._evidence[hypothesis.scenario].pop(part_id, None)
        compared = self.answers.compare(variant, (part_id,))
        known = len(variant.answers[part_id])
        others = {(part_id, at) for at in range(count)} - compared.chances.keys()
        rarity = self.rarity(len(others), len(others.intersection(self.answers.items)))
        if known < count:
            rarity = self.least_rarity(part_id)  # until all answers are compared
        compared = replace(
            compared, chances={item: chance and chance * rarity for item, chance in compared.chances.items()}
        )
        unknown = {
            item: chance for item, chance in hypothesis.least_chances.items() if item[0] != part_id or item[1] >= known
        }
        chances = {**hypothesis.chances, **compared.chances}
        return Hypothesis(hypothesis.scenario, chances, hypothesis.rounded | compared.rounded, unknown)

    def case(self, hypothesis: Hypothesis) -> MistakeCase:
        """Return the best case for a hypothesis among the remaining items: all that it changes, or those of one part.

        The evidence is the logarithm of what a bet of 1 pays: half is on all items that the hypothesis changes, half is
        shared equally between their parts.
        """
        evidence_of = self._evidence[hypothesis.scenario]
        for part_id, remaining in self._remaining.items():
            if part_id not in evidence_of:
                known = (hypothesis.chances, hypothesis.least_chances)
                items = tuple(item for item in remaining if any(item in chances for chances in known))
                is_changed = any(item in hypothesis.chances for item in items)
                evidence_of[part_id] = PartEvidence(items, hypothesis.weights(items), is_changed)
        parts = {part_id: evidence_of[part_id] for part_id in self._remaining if evidence_of[part_id].items}
        sure = {part_id for part_id, part in parts.items() if part.is_changed}
        margin = MARGIN if hypothesis.least_chances else 0
        price = 2 if len(sure) > 1 else 1
        total = [sum(column) for column in zip(*(part.weights for part in parts.values()), strict=True)] or [0.0]
        whole = log_mean(total) + sum(self.log_priors[part_id] for part_id in sure) - log(price)
        best = MistakeCase(hypothesis, tuple(item for part in parts.values() for item in part.items), whole + margin)
        for part_id, part in parts.items():
            changed = len(sure) + (not part.is_changed)  # or more, once all answers are compared
            price = 2 * changed if changed > 1 else 1
            evidence = log_mean(part.weights) + self.log_priors[part_id] - log(price) + margin
            if evidence > best.evidence:
                best = MistakeCase(hypothesis, part.items, evidence)
        return best

    def best(self, remaining: Iterable[Item]) -> MistakeCase | None:
        """Return the case with most evidence, the first of several equal ones; None if no case has enough evidence."""
        self._remaining = {part_id: tuple(items) for part_id, items in groupby(remaining, key=lambda item: item[0])}
        self._evidence.clear()
        cases = [self.case(hypothesis) for hypothesis in self.hypotheses]
        most = self.enough
        for at in sorted(range(len(cases)), key=lambda at: -cases[at].evidence):
            while cases[at].hypothesis.least_chances and cases[at].evidence >= most:
                self.hypotheses[at] = self.extended(self.hypotheses[at], cases[at].scope)
                cases[at] = self.case(self.hypotheses[at])
            most = max(most, cases[at].evidence)
        complete = [case for case in cases if not case.hypothesis.least_chances]
        best = max(complete, key=lambda case: case.evidence, default=None)
        return best if best is not None and best.evidence >= self.enough else None

    def ratio(self, slug: str) -> float:
        """Return how many times likelier the wrong answers are under a mistake than by chance; 0 if it changes none."""
        self._remaining = {part_id: tuple(items) for part_id, items in groupby(self.items, key=lambda item: item[0])}
        self._evidence.clear()
        for hypothesis in self.hypotheses:
            if hypothesis.scenario.mistakes == (slug,):
                compared = hypothesis
                while compared.least_chances:
                    compared = self.extended(compared)
                return exp(self.case(compared).evidence)
        return 0.0

    def not_contradicted(self, rivals: Sequence[Hypothesis], parts: Mapping[str, PartMarks]) -> list[Hypothesis]:
        """Return those mistakes of `rivals` that right answers to other parts contradict least, in the same order."""
        evidence, left = [0.0] * len(rivals), list(range(len(rivals)))
        for part_id, marks in parts.items():
            if len(left) > 1 and all(item.verdict is Verdict.RIGHT for item in marks.items):
                for at in left:
                    variant = self.scenario_key(rivals[at].scenario, (part_id,))
                    if variant is not None and part_id in variant.answers:
                        compared = self.answers.compare(variant, (part_id,))
                        evidence[at] += compared.evidence(compared.chances)
                most = max(evidence[at] for at in left)
                left = [at for at in left if most - evidence[at] < INDISTINCT]
        return [rivals[at] for at in left]

    def rivals(self, best: MistakeCase, remaining: Iterable[Item]) -> list[Hypothesis]:
        """Return the other mistakes with nearly as much evidence as the best case, in the parts of its scope."""
        chosen, most, rivals = best.hypothesis, best.hypothesis.evidence(best.scope), []
        part_ids = {part_id for part_id, _ in best.scope}
        scope = [item for item in remaining if item[0] in part_ids]

        def is_near(rival: Hypothesis) -> bool:
            """Compare with equal probabilities where both are right: scenarios within the tolerance are equal."""
            shared = {item: chosen.chances.get(item) for item, chance in rival.chances.items() if chance}
            against = {item: chance for item, chance in rival.chances.items() if not chance}
            chances = {item: chance for item, chance in shared.items() if item in chosen.chances} | against
            unknown = {item: chance for item in rival.least_chances if (chance := chosen.chances.get(item))}
            return most - replace(rival, chances=chances, least_chances=unknown).evidence(scope) < INDISTINCT

        for at, rival in enumerate(self.hypotheses):
            if rival.scenario != chosen.scenario:
                while is_near(self.hypotheses[at]) and not self.hypotheses[at].least_chances.keys().isdisjoint(scope):
                    self.hypotheses[at] = self.extended(self.hypotheses[at], scope)
                if is_near(self.hypotheses[at]):
                    rivals.append(self.hypotheses[at])
        return rivals
