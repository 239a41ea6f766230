"""A mistake found from a class, accepted by the teacher, and undone."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige
from tests.answers.exam.weighted import weighted_class


@pytest.fixture
def course(here: Path) -> Path:
    return weighted_class(here / "course").folder


def items(course: Path, student: str) -> dict[str, tuple[str, str | None, float]]:
    papers = {paper["student"]: paper for paper in json.loads((course / "marks.json").read_text())["papers"]}
    return {
        part: (marks["items"][0]["verdict"], marks["items"][0]["note"], marks["items"][0].get("score", marks["score"]))
        for part, marks in papers[student]["parts"].items()
    }


@pytest.mark.slow
def test_a_mistake_is_found_accepted_recognised_and_undone(course: Path, corrige: Corrige) -> None:
    suggested = json.loads(corrige("class", "mistakes", course, "--json", "--jobs", "1").out)
    (find,) = suggested["finds"]
    assert find["students"] == ["s17", "s23"]
    assert (find["file"], find["function"]) == ("weighted.py", "_weighted")
    assert {answer["item"] for answer in find["answers"]} == {"1.1", "2b.1"}
    shown = corrige("class", "mistakes", course, "--jobs", "1").out
    assert "-    for i in range(1, len(weights)):" in shown
    assert "Doe17" in shown

    label = "La boucle s’arrête un tour trop tôt."
    accepted = json.loads(corrige("class", "mistakes", course, "--accept", "1", "--label", label, "--json").out)
    slug = accepted["accepted"][0]["mistake"]
    assert corrige("class", "grade", course).code in (0, 1)
    marks = items(course, "s17")
    assert marks["1"][:2] == ("wrong", f"mistake:{slug}")
    assert marks["2b"][0] == "follow_through"
    assert marks["2b"][2] == 1
    assert marks["1"][2] == 0
    assert items(course, "s1001")["1"][0] == "right"
    assert label in corrige("explain", course, "s17", "--item", "1.1").out.replace("\n", " ")
    history = json.loads(corrige("class", "history", course, "--json").out)["actions"]
    assert [(action["target"], action["text"]) for action in history if action["kind"] == "mistake"] == [(slug, label)]

    assert corrige("class", "undo", course).code == 0
    corrige("class", "grade", course)
    assert items(course, "s17")["2b"][0] == "wrong"


@pytest.mark.slow
def test_a_mistake_of_a_changed_exam_is_told_and_not_used(course: Path, here: Path, corrige: Corrige) -> None:
    corrige("class", "mistakes", course, "--jobs", "1")
    path = here / "weighted.py"
    source = path.read_text()
    path.write_text(source.replace("total = 0", "total = 0 + 0"))
    refused = corrige("class", "mistakes", course, "--accept", "1", "--label", "Trop tôt.")
    assert refused.code == 2
    assert "_weighted of the exam has changed" in refused.err
    path.write_text(source)
    assert corrige("class", "mistakes", course, "--accept", "1", "--label", "Trop tôt.").code == 0
    path.write_text(source.replace("total = 0", "total = 0 + 0"))
    assert "no longer finds the accepted mistake" in corrige("class", "grade", course).err
    assert items(course, "s17")["2b"][0] == "wrong"


def test_wrong_use_is_refused(course: Path, corrige: Corrige) -> None:
    for words in (("--accept", "1"), ("--label", "x"), ("--accept", "1", "--label", "x"), ("--withdraw", "class-0")):
        assert corrige("class", "mistakes", course, *words).code == 2
