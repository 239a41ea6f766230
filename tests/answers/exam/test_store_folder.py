from pathlib import Path

import pytest

from answers.exam.store_folder import store_folder


@pytest.mark.parametrize(
    ("chosen", "cache", "expected"),
    [
        ("/mine", "/cache", "/mine"),
        ("", "/cache", "/cache/corrige"),
        (None, "/cache", "/cache/corrige"),
        (None, "", "/home/teacher/.cache/corrige"),
        (None, None, "/home/teacher/.cache/corrige"),
    ],
)
def test_the_folder_chosen_else_the_users_cache(
    chosen: str | None, cache: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/teacher")
    for name, value in (("CORRIGE_CACHE", chosen), ("XDG_CACHE_HOME", cache)):
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert store_folder() == Path(expected)
