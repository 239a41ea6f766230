"""`class decide --everybody`: what is printed, what is written, and what is refused."""

import csv
import json
from pathlib import Path

import pytest

from answers.classroom.decisions import active_class_decisions, load_decisions
from answers.classroom.folder import open_class
from tests.answers.classroom.handing_in import submit, tiny_class
from tests.answers.cli.running import Corrige


@pytest.fixture
def folder(here: Path) -> Path:
    """s01 has all 5 points, s02 one, s03 is absent; question 2 is worth 3 points."""
    class_data = tiny_class(here / "class")
    submit(class_data, s01="1a: 10 20\n1b: 11 21\n2: 2.5\n", s02="1a: 11 22\n2: zwei\n")
    return class_data.folder


def decide(corrige: Corrige, *words: str) -> str:
    outcome = corrige("class", "decide", "class", *words)
    assert outcome.code == 0, outcome.err
    return outcome.err


@pytest.mark.slow
def test_a_question_that_is_left_out(corrige: Corrige, folder: Path) -> None:
    corrige("class", "grade", "class")
    result = decide(corrige, "2", "--everybody", "--leave-out", "--reason", "the figure is wrong")
    assert "2.1: item left out of the total for the whole class\n" in result
    assert "the points of all questions now add up to 2\n" in result
    assert "under [class.mark]: out_of = 5\n" in result
    assert result.endswith("next: corrige class grade class --diff\n")
    changes = json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["students"]
    assert [(change["student"], change["before"], change["after"]) for change in changes] == [
        ("s01", 5.0, 2.0), ("s02", 1.0, 1.0),
    ]  # fmt: skip
    graded = json.loads(corrige("class", "grade", "class", "--json").out)
    assert graded["settled"] == [
        {"item": "2.1", "decision": "left-out", "reason": "the figure is wrong", "points": 3.0}
    ]  # fmt: skip
    assert [(paper["score"], paper["max"]) for paper in graded["papers"]] == [(2.0, 2.0), (1.0, 2.0)]
    rows = list(csv.DictReader((folder / "gradebook.csv").read_text().splitlines()))
    assert [row["max"] for row in rows] == ["2.0", "2.0", ""]
    assert "left-out" in corrige("class", "history", "class").out
    corrige("class", "report", "class")
    assert "the figure is wrong" in (folder / "report.html").read_text()
    result = decide(corrige, "2", "--everybody", "--withdraw")
    assert "the points of all questions now add up to 5\n" in result
    changes = json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["students"]
    assert [change["after"] for change in changes] == [5.0, 1.0]


def test_totals_that_differ_are_shown_and_a_common_reason_once(corrige: Corrige, folder: Path) -> None:
    """The total falls from 5 to 2 for both students; a reason that only one of them has stays in the table."""
    corrige("class", "grade", "class")
    decide(corrige, "2", "--everybody", "--leave-out", "--reason", "the figure is wrong")
    decide(corrige, "s02", "1a.2", "--wrong", "--reason", "crossed out")
    above, _, *rows = corrige("class", "grade", "class", "--diff").out.splitlines()
    marks = [word for row in rows for word in row.split() if "/" in word]
    assert marks == ["5.00/5", "2.00/2", "1.00/5", "0.50/2"]
    assert ["the figure is wrong" in line for line in (above, *rows)] == [True, False, False]
    assert ["crossed out" in line for line in (above, *rows)] == [False, False, True]


def test_it_is_said_which_decision_comes_first(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s02", "2.1", "--points", "1")
    result = decide(corrige, "2", "--everybody", "--right")
    assert "still count, not the one for everybody: s02, Cc Dd (points given: 1)\n" in result
    result = decide(corrige, "s01", "2.1", "--wrong")
    assert (
        "2.1: for this student, this decision counts instead of the one for everybody: answer counted as right\n"
        in result
    )
    result = decide(corrige, "s01", "2.1", "--withdraw")
    assert "2.1: for this student, the decision for everybody counts again: answer counted as right\n" in result
    assert "nothing was saved" in decide(corrige, "2", "--everybody", "--right")


def test_json_has_the_decisions_that_were_recorded(corrige: Corrige, folder: Path) -> None:
    document = json.loads(corrige("class", "decide", "class", "1b", "--everybody", "--right", "--json").out)
    assert document["schema"] == "corrige/decide/1"
    assert [(row["student"], row["item"], row["decision"]) for row in document["decisions"]] == [
        ("*", "1b.1", "right"), ("*", "1b.2", "right"),
    ]  # fmt: skip


def test_what_is_refused_writes_nothing(corrige: Corrige, folder: Path) -> None:
    cases = [
        (("s01", "2.1", "--everybody", "--right"), "an item and no student"),
        (("s01", "2.1", "--leave-out"), "--everybody"),
        (("2", "--leave-out"), "--everybody"),
        (("2", "--everybody", "--wrong"), "--leave-out"),
        (("2", "--everybody", "--points", "1"), "--leave-out"),
        (
            ("2", "--everybody", "--right", "--leave-out"),
            "the command records one decision, but its options give none or several",
        ),
        (("2", "--everybody", "--all-equal", "--right"), "not both"),
        (("22", "--everybody", "--right"), "did you mean 2?"),
        (("2", "--everybody", "--withdraw"), "there is no decision on 2.1 for the whole class"),
    ]
    for words, expected in cases:
        refused = corrige("class", "decide", "class", *words)
        assert (refused.code, refused.out, expected in refused.err) == (2, "", True), words
    assert load_decisions(open_class(folder)).decisions == ()


def test_undo_restores_decision_after_decision(corrige: Corrige, folder: Path) -> None:
    """A decision that replaced another gives it back; then nothing is decided; then there is nothing to undo."""

    def in_force() -> list[str]:
        decisions = active_class_decisions(open_class(folder))
        return [decision.override.kind.value for decision in decisions.values()]

    decide(corrige, "s02", "2.1", "--right", "--author", "ada")
    decide(corrige, "s02", "2.1", "--wrong", "--author", "ada")
    assert in_force() == ["wrong"]
    assert corrige("class", "undo", "class", "--author", "bob").code == 2
    assert corrige("class", "undo", "class", "--author", "ada").code == 0
    assert in_force() == ["right"]
    assert corrige("class", "undo", "class", "--author", "ada").code == 0
    assert in_force() == []
    assert corrige("class", "undo", "class", "--author", "ada").code == 2
