"""What wrong answers come from, and what that earns: early mistakes are followed through, known ones are named."""

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
from answers.grading.evidence import Hypothesis, answered, evidence, hypothesis, known_mistakes
from answers.grading.mark import Answers, Response, domain_of, mark_parts
from answers.grading.scenarios import ScenarioKeyOf, ScenarioMatch
from answers.kinds.parsing import Value, Values
from answers.paper import Mark, PartMarks, Verdict
from answers.sandbox.process import run_limited

LIKELY = log(5)
"""How much likelier than chance a scenario of the student's own is, as a logarithm: most go on from what they found."""
TRIVIAL = (0, 1)
FEW = 10
"""Where no more integers are possible, 0 and 1 are answers like others."""


def diagnosed(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with early mistakes followed through and known mistakes named.

    A misconception of the whole exam costs once, in the first part where it is made: later parts that are right under
    it follow. A mistake in one question earns the share that the teacher gives it, nothing by default. Where several
    mistakes give the same values none is named, and what is earned is what all of them would.
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
    """Each item with the note, and what the teacher gives for the mistake; nothing if it has too few digits."""

    def noted(part: Part, index: int, item: Mark) -> Mark:
        place = (part.id, index)
        earned = Fraction(0) if part.all_or_nothing else share * part.points / part.count
        if place in scenario_match.items:
            return Mark(item.raw, item.verdict, note, earned)
        return Mark(item.raw, item.verdict, note, Fraction(0)) if place in scenario_match.rounded else item

    return {part_id: marks.changed(partial(noted, exam.part(part_id))) for part_id, marks in parts.items()}


def _costing_once(
    exam: Exam,
    answers: Answers,
    marks: tuple[Mapping[str, PartMarks], Mapping[str, PartMarks]],
    scenario_match: ScenarioMatch,
    note: Note,
    scenario_key: ScenarioKeyOf,
) -> dict[str, PartMarks]:
    """The parts, but the first, that earn more if the misconception is granted; `marks` are the true ones.

    And so far.
    """
    true, marked = marks
    asked = _but_the_first(exam, scenario_match)
    keys = [
        key
        for scenario in (scenario_match.scenario, *scenario_match.rivals)
        if (key := scenario_key(scenario, asked)) is not None
    ]
    found = {}
    for part_id in asked:
        rights = [_right_in(exam, key, answers, true[part_id], part_id) for key in keys]
        before = _unfollowed(marked[part_id], true[part_id])
        after = in_scenario(
            before, exam.part(part_id), frozenset.intersection(*rights), note, exam.marking_policy.follow_through
        )
        if after.score > marked[part_id].score:
            found[part_id] = after
    return found


def _but_the_first(exam: Exam, scenario_match: ScenarioMatch) -> tuple[str, ...]:
    """The parts with items that a mistake explains, without the first in which it was made."""
    made = {part_id for part_id, _ in (*scenario_match.items, *scenario_match.rounded)}
    first = next((part.id for part in exam.parts if part.id in made), None)
    return tuple(dict.fromkeys(part_id for part_id, _ in scenario_match.items if part_id != first))


def _unfollowed(marks: PartMarks, true: PartMarks) -> PartMarks:
    """The marks as they are in the true scenario, with what is noted of the wrong ones."""
    return marks.changed(lambda index, item: item if item.verdict is Verdict.WRONG else true.items[index])


@dataclass(frozen=True, slots=True)
class _Trial:
    """A part in a scenario of the student's own: what is right there, and what speaks for that scenario."""

    part: Part
    right: frozenset[int]
    suspect: Hypothesis

    @property
    def evidence(self) -> float:
        return evidence(self.suspect, self.suspect.chances)


def follow_through(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with those of parts that are right if the student's own earlier answers are granted.

    Only parts with a wrong item that use one that the student answered otherwise than the key are looked at. A part
    counts as it follows from one scenario whole, the true one first: from another only if that is more, and likelier
    than chance by far, in this part or in all that follow from the same answers. First wrong answers alone are granted,
    then all that were written, which are rounded. An answer that the earlier question cannot have is not granted.
    Nothing is earned where the student's own answer makes the question fail, take too long, or trivial: nothing but 0
    and 1, where much else is possible and true.
    """
    followed = dict(parts)
    for trial in _likely(_trials(exam, key, answers, parts, scenario_key)):
        note = Note(RIGHT_GIVEN, " ".join(part_id for part_id, _ in trial.suspect.scenario.answer_overrides))
        part = trial.part
        after = in_scenario(parts[part.id], part, trial.right, note, exam.marking_policy.follow_through)
        followed[part.id] = max(followed[part.id], after, key=lambda marks: marks.score)
    return followed


def _trials(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> Iterator[_Trial]:
    asked = [one for one in exam.parts if one.depends_on and _has_wrong(parts.get(one.id))]
    pairs = [(part, scenario) for part in asked for scenario in own_scenarios(key, answers, parts, part)]
    together = defaultdict[Scenario, list[str]](list)
    for part, world in pairs:
        together[world].append(part.id)
    found = {world: scenario_key(world, tuple(part_ids)) for world, part_ids in together.items()}
    for part, world in pairs:
        if trial := _trial(exam, key, answers, parts, part, found[world]):
            yield trial


def _has_wrong(marks: PartMarks | None) -> bool:
    return marks is not None and any(item.verdict is Verdict.WRONG for item in marks.items)


def _likely(trials: Iterable[_Trial]) -> list[_Trial]:
    """Those likelier than chance by far, alone or with all of the same scenario."""
    tried, together = list(trials), defaultdict[Scenario, float](float)
    for trial in tried:
        together[trial.suspect.scenario] += trial.evidence
    return [one for one in tried if one.evidence > 0 and max(one.evidence, together[one.suspect.scenario]) >= LIKELY]


def _trial(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], part: Part, variant: Key | None
) -> _Trial | None:
    if variant is None or part.id not in variant.answers:
        return None
    if _is_trivial(part, variant.answers[part.id]) and not _is_trivial(part, key.answers[part.id]):
        return None
    right = _right_in(exam, variant, answers, parts[part.id], part.id)
    wrong = [(part.id, index) for index, item in enumerate(parts[part.id].items) if item.verdict is Verdict.WRONG]
    found = hypothesis(variant, answered(key, answers, wrong), {(part.id, index) for index in right})
    return _Trial(part, right, found)


def _right_in(exam: Exam, variant: Key, answers: Answers, true: PartMarks, part_id: str) -> frozenset[int]:
    """The items of a part that are right in another scenario, of those that could be read."""
    again = _marked_again(exam, variant, answers, part_id)
    read = (Verdict.RIGHT, Verdict.WRONG)
    pairs = enumerate(zip(true.items, again.items, strict=True) if again else ())
    return frozenset(index for index, (mark, other) in pairs if mark.verdict in read and other.verdict is Verdict.RIGHT)


def in_scenario(marks: PartMarks, part: Part, right: Collection[int], note: Note, share: Fraction) -> PartMarks:
    """Return the marks of a part that counts as it follows from another scenario, whole, where the items `right` are.

    What was wrong earns a share of its points there, for the reason noted, and what is right in the true scenario alone
    earns nothing beside it. A part whose items earn together earns only if every one is right there.
    """
    full = part.points / part.count
    if part.all_or_nothing and len(right) < part.count:
        return marks

    def followed(index: int, item: Mark) -> Mark:
        if item.verdict is Verdict.WRONG and index in right:
            return Mark(item.raw, Verdict.FOLLOW_THROUGH, note, share * full)
        if item.verdict is Verdict.RIGHT:
            is_so = index in right
            return replace(item, score=full) if is_so else Mark(item.raw, item.verdict, APART, Fraction(0))
        return item

    return marks.changed(followed)


def own_scenarios(key: Key, answers: Answers, parts: Mapping[str, PartMarks], part: Part) -> Iterator[Scenario]:
    """Yield the scenarios in which the student's answers to the parts that `part` uses are true: one, two or none."""
    scenarios = {key.scenario}
    for wrong_only in (True, False):
        own = ((used, _granted(answers[used], key.answers[used], parts[used], wrong_only)) for used in part.depends_on)
        replaced = tuple((used, values) for used, values in own if values)
        scenario = replace(key.scenario, answer_overrides=replaced)
        if scenario not in scenarios:
            yield scenario
        scenarios.add(scenario)


def _granted(answer: Response, true: Values, marks: PartMarks, wrong_only: bool) -> Values:  # noqa: FBT001
    """The true values with the student's own in their place where they can be; none if nothing is replaced."""
    values = tuple(
        right if wrong_only and _is_expected(mark) else _own(answer.part, right, value)
        for right, value, mark in zip(true, answer.values, marks.items, strict=True)
    )
    return () if values == true else values


def _own(part: Part, true: Value, value: Value | None) -> Value:
    if value is None or isinstance(value, tuple) or isinstance(true, tuple):
        return true
    domain = domain_of(part)
    return _like(true, Fraction(value)) if domain is None or domain.fits(Fraction(value)) else true


def _is_expected(mark: Mark) -> bool:
    return mark.verdict is Verdict.RIGHT and mark.note != ANOTHER_RIGHT_ANSWER


def _like(true: Value, own: Fraction) -> Value:
    """The student's number as the solutions write theirs: an index is an integer."""
    if isinstance(true, float):
        return float(own)
    return int(own) if isinstance(true, int) and own.denominator == 1 else own


def _marked_again(exam: Exam, variant: Key, answers: Answers, part_id: str) -> PartMarks | None:
    question, _ = exam.question_and_part(part_id)
    if question.accepts or question.remarks:  # what a question thinks of answers may fail too, for odd earlier ones
        return run_limited(lambda: mark_parts(exam, variant, answers, (part_id,))[part_id])
    return mark_parts(exam, variant, answers, (part_id,))[part_id]


def _is_trivial(part: Part, values: Values) -> bool:
    """Whether all answers to a part are 0 or 1, though it could have many others."""
    domain = domain_of(part)
    low, high = (domain.low, domain.high) if domain is not None and domain.integer else (None, None)
    is_small = low is not None and high is not None and high - low <= FEW
    return not is_small and all(value in TRIVIAL for value in values)
