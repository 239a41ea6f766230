"""A whole class read in a real browser by keyboard alone, by a program that sees only what the page shows."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answers.classroom.folder import ClassData
from answers.classroom.marks import grade_class
from answers.classroom.scans import Transcription, active_readings, add_readings, load_readings, read_placements
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.classroom.report.chromium import needs_chromium
from tests.answers.classroom.scanned import scan, unplaced
from tests.answers.web.browsers import out_of_reach
from tests.answers.web.desk.test_marking import explained_class, submit
from tests.answers.web.desk.test_rooms import PAPERS

ROOMS = ("/", "/contact", "/reading", "/pages", "/review", "/papers", "/papers?student=s01")
PROGRAM = "from answers.cli.app import main; main()"
pytestmark = pytest.mark.slow


@pytest.fixture
def class_data(tmp_path: Path, request: pytest.FixtureRequest) -> ClassData:
    """A class with three papers; with the parameter "written", one with six written answers to one part."""
    if getattr(request, "param", "") == "written":
        class_data = explained_class(tmp_path / "c", 6)
        submit(class_data, *({"2b": f"text {number}"} for number in range(6)))
        return class_data
    class_data = tiny_class(tmp_path / "c")
    scan(class_data, PAPERS, (unplaced(class_data),))
    return class_data


@pytest.fixture
def address(class_data: ClassData, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where the desk is open, by the command itself, in French unless a test says otherwise."""
    command = [sys.executable, "-c", PROGRAM, "desk", str(class_data.folder), "--no-browser", "--author", "ada"]
    spoken = {**os.environ, "CORRIGE_MESSAGES": getattr(request, "param", "fr")}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=spoken) as program:
        assert program.stderr is not None
        result = next(match for line in program.stderr if (match := re.search(r"http://\S+", line)))
        yield result[0]
        program.terminate()


