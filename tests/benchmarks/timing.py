"""How the benchmarks take time: in one process, warm, the fastest of several runs."""

from collections.abc import Callable, Iterable
from time import perf_counter

import numpy as np

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


def exponent(timed: Iterable[tuple[float, float]]) -> float:
    """Return e where seconds, second of each pair, grow like the e-th power of the larger half of the sizes."""
    sizes, taken = np.log(sorted(timed)).T
    half = len(sizes) // 2
    return float(np.polyfit(sizes[half:], taken[half:], 1)[0])
