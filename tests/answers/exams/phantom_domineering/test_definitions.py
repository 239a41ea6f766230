"""Examples of the definitions, against the oracles: what a candidate tries a program on must be right."""

from fractions import Fraction
from typing import Any

import pytest

from answers.exams.phantom_domineering.definitions import (
    BOARD,
    INDICES,
    MATRIX,
    SEED,
    WATCHED,
    examples,
)
from tests.oracles.nash_exam import mean_square, placements, plan, terms
from tests.oracles.phantom_referee import referee


@pytest.fixture(scope="module")
def shown() -> Any:
    return examples()


def test_terms_and_permutation(shown: Any) -> None:
    u = terms(SEED, 64_006)
    assert shown["terms"] == tuple((n, u[n]) for n in (10, 1000, 64_005))
    steps = shown["permutation"]
    assert [chosen for _, _, chosen, _ in steps["steps"]] == plan(steps["n"], steps["b"]) == list(steps["result"])
    assert [len(left) for *_, left in steps["steps"]] == [4, 3, 2, 1, 0]


def test_the_example_game_is_the_referee_s(shown: Any) -> None:
    assert (BOARD.rows, BOARD.cols) == (4, 3)
    assert [list(one) for one in shown["lists"]] == [plan(INDICES[0], 8), plan(INDICES[1], 9)]
    _, history = referee(4, 3, (), *shown["lists"])
    assert [(turn.player, turn.placement) for turn in shown["turns"][:-1]] == history


def test_the_example_of_a_value_is_certified_by_hand(shown: Any) -> None:
    assert all(sum(row) == 2 for row in (*MATRIX, *zip(*MATRIX, strict=True)))
    assert shown["matrix_value"] == Fraction(2, 3)
    assert min(sum(pair) for pair in zip(*MATRIX[:2], strict=True)) == 1


def test_precision_is_told_of_games_that_no_sheet_asks_for(shown: Any) -> None:
    assert [precision["value"] in (0, 1) for precision in shown["precision"]] == [False, False, True]
    for precision, board in zip(shown["precision"], WATCHED, strict=True):
        assert precision["size"] == (board.rows, board.cols)
        far, _, near, half = (abs(mean - precision["value"]) for mean in precision["means"])
        assert half < near < far
        assert near < 0.02
        assert half < 0.01


def test_check_values(shown: Any) -> None:
    u, checks = terms(SEED, 20), shown["checks"]
    assert checks["mean"] == mean_square(u)
    lists = [[plan(n, placements(4, 4, player)) for n in u] for player in (1, 2)]
    assert checks["wins"] == sum(referee(4, 4, (), first, second)[0] == 1 for first in lists[0] for second in lists[1])
    assert checks["winner"] == referee(4, 6, (), plan(u[1], 20), plan(u[2], 18))[0]
    assert 0 < checks["value"] < 1
