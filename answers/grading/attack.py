"""Search for a paper that earns points by follow-through although nothing was solved.

Its early answers are chosen so that later answers follow from them without work.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain, islice
from math import inf
from time import monotonic

from answers.exam.exam import Exam
from answers.exam.key import Key, make_key
from answers.exam.question import Part
from answers.exam.scenario import Scenario
from answers.grading.diagnosis import diagnose
from answers.grading.follow_through import numbers_in
from answers.grading.mark import Item, Written, domain_of, mark, parse_responses
from answers.grading.scenario_keys import ScenarioKeys
from answers.kinds.parsing import Value, Values

PROBES = 3  # number of seeds with which an attack is searched; an answer is constant if it is the same for all of them
SEEDS = 50  # number of seeds with which the best attack is measured
LIMIT = Fraction(1, 2)  # greatest number of points, of 20, that an attack may earn beyond chance
USUAL = tuple(map(Fraction, (0, 1, 2, 10, 100, -1, 0.5)))
CHOICES = 20  # number of choices of early answers that are tried for each group of parts that depend on the same ones
ANOTHER_SEED = 40_019  # the seed with right answers that are tried as early answers


@dataclass(frozen=True, slots=True)
class Attack:
    """The paper, written without solving anything, that gains most by follow-through.

    `written` has its texts for the first seed, by part id. `mean` and `most` are the points, of 20, that follow-through
    and known mistakes add, over `seeds` seeds.
    """

    exam: Exam
    seeds: int
    written: Written
    mean: Fraction
    most: Fraction

    @property
    def is_met(self) -> bool:
        """Whether the mean gain is at most half a point of 20; always if the exam keeps its document's questions."""
        return self.exam.as_printed or self.mean <= LIMIT


@dataclass(frozen=True, slots=True)
class _Plan:
    """A rule by which a paper without work is written for any seed."""

    early: Mapping[str, tuple[Value | None, ...]]
    constant: Mapping[Item, Value]
    printed: frozenset[Item] = frozenset()

    def joined(self, other: "_Plan") -> "_Plan":
        """Return a plan with the answers of both plans; early answers of this plan win."""
        return _Plan({**other.early, **self.early}, {**other.constant, **self.constant}, self.printed | other.printed)


