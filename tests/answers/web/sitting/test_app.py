"""The pages of a room, asked as browsers ask."""

import asyncio
import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread, current_thread
from time import monotonic, sleep, time
from types import SimpleNamespace
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.testclient import TestClient

from answers.classroom import db
from answers.classroom.db import insert, reading, transaction
from answers.classroom.folder import ClassData
from answers.classroom.sat_papers import lost_events
from answers.classroom.sitting import (
    LAST_EVENT,
    REVOKED_CODES,
    Event,
    EventKind,
    ExamSession,
    insert_events,
    read_codes,
    read_events,
)
from answers.errors import CorrigeError
from answers.web.common.guard import AccessPolicy
from answers.web.sitting import service, serving
from answers.web.sitting.app import MOST_WAITING, PUBLIC, SittingPages, SittingSessions, sitting_app
from answers.web.sitting.codes import ATTEMPTS, FailedAttempts, code_hash, code_key
from answers.web.sitting.plan import Plan, plan_json
from answers.web.sitting.prepare import build_plan
from answers.web.sitting.service import Service
from answers.web.sitting.serving import ServerConfig, ended, ready, started
from tests.answers.classroom.handing_in import tiny_class

HOST = "127.0.0.1:8000"
CODES = {"s01": "AAAA-AAAA", "s02": "BBBB-BBBB"}
TOKEN, KEY = "x" * 32, code_key("secret")


class Served:
    """A room in this process: browsers, and the same events served anew."""

    def __init__(self, class_data: ClassData) -> None:
        self.class_data, self.folder = class_data, class_data.folder
        self.ended = 0
        self._teacher: TestClient | None = None
        self.start()

    def start(self) -> None:
        self.service = Service(self.folder, build_plan(self.class_data, 60))
        self.sessions = SittingSessions("corrige-x", service=self.service)
        name = self.folder.name
        rooms = SittingPages(self.service, self.sessions, name, KEY, TOKEN, FailedAttempts(), self.end)
        policy = AccessPolicy(frozenset({HOST}), self.sessions, "en", public=PUBLIC)
        self.app = sitting_app(rooms, policy)

    def restart(self) -> None:
        self.service.close()
        self.start()

    def renew(self, **changes: Any) -> None:
        """Follow a list or an exam in which these values of the first student have changed."""
        first, *others = self.service.plan.candidates
        self.service.renew(replace(self.service.plan, candidates=(replace(first, **changes), *others)))

    def end(self) -> None:
        self.ended += 1

    def browser(self, address: str = "10.0.0.1") -> TestClient:
        headers = {"Origin": f"http://{HOST}", "Accept": "application/json"}
        return TestClient(self.app, base_url=f"http://{HOST}", headers=headers, client=(address, 5000))

    def student(self, student: str = "s01", address: str = "10.0.0.1", code: str = "") -> TestClient:
        browser = self.browser(address)
        signed_in = browser.post("/sign-in", json={"student": student, "code": code or CODES[student]})
        assert signed_in.status_code == 200
        return browser

    def teacher(self) -> TestClient:
        """The browser of the teacher, always the same, since its address is for one."""
        if self._teacher is None:
            self._teacher = self.browser()
            self._teacher.get(f"/teacher/{TOKEN}")
        return again(self, self._teacher)

    def monitor(self) -> Any:
        return self.teacher().post("/monitor/state", json={}).json()

    def signed_in(self, student: str = "s01", code: str = "", address: str = "10.0.0.1") -> tuple[int, Any]:
        """The status of a sign-in, by default with the first code of s01, and what is said."""
        body = {"student": student, "code": code or CODES["s01"]}
        answer = self.browser(address).post("/sign-in", json=body)
        return answer.status_code, answer.json()

    def events(self, kind: EventKind) -> list[Event]:
        with reading(self.folder) as connection:
            return [event for event in read_events(connection) if event.kind is kind]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    class_data = tiny_class(tmp_path / "class")
    for student, code in CODES.items():
        draw_code(class_data.folder, student, code)
    room = Served(class_data)
    yield room
    room.service.close()


def draw_code(folder: Path, student: str, code: str) -> None:
    """What `class sheets --slips --new-codes --student` does to the store."""
    with transaction(folder) as connection:
        connection.execute("DELETE FROM code WHERE student = ?", (student,))
        insert(connection, "code", [{"student": student, "hash": code_hash(KEY, student, code)}])


def act(browser: TestClient, **document: Any) -> Any:
    answer = browser.post("/monitor/act", json=document)
    assert answer.status_code == 200
    return answer.json()


def begun(served: Served) -> TestClient:
    """The browser of s01 in an exam that has begun."""
    browser = served.student()
    act(served.teacher(), do="open")
    return browser


def loaded(browser: TestClient, device: str = "d") -> dict[str, Any]:
    match = re.search(r'data-student="([^"]*)" data-u0="(\d+)" data-version="(\w*)"', browser.get("/").text)
    student, u0, version = (match[1], int(match[2]), match[3]) if match else ("", 0, "")
    return {"device": device, "page": device, "student": student, "u0": u0, "version": version, "since": 0}


def save(
    browser: TestClient,
    text: str,
    sequence: int = 1,
    device: str = "d",
    sender: dict[str, Any] | None = None,
    **more: Any,
) -> Any:
    entry = {"item": "1a.1", "text": text, "sequence": sequence, "base": 0, **more}
    answer = browser.post("/save", json={**(sender or loaded(browser, device)), "saves": [entry]})
    return answer.json() | {"status": answer.status_code}


