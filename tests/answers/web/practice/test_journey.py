"""The tiny exam is practised in each browser, with the keyboard: the command, its page, and what it says."""

import json
import os
from contextlib import suppress
from signal import SIGTERM
from time import monotonic, sleep

import pytest

from tests.answers.tiny import EXAMS
from tests.answers.web.browsers import BROWSERS, PATIENCE, Window, reload, serving, until


def _gone(group: int) -> None:
    """Wait until nothing is left of a group of processes: who makes keys ends with the command."""
    late = monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        while monotonic() < late:
            os.killpg(group, 0)
            sleep(0.05)
        pytest.fail("a process is left")


def says(window: Window, text: str) -> None:
    until(window, f"document.body.innerText.includes({json.dumps(text)})")


def focus(window: Window, selector: str) -> None:
    window.ask(f"document.querySelector({json.dumps(selector)}).focus()")


@pytest.mark.slow
@pytest.mark.parametrize("browser", BROWSERS)
def test_a_mistake_is_named_and_the_solution_shown(browser: str) -> None:
    words = ("practice", "tiny", "--exams", str(EXAMS), "--lang", "en", "--port", "0", "--u0", "1002")
    with serving(*words, ended_by=SIGTERM) as (address, group), BROWSERS[browser]() as window:
        window.goto(address)
        focus(window, "[data-item='2.1']")
        window.type("501\t\n")  # to what checks it
        says(window, "Half for a quarter")
        reload(window)
        assert window.ask("document.querySelector(\"[data-item='2.1']\").value") == "501"
        says(window, "To work on: question 2")
        focus(window, "[data-question='2'] .solve")
        window.type("\n")
        says(window, "501/2 = 250.5")
        assert window.ask("document.documentElement.scrollWidth <= innerWidth")
        focus(window, ".bar a.button")
        window.type("\n")
        until(window, "/u₀ = 6\\d{4}/.test(document.querySelector('.seed').textContent)")
        says(window, "recent success: 0%")
    _gone(group)