class _Search:
    """The search for the best plan of an exam, with the keys of seeds and scenarios."""

    def __init__(self, exam: Exam, probes: Sequence[int]) -> None:
        self.exam, self.probes = exam, probes
        self.key_of = cache(partial(make_key, exam))
        self.scenario_key = ScenarioKeys(exam)

    def plans(self) -> Iterator[_Plan]:
        """Yield a plan for each group of parts that depend on the same parts and each choice of early answers."""
        groups: dict[tuple[str, ...], list[str]] = {}
        for part in self.exam.parts:
            if part.depends_on:
                groups.setdefault(part.depends_on, []).append(part.id)
        for earlier, later in groups.items():
            for early in islice(self.choices(earlier), CHOICES):
                plan = self.plan(early, tuple(later))
                if plan is not None:
                    yield plan

    def choices(self, earlier: Sequence[str]) -> Iterator[Mapping[str, tuple[Value | None, ...]]]:
        """Yield early answers: one value everywhere, two values, and these with the student's own first answers."""
        parts = [self.exam.part(part_id) for part_id in earlier]
        known = [self.values(part) for part in parts]
        for at in range(max(map(len, known))):
            for other in (at, *(other for other in range(max(map(len, known))) if other != at)):
                picked = [values[(at if i < len(parts) - 1 else other) % len(values)] for i, values in enumerate(known)]
                early: dict[str, tuple[Value | None, ...]] = {
                    part.id: (value,) * part.count for part, value in zip(parts, picked, strict=True)
                }
                yield early
                if other == at:  # with the student's own right value, which is easy to find, for the first item: u(0)
                    yield {**early, parts[0].id: (None, *early[parts[0].id][1:])}

    def values(self, part: Part) -> list[Value]:
        """Return values to try for an early item: usual numbers, ends of the domain, and the value of another seed."""
        theirs = make_key(self.exam, ANOTHER_SEED, parts=[part.id]).answers[part.id][0]
        domain = domain_of(part)
        if domain is None:
            shorter = [theirs[:1], theirs[:2]] if isinstance(theirs, tuple) else []
            return [theirs, *shorter]
        ends = [Fraction(end) for end in (domain.low, domain.high) if end is not None]
        return [value for value in dict.fromkeys((*USUAL, *ends)) if domain.fits(value)] + [theirs]

    def plan(self, early: Mapping[str, tuple[Value | None, ...]], later: tuple[str, ...]) -> _Plan | None:
        """Return the plan with early answers and all later answers that they make easy; None if there are none."""
        by_probe: list[tuple[Key, Mapping[str, Values]]] = []
        for u0 in self.probes:
            key = self.key_of(u0)
            variant = self.scenario_key(Scenario(u0, (), overridden(early, key)), later)
            by_probe.append((key, variant.answers if variant else {}))
        constant: dict[Item, Value] = {}
        printed = set()
        for part_id in later:
            if not all(part_id in answers for _, answers in by_probe):
                continue
            for index in range(self.exam.part(part_id).count):
                values = [answers[part_id][index] for _, answers in by_probe]
                if len(set(values)) == 1:
                    constant[part_id, index] = values[0]
                elif all(answers[part_id][index] in numbers_in(key.params) for key, answers in by_probe):
                    printed.add((part_id, index))
        return _Plan(early, constant, frozenset(printed)) if constant or printed else None

    def misconceptions(self) -> Iterator[_Plan]:
        """Yield, for each known mistake, the plan with the answers that the mistake makes the same for all probes."""
        for slug in self.exam.mistakes:
            ids = tuple(part.id for part in self.exam.parts)
            variants = [self.scenario_key(Scenario(u0, (slug,)), ids) for u0 in self.probes]
            answers = [variant.answers for variant in variants if variant is not None]
            if len(answers) == len(self.probes):
                same = {
                    (part_id, index): value
                    for part_id, values in answers[0].items()
                    for index, value in enumerate(values)
                    if all(other[part_id][index] == value for other in answers)
                }
                yield _Plan({}, same)

    def paper(self, plan: _Plan, u0: int) -> Written:
        """Return the texts of a plan's paper for a seed."""
        key = self.key_of(u0)
        written: dict[str, list[str]] = {}
        overrides, texts = overridden(plan.early, key), dict(plan.constant)
        texts |= {(part_id, at): value for part_id, values in overrides for at, value in enumerate(values)}
        if plan.printed:
            ids = tuple(dict.fromkeys(part_id for part_id, _ in plan.printed))
            variant = self.scenario_key(Scenario(u0, (), overrides), ids)
            if variant is not None:
                shown = numbers_in(key.params)
                for part_id, index in plan.printed:
                    if part_id in variant.answers and variant.answers[part_id][index] in shown:
                        texts[part_id, index] = variant.answers[part_id][index]
        for (part_id, index), value in texts.items():
            part = self.exam.part(part_id)
            written.setdefault(part_id, [""] * part.count)[index] = part.kind.format(value, "en")
        return {part_id: tuple(items) for part_id, items in written.items()}

    def mean_gain(self, plan: _Plan, seeds: Sequence[int]) -> tuple[Fraction, Fraction]:
        """Return the mean and the greatest number of points, of 20, that a plan gains without work, over some seeds.

        They are the points that follow-through and known mistakes add.
        """
        gains = []
        for u0 in seeds:
            key, responses = self.key_of(u0), parse_responses(self.exam, self.paper(plan, u0))
            true = mark(self.exam, key, responses)
            parts = diagnose(self.exam, key, responses, true, self.scenario_key)
            added = sum((parts[part_id].score - marks.score for part_id, marks in true.items()), Fraction(0))
            gains.append(20 * added / self.exam.points)
        return sum(gains, Fraction(0)) / len(gains), max(gains)


def overridden(early: Mapping[str, Sequence[Value | None]], key: Key) -> tuple[tuple[str, Values], ...]:
    """Return the answers in `early` as pairs of a part id and values, each None replaced by the value in `key`."""
    return tuple(
        (
            part_id,
            tuple(right if value is None else value for value, right in zip(values, key.answers[part_id], strict=True)),
        )
        for part_id, values in early.items()
    )


def find_attack(exam: Exam, seeds: Sequence[int], seconds: float = inf) -> Attack:
    """Return the paper, written without solving anything, that gains most by follow-through and known mistakes.

    Early answers are tried for each group of parts that depend on the same parts; then, for each known mistake, the
    answers that it makes the same for all seeds. The search ends after `seconds`.
    """
    end, search = monotonic() + seconds, _Search(exam, seeds[:PROBES])
    best: dict[frozenset[str], tuple[Fraction, _Plan]] = {}
    for plan in chain(search.plans(), search.misconceptions()):
        mean, _ = search.mean_gain(plan, search.probes)
        group = frozenset(plan.early)
        if mean > best.get(group, (Fraction(0), plan))[0]:
            best[group] = mean, plan
        if monotonic() > end:
            break
    paper = _Plan({}, {})
    for _, plan in sorted(best.values(), key=lambda pair: -pair[0]):
        both = paper.joined(plan)
        if search.mean_gain(both, search.probes) > search.mean_gain(paper, search.probes):
            paper = both
    mean, most = search.mean_gain(paper, seeds) if best else (Fraction(0), Fraction(0))
    return Attack(exam, len(seeds), search.paper(paper, seeds[0]), mean, most)


def attack_json(attack: Attack) -> dict[str, object]:
    """Return an attack as a JSON document, with points on a scale of 20."""
    return {
        "schema": "corrige/attack/1",
        "exam": attack.exam.name,
        "seeds": attack.seeds,
        "mean": float(attack.mean),
        "most": float(attack.most),
        "limit": float(LIMIT),
        "met": attack.is_met,
        "paper": {part_id: list(texts) for part_id, texts in attack.written.items()},
    }
