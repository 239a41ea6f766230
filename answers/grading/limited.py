"""A computation that may go wrong in any way, done by a child that cannot harm the marking."""

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar
from warnings import catch_warnings, simplefilter

T = TypeVar("T")
SECONDS = 4.0
MEMORY = 500_000_000
"""Bytes beyond those that the marking itself takes."""
STATM = Path("/proc/self/statm")


def limited(compute: Callable[[], T], seconds: float = SECONDS, memory: int = MEMORY) -> T | None:
    """Return what `compute` returns, None if it raises, is not done in time, or takes too much memory.

    The result travels from a process to another: it is made of numbers, texts, and tuples or dictionaries of them.
    Not guaranteed: the limit on memory where there is no /proc, nor any limit where processes cannot fork.
    """
    if not hasattr(os, "fork"):
        with suppress(Exception):
            return compute()
        return None
    receiver, sender = Pipe(duplex=False)
    child = get_context("fork").Process(target=_answer, args=(compute, sender, memory), daemon=True)
    with catch_warnings():
        simplefilter("ignore", DeprecationWarning)  # threads of libraries: the child only computes
        child.start()
    sender.close()
    try:
        found: T | None = receiver.recv() if receiver.poll(seconds) else None
    except EOFError:
        found = None
    finally:
        child.kill()
        child.join()
        receiver.close()
    return found


def _answer(compute: Callable[[], T], sender: Connection, memory: int) -> None:
    _limit(memory)
    with suppress(Exception):
        sender.send(compute())


def _limit(memory: int) -> None:
    with suppress(OSError, ImportError, ValueError):
        import resource

        taken = int(STATM.read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (taken + memory,) * 2)