def state(browser: TestClient, device: str = "d", since: int = 0) -> Any:
    return browser.post("/state", json={**loaded(browser, device), "since": since}).json()


def test_from_the_slip_to_the_receipt(served: Served) -> None:
    browser, teacher = served.student(), served.teacher()
    page, before = browser.get("/").text, state(browser)
    assert ("has not begun" in page, "u₀" in page, 'data-u0="0" data-version=""' in page) == (True, False, True)
    assert (before["u0"], before["version"], before["read"], save(browser, "10")["status"]) == (0, "", {}, 409)
    act(teacher, do="open")
    page, begun = browser.get("/").text, state(browser)
    assert ("u₀ = 10" in page, begun["u0"], "1a.1" in begun["read"]) == (True, 10, True)
    assert 'data-item="2.1"' in page
    assert "Question 1 a, answer 2 of 2" in page
    saved = save(browser, "1,000")
    assert (saved["saves"][0]["fate"], saved["read"]["1a.1"]) == ("kept", "two readings: 1 or 1000")
    assert 3590 < saved["left"] <= 3600
    handed = browser.post("/hand-in", json=loaded(browser)).json()["handed_in"]
    assert save(browser, "12", 2)["saves"][0]["fate"] == "refused"
    assert browser.post("/hand-in", json=loaded(browser)).json()["handed_in"] == handed
    (row, *_) = act(teacher, do="reopen", student="s01")["students"]
    assert (row["filled"], row["handed_in"], row["pages"]) == (1, None, 1)
    assert save(browser, "12", 2)["saves"][0]["fate"] == "kept"


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_new_code_ends_the_sessions_of_its_student_alone(served: Served, is_restarted: bool) -> None:
    thief, other, teacher = served.student(), served.student("s02"), served.teacher()
    act(teacher, do="open")
    draw_code(served.folder, "s01", "CCCC-CCCC")
    served.service.follow()  # at every second
    if is_restarted:
        served.restart()
        thief, other = again(served, thief), again(served, other)
    assert (save(thief, "66")["status"], save(other, "12")["status"], served.signed_in()[0]) == (403, 200, 403)
    assert save(served.student("s01", code="CCCC-CCCC"), "10")["status"] == 200
    assert served.service.session.seats["s01"].texts == {"1a.1": "10"}


def test_the_monitor_ends_the_sessions_of_a_student(served: Served) -> None:
    pages, other, teacher = [served.student(), served.student()], served.student("s02"), served.teacher()
    act(teacher, do="open")
    act(teacher, do="sign-out", student="s01")
    assert [save(page, "66")["status"] for page in (*pages, other)] == [403, 403, 200]
    assert save(served.student(), "10")["status"] == 200
    served.restart()
    assert [save(again(served, page), "66")["status"] for page in (*pages, other)] == [403, 403, 200]


def again(served: Served, browser: TestClient) -> TestClient:
    other = served.browser()
    other.cookies.update(browser.cookies)
    return other


def test_what_was_acknowledged_is_there_when_it_is_served_anew_and_an_open_page_goes_on(served: Served) -> None:
    browser = begun(served)
    page = loaded(browser)
    save(browser, "10")
    served.restart()
    later = again(served, browser)
    assert state(later)["changed"]["1a.1"][0] == "10"
    assert save(later, "10", sender=page)["saves"][0]["fate"] == "known"  # its acknowledgement was lost
    assert save(later, "12", 2, sender=page)["saves"][0]["fate"] == "kept"
    assert [event.text for event in served.events(EventKind.SAVE)] == ["10", "12"]


def test_two_machines_are_told_to_both_and_neither_loses(served: Served) -> None:
    first, second = served.student(), served.student(address="10.0.0.2")
    act(served.teacher(), do="open")
    save(first, "1", device="a")
    assert (state(second, "b")["others"], state(first, "a")["others"]) == (1, 1)
    number = state(second, "b")["changed"]["1a.1"][1]
    save(second, "2", device="b", base=number)
    for _ in range(2):  # the first response is lost
        stale = save(first, "3", 2, device="a", base=number)["saves"][0]
        assert (stale["fate"], stale["text"]) == ("aside", "2")
    assert served.monitor()["students"][0]["machines"] == 2


@pytest.mark.parametrize(
    "path", ["/save", "/state", "/hand-in", "/monitor/state", "/monitor/act", "/sign-out", "/monitor"]
)
def test_who_is_not_let_in_gets_nothing(served: Served, path: str) -> None:
    stranger = served.browser()
    assert (stranger.get(path) if path == "/monitor" else stranger.post(path, json={})).status_code == 403


def test_nobody_reaches_another_s_answers_nor_the_monitor(served: Served) -> None:
    browser, other = served.student(), served.student("s02")
    act(served.teacher(), do="open")
    save(browser, "10")
    assert state(other)["changed"] == {}
    assert "u₀ = 11" in other.get("/").text
    for path in ("/monitor/state", "/monitor/act"):
        assert other.post(path, json={"do": "close"}).status_code == 403
    assert other.get("/monitor").status_code == 403


