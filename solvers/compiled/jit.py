"""Compile functions with Numba, all in the same way."""

import os
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from inspect import getfile
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

# Numba reads a file `.numba_config.yaml` of the current folder, also of a received one. The file may name a
# folder of cached machine code, whose files Numba unpickles, so that they can run any code, and an error in it ends the
# program. Without PyYAML, Numba only warns that it does not read the file.
_yaml = sys.modules.get("yaml")
sys.modules["yaml"] = cast("Any", None)
try:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import numba
        from numba.core import config
        from numba.core.caching import CompileResultCacheImpl, FunctionCache
finally:
    del sys.modules["yaml"]
    if _yaml is not None:
        sys.modules["yaml"] = _yaml
config._config_fname = os.devnull  # noqa: SLF001 - it has no other way to switch this off, also when it compiles
config.reload_config()  # type: ignore[no-untyped-call]

P = ParamSpec("P")
R = TypeVar("R")


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a numeric function with Numba, so that it releases the interpreter lock, and cache its machine code.

    A floating-point division by zero follows IEEE 754. The result of an integer division by zero is undefined.

    Machine code of solvers is cached beside the module, or where Numba caches that of read-only modules; that of other
    functions is never cached beside the module, which may be in a received folder. If no folder can be written, it is
    made each time. It is not made anew when a function in another file that `function` calls changes: then delete
    `__pycache__`.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy")(function)
    with suppress(RuntimeError):  # no folder can be written
        is_solver = Path(getfile(function)).is_relative_to(Path(__file__).parents[1])
        cache = _SolverCache if is_solver else _Cache
        compiled._cache = cache(function)  # type: ignore[no-untyped-call]  # noqa: SLF001 - what cache=True does
    return cast("Callable[P, R]", compiled)


_ELSEWHERE = [at for at in CompileResultCacheImpl._locator_classes if "InTree" not in at.__name__]  # noqa: SLF001
"""The classes of Numba that find a folder of cached code not beside the module."""


class _BesideFirst(CompileResultCacheImpl):
    _locator_classes = sorted(CompileResultCacheImpl._locator_classes, key=_ELSEWHERE.__contains__)  # noqa: SLF001


class _NeverBeside(CompileResultCacheImpl):
    _locator_classes = _ELSEWHERE


class _Cache(FunctionCache):
    """The cache of one compiled function; a cached file that cannot be used only costs the time of compiling again."""

    _impl_class: type[CompileResultCacheImpl] = _NeverBeside

    def load_overload(self, sig: object, target_context: object) -> object:
        """Return the machine code in the cache, None if there is none or if a type in it was renamed."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except (AttributeError, ImportError):  # a type that the file names was renamed or moved since
            with suppress(OSError):
                self.flush()  # type: ignore[no-untyped-call]
            return None

    def save_overload(self, sig: object, data: object) -> None:
        """Save machine code in the cache; errors of writing are ignored."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class _SolverCache(_Cache):
    _impl_class = _BesideFirst
