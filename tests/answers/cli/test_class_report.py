import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run
from tests.answers.tiny import EXAMS


def test_the_report_is_a_page_and_a_pdf_in_the_language_asked(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    run(capsys, "class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv")
    (here / "algo/submissions/s01.txt").write_text("1a: 10 20\n")
    outcome = run(capsys, "class", "report", "algo", "--lang", "en")
    assert (outcome.code, outcome.err) == (0, "wrote algo/report.html and algo/report.pdf\n")
    assert "The class at a glance" in (here / "algo/report.html").read_text("utf-8")
    assert (here / "algo/report.pdf").read_bytes().startswith(b"%PDF-")
    before = {path.name for path in (here / "algo").iterdir()}
    run(capsys, "class", "report", "algo", "--lang", "en")
    assert {path.name for path in (here / "algo").iterdir()} == before


def test_the_figures_of_a_report_as_json(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "list.csv").write_text("student,name,first_name,u0\ns01,Aa,Bb,10\ns02,Cc,Dd,11\n")
    run(capsys, "class", "init", "algo", "--exam", "tiny", "--exams", EXAMS, "--students", "list.csv")
    (here / "algo/submissions/s01.txt").write_text("1a: 10 21\n1b: 15\n2: 0.5\n")
    document = json.loads(run(capsys, "class", "report", "algo", "--json").out)
    assert (document["schema"], document["exam"], document["students"]) == ("corrige/report/1", "tiny", 2)
    assert document["scores"]["papers"] == 1
    assert [one["question"] for one in document["questions"]] == [1, 2]
    assert {one["item"]: sum(one["verdicts"].values()) for one in document["items"]}["1a.1"] == 1
    assert {"flag": "no-paper", "papers": 1} in document["flags"]
