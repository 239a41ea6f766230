"""The command `corrige preview`, its page in a browser, and what a teacher sees while the file changes."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGINT
from time import monotonic
from typing import Any
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.answers.web.browsers import BROWSERS, PATIENCE, serving, until
from tests.answers.web.preview.test_render import EXAM, line_of


@contextmanager
def previewing(file: Path, lang: str = "en") -> Iterator[str]:
    with serving("preview", str(file), "--u0", "17,18", "--lang", lang, ended_by=SIGINT) as (address, _):
        yield address


def admitted(address: str) -> OpenerDirector:
    """Open the address, which lets in one browser."""
    opener = build_opener(HTTPCookieProcessor())
    opener.open(address).close()
    return opener


def states(opener: OpenerDirector, address: str, good: Callable[[Any], bool]) -> Any:
    late, state = monotonic() + PATIENCE, {"version": 0}
    while monotonic() < late:
        with opener.open(urljoin(address, f"/state/{state['version']}")) as answer:
            state = json.load(answer)
        if good(state):
            return state
    pytest.fail(str(state))


@pytest.mark.slow
def test_an_exam_is_shown_again_when_it_is_saved_and_told_when_it_is_broken(tmp_path: Path) -> None:
    file = tmp_path / "products.py"
    file.write_text(EXAM, "utf-8")
    with previewing(file) as address:
        opener = admitted(address)
        first = states(opener, address, lambda state: len(state["pages"].get("blank", {})) == 2)
        file.write_text(EXAM.replace("return 4", "return ("), "utf-8")
        broken = states(opener, address, lambda state: any("SyntaxError" in one["cause"] for one in state["problems"]))
        assert f"line {line_of(EXAM, 'return 4')}" in broken["problems"][0]["place"]
        states(opener, address, lambda state: state["pages"]["blank"]["17"]["old"])
        file.write_text(EXAM.replace("The product", "This product"), "utf-8")
        before = first["pages"]["blank"]["17"]["pictures"]
        again = states(opener, address, lambda state: state["pages"]["blank"]["17"]["pictures"] != before)
        assert not any("SyntaxError" in one["cause"] for one in again["problems"])
        file.unlink()
        states(opener, address, lambda state: any("no such file" in one["cause"] for one in state["problems"]))


FAULTS = {
    "prints": "while True:\n        print('x' * 10_000)",
    "exits": "start()\n    os._exit(0)",
    "returns": "start()\n    return 4",
}
"""The code of a question that does what no exam should; `start` starts a process in another session, and two others."""
START = """import os
from subprocess import Popen


def start():
    for command in ({0!r}, {0!r} + "& exit"):
        Popen(["sh", "-c", command])
        Popen(["sh", "-c", command], start_new_session=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_what_an_exam_prints_and_starts_ends(fault: str, tmp_path: Path) -> None:
    """Neither the output of an exam nor the processes that it starts outlast its limit; each stop is told."""
    file, trace = tmp_path / "products.py", f"sleep {1000 + os.getpid()}.{[*FAULTS].index(fault)}"
    text = START.format(trace) + EXAM.replace("return 4", FAULTS[fault])
    file.write_text(text, "utf-8")
    causes = {"prints": "printed more than 200 kB", "exits": "ended unexpectedly"}
    with previewing(file) as address:
        opener = admitted(address)
        state = states(opener, address, lambda state: not state["busy"])
        assert any(causes.get(fault, "") in problem["cause"] for problem in state["problems"]), state["problems"]
        assert running(trace) == []
        file.write_text(text.replace(FAULTS[fault], "start()\n    import time\n    time.sleep(99)"), "utf-8")
        states(opener, address, lambda _: bool(running(trace)))
    assert running(trace) == []


def running(trace: str) -> list[bytes]:
    lines = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            lines.append(file.read_bytes().replace(b"\0", b" "))
    return [line for line in lines if line.startswith((b"sleep", b"sh")) and trace.encode() in line]


@pytest.mark.slow
@pytest.mark.parametrize("browser", BROWSERS)
def test_the_page_follows_the_file(browser: str, tmp_path: Path) -> None:
    file = tmp_path / "products.py"
    file.write_text(EXAM, "utf-8")
    with previewing(file, "fr") as address, BROWSERS[browser]() as window:
        window.goto(address)
        until(window, "document.querySelectorAll('#pages img').length === 2")
        until(window, "document.querySelectorAll('#mistakes tbody tr').length === 2")
        file.write_text(EXAM.replace("return 4", "return ("), "utf-8")
        until(window, "document.querySelector('.problem .place').textContent.includes('products.py')")
        until(window, "document.querySelectorAll('#pages .old img').length === 2")
        assert window.ask("document.documentElement.scrollWidth <= innerWidth")
