"""Functions that a sandboxed process calls on itself: its protocol streams, its size, its memory limit.

This module imports almost nothing, so that the memory of the process is left to the code that runs in it.
"""

import os
from contextlib import suppress
from typing import BinaryIO


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return the streams of questions (standard input) and of answers (standard output), one line each.

    Afterwards the file descriptor 1 is standard error, so that text printed by a library is not taken for an answer.
    """
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return questions, answers


def size() -> int:
    """Return the virtual memory of this process in bytes, 0 on systems without /proc."""
    with suppress(OSError), open("/proc/self/statm", "rb") as status:  # noqa: PTH123 - without pathlib
        return int(status.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def limit_memory(beyond: int) -> None:
    """Limit this process to `beyond` bytes more than it has now, and forbid core dumps.

    The limit cannot be raised again. Without /proc there is no limit on memory; without `resource`, nothing is limited.
    """
    with suppress(OSError, ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if current := size():
            resource.setrlimit(resource.RLIMIT_AS, (current + beyond, current + beyond))
