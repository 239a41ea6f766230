"""Compiled functions, in one place so that every kernel is compiled the same way."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a numeric kernel with Numba, keep the machine code on disk, release the interpreter lock.

    The result has the signature of `function`. Machine code is cached beside the module, or in the user's
    cache folder when that is read-only. The cache of a kernel is not refreshed when a kernel *it calls* in
    another file changes: delete `__pycache__` after such a change.
    """
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))
