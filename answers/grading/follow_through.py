"""Give points for answers that follow correctly from the student's own earlier answers."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from math import log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import ANOTHER_RIGHT_ANSWER, APART, RIGHT_GIVEN, Note
from answers.grading.mark import Responses, domain_of, is_right, mark, wrong_items
from answers.grading.scenario_keys import ScenarioKeyOf
from answers.grading.wrong_answers import WrongAnswers
from answers.kinds.parsing import Value, Values, number
from answers.paper import Mark, PartMarks, Verdict
from answers.sandbox.process import run_limited
from solvers.sequence import lcg

LIKELY = log(5)
"""Least log likelihood ratio with which answers count as following from the student's own; most students go on so."""
TRIVIAL = (0, 1)
FEW = 10  # largest number of possible integers with which 0 and 1 are not trivial answers


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
    """Return the ids of parts that earn nothing by follow-through, since chosen earlier answers may make them easy.

    A part is easy if each answer that it would earn points for is the same for other seeds, or is one of the earlier
    answers, or a number on the sheet. It earns nothing if an earlier answer is of another size than the right one
    (`FAR`). If all are of the right size but some are not close (`CLOSE`), it earns nothing if the easy parts together
    would earn more than the rest of the paper.
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
    """Return at most two other seeds for which the consequences of a student's answers are computed too."""
    return [u0 for u0 in dict.fromkeys((exam.model_seed, *OTHER_SEEDS)) if u0 != key.u0][:OTHERS]


def is_easy(
    part: Part, marks: PartMarks, variants: Sequence[Key | None], known: Collection[Value] = frozenset()
) -> bool:
    """Return whether all answers to a part that are followed through are `known` numbers or the same for other seeds.

    `variants` has the keys of the scenario for several seeds, the student's own first.
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
    """Return whether an answer may be a wrong term of the sequence u(n) modulo 64007, so that its size says nothing.

    The part asks for integers up to 64006, and the answer is more than a hundredth of the modulus.
    """
    domain = domain_of(part)
    is_term = domain is not None and domain.integer and domain.high == lcg.MODULUS - 1
    return is_term and isinstance(value, int | Fraction) and lcg.MODULUS // 100 < value < lcg.MODULUS


def is_slip(true: Values, values: Values) -> bool:
    """Return whether at most a quarter of the `values` differ from the `true` ones, so that the others needed work."""
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
    """Return the number of digits of numerator and denominator together, without zeros at their ends: 3 for 1200/7."""
    above, below = str(value.numerator).rstrip("0"), str(value.denominator) if value.denominator > 1 else ""
    return max(len(above), 1) + len(below.rstrip("0"))


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
    """Return the marks of a part, marked in another scenario, in which the items with indices `right` are right.

    Items that are right only there earn `share` of their points and get the note; items that are right only in the true
    scenario earn nothing. An all-or-nothing part is unchanged unless all its items are right.
    """
    full = part.points / part.count
    if part.all_or_nothing and len(right) < part.count:
        return marks

    def followed(index: int, item: Mark) -> Mark:
        if item.verdict is Verdict.WRONG and index in right:
            return Mark(item.raw, Verdict.FOLLOW_THROUGH, note, share * full)
        if item.verdict is Verdict.RIGHT:
            return replace(item, score=full) if index in right else Mark(item.raw, item.verdict, APART, Fraction(0))
        return item

    return marks.changed(followed)


def is_trivial(part: Part, values: Values) -> bool:
    """Return whether all answers to a part are 0, 1 or lists of at most one item, although many values are possible."""
    domain = domain_of(part)
    low, high = (domain.low, domain.high) if domain is not None and domain.integer else (None, None)
    is_small = low is not None and high is not None and high - low <= FEW
    return not is_small and all(value in TRIVIAL or (isinstance(value, tuple) and len(value) < 2) for value in values)
