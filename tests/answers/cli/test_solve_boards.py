import json
from pathlib import Path
from typing import Any

import pytest

from tests.answers.cli.running import run


def solved(capsys: pytest.CaptureFixture[str], game: str, board: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run(capsys, "solve", game, "--board", board, "--json").out)
    assert document.pop("schema") == "corrige/solve/1"
    return document


@pytest.mark.parametrize(
    ("board", "moves"),
    [
        ("1x1", []),
        ("1x5", [[0, 1]]),
        ("2x6", [[1, 5]]),
        ("4x4", [[1, 1]]),
        ("3x4", [[1, 2]]),
        ("8×10", [[3, 8], [4, 5]]),
    ],
)
def test_chomp(capsys: pytest.CaptureFixture[str], board: str, moves: list[list[int]]) -> None:
    """Published moves; a single square is poisoned, whatever the document's example says of players."""
    assert solved(capsys, "chomp", board) == {"winner": "first" if moves else "second", "winning_moves": moves}


@pytest.mark.parametrize(("board", "grundy"), [("1x2", 1), ("2x3", 1), ("3x6", 4), ("4x5", 2), ("5x5", 0), ("4x4", 0)])
def test_cram(capsys: pytest.CaptureFixture[str], board: str, grundy: int) -> None:
    found = solved(capsys, "cram", board)
    assert found["grundy"] == grundy
    assert found["winner"] == ("first" if grundy else "second")
    assert bool(found["winning_moves"]) == bool(grundy)


def test_the_central_domino_wins_cram_with_one_even_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert [[1, 1], [1, 2]] in solved(capsys, "cram", "3x4")["winning_moves"]


@pytest.mark.parametrize(
    ("board", "winner"),
    # With the horizontal player first, from the published table of outcomes.
    [("2x2", "first"), ("1x2", "first"), ("2x1", "second"), ("5x5", "second"), ("2x5", "second"), ("5x2", "first"),
     ("4x4", "first"), ("4x5", "second"), ("5x4", "first"), ("6x6", "first")],
)  # fmt: skip
def test_domineering(capsys: pytest.CaptureFixture[str], board: str, winner: str) -> None:
    found = solved(capsys, "domineering", board)
    assert found["winner"] == winner
    assert bool(found["winning_moves"]) == (winner == "first")
    assert all(row == other and col + 1 == next_col for (row, col), (other, next_col) in found["winning_moves"])


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "chomp", "--board", "3x4").out.splitlines() == ["winner   first", "moves    (1, 2)"]
    assert run(capsys, "solve", "cram", "--board", "1x2").out.splitlines() == [
        "winner   first",
        "moves    (0, 0) (0, 1)",
        "grundy   1",
        "symmetry the first player lays the central domino, then answers each one by its image under the half turn",
    ]
    assert run(capsys, "solve", "domineering", "--board", "2x1").out.splitlines() == [
        "winner   second",
        "moves    none",
    ]


@pytest.mark.parametrize(
    ("game", "board", "told"),
    [
        ("cram", "1x1", "at least 2 cells"),
        ("domineering", "1x1", "at least 2 cells"),
        ("domineering", "0x4", "at least 1 row"),
        ("cram", "9x8", "at most 64 cells"),
        ("domineering", "9x8", "at most 64 cells"),
        ("chomp", "0x3", "at least 1 × 1"),
        ("chomp", "20x20", "at most 28"),
        ("chomp", "3", "write it like 3x4"),
        ("cram", "-1x4", "write it like 3x4"),
        ("domineering", "axb", "write it like 3x4"),
    ],
)
def test_bad_boards_are_refused(capsys: pytest.CaptureFixture[str], game: str, board: str, told: str) -> None:
    outcome = run(capsys, "solve", game, "--board", board)
    assert outcome.code == 2
    assert told in outcome.err
    assert "Traceback" not in outcome.err


def test_the_help_says_who_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert "first player lays horizontal dominoes" in " ".join(
        run(capsys, "solve", "domineering", "--help").out.split()
    )


def test_cram_says_where_symmetry_wins(capsys: pytest.CaptureFixture[str]) -> None:
    told = {board: run(capsys, "solve", "cram", "--board", board).out for board in ("2x2", "2x3", "3x3")}
    assert "symmetry the second player answers" in told["2x2"]
    assert "symmetry the first player lays the central domino" in told["2x3"]
    assert "symmetry" not in told["3x3"]
    assert json.loads(run(capsys, "solve", "cram", "--board", "4x4", "--json").out)["symmetry"] == "second"


def test_a_sum_of_chess_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "solve", "chess", "--position", "4k2r/8/8/8/8/8/8/3QK3 w - - 0 1", "--json").out)
    assert found["value"] == 4
    told = run(capsys, "solve", "chess", "--position", "8/8")
    assert (told.code, "8 rows separated by '/'" in told.err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("game", "--board", "2x2", "--first", "0,0", "--second", "0,1"), "--first names the placement 0 twice"),
        (("cram", "--board", "2x2", "-o", "tree.png"), "tree.png: this result is not written as .png"),
        (("phantom", "--board", "4x4"), "12 have 4.79e+08 orders"),
        (("verger", "--power", "3"), "--power is of the chain"),
    ],
)
def test_what_is_asked_wrongly(
    capsys: pytest.CaptureFixture[str], here: Path, arguments: tuple[str, ...], told: str
) -> None:
    outcome = run(capsys, "solve", *arguments)
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err
    assert list(here.iterdir()) == []
