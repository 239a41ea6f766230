import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run


def solved(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, object]:
    outcome = run(capsys, "solve", *arguments, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document: dict[str, object] = json.loads(outcome.out)
    assert document.pop("schema") == "corrige/solve/1"
    return document


def test_the_start_of_the_sequential_game(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "dice", "--dice", 10, "--target", 100, "--game", "sequential")
    assert found["choice"] == 6
    assert found["gain"] == {"value": pytest.approx(0.068719, abs=1e-6), "exact": None}


def test_all_the_optimal_numbers_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run(capsys, "solve", "dice", "--dice", 3, "--target", 50, "--state", "49,20")
    assert outcome.out == "gain     1\nchoice   1  (as good: 2, 3)\n"


def test_a_mix_in_the_simultaneous_game(capsys: pytest.CaptureFixture[str]) -> None:
    """One point to reach is the single round of table 2."""
    found = solved(capsys, "dice", "--dice", 6, "--target", 1, "--game", "simultaneous")
    assert found["choice"] == pytest.approx([0, 0.175580, 0.052938, 0, 0.771482, 0], abs=1e-6)
    assert found["gain"] == {"value": 0, "exact": None}
    told = run(capsys, "solve", "dice", "--dice", 6, "--target", 1, "--game", "simultaneous").out
    assert "choice   2: 0.1756, 3: 0.05294, 5: 0.7715" in told


def test_exact_gains_with_their_chances(capsys: pytest.CaptureFixture[str]) -> None:
    found = solved(capsys, "dice-gain", "--first", "optimal", "--second", "blind")
    assert found["gain"] == {"value": pytest.approx(0.167792, abs=1e-6), "exact": None}
    found = solved(capsys, "dice-gain", "--game", "simultaneous", "--first", "one-round", "--second", "blind")
    chances = [found[name]["value"] for name in ("win", "draw", "loss")]  # type: ignore[index]
    assert chances == pytest.approx([0.42830, 0.00347, 0.56822], abs=1e-5)


def test_optimal_is_the_optimum_of_the_game_that_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("sequential", "simultaneous"):
        gains = [solved(capsys, "dice-gain", "--game", game, "--first", name)["gain"] for name in ("optimal", game)]
        assert gains[0] == gains[1]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["dice", "--dice", "0"], "at least 1, got 0"),
        (["dice", "--target", "0"], "at least 1 point"),
        (["dice", "--target", "1000000000"], "the limit is 1 GiB"),
        (["dice", "--state", "100,0"], "between 0 and 99"),
        (["dice", "--game", "simultaneous", "--state", "0,100"], "between 0 and 99"),
        (["dice", "--state", "4"], "write it like 40,52"),
        (["dice", "--game", "chess"], "sequential"),
        (["dice-gain", "--first", "lucky"], "optimal, blind, random"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], here: Path, arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert told in outcome.err
