"""What wrong answers come from, and what that earns: early mistakes are followed through, known ones are named."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.flags import MISTAKE, SEVERAL_MISTAKES, Note
from answers.grading.follow import credited, follow_through
from answers.grading.known_mistakes import known_mistakes
from answers.grading.mark import Written
from answers.grading.variants import VariantOf
from answers.grading.worlds import Explanation, wrong_items
from answers.paper import Mark, PartMarks


def diagnosed(
    exam: Exam, key: Key, written: Written, parts: Mapping[str, PartMarks], variant_of: VariantOf
) -> dict[str, PartMarks]:
    """Return the marks with early mistakes followed through and known mistakes named.

    A misreading of the whole exam costs once, in the first part where it is made: later parts that are right under it
    follow. A mistake in one question earns the share that the teacher gives it, nothing by default. Where several
    mistakes give the same values none is named, and what is earned is what all of them would.
    """
    found = follow_through(exam, key, written, parts, variant_of)
    whole = {misreading.slug for misreading in exam.misreadings}
    for one in known_mistakes(exam, key, written, wrong_items(found), variant_of):
        slugs = [slug for world in (one.world, *one.rivals) for slug in world.mistakes]
        note = SEVERAL_MISTAKES if one.rivals else Note(MISTAKE, slugs[0])
        found = _noted(exam, found, one, note, min(map(exam.rules.share_of, slugs)))
        if whole.issuperset(slugs):
            found = _costing_once(exam, found, one, note)
    return found


def _noted(
    exam: Exam, parts: Mapping[str, PartMarks], one: Explanation, note: Note, share: Fraction
) -> dict[str, PartMarks]:
    """Each item with the note, and what the teacher gives for the mistake; nothing if it has too few digits."""
    items = {*one.items, *one.rounded}

    def told(part_id: str, marks: PartMarks) -> PartMarks:
        part = exam.part(part_id)
        earned = Fraction(0) if part.all_or_nothing else share * part.points / part.count
        new = tuple(
            Mark(item.raw, item.verdict, note, earned * ((part_id, index) not in one.rounded))
            if (part_id, index) in items
            else item
            for index, item in enumerate(marks.items)
        )
        return replace(marks, items=new)

    return {part_id: told(part_id, marks) for part_id, marks in parts.items()}


def _costing_once(exam: Exam, parts: Mapping[str, PartMarks], one: Explanation, note: Note) -> dict[str, PartMarks]:
    """The marks with the items of all parts but the first following the misreading."""
    made = {part_id for part_id, _ in (*one.items, *one.rounded)}
    first = next((part.id for part in exam.parts if part.id in made), None)
    found = dict(parts)
    for part_id in dict.fromkeys(part_id for part_id, _ in one.items if part_id != first):
        notes = {index: note for other, index in one.items if other == part_id}
        after = credited(found[part_id], exam.part(part_id), notes, exam.rules.follow_through)
        if after.score > found[part_id].score:
            found[part_id] = after
    return found
