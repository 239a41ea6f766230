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
        (["dice", "--game", "sequentiel"], "sequential"),
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


def test_nothing_for_a_throw_with_a_1(capsys: pytest.CaptureFixture[str]) -> None:
    """One die each to 2 points: the first player wins with 6/7 (30/36 + 1/36 of the same again)."""
    found = solved(capsys, "dice", "--dice", 1, "--target", 2, "--game", "scoreless")
    assert found["gain"]["value"] == pytest.approx(5 / 7)  # type: ignore[index]
    found = solved(capsys, "dice-gain", "--dice", 1, "--target", 2, "--game", "scoreless", "--second", "1")
    assert found["win"]["value"] == pytest.approx(6 / 7)  # type: ignore[index]


def test_a_number_of_dice_is_a_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    """Question 3: to 2 points, 3 dice against 1 win with 0.6489; from (1, 0) a throw always reaches 2."""
    arguments = ("dice-gain", "--dice", 3, "--target", 2, "--first", "3", "--second", "1")
    assert solved(capsys, *arguments)["win"]["value"] == pytest.approx(0.6489, abs=5e-5)  # type: ignore[index]
    assert solved(capsys, *arguments, "--state", "1,0")["win"]["value"] == 1  # type: ignore[index]


def rows(text: str) -> list[list[str]]:
    return [line.split(",") for line in text.splitlines()]


def test_tables_as_csv(capsys: pytest.CaptureFixture[str]) -> None:
    table = rows(run(capsys, "solve", "dice", "--dice", "3", "--table", "EG1").out)
    assert table[0] == ["d1\\d2", "1", "2", "3"]
    assert [[round(float(cell), 3) for cell in row[1:]] for row in table[1:]] == [
        [0, -0.375, -0.227], [0.375, 0, -0.199], [0.227, 0.199, 0],
    ]  # fmt: skip
    table = rows(run(capsys, "solve", "dice", "--dice", "2", "--target", "30", "--table", "OPT").out)
    assert (len(table), len(table[1]), set(table[5][1:])) == (31, 31, {"1", "2"} & set(table[5][1:]))
    table = rows(run(capsys, "solve", "dice", "--dice", "2", "--table", "P", "--game", "scoreless").out)
    assert float(table[2][1]) == pytest.approx(11 / 36)
    table = rows(run(capsys, "solve", "dice", "--dice", "2", "--table", "Q").out)
    assert float(table[1][3]) == pytest.approx(1 / 5)
    table = rows(run(capsys, "solve", "dice", "--dice", "6", "--target", "1", "--game", "simultaneous", "--table",
                     "mixes").out)  # fmt: skip
    assert table[0] == ["i", "j", *(f"p({d})" for d in range(1, 7))]
    assert float(table[1][3]) == pytest.approx(0.17558, abs=1e-5)


def test_a_table_of_a_state(capsys: pytest.CaptureFixture[str]) -> None:
    """One point short of N on both sides, a round of the simultaneous game is the single round."""
    arguments = ("solve", "dice", "--dice", "3", "--target", "9", "--game", "simultaneous", "--json")
    single = json.loads(run(capsys, "solve", "dice", "--dice", "3", "--table", "EG1", "--json").out)["rows"]
    found = json.loads(run(capsys, *arguments, "--table", "E1", "--state", "8,8").out)["rows"]
    for ours, theirs in zip(found[1:], single[1:], strict=True):
        assert ours == pytest.approx(theirs)


def test_a_table_as_a_picture(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    for name, begins in (("eg.svg", b"<?xml"), ("eg.png", b"\x89PNG"), ("eg.pdf", b"%PDF")):
        assert run(capsys, "solve", "dice", "--target", "20", "--table", "EG", "-o", name).code == 0
        assert (here / name).read_bytes().startswith(begins)
    assert run(capsys, "solve", "dice", "--dice", "3", "--table", "mixes", "-o", "mixes.png").code == 2


def test_the_linear_program_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "solve", "dice", "--dice", "2", "--table", "LP").out
    assert told == (
        "maximise z' - z''\n"
        "(1) - 0 p(1) - 0.375 p(2) + z' - z'' <= 0\n"
        "(2) + 0.375 p(1) - 0 p(2) + z' - z'' <= 0\n"
        "p(1) + p(2) <= 1\n"
        "- p(1) - p(2) <= -1\n"
        "z', z'', p(1), p(2) >= 0\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["dice", "--game", "simultaneous", "--table", "OPT"], "ask for --table mixes"),
        (["dice-gain", "--first", "11"], "between 1 and 10, got 11"),
        (["dice-gain", "--games", "10", "--state", "1,1"], "games are played from 0,0"),
    ],
)
def test_what_is_asked_in_vain(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", *arguments)
    assert (outcome.code, told in outcome.err) == (2, True)
