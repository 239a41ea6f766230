"""Search for the scenarios that explain the wrong answers of a paper, and give the points that such answers earn.

A scenario is the exam with one thing changed: another seed, a known mistake, or the student's own earlier answers.
`with_other_seeds` looks for answers of another seed, which earn nothing. `diagnose` first marks later answers as
following from the student's own earlier ones, then names known mistakes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import groupby
from math import exp, log

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import (
    ANOTHER_RIGHT_ANSWER,
    ANSWERS_OF_SEED,
    APART,
    MISTAKE,
    RIGHT_FOR_SEED,
    RIGHT_GIVEN,
    SEVERAL_MISTAKES,
    U0_MISCOPIED,
    Flag,
    Note,
)
from answers.grading.likelihood import (
    COPIED,
    OTHER_REASON,
    USUAL,
    least_match_probability,
    log_mean,
    log_weights,
    match_probability,
)
from answers.grading.mark import (
    Item,
    Response,
    Responses,
    domain_of,
    has_too_few_digits,
    is_right,
    mark,
    part_at,
    wrong_items,
)
from answers.grading.scenario_keys import KeyOf, ScenarioKeyOf
from answers.grading.similarity import LEAST_ITEMS, LEAST_QUESTIONS, ClassKeys, is_answers_of, similar_seeds
from answers.kinds.parsing import Value, Values, number
from answers.paper import Mark, Paper, PartMarks, Verdict, points_number
from answers.sandbox.process import run_limited
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied


@dataclass(frozen=True, slots=True)
class ScenarioMatch:
    """A scenario, and the wrong items of a paper that are right in this scenario.

    `rounded` are items that would be right with more digits. `rivals` are other scenarios that explain these items
    about as well.
    """

    scenario: Scenario
    items: tuple[Item, ...]
    rounded: tuple[Item, ...] = ()
    rivals: tuple[Scenario, ...] = ()


# Other seeds

SELDOM = 0.05
"""Greatest probability with which a value may be right for the model seed by chance and still get a note."""
OFTEN = 4
"""A miscopied seed is searched for if at least one answer in this number of answers is wrong."""


def with_other_seeds(
    exam: Exam, key: Key, responses: Responses, paper: Paper, key_of: KeyOf, others: ClassKeys
) -> Paper:
    """Return the paper with notes and flags for wrong answers that are right for another seed; scores do not change.

    Wrong items that are right for the exam's model seed, and rarely so by chance, get a note. The flag
    "answers-of-seed-<u0>" is set if more wrong answers than by chance are those of the model seed, or those of another
    student of the class. The flag "u0-miscopied:<u0>=<score>" is set if at least a quarter of the answers are wrong,
    and most of these are right for a seed that is a likely miscopying of the student's seed, in at least two questions
    completely. Its `score` is the score with that seed.
    """
    wrong, model = wrong_items(paper.parts), Scenario(exam.model_seed)
    explained, flags = list(explanations(exam, responses, wrong, [model], key_of)), []
    if explained and is_answers_of(key, key_of(model), responses, wrong):
        flags.append(ANSWERS_OF_SEED(exam.model_seed))
    elif explained:  # only where it is informative: the winner of two players is not
        true, theirs = key.answers, key_of(model).answers
        informative = tuple(
            (part_id, index)
            for part_id, index in explained[0].items
            if (value := responses[part_id].values[index]) is not None
            and match_probability(
                part_at(responses[part_id].part, index), true[part_id][index], theirs[part_id][index], value
            )
            <= SELDOM
        )
        explained = [replace(explained[0], items=informative)]
    for u0, items in similar_seeds(key, responses, wrong, others).items():
        flags.append(ANSWERS_OF_SEED(u0))
        explained.insert(0, ScenarioMatch(Scenario(u0), items))
    answered = sum(item.verdict is not Verdict.BLANK for part in paper.parts.values() for item in part.items)
    if len(wrong) >= LEAST_ITEMS and OFTEN * len(wrong) >= answered:
        for u0 in miscopied_seeds(exam, key, responses, wrong, key_of):
            marks = mark(exam, key_of(Scenario(u0)), responses)
            score = sum((part.score for part in marks.values()), Fraction(0))
            flags.append(U0_MISCOPIED(f"{u0}={points_number(score)}"))
            explained = [*explanations(exam, responses, wrong, [Scenario(u0)], key_of), *explained]
    return with_notes(paper, explained, tuple(flags))


def miscopied_seeds(exam: Exam, key: Key, responses: Responses, wrong: Sequence[Item], key_of: KeyOf) -> Iterator[int]:
    """Yield likely miscopyings of the student's seed for which most of the wrong answers are right.

    In at least two questions, all wrong answers are right for the seed. `wrong` must not be empty.
    """
    first, _ = wrong[0]
    seeds = sorted(set(miscopied(key.u0, lcg.MODULUS)) - {exam.model_seed})
    for u0 in seeds:
        part = mark(exam, make_key(exam, u0, parts=[first]), responses, [first])[first]
        if any(part.items[index].verdict is not Verdict.RIGHT for part_id, index in wrong if part_id == first):
            continue
        if is_answers_of(key, key_of(Scenario(u0)), responses, wrong, len(seeds)):
            (explained,) = explanations(exam, responses, wrong, [Scenario(u0)], key_of)
            unexplained = {exam.part(part_id).question for part_id, _ in {*wrong} - {*explained.items}}
            whole = {exam.part(part_id).question for part_id, _ in wrong} - unexplained
            if len(whole) >= min(LEAST_QUESTIONS, len(exam.questions)):
                yield u0


def explanations(
    exam: Exam, responses: Responses, wrong: Iterable[Item], scenarios: Iterable[Scenario], key_of: KeyOf
) -> tuple[ScenarioMatch, ...]:
    """Return the scenarios in which some of the wrong items are right, with these items, in the order of `scenarios`.

    Only the parts of wrong items are marked again.
    """
    wrong = tuple(wrong)
    part_ids, matches = {part_id for part_id, _ in wrong}, []
    for scenario in scenarios if wrong else ():
        marks = mark(exam, key_of(scenario), responses, part_ids)
        right = tuple(
            (part_id, index) for part_id, index in wrong if marks[part_id].items[index].verdict is Verdict.RIGHT
        )
        if right:
            matches.append(ScenarioMatch(scenario, right))
    return tuple(matches)


def with_notes(paper: Paper, explained: Iterable[ScenarioMatch], flags: tuple[Flag, ...] = ()) -> Paper:
    """Return the paper with additional flags, and with a note on each item that is right for another seed.

    If an item is right for several seeds, the first is noted. Scores do not change, since the note is only a question
    to the teacher, not a proof.
    """
    notes: dict[Item, Note] = {}
    for scenario_match in explained:
        note = Note(RIGHT_FOR_SEED, str(scenario_match.scenario.u0))
        notes = {**dict.fromkeys(scenario_match.items, note), **notes}

    def noted(part_id: str, index: int, item: Mark) -> Mark:
        return replace(item, note=notes.get((part_id, index), item.note))

    parts = {part_id: part.changed(partial(noted, part_id)) for part_id, part in paper.parts.items()}
    return replace(paper, flags=tuple(dict.fromkeys((*paper.flags, *flags))), parts=parts)


# Wrong answers compared with a scenario

GAIN = 2
"""How many times likelier an answer is wrong if the student makes the mistake; half of all answers are right."""


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
        """Whether the scenario changes the right value of a compared item that the student answered wrong.

        A blank or unreadable answer is not wrong.
        """
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

    def least_chances(self) -> dict[Item, float]:
        """Return for each wrong value the least probability that the value matches a scenario by chance."""
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

        Items in `accepted` are right in this scenario although they differ from the values of its key.
        """
        chances: dict[Item, float | None] = {}
        short = set()
        for part_id in part_ids:
            response = self.responses[part_id]
            values = zip(self.key.answers[part_id], variant.answers[part_id], response.values, strict=True)
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