PAGE = {"device": "d", "page": "d", "since": 0}
WRONG = (
    *({"item": "9z.1"}, {"text": "1" * 501}, {"text": 5}, {"text": "\ud800"}),
    *({"sequence": 0}, {"base": -1}, {"sequence": 2**60}),
)


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"device": 5},
        {**PAGE, "saves": [5]},
        {**PAGE, "since": "0", "saves": []},
        {**PAGE, "device": "x" * 65, "saves": []},
        *({**PAGE, "saves": [{"item": "1a.1", "text": "1", "sequence": 1, "base": 0, **wrong}]} for wrong in WRONG),
    ],
)
def test_what_makes_no_sense_is_not_saved(served: Served, document: dict[str, Any]) -> None:
    browser = begun(served)
    candidate = served.service.candidates["s01"]
    sender = {"student": "s01", "u0": candidate.u0, "version": served.service.version("s01")} if document else {}
    assert browser.post("/save", content=json.dumps({**sender, **document})).status_code == 409
    assert not served.events(EventKind.SAVE)


def test_guessing_waits_and_the_student_elsewhere_does_not(served: Served) -> None:
    thief = served.browser("10.6.6.6")
    tries = [thief.post("/sign-in", json={"student": "S01", "code": f"{n}"}) for n in range(ATTEMPTS + 3)]
    assert [attempt.status_code for attempt in tries] == [403] * ATTEMPTS + [429] * 3
    assert int(tries[-1].headers["retry-after"]) > 0
    assert served.signed_in(address="10.6.6.6")[0] == 429
    served.student(address="10.0.0.7")
    refused = served.events(EventKind.REFUSED)
    assert [(event.student, event.text, event.origin) for event in refused] == [("s01", "S01", "10.6.6.6")] * ATTEMPTS


def test_guesses_at_identifiers_of_nobody_write_nothing(served: Served) -> None:
    assert [served.signed_in(f"x{number}", "1", "10.6.6.6")[0] for number in range(8)] == [403] * 8
    assert served.events(EventKind.REFUSED) == []
    assert served.student(address="10.6.6.6").get("/").status_code == 200


def test_another_time_or_seed_in_the_list_is_followed_and_told(served: Served) -> None:
    browser, teacher, plan = served.student(), served.teacher(), served.service.plan
    served.renew(own=20)
    assert served.events(EventKind.TIME) == []
    for do in ("open", "close", "open"):
        act(teacher, do=do)
    act(teacher, do="time", student="s01", minutes=5)
    for own in (20, 20, 10):  # beyond the hour, by the list
        served.renew(own=own, listed=99)
        assert 60 * (64 + own) < state(browser)["left"] <= 60 * (65 + own)
    row = act(teacher, do="message", text="x")["students"][0]
    assert (row["extra"], row["u0"], row["listed"]) == (15, plan.candidates[0].u0, 99)
    served.restart()  # with the list of before
    assert [event.minutes for event in served.events(EventKind.TIME) if event.text] == [20, -10, -10]


def test_who_typed_while_another_seed_was_prepared_keeps_the_sheet(served: Served) -> None:
    browser, teacher, plan = served.student(), served.teacher(), served.service.plan
    act(teacher, do="open")
    save(browser, "10")
    first, second, *others = plan.candidates
    served.service.renew(replace(plan, candidates=(replace(first, u0=71), replace(second, u0=72), *others)))
    rows = act(teacher, do="message", text="x")["students"]
    assert [(row["u0"], row["listed"]) for row in rows[:2]] == [(first.u0, 71), (72, None)]
    assert [served.service.session.seats[row["student"]].u0 for row in rows[:2]] == [first.u0, 72]


def test_who_is_added_meanwhile_is_let_in_with_their_time_and_nothing_of_others_changes(served: Served) -> None:
    browser, teacher = begun(served), served.teacher()
    save(browser, "10")
    late = replace(served.service.plan.candidates[0], id="s09", own=20)
    draw_code(served.folder, "s09", "CCCC-CCCC")
    served.service.renew(replace(served.service.plan, candidates=(*served.service.plan.candidates, late)))
    added = served.student("s09", code="CCCC-CCCC")
    assert 4790 < state(added)["left"] <= 4800
    assert (save(added, "7", device="e")["saves"][0]["fate"], state(browser)["changed"]["1a.1"][0]) == ("kept", "10")
    assert [row["student"] for row in act(teacher, do="message", text="x")["students"]][-1] == "s09"


def test_time_messages_closing_and_the_end(served: Served) -> None:
    browser, teacher = begun(served), served.teacher()
    act(teacher, do="time", student="", minutes=5)
    act(teacher, do="time", student="s01", minutes=10)
    act(teacher, do="message", text=" Question 1: <b>at most</b> ")
    result = state(browser)
    assert 4490 < result["left"] <= 4500
    assert [one["text"] for one in result["said"]] == ["Question 1: <b>at most</b>"]
    act(teacher, do="close")
    assert (state(browser)["closed"], state(browser)["left"] <= 0) == (True, True)
    act(teacher, do="time", student="s01", minutes=5)
    shown = state(browser)
    assert (shown["closed"], 290 < shown["left"] <= 300) == (False, True)
    assert state(served.student("s02"))["closed"]
    assert save(browser, "10")["saves"][0]["fate"] == "kept"
    act(teacher, do="end")
    assert served.ended == 1
    for wrong in (
        {"do": "time", "student": "s09", "minutes": 5},
        {"do": "time", "student": "", "minutes": 0},
        {"do": "x"},
    ):
        assert teacher.post("/monitor/act", json=wrong).status_code == 409


