"""An exam is sat in a real Chromium by a program that reads only the page, with the keyboard alone."""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, Any

import pytest

from answers.assets import shared_words
from answers.classroom.db import insert, transaction
from answers.classroom.folder import ClassData, create_class
from answers.classroom.marks import grade_class
from answers.classroom.printing import print_sheets
from answers.classroom.rendering import PrintOptions
from answers.classroom.sat_papers import read_session, receipt_info
from answers.exam.catalogue import exam_names
from answers.exam.exam import Exam
from answers.exam.key_cache import cached_key
from answers.exam.words import LANGUAGES
from answers.flags import Note
from answers.paper import Paper, Verdict
from answers.sheets.identity import field_name
from answers.web.sitting.codes import code_hash, code_key
from answers.web.sitting.plan import Plan
from answers.web.sitting.prepare import build_plan
from answers.web.sitting.serving import ServerConfig, ended, ready, started
from tests.answers.submissions.sheets import filled
from tests.answers.tiny import EXAMS
from tests.answers.web.browsers import browser, out_of_reach

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
STUDENTS = b"student,name,first_name,u0\ns01,Nash,Eva,17\n"
CODE, TOKEN = "ABCD-EFGH", "x" * 32
WIDTHS = (1280, 390)
SLOW_STATE = """
    const soon = window.fetch;
    window.fetch = async (path, ...rest) => {
      if (path === "/state") await new Promise((done) => setTimeout(done, 500));
      return soon(path, ...rest);
    };
"""


@dataclass
class Room:
    class_data: ClassData
    plan: Plan
    where: ServerConfig
    child: Any

    def again(self) -> None:
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()
        ended(self.child)
        self.child = started(self.class_data.folder, self.plan, self.where, TOKEN)
        ready(self.child)

    def paper(self) -> Paper:
        paper = grade_class(self.class_data).rows[0].paper
        assert paper is not None
        return paper


@contextmanager
def room(folder: Path, exam: str, lang: str, students: bytes = STUDENTS) -> Iterator[Room]:
    class_data = create_class(folder / "class", exam, students, lang, (EXAMS,))
    plan, key = build_plan(class_data, 60), code_key(class_data.settings.secret)
    with transaction(class_data.folder) as connection:
        enrolled = [enrollment.student.id for enrollment in class_data.enrollments]
        insert(connection, "code", ({"student": one, "hash": code_hash(key, one, CODE)} for one in enrolled))
    where = ServerConfig("127.0.0.1", begins=True, code_key=key)
    child = started(class_data.folder, plan, where, TOKEN)
    made = Room(class_data, plan, replace(where, port=ready(child)), child)
    try:
        yield made
    finally:
        ended(made.child)


def another_page(page: "Page") -> "Page":
    """Open a page of another user of the browser."""
    assert page.context.browser is not None
    return page.context.browser.new_context().new_page()


def sign_in(page: "Page", where: ServerConfig) -> None:
    page.goto(where.address())
    page.keyboard.type("S01")  # the identifier is where one types first
    page.keyboard.press("Tab")
    page.keyboard.type(CODE.lower())
    page.keyboard.press("Enter")
    page.wait_for_selector("input[data-item]:not([readonly])")


def asked(page: "Page", lang: str) -> list[tuple[str, int]]:
    """The boxes in the order of the sheet: part and rank, by what a screen reader says of each."""
    words = shared_words(lang)
    of_part = re.escape(words["sitting"]["of_part"]).replace(r"\{rank\}", r"(\d+)").replace(r"\{count\}", r"\d+")
    spoken = re.compile(rf"{words['question']} (\d+)(?: ([a-z]))?(?:, {of_part})?")
    results = [
        spoken.match(" ".join(content.split())) for content in page.locator(".box label .hidden").all_text_contents()
    ]
    return [(f"{match[1]}{match[2] or ''}", int(match[3] or 1)) for match in results if match]


def fill(page: "Page", texts: list[str]) -> None:
    page.locator("input[data-item]").first.focus()
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Tab")


def saved(page: "Page", lang: str) -> None:
    notice = shared_words(lang)["sitting"]["saved"].split(" {}")[0]
    page.locator("#saved", has_text=notice).wait_for()


