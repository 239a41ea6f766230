"""What each solver finds, as JSON: values that are published, printed in the documents, or computed by hand."""

import io
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from tests.answers.cli.laboratory.conftest import Solved


def near(value: float, **tolerance: float) -> dict[str, Any]:
    return {"value": pytest.approx(value, **tolerance), "exact": None}


def fraction(text: str) -> dict[str, Any]:
    return {"value": float(Fraction(text)), "exact": text}


def chomp(*moves: list[int]) -> dict[str, Any]:
    return {"winner": "first" if moves else "second", "winning_moves": list(moves)}


VALUES: dict[str, dict[str, Any]] = {
    "yahtzee": {"expected_score": near(254.58772873450, abs=1e-9)},
    # five sixes in three throws: 1 - (5/6)³ for each die; from two sixes, with one reroll left, (1/6)³
    "yahtzee-win --open sixes --lead -29 --dice 6,6,1,2,3 --rolls 1": {
        "needed": 30, "chance": near((1 - (5 / 6) ** 3) ** 5), "keep": [6, 6], "chance_with_dice": near(1 / 216),
    },
    # 50 points are in the Yahtzee box
    "yahtzee-win --open yahtzee,sixes --lead -49 --dice 6,6,6,6,6 --rolls 0": {"box": "yahtzee", "needed": 50},
    # a player ahead has won
    "yahtzee-win --open chance --lead 1": {"needed": 0, "chance": near(1)},
    # question 2: EP(6) = 1 + 23 (5/6)⁶, and the printed 5,735; fewer than 6 dice are all thrown
    "dice --dice 9 --table EP": {
        "choice": 6, "expected_points": fraction("406031/46656"), "maximiser": pytest.approx(5.735, abs=5e-4),
    },
    "dice --dice 2 --table EP": {
        "rows": [["d", "EP(d)", "d*(d)"], [1, 3.5, 1], [2, pytest.approx(1 + 7 * 25 / 36), 2]], "choice": 2,
    },
    # published moves; a single square is poisoned, whatever the document's example says of players
    "chomp --board 1x1": chomp(),
    "chomp --board 8×10": chomp([3, 8], [4, 5]),
    "cram --board 2x3": {"winner": "first", "grundy": 1, "symmetry": "first"},
    # exercise 1.1: C(5, 2) bars, of three squares in the mean; eating the second row leads where eating both does
    "chomp --board 3x2 --show graph": {"vertices": 10, "arcs": 30, "odd_cycle": ["*./../..", "*/./.", "∅"]},
    "chomp --board 1x1 --show graph": {"vertices": 2, "arcs": 1, "odd_cycle": None},
    # definition 1.5 by hand, on games of two moves at most
    "chomp --board 1x2 --show arena": {
        "winner": 0,
        "attractors": [
            {"player": 0, "layers": [["∅:0"], ["*:1"], ["*.:0"]], "strategy": {"*.:0": "*:1"}},
            {"player": 1, "layers": [["∅:1"]], "strategy": {}},
        ],
    },
    "cram --board 1x2 --arena": {
        "attractors": [
            {"player": 0, "layers": [["##:1"], ["..:0"]], "strategy": {"..:0": "##:1"}},
            {"player": 1, "layers": [[]], "strategy": {}},
        ],
    },
    "tictactoe --grid xox/oxo/ox. --arena": {
        "attractors": [
            {
                "player": 0,
                "layers": [["XOX/OXO/OXX:1"], ["XOX/OXO/OX.:0"]],
                "strategy": {"XOX/OXO/OX.:0": "XOX/OXO/OXX:1"},
            },
            {"player": 1, "layers": [[]], "strategy": {}},
        ],
    },
    # one X in three lines that O has not entered; one move from a line
    "tictactoe --grid x../.../... --depth 0": {"value": 3, "moves": [], "calls": 1, "leaves": 1},
    "tictactoe --grid xox/oxo/ox. --depth 1": {"value": 100, "moves": [[2, 2]], "calls": 2, "leaves": 1},
    "cram --board 4x4": {"winner": "second", "grundy": 0, "winning_moves": [], "symmetry": "second"},
    "cram --board 3x3": {"symmetry": None},
    # one domino is left; on the bottom row, after which no vertical one fits
    "cram --board 1x3 --illegal 0,2": {"winner": "first", "winning_moves": [[[0, 0], [0, 1]]]},
    "domineering --board 2x2 --illegal 0,0": {"winner": "first", "winning_moves": [[[1, 0], [1, 1]]]},
    "chess --position 4k2r/8/8/8/8/8/8/3QK3": {"value": 4},
    # 5478 positions and 549 946 nodes are published; remark 2.3 against 16 811 → 4309 calls
    "tictactoe": {
        "value": 0, "positions": 5478, "player": "X", "moves": [[i, j] for i in range(3) for j in range(3)],
        "calls": {"min_max": 549_946, "min_max_memo": 16_168, "alpha_beta": 16_811, "alpha_beta_memo": 4309},
    },
    # X to play wins at once in the corner; anything else lets O win on the first column
    "tictactoe --grid OO.XX.O.X": {"value": 1, "player": "X", "moves": [[1, 2]]},
    "phantom --board 3x3": {"value": fraction("1"), "regret": fraction("0")},
    "phantom --board 4x4 --plans 100": {"value": fraction("29/45"), "regret": fraction("0")},
    "phantom --board 3x3 --illegal 1,1": {"value": fraction("1/2")},
    # with (0, 1) and (1, 1) closed, player 1 has only the bottom row's two dominoes, which overlap
    "phantom --board 3x3 --illegal 1,1 --illegal 0,1": {"value": fraction("0")},
    # on 2 × 2, player 1 covers the upper row; neither vertical domino fits
    "game --board 2x2 --first 0,1 --second 0,1": {
        "winner": "first",
        "plans": [[0, 1], [0, 1]],
        "moves": [
            {"player": 1, "skipped": [], "placement": 0, "cells": [[0, 0], [0, 1]]},
            {"player": 2, "skipped": [0, 1], "placement": None, "cells": []},
        ],
    },
    # question 3 of the model sheet of 2013
    **{
        f"game --board 5x5 --u0 17 --indices {n},{2 * n}": {"winner": winner}
        for n, winner in ((1, "first"), (2, "second"), (3, "second"), (4, "first"), (6, "first"))
    },
    "dice --dice 10 --target 100 --game sequential": {"choice": 6, "gain": near(0.068719, abs=1e-6)},
    # one point to reach is the single round of table 2
    "dice --dice 6 --target 1 --game simultaneous": {
        "choice": pytest.approx([0, 0.175580, 0.052938, 0, 0.771482, 0], abs=1e-6), "gain": near(0),
    },
    # one die each to 2 points: the first player wins with 6/7 (30/36 + 1/36 of the same again)
    "dice --dice 1 --target 2 --game scoreless": {"gain": near(5 / 7)},
    "dice-gain --dice 1 --target 2 --game scoreless --second 1": {"win": near(6 / 7)},
    "dice-gain --first optimal --second blind": {"gain": near(0.167792, abs=1e-6)},
    "dice-gain --game simultaneous --first one-round --second blind": {
        "win": near(0.42830, abs=1e-5), "draw": near(0.00347, abs=1e-5), "loss": near(0.56822, abs=1e-5),
    },
    # question 3: to 2 points, 3 dice against 1 win with 0.6489; from (1, 0) a throw always reaches 2
    "dice-gain --dice 3 --target 2 --first 3 --second 1": {"win": near(0.6489, abs=5e-5)},
    "dice-gain --dice 3 --target 2 --first 3 --second 1 --state 1,0": {"win": near(1)},
    # the original orchard is the default
    "verger": {
        "trees": [10] * 4, "ravens": 9, "strategy": "max",
        "probability": {"value": pytest.approx(0.6840474981279716, rel=1e-15), "exact": ANY},
    },
    # 2341/3456 is the document's limit of state A
    "verger --trees 2 --fruits 2 --ravens 2": {"probability": fraction("2341/3456")},
    "verger --orchard 2,2 --ravens 2 --strategy best": {"probability": fraction("2341/3456"), "throws": None},
    "verger --orchard 2,0,2 --ravens 2 --strategy min": {"probability": fraction("257/384")},
    "verger --orchard 1 --ravens 1": {"probability": fraction("2/3")},
    "verger --orchard 0": {"probability": fraction("1")},
    "verger --ravens 0": {"probability": fraction("0")},
    # one fruit, one raven: faces 2 + 0 + 3, two of which win; a basket of one fruit leaves one of two
    "verger --orchard 1 --ravens 1 --die 2,0,3": {"probability": fraction("2/5")},
    "verger --orchard 2 --ravens 1 --basket 1": {"probability": fraction("4/9")},
    "yahtzee-keep --dice 6,6,1,6,6 --rolls 1 --open yahtzee": {"keep": [6, 6, 6, 6], "expectation": near(50 / 6)},
    # sixes alone, 45 points already: three of them bring 18, the 63 and 35 more
    "yahtzee-keep --dice 6,6,6,1,2 --rolls 0 --open sixes --upper 45": {"box": "sixes", "expectation": near(18 + 35)},
    "yahtzee-keep --dice 1,1,1,1,1 --rolls 0 --open full_house --yahtzee-scored": {
        "box": "full_house", "expectation": near(125),
    },
    "yahtzee-keep --dice 6,6,6,6,6 --rolls 0 --strategy perturbation": {"box": "yahtzee"},
    **{
        f"yahtzee-keep --dice 6,6,1,6,6 --rolls 1 --open yahtzee --strategy {name}": {
            "keep": [6, 6, 6, 6], "expectation": near(50 / 6),
        }
        for name in ("toutes_les_esperances", "measured_esperances")
    },
    # which count no bonus
    "yahtzee-keep --dice 6,6,6,1,2 --rolls 0 --open sixes --upper 45 --strategy toutes_les_esperances": {
        "box": "sixes", "expectation": near(18),
    },
    "yahtzee-keep --dice 6,6,6,6,6 --rolls 1 --strategy decision_une": {"keep": [6] * 5},
    f"yahtzee-keep --dice 6,6,1,6,6 --rolls 1 --open yahtzee --strategy perturbation --weights {'0,' * 11}0": {
        "keep": [6, 6, 6, 6], "value": pytest.approx(50 / 6),
    },
    # boxes: ones, twos, chance; a 1 is thrown again twice at most: 2 − 1/8 points
    "yahtzee-group --open chance --dice-count 1 --faces 2": {"expectation": fraction("15/8")},
    # the chance of a Yahtzee in a turn is 347897/7558272, as any book has it; 50 points
    "yahtzee-group --open yahtzee": {"expectation": fraction("8697425/3779136")},
}  # fmt: skip


