import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run


def test_list_and_show_name_exams_points_and_tolerances(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nash" in run(capsys, "list").out
    shown = run(capsys, "show", "nash").out
    assert "20 points" in shown
    for tolerance in ("± 2 %", "± 0.05", "± 0.1"):
        assert tolerance in shown


def test_show_follows_the_teachers_file(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "corrige.toml").write_text("[exams.nash.points]\n1 = 11.5\n")
    assert "30 points" in run(capsys, "show", "nash").out


def test_key_json_is_as_promised(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "key", "nash", "--u0", "17", "--json")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert (document["schema"], document["exam"], document["u0"]) == ("corrige/key/1", "nash", 17)
    assert document["answers"]["1a"][0] == {"value": 17, "exact": "17", "text": "17"}
    second = document["answers"]["7a"][1]
    assert second == {"value": 29 / 45, "exact": "29/45", "text": "29/45 ≈ 0,644"}
    assert len(document["fingerprint"]) == 16
    assert "params" in document


def test_key_of_one_question(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(run(capsys, "key", "nash", "--u0", "17", "--question", "2b", "--json").out)
    assert [item["value"] for item in document["answers"]["2b"]] == [3, 0, 1]
    assert list(document["answers"]) == ["2b"]


def test_seed_zero_works_and_is_flagged(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "key", "nash", "--u0", "0", "--json")
    assert outcome.code == 0
    assert "degenerate-seed" in outcome.err
    assert json.loads(outcome.out)["flags"] == ["degenerate-seed"]


@pytest.mark.parametrize("face", ["blank", "model", "key"])
def test_a_sheet_is_written_once_and_never_over_another_file(
    capsys: pytest.CaptureFixture[str], here: Path, face: str
) -> None:
    arguments = ["sheet", "nash", "--u0", "17", "--face", face]
    assert run(capsys, *arguments).code == 0
    (path,) = here.iterdir()
    assert path.name == f"nash-17-{face}.pdf"
    assert path.read_bytes().startswith(b"%PDF-")
    assert run(capsys, *arguments).code == 0
    refused = run(capsys, *arguments, "--lang", "en")
    assert refused.code == 2
    assert "--force" in refused.err
    assert run(capsys, *arguments, "--lang", "en", "--force").code == 0


@pytest.mark.parametrize("target", ["missing/sheet.pdf", "/proc/sheet.pdf"])
def test_an_output_that_cannot_be_written(capsys: pytest.CaptureFixture[str], here: Path, target: str) -> None:
    outcome = run(capsys, "sheet", "nash", "--u0", "17", "-o", target)
    assert outcome.code == 2
    assert target in outcome.err
    assert list(here.iterdir()) == []


def test_verify_shows_both_values_and_exits_1_for_the_one_that_differs(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "verify", "nash")
    assert outcome.code == 1
    assert "49 of 50 figures agree, 1 differs; 0 of 2 claims hold" in outcome.out
    *claims, line = [line for line in outcome.out.splitlines() if " NO " in line]
    assert all("question 4" in claim for claim in claims)
    assert "lPD(4,4)" in line
    assert "0.5" in line
    assert "29/45" in line


def test_verify_json_lists_every_figure_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(run(capsys, "verify", "nash", "--json").out)
    figures = document["exams"][0]["figures"]
    assert len(figures) == 52
    wrong = [figure["name"] for figure in figures if not figure["agrees"]]
    assert wrong == ["4: a sum of the p(j)", "4: i up to N", "7a lPD(4,4)"]
    assert all(figure["place"] for figure in figures)


def test_verify_as_one_page(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    outcome = run(capsys, "verify", "verger", "-o", "report.html")
    assert outcome.out == ""
    page = (here / "report.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "2341/3456" in page
