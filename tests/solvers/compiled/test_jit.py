"""Machine code is kept where it can be; a disk that is full, beyond a quota or read-only only costs time."""

from errno import EDQUOT, ENOSPC
from typing import NoReturn

import pytest
from numba.core import caching

from solvers.compiled.jit import jit


def twice(number: int) -> int:
    return 2 * number


@pytest.mark.parametrize(
    ("place", "error"),
    [
        (caching.IndexDataCacheFile, OSError(ENOSPC, "no room")),
        (caching.IndexDataCacheFile, OSError(EDQUOT, "quota")),
        (caching.CacheImpl, RuntimeError("no locator available")),
    ],
)
def test_a_kernel_that_cannot_be_kept_is_compiled_all_the_same(
    place: type, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(place, "__init__" if place is caching.CacheImpl else "save", refuse)
    assert jit(twice)(21) == 42


@pytest.mark.parametrize("error", [AttributeError("no class Game"), ModuleNotFoundError("no module game")])
def test_a_cache_that_names_types_of_another_version_is_made_again(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed = []

    def refuse(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(caching.IndexDataCacheFile, "load", refuse)
    monkeypatch.setattr(caching.IndexDataCacheFile, "flush", lambda _: flushed.append(True))
    assert jit(twice)(21) == 42
    assert flushed
