"""How the benchmarks take time: in one process, warm, the fastest of several runs."""

from collections.abc import Callable, Iterable
from time import perf_counter

import numpy as np

PATIENCE = 2.0
"""Seconds after which a run is timed no more."""


def seconds(run: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Return what one run takes."""
    start = clock()
    run()
    return clock() - start


def fastest(run: Callable[[], object], repeats: int = 5, clock: Callable[[], float] = perf_counter) -> float:
    """Return the seconds of the fastest run, after one to compile what is not yet; fewer runs if they are long."""
    run()
    times = [seconds(run, clock)]
    while sum(times) < PATIENCE and len(times) < repeats:
        times.append(seconds(run, clock))
    return min(times)


def exponent(timed: Iterable[tuple[float, float]]) -> float:
    """Return e where seconds, second of each pair, grow like the e-th power of the larger half of the sizes."""
    sizes, taken = np.log(sorted(timed)).T
    half = len(sizes) // 2
    return float(np.polyfit(sizes[half:], taken[half:], 1)[0])