# Follow-through

LIKELY = log(5)
"""Least log likelihood ratio with which answers count as following from the student's own; most students go on so."""
HISTORIC_SHARE = 3
"""In an exam with its document's questions, easy values may earn this many times as much as the rest of a paper."""
TRIVIAL = (0, 1)
FEW = 10
"""Largest number of possible integers with which 0 and 1 are not trivial answers."""


def diagnose(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with points for answers that follow from earlier errors, and notes that name known mistakes.

    A mistake costs points only once, in the first part in which it is made. Later parts that are right under the same
    mistake count as followed through. In the first part, the items earn the share that the teacher gives the mistake,
    nothing by default; rounded items earn nothing. If several mistakes give the same values, none is named, and the
    items earn the smallest of their shares.
    """
    marks = follow_through(exam, key, responses, parts, scenario_key)
    for match in known_mistakes(exam, key, responses, marks, scenario_key):
        scenarios = (match.scenario, *match.rivals)
        slugs = [slug for scenario in scenarios for slug in scenario.mistakes]
        note = SEVERAL_MISTAKES if match.rivals else Note(MISTAKE, slugs[0])
        share = min(map(exam.marking_policy.share_of, slugs))
        for part_id in {part_id for part_id, _ in (*match.items, *match.rounded)}:
            part, items = exam.part(part_id), list(marks[part_id].items)
            earned = Fraction(0) if part.all_or_nothing else share * part.points / part.count
            for index, item in enumerate(items):
                if (part_id, index) in (*match.items, *match.rounded):
                    score = max(item.score, earned if (part_id, index) in match.items else Fraction(0))
                    items[index] = Mark(item.raw, item.verdict, note, score)
            marks[part_id] = replace(marks[part_id], items=tuple(items))
        explained = {part_id for part_id, _ in (*match.items, *match.rounded)}
        first = next((part.id for part in exam.parts if part.id in explained), None)
        later = tuple(dict.fromkeys(part_id for part_id, _ in match.items if part_id != first))
        part_ids = (first, *later) if first else later
        keys = [variant for scenario in scenarios if (variant := scenario_key(scenario, part_ids)) is not None]
        columns = right_although_changed(exam, key, keys, parts, first) if first else frozenset[int]()
        followed = dict(marks)
        for part_id in later:
            right = [right_items(exam, variant, responses, parts[part_id], part_id) for variant in keys]
            # the marks of the true scenario, but those of wrong items with their notes
            true, noted = parts[part_id].items, marks[part_id]
            before = noted.changed(lambda index, item: item if item.verdict is Verdict.WRONG else true[index])  # noqa: B023
            part, share = exam.part(part_id), exam.marking_policy.follow_through
            after = in_scenario(before, part, frozenset.intersection(*right), note, share)
            is_in_same_columns = columns and columns == right_although_changed(exam, key, keys, parts, part_id)
            if is_in_same_columns and not part.all_or_nothing:
                right_or_explained = {at for other, at in match.items if other == part_id}
                right_or_explained |= {at for at, item in enumerate(true) if item.verdict is Verdict.RIGHT}
                by_column = in_scenario(before, part, right_or_explained, note, share)
                after = max(after, by_column, key=lambda marks: marks.score)
            if after.score > noted.score:
                followed[part_id] = after
        # Values that students write whatever the question, or that are the same for everybody, earn no more than the
        # rest of the paper; but most right answers of `nash` are 0, 1 or 1/2, as its document has them.
        most = HISTORIC_SHARE if exam.as_printed else 1
        gains = {part_id: followed[part_id].score - marks[part_id].score for part_id in later}
        usual = {part_id for part_id in later if has_usual_values_only(responses[part_id], followed[part_id])}
        pairs = [
            pair for part_id, part in parts.items() for pair in zip(responses[part_id].values, part.items, strict=True)
        ]
        earned = sum((item.score for value, item in pairs if value not in USUAL), Fraction(0))
        total = sum(gains.values(), Fraction(0))
        if total > most * earned:
            others = [scenario_key(replace(match.scenario, u0=u0), later) for u0 in other_seeds(exam, key)]
            usual |= {
                part_id
                for part_id in later
                if gains[part_id] and is_easy(exam.part(part_id), followed[part_id], [*keys[:1], *others])
            }
        of_usual = sum((gains[part_id] for part_id in usual), Fraction(0))
        if of_usual > most * (earned + total - of_usual):
            followed |= {part_id: marks[part_id] for part_id in usual}
        marks = followed
    return marks


def follow_through(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with points for answers that follow correctly from the student's own earlier answers.

    A part is tried if it has a wrong item and depends on a part whose answer by the student differs from the key. All
    items of a part are marked in the same scenario, first in the true one. Another scenario is used only if the part
    earns more in it, and if it is much likelier than chance, in this part or in all parts that follow from the same
    answers. Two scenarios are tried: one with the wrong answers in place of the true ones, then one with all answers as
    written, which may be rounded. An answer outside the domain of the earlier part is not used.

    Nothing is earned if the student's answer makes the question fail, take too long, or become trivial. A question is
    trivial if its answers are only 0 and 1, although the true answers are others and many values are possible.
    """
    answers = WrongAnswers(key, responses, wrong_items(parts))
    dependent = [part for part in exam.parts if part.depends_on and part.id in answers.part_ids]
    tried = [(part, scenario) for part in dependent for scenario in own_scenarios(key, responses, parts, part)]
    part_ids = defaultdict[Scenario, list[str]](list)
    for part, scenario in tried:
        part_ids[scenario].append(part.id)
    keys = {scenario: scenario_key(scenario, tuple(ids)) for scenario, ids in part_ids.items()}
    trials, total = [], defaultdict[Scenario, float](float)
    for part, scenario in tried:
        variant = keys[scenario]
        if variant is None or part.id not in variant.answers:
            continue
        if is_trivial(part, variant.answers[part.id]) and not is_trivial(part, key.answers[part.id]):
            continue
        right = right_items(exam, variant, responses, parts[part.id], part.id)
        hypothesis = answers.compare(variant, [part.id], {(part.id, index) for index in right})
        evidence = hypothesis.evidence(hypothesis.chances)
        total[scenario] += evidence
        trials.append((part, scenario, right, evidence))
    followed = dict(parts)
    scenarios: dict[str, Scenario] = {}
    for part, scenario, right, evidence in trials:
        if evidence > 0 and max(evidence, total[scenario]) >= LIKELY:
            note = Note(RIGHT_GIVEN, " ".join(part_id for part_id, _ in scenario.answer_overrides))
            after = in_scenario(parts[part.id], part, right, note, exam.marking_policy.follow_through)
            if after.score > followed[part.id].score:
                followed[part.id], scenarios[part.id] = after, scenario
    for part_id in easily_followed(exam, key, parts, followed, scenarios, scenario_key):
        followed[part_id] = parts[part_id]
    return followed


def easily_followed(
    exam: Exam,
    key: Key,
    parts: Mapping[str, PartMarks],
    followed: Mapping[str, PartMarks],
    scenarios: Mapping[str, Scenario],
    scenario_key: ScenarioKeyOf,
) -> list[str]:
    """Return the parts that earn nothing by follow-through, since earlier answers may be chosen to make them easy.

    An answer is easy if it needs none of the student's own data: the same earlier answers give it for other seeds too,
    or it is one of these earlier answers, or a number on the sheet. A part is easy if all answers that it would earn
    points for are easy. An easy part earns nothing if an earlier answer is of another size than the right answer. If
    all earlier answers are of the right size but some are not close, it earns nothing if the easy parts together would
    earn more than the rest of the paper.
    """
    gains = {part_id: followed[part_id].score - parts[part_id].score for part_id in scenarios}
    earned = sum((marks.score for marks in parts.values()), Fraction(0))
    is_much = sum(gains.values(), Fraction(0)) > earned
    tried = {}
    for part_id, scenario in scenarios.items():
        pairs = [
            pair
            for earlier, values in scenario.answer_overrides
            for pair in zip(key.answers[earlier], values, strict=True)
        ]
        sizes = [
            (true, value)
            for earlier, values in scenario.answer_overrides
            if not is_slip(key.answers[earlier], values)
            for true, value in zip(key.answers[earlier], values, strict=True)
            if not may_be_term(exam.part(earlier), value)
        ]
        is_far = not all(is_of_size(true, value, FAR) for true, value in sizes)
        if is_far or (is_much and not all(is_of_size(true, value, CLOSE) for true, value in pairs)):
            tried[part_id] = is_far
    printed = numbers_in(key.params) if tried else frozenset()
    easy = []
    for part_id in tried:
        scenario, part = scenarios[part_id], exam.part(part_id)
        seeds = (key.u0, *other_seeds(exam, key))
        variants = [scenario_key(replace(scenario, u0=u0), (part_id,)) for u0 in seeds]
        known = printed | numbers_in([values for _, values in scenario.answer_overrides])
        if is_easy(part, followed[part_id], variants, known):
            easy.append(part_id)
    of_easy = sum((gains[part_id] for part_id in easy), Fraction(0))
    is_much = 2 * of_easy > earned + sum(gains.values(), Fraction(0))
    return [part_id for part_id in easy if is_much or tried[part_id]]


OTHER_SEEDS, OTHERS = (21_335, 42_670, 64_005), 2
"""Seeds for which the answers that follow from a student's own are computed too, and how many such seeds are enough."""


def other_seeds(exam: Exam, key: Key) -> list[int]:
    """Return at most two other seeds for which the consequences of a student's answers are computed too.

    An answer that is the same for these seeds needs no work.
    """
    return [u0 for u0 in dict.fromkeys((exam.model_seed, *OTHER_SEEDS)) if u0 != key.u0][:OTHERS]


def is_easy(
    part: Part, marks: PartMarks, variants: Sequence[Key | None], known: Collection[Value] = frozenset()
) -> bool:
    """Return whether all answers to a part that are followed through are `known` numbers or the same for other seeds.

    `variants` has the keys of the scenario for several seeds, None where it fails, the student's own seed first.
    """
    own, *others = [variant.answers.get(part.id, ()) if variant else () for variant in variants]
    return all(
        own[index] in known or all(theirs and is_right(part, own[index], theirs[index]) for theirs in others)
        for index, item in enumerate(marks.items)
        if item.verdict is Verdict.FOLLOW_THROUGH
    )


FAR, CLOSE = Fraction(10), Fraction(11, 10)
"""Largest ratio of two numbers of the same size (`FAR`), and of two numbers that are close (`CLOSE`)."""


def may_be_term(part: Part, value: Value) -> bool:
    """Return whether a value may be a wrong term of the sequence modulo 64007, so that its size says nothing.

    Such a value is more than a hundredth of the modulus.
    """
    domain = domain_of(part)
    is_term = domain is not None and domain.integer and domain.high == lcg.MODULUS - 1
    return is_term and isinstance(value, int | Fraction) and lcg.MODULUS // 100 < value < lcg.MODULUS


def is_slip(true: Values, values: Values) -> bool:
    """Return whether at most a quarter of the values differ from the true ones, so that the others needed work."""
    return 4 * sum(first != second for first, second in zip(true, values, strict=True)) <= len(true)


def is_of_size(true: Value, value: Value, ratio: Fraction) -> bool:
    """Return whether the ratio of two numbers, the larger by the smaller, is at most `ratio`.

    A number with less than half the digits, such as 9000 for 3906, is of another size, unless the numbers differ by
    less than a quarter. A list is of the same size if neither list is more than twice as long as the other; with the
    ratio `CLOSE`, at most a third of the elements may differ. Texts are always of the same size.
    """
    if isinstance(true, str) or isinstance(value, str):
        return True
    if isinstance(true, tuple) and isinstance(value, tuple):
        short, long = sorted((len(true), len(value)))
        others = sum(first != second for first, second in zip(true, value, strict=False)) + long - short
        return 3 * others <= long if ratio == CLOSE else long <= 2 * short
    right, written = abs(number(true)), abs(number(value))
    low, high = sorted((right, written))
    return high <= ratio * low and (4 * high <= 5 * low or 2 * digits(written) >= digits(right))


def digits(value: Fraction) -> int:
    """Return the number of digits of the numerator and the denominator together; 3 for 1200/7.

    Zeros at the end of either are not counted, nor is a denominator 1.
    """
    above, below = str(value.numerator).rstrip("0"), str(value.denominator) if value.denominator > 1 else ""
    return max(len(above), 1) + len(below.rstrip("0"))


def has_usual_values_only(response: Response, marks: PartMarks) -> bool:
    """Return whether all answers that were followed through have values that students write whatever the question."""
    return all(
        response.values[index] in USUAL
        for index, item in enumerate(marks.items)
        if item.verdict is Verdict.FOLLOW_THROUGH
    )


def numbers_in(data: object) -> frozenset[Value]:
    """Return the numbers in parameters or answers, in nested objects too."""
    if isinstance(data, int | float | Fraction):
        return frozenset((data,))
    if is_dataclass(data):
        return frozenset().union(*(numbers_in(getattr(data, field.name)) for field in fields(data)))
    if isinstance(data, Mapping):
        return frozenset().union(*map(numbers_in, data.values()))
    if isinstance(data, tuple | list | set | frozenset):
        return frozenset().union(*map(numbers_in, data))
    return frozenset()


def own_scenarios(key: Key, responses: Responses, parts: Mapping[str, PartMarks], part: Part) -> Iterator[Scenario]:
    """Yield at most two scenarios with the student's own answers to the parts that `part` depends on.

    The first scenario has the wrong answers and the other right answers to open parts, the second has all answers as
    written. A scenario equal to that of the key is not yielded.
    """
    tried = {key.scenario}
    for wrong_only in (True, False):
        overrides = []
        for part_id in part.depends_on:
            true_values, response, values = key.answers[part_id], responses[part_id], list[Value]()
            domain = domain_of(response.part)
            for true, value, item in zip(true_values, response.values, parts[part_id].items, strict=True):
                is_expected = item.verdict is Verdict.RIGHT and item.note != ANOTHER_RIGHT_ANSWER
                if value is None or (wrong_only and is_expected):
                    values.append(true)
                    continue
                if isinstance(value, tuple | str):  # a list, a word
                    values.append(value)
                    continue
                number = Fraction(value)
                if domain is not None and not domain.fits(number):
                    values.append(true)
                elif isinstance(true, float):  # with the type of the true value
                    values.append(float(number))
                else:
                    values.append(int(number) if isinstance(true, int) and number.denominator == 1 else number)
            if tuple(values) != true_values:
                overrides.append((part_id, tuple(values)))
        scenario = replace(key.scenario, answer_overrides=tuple(overrides))
        if scenario not in tried:
            yield scenario
        tried.add(scenario)


def right_items(exam: Exam, variant: Key, responses: Responses, true: PartMarks, part_id: str) -> frozenset[int]:
    """Return the indices of the items of a part that could be read and are right in the scenario of the key `variant`.

    `true` are the marks of the part in the true scenario. If the code of the exam fails, no item is right.
    """

    def mark_again() -> PartMarks:
        return mark(exam, variant, responses, (part_id,))[part_id]

    question, _ = exam.question_and_part(part_id)
    has_code = question.accepts or question.remarks  # functions of the exam, which may fail for unexpected answers
    marks = run_limited(mark_again) if has_code else mark_again()
    pairs = enumerate(zip(true.items, marks.items, strict=True) if marks else ())
    read = (Verdict.RIGHT, Verdict.WRONG)
    return frozenset(index for index, (item, other) in pairs if item.verdict in read and other.verdict is Verdict.RIGHT)


def in_scenario(marks: PartMarks, part: Part, right: Collection[int], note: Note, share: Fraction) -> PartMarks:
    """Return the marks of a part, marked in another scenario, such as that of an earlier wrong answer.

    `right` are the indices of the items that are right in this scenario. Those that are wrong in the true scenario earn
    `share` of their points and get the note, those that are right in both earn all their points, and items that are
    right only in the true scenario earn nothing. An all-or-nothing part is unchanged unless all its items are in
    `right`.
    """
    full = part.points / part.count
    if part.all_or_nothing and len(right) < part.count:
        return marks

    def followed(index: int, item: Mark) -> Mark:
        """Return the mark of an item in the scenario: a share of the points if only right there.

        An item that is right, but would be wrong in the scenario, earns no points.
        """
        if item.verdict is Verdict.WRONG and index in right:
            return Mark(item.raw, Verdict.FOLLOW_THROUGH, note, share * full)
        if item.verdict is Verdict.RIGHT:
            return replace(item, score=full) if index in right else Mark(item.raw, item.verdict, APART, Fraction(0))
        return item

    return marks.changed(followed)


def right_although_changed(
    exam: Exam, key: Key, variants: Iterable[Key], parts: Mapping[str, PartMarks], part_id: str
) -> frozenset[int]:
    """Return the indices of the right items of a part whose values a scenario changes, one of the keys `variants`.

    A student who makes a mistake in one column of a table has such items in the other columns, the same in each part.
    """
    part, items = exam.part(part_id), parts[part_id].items
    return frozenset(
        index
        for variant in variants
        for index, (true, other) in enumerate(zip(key.answers[part_id], variant.answers[part_id], strict=True))
        if items[index].verdict is Verdict.RIGHT and not is_right(part_at(part, index), true, other)
    )


def is_trivial(part: Part, values: Values) -> bool:
    """Return whether all answers to a part are 0, 1 or lists of at most one item, although many values are possible."""
    domain = domain_of(part)
    low, high = (domain.low, domain.high) if domain is not None and domain.integer else (None, None)
    is_small = low is not None and high is not None and high - low <= FEW
    return not is_small and all(value in TRIVIAL or (isinstance(value, tuple) and len(value) < 2) for value in values)


# Known mistakes

FALSE = 0.05
"""Upper limit for the probability that a mistake is named in a paper whose student made none of those tried.

In simulations it is a tenth of this, since `match_probability` overestimates most probabilities.
"""
INDISTINCT = log(5)
"""Least difference of log evidence with which two mistakes can be told apart."""
MARGIN = 1e-9
"""A number above the rounding error of a sum of logarithms."""


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
    exam: Exam,
    key: Key,
    responses: Responses,
    parts: Mapping[str, PartMarks],
    scenario_key: ScenarioKeyOf,
    slug: str,
) -> tuple[float, float]:
    """Return how many times likelier a known mistake makes the wrong answers than chance, and how many name it.

    `parts` are the marks of the true scenario. The first number is 0 if the mistake changes no wrong answer.
    """
    followed = follow_through(exam, key, responses, parts, scenario_key)
    search = MistakeSearch(exam, WrongAnswers(key, responses, wrong_items(followed)), scenario_key)
    return search.ratio(slug), exp(search.enough)


