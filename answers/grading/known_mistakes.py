"""Which known mistakes explain a paper? The fewest worlds in which its wrong answers are right, if chance does not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log
from statistics import fmean

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.question import Part, World
from answers.grading.answer import Answers, Item
from answers.grading.coincidence import coincidence
from answers.grading.mark import is_right, is_rounded
from answers.grading.worlds import Explanation, VariantOf, wrong_items
from answers.kinds.reading import Value
from answers.paper import PartMarks

FALSE = 0.05
"""The chance, at most, that one of all the mistakes tried for a paper is named though nobody made it. In simulations it
is a tenth of this: `coincidence` overrates most chances."""
APART = log(5)
"""How much more evidence than for any other mistake: below, nobody can say which of the two was made."""
HABITS = (0.95, 0.5)
"""How often somebody makes a mistake that they make: nearly always, or every other time."""
LEAST = 1e-3
"""No single answer is rarer: of wrong ones, one in a thousand has some other reason that leads to the same value."""
MISSED = 0.0
"""In the place of a chance: a wrong answer that the mistake does not explain."""


def known_mistakes(
    exam: Exam, key: Key, answers: Answers, parts: Mapping[str, PartMarks], variant_of: VariantOf
) -> tuple[Explanation, ...]:
    """Return the fewest known mistakes that explain the wrong items of a paper, each with its own and with its rivals.

    A mistake is told when the answers to one part, or to all parts with a wrong answer that it changes, are evidence
    enough for it. The evidence is a likelihood ratio, whose mean is 1 where all is chance: it reaches 20 n in one paper
    of 20 n at most, so that of n mistakes that are tried one reaches it in one of 20. Mistakes with a fifth of that
    evidence or more are rivals: where two agree to the tolerance nothing tells them apart. A mistake counts only where
    it changes an item by more than the tolerance. What it changes and does not explain counts against it, whether
    right, otherwise wrong or blank: so that a right answer that is added changes nothing.

    Notes
    -----
    Greedy: the mistake with most evidence comes first, then that with most for what is left. Not guaranteed: that the
    student made the mistake, or that wrong answers spread as `coincidence` supposes.
    """
    looked_at = tuple(_items(key, answers, wrong_items(parts)))
    return tuple(_cover(tuple(_suspects(exam, key, looked_at, variant_of)), [one.item for one in looked_at]))


def evidence(suspect: "Suspect", items: Iterable[Item]) -> float:
    """Return how much likelier, as a logarithm, a suspected mistake makes the answers to some items.

    By chance one answer in two is right.
    """
    chances = [suspect.chances[item] for item in items if item in suspect.chances]
    return log(fmean(exp(sum(_weight(chance, habit) for chance in chances)) for habit in HABITS))


@dataclass(frozen=True, slots=True)
class Suspect:
    """A world that may explain answers.

    Attributes
    ----------
    chances
        For each item that the world changes, the chance that a wrong answer is right there by coincidence; 0 for one
        that is wrong there too, None for one that is right for the student's own seed, unreadable or blank.
    rounded
        Those of the items that are right there but for too few digits.
    granted
        For each part, the chance that it has a wrong answer, as those that are looked at have.
    """

    world: World
    chances: Mapping[Item, float | None]
    rounded: frozenset[Item]
    granted: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Answered:
    """An item of a part with a wrong answer, and the answer if it is wrong itself, with the text it was read from."""

    item: Item
    part: Part
    true: Value
    value: Value | None
    raw: str


def _items(key: Key, answers: Answers, wrong: Sequence[Item]) -> Iterator[_Answered]:
    """All items of the parts with a wrong answer."""
    for part_id in dict.fromkeys(part_id for part_id, _ in wrong):
        answer = answers[part_id]
        for index, (true, value) in enumerate(zip(key.answers[part_id], answer.values, strict=True)):
            item = (part_id, index)
            yield _Answered(item, answer.part, true, value if item in wrong else None, answer.text)


def _suspects(exam: Exam, key: Key, answers: Sequence[_Answered], variant_of: VariantOf) -> Iterator[Suspect]:
    granted = {one.item[0]: 1 - 0.5**one.part.count for one in answers}
    for slug, parts in _tried(exam, tuple(granted)):
        variant = variant_of(replace(key.world, mistakes=(slug,)), parts)
        if variant is not None:
            suspect = _suspect(variant, [one for one in answers if one.item[0] in parts], granted)
            if any(chance is not None for chance in suspect.chances.values()):
                yield suspect


def _tried(exam: Exam, asked: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The mistakes that some parts may be in, each with those of the parts."""
    if asked:
        yield from ((misreading.slug, asked) for misreading in exam.misreadings)
    for question in exam.questions:
        parts = tuple(part.id for part in question.parts if part.id in asked)
        if parts:
            yield from ((one.slug, parts) for one in question.mistakes)


