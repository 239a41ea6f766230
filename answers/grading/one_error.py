"""Find papers that are nearly all wrong after a right start, as those of a program with one early error are.

An error in what a definition of the subject says, such as a permutation or the rules of a game, makes wrong all
questions that use this definition, and leaves the others right.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.question import Part
from answers.flags import MISTAKE, SEQUENCE_OF, SEVERAL_MISTAKES
from answers.grading.mark import domain_of
from answers.paper import PartMarks, Verdict
from answers.sheets.subject import subject_of

MANY_VALUES = 10
"""Least number of possible values with which an integer is hardly right by chance."""
LEAST_START = 2
"""Least number of right items before the departure."""
LEAST_PARTS, LEAST_ITEMS = 6, 12
"""Least number of parts that the error may change, and of wrong items in them."""
WRONG, RIGHT = Fraction(9, 10), Fraction(4, 5)
"""Least share of wrong parts among those that the error may change, and of right items before, and parts elsewhere."""
LEAST_LOST = Fraction(2, 5)
"""Least share of its points that the paper loses."""
LEVELS = 3
"""Number of steps by which an error in a definition is followed to definitions that use it."""
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, SEQUENCE_OF))


@dataclass(frozen=True, slots=True)
class _MarkedPart:
    """A part of a paper, with its numbers of items, right items and wrong items.

    Items that are followed through are wrong too. `is_unexplained` is True if an item is wrong without an explanation,
    `has_few_values` if right items may be right by chance.
    """

    id: str
    question: int
    items: int
    right: int
    wrong: int
    is_blank: bool
    is_unexplained: bool
    has_few_values: bool

    @property
    def is_right(self) -> bool:
        """Whether all items of the part are right."""
        return self.right == self.items


def first_departure(exam: Exam, parts: Mapping[str, PartMarks]) -> str | None:
    """Return the id of the part from which on nearly all answers are wrong, after a right start; None if there is none.

    The paper looks like that of a program with one early error. The error makes wrong either all questions, and the
    part is in the first quarter of them; or the questions that use one definition of the subject, and the part is in
    the first of these. A part with a wrong item is wrong. Parts whose items have few possible values may be right by
    chance, and do not count if they are right. The paper loses at least two fifths of its points, and at least half of
    the wrong parts have a wrong item without another explanation.
    """
    lost = sum((marks.points - marks.score for marks in parts.values()), Fraction(0))
    if lost < LEAST_LOST * exam.points:
        return None
    marked = [_marked(part, parts[part.id]) for part in exam.parts]
    groups = questions_of_definitions(exam)
    for at, part in enumerate(marked):
        is_departure = part.is_unexplained and _is_half_wrong(marked, part.question)
        early = [group for group in groups if _is_early(exam, part.question, group)]
        if is_departure and _is_right_start(marked[:at]) and any(_departs(marked[at:], group) for group in early):
            return part.id
    return None


def _marked(part: Part, marks: PartMarks) -> _MarkedPart:
    wrong = [item for item in marks.items if item.verdict in (Verdict.WRONG, Verdict.FOLLOW_THROUGH)]
    domain = domain_of(part)
    has_few_values = domain is None or (
        domain.integer and domain.low is not None and domain.high is not None and domain.high - domain.low < MANY_VALUES
    )
    return _MarkedPart(
        part.id,
        part.question,
        len(marks.items),
        sum(item.verdict is Verdict.RIGHT for item in marks.items),
        len(wrong),
        any(item.verdict is Verdict.BLANK for item in marks.items),
        any(item.verdict is Verdict.WRONG and (item.note is None or item.note.slug not in EXPLAINED) for item in wrong),
        has_few_values,
    )


def _is_half_wrong(marked: Sequence[_MarkedPart], question: int) -> bool:
    """Return whether at least half of the parts of a question have a wrong item."""
    return _is_nearly_all((part.wrong for part in marked if part.question == question), Fraction(1, 2))


def _is_right_start(start: Sequence[_MarkedPart]) -> bool:
    """Return whether nearly all items before a part are right, and more than half of the parts of each question."""
    right, items = sum(part.right for part in start), sum(part.items for part in start)
    return (right >= LEAST_START and right >= RIGHT * items) and all(
        not _is_half_wrong(start, part.question) for part in start
    )


def _departs(rest: Sequence[_MarkedPart], group: frozenset[int]) -> bool:
    """Return whether nearly all parts of a group of questions are wrong in `rest`, and nearly all others right."""
    inside = [part for part in rest if part.question in group and (part.wrong or not part.has_few_values)]
    if len(inside) < LEAST_PARTS or sum(part.wrong for part in inside) < LEAST_ITEMS:
        return False
    return (
        _is_nearly_all((part.wrong and not part.is_blank for part in inside), WRONG)
        and _is_nearly_all((part.is_unexplained for part in inside), Fraction(1, 2))
        and _is_nearly_all(part.is_right for part in rest if part.question not in group)
    )


def _is_early(exam: Exam, question: int, group: frozenset[int]) -> bool:
    """Return whether a question is the first of a group, or, in the group of all questions, in the first quarter."""
    earlier = sum(other < question for other in group)
    return question in group and (not earlier or (len(group) == len(exam.questions) and 4 * earlier <= len(group)))


def _is_nearly_all(conditions: Iterable[object], share: Fraction = RIGHT) -> bool:
    """Return whether at least a share of the conditions holds; True if there are none."""
    values = list(map(bool, conditions))
    return sum(values) >= share * len(values)


def questions_of_definitions(exam: Exam) -> frozenset[frozenset[int]]:
    """Return the groups of questions that an error may make wrong together: all, and those that use a definition.

    For each definition, the groups have the questions that name it, those that also name definitions built on it, and
    so on.
    """
    groups = {frozenset(question.number for question in exam.questions)}
    built_on: Mapping[int, Sequence[int]] = {}
    with suppress(CorrigeError):  # an exam without a subject
        built_on = subject_of(exam).definitions
    for number in {number for question in exam.questions for number in question.definitions}:
        named = {number}
        for _ in range(LEVELS):
            groups.add(frozenset(one.number for one in exam.questions if not named.isdisjoint(one.definitions)))
            named |= {later for later, earlier in built_on.items() if not named.isdisjoint(earlier)}
    return frozenset(groups)
