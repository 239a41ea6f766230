"""Compare the wrong answers of a paper with a scenario, the exam with one thing changed, as evidence for it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.likelihood import (
    COPIED,
    OTHER_REASON,
    least_match_probability,
    log_mean,
    log_weights,
    match_probability,
)
from answers.grading.mark import Item, Responses, has_too_few_digits, is_right, part_at
from answers.kinds.parsing import Value


@dataclass(frozen=True, slots=True)
class ScenarioMatch:
    """A scenario, and the wrong items of a paper that are right in it; those in `rounded` would be with more digits.

    `rivals` are other scenarios that explain these items about as well.
    """

    scenario: Scenario
    items: tuple[Item, ...]
    rounded: tuple[Item, ...] = ()
    rivals: tuple[Scenario, ...] = ()


GAIN = 2  # how many times likelier an answer is wrong if the student makes the mistake; half of all answers are right


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
    least_chances
        The wrong items not yet compared in the scenario, each with the least probability that it may have. With these
        the evidence is an upper bound of the evidence after the comparison.
    """

    scenario: Scenario
    chances: Mapping[Item, float | None] = field(default_factory=dict)
    rounded: frozenset[Item] = frozenset()
    least_chances: Mapping[Item, float] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Whether the scenario has another value than the key for an item that the student answered wrong."""
        return any(chance is not None for chance in self.chances.values())

    def weights(self, items: Iterable[Item]) -> tuple[float, ...]:
        """Return the log likelihood ratio of the answers to `items` for each error rate, or an upper bound."""
        chances = {**self.least_chances, **self.chances}
        return log_weights((chances[item] for item in items if item in chances), GAIN)

    def evidence(self, items: Iterable[Item]) -> float:
        """Return the log likelihood ratio, scenario against chance, of the answers to `items`, or an upper bound."""
        return log_mean(self.weights(items))


@dataclass(frozen=True)
class WrongAnswers:
    """The wrong items of a paper, with the right key and the student's responses, for comparison with scenarios."""

    key: Key
    responses: Responses
    items: Sequence[Item]

    @cached_property
    def part_ids(self) -> tuple[str, ...]:
        """The ids of the parts with a wrong item, in the order of the sheet."""
        return tuple(dict.fromkeys(part_id for part_id, _ in self.items))

    @cached_property
    def right_values(self) -> frozenset[Value]:
        """The right values of all items of the paper."""
        return frozenset(value for values in self.key.answers.values() for value in values)

    @cached_property
    def least_chances(self) -> Mapping[Item, float]:
        """The least probability, for each wrong value, that the value matches a scenario by chance."""
        least = {}
        for part_id, index in self.items:
            response = self.responses[part_id]
            part, true, value = part_at(response.part, index), self.key.answers[part_id][index], response.values[index]
            if value is not None:
                chance = least_match_probability(part, true, value, response.text)
                least[part_id, index] = max(chance, self._other_reason(part, value))
        return least

    def compare(self, variant: Key, part_ids: Iterable[str], accepted: Collection[Item] = ()) -> Hypothesis:
        """Return the hypothesis that the answers to some parts follow the scenario for which `variant` is the key.

        Of a part of which `variant` has only the first answers, only these are compared. Items in `accepted` are right
        in this scenario although they differ from the values of its key.
        """
        chances: dict[Item, float | None] = {}
        short = set()
        for part_id in part_ids:
            response = self.responses[part_id]
            values = zip(self.key.answers[part_id], variant.answers[part_id], response.values, strict=False)
            for index, (true, other, value) in enumerate(values):
                item, part = (part_id, index), part_at(response.part, index)
                if other == true or is_right(part, true, other):
                    continue
                if value is None or item not in self.items:
                    chances[item] = None
                    continue
                matches = is_right(part, other, value) or item in accepted
                is_short = not matches and has_too_few_digits(part, other, value, response.text)
                if is_short and not has_too_few_digits(part, true, value, response.text):  # not the rounded true value
                    short.add(item)
                    matches = True
                if matches:
                    chance = match_probability(part, true, other, value, response.text)
                    chances[item] = max(chance, self._other_reason(part, value))
                else:
                    chances[item] = 0.0
        return Hypothesis(variant.scenario, chances, frozenset(short))

    def _other_reason(self, part: Part, value: Value) -> float:
        """Return the probability that a student wrote a value for another reason than the scenario."""
        if isinstance(value, tuple | str):  # right values of parts of other kinds cannot be compared by this kind
            is_elsewhere = value in self.right_values
        else:
            numbers = (right for right in self.right_values if not isinstance(right, tuple | str))
            is_elsewhere = any(is_right(part, right, value) for right in numbers)
        return COPIED if is_elsewhere else OTHER_REASON
