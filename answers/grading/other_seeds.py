"""Answers of another seed: the model sheet's, a neighbour's, or one's own number copied wrongly."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.world import World
from answers.flags import ANSWERS_OF_SEED, U0_MISCOPIED, Flag
from answers.grading.mark import Written, mark_parts
from answers.grading.resemblance import Classmates, is_answers_of, miscopied, resembled, telling
from answers.grading.worlds import Explanation, Item, KeyOf, explanations, noted, wrong_items
from answers.paper import Paper, Verdict, rounded


def with_other_seeds(exam: Exam, key: Key, written: Written, paper: Paper, key_of: KeyOf, others: Classmates) -> Paper:
    """Return the paper with what other seeds explain of it, scores unchanged.

    Items that are right for the model sheet's seed, and seldom so by chance, are noted. The flag
    "answers-of-seed-<u0>" is set when wrong answers are those of the model or of somebody in the class beyond what
    chance does; "u0-miscopied:<u0>=<score>" when half of what is answered is wrong, and most of that is right for a
    number that is easily written for the student's own, with the score that it would give.
    """
    wrong = wrong_items(paper.parts)
    model = World(exam.model_seed)
    found = explanations(exam, written, wrong, [model], key_of)
    flags = []
    if found and is_answers_of(exam, key, key_of(model), written, wrong):
        flags.append(ANSWERS_OF_SEED(exam.model_seed))
    else:
        found = tuple(replace(one, items=telling(exam, (key, key_of(one.world)), written, one.items)) for one in found)
    for one in resembled(exam, key, written, wrong, others):
        flags.append(ANSWERS_OF_SEED(one.world.u0))
        found = (one, *found)
    if _is_mostly_wrong(paper, wrong):
        for one, flag in _miscopied(exam, key, written, wrong, key_of):
            flags.append(flag)
            found = (one, *found)
    return noted(paper, found, tuple(flags))


def _is_mostly_wrong(paper: Paper, wrong: Sequence[Item]) -> bool:
    """Whether half of what was answered is wrong, as for somebody who worked with another number."""
    answered = sum(item.verdict is not Verdict.BLANK for part in paper.parts.values() for item in part.items)
    return bool(wrong) and 2 * len(wrong) >= answered


def _miscopied(
    exam: Exam, key: Key, written: Written, wrong: Sequence[Item], key_of: KeyOf
) -> Iterator[tuple[Explanation, Flag]]:
    """The seeds near the student's own for which most wrong answers are right."""
    first, _ = wrong[0]
    for u0 in sorted(set(miscopied(key.u0)) - {exam.model_seed}):
        part = mark_parts(exam, make_key(exam, u0, parts=[first]), written, [first])[first]
        if not all(item.verdict in (Verdict.RIGHT, Verdict.BLANK) for item in part.items):
            continue
        other = key_of(World(u0))
        if is_answers_of(exam, key, other, written, wrong):
            score = sum((marks.score for marks in mark_parts(exam, other, written).values()), Fraction(0))
            (one,) = explanations(exam, written, wrong, [World(u0)], key_of)
            yield one, U0_MISCOPIED(f"{u0}={rounded(score):g}")
