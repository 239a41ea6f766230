"""Draw fair seeds for a class: few answers shared by students, fewest by neighbours, equal difficulty.

A seed is the number u₀ that determines a student's exam. CorrigeError is raised if there are too few candidate seeds.
"""

import hmac
import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, pairwise

from answers.classroom.db import reading, save_setting, setting, transaction
from answers.classroom.fairness.shared_points import Fact, Pairs, Points, choose_seeds, seed_facts, shared_points
from answers.classroom.folder import ClassData, save_seeds
from answers.classroom.roster import Enrollment, draw_seeds, free_seeds, natural_key, seat
from answers.errors import CorrigeError
from answers.exam.exam import Exam
from answers.exam.key_cache import load_or_compute, save
from answers.executors.workers import SERIAL, ParallelMap
from answers.kinds.parsing import Values
from answers.messages import Message

MOST_ROUNDS, MOST_TRIES = 6, 500_000
"""The most rounds of exchanges, and the most exchanges in all; there is at least one round."""
LEAST_GAIN = 1e-12
"""The least decrease of the cost for which two places are exchanged."""


def neighbours(enrollments: Sequence[Enrollment]) -> Pairs:
    """Return the pairs of students with consecutive seats, or with consecutive lines in the list if nobody has a seat.

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
            if cost(a, b) < before - LEAST_GAIN:
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


def seed_source(class_data: ClassData) -> random.Random:
    """Return a random number generator seeded by the secret of the class, which gives the same numbers each time."""
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
    """Return the students with a fair seed for each student who had none; other seeds stay, and nothing is saved.

    Candidates are drawn from `source` among the free seeds; degenerate ones are dropped. The chosen candidates share
    few points with each other and with the seeds of the class, and their points by guessing (`SharedPoints.guessed`)
    are near the median. They are assigned so that neighbours, by seat or else in the list, share few points.
    `candidates` is the number drawn, None for `usual_candidates`; 0 takes the first seeds drawn. `progress` is called
    with the number of keys computed.
    """
    missing = [at for at, enrollment in enumerate(class_data.enrollments) if enrollment.u0 is None]
    count = usual_candidates(len(missing)) if candidates is None else candidates
    if not count or len(class_data.enrollments) < 2:
        return SeedAssignment(draw_seeds(class_data.enrollments, class_data.exam.model_seed, source))
    free = free_seeds(class_data.enrollments, class_data.exam.model_seed)
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
        raise CorrigeError.single(cause, remedy="draw more candidate seeds with --candidates N")

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
    """Save the seeds of a class, and save in its store the facts that compare its seeds with random ones."""
    seeds = {enrollment.student.id: enrollment.u0 for enrollment in assignment.enrollments}
    save_seeds(class_data, assignment.enrollments)
    with transaction(class_data.folder) as connection:
        save_setting(connection, FAIRNESS, json.dumps({"seeds": seeds, "facts": facts_json(assignment.facts)}))


def facts_json(facts: Iterable[Fact]) -> list[dict[str, object]]:
    """Return the facts about the seeds of a class as a JSON value."""
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
