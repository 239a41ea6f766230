"""Compiled functions, in one place so that every kernel is compiled the same way."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a numeric kernel with Numba, keep the machine code on disk, release the interpreter lock.

    A quotient by zero is that of IEEE 754, an integer one undefined.

    Machine code is cached beside the module, or in the user's cache folder; where neither can be written it is made
    each time. It is not refreshed when a kernel *it calls* in another file changes: then delete `__pycache__`.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    with suppress(RuntimeError):  # no folder can be written
        compiled._cache = _Cache(function)  # type: ignore[no-untyped-call]  # noqa: SLF001 - what cache=True does
    return cast("Callable[P, R]", compiled)


class _Cache(FunctionCache):
    """The cache of one kernel; a file of it that cannot be used costs the time of compiling again, nothing else."""

    def load_overload(self, sig: object, target_context: object) -> object:
        """Load machine code, None if there is none or if it names types of another version."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except (AttributeError, ImportError):  # a type that the file names was renamed or moved since
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: object, data: object) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