@pytest.fixture
def page(address: str) -> Iterator[Any]:
    """A page of a browser that was let in, and what it asked for and complained of."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.complaints = []
        page.on("console", lambda message: page.complaints.append(message.text))
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("request", lambda request: page.asked.add(request.url.split("/")[2]))
        page.asked = set()
        page.goto(address)
        yield page
        browser.close()


def go(page: Any, key: str) -> None:
    with page.expect_navigation():
        page.keyboard.press(key)


def test_a_class_is_read_by_keyboard_alone(class_data: ClassData, page: Any) -> None:
    go(page, "c")
    marks = page.locator("[data-cross]:not([data-cross=''])")
    first, last = (marks.nth(at).get_attribute("data-cross") for at in (1, 2))
    steps = [(first, [1]), (first, []), (f"{first}f", [1, 2]), (last, [1]), (last, [1, 2]), ("f", [1]), (first, [])]
    for typed, crossed in steps:
        page.keyboard.type(typed)
        assert [at for at in range(marks.count()) if marks.nth(at).is_checked()] == crossed
    page.locator("[data-cross]").first.focus()
    while page.locator("[name=shown]").count():
        for mark in page.locator(".crops:not(.small) [data-cross]").all():
            message, beside = json.loads(mark.input_value()), mark.locator("xpath=..").locator(".right").inner_text()
            if PAPERS[message["student"]][message["item"]] != beside.split()[-1]:
                page.keyboard.press("x")
            page.keyboard.press("ArrowRight")
        go(page, "Enter")
    go(page, "Enter")
    while page.locator("#text").count():
        message = json.loads(page.locator("[name=shown]").first.input_value())
        text = PAPERS[message["student"]][message["item"]]
        assert page.locator("[name=shown]").count() == 1
        page.keyboard.type(text)
        page.locator(".told:not(:empty)").first.wait_for()
        go(page, "Enter")
    held = active_readings(load_readings(class_data.folder))
    assert {where: transcription.text for where, transcription in held.items() if transcription.text} == {
        (student, item): text for student, own in PAPERS.items() for item, text in own.items() if text
    }
    scores = {row.student.id: float(row.paper.score) for row in grade_class(class_data).rows if row.paper}
    assert scores == {"s01": 4.0, "s02": 0.5, "s03": 3.5}
    go(page, "g")
    for typed in "re":
        page.keyboard.press(typed)
    page.keyboard.type("s03")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    go(page, "Enter")
    (placed,) = read_placements(class_data.folder)
    assert (placed.student, placed.sheet_page, placed.turn, placed.author) == ("s03", 2, 90, "ada")
    assert page.complaints == []
    assert len(page.asked) == 1
    go(page, "l")
    page.keyboard.press("u")
    page.wait_for_url("**/reading?student=*")
    left = active_readings(load_readings(class_data.folder)).values()
    assert sum(not transcription.is_cross for transcription in left) == len(held) - 1
    page.keyboard.press("Escape")
    with page.expect_navigation():  # as AZERTY writes 0 without Shift
        zero = "{key: 'à', code: 'Digit0', bubbles: true}"
        page.evaluate(f"document.body.dispatchEvent(new KeyboardEvent('keydown', {zero}))")
    assert [transcription.text for transcription in load_readings(class_data.folder)][-1] == ""


def test_an_unread_answer_elsewhere_is_told_and_nothing_typed_is_lost(class_data: ClassData, page: Any) -> None:
    go(page, "l")
    shown = json.loads(page.locator("[name=shown]").first.input_value())
    page.keyboard.type("12")
    add_readings(class_data.folder, [Transcription(shown["student"], shown["item"], "5", "bob", "1", shown["crop"])])
    page.keyboard.press("Enter")
    page.wait_for_selector(".problem")
    assert "bob a lu" in page.locator("#problems").inner_text()
    assert page.locator("#text").input_value() == "12"


@pytest.mark.parametrize(
    ("address", "scheme"), [("fr", "light"), ("en", "dark")], ids=["fr-light", "en-dark"], indirect=["address"]
)
@pytest.mark.parametrize("width", [390, 1280])
def test_every_room_fits_and_can_be_read_and_reached(page: Any, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    base = page.url.rstrip("/")
    for path in (*ROOMS, "/answer?student=s01&item=1a.1"):
        page.goto(base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert out_of_reach(page) == [], path
        keys = page.evaluate("[...document.querySelectorAll('[data-key]')].map(one => one.dataset.key)")
        assert sorted(set(keys)) == sorted(keys), path
        assert _focused(page) == [], path
    assert page.complaints == []
    assert len(page.asked) == 1


@pytest.mark.parametrize("class_data", ["written"], indirect=True)
def test_tab_completes_a_comment_whatever_its_accents_and_apostrophes(page: Any) -> None:
    def mark(*keys: str, comment: str = "") -> str:
        """Choose the first criterion, write a comment with keys, save, and return the comment as it was saved."""
        page.keyboard.press("1")
        page.keyboard.press("m")
        page.keyboard.type(comment)
        for key in keys:
            page.keyboard.press(key)
        text = str(page.locator("#comment").input_value())
        with page.expect_navigation():
            page.keyboard.press("Enter")
        return text

    page.goto(page.url.rsplit("/", 1)[0] + "/marking")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert mark(comment="L’ordre est à montrer.") == "L’ordre est à montrer."
    assert mark(comment="Écrivez la somme.") == "Écrivez la somme."
    assert mark("Tab", comment="l'o") == "L’ordre est à montrer."
    assert mark(comment="Écrivez pourquoi.") == "Écrivez pourquoi."
    assert mark("Tab", "Tab", comment="ecr") == "Écrivez la somme."
    page.keyboard.press("m")
    page.keyboard.type("other")
    page.keyboard.press("Tab")
    assert page.locator("#comment").input_value() == "other"
    assert page.complaints == []


def _focused(page: Any) -> list[str]:
    unseen = []
    for _ in range(30):
        page.keyboard.press("Tab")
        unseen += page.evaluate(
            "(() => { const one = document.activeElement; if (one === document.body) return [];"
            " return getComputedStyle(one).outlineStyle === 'none' ? [one.outerHTML.slice(0, 80)] : [] })()"
        )
    return unseen
