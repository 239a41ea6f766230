"""Draw fair seeds for a class: few answers shared by students, fewest by neighbours, equal difficulty.

A seed is the number u₀ that determines a student's exam. Seeds are compared by the points that the right answers to one
earn on the paper of another. CorrigeError is raised if there are too few candidate seeds.
"""

import hmac
import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise
from statistics import fmean
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from answers.classroom.db import reading, save_setting, setting, transaction
from answers.classroom.folder import ClassData, save_seeds
from answers.classroom.roster import Enrollment, draw_seeds, free_seeds, natural_key, seat
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key_cache import load_or_compute, save
from answers.exam.question import Part
from answers.executors.workers import SERIAL, ParallelMap
from answers.kinds.numbers.numbers import Codes, Numbers
from answers.kinds.parsing import Value, Values
from answers.messages import Message

Points: TypeAlias = NDArray[np.float64]
"""Points of the exam, for each seed or each pair of seeds."""
Agreement: TypeAlias = NDArray[np.bool_]
"""Whether two answers agree, for each pair."""
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""Pairs of indices."""
ROUNDING = 1e-12
"""The relative slack with which a difference equal to the tolerance still counts as within it."""

MOST_EXCHANGES = 500
"""The most exchanges of chosen candidates in one search."""
LEAST_GAIN = 1e-9
"""The least decrease of a cost for which two candidates are exchanged."""
LEAST_GAIN_OF_PLACES = 1e-12
"""The least decrease of a cost for which the seeds of two places in the room are exchanged."""
STARTS = 8
"""The number of greedy searches, each from another first candidate; the best result counts."""
RANDOM_CLASSES = 100
"""Number of random classes; the facts of a class are compared with their means."""


@dataclass(frozen=True, slots=True)
class SharedPoints:
    """The points of the exam that the right answers to one seed earn on the paper of another, for m seeds."""

    copied: Points
    """Shape (m, m): points of the right answers to seed i on the paper of seed j, or the reverse if more; 0 for i=j."""
    guessed: Points
    """Shape (m,): the points of a paper that has for each item the answer most often right among the m seeds."""


def shared_points(exam: Exam, answers: Sequence[Mapping[str, Values]]) -> SharedPoints:
    """Return the points that seeds share, given the right answers of each seed by part.

    Answers agree within the tolerance, as in marking, but in double precision. Further right answers, which some
    questions accept by a property, are not counted.
    """
    count = len(answers)
    copied, guessed = np.zeros((count, count)), np.zeros(count)
    for part in exam.parts:
        agreements = [_agreement(part, [key[part.id][index] for key in answers]) for index in range(part.count)]
        points = float(part.points)
        # The guess for an item is the value that agrees with most other values.
        same = [agreement[:, agreement.sum(axis=0).argmax()] for agreement in agreements]
        if part.all_or_nothing:
            copied += points * np.logical_and.reduce(agreements)
            guessed += points * np.logical_and.reduce(same)
        else:
            copied += points / part.count * np.sum(agreements, axis=0)
            guessed += points / part.count * np.sum(same, axis=0)
    copied = np.maximum(copied, copied.T)
    np.fill_diagonal(copied, 0)
    return SharedPoints(copied, guessed)


def _agreement(part: Part, values: Sequence[Value]) -> Agreement:
    """Return an array of shape (m, m): whether the answer of seed j is right where that of seed i is expected."""
    positions: dict[Value, int] = {}
    codes = np.array([positions.setdefault(value, len(positions)) for value in values])
    tolerance, distinct = part.tolerance, list(positions)
    agreement: Agreement = np.eye(len(distinct), dtype=bool)
    if not isinstance(part.kind, Numbers | Codes):
        pairs = [[part.kind.agrees(expected, answer, tolerance) for answer in distinct] for expected in distinct]
        agreement = np.array(pairs, dtype=bool)
    elif tolerance.absolute or tolerance.relative:
        numbers = np.array([float(value) for value in distinct if not isinstance(value, tuple | str)])
        allowed = float(tolerance.absolute) + float(tolerance.relative) * np.abs(numbers)
        slack = ROUNDING * np.maximum(1, np.abs(numbers))
        agreement = agreement | (np.abs(numbers[None, :] - numbers[:, None]) <= (allowed + slack)[:, None])
    result: Agreement = agreement[np.ix_(codes, codes)]
    return result


def choose_seeds(shared: SharedPoints, count: int, fixed: Sequence[int] = ()) -> tuple[int, ...]:
    """Choose `count` seeds in addition to the `fixed` ones, and return the indices of the new ones.

    The cost is the sum, over pairs of seeds of the class, new or fixed, of the squared points that they share, plus,
    for each new seed, the squared distance of its points by guessing from the median, times the number of seeds of the
    class. A greedy search from several first seeds adds the cheapest seed each time; then new seeds are exchanged while
    this lowers the cost. The least cost is not guaranteed. Raises ValueError if there are too few seeds.

    Source: greedy construction and best-improvement exchange, for the maximum diversity problem: Martí, Gallego, Duarte
    and Pardo, Heuristics and metaheuristics for the maximum diversity problem, 2013.
    """
    total = len(shared.guessed)
    if count > total - len(fixed):
        raise ValueError(f"{count} of {total - len(fixed)} candidates")
    if not count:
        return ()
    pairs = shared.copied**2
    uneven = (count + len(fixed)) * (shared.guessed - np.median(shared.guessed)) ** 2
    alone = uneven + pairs[:, list(fixed)].sum(axis=1)
    alone[list(fixed)] = np.inf  # the cost of each candidate by itself, infinite if it may not be chosen
    likely = np.argsort(alone + pairs.mean(axis=1) * count, kind="stable")[: min(STARTS, total - len(fixed))]
    tries = list[list[int]]()
    for first in map(int, likely):
        chosen, costs = [first], alone + pairs[:, first]
        while len(chosen) < count:  # add the cheapest candidate
            costs[chosen[-1]] = np.inf
            chosen.append(int(costs.argmin()))
            costs += pairs[:, chosen[-1]]
        costs = alone + pairs[:, chosen].sum(axis=1)
        for _ in range(MOST_EXCHANGES):  # make the best exchange, while one helps
            outside = np.setdiff1d(np.flatnonzero(np.isfinite(alone)), chosen)
            change = costs[outside, None] - pairs[outside][:, chosen] - costs[chosen][None, :]
            if not change.size or change.min() >= -LEAST_GAIN:
                break
            new, old = np.unravel_index(int(change.argmin()), change.shape)
            costs += pairs[:, outside[new]] - pairs[:, chosen[old]]
            chosen[old] = int(outside[new])
        tries.append(chosen)

    def cost(chosen: list[int]) -> float:
        places = np.array(chosen)
        return float(alone[chosen].sum() + pairs[np.ix_(places, places)].sum() / 2)

    best = min(tries, key=cost)
    return tuple(best)


@dataclass(frozen=True, slots=True)
class Fact:
    """A number of points that describes the seeds of a class, and its mean over random classes of the same size.

    `slug` says which number, such as the mean number of points that two students share (`seed_facts` has the list).
    """

    slug: str
    value: float
    random: float


def seed_facts(shared: SharedPoints, seeds: Sequence[int], beside: Pairs, source: random.Random) -> tuple[Fact, ...]:
    """Return facts about the seeds of a class: points that students share, and spread of the points by guessing.

    They are the mean and the largest number of points that two students share, the same for neighbours, and the
    standard deviation of the points earned by the most frequent answers (`SharedPoints.guessed`). `shared` is about
    random seeds, from which those of the class were chosen: `seeds` are the indices in `shared` of the seeds of
    the class, at least two. `beside` has the pairs of neighbours, as indices in `seeds`. The random classes with which
    the class is compared are drawn from all seeds of `shared`, by `source`.
    """
    random_classes = [source.sample(range(len(shared.guessed)), len(seeds)) for _ in range(RANDOM_CLASSES)]
    figures = _figures(shared, seeds, beside)
    random_figures = [_figures(shared, random_class, beside) for random_class in random_classes]
    return tuple(Fact(slug, value, fmean(each[slug] for each in random_figures)) for slug, value in figures.items())


def _figures(shared: SharedPoints, seeds: Sequence[int], beside: Pairs) -> dict[str, float]:
    places = np.asarray(seeds)
    among: Points = shared.copied[np.ix_(places, places)]
    pairs = among[np.triu_indices(len(places), 1)]
    near = np.array([among[a, b] for a, b in beside])
    return {
        "shared-mean": float(pairs.mean()),
        "shared-most": float(pairs.max()),
        "neighbours-mean": float(near.mean()),
        "neighbours-most": float(near.max()),
        "guessed-deviation": float(shared.guessed[places].std()),
    }


MOST_ROUNDS, MOST_TRIES = 6, 500_000
"""The most rounds of exchanges, and the most exchanges in all; there is at least one round."""


def neighbours(enrollments: Sequence[Enrollment]) -> Pairs:
    """Return the pairs of students with consecutive seats, or, without any seat, with consecutive lines in the list.

    Students are indices of `enrollments`.
    """
    order = list(range(len(enrollments)))
    if any(map(seat, enrollments)):
        order.sort(key=lambda at: natural_key(seat(enrollments[at])))
    return tuple(pairwise(order))


def arrange_seeds(
    copied: Points, seeds: Sequence[int], beside: Pairs, movable: Iterable[int], source: random.Random
) -> list[int]:
    """Return seeds in another order, so that neighbouring students share few points.

    A seed is an index of `copied`, an array of shape (m, m) with the points that two seeds share. `beside` are the
    pairs of neighbouring positions in `seeds`. Seeds at `movable` positions are exchanged while this lowers the sum of
    squared points that neighbours share; the least possible sum is not guaranteed.
    """
    order = list(seeds)
    near: list[list[int]] = [[] for _ in order]
    for a, b in beside:
        near[a].append(b)
        near[b].append(a)
    costs = (copied**2).tolist()
    places = list(movable)
    source.shuffle(places)

    def cost(at: int, other: int) -> float:
        """Return the sum of the squared points of the pairs of neighbours that have one of two places."""
        first = sum(costs[order[at]][order[neighbour]] for neighbour in near[at])
        second = sum(costs[order[other]][order[neighbour]] for neighbour in near[other] if neighbour != at)
        return float(first + second)

    for _ in range(max(1, min(MOST_ROUNDS, MOST_TRIES // max(1, len(places) ** 2 // 2)))):
        improved = False
        for a, b in combinations(places, 2):
            before = cost(a, b)
            order[a], order[b] = order[b], order[a]
            if cost(a, b) < before - LEAST_GAIN_OF_PLACES:
                improved = True
            else:
                order[a], order[b] = order[b], order[a]
        if not improved:
            break
    return order


FAIRNESS = "fairness"
"""The setting of the store with the seeds assigned last, and the facts about them, as JSON."""
PER_STUDENT = 4
"""The number of candidates for each student."""
MOST_COMPARED = 1_000
"""The largest class whose seeds are compared; the keys of a larger one would take minutes."""
ENOUGH = 600
"""The usual limit of the number of candidates; larger classes have a quarter more candidates than students."""


@dataclass(frozen=True, slots=True)
class SeedAssignment:
    """The students with their seeds, and facts that compare the seeds with random ones; () if not compared."""

    enrollments: tuple[Enrollment, ...]
    facts: tuple[Fact, ...] = ()


def usual_candidates(count: int) -> int:
    """Return the number of candidates compared for `count` new seeds: 4 for each, fewer above 150, 0 above 1000."""
    if count > MOST_COMPARED:
        return 0
    return max(min(PER_STUDENT * count, ENOUGH), count + -(-count // 4))


def seed_source(class_data: ClassData, former: Iterable[int] = ()) -> random.Random:
    """Return a random number generator seeded by the secret of the class, which gives the same numbers each time.

    For a redraw, `former` has the seeds that are replaced, and the numbers are others than those that gave these seeds.
    """
    message = " ".join((f"seeds of {class_data.exam.name}", *map(str, former))).encode()
    return random.Random(hmac.digest(class_data.settings.secret.encode(), message, "sha256"))


def fair_seeds(
    class_data: ClassData,
    source: random.Random,
    *,
    candidates: int | None = None,
    former: Sequence[int] = (),
    parallel_map: ParallelMap = SERIAL,
    progress: Callable[[int], None] = lambda _: None,
) -> SeedAssignment:
    """Return the students with a fair seed for each student who had none; other seeds stay, and nothing is saved.

    Candidates are drawn from `source` among the free seeds; degenerate ones are dropped. The chosen candidates share
    few points with each other and with the seeds of the class, and their points by guessing (`SharedPoints.guessed`)
    are near the median. They are assigned so that neighbours, by seat or else in the list, share few points.
    `candidates` is the number drawn, None for `usual_candidates`; 0 takes the first seeds drawn. `former` seeds, which
    a redraw replaces, are not free. `progress` is called with the number of keys computed.
    """
    missing = [at for at, enrollment in enumerate(class_data.enrollments) if enrollment.u0 is None]
    count = usual_candidates(len(missing)) if candidates is None else candidates
    if not count or len(class_data.enrollments) < 2:
        return SeedAssignment(draw_seeds(class_data.enrollments, class_data.exam.model_seed, source, former))
    free = free_seeds(class_data.enrollments, class_data.exam.model_seed, former)
    drawn = source.sample(free, min(count, len(free)))

    # Compute the keys of the seeds of the class and of the candidates.
    assigned = [enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None]
    seeds, answers = list(dict.fromkeys((*assigned, *drawn))), dict[int, Mapping[str, Values]]()
    compute = partial(_computed_keys, class_data.load)
    # The first seed is computed alone, since otherwise every process would compile the solvers.
    computed = (result for some in (seeds[:1], seeds[1:]) for result in parallel_map(compute, some))
    for done, (u0, answers_of_seed, is_degenerate, key_bytes) in enumerate(computed, start=1):
        save(class_data.exam, u0, key_bytes)
        progress(done)
        if u0 in assigned or not is_degenerate:
            answers[u0] = answers_of_seed
    spare = len(answers) - len(set(assigned))
    if spare < len(missing):
        cause = Message(
            "there are only {spare} usable candidate seeds for {count} student",
            plural="there are only {spare} usable candidate seeds for {count} students",
            spare=spare,
            count=len(missing),
        )
        raise CorrigeError.single(cause, remedy="compare more seeds with --candidates N")

    # Choose among the candidates, and assign the chosen seeds to students.
    enrollments, seeds = class_data.enrollments, list(answers)
    shared = shared_points(class_data.exam, list(answers.values()))
    fixed = {at: seeds.index(enrollment.u0) for at, enrollment in enumerate(enrollments) if enrollment.u0 is not None}
    new = iter(choose_seeds(shared, len(missing), tuple(fixed.values())))
    indices = [fixed[at] if at in fixed else next(new) for at in range(len(enrollments))]
    beside = neighbours(enrollments)
    order = arrange_seeds(shared.copied, indices, beside, missing, source)
    chosen = tuple(replace(enrollment, u0=seeds[at]) for enrollment, at in zip(enrollments, order, strict=True))
    return SeedAssignment(chosen, seed_facts(shared, order, beside, source))


def _computed_keys(
    load: Callable[[], Exam], seeds: Sequence[int]
) -> list[tuple[int, Mapping[str, Values], bool, bytes | None]]:
    """Return seeds with their answers, whether they are degenerate, and their keys as bytes; called in a worker."""
    exam = load()
    computed = (load_or_compute(exam, u0) for u0 in seeds)
    return [(key.u0, key.answers, bool(key.flags), key_bytes) for key, key_bytes in computed]


def save_assignment(class_data: ClassData, assignment: SeedAssignment) -> None:
    """Save the seeds of a class, and in its store the facts (`Fact`), such as how many points two students share."""
    seeds = {enrollment.student.id: enrollment.u0 for enrollment in assignment.enrollments}
    save_seeds(class_data, assignment.enrollments)
    with transaction(class_data.folder) as connection:
        save_setting(connection, FAIRNESS, json.dumps({"seeds": seeds, "facts": facts_json(assignment.facts)}))


def facts_json(facts: Iterable[Fact]) -> list[dict[str, object]]:
    """Return the facts about the seeds of a class as JSON: of each the slug, its value, and that of random classes."""
    return [{"fact": fact.slug, "value": fact.value, "random": fact.random} for fact in facts]


def read_fairness(class_data: ClassData) -> tuple[Fact, ...]:
    """Return the facts saved when the seeds were assigned; () if seeds have changed since, or were not compared."""
    with reading(class_data.folder) as connection:
        text = setting(connection, FAIRNESS)
    try:
        document = json.loads(text or "{}")
        if document.get("seeds") != {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments}:
            return ()
        return tuple(Fact(str(fact["fact"]), float(fact["value"]), float(fact["random"])) for fact in document["facts"])
    except (ValueError, KeyError, TypeError, AttributeError):  # imported from a damaged file of an earlier version
        return ()