def hand_in(page: "Page") -> str:
    page.locator("#hand-in").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.locator("#receipted").wait_for()
    return page.locator("#receipt").input_value().split(" · ")[1]


def answers(exam: Exam) -> dict[tuple[str, int], str]:
    """The right answers but for some slips, as a student writes them."""
    key, typed = cached_key(exam, 17), dict[tuple[str, int], str]()
    for part in exam.parts:
        for rank, value in enumerate(key.answers[part.id], 1):
            slips = {3: "3", 5: "1,000", 9: ""}
            typed[part.id, rank] = slips.get(len(typed) % 11, part.kind.format(value, "fr"))
    return typed


def marks(paper: Paper) -> dict[str, tuple[Fraction, list[tuple[Verdict, Note | None]]]]:
    return {
        name: (part.score, [(mark.verdict, mark.note) for mark in part.items]) for name, part in paper.parts.items()
    }


@pytest.mark.parametrize(
    "exam", [pytest.param(name, marks=[pytest.mark.long] * (name not in ("nash", "yahtzee"))) for name in exam_names()]
)
def test_an_exam_that_is_sat_has_the_marks_of_the_same_answers_in_a_filled_form(tmp_path: Path, exam: str) -> None:
    lang = LANGUAGES[exam_names().index(exam) % 2]
    with room(tmp_path, exam, lang) as sat, browser() as page:
        typed = answers(sat.class_data.exam)
        sign_in(page, sat.where)
        boxes = asked(page, lang)
        assert boxes == list(typed)
        for width in (1280, 390, 1280):  # side by side each half scrolls, and not the page
            page.set_viewport_size({"width": width, "height": 720})
            beyond = page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert (beyond > 0) is (width == 390)
        fill(page, [typed[item] for item in boxes])
        saved(page, lang)
        receipt = hand_in(page)
        assert receipt_info(sat.class_data, receipt).filled == sum(map(bool, typed.values()))
        assert page.locator("svg[role=img]:not([aria-label], :has(> title))").count() == 0  # each drawing has a name
        paper = sat.paper()
    other = create_class(tmp_path / "form", exam, STUDENTS, lang)
    (blank,) = print_sheets(other, PrintOptions())
    texts = {field_name(part, rank): text for (part, rank), text in typed.items()}
    form = filled({"name": "Nash", "first_name": "Eva", "u0": "17", **texts}, blank.read_bytes())
    (other.folder / "submissions" / "s01.pdf").write_bytes(form)
    elsewhere = grade_class(other).rows[0].paper
    assert elsewhere is not None
    assert {flag.slug for flag in elsewhere.open_flags} <= {"incomplete:"}  # some boxes are left blank on purpose
    assert marks(paper) == marks(elsewhere)
    assert 0 < paper.score < paper.points


def test_another_page_is_told_to_both_and_its_words_are_kept(tmp_path: Path) -> None:
    from playwright.sync_api import expect

    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        other = another_page(page)
        sign_in(other, sat.where)
        page.locator("#others").wait_for()
        other.locator("#others").wait_for()
        other.context.set_offline(True)
        other.locator("input[data-item]").first.fill("1")
        page.locator("input[data-item]").first.fill("2")
        saved(page, "en")
        other.context.set_offline(False)
        other.locator(".aside button").wait_for()
        assert other.locator("input[data-item]").first.input_value() == "2"
        other.locator(".aside button").click()
        saved(other, "en")
        expect(page.locator("input[data-item]").first).to_have_value("1", timeout=20_000)


@pytest.mark.parametrize("reaches_server", [False, True])
def test_text_of_another_page_is_replaced_only_once_it_was_shown(tmp_path: Path, *, reaches_server: bool) -> None:
    """A page types on while its last save is late, or the answer to it is lost; another page writes meanwhile."""
    from playwright.sync_api import expect

    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        other = another_page(page)
        sign_in(other, sat.where)
        box, theirs = (one.locator("input[data-item]").first for one in (page, other))
        held: list[Any] = []

        def hold_the_first(route: Any) -> None:
            held.append(route)
            if len(held) > 1:
                route.continue_()
            elif reaches_server:
                route.fetch()

        page.route("**/save", hold_the_first)
        box.fill("1")
        while not held:
            page.wait_for_timeout(50)
        if reaches_server:
            expect(theirs).to_have_value("1", timeout=20_000)
        theirs.fill("2")
        saved(other, "en")
        if reaches_server:
            held[0].abort()
        else:
            box.fill("13")
            held[0].continue_()
            page.locator(".aside button", has_text="13").wait_for()
        expect(box).to_have_value("2", timeout=20_000)
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "2"}
        box.fill("4")
        expect(theirs).to_have_value("4", timeout=20_000)


