"""Shared libraries opened by the names of their files."""

import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def libraries_by_file() -> Iterator[None]:
    """Let nothing search for a library while modules are imported.

    WeasyPrint tries each of its libraries under the names of all systems. On Linux the one that fits is that of the
    file, which the loader finds by itself; for each of the others Python starts a compiler to search for it: 16 of them
    take a quarter of the import. Elsewhere the search is what finds them, and nothing changes.

    Not guaranteed: that two threads may import at the same time.
    """
    if sys.platform != "linux":
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = _none
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _none(name: str) -> str | None:  # noqa: ARG001
    return None