def _suspect(variant: Key, answers: Iterable[_Answered], granted: Mapping[str, float]) -> Suspect:
    chances: dict[Item, float | None] = {}
    rounded = set()
    for answer in answers:
        (part_id, index), part, value = answer.item, answer.part, answer.value
        other = variant.answers[part_id][index]
        if other == answer.true or is_right(part, answer.true, other):
            continue
        if value is None:
            chances[answer.item] = None
        elif (is_exact := is_right(part, other, value)) or _is_rounded(answer, other, value):
            chances[answer.item] = max(coincidence(part, answer.true, other, value, answer.raw), LEAST)
            rounded |= set() if is_exact else {answer.item}
        else:
            chances[answer.item] = MISSED
    return Suspect(variant.world, chances, frozenset(rounded), granted)


def _is_rounded(answer: _Answered, other: Value, value: Value) -> bool:
    """Whether the answer is another world's value written with too few digits, and not the right one as well."""
    part, raw = answer.part, answer.raw
    return is_rounded(part, other, value, raw) and not is_rounded(part, answer.true, value, raw)


def _weight(chance: float | None, habit: float) -> float:
    if chance:
        return log(2 * habit / chance + 1 - habit)
    return log(1 - habit)


def _cover(suspects: Sequence[Suspect], items: Sequence[Item]) -> Iterator[Explanation]:
    left, enough = list(items), log(max(len(suspects), 1) / FALSE)
    while True:
        best = max((_case(one, left) for one in suspects), key=lambda case: case.evidence, default=NO_CASE)
        if best.evidence < enough:
            return
        rivals = tuple(_rivals(best, suspects))
        explained = [item for item in (best.scope if rivals else left) if best.suspect.chances.get(item)]
        yield _explanation(best.suspect, rivals, explained)
        left = [item for item in left if item not in explained]


def _explanation(suspect: Suspect, rivals: tuple[Suspect, ...], items: Iterable[Item]) -> Explanation:
    """What a suspect explains, if it has rivals what all explain."""
    shared = [item for item in items if all(rival.chances.get(item) for rival in rivals)]
    rounded = suspect.rounded.union(*(rival.rounded for rival in rivals))
    exact = tuple(item for item in shared if item not in rounded)
    worlds = tuple(rival.world for rival in rivals)
    return Explanation(suspect.world, exact, tuple(item for item in shared if item in rounded), worlds)


def _rivals(best: "_Case", suspects: Iterable[Suspect]) -> Iterator[Suspect]:
    """The other mistakes that may as well have been made where the one that was found has most evidence."""
    most = evidence(best.suspect, best.scope)
    for one in suspects:
        rival = _as_sharp(one, best.suspect)
        if one.world != best.suspect.world and most - evidence(rival, best.scope) < APART:
            yield one


def _as_sharp(rival: Suspect, suspect: Suspect) -> Suspect:
    """A rival as strong as the suspect wherever both are right: two worlds that agree to the tolerance are one."""
    chances = {item: suspect.chances.get(item) if chance else chance for item, chance in rival.chances.items()}
    return replace(rival, chances=chances)


@dataclass(frozen=True, slots=True)
class _Case:
    """The best case against a suspect: all that it changes, or a single part, and what a bet of 1 on it comes to."""

    suspect: Suspect
    scope: tuple[Item, ...]
    evidence: float


NO_CASE = _Case(Suspect(World(0), {}, frozenset(), {}), (), -inf)


def _case(suspect: Suspect, left: Iterable[Item]) -> _Case:
    """Half of the stake is on all that the suspect changes, the other half shared between the parts."""
    changed = tuple(item for item in left if item in suspect.chances)
    parts = tuple(dict.fromkeys(part_id for part_id, _ in changed))
    if len(parts) <= 1:
        return _bet(suspect, changed, 1)
    of_parts = (tuple(item for item in changed if item[0] == part_id) for part_id in parts)
    bets = (_bet(suspect, changed, 2), *(_bet(suspect, one, 2 * len(parts)) for one in of_parts))
    return max(bets, key=lambda case: case.evidence)


def _bet(suspect: Suspect, scope: tuple[Item, ...], price: int) -> _Case:
    granted = sum(log(suspect.granted[part_id]) for part_id in {part_id for part_id, _ in scope})
    return _Case(suspect, scope, evidence(suspect, scope) + granted - log(price))