@pytest.mark.parametrize("line", VALUES)
def test_a_value(solved: Solved, line: str) -> None:
    document = solved(line)
    assert {name: document[name] for name in VALUES[line]} == VALUES[line]


def test_codes_of_a_hand(solved: Solved) -> None:
    """Section 4.3: 14 = 01110 keeps the second die to the fourth of the falling hand 6 5 3 3 1."""
    codes = solved("yahtzee-codes --dice 1,3,6,5,3")["codes"]
    assert (len(codes), codes[0], codes[14], codes[31]) == (32, [], [3, 3, 5], [1, 3, 3, 5, 6])


@pytest.mark.parametrize(
    "line",
    [
        "--no-exact",
        "--trees 8",  # 43 758 positions: the fraction would take a second
        "--trees 1 --fruits 1 --ravens 10000",  # a fraction of thousands of digits
    ],
)
def test_no_fraction_when_it_is_slow_or_long_or_not_wanted(solved: Solved, line: str) -> None:
    probability = solved(f"verger {line}")["probability"]
    assert probability["exact"] is None
    assert 0 < probability["value"] <= 1


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        # without a saddle point, the value of [[a, b], [c, d]] is (ad - bc) / (a + d - b - c)
        (
            b"0,1;1/2\n1/3;0,2\n",
            str((Fraction("0.1") * Fraction("0.2") - Fraction("1/6")) / (Fraction("0.3") - Fraction("5/6"))),
        ),
        (b"1,2\r0,3\r", "1"),  # the line ends of old Macs; the first row's least, and the first column's most
        (b"\xef\xbb\xbf1\t2\n0\t3\n", "1"),
    ],
)
def test_the_value_of_a_matrix(solved: Solved, here: Path, text: bytes, exact: str) -> None:
    (here / "game.csv").write_bytes(text)
    assert solved("nash --matrix game.csv")["value"]["exact"] == exact


def test_a_matrix_from_standard_input(solved: Solved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("0,-1,1\n1,0,-1\n-1,1,0\n"))
    document = solved("nash --matrix -")
    assert (document["value"], document["regret"]) == (fraction("0"), fraction("0"))
    assert document["row_strategy"] == document["column_strategy"] == pytest.approx([1 / 3] * 3)


def test_what_two_mixes_earn(solved: Solved, here: Path) -> None:
    (here / "game.csv").write_text("1,2\n5,-1\n")
    document = solved("nash --matrix game.csv --row-mix 1/3,2/3 --column-mix 0.25,0.75")
    assert document["payoff"]["exact"] == "11/12"  # by hand: (1·1 + 3·2 + 2·5 − 6·1) / 12


def test_indices_without_a_seed_number_the_permutations(solved: Solved) -> None:
    # P(519, 4) and P(23375, 4) are those of question 2 b) and c) for 17: 3 0 1 and 3 2 1.
    assert solved("game --board 2x4 --indices 17,519")["plans"][1][:3] == [3, 0, 1]
