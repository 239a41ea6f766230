"""The stochastic algorithm at the command line, and what given mixes earn."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.answers.cli.running import run

PENNIES = "1,0\n0,1\n"


@pytest.fixture
def pennies(here: Path) -> str:
    (here / "game.csv").write_text(PENNIES)
    return "game.csv"


def test_phantom_is_learned_and_its_curve_drawn(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    told = run(
        capsys, "solve", "phantom", "--board", "4x4", "--plans", "100", "--method", "exp3",
        "--steps", 300_000, "--seed", 5, "--json", "-o", "curve.svg",
    )  # fmt: skip
    document = json.loads(told.out)
    assert (document["steps"], document["seed"]) == (300_000, 5)
    # The exact value is 29/45; the mean is biased towards 1/2 when steps are cut.
    assert document["value"]["value"] == pytest.approx(29 / 45, abs=0.08)
    drawn = ET.parse(here / "curve.svg").getroot()
    points = next(element for element in drawn.iter() if element.tag.endswith("polyline")).get("points", "").split()
    assert len(points) > 60
    assert f"{document['value']['value']:.4f}" in (here / "curve.svg").read_text()


@pytest.mark.parametrize("arguments", [["--steps", "10"], ["-o", "curve.svg"]])
def test_steps_and_curves_are_of_exp3(capsys: pytest.CaptureFixture[str], pennies: str, arguments: list[str]) -> None:
    told = run(capsys, "solve", "nash", "--matrix", pennies, *arguments)
    assert (told.code, "add --method exp3" in told.err) == (2, True)


def test_a_curve_needs_steps(capsys: pytest.CaptureFixture[str], pennies: str, here: Path) -> None:
    told = run(capsys, "solve", "nash", "--matrix", pennies, "--method", "exp3", "--steps", "99", "-o", "curve.svg")
    assert (told.code, list(here.glob("*.svg"))) == (2, [])


def test_steps_of_a_matrix(capsys: pytest.CaptureFixture[str], pennies: str) -> None:
    told = run(capsys, "solve", "nash", "--matrix", pennies, "--method", "exp3", "--steps", "70", "--seed", "1")
    assert "steps    70 with seed 1" in told.out


def test_what_two_mixes_earn(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "game.csv").write_text("1,2\n5,-1\n")
    arguments = ["--matrix", "game.csv", "--row-mix", "1/3,2/3", "--column-mix", "0.25,0.75", "--json"]
    document = json.loads(run(capsys, "solve", "nash", *arguments).out)
    # By hand: (1·1 + 3·2 + 2·5 − 6·1) / 12.
    assert document["payoff"]["exact"] == "11/12"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--row-mix", "1/2,1/2"], "--column-mix is missing"),
        (["--column-mix", "1/2,1/2"], "--row-mix is missing"),
        (["--row-mix", "1/2,1/3", "--column-mix", "1,0"], "sum 1, got 5/6"),
        (["--row-mix", "1", "--column-mix", "1,0"], "2 probabilities, got 1"),
        (["--row-mix", "a,b", "--column-mix", "1,0"], "--row-mix, line 1, column 1"),
    ],
)
def test_wrong_mixes(capsys: pytest.CaptureFixture[str], pennies: str, arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", "nash", "--matrix", pennies, *arguments)
    assert (outcome.code, told in outcome.err) == (2, True)
