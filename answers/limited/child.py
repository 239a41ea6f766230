"""A limited process from inside: what it is asked, where it answers, and the limits that it sets itself for good.

It imports next to nothing, for what the process runs to have the room to itself.
"""

import os
from contextlib import suppress
from typing import BinaryIO


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the lines that this process is asked, and where its own go; what anything else prints is no answer."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return questions, answers


def size() -> int:
    """Return the size of this process in bytes, 0 where the system does not tell."""
    with suppress(OSError), open("/proc/self/statm", "rb") as status:  # noqa: PTH123 - without pathlib
        return int(status.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def limit_memory(beyond: int) -> None:
    """Allow this process so many bytes beyond those it has, and no core; not where the system cannot."""
    with suppress(OSError, ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if taken := size():
            resource.setrlimit(resource.RLIMIT_AS, (taken + beyond, taken + beyond))
