"""Which known mistakes explain a paper? The fewest worlds in which its wrong answers are right, if chance does not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import inf, log

from answers.exam.exam import Exam
from answers.exam.key import Key
from answers.exam.world import World
from answers.grading.answer import Answers, Item
from answers.grading.evidence import Answered, Suspect, answered, evidence, suspect
from answers.grading.worlds import Explanation, VariantOf, wrong_items
from answers.paper import PartMarks

FALSE = 0.05
"""The chance, at most, that one of all the mistakes tried for a paper is named though nobody made it. In simulations it
is a tenth of this: `coincidence` overrates most chances."""
APART = log(5)
"""How much more evidence than for any other mistake: below, nobody can say which of the two was made."""


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
    looked_at = tuple(answered(key, answers, wrong_items(parts)))
    granted = {one.item[0]: log(1 - 0.5**one.part.count) for one in looked_at}
    suspects = tuple(_suspects(exam, key, looked_at, variant_of))
    return tuple(_cover(suspects, [one.item for one in looked_at], granted))


def _suspects(exam: Exam, key: Key, looked_at: Sequence[Answered], variant_of: VariantOf) -> Iterator[Suspect]:
    asked = tuple(dict.fromkeys(one.item[0] for one in looked_at))
    for slug, parts in _tried(exam, asked):
        variant = variant_of(replace(key.world, mistakes=(slug,)), parts)
        if variant is not None:
            found = suspect(variant, [one for one in looked_at if one.item[0] in parts])
            if any(chance is not None for chance in found.chances.values()):
                yield found


def _tried(exam: Exam, asked: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The mistakes that some parts may be in, each with those of the parts."""
    if asked:
        yield from ((misreading.slug, asked) for misreading in exam.misreadings)
    for question in exam.questions:
        parts = tuple(part.id for part in question.parts if part.id in asked)
        if parts:
            yield from ((one.slug, parts) for one in question.mistakes)


def _cover(suspects: Sequence[Suspect], items: Sequence[Item], granted: Mapping[str, float]) -> Iterator[Explanation]:
    """The explanations; `granted` is the chance, as a logarithm, that a part has a wrong answer, as those here have."""
    left, enough = list(items), log(max(len(suspects), 1) / FALSE)
    while True:
        best = max((_case(one, left, granted) for one in suspects), key=lambda case: case.evidence, default=NO_CASE)
        if best.evidence < enough:
            return
        rivals = tuple(_rivals(best, suspects))
        likely = _likelier_than_chance(best.suspect, best.scope if rivals else left)
        explained = [item for item in likely if best.suspect.chances.get(item)]
        yield _explanation(best.suspect, rivals, explained)
        left = [item for item in left if item not in explained]


def _likelier_than_chance(one: Suspect, items: Iterable[Item]) -> Iterator[Item]:
    """The items of parts that speak for a suspect: where right answers contradict it, nothing is told."""
    for _, part in groupby(items, key=lambda item: item[0]):
        of_part = tuple(part)
        if evidence(one, of_part) > 0:
            yield from of_part


def _explanation(best: Suspect, rivals: tuple[Suspect, ...], items: Iterable[Item]) -> Explanation:
    """What a suspect explains, if it has rivals what all explain."""
    shared = [item for item in items if all(rival.chances.get(item) for rival in rivals)]
    rounded = best.rounded.union(*(rival.rounded for rival in rivals))
    exact = tuple(item for item in shared if item not in rounded)
    worlds = tuple(rival.world for rival in rivals)
    return Explanation(best.world, exact, tuple(item for item in shared if item in rounded), worlds)


def _rivals(best: "_Case", suspects: Iterable[Suspect]) -> Iterator[Suspect]:
    """The other mistakes that may as well have been made where the one that was found has most evidence."""
    most = evidence(best.suspect, best.scope)
    for one in suspects:
        rival = _as_sharp(one, best.suspect)
        if one.world != best.suspect.world and most - evidence(rival, best.scope) < APART:
            yield one


def _as_sharp(rival: Suspect, best: Suspect) -> Suspect:
    """A rival as strong as the suspect wherever both are right: two worlds that agree to the tolerance are one."""
    chances = {item: best.chances.get(item) if chance else chance for item, chance in rival.chances.items()}
    return replace(rival, chances=chances)


@dataclass(frozen=True, slots=True)
class _Case:
    """The best case against a suspect: all that it changes, or a single part, and what a bet of 1 on it comes to."""

    suspect: Suspect
    scope: tuple[Item, ...]
    evidence: float


NO_CASE = _Case(Suspect(World(0), {}, frozenset()), (), -inf)


def _case(one: Suspect, left: Iterable[Item], granted: Mapping[str, float]) -> _Case:
    """Half of the stake is on all that the suspect changes, the other half shared between the parts."""
    changed = tuple(item for item in left if item in one.chances)
    parts = tuple(dict.fromkeys(part_id for part_id, _ in changed))

    def bet(scope: tuple[Item, ...], price: int) -> _Case:
        known = sum(granted[part_id] for part_id in {part_id for part_id, _ in scope})
        return _Case(one, scope, evidence(one, scope) + known - log(price))

    if len(parts) <= 1:
        return bet(changed, 1)
    of_parts = (tuple(item for item in changed if item[0] == part_id) for part_id in parts)
    bets = (bet(changed, 2), *(bet(part, 2 * len(parts)) for part in of_parts))
    return max(bets, key=lambda case: case.evidence)
