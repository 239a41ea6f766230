"""The browser that pages are looked at with."""

import os
import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def needs_chromium() -> str:
    """Return the browser; skip where there is none, unless in CI, where it must be."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing")
        pytest.skip("chromium is missing")
    return CHROMIUM
