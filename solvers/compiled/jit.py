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
    return _compiled(function)


def jit_borrowing(function: Callable[P, R]) -> Callable[P, R]:
    """Likewise a kernel that makes no array, but views of those that its caller keeps.

    It counts no references to them, which in every call of a small kernel that branches would cost more than the rest.
    """
    return _compiled(function, _nrt=False)


def jit_inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Likewise a kernel that is copied into those that call it: their loops without a call run several at a time."""
    return _compiled(function, forceinline=True)


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    more: Any = options
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **more)(function)
    with suppress(RuntimeError):  # no folder can be written
        compiled._cache = _Kept(function)  # type: ignore[no-untyped-call]  # noqa: SLF001 - what cache=True does
    return cast("Callable[P, R]", compiled)


class _Kept(FunctionCache):
    def save_overload(self, sig: object, data: object) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]
