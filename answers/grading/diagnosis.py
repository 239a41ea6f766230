"""Add points for answers that follow from earlier answers or from a known mistake, and notes that name the mistake."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.flags import MISTAKE, SEVERAL_MISTAKES, Note
from answers.grading.follow_through import follow_through, in_scenario, is_easy, other_seeds, right_items
from answers.grading.known_mistakes import known_mistakes
from answers.grading.likelihood import USUAL
from answers.grading.mark import Response, Responses, is_right, part_at
from answers.grading.scenario_keys import ScenarioKeyOf
from answers.paper import Mark, PartMarks, Verdict

HISTORIC_SHARE = 3
"""In an exam with its document's questions, easy values may earn this many times as much as the rest of a paper."""


def diagnose(
    exam: Exam, key: Key, responses: Responses, parts: Mapping[str, PartMarks], scenario_key: ScenarioKeyOf
) -> dict[str, PartMarks]:
    """Return the marks with points for answers that follow from earlier errors, and notes that name known mistakes.

    A mistake costs points only once, in the first part in which it is made. Later parts that are right under the same
    mistake count as followed through. In the first part, the items earn the share that the teacher gives the mistake,
    nothing by default. An item with too few digits to be right under the mistake earns nothing. If several mistakes
    give the same values, none is named, and the items earn the smallest of their shares.
    """
    marks = follow_through(exam, key, responses, parts, scenario_key)
    for match in known_mistakes(exam, key, responses, marks, scenario_key):
        scenarios = (match.scenario, *match.rivals)
        slugs = [slug for scenario in scenarios for slug in scenario.mistakes]
        note = SEVERAL_MISTAKES if match.rivals else Note(MISTAKE, slugs[0])
        share = min(map(exam.marking_policy.share_of, slugs))
        explained = (*match.items, *match.rounded)
        for part_id, index in explained:
            part, items = exam.part(part_id), list(marks[part_id].items)
            is_paid = (part_id, index) in match.items and not part.all_or_nothing
            earned = share * part.points / part.count if is_paid else Fraction(0)
            items[index] = Mark(items[index].raw, items[index].verdict, note, max(items[index].score, earned))
            marks[part_id] = replace(marks[part_id], items=tuple(items))
        explained_parts = {part_id for part_id, _ in explained}
        first = next((part.id for part in exam.parts if part.id in explained_parts), None)
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


def right_although_changed(
    exam: Exam, key: Key, variants: Iterable[Key], parts: Mapping[str, PartMarks], part_id: str
) -> frozenset[int]:
    """Return the indices of the items of a part that are right although a scenario changes their values.

    A student who makes a mistake in one column of a table only has such items in the other columns.
    """
    part, items = exam.part(part_id), parts[part_id].items
    return frozenset(
        index
        for variant in variants
        for index, (true, other) in enumerate(zip(key.answers[part_id], variant.answers[part_id], strict=True))
        if items[index].verdict is Verdict.RIGHT and not is_right(part_at(part, index), true, other)
    )


def has_usual_values_only(response: Response, marks: PartMarks) -> bool:
    """Return whether all answers to a part with the verdict follow-through are usual values: 0, 1, 1/2 or -1."""
    return all(
        response.values[index] in USUAL
        for index, item in enumerate(marks.items)
        if item.verdict is Verdict.FOLLOW_THROUGH
    )
