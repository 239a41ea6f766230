"""A page in a headless Chromium: what it becomes, and what the console says."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SECONDS = 120


@dataclass(frozen=True, slots=True)
class Shown:
    dom: str
    console: list[str]


def needs_chromium() -> str:
    """Return the browser; skip where there is none, unless in CI, where it must be."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing")
        pytest.skip("chromium is missing")
    return CHROMIUM


def shown(page: Path, *options: str) -> Shown:
    """Open a page and return its elements once its script has run, and the lines of the console."""
    profile = page.parent / "profile"
    command = [
        needs_chromium(), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", *options,
        "--disable-background-networking", "--enable-logging=stderr", "--dump-dom", page.as_uri(),
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    return Shown(ran.stdout, [line for line in ran.stderr.splitlines() if ":CONSOLE" in line])


def told_by(page: bytes, script: str, folder: Path) -> dict[str, object]:
    """Return what `script`, a function's body run after the page's own script, returns.

    The page's policy would not run it: it is taken off the copy that is opened.
    """
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.decode())
    probe = f"""<script>
        const told = document.createElement("pre");
        told.id = "told";
        told.textContent = JSON.stringify((() => {{ {script} }})());
        document.body.append(told);
    </script>"""
    copy = folder / "probed.html"
    copy.write_text(html.replace("</body>", f"{probe}</body>"), "utf-8")
    found = re.search(r'<pre id="told">(.*?)</pre>', shown(copy).dom, re.DOTALL)
    assert found is not None
    result: dict[str, object] = json.loads(unescape(found[1]))
    return result
