"""Follow early mistakes through, name known mistakes, and give the points that both earn."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.flags import ANOTHER_RIGHT_ANSWER, APART, MISTAKE, RIGHT_GIVEN, SEVERAL_MISTAKES, Note
from answers.grading.evidence import Hypothesis, answered_items, compare_answers, evidence, known_mistakes
from answers.grading.mark import Answers, Response, domain_of, mark_parts
from answers.grading.scenarios import ScenarioKeyOf, ScenarioMatch
from answers.kinds.parsing import Value, Values
from answers.paper import Mark, PartMarks, Verdict
from answers.sandbox.process import run_limited

LIKELY = log(5)
"""Least log likelihood ratio of a scenario with the student's own answers: most students go on from them."""
TRIVIAL = (0, 1)
FEW = 10
"""With at most so many possible integers, 0 and 1 are not trivial answers."""


def diagnose(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with early mistakes followed through and known mistakes named.

    A misconception about the whole exam costs points once, in the first part where it is made; later parts that are
    right under it count as followed through. A mistake in one question earns the share that the teacher gives it,
    nothing by default. If several mistakes give the same values, none is named, and the items earn the smallest share.
    """
    marks = follow_through(exam, key, answers, parts, scenario_key)
    whole = {misconception.slug for misconception in exam.misconceptions}
    for mistake in known_mistakes(exam, key, answers, marks, scenario_key):
        slugs = [slug for scenario in (mistake.scenario, *mistake.rivals) for slug in scenario.mistakes]
        note = SEVERAL_MISTAKES if mistake.rivals else Note(MISTAKE, slugs[0])
        marks = _noted(exam, marks, mistake, note, min(map(exam.marking_policy.share_of, slugs)))
        if whole.issuperset(slugs):
            marks |= _costing_once(exam, answers, (parts, marks), mistake, note, scenario_key)
    return marks


def _noted(
    exam: Exam, parts: Mapping[str, PartMarks], scenario_match: ScenarioMatch, note: Note, share: Fraction
) -> dict[str, PartMarks]:
    """Return the marks with the note and share of the points on explained items; rounded items earn nothing."""

    def with_note(part: Part, index: int, item: Mark) -> Mark:
        key = (part.id, index)
        earned = Fraction(0) if part.all_or_nothing else share * part.points / part.count
        if key in scenario_match.items:
            return Mark(item.raw, item.verdict, note, earned)
        return Mark(item.raw, item.verdict, note, Fraction(0)) if key in scenario_match.rounded else item

    return {part_id: marks.changed(partial(with_note, exam.part(part_id))) for part_id, marks in parts.items()}


def _costing_once(
    exam: Exam,
    answers: Answers,
    marks: tuple[Mapping[str, PartMarks], Mapping[str, PartMarks]],
    scenario_match: ScenarioMatch,
    note: Note,
    scenario_key: ScenarioKeyOf,
) -> dict[str, PartMarks]:
    """Return the parts after the first that earn more if they are marked under the misconception.

    `marks` are the marks in the true scenario, and the marks so far.
    """
    true, marked = marks
    later = _after_the_first(exam, scenario_match)
    keys = [
        key
        for scenario in (scenario_match.scenario, *scenario_match.rivals)
        if (key := scenario_key(scenario, later)) is not None
    ]
    improved = {}
    for part_id in later:
        rights = [_right_in(exam, key, answers, true[part_id], part_id) for key in keys]
        before = _unfollowed(marked[part_id], true[part_id])
        after = in_scenario(
            before, exam.part(part_id), frozenset.intersection(*rights), note, exam.marking_policy.follow_through
        )
        if after.score > marked[part_id].score:
            improved[part_id] = after
    return improved


def _after_the_first(exam: Exam, scenario_match: ScenarioMatch) -> tuple[str, ...]:
    """Return the parts with items that a mistake explains, without the first part in which it was made."""
    explained = {part_id for part_id, _ in (*scenario_match.items, *scenario_match.rounded)}
    first = next((part.id for part in exam.parts if part.id in explained), None)
    return tuple(dict.fromkeys(part_id for part_id, _ in scenario_match.items if part_id != first))


def _unfollowed(marks: PartMarks, true: PartMarks) -> PartMarks:
    """Return the marks of the true scenario, but those of wrong items with their notes."""
    return marks.changed(lambda index, item: item if item.verdict is Verdict.WRONG else true.items[index])


@dataclass(frozen=True, slots=True)
class _Trial:
    """A part marked in a scenario with the student's own answers: the items right there, and the hypothesis."""

    part: Part
    right: frozenset[int]
    hypothesis: Hypothesis

    @property
    def evidence(self) -> float:
        return evidence(self.hypothesis, self.hypothesis.chances)


def follow_through(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with points for answers that follow correctly from the student's own earlier answers.

    Only parts with a wrong item are tried, if they depend on a part that the student answered otherwise than the key.
    All items of a part are marked in the same scenario, first the true one. Another scenario is used only if the part
    earns more in it, and if it is much likelier than chance, in this part or in all parts that follow from the same
    answers. Two scenarios are tried: the wrong answers in place of the true ones, then all answers as written, which
    may be rounded. An answer outside of the domain of the earlier part is not used. Nothing is earned if the student's
    answer makes the question fail, take too long, or become trivial: only the values 0 and 1, where the true answers
    are others and many values are possible.
    """
    followed = dict(parts)
    for trial in _likely(_trials(exam, key, answers, parts, scenario_key)):
        note = Note(RIGHT_GIVEN, " ".join(part_id for part_id, _ in trial.hypothesis.scenario.answer_overrides))
        part = trial.part
        after = in_scenario(parts[part.id], part, trial.right, note, exam.marking_policy.follow_through)
        followed[part.id] = max(followed[part.id], after, key=lambda marks: marks.score)
    return followed


def _trials(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> Iterator[_Trial]:
    candidates = [part for part in exam.parts if part.depends_on and _has_wrong(parts.get(part.id))]
    pairs = [(part, scenario) for part in candidates for scenario in own_scenarios(key, answers, parts, part)]
    parts_of = defaultdict[Scenario, list[str]](list)
    for part, scenario in pairs:
        parts_of[scenario].append(part.id)
    keys = {scenario: scenario_key(scenario, tuple(part_ids)) for scenario, part_ids in parts_of.items()}
    for part, scenario in pairs:
        if trial := _trial(exam, key, answers, parts, part, keys[scenario]):
            yield trial


def _has_wrong(marks: PartMarks | None) -> bool:
    return marks is not None and any(item.verdict is Verdict.WRONG for item in marks.items)


def _likely(trials: Iterable[_Trial]) -> list[_Trial]:
    """Return the trials that are much likelier than chance, alone or with all trials of the same scenario."""
    all_trials, total = list(trials), defaultdict[Scenario, float](float)
    for trial in all_trials:
        total[trial.hypothesis.scenario] += trial.evidence
    return [
        trial
        for trial in all_trials
        if trial.evidence > 0 and max(trial.evidence, total[trial.hypothesis.scenario]) >= LIKELY
    ]


def _trial(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], part: Part, variant: Key | None
) -> _Trial | None:
    if variant is None or part.id not in variant.answers:
        return None
    if _is_trivial(part, variant.answers[part.id]) and not _is_trivial(part, key.answers[part.id]):
        return None
    right = _right_in(exam, variant, answers, parts[part.id], part.id)
    wrong = [(part.id, index) for index, item in enumerate(parts[part.id].items) if item.verdict is Verdict.WRONG]
    compared = compare_answers(variant, answered_items(key, answers, wrong), {(part.id, index) for index in right})
    return _Trial(part, right, compared)


def _right_in(exam: Exam, variant: Key, answers: Answers, true: PartMarks, part_id: str) -> frozenset[int]:
    """Return the indices of the items of a part that could be read and are right in another scenario."""
    again = _marked_again(exam, variant, answers, part_id)
    read = (Verdict.RIGHT, Verdict.WRONG)
    pairs = enumerate(zip(true.items, again.items, strict=True) if again else ())
    return frozenset(index for index, (mark, other) in pairs if mark.verdict in read and other.verdict is Verdict.RIGHT)


def in_scenario(marks: PartMarks, part: Part, right: Collection[int], note: Note, share: Fraction) -> PartMarks:
    """Return the marks of a part marked as a whole in another scenario, where the items in `right` are right.

    Wrong items that are right there earn a share of their points, with the note. Items that are right only in the true
    scenario earn nothing. An all-or-nothing part earns points only if all its items are right there.
    """
    full = part.points / part.count
    if part.all_or_nothing and len(right) < part.count:
        return marks

    def followed(index: int, item: Mark) -> Mark:
        if item.verdict is Verdict.WRONG and index in right:
            return Mark(item.raw, Verdict.FOLLOW_THROUGH, note, share * full)
        if item.verdict is Verdict.RIGHT:
            is_right_there = index in right
            return replace(item, score=full) if is_right_there else Mark(item.raw, item.verdict, APART, Fraction(0))
        return item

    return marks.changed(followed)


def own_scenarios(key: Key, answers: Answers, parts: Mapping[str, PartMarks], part: Part) -> Iterator[Scenario]:
    """Yield the scenarios with the student's answers to the parts that `part` depends on: two at most.

    The first has the wrong answers only, the second all answers as written.
    """
    scenarios = {key.scenario}
    for wrong_only in (True, False):
        values_by_part = (
            (part_id, _overrides(answers[part_id], key.answers[part_id], parts[part_id], wrong_only))
            for part_id in part.depends_on
        )
        overrides = tuple((part_id, values) for part_id, values in values_by_part if values)
        scenario = replace(key.scenario, answer_overrides=overrides)
        if scenario not in scenarios:
            yield scenario
        scenarios.add(scenario)


def _overrides(answer: Response, true: Values, marks: PartMarks, wrong_only: bool) -> Values:  # noqa: FBT001
    """Return the true values with possible values of the student in their place; empty if no value changes."""
    values = tuple(
        right if wrong_only and _is_expected(mark) else _override(answer.part, right, value)
        for right, value, mark in zip(true, answer.values, marks.items, strict=True)
    )
    return () if values == true else values


def _override(part: Part, true: Value, value: Value | None) -> Value:
    if value is None or isinstance(value, tuple) or isinstance(true, tuple):
        return true
    domain = domain_of(part)
    return _like(true, Fraction(value)) if domain is None or domain.fits(Fraction(value)) else true


def _is_expected(mark: Mark) -> bool:
    return mark.verdict is Verdict.RIGHT and mark.note != ANOTHER_RIGHT_ANSWER


def _like(true: Value, number: Fraction) -> Value:
    """Return the student's number with the type of the true value."""
    if isinstance(true, float):
        return float(number)
    return int(number) if isinstance(true, int) and number.denominator == 1 else number


def _marked_again(exam: Exam, variant: Key, answers: Answers, part_id: str) -> PartMarks | None:
    question, _ = exam.question_and_part(part_id)
    if question.accepts or question.remarks:  # these functions of the exam may fail for unexpected earlier answers
        return run_limited(lambda: mark_parts(exam, variant, answers, (part_id,))[part_id])
    return mark_parts(exam, variant, answers, (part_id,))[part_id]


def _is_trivial(part: Part, values: Values) -> bool:
    """Say whether all answers to a part are 0 or 1, though many other values are possible."""
    domain = domain_of(part)
    low, high = (domain.low, domain.high) if domain is not None and domain.integer else (None, None)
    is_small = low is not None and high is not None and high - low <= FEW
    return not is_small and all(value in TRIVIAL for value in values)
