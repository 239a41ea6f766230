"""The tiny exam is practised in a real Chromium, with the keyboard: the command, its page, and what it says."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.answers.tiny import EXAMS
from tests.answers.web.sitting.test_chromium import browser

PROGRAM = "from answers.cli.app import main; main()"


@contextmanager
def practising(*words: str) -> Iterator[str]:
    """Run `corrige practice`, and give the address that it says."""
    command = [
        sys.executable,
        "-c",
        PROGRAM,
        "practice",
        "tiny",
        "--exams",
        str(EXAMS),
        "--lang",
        "en",
        "--port",
        "0",
        *words,
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        found = re.search(r"http://\S+", run.stderr.readline())
        try:
            assert found is not None
            yield found[0]
        finally:
            run.terminate()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_a_mistake_is_named_and_the_solution_shown(width: int) -> None:
    with practising("--u0", "1002") as address, browser(viewport={"width": width, "height": 800}) as page:
        page.goto(address)
        page.locator("[data-item='2.1']").focus()
        page.keyboard.type("501")
        page.keyboard.press("Tab")  # to what checks it
        page.keyboard.press("Enter")
        page.get_by_text("Half for a quarter").wait_for()
        page.reload()
        assert page.locator("[data-item='2.1']").input_value() == "501"
        assert page.get_by_text("To work on: question 2").count() == 1
        page.locator("[data-question='2'] .solve").click()
        page.get_by_text("501/2 = 250.5").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.get_by_role("link", name="Next seed").first.click()
        page.locator(".seed", has_text=re.compile(r"u₀ = 6\d{4}")).wait_for()
        assert page.get_by_text("lately right: 0%").count() == 1
