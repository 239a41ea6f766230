"""Test the figures of the report, and the page that shows them."""

import io
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from math import sqrt
from typing import Any
from xml.etree import ElementTree as ET

import pikepdf
import pytest

from answers.classroom.fair_seeds import Fact
from answers.classroom.report.page import bars_svg, report_html, report_pdf
from answers.classroom.report.report import (
    FrequentRemark,
    OpenItem,
    PaperReport,
    Report,
    ScoreStatistics,
    discrimination,
    histogram,
    make_report,
    report_json,
    spread,
)
from answers.errors import Problem
from answers.exports.gradebook import Gradebook
from answers.exports.request import NO_DECISIONS
from answers.exports.tables import ExportTable
from answers.flags import AS_PERCENTAGE, DAMAGED, NO_PAPER, NO_SEED, NO_SIGNATURE, RIGHT_FOR_SEED, Flag, Note
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict
from answers.sheets.identity import Student
from tests.answers.exports.classes import CLASS, GOOD, TO_EXAMINE

COPIED = Note(RIGHT_FOR_SEED, "17")


def noted(paper: Paper, part: str, note: Note) -> Paper:
    """Return the paper with all items of a part wrong, with the same note."""
    items = tuple(Mark("9", Verdict.WRONG, note, Fraction(0)) for _ in paper.parts[part].items)
    return replace(paper, parts={**paper.parts, part: replace(paper.parts[part], items=items)})


def test_figures_are_of_the_papers_of_the_class_that_were_marked() -> None:
    report = make_report(CLASS, NO_DECISIONS)
    assert report.spread is not None
    assert (report.spread.papers, report.spread.mean, report.spread.most) == (2, 2.5, 4.5)
    assert [at for at, count in enumerate(report.histogram) if count] == [2, 18]  # bars of a quarter of a point
    results = [(question.number, question.points, question.success) for question in report.questions]
    assert results == [(1, 2, 0.5), (2, 3, 0.5)]
    assert [(item.part, item.item, item.success) for item in report.items] == [
        ("1a", 1, 0.5), ("1a", 2, 1.0), ("1b", 1, 0.5), ("1b", 2, 0.0), ("2", 1, 0.5),
    ]  # fmt: skip
    assert report.items[2].verdicts == Counter({Verdict.RIGHT: 1, Verdict.UNREADABLE: 1})


def test_an_item_that_is_right_in_part_counts_for_its_points() -> None:
    """Of the 3 points of part 2, one paper earns all and one a half: 1.5 / 3 = 50 %, and the two together 75 %."""
    half = PartMarks((Mark("9", Verdict.PARTLY_RIGHT, Note("decided-by-teacher"), Fraction(3, 2)),), Fraction(3))
    assert TO_EXAMINE.paper is not None
    rows = (GOOD, replace(TO_EXAMINE, paper=replace(TO_EXAMINE.paper, parts={**TO_EXAMINE.paper.parts, "2": half})))
    report = make_report(Gradebook(CLASS.exam, rows, (), ()), NO_DECISIONS)
    assert report.items[4].verdicts == Counter({Verdict.RIGHT: 1, Verdict.PARTLY_RIGHT: 1})
    assert report.items[4].success == 0.75
    items: Any = report_json(report)["items"]
    assert (items[4]["verdicts"], items[4]["success"]) == ({"right": 2}, 0.75)
    page = report_html(report, "fr").decode()
    assert "points accordés" in page
    assert '75 %</td><td class="number" data-value="1">1</td><td class="number" data-value="1">1</td>' in page


def test_what_waits_for_a_person_and_what_is_remarkable() -> None:
    damaged = Problem(Message("the PDF is damaged and cannot be read"), "x.pdf")
    report = make_report(replace(CLASS, problems=(damaged,)), NO_DECISIONS, [Fact("x", 1, 2)])
    assert report.doubts == (
        OpenItem("@Bb +Cc", "", "", DAMAGED), OpenItem("@Bb +Cc", "1b.1", "52", AS_PERCENTAGE),
        OpenItem("Dd Ee", "", "", NO_PAPER), OpenItem("Ff, Gg", "", "", NO_SEED),
    )  # fmt: skip
    assert report.copies == (
        PaperReport("@Bb +Cc", (DAMAGED,), ()), PaperReport("Dd Ee", (NO_PAPER,), ()),
        PaperReport("Ff, Gg", (NO_SEED,), ()),
    )  # fmt: skip
    assert (len(report.gradebook.problems), report.fairness) == (1, (Fact("x", 1, 2),))
    page = report_html(make_report(report.gradebook, NO_DECISIONS), "fr").decode()
    assert "le PDF est endommagé et illisible</li>" in page


