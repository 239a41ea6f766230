"""A class of one student from its list to its report, in French: no plural of one, no English, signs as in print."""

import json
import re
from pathlib import Path

import pytest

from tests.answers.cli.running import Outcome, run
from tests.answers.cli.test_language import english
from tests.answers.tiny import EXAMS

STORY = (
    ("init", "algo", "--exam", "tiny", "--exams", str(EXAMS), "--students", "list.csv"),
    ("seeds", "algo", "--draw", "1", "--candidates", "0"),
    ("seeds", "algo"),
    ("add", "algo", "list.csv"),
    ("sheets", "algo", "--jobs", "1"),
    ("sheets", "algo", "--jobs", "1"),
    ("collect", "algo", "s01.csv", "--deadline", "20/11/2026"),
    ("collect", "algo", "s01.csv"),
    ("collect", "algo", "s01.csv", "none.zip"),
    ("grade", "algo"),
    ("review", "algo"),
    ("decide", "algo", "s01", "1a.2", "--points", "0,25"),
    ("decide", "algo", "s01", "u0-changed", "--seen", "--tell"),
    ("grade", "algo", "--diff"),
    ("grade", "algo"),
    ("collect", "algo", "--pick", "s01=zz"),
    ("report", "algo"),
    ("export", "algo", "--to", "xlsx"),
    ("export", "algo", "--to", "csv"),
    ("remove", "algo", "s01"),
)
PLURAL_OF_ONE = re.compile(r"\b[01] (?!fois\b|pas\b|sur\b|dans\b)[a-zàâéèêîôû]+[sx]\b")
UNSPACED = re.compile(r"[^\W\d]:(?=\s|$)|[\w)] [;:?!»]")
"""A sign set apart in French that no space or one that breaks stands before."""
ELIDED = re.compile(r"[^\W\d]'[^\W\d]")


@pytest.fixture
def told(here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Outcome]:
    monkeypatch.setenv("CORRIGE_MESSAGES", "fr")
    (here / "list.csv").write_text("student,name,first_name\ns01,Aa,Bb\n")
    (here / "s01.csv").write_text("student,u0,1a,1b,2\ns01,17,17 2;5;5,x,4.25\n")
    explained = ("explain", "algo", "s01", "--item", "2")
    found = {}
    for number, words in enumerate(STORY):
        if words[0] == "remove":
            found["explain"] = run(capsys, *explained)
        found[f"{number} {' '.join(words)}"] = run(capsys, "class", *words)
    return found


def test_what_a_teacher_of_one_student_is_told(told: dict[str, Outcome], here: Path) -> None:
    assert [
        name for name, outcome in told.items() if outcome.code not in (0, 1, 2) or not (outcome.out + outcome.err)
    ] == []
    texts = {name: outcome.out + outcome.err for name, outcome in told.items()}
    assert {name: found for name, text in texts.items() if (found := PLURAL_OF_ONE.findall(text))} == {}
    assert {name: found for name, outcome in told.items() if (found := english(outcome))} == {}
    assert {name: found for name, text in texts.items() if (found := UNSPACED.findall(text))} == {}
    assert {name: found for name, text in texts.items() if (found := ELIDED.findall(text))} == {}
    assert "andidat" not in "".join(texts.values()).replace("--candidates", "")
    changed = texts["13 grade algo --diff"]
    for one in ("1a.2 : ", " → ", "décision de l’enseignant"):
        assert one in changed.replace("\u00a0", " ")
    assert "ligne 2" in texts["6 collect algo s01.csv --deadline 20/11/2026"]
    assert "rien de nouveau" in texts["2 seeds algo"]
    assert "aucune nouvelle fiche, 1 inchangée" in texts["5 sheets algo --jobs 1"]
    page = (here / "algo/report.html").read_text("utf-8")
    assert "andidat" not in page.replace("--candidates", "")
    assert (
        json.loads((here / "algo/marks.json").read_text())["papers"][0]["parts"]["1a"]["items"][1]["verdict"] == "right"
    )
