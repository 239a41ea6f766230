"""Find papers that are nearly all wrong after a right start, as those of a program with one early error are.

Two explanations of which questions are right, wrong and blank are compared:

- One early error predicts each question: wrong in a group of questions, right elsewhere. The group is all questions
  from one of the first quarter on, or those that use a definition; both are equally likely, and so are all groups of
  each kind. A question is as predicted with probability `PREDICTED`, and blank with probability `BLANK`.
- A weak student has the same chances of right, wrong and blank in each question; all chances are equally likely. A
  paper with r right, w wrong and b blank questions then has probability 2 r! w! b! / (r + w + b + 2)!.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, takewhile
from math import lgamma, log, prod

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.flags import MISTAKE, SEQUENCE_OF, SEVERAL_MISTAKES
from answers.grading.likelihood import UNKNOWN, log_mean
from answers.grading.mark import domain_of, part_at
from answers.paper import PartMarks, Verdict
from answers.sheets.subject import subject_of

ENOUGH = 30
"""One early error must be so many times likelier than a weak student.

By Markov's inequality, this happens to at most one weak student in thirty, if they are as the model says.
"""
PREDICTED, BLANK = 0.93, 0.01
"""How often a question is as one early error predicts, and how often it is blank; the rest are the contrary."""
EARLY = Fraction(1, 4)  # share of the questions that come before one with an early error at most
LEAST_START = 2  # least number of right items before the departure
LEAST_LOST = Fraction(2, 5)  # least share of its points that the paper loses
LUCKY = 0.1  # a part that is right by chance more often than this says nothing about the student if it is right
LEVELS = 3  # number of steps by which an error in a definition is followed to definitions that use it
START = 0  # the number of the right start of question 1, which counts as a question of its own
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, SEQUENCE_OF))


@dataclass(frozen=True, slots=True)
class _MarkedPart:
    """A part of a paper; `wrong` counts the items followed through too, and `luck` is the chance that all are right."""

    id: str
    question: int
    items: int
    right: int
    wrong: int
    is_blank: bool
    is_unexplained: bool
    luck: float

    @property
    def is_wrong(self) -> bool:
        """Whether an item is wrong."""
        return self.wrong > 0


def first_departure(exam: Exam, parts: Mapping[str, PartMarks]) -> str | None:
    """Return the id of the part from which on nearly all answers are wrong, after a right start; None if there is none.

    The paper loses at least two fifths of its points. From this part on, at least half of the items of the group of
    questions are wrong, and at least half of its wrong parts have a wrong item without another explanation.
    """
    if sum((marks.points - marks.score for marks in parts.values()), Fraction(0)) < LEAST_LOST * exam.points:
        return None
    marked = []
    for part in exam.parts:
        luck = 1.0  # the chance that a guess is right; 0 for numbers without a known range
        for at in range(part.count):
            domain = domain_of(part_at(part, at))
            if domain is None:
                luck *= part.kind.chance("") or UNKNOWN
            elif domain.integer and domain.low is not None and domain.high is not None:
                luck /= float(domain.high - domain.low + 1)
            else:
                luck = 0.0
        items = parts[part.id].items
        notes = [item.note for item in items if item.verdict is Verdict.WRONG]
        marked.append(
            _MarkedPart(
                part.id,
                part.question,
                len(items),
                sum(item.verdict is Verdict.RIGHT for item in items),
                sum(item.verdict in (Verdict.WRONG, Verdict.FOLLOW_THROUGH) for item in items),
                any(item.verdict is Verdict.BLANK for item in items),
                any(note is None or note.slug not in EXPLAINED for note in notes),
                luck,
            )
        )
    wrong = _wrong_questions(exam, marked)
    if wrong is None:
        return None
    first = next((at for at, part in enumerate(marked) if part.is_wrong and part.question in wrong), 0)
    departed = [part for part in marked[first:] if part.question in wrong]
    if sum(part.right for part in marked[:first]) < LEAST_START:
        return None
    if 2 * sum(part.wrong for part in departed) < sum(part.items for part in departed):
        return None
    is_unexplained = 2 * sum(part.is_unexplained for part in departed) >= sum(part.is_wrong for part in departed)
    return marked[first].id if is_unexplained else None


def _wrong_questions(exam: Exam, marked: Sequence[_MarkedPart]) -> frozenset[int] | None:
    """Return the questions that an early error makes wrong; None if a weak student is not much less likely."""
    questions = {number: list(parts) for number, parts in groupby(marked, key=lambda part: part.question)}
    number, first = next(iter(questions.items()))
    start = list(takewhile(lambda part: not part.is_wrong, first))
    if _verdict(first) is Verdict.WRONG and sum(part.right for part in start) >= LEAST_START:
        questions |= {START: start, number: first[len(start) :]}
    judged = ((number, _verdict(parts)) for number, parts in questions.items())
    verdicts = {number: verdict for number, verdict in judged if verdict is not None}
    numbers = [question.number for question in exam.questions]
    early = [frozenset(numbers[at:]) for at in range(int(EARLY * len(numbers)) + 1)]
    uses = questions_of_definitions(exam).difference(early)
    as_predicted = {  # by whether the group of questions that is wrong has a question that is wrong, blank or right
        is_in_group: {verdict: log(1 - PREDICTED - BLANK) for verdict in Verdict}
        | {Verdict.WRONG if is_in_group else Verdict.RIGHT: log(PREDICTED), Verdict.BLANK: log(BLANK)}
        for is_in_group in (True, False)
    }
    ratios = {
        group: sum(as_predicted[number in group][verdict] for number, verdict in verdicts.items())
        for group in (*early, *uses)
    }
    kinds = [log_mean([ratios[group] for group in groups]) for groups in (early, uses) if groups]
    counts = Counter(verdicts.values())
    weak = log(2) + sum(lgamma(counts[verdict] + 1) for verdict in Verdict) - lgamma(len(verdicts) + 3)
    if log_mean(kinds) - weak < log(ENOUGH):
        return None
    return max(ratios, key=lambda group: ratios[group])


def _verdict(parts: Sequence[_MarkedPart]) -> Verdict | None:
    """Return whether a question is wrong (half of its parts are), blank or right; None if it may be right by chance."""
    wrong = sum(part.is_wrong for part in parts)
    blank = sum(part.is_blank and not part.is_wrong for part in parts)
    right = len(parts) - wrong - blank
    if prod(part.luck for part in parts if not part.is_wrong and not part.is_blank) > LUCKY:
        right = 0
    if not wrong + blank + right:
        return None
    if wrong >= blank + right:
        return Verdict.WRONG
    return Verdict.BLANK if blank + wrong >= right else Verdict.RIGHT


def questions_of_definitions(exam: Exam) -> frozenset[frozenset[int]]:
    """Return the groups of questions that an error in a definition may make wrong together."""
    groups = set[frozenset[int]]()
    built_on: Mapping[int, Sequence[int]] = {}
    with suppress(CorrigeError):  # an exam without a subject
        built_on = subject_of(exam).definitions
    for number in {number for question in exam.questions for number in question.definitions}:
        named = {number}
        for _ in range(LEVELS):
            groups.add(frozenset(one.number for one in exam.questions if not named.isdisjoint(one.definitions)))
            named |= {later for later, earlier in built_on.items() if not named.isdisjoint(earlier)}
    return frozenset(groups)
