"""How the benchmarks take time: in one process, warm, the fastest of several runs."""

from collections.abc import Callable
from time import perf_counter

PATIENCE = 2.0
"""Seconds after which a run is not repeated."""


def seconds(run: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return what one run takes."""
    start = clock()
    run()
    return clock() - start


def fastest(run: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of the fastest run, after one to warm up; fewer runs if they are long."""
    first = seconds(run, clock)
    times: list[float] = []
    while first + sum(times) < PATIENCE and len(times) < repeats:
        times.append(seconds(run, clock))
    return min(times, default=first)
