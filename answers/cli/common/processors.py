"""How many processes are worth starting."""

import os


def processors() -> int:
    """Return the number of processors that this program may use, at least 1."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
