"""Whose mistakes are these? Wrong answers that two papers share, digit for digit, beyond what chance does."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import log
from typing import TypeVar

from answers.flags import ERRORS_OF_SEED, MISTAKE, RIGHT_FOR_SEED, SEVERAL_MISTAKES, Flag
from answers.grading.answer import Answers, Item
from answers.grading.coincidence import coincidence
from answers.grading.evidence import LEAST
from answers.grading.mark import is_right
from answers.grading.resemblance import HABITS, RARE, Classmates, weight
from answers.kinds.reading import Value
from answers.paper import Paper, Verdict

LEAST_QUESTIONS = 2
"""A mistake spoils a whole question, and may leave out all that tells two seeds apart."""
COMMON = 0.1
"""What so many of a class write says nothing."""
EXPLAINED = frozenset((MISTAKE, SEVERAL_MISTAKES.slug, RIGHT_FOR_SEED))

Whose = TypeVar("Whose", bound=Hashable)


def flags_of_class(papers: Mapping[Whose, tuple[Paper, Answers]], others: Classmates) -> dict[Whose, tuple[Flag, ...]]:
    """Return the flags "wrong-answers-of-seed-<u0>" of marked papers, by whose they are; most have none."""
    read = ((who, *pair) for who, pair in papers.items())
    errors = {
        who: errors_of(paper, paper.u0, answers, others)
        for who, paper, answers in read
        if paper.u0 is not None and paper.u0 in others.keys
    }
    return shared_errors(errors, others)


@dataclass(frozen=True, slots=True)
class Errors:
    """A paper: its seed, what was read, and the wrong values by item."""

    u0: int
    answers: Answers
    wrong: Mapping[Item, Value]


def wrong_values(paper: Paper, answers: Answers) -> dict[Item, Value]:
    """Return the wrong values of a paper that nothing in it explains."""
    return {
        (part_id, index): value
        for part_id, part in paper.parts.items()
        for index, item in enumerate(part.items)
        if item.verdict is Verdict.WRONG and not (item.note and item.note.slug in EXPLAINED)
        if (value := answers[part_id].values[index]) is not None
    }


def errors_of(paper: Paper, u0: int, answers: Answers, others: Classmates) -> Errors:
    """Return the wrong values of a paper that are nobody's right ones."""
    wrong = wrong_values(paper, answers).items()
    nobodys = {item: value for item, value in wrong if not others.near(answers[item[0]].part, item, value)}
    return Errors(u0, answers, nobodys)


def shared_errors(papers: Mapping[Whose, Errors], others: Classmates) -> dict[Whose, tuple[Flag, ...]]:
    """Return the flags of papers by their errors.

    A paper has one for each other paper whose wrong answers are its own. The evidence is a likelihood ratio, as for the
    right answers of another seed, between somebody who copies that paper and chance: question by question, since
    answers to one go wrong together. A shared answer weighs as much as it is rare: among the other papers of the class,
    among the right ones, and among what one writes. Where two seeds have the same right answer the same mistake gives
    the same wrong one, which says nothing. At least two questions are needed, and evidence that one honest paper in
    30 000 gives by chance, all papers of the class taken together.
    """
    found: defaultdict[Whose, list[Flag]] = defaultdict(list)
    enough = log(RARE * max(len(papers) - 1, 1))
    for (who, whom), shares in _shared(papers).items():
        own, other = papers[who], papers[whom]
        is_enough = len({own.answers[part_id].part.question for part_id, _ in shares}) >= LEAST_QUESTIONS
        if is_enough and _evidence(own, other, shares, others) >= enough:
            found[who].append(ERRORS_OF_SEED(other.u0))
    return {who: tuple(flags) for who, flags in found.items()}


def _shared(papers: Mapping[Whose, Errors]) -> Mapping[tuple[Whose, Whose], dict[Item, float]]:
    """The wrong answers that two papers have both, with the share of others that have them; common ones left out."""
    bearers: defaultdict[tuple[Item, Value], list[Whose]] = defaultdict(list)
    for who, errors in papers.items():
        for written in errors.wrong.items():
            bearers[written].append(who)
    shared: defaultdict[tuple[Whose, Whose], dict[Item, float]] = defaultdict(dict)
    for (item, _), those in bearers.items():
        if len(those) <= max(2, COMMON * len(papers)):
            for pair in permutations(those, 2):
                shared[pair][item] = (len(those) - 2) / len(papers)
    return shared


def _evidence(own: Errors, other: Errors, shares: Mapping[Item, float], others: Classmates) -> float:
    """How much likelier, as a logarithm, wrong answers are if some are those of the other paper."""
    questions: defaultdict[int, list[float | None]] = defaultdict(list)
    for item, value in own.wrong.items():
        chance = _chance(own, other, item, shares.get(item, 1.0), others) if other.wrong.get(item) == value else None
        questions[own.answers[item[0]].part.question].append(chance)
    chances = [_of_question(found) for found in questions.values()]
    return max(sum(weight(chance, habit) for chance in chances) for habit in HABITS)


def _of_question(chances: Collection[float | None]) -> float | None:
    """The chance that one of the wrong answers to a question is shared, the rarest that is; None if none is."""
    shared = [chance for chance in chances if chance is not None]
    return max(LEAST, min(1.0, len(chances) * min(shared))) if shared else None


def _chance(own: Errors, other: Errors, item: Item, share: float, others: Classmates) -> float:
    """How likely two papers have this wrong value in common by chance."""
    part, value = own.answers[item[0]].part, own.wrong[item]
    rights = [others.keys[one.u0].answers[item[0]][item[1]] for one in (own, other)]
    if share == 1 or is_right(part, *rights):
        return 1.0
    alike = [others.frequency(part, item, right, others.near(part, item, right)) for right in rights]
    known = others.frequency(part, item, value, others.near(part, item, value))
    return max(share, known, *alike, *(coincidence(part, right, value, value) for right in rights))
