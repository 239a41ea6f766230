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


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_sampled_gains_stand_beside_the_exact_ones(capsys: pytest.CaptureFixture[str], game: str) -> None:
    """The exact gain lies within three times the margin of the interval: by chance it would not 1 time in 10⁸."""
    arguments = ("dice-gain", "--game", game, "--games", 20_000, "--seed", 3)
    found = solved(capsys, *arguments)
    sampled = found["sampled"]
    assert (sampled["games"], sampled["seed"]) == (20_000, 3)  # type: ignore[index]
    for name in ("gain", "win", "draw", "loss"):
        share, exact = sampled[name], found[name]["value"]  # type: ignore[index]
        assert share["confidence"] == 0.95
        assert share["low"] <= share["value"] <= share["high"]
        assert abs(share["value"] - exact) <= 3 * (share["high"] - share["low"]) / 2
    assert solved(capsys, *arguments) == found
    assert "sampled" not in solved(capsys, "dice-gain", "--game", game)


def test_sampled_gains_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "solve", "dice-gain", "--games", 200, "--seed", 3).out.splitlines()
    assert lines[4] == "played   200 games with seed 3"
    assert [line.split()[0] for line in lines] == [
        "gain",
        "win",
        "draw",
        "loss",
        "played",
        "gain",
        "win",
        "draw",
        "loss",
    ]
    assert lines[5].endswith("at 95%)")


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
        (["dice-gain", "--games", "1"], "--games"),
        (["dice-gain", "--games", "10", "--seed", "-1"], "--seed"),
        (["dice-gain", "--games", "10", "--games", "20"], "--games is given twice"),
    ],
)
def test_what_is_refused(capsys: pytest.CaptureFixture[str], here: Path, arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert told in outcome.err