def test_text_set_aside_is_offered_also_if_the_first_response_is_lost(tmp_path: Path) -> None:
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        other = another_page(page)
        sign_in(other, sat.where)
        other.route("**/state", lambda route: route.abort())
        lost: list[Any] = []

        def lose_the_first(route: Any) -> None:
            if lost:
                route.continue_()
                return
            lost.append(route)
            route.fetch()
            route.abort()

        other.route("**/save", lose_the_first)
        page.locator("input[data-item]").first.fill("1")
        saved(page, "en")
        other.locator("input[data-item]").first.fill("2")
        other.locator(".aside button", has_text="2").click()
        other.wait_for_function("() => queue.length === 0", timeout=30_000)
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "2"}


def test_late_text_that_does_not_count_once_time_is_given_is_offered(tmp_path: Path) -> None:
    """Two pages without network fill the same box, and reach the server after the end: the first text counts."""
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        other = another_page(page)
        sign_in(other, sat.where)
        for one, text in ((page, "1"), (other, "2")):
            one.context.set_offline(True)
            one.locator("input[data-item]").first.fill(text)
        sat.where = replace(sat.where, clock=time() - monotonic() + 7200)
        sat.again()
        for one in (page, other):
            one.context.set_offline(False)
            one.wait_for_function("() => late && queue.length === 0", timeout=30_000)
        teacher = another_page(page)
        teacher.goto(sat.where.address(f"teacher/{TOKEN}"))
        given = {"do": "time", "student": "s01", "minutes": 90}
        teacher.evaluate("(told) => fetch('/monitor/act', {method: 'POST', body: JSON.stringify(told)})", given)
        other.locator(".aside button", has_text="2").wait_for()
        assert [one.locator("input[data-item]").first.input_value() for one in (page, other)] == ["1", "1"]
        assert not page.locator(".aside").count()


def test_an_answer_of_the_network_is_not_taken_for_that_of_the_server(tmp_path: Path) -> None:
    """The sign-in page of a network, or a proxy, answers with status 200: what was typed waits until it is saved."""
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        answers = ["<html>Sign in to the network</html>", '{"success": true}', '{"saves": []}']

        def of_the_network(route: Any) -> None:
            if answers:
                route.fulfill(status=200, content_type="application/json", body=answers.pop(0))
            else:
                route.continue_()

        page.route("**/save", of_the_network)
        page.locator("input[data-item]").first.fill("7")
        page.wait_for_function("() => queue.length === 0", timeout=30_000)
        assert (answers, read_session(sat.class_data).seats["s01"].texts) == ([], {"1a.1": "7"})


def test_who_signs_out_leaves_nothing_unsent_in_the_browser(tmp_path: Path) -> None:
    """A save is under way, and its page has more to send; then the network is away."""
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        page.route("**/save", lambda route: (sleep(0.5), route.continue_()))
        boxes = page.locator("input[data-item]")
        boxes.nth(0).fill("1")
        page.wait_for_function("() => sending !== null")
        boxes.nth(1).fill("12")
        page.locator("#sign-out").click()
        page.locator("[name=code]").wait_for()
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "1", "1a.2": "12"}
        sign_in(page, sat.where)
        page.unroute("**/save")
        page.route("**/save", lambda route: route.abort())
        boxes.nth(0).fill("2")
        page.locator("#sign-out").click()
        page.locator("#saved.offline").wait_for()
        assert page.locator("#sign-out").is_visible()


