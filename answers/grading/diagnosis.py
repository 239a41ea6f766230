"""What wrong answers come from, and what that earns: early mistakes are followed through, known ones are named."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part, World
from answers.flags import ANOTHER_RIGHT_ANSWER, MISTAKE, RIGHT_GIVEN, SEVERAL_MISTAKES, Note
from answers.grading.answer import Answer, Answers
from answers.grading.known_mistakes import known_mistakes
from answers.grading.mark import domain_of, mark_parts
from answers.grading.worlds import Explanation, VariantOf
from answers.kinds.reading import Value, Values
from answers.limited.process import limited
from answers.paper import Mark, PartMarks, Verdict

TRIVIAL = (0, 1)
FEW = 10
"""Where no more integers are possible, 0 and 1 are answers like others."""


def diagnosed(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], variant_of: VariantOf
) -> dict[str, PartMarks]:
    """Return the marks with early mistakes followed through and known mistakes named.

    A misreading of the whole exam costs once, in the first part where it is made: later parts that are right under it
    follow. A mistake in one question earns the share that the teacher gives it, nothing by default. Where several
    mistakes give the same values none is named, and what is earned is what all of them would.
    """
    marks = follow_through(exam, key, answers, parts, variant_of)
    whole = {misreading.slug for misreading in exam.misreadings}
    for one in known_mistakes(exam, key, answers, marks, variant_of):
        slugs = [slug for world in (one.world, *one.rivals) for slug in world.mistakes]
        note = SEVERAL_MISTAKES if one.rivals else Note(MISTAKE, slugs[0])
        marks = _noted(exam, marks, one, note, min(map(exam.rules.share_of, slugs)))
        if whole.issuperset(slugs):
            marks = _costing_once(exam, marks, one, note)
    return marks


def _noted(
    exam: Exam, parts: Mapping[str, PartMarks], one: Explanation, note: Note, share: Fraction
) -> dict[str, PartMarks]:
    """Each item with the note, and what the teacher gives for the mistake; nothing if it has too few digits."""

    def noted(part: Part, index: int, item: Mark) -> Mark:
        place = (part.id, index)
        earned = Fraction(0) if part.all_or_nothing else share * part.points / part.count
        if place in one.items:
            return Mark(item.raw, item.verdict, note, earned)
        return Mark(item.raw, item.verdict, note, Fraction(0)) if place in one.rounded else item

    return {part_id: marks.changed(partial(noted, exam.part(part_id))) for part_id, marks in parts.items()}


def _costing_once(exam: Exam, parts: Mapping[str, PartMarks], one: Explanation, note: Note) -> dict[str, PartMarks]:
    """The marks with the items of all parts but the first following the misreading."""
    made = {part_id for part_id, _ in (*one.items, *one.rounded)}
    first = next((part.id for part in exam.parts if part.id in made), None)
    marks = dict(parts)
    for part_id in dict.fromkeys(part_id for part_id, _ in one.items if part_id != first):
        notes = {index: note for other, index in one.items if other == part_id}
        after = credited(marks[part_id], exam.part(part_id), notes, exam.rules.follow_through)
        if after.score > marks[part_id].score:
            marks[part_id] = after
    return marks


def follow_through(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], variant_of: VariantOf
) -> dict[str, PartMarks]:
    """Return the marks with those of parts that are right if the student's own earlier answers are granted.

    Only parts that are short of credit and use one that the student answered otherwise than the key are looked at, and
    no item loses by it. First wrong answers alone are granted, then all that were written, which are rounded. An answer
    that the earlier question cannot have is not granted. Nothing is earned where the student's own answer makes the
    question fail, take too long, or trivial: nothing but 0 and 1, where much else is possible and true.
    """
    followed = dict(parts)
    for part in exam.parts:
        if part.uses and part.id in followed:
            for world in own_worlds(key, answers, parts, part):
                variant = variant_of(world, (part.id,))
                followed[part.id] = _followed(exam, key, answers, part, followed[part.id], variant)
    return followed


def credited(marks: PartMarks, part: Part, notes: Mapping[int, Note], share: Fraction) -> PartMarks:
    """Return the marks with the items in `notes` (by index) earning a share of their points, for the reason noted.

    A part whose items earn together earns only if every one is right or follows.
    """
    full = part.points / part.count

    def followed(index: int, item: Mark) -> Mark:
        is_so = item.verdict is Verdict.WRONG and index in notes
        return Mark(item.raw, Verdict.FOLLOW_THROUGH, notes[index], share * full) if is_so else item

    after = marks.changed(followed)
    if not part.all_or_nothing:
        return after
    if any(item.verdict not in (Verdict.RIGHT, Verdict.FOLLOW_THROUGH) for item in after.items):
        return marks
    return after.changed(lambda _, item: replace(item, score=full) if item.verdict is Verdict.RIGHT else item)


def own_worlds(key: Key, answers: Answers, parts: Mapping[str, PartMarks], part: Part) -> Iterator[World]:
    """Yield the worlds in which the student's answers to the parts that `part` uses are true: one, two or none."""
    seen = {key.world}
    for wrong_only in (True, False):
        own = ((used, _granted(answers[used], key.answers[used], parts[used], wrong_only)) for used in part.uses)
        replaced = tuple((used, values) for used, values in own if values)
        world = replace(key.world, replaced=replaced)
        if world not in seen:
            yield world
        seen.add(world)


def _granted(answer: Answer, true: Values, marks: PartMarks, wrong_only: bool) -> Values:  # noqa: FBT001
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


def _followed(exam: Exam, key: Key, answers: Answers, part: Part, before: PartMarks, variant: Key | None) -> PartMarks:
    if variant is None or before.score == before.points:
        return before
    again = _marked_again(exam, variant, answers, part)
    if again is None:
        return before
    note = Note(RIGHT_GIVEN, " ".join(part_id for part_id, _ in variant.world.replaced))
    if _is_trivial(part, variant.answers[part.id]) and not _is_trivial(part, key.answers[part.id]):
        return before
    earned = {index: note for index, item in enumerate(again.items) if item.verdict is Verdict.RIGHT}
    after = credited(before, part, earned, exam.rules.follow_through)
    return after if after.score > before.score else before


def _marked_again(exam: Exam, variant: Key, answers: Answers, part: Part) -> PartMarks | None:
    question, _ = exam.asked(part.id)
    if question.accepts or question.remarks:  # what a question thinks of answers may fail too, for odd earlier ones
        return limited(lambda: mark_parts(exam, variant, answers, (part.id,))[part.id])
    return mark_parts(exam, variant, answers, (part.id,))[part.id]


def _is_trivial(part: Part, values: Values) -> bool:
    """Whether all answers to a part are 0 or 1, though it could have many others."""
    domain = domain_of(part)
    low, high = (domain.low, domain.high) if domain is not None and domain.integer else (None, None)
    is_small = low is not None and high is not None and high - low <= FEW
    return not is_small and all(value in TRIVIAL for value in values)