def test_what_is_settled_waits_for_nobody() -> None:
    """The absence and the damage are settled, and lateness needs no decision; only the signature is open."""
    assert TO_EXAMINE.paper is not None
    assert GOOD.paper is not None
    flags = DAMAGED.acknowledged(is_shown=False, reason="compared"), NO_SIGNATURE
    paper = replace(TO_EXAMINE.paper, flags=flags, parts=GOOD.paper.parts)
    late = replace(GOOD.paper, flags=(Flag("late-", "0:05", needs_teacher=False),))
    ill = NO_PAPER.acknowledged(is_shown=False, reason="ill")
    rows = (replace(GOOD, paper=late), replace(TO_EXAMINE, paper=paper), replace(CLASS.rows[2], missing=(ill,)))
    report = make_report(Gradebook(CLASS.exam, rows, (), ()), NO_DECISIONS)
    assert report.doubts == (OpenItem("@Bb +Cc", "", "", NO_SIGNATURE),)
    assert report.copies == (PaperReport("@Bb +Cc", (NO_SIGNATURE,), ()),)
    assert [row.needs_teacher for row in report.gradebook.all_rows] == [False, True, False]
    page = report_html(report, "fr").decode()
    assert "absence justifiée (ill)" in page
    assert "fichier endommagé, réparé à la lecture (compared)" in page


def test_flags_are_counted_whatever_their_details() -> None:
    late = Flag("late-", needs_teacher=False)
    rows = [
        replace(row, paper=replace(row.paper, flags=(late(at), late("0:10"), DAMAGED)))
        for at, row in enumerate((GOOD, TO_EXAMINE))
        if row.paper is not None
    ]
    report = make_report(Gradebook(CLASS.exam, (*rows, CLASS.rows[2]), (), ()), NO_DECISIONS)
    assert [(str(flag), often) for flag, often in report.flags] == [("damaged", 2), ("late-…", 2), ("no-paper", 1)]


def test_an_unexcused_absence_is_a_zero_wherever_it_is_told_and_no_excused_one() -> None:
    """As docs/fr/absents-et-retards.md: `--seen` is an excused absence without a mark, `--points 0` is not excused."""
    excused = NO_PAPER.acknowledged(is_shown=False, reason="ill")
    unexcused = NO_PAPER.acknowledged(is_shown=False, is_zero=True)
    rows = (GOOD, TO_EXAMINE, *(replace(CLASS.rows[2], missing=(flag,)) for flag in (excused, unexcused)))
    report = make_report(Gradebook(CLASS.exam, rows, (), ()), NO_DECISIONS)
    page = report_html(report, "fr").decode()
    assert page.count('<td class="number" data-value="0.0">0,00</td>\n<td></td>') == 1
    assert "absence justifiée</th>" in page
    assert "absence non justifiée, comptée pour zéro</th>" in page
    assert re.search(r"Absences non justifiées, dont le zéro n’est pas compté dans ces chiffres\s:\s+1<", page)
    assert {"flag": "no-paper", "papers": 2} in report_json(report)["flags"]  # type: ignore[operator]


def test_remarks_are_counted_whatever_they_are_the_commonest_first() -> None:
    papers = [noted(row.paper, "1b", COPIED) for row in (GOOD, TO_EXAMINE) if row.paper is not None]
    first = noted(papers[0], "1a", COPIED)
    rows = (replace(GOOD, paper=noted(first, "2", Note("half"))), replace(TO_EXAMINE, paper=papers[1]))
    report = make_report(Gradebook(CLASS.exam, rows, (), ()), NO_DECISIONS)
    assert report.frequent == (FrequentRemark(COPIED, 6, 2, ("1a", "1b")), FrequentRemark(Note("half"), 1, 1, ("2",)))
    assert report.copies == (PaperReport("@Bb +Cc", (DAMAGED,), ((COPIED, 2),)),)


def test_a_class_without_papers_has_a_report_and_a_page() -> None:
    report = make_report(Gradebook(CLASS.exam, (replace(GOOD, paper=None),), (), ()), NO_DECISIONS)
    assert (report.spread, report.questions, report.items, sum(report.histogram)) == (None, (), (), 0)
    assert "No paper is marked." in report_html(report, "en").decode()


F = Fraction


def test_how_scores_are_spread_by_hand() -> None:
    # The variance is (9 + 1 + 1 + 25) / 4 = 9.
    assert spread([F(2), F(4), F(4), F(10)]) == ScoreStatistics(4, 5.0, 4.0, deviation=3.0, least=2.0, most=10.0)
    assert spread([]) is None


@pytest.mark.parametrize("score", [F(-1), F(21)])
def test_a_score_that_cannot_be_is_refused(score: Fraction) -> None:
    with pytest.raises(ValueError, match="not between 0 and 20"):
        histogram([score], F(20))


