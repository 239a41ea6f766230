import errno
import os
import tempfile
from collections.abc import Callable

import pytest

from answers.classroom import rendering


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are drawn, in order; drawing is quick here, and tells pages and styles apart."""
    pages: list[str] = []

    def quick(html: str, *, fillable: bool, style: str) -> bytes:
        pages.append(html)
        return html.encode() + (f" {fillable} {style}".encode() if fillable or style != "sheet.css" else b"")

    monkeypatch.setattr(rendering, "page_pdf", quick)
    return pages


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What lets the disk, or a quota, be full after so many files, to the end of the test."""

    make = tempfile.mkstemp

    def fill(writes: int, error: int = errno.ENOSPC) -> None:
        left = iter(range(writes))

        def begin(**where: str) -> tuple[int, str]:
            if next(left, None) is None:
                raise OSError(error, os.strerror(error))
            return make(**where)

        monkeypatch.setattr(tempfile, "mkstemp", begin)

    return fill