def test_a_tab_of_the_student_before_writes_nothing_in_the_paper_of_the_next(served: Served) -> None:
    browser = begun(served)
    tab = loaded(browser)
    browser.post("/sign-in", json={"student": "s02", "code": CODES["s02"]})  # in another tab
    answer = save(browser, "10", sender=tab)
    assert (answer["status"], answer["refused"]) == (409, "student")
    assert [browser.post(path, json=tab).status_code for path in ("/state", "/hand-in")] == [409, 409]
    assert (served.events(EventKind.SAVE), served.events(EventKind.HAND_IN)) == ([], [])
    browser.post("/sign-in", json={"student": "s01", "code": CODES["s01"]})
    assert save(browser, "10", sender=tab)["saves"][0]["fate"] == "kept"


def another_sitting(served: Served) -> None:
    served.service.close()
    with transaction(served.folder) as connection:
        insert_events(connection, [Event(EventKind.ANEW, served.service.session.seq + 1, time())])
    served.start()
    served.service.append_event(EventKind.OPEN, minutes=60, at=time() + 5)


@pytest.mark.parametrize(
    ("changes", "loads_again"),
    [
        (lambda served: served.renew(u0=71), ("u0",)),
        (lambda served: served.renew(data="other data"), ("version",)),  # an exam that is corrected before a restart
        (another_sitting, ("version",)),
    ],
    ids=["seed", "exam", "sitting"],
)
def test_what_was_typed_on_an_earlier_sheet_is_not_saved(
    served: Served, changes: Callable[[Served], None], loads_again: tuple[str, ...]
) -> None:
    browser = begun(served)
    before = loaded(browser)
    changes(served)
    browser = served.student()  # in another tab of the browser
    assert save(browser, "10", sender=before)["status"] == 409
    assert browser.post("/hand-in", json=before).status_code == 409
    assert (served.events(EventKind.SAVE), served.events(EventKind.HAND_IN)) == ([], [])
    after = browser.post("/state", json=before).json()
    assert tuple(name for name in ("u0", "version") if after[name] != before[name]) == loads_again
    assert save(browser, "10", device="e")["saves"][0]["fate"] == "kept"


def test_what_was_typed_before_the_words_were_corrected_is_saved_and_the_page_loaded_again(served: Served) -> None:
    browser, first = begun(served), served.service.plan.candidates[0]
    before = loaded(browser)
    questions = (replace(first.questions[0], prompt="Better", points="9"), *first.questions[1:])
    corrected = replace(first, questions=questions)
    served.renew(questions=questions)
    told = save(browser, "10", sender=before)
    assert (told["saves"][0]["fate"], told["wording"]) == ("kept", corrected.wording)
    assert f'data-wording="{corrected.wording}"' in browser.get("/").text
    assert corrected.wording != first.wording


@pytest.mark.parametrize("path", ["/save", "/state", "/hand-in"])
def test_a_page_that_does_not_say_whose_it_is_gets_nothing(served: Served, path: str) -> None:
    browser = begun(served)
    answer = browser.post(path, json={"device": "d", "page": "d", "since": 0, "saves": []})
    assert (answer.status_code, "load the page again in the browser" in answer.text) == (409, True)


def waiting_together(served: Served, monkeypatch: pytest.MonkeyPatch, *actions: Callable[[], object]) -> list[object]:
    """Do actions at once, which wait for the disk in this order; the last one gets it first. Return what they raise."""
    service, raised = served.service, list[object]([None] * len(actions))
    turns = [Lock() for _ in actions]

    class Waiting:
        def __enter__(self) -> None:
            turns[int(current_thread().name)].acquire()

        def __exit__(self, *_: object) -> None:
            turns[int(current_thread().name) - 1].release()

    def act(number: int) -> None:
        try:
            actions[number]()
        except CorrigeError as error:
            raised[number] = error

    threads = [Thread(target=act, args=(number,), name=str(number)) for number in range(len(actions))]
    for turn in turns:
        turn.acquire()
    with monkeypatch.context() as patch:
        patch.setattr(service, "_writing", Waiting())
        for number, thread in enumerate(threads, 1):
            thread.start()
            while len(service._requests) < number:
                sleep(0.001)
        turns[-1].release()
        for thread in threads:
            thread.join()
    return raised


def saves(sequence: int, text: str) -> list[dict[str, object]]:
    return [{"item": "1a.1", "text": text, "sequence": sequence, "base": 0}]


