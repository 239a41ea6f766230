import json
from pathlib import Path

import pytest

from tests.answers.cli.running import Corrige
from tests.answers.exam.test_papers import PAPERS
from tests.answers.tiny import EXAMS


def test_list_and_show_have_points_and_tolerances_and_what_to_give_in_the_place_of_a_historic_exam(
    corrige: Corrige,
) -> None:
    advice = "this exam reproduces a printed document of the past; to examine students, use phantom"
    assert [line.split()[0] for line in corrige("list").out.splitlines() if advice in line] == ["nash"]
    nash = corrige("show", "nash").out
    assert [text for text in ("20 points", "± 2 %", "± 0.05", "± 0.1") if text not in nash] == []
    assert advice in nash.splitlines()
    assert "there is a newer edition of this exam: yams" in corrige("show", "yahtzee").out.splitlines()
    assert "historic" not in corrige("show", "phantom").out
    assert "edition" not in corrige("show", "yams").out


def test_show_has_lines_of_a_terminal_points_to_a_hundredth_and_follows_the_teachers_file(
    corrige: Corrige, here: Path
) -> None:
    (line,) = [line for line in corrige("show", "games", "--exams", PAPERS).out.splitlines() if line.startswith("3b ")]
    assert line.split()[:2] == ["3b", "1.33"]
    questions = corrige("show", "yahtzee").out.split("\n\n")[1].splitlines()
    assert [line.split(".")[0] for line in questions if line[0] != " "] == [str(n) for n in range(1, 17)]
    assert max(map(len, questions)) <= 80
    (here / "corrige.toml").write_text("[exams.nash.points]\n1 = 11.5\n")
    assert "30 points" in corrige("show", "nash").out


def test_key_json_is_as_promised(corrige: Corrige) -> None:
    outcome = corrige("key", "nash", "--u0", "17", "--json")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    assert (document["schema"], document["exam"], document["u0"]) == ("corrige/key/1", "nash", 17)
    assert document["answers"]["1a"][0] == {"value": 17, "exact": "17", "text": "17"}
    second = document["answers"]["7a"][1]
    assert second == {"value": 29 / 45, "exact": "29/45", "text": "29/45 ≈ 0,644"}
    assert len(document["fingerprint"]) == 16
    assert "params" in document
    document = json.loads(corrige("key", "nash", "--u0", "17", "--question", "2b", "--json").out)
    assert {part: [item["value"] for item in items] for part, items in document["answers"].items()} == {"2b": [3, 0, 1]}


def test_seed_zero_works_and_is_flagged(corrige: Corrige, here: Path) -> None:
    outcome = corrige("key", "nash", "--u0", "0", "--json")
    assert (outcome.code, json.loads(outcome.out)["flags"]) == (0, ["degenerate-seed"])
    assert "degenerate-seed" in outcome.err
    outcome = corrige("sheet", "tiny", "--exams", EXAMS, "--u0", "0", "-o", "zero.pdf")
    assert outcome.code == 0
    assert outcome.err.splitlines()[0] == "u₀ = 0 gives a sequence of zeros, which is not suitable for an exam"
    assert (here / "zero.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
@pytest.mark.parametrize("face", ["blank", "model", "key"])
def test_a_sheet_is_written_once_and_never_over_another_file(corrige: Corrige, here: Path, face: str) -> None:
    arguments = ["sheet", "nash", "--u0", "17", "--face", face]
    assert corrige(*arguments).code == 0
    (path,) = here.iterdir()
    assert path.name == f"nash-17-{face}.pdf"
    assert path.read_bytes().startswith(b"%PDF-")
    assert corrige(*arguments).code == 0
    refused = corrige(*arguments, "--lang", "en")
    assert refused.code == 2
    assert "--force" in refused.err
    assert corrige(*arguments, "--lang", "en", "--force").code == 0


@pytest.mark.parametrize(
    ("options", "cause"),
    [
        (("--layout", "--face", "key"), "--layout"),
        (("-o", "missing/sheet.pdf"), "missing/sheet.pdf"),
        (("-o", "/proc/sheet.pdf"), "/proc/sheet.pdf"),
    ],
)
def test_a_layout_of_no_blank_sheet_and_an_output_that_cannot_be_written(
    corrige: Corrige, here: Path, options: tuple[str, ...], cause: str
) -> None:
    refused = corrige("sheet", "tiny", "--exams", EXAMS, "--u0", "17", *options)
    assert (refused.code, refused.out, cause in refused.err, list(here.iterdir())) == (2, "", True, [])


def test_verify_shows_both_values_of_what_differs_and_as_json_every_figure_with_its_place(corrige: Corrige) -> None:
    outcome = corrige("verify", "nash")
    assert outcome.code == 1
    assert "49 of 50 printed numbers agree with the computed values, 1 differs; 1 of 7 claims is true" in outcome.out
    (line,) = (line for line in outcome.out.splitlines() if " NO, " in line and "lPD(4,4)" in line)
    assert "0.5" in line
    assert "29/45" in line
    document = json.loads(corrige("verify", "nash", "--json").out)
    figures = document["exams"][0]["figures"]
    assert len(figures) == 57
    wrong = [figure["name"] for figure in figures if not figure["agrees"]]
    indices = [f"section 5: indices u(n) in question {number}" for number in (3, 7)]
    slips = ["4: a sum of the p(j)", "4: i up to N", "7a lPD(4,4)", "section 3: complete games"]
    assert wrong == [*slips, *indices, "section 6: any real value"]
    assert all(figure["place"] for figure in figures)


def test_verify_as_one_page(corrige: Corrige, here: Path) -> None:
    outcome = corrige("verify", "verger", "-o", "report.html")
    assert outcome.out == ""
    page = (here / "report.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert "2341/3456" in page
