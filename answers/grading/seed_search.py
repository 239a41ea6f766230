"""Search for other seeds, the model's, a classmate's or a miscopied one, for which wrong answers are right."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.scenario import Scenario
from answers.flags import ANSWERS_OF_SEED, RIGHT_FOR_SEED, U0_MISCOPIED, Note
from answers.grading.likelihood import match_probability
from answers.grading.mark import Item, Responses, mark, part_at, wrong_items
from answers.grading.scenario_keys import KeyOf
from answers.grading.similarity import LEAST_ITEMS, LEAST_QUESTIONS, ClassKeys, is_answers_of, similar_seeds
from answers.paper import Mark, Paper, Verdict, points_number
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied

SELDOM = 0.05  # greatest probability with which a value may be right for the model seed by chance and still get a note
OFTEN = 4  # a miscopied seed is searched for if at least one answer in this number of answers is wrong


def with_other_seeds(
    exam: Exam, key: Key, responses: Responses, paper: Paper, key_of: KeyOf, others: ClassKeys
) -> Paper:
    """Return the paper with notes and flags for wrong answers that are right for another seed; scores do not change.

    Wrong items that are right for the exam's model seed, and rarely so by chance, get a note. "answers-of-seed-<u0>" is
    set if more wrong answers than by chance are those of the model seed, or of another student of the class;
    "u0-miscopied:<u0>=<score>" if at least a quarter of the answers are wrong, and most of these are right for a likely
    miscopying of the student's seed, in at least two questions completely.
    """
    wrong, model, flags = wrong_items(paper.parts), Scenario(exam.model_seed), []
    items = items_right_in(exam, key_of(model), responses, wrong) if wrong else ()
    if items and is_answers_of(key, key_of(model), responses, wrong):
        flags.append(ANSWERS_OF_SEED(exam.model_seed))
    elif items:  # only where it is informative: the winner of two players is not
        true, theirs = key.answers, key_of(model).answers
        items = tuple(
            (part_id, index)
            for part_id, index in items
            if (value := responses[part_id].values[index]) is not None
            and match_probability(
                part_at(responses[part_id].part, index), true[part_id][index], theirs[part_id][index], value
            )
            <= SELDOM
        )
    # The notes are only a question to the teacher, no proof; if an item is right for several seeds, the last is noted.
    notes = dict.fromkeys(items, Note(RIGHT_FOR_SEED, str(exam.model_seed)))
    for u0, items in similar_seeds(key, responses, wrong, others).items():
        flags.append(ANSWERS_OF_SEED(u0))
        notes |= dict.fromkeys(items, Note(RIGHT_FOR_SEED, str(u0)))
    answered = sum(item.verdict is not Verdict.BLANK for part in paper.parts.values() for item in part.items)
    if len(wrong) >= LEAST_ITEMS and OFTEN * len(wrong) >= answered:
        for u0 in miscopied_seeds(exam, key, responses, wrong, key_of):
            miscopied_key = key_of(Scenario(u0))
            score = sum((part.score for part in mark(exam, miscopied_key, responses).values()), Fraction(0))
            flags.append(U0_MISCOPIED(f"{u0}={points_number(score)}"))
            items = items_right_in(exam, miscopied_key, responses, wrong)
            notes |= dict.fromkeys(items, Note(RIGHT_FOR_SEED, str(u0)))

    def noted(part_id: str, index: int, item: Mark) -> Mark:
        return replace(item, note=notes.get((part_id, index), item.note))

    parts = {part_id: part.changed(partial(noted, part_id)) for part_id, part in paper.parts.items()}
    return replace(paper, flags=tuple(dict.fromkeys((*paper.flags, *flags))), parts=parts)


def miscopied_seeds(exam: Exam, key: Key, responses: Responses, wrong: Sequence[Item], key_of: KeyOf) -> Iterator[int]:
    """Yield likely miscopyings of the student's seed for which most of the wrong answers are right.

    In at least two questions, or in the only question of the exam, all wrong answers are right for the seed. Seeds for
    which the exam has no key, as 0 in most exams, are left out. `wrong` must not be empty.
    """
    first, _ = wrong[0]
    seeds = sorted(set(miscopied(key.u0, lcg.MODULUS)) - {exam.model_seed})
    for u0 in seeds:
        try:
            part = mark(exam, make_key(exam, u0, parts=[first]), responses, [first])[first]
        except CorrigeError:
            continue
        if any(part.items[index].verdict is not Verdict.RIGHT for part_id, index in wrong if part_id == first):
            continue
        other = key_of(Scenario(u0))
        if is_answers_of(key, other, responses, wrong, len(seeds)):
            explained = items_right_in(exam, other, responses, wrong)
            unexplained = {exam.part(part_id).question for part_id, _ in {*wrong}.difference(explained)}
            whole = {exam.part(part_id).question for part_id, _ in wrong} - unexplained
            if len(whole) >= min(LEAST_QUESTIONS, len(exam.questions)):
                yield u0


def items_right_in(exam: Exam, key: Key, responses: Responses, wrong: Sequence[Item]) -> tuple[Item, ...]:
    """Return those of the wrong items that are right for another key, in the given order."""
    marks = mark(exam, key, responses, {part_id for part_id, _ in wrong})
    return tuple((part_id, index) for part_id, index in wrong if marks[part_id].items[index].verdict is Verdict.RIGHT)
