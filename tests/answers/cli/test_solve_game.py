"""One game of phantom Domineering from the command line, against the model sheet of 2013 and by hand."""

import json
from pathlib import Path

import pytest

from tests.answers.cli.running import run


def test_a_game_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    # On 2 × 2, player 1 covers the upper row; neither vertical domino fits.
    told = run(capsys, "solve", "game", "--board", "2x2", "--first", "0,1", "--second", "0,1", "--json")
    document = json.loads(told.out)
    assert document["winner"] == "first"
    assert document["moves"] == [
        {"player": 1, "skipped": [], "placement": 0, "cells": [[0, 0], [0, 1]]},
        {"player": 2, "skipped": [0, 1], "placement": None, "cells": []},
    ]


@pytest.mark.parametrize(("n", "winner"), [(1, "first"), (2, "second"), (3, "second"), (4, "first"), (6, "first")])
def test_question_3_of_the_model_sheet(capsys: pytest.CaptureFixture[str], n: int, winner: str) -> None:
    told = run(capsys, "solve", "game", "--board", "5x5", "--u0", "17", "--indices", f"{n},{2 * n}", "--json")
    assert json.loads(told.out)["winner"] == winner


def test_indices_without_a_seed_number_the_permutations(capsys: pytest.CaptureFixture[str]) -> None:
    # P(519, 4) and P(23375, 4) are those of question 2 b) and c) for 17: 3 0 1 and 3 2 1.
    told = run(capsys, "solve", "game", "--board", "2x4", "--indices", "17,519", "--json")
    assert json.loads(told.out)["plans"][1][:3] == [3, 0, 1]


def test_the_final_board_is_told_and_drawn(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    arguments = ["--board", "2x3", "--illegal", "1,2", "--first", "1,0,2", "--second", "0,1,2", "-o", "game.svg"]
    told = run(capsys, "solve", "game", *arguments)
    # Player 1 covers (0,1) (0,2), player 2 (0,0) (1,0); then (1,1) alone is free.
    assert " 2  1  1\n 2  .  #\nwinner   second\n" in told.out
    assert (here / "game.svg").read_text().startswith("<svg ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--first", "0"], "needs two plans"),
        (["--first", "0", "--second", "1", "--indices", "1,2"], "needs two plans"),
        (["--first", "0", "--second", "1", "--u0", "17"], "needs two plans"),
        (["--first", "0,x", "--second", "1"], "write placements like"),
        (["--first", "9", "--second", "1"], "numbered from 0, got 9"),
        (["--indices", "1"], "--indices is '1'"),
        (["--indices", "1,2", "--u0", "64007"], "64007"),
    ],
)
def test_wrong_plans(capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    outcome = run(capsys, "solve", "game", "--board", "2x2", *arguments)
    assert (outcome.code, told in outcome.err) == (2, True)
