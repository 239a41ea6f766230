"""Machine code is kept where it can be; a disk that is full, beyond a quota or read-only only costs time."""

import os
import subprocess
import sys
from errno import EDQUOT, ENOSPC
from pathlib import Path
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


@pytest.mark.slow  # a process imports Numba
@pytest.mark.parametrize("content", ["cache_dir: sent\n", "a: [\n", "- a\n"])
def test_the_current_folder_names_no_folder_of_machine_code(tmp_path: Path, content: str) -> None:
    """Numba unpickles the files of such a folder; it reads its configuration when imported and when it compiles."""
    pytest.importorskip("yaml")
    (tmp_path / ".numba_config.yaml").write_text(content)
    program = (
        f"import sys; sys.path.append({str(Path(__file__).parents[3])!r}); import solvers.compiled.jit\n"
        "from numba.core import config; imported = config.CACHE_DIR; config.reload_config(); import yaml\n"
        "print([imported, config.CACHE_DIR])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert (run.stdout, run.stderr) == ("['', '']\n", "")
