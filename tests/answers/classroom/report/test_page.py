import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pikepdf
import pytest

from answers.classroom.fair_seeds import Fact
from answers.classroom.report.page import bars_svg, report_html, report_pdf
from answers.classroom.report.report import Report, make_report
from answers.exports.request import NO_DECISIONS
from answers.exports.tables import ExportTable
from answers.sheets.identity import Student
from tests.answers.exports.classes import CLASS, GOOD

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
DECISIONS = replace(NO_DECISIONS, rows=((EVIL, "1a.1", "withdrawn", "", "9", "", "", "", "withdrawn"),))
FACTS = [Fact(slug, 1.5, 2.25) for slug in ("shared-mean", "neighbours-most")]


def report(name: str = "Éluard") -> Report:
    rows = (replace(GOOD, student=Student("s01", name, "Zoé")), *CLASS.rows[1:])
    return make_report(replace(CLASS, rows=rows), DECISIONS, FACTS)


class Page(HTMLParser):
    """The tags and the texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_it_asks_for_nothing_outside_itself(lang: str) -> None:
    html = report_html(report(), lang).decode()
    page = Page(html)
    assert not page.named("img")
    assert [link["href"] for link in page.named("link")] == ["data:,"]
    assert all((link["href"] or "").startswith("#") for link in page.named("a"))
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg|x)", html)
    assert set(re.findall(r"url\(([a-z]+):", html)) == {"data"}
    policy = next(meta["content"] for meta in page.named("meta") if meta.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'")


def test_names_are_text_and_nothing_of_a_student_is_in_the_script() -> None:
    html = report_html(report(EVIL), "fr").decode()
    page = Page(html)
    assert len(page.named("script")) == 1
    assert not [tag for tag, attributes in page.tags if any(name.startswith("on") for name in attributes)]
    assert EVIL in page.text
    script = html[html.index("<script>") :]
    assert "alert" not in script
    assert "s01" not in script


def test_tables_are_real_tables() -> None:
    page = Page(report_html(report(), "en").decode())
    tables = len(page.named("table"))
    assert tables >= 6
    assert len(page.named("caption")) == tables
    scopes = {heading.get("scope") for heading in page.named("th")}
    assert scopes == {"col", "row"}
    headings = [attributes["id"] for tag, attributes in page.tags if tag == "h2"]
    assert [link["href"] for link in page.named("a")] == [f"#{name}" for name in headings]


def test_what_it_says_in_both_languages() -> None:
    english, french = (Page(report_html(report(), lang).decode()).text for lang in ("en", "fr"))
    for text in ("Report on the class", "4.5 / 5", "1b.1", EVIL):
        assert text in english
    assert "4,5 / 5" in french
    assert "décision annulée" in french
    assert "juste s’il s’agit d’un pourcentage" in french
    assert "aucune copie reçue" in french
    assert "1,5" in french
    assert "2.25" in english
    assert "built-in" not in english + french


def test_a_class_without_papers_has_a_page() -> None:
    empty = make_report(replace(CLASS, rows=(replace(GOOD, paper=None),), unassigned=()), NO_DECISIONS)
    assert "No paper is marked." in Page(report_html(empty, "en").decode()).text


@pytest.mark.slow
def test_the_pdf_holds_the_same_figures() -> None:
    with pikepdf.open(io.BytesIO(report_pdf(report(), "fr"))) as pdf:
        assert len(pdf.pages) >= 2
        fonts = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.Font.values()}
    assert all(re.fullmatch(r"/[A-Z]{6}\+.*Corrige.*", font) for font in fonts), fonts


def test_decisions_have_names_and_say_which_hold() -> None:
    columns = ("student", "item", "decision", "answer", "state")
    rows = (
        ("s01", "1a.1", "wrong", "9", "superseded"), ("s01", "1a.1", "right", "9", "in_force"),
        ("gone", "1a.1", "right", "9", "in_force"), ("s01", "1b.1", "withdrawn", "9", "withdrawn"),
        ("file:0d01d0b1b2de", "of-nobody", "seen", "submissions/trial.txt", "in_force"),
    )  # fmt: skip
    result = make_report(CLASS, ExportTable("decisions", columns, rows))
    one = (replace(GOOD, student=Student("s01", "Éluard", "Zoé")),)
    named = replace(result, gradebook=replace(CLASS, rows=one, unassigned=()))
    assert [(name, state) for _, name, state in named.decided] == [
        ("Éluard Zoé", "superseded"), ("Éluard Zoé", "in_force"), ("gone", "in_force"), ("Éluard Zoé", "withdrawn"),
        ("submissions/trial.txt", "in_force"),
    ]  # fmt: skip
    page = report_html(named, "fr").decode()
    assert [page.count(f"<td>{state}</td>") for state in ("remplacée", "annulée", "en vigueur")] == [1, 1, 3]
    assert '<td>décision annulée</td><td class="raw">9</td><td>annulée</td>' in page


def test_what_was_decided_of_a_part_at_once_is_one_line() -> None:
    rows = tuple(
        ("s01", item, "points", "1/14", answer, "appeal", "t", time, "in_force")
        for item, answer, time in (("1a.1", "0", "1"), ("1a.2", "0.6", "1"), ("1b.1", "0", "1"), ("1b.2", "0", "2"))
    )
    page = report_html(make_report(CLASS, replace(NO_DECISIONS, rows=rows)), "en").decode()
    lines = [re.sub("<[^>]*>", "|", line) for line in page.splitlines() if "appeal" in line]
    assert len(lines) == 3
    assert "|1a.1 ; 1a.2||" in lines[0]
    assert "|0 ; 0.6||" in lines[0]


def test_the_number_of_a_decision_has_the_decimal_sign_of_the_language() -> None:
    row = ("s01", "1a.1", "points", "0.5", "9.25", "", "", "", "in_force")
    result = make_report(CLASS, replace(NO_DECISIONS, rows=(row,)))
    french, english = (Page(report_html(result, lang).decode()).text for lang in ("fr", "en"))
    assert re.search(r"points accordés\s?: 0,5\s*9\.25", french)
    assert "0.5" in english


def test_papers_that_still_need_a_person_are_told_with_the_mean_without_them() -> None:
    """The good paper earns 4.5 points, the one that needs the teacher 0.5."""
    result = report()
    assert (result.provisional, result.settled and result.settled.mean) == (1, 4.5)
    assert result.spread is not None
    assert result.spread.mean == 2.5
    assert re.search(r"moyenne sans elles\s:\s+4,5", Page(report_html(result, "fr").decode()).text)


def test_no_sentence_for_scripts_is_read_where_they_do_not_run() -> None:
    page = Page(report_html(report(), "fr").decode())
    assert "{}" not in page.text[: page.text.index('"use strict"')]


SVG = "{http://www.w3.org/2000/svg}"


def test_a_bar_a_value_as_high_as_it_says() -> None:
    root = ET.fromstring(bars_svg([0, 2, 4], ["a", "b", "c"], title="t <&>", axis="x"))
    heights = [float(bar.attrib["height"]) for bar in root.iter(f"{SVG}rect")]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1], abs=0.1)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["2", "4", "a", "b", "c", "x"]
    assert root.findtext(f"{SVG}title") == "t <&>"
    assert root.attrib["role"] == "img"
