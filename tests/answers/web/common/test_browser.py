"""The desk's address reaches the browser of its user, and no list of processes."""

import stat
import subprocess
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from answers.web.common import browser
from answers.web.common.browser import opened_privately
from answers.web.common.guard import AccessPolicy, Sessions, guarded
from answers.web.common.serve import hosts_of, listen
from tests.answers.classroom.report.chromium import needs_chromium
from tests.answers.cli.running import run
from tests.answers.web.common.test_guard import client, sessions

ADDRESS = "http://127.0.0.1:8000/enter/secret-token"


def test_the_browser_is_given_a_private_file_that_is_gone_once_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "LOOK", 0.01)
    visited: list[tuple[str, int, str]] = []
    used: list[bool] = []

    def opens(url: str) -> bool:
        (path,) = tmp_path.glob(f"{browser.PREFIX}*.html")
        visited.append((url, stat.S_IMODE(path.stat().st_mode), path.read_text()))
        return True

    monkeypatch.setattr("webbrowser.open", opens)
    with opened_privately(ADDRESS, tmp_path, lambda: bool(used)):
        assert len(list(tmp_path.iterdir())) == 1
        used.append(True)
        end = monotonic() + 5
        while list(tmp_path.iterdir()) and monotonic() < end:
            sleep(0.01)
        assert list(tmp_path.iterdir()) == []
    ((url, mode, content),) = visited
    assert (url.startswith("file:"), "secret-token" in url, mode, ADDRESS in content) == (True, False, 0o600, True)


@pytest.mark.parametrize(
    ("words", "serving"),
    [
        (("desk", "algo"), "answers.web.common.serve.serve"),
        (("preview", "verger"), "answers.cli.preview.serve_preview"),
        (("practice", "verger", "--port", "0"), "answers.cli.practice.serve_practice"),
    ],
    ids=["desk", "preview", "practice"],
)
def test_no_program_is_given_the_address(
    words: tuple[str, ...],
    serving: str,
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (here / "list.csv").write_text("student,u0\ns01,10\n")
    run(capsys, "class", "init", "algo", "--exam", "verger", "--students", "list.csv")
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setattr(serving, lambda *_: None)
    outcome = run(capsys, *words)
    (token,) = (word.rpartition("/")[2] for word in outcome.err.split() if "/enter/" in word)
    assert (outcome.code, len(token) > 20, [token in url for url in opened]) == (0, True, [False])
    assert list(here.rglob(f"{browser.PREFIX}*")) == []


def test_who_comes_from_a_file_is_led_on_by_a_page_of_ours() -> None:
    known = sessions()
    coming = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    browser = client(known, let_in=False)
    answer = browser.get(f"/enter/{known.invite('a teacher')}", headers=coming, follow_redirects=False)
    assert (answer.status_code, 'http-equiv="refresh"' in answer.text) == (200, True)
    assert browser.get("/").text == "the marks, for a teacher"


@pytest.mark.slow
def test_a_real_browser_gets_from_the_file_to_the_first_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dumped: list[str] = []
    known = Sessions[str]("corrige-here")

    def home(request: Request) -> Response:
        return PlainTextResponse(f"the desk of {request.state.user}")

    def opens(url: str) -> bool:
        command = [needs_chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000"]
        completed_process = subprocess.run(
            [*command, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", url],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        dumped.append(completed_process.stdout)
        return True

    monkeypatch.setattr("webbrowser.open", opens)
    with listen() as listening:
        app = guarded([Route("/", home)], AccessPolicy(hosts_of(listening), known, "en"))
        server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", ws="none"))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}/enter/{known.invite('a teacher')}"
        with opened_privately(address, tmp_path, lambda: not known.invited):
            pass
        server.should_exit = True
        thread.join()
    assert "the desk of a teacher" in dumped[0]
