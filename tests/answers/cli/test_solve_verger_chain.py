"""The chain, the die, fair ravens and games of the orchard from the command line."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run

DOCUMENT = ["solve", "verger", "--trees", "2", "--fruits", "2", "--ravens", "2"]
MATRIX = (
    "[[0, 1/4, 1/2, 0, 0, 1/4, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1/2, 0, 0, 0, 1/4, 0, 0, 1/4, 0], "
    "[0, 0, 0, 1/4, 1/4, 1/4, 0, 0, 1/4, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1/4, 1/4, 0, 1/4, 1/4, 0], "
    "[0, 0, 0, 0, 0, 0, 1/3, 0, 1/3, 0, 0, 1/3], [0, 0, 0, 0, 0, 0, 0, 1/4, 1/2, 0, 0, 1/4], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 1/3, 1/3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 1/2, 1/4, 1/4], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 0, 2/3], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1/3, 2/3], "
    "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]"
)
"""As the document prints it."""


def test_the_chain_of_the_document(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    told = run(capsys, *DOCUMENT, "--chain", "-o", "chain.svg").out
    assert told.splitlines()[-1] == MATRIX
    assert "after 1000 throws from A: K 1115/3456 = 0.322627314815, L 2341/3456 = 0.677372685185" in told
    assert (here / "chain.svg").read_text().startswith("<svg ")


def test_the_chain_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, *DOCUMENT, "--chain", "--power", "1", "--json").out)
    assert found["states"][:2] == ["22|2", "22|1"]
    assert [cell["exact"] for cell in found["after"][:6]] == ["0", "1/4", "1/2", "0", "0", "1/4"]
    assert found["limits"][4]["win"]["exact"] == "22/27"


def test_a_large_chain_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "solve", "verger", "--chain")
    assert (outcome.code, "at most 1000" in outcome.err) == (2, True)


def test_another_die(capsys: pytest.CaptureFixture[str]) -> None:
    # One fruit, one raven: faces 2 + 0 + 3, two of which win.
    arguments = ["--orchard", "1", "--ravens", "1", "--die", "2,0,3", "--json"]
    assert json.loads(run(capsys, "solve", "verger", *arguments).out)["probability"]["exact"] == "2/5"
    # A basket of one fruit leaves one of two: with the raven last, 2/3 · 2/3.
    arguments = ["--orchard", "2", "--ravens", "1", "--basket", "1", "--json"]
    assert json.loads(run(capsys, "solve", "verger", *arguments).out)["probability"]["exact"] == "4/9"


def test_fair_ravens_and_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, *DOCUMENT, "--fair", "--games", "20000", "--seed", "3", "--json").out)
    assert found["fair_ravens"] == 2  # 0.677 with two, 0.372 with one
    sampled = found["sampled"]["probability"]
    # Three times the margin of the interval: 1 time in 10⁸ by chance.
    assert abs(sampled["value"] - 2341 / 3456) < 3 * (sampled["high"] - sampled["low"]) / 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--die", "1,1"], "write it like 1,1,1"),
        (["--die", "0,0,0"], "no game ends"),
        (["--games", "10", "--strategy", "best"], "got 'best'"),
        (["--die", "0,0,1", "--fair"], "no number of ravens is fair"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    outcome = run(capsys, *DOCUMENT, *arguments)
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err
