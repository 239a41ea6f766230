"""Chromium and Firefox, by the same few acts: a page is opened, typed at with the keyboard alone, and asked.

Chromium is driven by Playwright. A Firefox as people have it is driven by Marionette, its own protocol: JSON over TCP
(firefox-source-docs.mozilla.org/testing/marionette/Protocol.html), for Playwright wants a Firefox of its own.
"""

import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from pathlib import Path
from signal import Signals
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.answers.classroom.report.chromium import needs_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60.0
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
WINDOW = "gBrowser.selectedBrowser.browsingContext"
KEYS = {"\t": ("Tab", "\ue004"), "\n": ("Enter", "\ue007")}
"""What a key is called by Playwright and by WebDriver (W3C, 17.4.2)."""


@contextmanager
def serving(*words: str, ended_by: Signals) -> Iterator[tuple[str, int]]:
    """Run a command of corrige, and give the address that it prints and its group of processes."""
    command = [sys.executable, "-c", "from answers.cli.app import main; main()", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as run:
        assert run.stderr is not None
        match = re.search(r"http://\S+", run.stderr.readline())
        try:
            assert match is not None
            yield match[0], run.pid
        finally:
            run.send_signal(ended_by)
            run.wait(PATIENCE)
            assert "Traceback" not in run.stderr.read()


class Window(Protocol):
    """A window of a browser; `ask` gives what an expression is worth, None while a page is being loaded."""

    def goto(self, address: str) -> None: ...
    def type(self, text: str) -> None: ...
    def ask(self, expression: str) -> object: ...
    def cut(self, *, is_cut: bool) -> None: ...


def until(window: Window, expression: str) -> None:
    late = monotonic() + PATIENCE
    while not window.ask(expression):
        assert monotonic() < late, expression
        sleep(0.05)


def reload(window: Window) -> None:
    window.ask("(document.body.dataset.old = 1, location.reload())")
    until(window, "document.readyState === 'complete' && !document.body.dataset.old")


def out_of_reach(page: "Page") -> list[str]:
    """Return what axe-core finds on a page that those who see little, or use no mouse, cannot read or reach."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    message = axe.run(page, options={"rules": {"target-size": {"enabled": True}}}).response
    assert message["passes"]
    return [f"{one['id']}: {place['html']}" for one in message["violations"] for place in one["nodes"]]


@dataclass(frozen=True)
class Chromium:
    page: "Page"

    def goto(self, address: str) -> None:
        self.page.goto(address)

    def type(self, text: str) -> None:
        for letter in text:
            self.page.keyboard.press(KEYS.get(letter, (letter,))[0])

    def ask(self, expression: str) -> object:
        from playwright.sync_api import Error

        try:
            return self.page.evaluate(expression)
        except Error:
            return None

    def cut(self, *, is_cut: bool) -> None:
        self.page.context.set_offline(is_cut)


@dataclass(frozen=True)
class Firefox:
    line: socket.socket
    heard: BufferedReader

    def read(self) -> list[object]:
        length = b""
        while (digit := self.heard.read(1)) != b":":
            assert digit, "Firefox has ended"
            length += digit
        message = json.loads(self.heard.read(int(length)))
        return message if isinstance(message, list) else []

    def do(self, command: str, **document: object) -> object:
        message = json.dumps([0, 1, command, document]).encode()
        self.line.sendall(f"{len(message)}:".encode() + message)
        _, _, error, result = self.read()
        if error:
            raise LookupError(error)
        return result["value"] if isinstance(result, dict) and "value" in result else result

    def goto(self, address: str) -> None:
        self.do("WebDriver:Navigate", url=address)

    def type(self, text: str) -> None:
        letters = [KEYS.get(letter, ("", letter))[1] for letter in text]
        presses = [{"type": way, "value": one} for one in letters for way in ("keyDown", "keyUp")]
        self.do("WebDriver:PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": presses}])

    def ask(self, expression: str) -> object:
        try:
            return self.do("WebDriver:ExecuteScript", script=f"return {expression}", args=[])
        except LookupError:
            return None

    def cut(self, *, is_cut: bool) -> None:
        self.do("Marionette:SetContext", value="chrome")
        self.do("WebDriver:ExecuteScript", script=f"{WINDOW}.forceOffline = {json.dumps(is_cut)}", args=[])
        self.do("Marionette:SetContext", value="content")


@contextmanager
def browser(**looks: Any) -> Iterator["Page"]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = playwright.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])
        page = program.new_context(**looks).new_page()
        page.set_default_timeout(1000 * PATIENCE)
        yield page
        program.close()


@contextmanager
def chromium(**looks: Any) -> Iterator[Chromium]:
    with browser(**looks) as page:
        yield Chromium(page)


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Open the Firefox of this machine with nothing of its owner's; skip where there is none."""
    if FIREFOX is None:
        pytest.skip("firefox is missing")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        (Path(folder) / "user.js").write_text('user_pref("marionette.port", 0);')
        words = ("--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder)
        with subprocess.Popen([FIREFOX, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
            try:
                with socket.create_connection(("127.0.0.1", _port(Path(folder)))) as line, line.makefile("rb") as heard:
                    window = Firefox(line, heard)
                    window.read()
                    window.do("WebDriver:NewSession", capabilities={})
                    yield window
            finally:
                program.terminate()


def _port(folder: Path) -> int:
    path, late = folder / "MarionetteActivePort", monotonic() + PATIENCE
    while not (path.is_file() and path.read_text()):
        assert monotonic() < late, "Firefox did not start"
        sleep(0.05)
    return int(path.read_text())


BROWSERS: Mapping[str, Callable[[], AbstractContextManager[Window]]] = {
    "chromium": chromium,
    "phone": partial(chromium, viewport={"width": 390, "height": 800}),
    "firefox": firefox,
}
