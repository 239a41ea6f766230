"""What wrong answers come from, and what that earns: early mistakes are followed through, known ones are named."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part
from answers.flags import MISTAKE, SEVERAL_MISTAKES, Note
from answers.grading.answer import Answers
from answers.grading.changed_keys import VariantOf
from answers.grading.follow import credited, follow_through
from answers.grading.known_mistakes import known_mistakes
from answers.grading.worlds import Explanation, wrong_items
from answers.paper import Mark, PartMarks


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
    for one in known_mistakes(exam, key, answers, wrong_items(marks), variant_of):
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
