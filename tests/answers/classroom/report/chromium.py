"""Chromium, the browser that tests of pages use."""

import os
import shutil

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def needs_chromium() -> str:
    """Return the browser. Without it the test is skipped, except in CI, where it fails."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing")
        pytest.skip("chromium is missing")
    return CHROMIUM
