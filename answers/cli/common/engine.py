"""Who does the work of a command, as its options say."""

import os

from answers.errors import CorrigeError
from answers.executors.workers import Engine


def chosen_engine(jobs: int | None, dask: str | None) -> Engine:
    """Return the engine of `--jobs` and `--dask`: by default as many processes as this program has processors."""
    if dask is None:
        return Engine(jobs or _processors())
    if jobs is not None:
        raise CorrigeError.one("--jobs and --dask are both given", remedy="give one of them")
    return Engine(dask=dask)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
