"""A teacher's own grids of tic-tac-toe and Cram."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run


def test_the_empty_grid_is_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "solve", "tictactoe", "--json").out)
    # 5478 positions and 549 946 nodes are published; remark 2.3 against 16 811 → 4309 calls.
    assert (found["value"], found["positions"], len(found["moves"])) == (0, 5478, 9)
    assert found["calls"]["min_max"] == 549_946
    assert (found["calls"]["alpha_beta"], found["calls"]["alpha_beta_memo"]) == (16_811, 4309)


def test_a_grid_by_hand(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    # X to play wins at once in the corner; anything else lets O win on the first column.
    told = run(capsys, "solve", "tictactoe", "--grid", "oo./xx./o.x", "-o", "arena.svg")
    assert told.code == 0
    found = json.loads(run(capsys, "solve", "tictactoe", "--grid", "OO.XX.O.X", "--json").out)
    assert (found["value"], found["player"], found["moves"]) == (1, "X", [[1, 2]])
    assert (here / "arena.svg").read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("grid", "told"),
    [
        ("XO", "2 cells, which are no square"),
        ("XZ./.../..Y", "--grid, row 0, column 1: 'Z' is no mark"),
        ("XZ./.../..Y", "--grid, row 2, column 2: 'Y' is no mark"),
        ("OO./.../...", "as many marks as O or one more"),
        ("." * 16, "16 free cells make up to"),
    ],
)
def test_wrong_grids(capsys: pytest.CaptureFixture[str], grid: str, told: str) -> None:
    outcome = run(capsys, "solve", "tictactoe", "--grid", grid)
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err


def test_cram_on_a_grid(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    # An L of three cells and a domino apart: the values 1 and 1 cancel, and the second player wins.
    (here / "grid.txt").write_text("..#.\n.##.\n")
    told = run(capsys, "solve", "cram", "--grid", "grid.txt", "--json", "-o", "tree.svg")
    found = json.loads(told.out)
    assert (found["winner"], found["grundy"], found["winning_moves"]) == ("second", 0, [])
    assert (here / "tree.svg").read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("arena", "what is this?\n" * 50),
        ("arena", '{"start": "a", "states": {"a": {"player": 2}' + "".join(f', "{i}": 1' for i in range(49)) + "}}"),
        ("arena", "a 0: " + " ".join(f"s{i}" for i in range(50)) + "\n"),
        ("nash --matrix", "a,b\n" * 25),
        ("minmax", "0\n" + "  x\n" * 50),
    ],
)
def test_of_many_problems_the_first_twenty_are_told(
    capsys: pytest.CaptureFixture[str], here: Path, arguments: str, text: str
) -> None:
    (here / "file").write_text(text)
    outcome = run(capsys, "solve", *arguments.split(), "file")
    problems = [line for line in outcome.err.splitlines() if line.startswith("file")]
    assert (outcome.code, len(problems)) == (2, 21)
    assert problems[-1] == "file: there is more"


def test_more_states_than_anybody_writes(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "file").write_text("".join(f"s{i} 0: draw\n" for i in range(100_002)))
    outcome = run(capsys, "solve", "arena", "file")
    assert (outcome.code, "more than 100000 states" in outcome.err) == (2, True)


@pytest.mark.parametrize("command", ["arena", "minmax"])
def test_where_a_text_stops_being_json(capsys: pytest.CaptureFixture[str], here: Path, command: str) -> None:
    (here / "file").write_text('{"start":\n  "a"; 1}')
    outcome = run(capsys, "solve", command, "file")
    assert (outcome.code, outcome.err.splitlines()[0]) == (2, "file, line 2, column 6: this is no JSON")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("..\n.x\n", "row 1, column 1: 'x' is no cell"),
        ("..\n.\n", "row 1: 1 cell, the first row has 2"),
        ("\n", "the grid is empty"),
        (("." * 9 + "\n") * 9, "more than 64 cells"),
    ],
)
def test_wrong_cram_grids(capsys: pytest.CaptureFixture[str], here: Path, text: str, told: str) -> None:
    (here / "grid.txt").write_text(text)
    outcome = run(capsys, "solve", "cram", "--grid", "grid.txt")
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err


def test_cram_needs_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "cram").code == 2


def test_a_large_arena_is_not_drawn(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    outcome = run(capsys, "solve", "chomp", "--board", "6x7", "-o", "arena.svg")
    assert (outcome.code, "more than 300 states" in outcome.err, list(here.iterdir())) == (2, True, [])
    assert run(capsys, "solve", "chomp", "--board", "3x3", "-o", "arena.svg").code == 0