def test_point_biserial_by_its_formula() -> None:
    """r = (M₁ − M₀) √(p q) / s, where M are the mean rests of papers with the item right and wrong."""
    right, rests = [1, 1, 0, 0, 1], [8, 6, 2, 3, 7]
    m1, m0, p = 7, 2.5, 3 / 5
    deviation = sqrt(sum((rest - 5.2) ** 2 for rest in rests) / 5)
    expected = (m1 - m0) * sqrt(p * (1 - p)) / deviation
    earned = [F(item, 2) for item in right]
    assert discrimination(earned, [F(r) + e for r, e in zip(rests, earned, strict=True)]) == pytest.approx(expected)


def test_nothing_is_said_where_nothing_varies_or_papers_are_few() -> None:
    assert discrimination([F(1), F(0)], [F(3), F(1)]) is None
    assert discrimination([F(1)] * 3, [F(3), F(1), F(2)]) is None
    assert discrimination([F(1), F(0), F(1)], [F(2), F(1), F(2)]) is None


def test_what_says_the_same_of_everybody_is_left_out() -> None:
    """A column of the papers to check if there are none, and identifiers beside names that are unique."""
    nobody = report_html(make_report(Gradebook(CLASS.exam, (GOOD,), (), ()), NO_DECISIONS), "en").decode()
    somebody = report_html(make_report(Gradebook(CLASS.exam, (GOOD, TO_EXAMINE), (), ()), NO_DECISIONS), "en").decode()
    assert ("to look at</" in nobody, "<td>yes</td>" in somebody) == (False, True)


EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
DECISIONS = replace(NO_DECISIONS, rows=((EVIL, "1a.1", "withdrawn", "", "9", "", "", "", "withdrawn"),))
FACTS = [Fact(slug, 1.5, 2.25) for slug in ("shared-mean", "neighbours-most")]


def sample_report(name: str = "Éluard") -> Report:
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


@pytest.mark.parametrize(
    ("lang", "texts"), [("en", ("4.5 / 5", "2.25")), ("fr", ("4,5 / 5", "1,5", "décision annulée"))]
)
def test_a_page_of_real_tables_asks_for_nothing_outside_itself(lang: str, texts: list[str]) -> None:
    html = report_html(sample_report(), lang).decode()
    page = Page(html)
    assert not page.named("img")
    assert [link["href"] for link in page.named("link")] == ["data:,"]
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg|x)", html)
    assert set(re.findall(r"url\(([a-z]+):", html)) == {"data"}
    policy = next(meta["content"] for meta in page.named("meta") if meta.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert len(page.named("caption")) == len(page.named("table")) >= 6
    assert {heading.get("scope") for heading in page.named("th")} == {"col", "row"}
    headings = [attributes["id"] for tag, attributes in page.tags if tag == "h2"]
    assert [link["href"] for link in page.named("a")] == [f"#{name}" for name in headings]
    assert "{}" not in page.text[: page.text.index('"use strict"')]  # no sentence for scripts where they do not run
    assert [text for text in texts if text not in page.text] == []


def test_names_are_text_and_nothing_of_a_student_is_in_the_script() -> None:
    html = report_html(sample_report(EVIL), "fr").decode()
    page = Page(html)
    assert len(page.named("script")) == 1
    assert not [tag for tag, attributes in page.tags if any(name.startswith("on") for name in attributes)]
    assert EVIL in page.text
    script = html[html.index("<script>") :]
    assert "alert" not in script
    assert "s01" not in script


@pytest.mark.slow
def test_the_pdf_holds_the_same_figures() -> None:
    with pikepdf.open(io.BytesIO(report_pdf(sample_report(), "fr"))) as pdf:
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
    page = report_html(named, "fr").decode()
    assert re.findall(r'<tr><th scope="row">([^<]*)</th>.*<td>(remplacée|en vigueur|annulée)</td></tr>', page) == [
        ("Éluard Zoé", "remplacée"), ("Éluard Zoé", "en vigueur"), ("gone", "en vigueur"), ("Éluard Zoé", "annulée"),
        ("submissions/trial.txt (file:0d01d0b1b2de)", "en vigueur"),
    ]  # fmt: skip
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
    result = sample_report()
    assert (result.provisional, result.settled and result.settled.mean) == (1, 4.5)
    assert result.spread is not None
    assert result.spread.mean == 2.5
    assert re.search(r"moyenne sans elles\s:\s+4,5", Page(report_html(result, "fr").decode()).text)


SVG = "{http://www.w3.org/2000/svg}"


def test_a_bar_a_value_as_high_as_it_says() -> None:
    root = ET.fromstring(bars_svg([0, 2, 4], ["a", "b", "c"], title="t <&>", axis="x"))
    heights = [float(bar.attrib["height"]) for bar in root.iter(f"{SVG}rect")]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1], abs=0.1)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["2", "4", "a", "b", "c", "x"]
    assert root.findtext(f"{SVG}title") == "t <&>"
    assert root.attrib["role"] == "img"
