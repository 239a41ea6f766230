"""Games that are sampled, and the tables of Dice Battle with their pictures."""

from pathlib import Path

import pytest

from tests.answers.cli.laboratory.conftest import Solved
from tests.answers.cli.running import Corrige


def test_optimal_is_the_optimum_of_the_game_that_is_played(solved: Solved) -> None:
    for game in ("sequential", "simultaneous"):
        optimal, named = (solved(f"dice-gain --game {game} --first {name}")["gain"] for name in ("optimal", game))
        assert optimal == named


@pytest.mark.parametrize("game", ["sequential", "simultaneous"])
def test_sampled_gains_stand_beside_the_exact_ones(solved: Solved, game: str) -> None:
    """The exact gain lies within three times the margin of the interval: by chance it would not 1 time in 10⁸."""
    line = f"dice-gain --game {game} --games 20000 --seed 3"
    document = solved(line)
    sampled = document["sampled"]
    assert (sampled["games"], sampled["seed"]) == (20_000, 3)
    for name in ("gain", "win", "draw", "loss"):
        share, exact = sampled[name], document[name]["value"]
        assert share["confidence"] == 0.95
        assert share["low"] <= share["value"] <= share["high"]
        assert abs(share["value"] - exact) <= 3 * (share["high"] - share["low"]) / 2
    assert solved(line) == document
    assert "sampled" not in solved(f"dice-gain --game {game}")


def test_sampled_gains_as_text(corrige: Corrige) -> None:
    lines = corrige("solve", "dice-gain", "--games", 200, "--seed", 3).out.splitlines()
    assert lines[4] == "played   200 games with seed 3"
    assert " ".join(line.split()[0] for line in lines) == "gain win draw loss played gain win draw loss"
    assert lines[5].endswith("at 95%)")


def test_tables_as_csv(corrige: Corrige) -> None:
    def rows(line: str) -> list[list[str]]:
        return [row.split(",") for row in corrige("solve", "dice", *line.split()).out.splitlines()]

    table = rows("--dice 3 --table EG1")
    assert table[0] == ["d1\\d2", "1", "2", "3"]
    assert [[round(float(cell), 3) for cell in row[1:]] for row in table[1:]] == [
        [0, -0.375, -0.227], [0.375, 0, -0.199], [0.227, 0.199, 0],
    ]  # fmt: skip
    table = rows("--dice 2 --target 30 --table OPT")
    assert (len(table), len(table[1]), set(table[5][1:])) == (31, 31, {"1", "2"} & set(table[5][1:]))
    table = rows("--dice 2 --table P --game scoreless")
    assert (table[0][:2], [row[0] for row in table[1:]]) == (["d\\k", "0"], ["1", "2"])
    assert float(table[2][1]) == pytest.approx(11 / 36)
    assert float(rows("--dice 2 --table Q")[1][3]) == pytest.approx(1 / 5)
    table = rows("--dice 6 --target 1 --game simultaneous --table mixes")
    assert table[0] == ["i", "j", *(f"p({d})" for d in range(1, 7))]
    assert float(table[1][3]) == pytest.approx(0.17558, abs=1e-5)


def test_a_table_of_a_state(solved: Solved) -> None:
    """One point short of N on both sides, a round of the simultaneous game is the single round."""
    single = solved("dice --dice 3 --table EG1")["rows"]
    rows = solved("dice --dice 3 --target 9 --game simultaneous --table E1 --state 8,8")["rows"]
    for ours, theirs in zip(rows[1:], single[1:], strict=True):
        assert ours == pytest.approx(theirs)


@pytest.mark.slow
def test_a_table_as_a_picture(corrige: Corrige, here: Path) -> None:
    for name, begins in (("eg.svg", b"<?xml"), ("eg.png", b"\x89PNG"), ("eg.pdf", b"%PDF")):
        outcome = corrige("solve", "dice", "--target", "20", "--table", "EG", "-o", name)
        assert (outcome.code, outcome.out) == (0, "")
        assert (here / name).read_bytes().startswith(begins)
    assert corrige("solve", "dice", "--table", "EP", "-o", "ep.svg").code == 0
    assert (here / "ep.svg").read_bytes().startswith(b"<?xml")


def test_fair_ravens_and_games_of_the_orchard(solved: Solved) -> None:
    document = solved("verger --trees 2 --fruits 2 --ravens 2 --fair --games 20000 --seed 3")
    assert document["fair_ravens"] == 2  # 0.677 with two, 0.372 with one
    sampled = document["sampled"]["probability"]
    # Three times the margin of the interval: 1 time in 10⁸ by chance.
    assert abs(sampled["value"] - 2341 / 3456) < 3 * (sampled["high"] - sampled["low"]) / 2
