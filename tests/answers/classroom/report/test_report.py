import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from answers.classroom.fair_seeds import Fact
from answers.classroom.report.page import report_html
from answers.classroom.report.report import (
    FrequentRemark,
    OpenItem,
    PaperReport,
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
from answers.flags import AS_PERCENTAGE, DAMAGED, NO_PAPER, NO_SEED, NO_SIGNATURE, RIGHT_FOR_SEED, Flag, Note
from answers.messages import Message
from answers.paper import Mark, Paper, PartMarks, Verdict
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


def test_every_item_with_its_verdicts() -> None:
    report = make_report(CLASS, NO_DECISIONS)
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


def test_an_unmarked_paper_waits_until_its_flags_are_seen() -> None:
    """Its items are not listed, so that the review, the report and the gradebook agree."""
    paper = CLASS.unassigned[0]
    assert paper.needs_teacher
    assert paper.unread == ()
    assert not replace(paper, flags=(NO_SEED.acknowledged(is_shown=False),)).needs_teacher


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


def test_a_class_without_papers_has_a_report() -> None:
    report = make_report(Gradebook(CLASS.exam, (replace(GOOD, paper=None),), (), ()), NO_DECISIONS)
    assert (report.spread, report.questions, report.items, sum(report.histogram)) == (None, (), (), 0)


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
