import errno
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from answers.classroom import rendering
from answers.classroom.folder import ClassData
from answers.sheets.shared_layout import Page
from tests.answers.classroom.handing_in import tiny_class


@pytest.fixture
def class_data(tmp_path: Path) -> ClassData:
    """A class of three students with the tiny exam, who have handed in nothing."""
    return tiny_class(tmp_path / "class")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are drawn, in order; drawing is quick here, and tells pages and styles apart."""
    pages: list[str] = []

    def quick(page: Page) -> bytes:
        pages.append(page.whole)
        other = page.fillable or page.style not in {"sheet.css", "feedback.css"}
        return page.whole.encode() + (f" {page.fillable} {page.style}".encode() if other else b"")

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