def test_what_waits_is_sent_to_a_server_that_started_again_with_corrected_words(tmp_path: Path) -> None:
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        before = page.locator("#sheet").get_attribute("data-wording")
        ended(sat.child)
        page.locator("input[data-item]").first.fill("7")
        page.locator("#saved.offline").wait_for()
        page.add_init_script(SLOW_STATE)
        (first,) = sat.plan.candidates
        corrected = replace(first, questions=(replace(first.questions[0], points="9"), *first.questions[1:]))
        sat.child = started(sat.class_data.folder, replace(sat.plan, candidates=(corrected,)), sat.where, TOKEN)
        ready(sat.child)
        page.wait_for_function("(before) => isReady && sheet.dataset.wording !== before", arg=before, timeout=30_000)
        assert page.locator("input[data-item]").first.input_value() == "7"
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "7"}


def test_another_student_in_another_tab_is_told_and_what_waits_is_kept(tmp_path: Path) -> None:
    with room(tmp_path, "tiny", "en", STUDENTS + b"s02,Nash,Ada,18\n") as sat, browser() as page:
        sign_in(page, sat.where)
        asked_for = {"student": "s02", "code": CODE}
        headers = {"Origin": sat.where.address().rstrip("/"), "Accept": "application/json"}
        assert page.request.post(sat.where.address("sign-in"), data=asked_for, headers=headers).ok
        page.locator("input[data-item]").first.fill("2")
        page.locator("#another").wait_for()
        page.request.post(sat.where.address("sign-in"), data={**asked_for, "student": "s01"}, headers=headers)
        saved(page, "en")
        page.locator("#another").wait_for(state="hidden")
        assert page.locator("input[data-item]").first.input_value() == "2"
        assert [(seat, *state.texts.values()) for seat, state in read_session(sat.class_data).typed.items()] == [
            ("s01", "2")
        ]


def test_what_no_request_can_have_holds_nothing_up(tmp_path: Path) -> None:
    """Half a letter cannot be sent, nor all that a page may have kept while the network was away in one request."""
    with room(tmp_path, "tiny", "en") as sat, browser() as page:
        sign_in(page, sat.where)
        boxes = page.locator("input[data-item]")
        boxes.nth(0).evaluate("(box) => { box.value = '1\\ud83d'; box.dispatchEvent(new Event('input')); }")
        boxes.nth(1).fill("20")
        saved(page, "en")
        many = [{"item": "2.1", "text": str(n), "sequence": n, "base": 0} for n in range(1, 402)]
        page.evaluate("(many) => localStorage.setItem(PREFIX + 'before', JSON.stringify(many))", many)
        page.reload()
        page.wait_for_selector("input[data-item]:not([readonly])")
        assert read_session(sat.class_data).seats["s01"].texts == {"1a.1": "1\ufffd", "1a.2": "20", "2.1": "401"}


def test_who_has_not_handed_in_at_the_end_is_told_that_all_is_kept(tmp_path: Path) -> None:
    words, monitor = shared_words("en")["sitting"], shared_words("en")["monitor"]
    with room(tmp_path, "tiny", "en") as sat, browser(viewport={"width": 390, "height": 800}) as page:
        sign_in(page, sat.where)
        fill(page, ["17"])
        saved(page, "en")
        teacher = another_page(page)
        teacher.goto(sat.where.address(f"teacher/{TOKEN}"))
        teacher.locator("#close").click()
        assert monitor["close"] in teacher.locator("#close + #sure").inner_text()
        teacher.locator("#close").click()
        page.locator("#kept", has_text=words["kept"]).wait_for()
        assert words["saved"].split(" {}")[0] in page.locator("#kept").inner_text()
        hand_in(page)
        assert page.locator("#receipt").evaluate("one => one.scrollWidth <= one.clientWidth")
        teacher.locator("#end").click()
        teacher.locator("#end").click()
        teacher.locator("#state", has_text="corrige class grade class").wait_for()
        assert not teacher.locator("button:visible").count()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_its_width_and_can_be_read_and_reached(tmp_path: Path, width: int, scheme: Any) -> None:
    looks = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with room(tmp_path, "tiny", "fr") as sat, browser(**looks) as page:
        asks: list[str] = []
        page.on("request", lambda request: asks.append(request.url))
        sign_in(page, sat.where)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert out_of_reach(page) == []
        page.goto(sat.where.address(f"teacher/{TOKEN}"))
        page.locator("#rows tr").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator(".wide").evaluate("one => one.scrollWidth <= one.clientWidth")
        assert out_of_reach(page) == []
        assert {url.split("/")[2] for url in asks} == {f"127.0.0.1:{sat.where.port}"}