def test_an_answer_typed_as_the_seed_changes_keeps_its_sheet(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    act(served.teacher(), do="open")
    service, first = served.service, served.service.plan.candidates[0]
    answer = partial(service.save, "s01", "d", saves(1, "10"), first.u0)
    raised = waiting_together(served, monkeypatch, answer, lambda: served.renew(u0=71))
    seat = service.session.seats["s01"]
    assert (raised, seat.u0, seat.texts) == ([None, None], first.u0, {"1a.1": "10"})
    assert (service.candidates["s01"].u0, service.candidates["s01"].listed) == (first.u0, 71)


def test_two_pages_of_a_student_that_wait_together_are_both_saved(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(served.teacher(), do="open")
    service, u0, fates = served.service, served.service.candidates["s01"].u0, dict[str, object]()

    def send(device: str) -> None:
        fates[device] = [answer["fate"] for answer in service.save("s01", device, saves(1, device), u0)]

    waiting_together(served, monkeypatch, lambda: send("a"), lambda: send("b"))
    assert fates == {"a": ["kept"], "b": ["aside"]}
    assert [event.text for event in served.events(EventKind.SAVE)] == ["a", "b"]


def test_a_new_sheet_is_shown_once_its_event_is_on_the_disk(served: Served) -> None:
    browser, u0 = begun(served), served.service.plan.candidates[0].u0
    with full_disk(), pytest.raises(CorrigeError):
        served.renew(u0=71)
    assert (loaded(browser)["u0"], served.service.session.seats["s01"].u0) == (u0, u0)
    served.renew(u0=71)
    assert (loaded(browser)["u0"], served.service.session.seats["s01"].u0) == (71, 71)


@contextmanager
def full_disk() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_acknowledges_nothing_and_is_told_until_it_has_space_again(served: Served) -> None:
    browser = begun(served)
    with full_disk():
        assert [save(browser, "10")["status"] for _ in range(2)] == [409, 409]
        assert "saved" in served.monitor()["failing"]
        assert state(browser)["changed"] == {}
    assert save(browser, "10")["saves"][0]["fate"] == "kept"
    assert served.monitor()["failing"] == ""
    assert state(browser)["changed"]["1a.1"][0] == "10"
    assert [event.text for event in served.events(EventKind.SAVE)] == ["10"]


@pytest.mark.parametrize("put_back", [os.replace, shutil.copyfile], ids=["renamed", "copied"])
def test_an_earlier_store_that_a_synchronised_drive_puts_back_loses_nothing(
    served: Served, put_back: Callable[[Path, Path], object]
) -> None:
    browser, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    save(browser, "1", 1)
    shutil.copyfile(store, earlier)
    save(browser, "12", 2)
    put_back(earlier, store)
    save(browser, "123", 3)
    assert [event.text for event in served.events(EventKind.SAVE)] == ["1", "12", "123"]


@pytest.mark.parametrize("put_back", [os.replace, shutil.copyfile], ids=["renamed", "copied"])
def test_an_earlier_store_revives_no_revoked_code(served: Served, put_back: Callable[[Path, Path], object]) -> None:
    thief, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    shutil.copyfile(store, earlier)
    draw_code(served.folder, "s01", "CCCC-CCCC")
    owner = served.student("s01", code="CCCC-CCCC")
    assert served.monitor()["restored"] is None
    put_back(earlier, store)
    served.service.follow()  # at every second
    assert (save(owner, "10")["status"], save(thief, "66")["status"], served.signed_in()[0]) == (200, 403, 403)
    with reading(served.folder) as connection:
        assert read_codes(connection, served.folder)["s01"] == code_hash(KEY, "s01", "CCCC-CCCC")
    assert served.monitor()["restored"] > 0


def test_a_code_printed_into_an_earlier_store_replaces_the_code_of_the_running_server(served: Served) -> None:
    store, earlier = served.folder / "class.db", served.folder / "earlier"
    shutil.copyfile(store, earlier)
    act(served.teacher(), do="open")
    earlier.replace(store)
    (served.folder / REVOKED_CODES).write_text(code_hash(KEY, "s01", CODES["s01"]) + "\n")  # as `--new-codes` does
    draw_code(served.folder, "s01", "CCCC-CCCC")
    served.service.follow()
    assert [served.signed_in("s01", code)[0] for code in ("CCCC-CCCC", CODES["s01"])] == [200, 403]


@pytest.mark.parametrize("is_running", [True, False])
def test_a_store_of_before_the_new_codes_admits_nobody_with_the_old(served: Served, *, is_running: bool) -> None:
    """Also where nothing else was written since, and where the store is put back between two sittings."""
    thief, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    assert save(thief, "66")["status"] == 200
    shutil.copyfile(store, earlier)
    (served.folder / REVOKED_CODES).write_text(code_hash(KEY, "s01", CODES["s01"]) + "\n")  # as `--new-codes` does
    draw_code(served.folder, "s01", "CCCC-CCCC")
    if is_running:
        earlier.replace(store)
        served.service.follow()
    else:
        served.service.close()
        earlier.replace(store)
        served.start()
    assert (save(again(served, thief), "67", 2)["status"], served.signed_in()[0]) == (403, 403)
    assert served.student("s02")
    assert served.monitor()["revoked"] == ["s01"]
    draw_code(served.folder, "s01", "DDDD-DDDD")
    served.service.follow()
    served.student("s01", code="DDDD-DDDD")
    assert served.monitor()["revoked"] == []


def test_answers_missing_since_an_earlier_store_was_put_back_are_a_problem(served: Served) -> None:
    browser, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    shutil.copyfile(store, earlier)
    for sequence in (1, 2, 3):
        save(browser, "1" * sequence, sequence)
    served.service.close()
    assert lost_events(served.folder) == ()
    last = store.read_bytes()
    shutil.copyfile(earlier, store)
    assert lost_events(served.folder)
    store.write_bytes(last)
    assert lost_events(served.folder) == ()
    earlier.replace(store)
    (problem,) = lost_events(served.folder)
    assert problem.place == str(store)
    assert "3" in str(problem.cause)
    served.start()


def test_students_with_answers_in_another_copy_of_the_store_are_named_until_it_is_back(served: Served) -> None:
    """The exam goes on with an earlier store, whose events get the ranks of the lost ones; then the latest is back."""
    browser, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    served.student("s02")
    shutil.copyfile(store, earlier)
    for sequence in (1, 2, 3, 4):
        save(browser, "1", sequence)
    served.service.close()
    latest = store.read_bytes()
    earlier.replace(store)
    served.start()
    for sequence in (1, 2):
        save(served.student("s02"), "2", sequence, device="e")
    served.service.close()
    other = store.read_bytes()
    named = {}
    for content in (other, latest, other):
        store.write_bytes(content)
        (problem,) = lost_events(served.folder)
        named[content] = [student for student in CODES if student in str(problem.cause)]
    assert named == {other: ["s01"], latest: ["s02"]}
    store.write_bytes(latest)
    served.start()
    save(again(served, browser), "10", 5)
    (problem,) = lost_events(served.folder)
    assert ("s01" in str(problem.cause), "s02" in str(problem.cause)) == (False, True)
    (served.folder / LAST_EVENT).unlink()
    assert lost_events(served.folder) == ()


@pytest.mark.parametrize("is_longer", [False, True])
def test_another_copy_of_the_store_put_back_during_the_exam_loses_nothing(served: Served, *, is_longer: bool) -> None:
    """Both copies have answers, whose events have the same ranks."""
    browser, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    other = served.student("s02")
    shutil.copyfile(store, earlier)
    for sequence, item in enumerate(["1a.1", "1a.2", "2.1"], 1):
        save(browser, "1", sequence, item=item)
    served.service.close()
    latest = store.read_bytes()
    earlier.replace(store)
    served.start()
    other = again(served, other)
    for sequence, item in enumerate(["1a.1", "1a.2", "2.1", "1a.2"][: 4 if is_longer else 2], 1):
        save(other, "2", sequence, "e", item=item)
    store.with_name("copy").write_bytes(latest)
    store.with_name("copy").replace(store)
    served.service.follow()
    save(other, "3", 5, "e", item="1a.2")
    texts = {student: served.service.session.seats[student].texts for student in CODES}
    assert (texts["s01"], texts["s02"]["1a.1"], texts["s02"]["1a.2"]) == (dict.fromkeys(texts["s01"], "1"), "2", "3")
    served.restart()
    assert {student: served.service.session.seats[student].texts for student in CODES} == texts
    assert len(texts["s01"]) == 3


@pytest.mark.parametrize("is_followed", [False, True])
def test_a_copy_written_over_the_store_during_a_save_loses_no_acknowledged_answer(
    served: Served, monkeypatch: pytest.MonkeyPatch, *, is_followed: bool
) -> None:
    """SQLite then writes the last page and the counter into the copy, and goes on with the pages in its memory."""
    browser, store, earlier = begun(served), served.folder / "class.db", served.folder / "earlier"
    other = served.student("s02")
    shutil.copyfile(store, earlier)
    for sequence in range(1, 250):
        save(other, f"{sequence} " + "2" * 90, sequence, "e", item="1a.2")
    insert, copies = service.insert_events, [earlier]

    def during(connection: sqlite3.Connection, events: Sequence[Event]) -> None:
        insert(connection, events)
        if copies:
            shutil.copyfile(copies.pop(), store)

    monkeypatch.setattr(service, "insert_events", during)
    save(browser, "1", 1)
    save(browser, "12", 2, item="2.1")
    texts = {student: served.service.session.seats[student].texts for student in CODES}
    if is_followed:
        served.service.follow()
        assert lost_events(served.folder) == ()
        assert served.monitor()["restored"] is not None
    served.restart()
    is_same = {student: served.service.session.seats[student].texts for student in CODES} == texts
    assert (is_same, bool(lost_events(served.folder))) == (is_followed, not is_followed)


@pytest.mark.parametrize("is_followed", [False, True])
def test_answers_lost_before_a_restart_are_missing_though_others_are_saved_at_once(
    served: Served, is_followed: bool
) -> None:
    """The process is killed, without closing, at once after an answer or a second later; pages save before `follow`."""
    browser, store, earlier = served.student(), served.folder / "class.db", served.folder / "earlier"
    served.student("s02")
    act(served.teacher(), do="open")
    shutil.copyfile(store, earlier)
    assert all(save(browser, "1" * sequence, sequence)["status"] == 200 for sequence in (1, 2, 3))
    if is_followed:
        served.service.follow()
    earlier.replace(store)
    served.start()
    assert served.monitor()["missing"] == 3
    other = served.student("s02")
    for sequence in range(1, 9):
        save(other, "2", sequence)
    (problem,) = lost_events(served.folder)
    assert "3 later events" in str(problem.cause)
    served.service.follow()
    assert lost_events(served.folder) == (problem,)
    served.restart()
    assert lost_events(served.folder) == (problem,)
    (served.folder / LAST_EVENT).unlink()  # the teacher has looked for another
    served.service.follow()
    assert served.monitor()["missing"] == 0
    assert lost_events(served.folder) == ()


def test_who_signs_out_is_out_also_when_it_is_served_anew_and_the_page_of_another_signs_nobody_out(
    served: Served,
) -> None:
    """Two tabs of a browser: in one of them another student has signed in meanwhile."""
    browser = served.student("s01")
    stale = loaded(browser)
    assert browser.post("/sign-in", json={"student": "s02", "code": CODES["s02"]}).status_code == 200
    for body in (stale, {}):
        assert browser.post("/sign-out", json=body).status_code != 200
    assert loaded(browser)["student"] == "s02"
    thief = again(served, browser)
    assert browser.post("/sign-out", json=loaded(browser)).status_code == 200
    assert 'id="sign-in"' in browser.get("/").text
    served.restart()
    assert 'id="sign-in"' in again(served, thief).get("/").text


@contextmanager
def away(folder: Path) -> Iterator[None]:
    elsewhere = folder.rename(folder.with_name("away"))
    yield
    elsewhere.rename(folder)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    with closing(sqlite3.connect(folder / "class.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield


@pytest.mark.parametrize("unusable", [away, held])
def test_a_class_folder_that_was_away_or_locked_is_followed_again(
    served: Served, monkeypatch: pytest.MonkeyPatch, unusable: Callable[[Path], AbstractContextManager[None]]
) -> None:
    monkeypatch.setattr(db, "BUSY_SECONDS", 0.01)
    served.restart()
    thief = begun(served)
    with unusable(served.folder):
        assert [save(thief, "10")["status"] for _ in range(2)] == [409, 409]
        served.service.follow()
        status, told = served.signed_in("s02", CODES["s02"])
        assert (status, "try again" in told["refused"]) == (503, True)
    draw_code(served.folder, "s01", "CCCC-CCCC")
    served.service.follow()
    assert save(thief, "66")["status"] == 403
    assert save(served.student("s02"), "12")["status"] == 200


def test_no_error_ends_the_watch_before_the_input_ends(monkeypatch: pytest.MonkeyPatch, served: Served) -> None:
    plan, calls, stops = served.service.plan, list[str](), list[int]()
    new = replace(plan, candidates=(replace(plan.candidates[0], u0=71), *plan.candidates[1:]))
    failures = iter([sqlite3.ProgrammingError("closed"), CorrigeError.single("busy"), None])

    def renew(plan: Plan) -> None:
        calls.append(str(plan.candidates[0].u0))
        if failure := next(failures):
            raise failure

    monkeypatch.setattr(served.service, "renew", renew)
    monkeypatch.setattr(serving, "bug", calls.append)
    monkeypatch.setattr(serving, "raise_signal", stops.append)
    monkeypatch.setattr(sys, "stdin", StringIO(f"\n{plan_json(new)}\n\n\n\n"))
    serving._watch_input(served.service)
    assert ([call for call in calls if isinstance(call, str)], len(stops)) == (["71"] * 3, 1)


def test_the_address_of_the_monitor_opens_it_once_also_when_it_is_served_anew(served: Served) -> None:
    served.restart()  # before anybody opened the address
    assert served.teacher().get("/monitor").status_code == 200
    served.restart()
    assert served.browser().get(f"/teacher/{TOKEN}").status_code == 403
    assert served.teacher().get("/monitor").status_code == 200


def test_a_clock_that_is_set_back_changes_no_order(served: Served) -> None:
    browser = begun(served)
    save(browser, "1")
    last = served.service.session.at
    served.service.close()
    served.service = Service(served.folder, served.service.plan, lambda: last - 7200, lambda: 5.0)
    assert served.service.append_event(EventKind.CLOSE).at == last


def test_a_clock_that_is_set_forward_ends_no_exam_when_the_process_is_started_again(tmp_path: Path) -> None:
    """The command tells the process its clock: here two hours behind the machine, which was set meanwhile."""
    class_data = tiny_class(tmp_path / "class")
    plan, slow = build_plan(class_data, 60), time() - 7200 - monotonic()
    where = ServerConfig("127.0.0.1", begins=True, clock=slow)
    for _ in range(2):
        child = started(class_data.folder, plan, where, TOKEN)
        ready(child)
        child.kill()
        ended(child)
    with reading(class_data.folder) as connection:
        session = ExamSession(read_events(connection))
    assert session.begun is not None
    assert abs(session.begun - (time() - 7200)) < 60
    service = Service(class_data.folder, plan, lambda: slow + monotonic())
    assert 3500 < service.state("s01", "d", 0)["left"] <= 3600  # type: ignore[operator]
    service.close()


def test_a_late_answer_that_counts_now_is_told_to_the_other_page(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both pages save the same box after the end; the first text counts, and the page of the second is told."""
    monkeypatch.setattr("answers.classroom.sitting.GRACE", -1.0)
    browser, teacher = begun(served), served.teacher()
    act(teacher, do="close")
    assert save(browser, "1", device="a")["saves"][0]["fate"] == "late"
    second = save(browser, "2", device="b")
    assert second["saves"][0]["fate"] == "late"
    act(teacher, do="time", student="s01", minutes=5)
    number = served.service.session.seats["s01"].boxes["1a.1"].seq
    assert state(browser, "b", second["line"])["changed"] == {"1a.1": ["1", number]}
    assert state(browser, "a", second["line"])["changed"] == {}


@pytest.mark.parametrize(
    ("limit", "most", "length", "saved"), [("MOST_SAVES", 2, 1, 3), ("MOST_CHARACTERS", 20, 15, 2)]
)
def test_nobody_fills_the_disk(
    served: Served, monkeypatch: pytest.MonkeyPatch, limit: str, most: int, length: int, saved: int
) -> None:
    monkeypatch.setattr(service, limit, most)
    browser = begun(served)
    statuses = [save(browser, "1" * length, sequence)["status"] for sequence in range(1, 6)]
    assert statuses == [200] * saved + [409] * (5 - saved)
    assert save(served.student("s02"), "1")["status"] == 200


def named(served: Served, **called: str) -> None:
    plan = served.service.plan
    students = tuple(
        replace(student, display_name=called.get(student.id, student.display_name)) for student in plan.candidates
    )
    served.service.renew(replace(plan, candidates=students))


SAME = ("s01", " S01 ", "Éluard Zoé", "zoe eluard", "ELUARD  ZOE", "\u00a0Zoé\u2009Éluard", "E\u0301luard Zoe\u0301")
OTHER = ("Zoé", "Éluard", "Zoé Nash", "s 01", "01", "", "s", "Éluard Zoé 1")


@pytest.mark.parametrize(("typed", "status"), [*((text, 200) for text in SAME), *((text, 403) for text in OTHER)])
def test_a_student_signs_in_by_the_whole_identifier_or_name_however_it_is_typed(
    served: Served, typed: str, status: int
) -> None:
    named(served, s01="Éluard Zoé", s02="Nash Eva")
    told = served.signed_in(typed)
    assert (told[0], told[1].get("student")) == (status, "s01" if status == 200 else None)


def test_a_stored_hash_that_corrige_never_writes_opens_nothing(served: Served) -> None:
    with transaction(served.folder) as connection:
        connection.execute("UPDATE code SET hash = 'é' WHERE student = 's01'")
    assert served.signed_in()[0] == 403


def test_the_code_tells_namesakes_apart(served: Served) -> None:
    named(served, s01="Martin Thomas", s02="Thomas Martin")
    for student, code in CODES.items():
        assert served.signed_in("thomas martin", code) == (200, {"student": student})
    thief = served.browser("10.6.6.6")  # however it is typed, six codes are tried at once
    tries = [thief.post("/sign-in", json={"student": "thomas" + " " * n + "martin", "code": "x"}) for n in range(1, 9)]
    assert [attempt.status_code for attempt in tries] == [403] * ATTEMPTS + [429] * 2
    assert "identifier" in tries[0].json()["refused"]
    assert {event.student for event in served.events(EventKind.REFUSED)} == {"s01", "s02"}


@pytest.mark.parametrize("typed", ["s01", "S01", "Aa Éa"])
def test_an_identifier_corrected_in_the_list_locks_nobody_out(served: Served, typed: str) -> None:
    """The plan has both identifiers then, since nobody is removed while the class sits."""
    plan = served.service.plan
    served.service.renew(replace(plan, candidates=(*plan.candidates, replace(plan.candidates[0], id="S01"))))
    assert served.signed_in(typed) == (200, {"student": "s01"})


def test_a_student_who_sends_many_requests_does_not_hold_up_others(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers of a student, which take long to read, would occupy all threads of the server."""
    act(served.teacher(), do="open")
    browsers = {student: served.student(student) for student in CODES}
    senders = {student: loaded(browser) for student, browser in browsers.items()}
    read, is_over = served.service.readings, Signal()

    def slow(student: str, items: Iterable[str] | None = None) -> dict[str, str]:
        assert student == "s02" or is_over.wait(20)
        return read(student, items)

    monkeypatch.setattr(served.service, "readings", slow)

    async def send(student: str) -> int:
        headers, cookies = {"Origin": f"http://{HOST}"}, dict(browsers[student].cookies)
        transport = ASGITransport(served.app)
        async with AsyncClient(transport=transport, base_url=f"http://{HOST}", cookies=cookies) as client:
            return (await client.post("/state", json=senders[student], headers=headers)).status_code

    async def together() -> tuple[list[int], int]:
        hostile = [asyncio.ensure_future(send("s01")) for _ in range(60)]
        try:
            await asyncio.sleep(0)
            other = await asyncio.wait_for(send("s02"), 5)
        finally:
            is_over.set()
        return await asyncio.gather(*hostile), other

    statuses, other = asyncio.run(together())
    assert (other, statuses.count(200), statuses.count(429)) == (200, MOST_WAITING, 60 - MOST_WAITING)


def test_a_folder_with_a_name_that_is_no_text_has_a_monitor(tmp_path: Path, served: Served) -> None:
    place = tmp_path / os.fsdecode(b"caf\xe9")
    served.service.close()
    try:
        (tmp_path / "class").rename(place)
    except OSError:
        pytest.skip("names are text there")
    served.folder = place
    served.start()
    page = served.teacher().get("/monitor")
    assert (page.status_code, "caf\\xe9" in page.text) == (200, True)


SERVING = """
import sys
from pathlib import Path
from answers.web.sitting.serving import Service, plan_from_json
service = Service(Path(sys.argv[1]), plan_from_json(sys.stdin.read()))
service.open()
u0 = service.candidates["s01"].u0
service.save("s01", "d", [{"item": "1a.1", "text": "1/2", "sequence": 1, "base": 0}], u0)
service.readings("s01")
service.hand_in("s01", u0)
service.close()
print(*sys.modules)
"""
KNOWING = ("answers.exam", "answers.grading", "answers.sheets", "answers.submissions", "solvers", "scipy")


@pytest.mark.slow
def test_the_serving_process_loads_nothing_that_could_compute_an_answer(tmp_path: Path) -> None:
    class_data = tiny_class(tmp_path / "class")
    (class_data.folder / "decisions.csv").write_text("put here during the exam")
    command = [sys.executable, "-c", SERVING, str(class_data.folder)]
    plan = plan_json(build_plan(class_data, 60))
    modules = subprocess.run(command, input=plan, check=True, capture_output=True, text=True).stdout.split()
    assert "answers.classroom.db" in modules
    assert [name for name in modules if name.startswith(KNOWING)] == []


def test_the_serving_process_gets_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class_data, sent, codes = tiny_class(tmp_path / "class"), StringIO(), dict[str, str]()

    def popen(*_: object, env: dict[str, str], **__: object) -> Any:
        codes.update(env)
        return SimpleNamespace(stdin=sent)

    secret = class_data.settings.secret
    monkeypatch.setenv("CORRIGE_SECRET", secret)
    monkeypatch.setattr(subprocess, "Popen", popen)
    where = ServerConfig("127.0.0.1", code_key=code_key(secret))
    started(class_data.folder, build_plan(class_data, 60), where, TOKEN)
    assert code_key(secret) in sent.getvalue()
    assert secret not in sent.getvalue()
    assert secret not in codes.values()
