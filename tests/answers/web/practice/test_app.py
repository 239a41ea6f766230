"""The page of who practises the tiny exam: 1a wants u₀ and 2 u₀, 1b the next ones, 2 a quarter of u₀."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from answers.web.common.guard import Door, guarded
from answers.web.common.sessions import Sessions
from answers.web.practice.app import Desk
from answers.web.practice.checking import Practice
from answers.web.practice.progress import read_progress
from tests.answers.tiny import TINY

HOST = "127.0.0.1:8000"
U0 = 1002


class Browser:
    def __init__(self, folder: Path, only: int = 0) -> None:
        self.folder = folder
        self.practice = Practice(TINY, "en", U0)
        sessions = Sessions[bool]("corrige-x")
        app = guarded(Desk(self.practice, only, folder).routes, Door(frozenset({HOST}), sessions, "en"))
        headers = {"Origin": f"http://{HOST}", "Accept": "application/json"}
        self.client = TestClient(app, base_url=f"http://{HOST}", headers=headers)
        self.client.get(f"/enter/{sessions.invite(True)}")

    def check(self, question: int, **texts: str) -> Any:
        boxes = {name.replace("_", "."): text for name, text in texts.items()}
        told = {"u0": U0, "question": question, "texts": {item.removeprefix("q"): text for item, text in boxes.items()}}
        return self.client.post("/check", json=told).json()


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    made = Browser(tmp_path)
    yield made
    made.practice.close()


def test_a_question_is_checked_with_the_mistake_named_and_how_it_is_obtained(browser: Browser) -> None:
    right = browser.check(1, q1a_1="1002", q1a_2="2004", q1b_1="1003", q1b_2="2005")
    assert {one["verdict"] for one in right["items"].values()} == {"right"}
    assert (right["score"], right["how"]) == ("2 / 2", "")
    wrong = browser.check(1, q1a_1="1002", q1a_2="5")
    assert [one["verdict"] for one in wrong["items"].values()] == ["right", "wrong", "blank", "blank"]
    assert wrong["how"] == "n and 2n: 1002; 2004."
    known = browser.check(2, q2_1="501")
    assert known["items"]["2.1"]["note"] == "Half for a quarter"
    for text, verdict, read in (
        ("1,000", "wrong", "two readings: 1 or 1000"),  # either is
        ("x", "unreadable", "not read: not recognised as a number; expected: one number, such as 12, 29/45 or 0.644"),
        ("250.5", "right", ""),
    ):
        told = browser.check(2, q2_1=text)["items"]["2.1"]
        assert (told["verdict"], told["note"], told["read"]) == (verdict, "", read)


def test_the_solution_is_shown_when_it_is_asked_for(browser: Browser) -> None:
    found = browser.client.post("/solution", json={"u0": U0, "question": 2}).json()
    assert found["expected"] == {"2.1": "501/2 = 250.5"}
    assert "Remainder 2" in found["worked"]
    assert " style=" not in found["worked"]
    assert "501/2" not in browser.client.get("/").text


def test_progress_is_kept_and_what_went_wrong_is_advised(browser: Browser) -> None:
    assert 'href="#question-1"' in browser.client.get("/").text
    browser.check(1, q1a_1="1002", q1a_2="2004", q1b_1="1003", q1b_2="2005")
    browser.check(2, q2_1="3")
    browser.check(2)  # nothing was answered: no result
    assert read_progress(browser.folder).results == {"tiny": {"double": (1.0,), "quarter": (0.0,)}}
    page = browser.client.get("/").text
    assert 'href="#question-2"' in page
    assert "lately right: 100%" in page


def test_the_next_seed_is_another(browser: Browser) -> None:
    u0 = browser.client.post("/next", json={"u0": U0}).json()["u0"]
    assert 0 < u0 != U0
    assert f"u₀ = {u0}" in browser.client.get("/").text
    assert browser.client.post("/check", json={"u0": U0, "question": 1, "texts": {}}).status_code == 409


def test_one_question_alone(tmp_path: Path) -> None:
    made = Browser(tmp_path, only=2)
    page = made.client.get("/").text
    made.practice.close()
    assert 'data-item="2.1"' in page
    assert 'data-item="1a.1"' not in page


@pytest.mark.parametrize("told", [{}, {"question": 1}, {"question": 9}, {"question": 1, "texts": {"1a.1": 5}}])
def test_what_makes_no_sense_is_refused(browser: Browser, told: dict[str, Any]) -> None:
    assert browser.client.post("/check", json={"u0": U0, **told}).status_code == 409