@dataclass(frozen=True, slots=True)
class MistakeCase:
    """A hypothesis, and the items that are most evidence for it: all items that it changes, or those of a single part.

    The evidence is the logarithm of the payoff of a bet of 1 on the hypothesis. It is an upper bound until the
    hypothesis has been compared with all answers.
    """

    hypothesis: Hypothesis
    scope: tuple[Item, ...]
    evidence: float


@dataclass(frozen=True, slots=True)
class PartEvidence:
    """The remaining items of a part that a hypothesis changes or may change, and their weights for each error rate.

    `is_changed` is True if the hypothesis is known to change one of these items.
    """

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
        least = {item: chance * self.least_rarity(item[0]) for item, chance in answers.least_chances().items()}
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

        `others` is the number of answers of the part that a hypothesis does not change, and `wrong` the number
        of wrong ones among them. Where nearly all others are right, wrong answers are seldom slips. How seldom
        follows from both numbers, by Laplace's rule of succession.
        """
        return min(1.0, float(Fraction(GAIN * (1 + wrong), 2 + others)))

    def least_rarity(self, part_id: str) -> float:
        """Return the least factor, from 0 to 1, that `rarity` gives for a part, over all numbers of changed items."""
        count, wrong = self.exam.part(part_id).count, sum(item[0] == part_id for item in self.answers.items)
        return min(self.rarity(count - changed, max(wrong - changed, 0)) for changed in range(1, count + 1))

    def extended(self, hypothesis: Hypothesis, first: Iterable[Item] = ()) -> Hypothesis:
        """Return a hypothesis compared with the answers to one more part, if possible that of one of the items `first`.

        A scenario that fails explains nothing.
        """
        part_id, _ = next(item for item in (*first, *hypothesis.least_chances) if item in hypothesis.least_chances)
        variant = self.scenario_key(hypothesis.scenario, (part_id,))
        if variant is None:
            self._evidence.pop(hypothesis.scenario, None)
            return Hypothesis(hypothesis.scenario)
        self._evidence[hypothesis.scenario].pop(part_id, None)
        compared = self.answers.compare(variant, (part_id,))
        others = {(part_id, at) for at in range(self.exam.part(part_id).count)} - compared.chances.keys()
        rarity = self.rarity(len(others), len(others.intersection(self.answers.items)))
        compared = replace(
            compared, chances={item: chance and chance * rarity for item, chance in compared.chances.items()}
        )
        unknown = {item: chance for item, chance in hypothesis.least_chances.items() if item[0] != part_id}
        chances = {**hypothesis.chances, **compared.chances}
        return Hypothesis(hypothesis.scenario, chances, hypothesis.rounded | compared.rounded, unknown)

    def case(self, hypothesis: Hypothesis) -> MistakeCase:
        """Return the best case for a hypothesis among the remaining items.

        Half of the bet is on all items that the hypothesis changes, and half is shared between their parts.
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
        """Return the case with most evidence, the first of several equal ones; None if no case has enough evidence.

        Only hypotheses that may have enough evidence, and most of all, are compared with more answers.
        """
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
        """Return those mistakes of `rivals` that right answers to other parts contradict least, in the same order.

        A right answer contradicts a mistake that would have changed it. The parts are solved one after the other with
        each mistake, until one mistake is left.
        """
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
        """Return the other mistakes with nearly as much evidence as the best case, in the parts of its scope.

        An item in these parts that only the other mistake changes counts too, since it may contradict that mistake.
        """
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
