"""An exam is sat from the sign-in to the receipt, in each browser, with the keyboard alone."""

import json
import re
from pathlib import Path

import pytest

from answers.assets import shared_words
from answers.classroom.sat_papers import read_session, receipt_info
from tests.answers.web.browsers import BROWSERS, Window, reload, until
from tests.answers.web.sitting.test_chromium import CODE, room

SAID = shared_words("en")["sitting"]
READY = "document.querySelector('input[data-item]:not([readonly])') !== null"
SAVED = f"document.getElementById('saved').textContent.startsWith({json.dumps(SAID['saved'].split('{}')[0])})"
HEARD = "document.getElementById('heard').textContent === 'Question 1 a, answer 1 of 2: read: 17'"
"""What a screen reader says of a box that was left."""
TEXTS = "[...document.querySelectorAll('input[data-item]')].map(one => one.value)"
ASKED = "performance.getEntriesByType('resource').map(one => one.name.split('/')[2])"


def read(window: Window, item: str, text: str) -> None:
    until(window, f"document.getElementById('read-{item}').textContent === {json.dumps(text)}")


@pytest.mark.slow
@pytest.mark.parametrize("browser", BROWSERS)
def test_nothing_is_lost_by_a_cut_a_reload_or_a_kill(tmp_path: Path, browser: str) -> None:
    with room(tmp_path, "tiny", "en") as sat, BROWSERS[browser]() as window:
        window.goto(sat.where.address())
        window.type(f"S01\t{CODE.lower()}\n")  # the identifier is where one types first
        until(window, READY)
        window.ask("document.querySelector('input[data-item]').focus()")
        window.type("17\t")
        read(window, "1a.1", "read: 17")
        until(window, HEARD)
        until(window, SAVED)
        window.cut(is_cut=True)
        window.type("1/2\t")
        until(window, "document.querySelector('#saved.offline') !== null")
        sat.again()
        window.cut(is_cut=False)
        until(window, SAVED)
        reload(window)
        until(window, f"{READY} && {SAVED}")
        assert window.ask(TEXTS) == ["17", "1/2", "", "", ""]
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "17", "1a.2": "1/2"}
        window.ask("document.getElementById('hand-in').focus()")
        window.type("\n\n")
        until(window, "document.getElementById('receipted').offsetHeight > 0")
        match = re.search(r"[\w-]{14}$", str(window.ask("document.getElementById('receipt').value")))
        assert match is not None
        assert receipt_info(sat.class_data, match[0]).filled == 2
        assert set(window.ask(ASKED) or ()) == {f"127.0.0.1:{sat.where.port}"}  # type: ignore[call-overload]
