"""Test the report in a browser: sorting, filtering, no errors on the console, no requests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from answers.classroom.report.page import report_html
from answers.classroom.report.report import make_report
from answers.exports.gradebook import Gradebook
from answers.exports.request import NO_DECISIONS
from tests.answers.classroom.report.chromium import needs_chromium
from tests.answers.classroom.report.test_report import sample_report
from tests.answers.exports.classes import CLASS

pytestmark = pytest.mark.slow

SCRIPT = """
    const column = (table, at) => [...table.tBodies[0].rows].filter(r => !r.hidden).map(r => r.cells[at].textContent);
    const students = document.querySelector("section[aria-labelledby=students] table");
    const buttons = students.tHead.querySelectorAll("button"), button = buttons[0];
    const controls = students.previousElementSibling, input = controls.querySelector("input"), found = [];
    for (const text of ["ÉLU", "zzz", ""]) {
        input.value = text; input.dispatchEvent(new Event("input"));
        found.push([column(students, 0), controls.querySelector("[role=status]").textContent]);
    }
    const states = [], press = (at) => { buttons[at].click(); states.push(column(students, at)); };
    press(3); press(3); press(0);
    const sorted = [...students.tHead.rows[0].cells].map(cell => cell.getAttribute("aria-sort"));
    button.focus();
    const reached = document.activeElement === button, name = button.textContent;
    const inputs = [...document.querySelectorAll("input")].every(input => input.labels.length === 1);
    const asked = performance.getEntriesByType("resource").map(one => one.name.slice(0, 5));
    return { found, states, sorted, reached, name, inputs, asked };
"""
"""What somebody does with the page, and what they find: types, sorts, comes by the keyboard."""


Show = Callable[[bytes], Any]
"""The fixture `show`: opens a page as a file, and returns it with the complaints of its console."""


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Show]:
    from playwright.sync_api import sync_playwright

    file = tmp_path_factory.mktemp("browser") / "report.html"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=needs_chromium(), args=["--no-sandbox"])

        def opened(content: bytes) -> Any:
            file.write_bytes(content)
            page: Any = browser.new_page(viewport={"width": 390, "height": 800})
            page.complaints = []
            page.on("console", lambda message: page.complaints.append(message.text))
            page.goto(file.as_uri())
            return page

        yield opened
        browser.close()


def test_the_script_runs_under_its_policy_sorts_filters_and_asks_for_nothing(show: Show) -> None:
    page = show(report_html(sample_report(), "fr"))
    assert page.complaints == []
    assert page.content().count('<button type="button">') > 20
    assert page.content().count('<input type="search">') == 8 + 1  # and the one that they are made from
    assert page.evaluate("document.documentElement.scrollWidth") <= 390  # as wide as a phone, tables move alone
    assert page.evaluate("[...document.querySelectorAll('table')].some(one => one.scrollWidth > 390)")
    used = page.evaluate(f"() => {{ {SCRIPT} }}")
    assert used["states"] == [
        ["0,50", "4,50", "–", "–"], ["4,50", "0,50", "–", "–"], ["@Bb +Cc", "Dd Ee", "Éluard Zoé", "Ff, Gg"],
    ]  # fmt: skip
    assert used["sorted"] == ["ascending", None, None, None, None, None]
    assert used["found"] == [
        [["Éluard Zoé"], "1 lignes sur 4"],
        [[], "0 lignes sur 4"],
        [["Éluard Zoé", "@Bb +Cc", "Dd Ee", "Ff, Gg"], ""],
    ]
    assert (used["reached"], used["inputs"], used["name"]) == (True, True, "étudiant")
    assert set(used["asked"]) <= {"data:"}


def test_what_the_policy_forbids_does_not_run(show: Show) -> None:
    page = report_html(sample_report(), "fr")
    result = show(page.replace(b"</body>", b"<script>document.title='ran'</script></body>"))
    assert result.title() != "ran"
    assert result.complaints


def test_an_empty_class_is_no_error(show: Show) -> None:
    empty = make_report(Gradebook(CLASS.exam, (), (), ()), NO_DECISIONS)
    assert show(report_html(empty, "en")).complaints == []
