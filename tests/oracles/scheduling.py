"""The answers of docs/examples/ordonnancement.py by trying all orders, all sets of jobs and all starting times."""

from collections.abc import Mapping, Sequence
from itertools import combinations, permutations

Jobs = Sequence[tuple[int, int]]


def ends(jobs: Jobs, order: Sequence[int]) -> list[int]:
    """Completion times on one machine, in the order of processing."""
    return [sum(jobs[job][0] for job in order[: place + 1]) for place in range(len(order))]


def late(jobs: Jobs, order: Sequence[int]) -> list[int]:
    """Lateness of each job, in the order of processing."""
    return [end - jobs[job][1] for job, end in zip(order, ends(jobs, order), strict=True)]


def least_sum(jobs: Jobs) -> int:
    """The smallest sum of completion times."""
    return min(sum(ends(jobs, order)) for order in permutations(range(len(jobs))))


def least_lateness(jobs: Jobs) -> int:
    """The smallest maximum lateness."""
    return min(max(late(jobs, order)) for order in permutations(range(len(jobs))))


def largest_on_time(jobs: Jobs) -> list[set[int]]:
    """The largest sets of jobs that are all on time in some order."""
    for size in range(len(jobs), 0, -1):
        orders = [
            set(some)
            for some in combinations(range(len(jobs)), size)
            if any(max(late(jobs, order)) <= 0 for order in permutations(some))
        ]
        if orders:
            return orders
    return [set()]


def project_end(durations: Mapping[str, int], pairs: Sequence[tuple[str, str]], delays: Mapping[str, int]) -> int:
    """When the project ends, if tasks start as early as possible, but not before the times of `delays`."""
    starts = {task: delays.get(task, 0) for task in durations}
    for _ in durations:
        for first, second in pairs:
            starts[second] = max(starts[second], starts[first] + durations[first])
    return max(starts[task] + durations[task] for task in durations)


def start_times(durations: Mapping[str, int], pairs: Sequence[tuple[str, str]], task: str) -> tuple[int, int]:
    """The earliest and the latest starting time of a task for which the project is not longer."""
    shortest = project_end(durations, pairs, {})
    latest = max(time for time in range(shortest) if project_end(durations, pairs, {task: time}) == shortest)
    ancestors = {task}
    for _ in durations:
        ancestors |= {first for first, second in pairs if second in ancestors}
    before = ancestors - {task}
    inner = [pair for pair in pairs if set(pair) <= before]
    return project_end({name: durations[name] for name in before}, inner, {}), latest


def flow_shop(first: Sequence[int], second: Sequence[int], order: Sequence[int]) -> list[int]:
    """Times when the second machine ends each job, by going on from unit of time to unit of time."""
    waiting, ready, done = list(order), [], []
    left_1 = left_2 = 0  # time left of the current job on each machine
    now = 0
    while len(done) < len(order):
        if left_1 == 0 and waiting:
            left_1 = first[waiting[0]]
        if left_2 == 0 and ready:
            left_2 = second[ready[0]]
        now += 1
        if left_2:
            left_2 -= 1
            if left_2 == 0:
                done.append(now)
                ready.pop(0)
        if left_1:
            left_1 -= 1
            if left_1 == 0:
                ready.append(waiting.pop(0))
    return done
