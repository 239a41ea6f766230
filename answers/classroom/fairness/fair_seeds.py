"""Seeds for a class that share as little as the exam allows, neighbours least, and are as hard for everybody.

Too few candidates raise CorrigeError.
"""

import hmac
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path

from answers.classroom.fairness.shared_points import Fact, Pairs, Points, choose, facts, shared_points
from answers.classroom.folder import ClassData
from answers.classroom.roster import Enrollment, draw_seeds, free_seeds, natural_key, seat
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key_cache import load_or_compute, save
from answers.executors.workers import SERIAL, ParallelMap
from answers.files import json_of, read_limited
from answers.kinds.parsing import Values
from answers.messages import Message

MOST_ROUNDS, MOST_TRIES = 6, 500_000
"""Times that every exchange is tried, and how many are tried in all; each is tried once."""
LEAST_GAIN = 1e-12


def neighbours(enrollments: Sequence[Enrollment]) -> Pairs:
    """Return the pairs of places in the list of those who follow each other by seat, or without seats in the list."""
    order = list(range(len(enrollments)))
    if any(map(seat, enrollments)):
        order.sort(key=lambda at: natural_key(seat(enrollments[at])))
    return tuple(pairwise(order))


def arrange(
    copied: Points, seeds: Sequence[int], beside: Pairs, movable: Iterable[int], source: random.Random
) -> list[int]:
    """Return `seeds` in an order in which neighbours share least: those of `movable` places exchanged while it helps.

    A seed is a place in `copied`, shape (m, m): the points that two share. `beside` are pairs of neighbouring places.
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
        """What neighbours of two places share, the pair itself counted once."""
        both = sum(costs[order[at]][order[one]] for one in near[at])
        return float(both + sum(costs[order[other]][order[one]] for one in near[other] if one != at))

    for _ in range(max(1, min(MOST_ROUNDS, MOST_TRIES // max(1, len(places) ** 2 // 2)))):
        improved = False
        for a, b in combinations(places, 2):
            before = cost(a, b)
            order[a], order[b] = order[b], order[a]
            if cost(a, b) < before - LEAST_GAIN:
                improved = True
            else:
                order[a], order[b] = order[b], order[a]
        if not improved:
            break
    return order


FAIRNESS = "fairness.json"
SCHEMA = "corrige/fairness/1"
PER_STUDENT = 4
MOST_COMPARED = 1_000
"""Students beyond whom seeds are only drawn: their keys would take minutes."""
ENOUGH = 600
"""Candidates beyond which a class of its own size, and a quarter more, is enough."""


@dataclass(frozen=True, slots=True)
class SeedAssignment:
    """The students, each with a seed, and what the seeds share; nothing when they were not compared."""

    enrollments: tuple[Enrollment, ...]
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class SeedView:
    """A seed, its right answers by part, and whether there is something remarkable about it."""

    u0: int
    answers: Mapping[str, Values]
    is_flagged: bool


def usual_candidates(count: int) -> int:
    """Return how many keys are compared for so many new seeds: 4 each, fewer for a large class, 0 for a huge one."""
    if count > MOST_COMPARED:
        return 0
    return max(min(PER_STUDENT * count, ENOUGH), count + -(-count // 4))


def seed_source(class_data: ClassData) -> random.Random:
    """Return random numbers that only the secret of the class gives: the same seeds every time, for nobody else."""
    message = f"seeds of {class_data.exam.name}".encode()
    return random.Random(hmac.digest(class_data.settings.secret.encode(), message, "sha256"))


def fair_seeds(
    class_data: ClassData,
    source: random.Random,
    *,
    candidates: int | None = None,
    parallel_map: ParallelMap = SERIAL,
    progress: Callable[[int], None] = lambda _: None,
) -> SeedAssignment:
    """Give a seed to each student who has none; those given stay.

    Candidates are drawn from `source`, distinct, those that are free, and those with a flagged key left out. Of
    them those are taken that share least with each other and with the seeds given, and whose guessable points are near
    the median; then they are handed out for neighbours (by seat, else in the list) to share least. By default
    `usual_candidates` are compared; 0 takes the first ones drawn. `progress` is told how many keys are found.
    """
    missing = [at for at, enrollment in enumerate(class_data.enrollments) if enrollment.u0 is None]
    wanted = usual_candidates(len(missing)) if candidates is None else candidates
    if not wanted or len(class_data.enrollments) < 2:
        return SeedAssignment(draw_seeds(class_data.enrollments, class_data.exam.model_seed, source))
    free = free_seeds(class_data.enrollments, class_data.exam.model_seed)
    known = _fit(class_data, source.sample(free, min(wanted, len(free))), parallel_map, progress)
    return _given(class_data, source, known)


def _fit(
    class_data: ClassData, drawn: Sequence[int], parallel_map: ParallelMap, progress: Callable[[int], None]
) -> Mapping[int, SeedView]:
    """The seeds given, and the candidates whose keys are not flagged, with their answers."""
    given = [enrollment.u0 for enrollment in class_data.enrollments if enrollment.u0 is not None]
    seeds = list(dict.fromkeys((*given, *drawn)))
    looks = _looks(class_data, seeds, parallel_map, progress)
    known = {look.u0: look for look in looks if look.u0 in given or not look.is_flagged}
    missing, spare = len(class_data.enrollments) - len(given), len(known) - len(set(given))
    if spare < missing:
        cause = Message(
            "{spare} candidate seeds for {count} student",
            plural="{spare} candidate seeds for {count} students",
            spare=spare,
            count=missing,
        )
        raise CorrigeError.one(cause, remedy="ask for more with --candidates")
    return known


def _given(class_data: ClassData, source: random.Random, known: Mapping[int, SeedView]) -> SeedAssignment:
    """The seeds chosen among the known ones and handed out."""
    enrollments, seeds = class_data.enrollments, list(known)
    shared = shared_points(class_data.exam, [seed_view.answers for seed_view in known.values()])
    missing = [at for at, enrollment in enumerate(enrollments) if enrollment.u0 is None]
    fixed = {at: seeds.index(enrollment.u0) for at, enrollment in enumerate(enrollments) if enrollment.u0 is not None}
    new = iter(choose(shared, len(missing), tuple(fixed.values())))
    taken = [fixed[at] if at in fixed else next(new) for at in range(len(enrollments))]
    beside = neighbours(enrollments)
    order = arrange(shared.copied, taken, beside, missing, source)
    chosen = tuple(replace(enrollment, u0=seeds[at]) for enrollment, at in zip(enrollments, order, strict=True))
    return SeedAssignment(chosen, facts(shared, order, beside, source))


def _looks(
    class_data: ClassData, seeds: Sequence[int], parallel_map: ParallelMap, progress: Callable[[int], None]
) -> Iterator[SeedView]:
    work = partial(_look_at, class_data.load)
    # The first alone: else every process compiles, at the same time, what nobody has compiled here yet.
    looked = (one for some in (seeds[:1], seeds[1:]) for one in parallel_map(work, some))
    for done, (look, sent) in enumerate(looked, start=1):
        save(class_data.exam, look.u0, sent)
        progress(done)
        yield look


def _look_at(load: Callable[[], Exam], seeds: Sequence[int]) -> list[tuple[SeedView, bytes | None]]:
    exam = load()
    return [
        (SeedView(key.u0, key.answers, bool(key.flags)), sent)
        for key, sent in (load_or_compute(exam, u0) for u0 in seeds)
    ]


def fairness_json(assignment: SeedAssignment) -> dict[str, object]:
    """Return what is known of the seeds of a class as a JSON document."""
    return {
        "schema": SCHEMA,
        "seeds": {enrollment.student.id: enrollment.u0 for enrollment in assignment.enrollments},
        "facts": [{"fact": fact.slug, "value": fact.value, "random": fact.random} for fact in assignment.facts],
    }


def read_fairness(class_data: ClassData) -> tuple[Fact, ...]:
    """Return what was found when the seeds were given; nothing when they have changed since, or were not compared."""
    path = class_data.folder / FAIRNESS
    if not Path(path).is_file():
        return ()
    try:
        document = json_of(read_limited(path))
        if document["seeds"] != {enrollment.student.id: enrollment.u0 for enrollment in class_data.enrollments}:
            return ()
        return tuple(Fact(str(one["fact"]), float(one["value"]), float(one["random"])) for one in document["facts"])
    except (CorrigeError, ValueError, KeyError, TypeError):
        return ()
