"""Find the seed that a student typed into a program instead of the right one, while all other data are right."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from fractions import Fraction
from math import log

from answers.exam.exam import Exam
from answers.exam.key import Key, answers_in_turn, make_key
from answers.exam.question import Params
from answers.flags import SEQUENCE_OF, U0_MISTYPED, Note
from answers.grading.follow_through import in_scenario, right_items
from answers.grading.known_mistakes import MARGIN
from answers.grading.mark import Item, Responses, domain_of, is_right, part_at, wrong_items
from answers.grading.similarity import LEAST_ITEMS
from answers.grading.wrong_answers import Hypothesis, WrongAnswers
from answers.kinds.numbers.numbers import Numbers
from answers.paper import Paper, Verdict
from answers.submissions.raw.submission import CUT
from solvers.invalid_input import InvalidInput
from solvers.sequence import lcg
from solvers.sequence.miscopied import miscopied

TRIED_PARTS = 2  # number of wrong parts with which seeds are tried; the first part that the seeds change decides
LEAST_TERMS = 2  # least number of wrong terms of the sequence that must belong to one seed
LARGEST = 10**6  # mistyped numbers are smaller than this: a number of five digits with another digit
RARE = 1000  # at most one honest paper in this number is flagged, however many seeds are tried


def with_mistyped_seed(exam: Exam, key: Key, responses: Responses, paper: Paper) -> Paper:
    """Return the paper with the flag "u0-mistyped:<u0>" if wrong answers follow from the sequence of another seed.

    All other data of these answers are the student's own. If the answers are also those of the whole paper of the other
    seed, which may be copied, the paper is returned unchanged. Wrong terms of the sequence reveal the seed; without
    such terms, numbers close to the student's own are tried, also larger than all seeds, as 512340 for 51234. The first
    part of these answers stays wrong, and later parts are followed through.
    """
    wrong = wrong_items(paper.parts)
    if len(wrong) < LEAST_ITEMS:
        return paper
    answers, by_terms = WrongAnswers(key, responses, wrong), seeds_of_terms(key, responses, wrong)
    close = {*miscopied(key.u0, LARGEST), (key.u0 - 1) % lcg.MODULUS, (key.u0 + 1) % lcg.MODULUS}
    by_terms = [u0 for u0 in close if u0 % lcg.MODULUS in by_terms] or by_terms
    seeds = by_terms or sorted(u0 for u0 in close if u0 % lcg.MODULUS not in (0, key.u0))
    verdicts = {part_id: {item.verdict for item in marks.items} for part_id, marks in paper.parts.items()}
    whole = [part_id for part_id in answers.part_ids if Verdict.RIGHT not in verdicts[part_id]]
    enough = log(RARE * len(seeds)) if seeds else 0.0
    for part_id in whole[:TRIED_PARTS]:
        part, response, marks = exam.part(part_id), responses[part_id], paper.parts[part_id]
        numbers = [  # those that are wrong unless they have the value of the other sequence
            (index, value)
            for index, (item, value) in enumerate(zip(marks.items, response.values, strict=True))
            if item.verdict is Verdict.WRONG and value is not None and not item.raw.endswith(CUT)
            if isinstance(part.kind, Numbers) and not part.is_open
        ]
        for u0 in seeds:
            variant = key_of_sequence(exam, key, u0, [part_id])
            if variant.answers[part_id] == key.answers[part_id]:
                break  # the part does not depend on the sequence
            if not all(is_right(part, variant.answers[part_id][index], value) for index, value in numbers):
                continue
            right = right_items(exam, variant, responses, marks, part_id)
            if {(part_id, index) for index in right} < {item for item in wrong if item[0] == part_id}:
                continue
            if not may_explain(exam, answers, u0, enough):
                continue
            variant = key_of_sequence(exam, key, u0, answers.part_ids)
            hypothesis = answers.compare(variant, answers.part_ids)
            if hypothesis.evidence(hypothesis.chances) >= enough:
                theirs = make_key(exam, u0 % lcg.MODULUS, parts=answers.part_ids).answers
                if all(variant.answers[name] == theirs[name] for name in answers.part_ids):
                    return paper  # the paper of another student cannot be told from such a program
                return _followed(exam, responses, paper, variant, u0)
    return paper


def seeds_of_terms(key: Key, responses: Responses, wrong: Sequence[Item]) -> list[int]:
    """Return a list with the seed in whose sequence at least two wrong answers are terms, empty if there is none.

    The term u(n) is u₀ times a constant that depends on n, so one wrong term determines a seed.
    """
    counts: Counter[int] = Counter()
    for part_id, index in wrong:
        true, value = key.answers[part_id][index], responses[part_id].values[index]
        domain = domain_of(part_at(responses[part_id].part, index))
        is_term = domain is not None and domain.integer and domain.high == lcg.MODULUS - 1
        if is_term and isinstance(true, int) and true % lcg.MODULUS and isinstance(value, int | Fraction):
            counts[key.u0 * int(value) * pow(true, -1, lcg.MODULUS) % lcg.MODULUS] += 1
    return [u0 for u0, count in counts.most_common(1) if count >= LEAST_TERMS and u0 not in (0, key.u0)]


def may_explain(exam: Exam, answers: WrongAnswers, u0: int, enough: float) -> bool:
    """Return whether the evidence that wrong answers follow from the sequence of `u0` may be `enough`."""
    hypothesis = Hypothesis(answers.key.scenario, least_chances=answers.least_chances)
    for part_id in answers.part_ids:
        compared = answers.compare(key_of_sequence(exam, answers.key, u0, [part_id]), [part_id])
        unknown = {item: chance for item, chance in hypothesis.least_chances.items() if item[0] != part_id}
        chances = {**hypothesis.chances, **compared.chances}
        hypothesis = Hypothesis(answers.key.scenario, chances, least_chances=unknown)
        if hypothesis.evidence((*chances, *unknown)) < enough - MARGIN:
            return False
    return True


def key_of_sequence(exam: Exam, key: Key, u0: int, part_ids: Sequence[str]) -> Key:
    """Return a copy of `key` with answers computed from the sequence u(0) = `u0`, u(1), … and other data of `key`.

    If the exam refuses a `u0` larger than all seeds, the sequence begins with its remainder.
    """
    params = with_sequence(key.params, u0)
    try:
        return replace(key, params=params, answers=dict(answers_in_turn(exam, key.scenario, part_ids, params)))
    except InvalidInput:
        if u0 < lcg.MODULUS:
            raise
        return key_of_sequence(exam, key, u0 % lcg.MODULUS, part_ids)


def with_sequence(params: Params, u0: int) -> Params:
    """Return a copy of parameters with seed `u0`; for a composed paper, in the parameters of each of its exams too."""
    nested = {field.name: getattr(params, field.name) for field in fields(params)}
    inner = {name: with_sequence(value, u0) for name, value in nested.items() if isinstance(value, Params)}
    return replace(params, u0=u0, **inner)


def _followed(exam: Exam, responses: Responses, paper: Paper, variant: Key, u0: int) -> Paper:
    """Return the paper with later parts followed through, and a note on each answer that seed `u0` explains."""
    note, parts, is_first = Note(SEQUENCE_OF, str(u0)), dict(paper.parts), True
    for part_id, answers in variant.answers.items():
        marks, part = paper.parts[part_id], exam.part(part_id)
        right = right_items(exam, variant, responses, marks, part_id)
        wrong = {index for index in right if marks.items[index].verdict is Verdict.WRONG}
        if not wrong or (part.all_or_nothing and len(right) < len(answers)):
            continue
        if is_first:
            items = [replace(item, note=note) if at in wrong else item for at, item in enumerate(marks.items)]
            parts[part_id], is_first = replace(marks, items=tuple(items)), False
        else:
            after = in_scenario(marks, part, right, note, exam.marking_policy.follow_through)
            parts[part_id] = after if after.score > marks.score else marks
    return replace(paper, flags=(*paper.flags, U0_MISTYPED(u0)), parts=parts)
