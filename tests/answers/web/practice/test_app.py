"""The page of who practises the tiny exam: 1a wants u₀ and 2 u₀, 1b the next ones, 2 a quarter of u₀."""

import asyncio
from queue import Queue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.testclient import TestClient

from answers.classroom.roster import free_seeds
from answers.exam.draw import PRACTISED
from answers.web.common.guard import AccessPolicy, Sessions
from answers.web.practice import checking
from answers.web.practice.app import PATHS, practice_app
from answers.web.practice.checking import KeyWorker, Practice, seeds_in_turn
from tests.answers.tiny import TINY

HOST = "127.0.0.1:8000"
U0, NEXT = 1002, 60001


class Slow:
    """Somebody who makes keys, and has made some."""

    def __init__(self, *made: int) -> None:
        self.made, self.wanted = set(made), list[int]()

    def want(self, u0: int, address: str) -> None:
        assert address in ("", "testclient")
        self.wanted.append(u0)

    def is_made(self, u0: int) -> bool:
        return u0 in self.made


class Browser:
    def __init__(self, only: int = 0, ahead: Any = None) -> None:
        app = practice_app(
            Practice(TINY, "en", (U0, NEXT), ahead),
            only,
            AccessPolicy(frozenset({HOST}), Sessions[bool]("corrige-x"), "en", public=PATHS),
        )
        headers = {"Origin": f"http://{HOST}", "Accept": "application/json"}
        self.client = TestClient(app, base_url=f"http://{HOST}", headers=headers)

    def check(self, question: int, u0: object = U0, **texts: str) -> Any:
        boxes = {name.removeprefix("q").replace("_", "."): text for name, text in texts.items()}
        return self.client.post("/check", json={"u0": u0, "question": question, "texts": boxes}).json()


@pytest.fixture
def browser() -> Browser:
    return Browser()


def test_a_question_is_checked_with_the_mistake_named_and_how_it_is_obtained(browser: Browser) -> None:
    right = browser.check(1, q1a_1="1002", q1a_2="2004", q1b_1="1003", q1b_2="2005")
    assert {one["verdict"] for one in right["items"].values()} == {"right"}
    assert (right["score"], right["how"]) == ("2 / 2", "")
    wrong = browser.check(1, q1a_1="1002", q1a_2="5")
    assert [one["verdict"] for one in wrong["items"].values()] == ["right", "wrong", "blank", "blank"]
    assert wrong["how"] == "<var>n</var> and 2<var>n</var>: 1002; 2004."
    known = browser.check(2, q2_1="501")
    assert known["items"]["2.1"]["note"] == "Half for a quarter"
    for text, verdict, read in (
        ("1,000", "wrong", "two readings: 1 or 1000"),  # either is
        ("x", "unreadable", "unreadable: not recognised as a number; expected: one number, such as 12, 29/45 or 0.644"),
        ("250.5", "right", ""),
    ):
        message = browser.check(2, q2_1=text)["items"]["2.1"]
        assert (message["verdict"], message["note"], message["read"]) == (verdict, "", read)


def test_the_solution_is_shown_when_it_is_asked_for(browser: Browser) -> None:
    result = browser.client.post("/solution", json={"u0": U0, "question": 2}).json()
    assert result["expected"] == {"2.1": "501/2 = 250.5"}
    assert "Remainder 2" in result["worked"]
    assert " style=" not in result["worked"]
    assert "501/2" not in browser.client.get("/").text
    assert Browser(only=2).client.get("/").text.count("data-item=") == 1


def test_the_seed_is_in_the_address_and_its_key_is_made_before_it_is_asked_for() -> None:
    ahead = Slow(U0)
    browser = Browser(ahead=ahead)
    page = browser.client.get("/")
    assert str(page.url).endswith(f"/?u0={U0}")
    assert (f"u₀ = {U0}" in page.text, f'href="/?u0={NEXT}"' in page.text) == (True, True)
    assert ahead.wanted == [U0, NEXT]
    assert f'href="/?u0={U0}"' in browser.client.get(f"/?u0={NEXT}").text  # after the last the first
    assert browser.check(2, q2_1="250.5")["items"]["2.1"]["verdict"] == "right"
    assert browser.check(2, NEXT, q2_1="1") == {"wait": True}
    assert browser.client.post("/solution", json={"u0": NEXT, "question": 2}).json() == {"wait": True}


@pytest.mark.parametrize("u0", [U0 + 1, 17, "x", None, True, -1])
def test_a_seed_that_is_not_practised_is_not_solved(browser: Browser, u0: object) -> None:
    """It may be that of an exam."""
    assert browser.client.get("/", params={"u0": str(u0)}, follow_redirects=False).headers["location"] == f"/?u0={U0}"
    for path in ("/check", "/solution"):
        document = {"u0": u0, "question": 1, "texts": {}}
        assert browser.client.post(path, json=document).status_code == 409


def test_what_no_page_sends_is_refused(browser: Browser) -> None:
    for messages in (
        {"question": 9, "texts": {}},
        {"question": 1, "texts": {"1a.1": 5}},
        {"question": "1", "texts": {}},
    ):
        assert browser.client.post("/check", json={"u0": U0, **messages}).status_code == 409
    elsewhere = {"Origin": "http://elsewhere.example"}
    assert browser.client.post("/check", json={"u0": U0}, headers=elsewhere).status_code == 403


def test_no_class_draws_what_is_practised() -> None:
    assert set(PRACTISED).isdisjoint(free_seeds([], TINY.model_seed))
    argument = PRACTISED[5]  # by a teacher's own list
    assert set(seeds_in_turn([17, argument])) == set(PRACTISED) - {argument}


def test_an_address_with_many_requests_lets_another_have_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Context:
        Queue = Queue

        @staticmethod
        def Process(**_: object) -> Any:  # noqa: N802 - as in multiprocessing
            return SimpleNamespace(start=lambda: None, is_alive=lambda: True)

    monkeypatch.setattr(checking, "get_context", lambda _: Context)
    worker = KeyWorker(lambda: TINY)
    for u0 in range(10):
        worker.want(u0, "10.6.6.6")
    worker.want(77, "10.0.0.1")
    worker.want(3, "10.0.0.1")
    made = []
    while not worker.is_made(9):
        made.append(worker._todo.get_nowait())
        worker._done.put(made[-1])
    assert made == [0, 1, 77, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_client_with_many_requests_leaves_threads_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Event()

    def checked(_: Practice, __: int, ___: int, texts: dict[str, str]) -> dict[str, object]:
        if texts:
            ended.wait(20)
        return {}

    monkeypatch.setattr(Practice, "checked", checked)
    app = Browser().client.app

    async def check(address: str, texts: dict[str, str]) -> int:
        transport = ASGITransport(app, client=(address, 5000))
        headers = {"Origin": f"http://{HOST}", "Accept": "application/json"}
        async with AsyncClient(transport=transport, base_url=f"http://{HOST}", headers=headers) as client:
            answer = await client.post("/check", json={"u0": U0, "question": 1, "texts": texts})
        return answer.status_code

    async def served_beside_many() -> int:
        many = [asyncio.create_task(check("10.0.0.1", {"1a.1": "1"})) for _ in range(60)]
        await asyncio.sleep(0.5)
        try:
            return await asyncio.wait_for(check("10.0.0.2", {}), 8)
        finally:
            ended.set()
            await asyncio.gather(*many)

    assert asyncio.run(served_beside_many()) == 200
