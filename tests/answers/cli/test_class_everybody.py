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
    told = decide(corrige, "2", "--everybody", "--leave-out", "--reason", "the figure is wrong")
    assert "2.1: left out of the total for the whole class\n" in told
    assert "the points of the exam add up to 2 now\n" in told
    assert "under [class.mark]: out_of = 5\n" in told
    assert told.endswith("next: corrige class grade class --diff\n")
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
    told = decide(corrige, "2", "--everybody", "--withdraw")
    assert "the points of the exam add up to 5 now\n" in told
    changes = json.loads(corrige("class", "grade", "class", "--diff", "--json").out)["students"]
    assert [change["after"] for change in changes] == [5.0, 1.0]


def test_it_is_said_which_decision_comes_first(corrige: Corrige, folder: Path) -> None:
    decide(corrige, "s02", "2.1", "--points", "1")
    told = decide(corrige, "2", "--everybody", "--right")
    assert "2.1: decisions about single students come first: s02, Cc Dd (points: 1)\n" in told
    told = decide(corrige, "s01", "2.1", "--wrong")
    assert "2.1: this decision comes before the one for everybody: counted right\n" in told
    told = decide(corrige, "s01", "2.1", "--withdraw")
    assert "2.1: the decision for everybody counts again: counted right\n" in told
    assert "nothing was written" in decide(corrige, "2", "--everybody", "--right")


def test_json_has_the_decisions_that_were_recorded(corrige: Corrige, folder: Path) -> None:
    document = json.loads(corrige("class", "decide", "class", "1b", "--everybody", "--right", "--json").out)
    assert document["schema"] == "corrige/decide/1"
    assert [(row["student"], row["item"], row["decision"]) for row in document["decisions"]] == [
        ("*", "1b.1", "right"), ("*", "1b.2", "right"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("s01", "2.1", "--everybody", "--right"), "an item and no student"),
        (("s01", "2.1", "--leave-out"), "--everybody"),
        (("2", "--leave-out"), "--everybody"),
        (("2", "--everybody", "--wrong"), "--leave-out"),
        (("2", "--everybody", "--points", "1"), "--leave-out"),
        (("2", "--everybody", "--right", "--leave-out"), "give one decision"),
        (("2", "--everybody", "--all-equal", "--right"), "not both"),
        (("22", "--everybody", "--right"), "did you mean 2?"),
        (("2", "--everybody", "--withdraw"), "there is no decision on 2.1 for the whole class"),
    ],
)
def test_what_is_refused_writes_nothing(corrige: Corrige, folder: Path, words: tuple[str, ...], told: str) -> None:
    refused = corrige("class", "decide", "class", *words)
    assert (refused.code, refused.out) == (2, "")
    assert told in refused.err
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
