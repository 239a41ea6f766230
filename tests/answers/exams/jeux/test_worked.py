"""What worked solutions show of one seed, against plain recursions and the key."""

import random
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.jeux.draws import Grid, Parameters, begun_grid
from tests.answers.exams.seeds import seeds
from tests.answers.exams.solutions import solution_data
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import cram_grundy, grid

EXAM = load_exam("jeux")
SEEDS = (17, *random.Random(8).sample(range(1, 64007), 3))
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module", params=seeds(SEEDS, 2))
def shown(request: pytest.FixtureRequest) -> tuple[Parameters, Any]:
    """The parameters of a seed, and what is shown of each question."""
    key = make_key(EXAM, request.param)
    assert isinstance(key.params, Parameters)
    return key.params, lambda number: solution_data(EXAM, number, key)


def cells_of(drawn: Parameters) -> frozenset[tuple[int, int]]:
    board = begun_grid(drawn)
    return grid(board.rows, board.cols, board.forbidden)


def marks(drawn_grid: Grid) -> str:
    return oracle.grid(drawn_grid.crosses, drawn_grid.noughts)


def letters(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_of_chomp(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    (bars, _), (states, _) = oracle.chomp_graphs(drawn.arena_bar)
    data = of(1)
    assert sum(data["met"]) == states
    assert len(data["alone"]) == 2 * bars - states
    assert {mover for _, mover in data["alone"]} <= {0, 1}


@pytest.mark.slow
def test_bites_leave_losing_bars(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    data = of(2)
    for bite, bitten in data["left_of_bar"]:
        assert oracle.chomp_loses(bitten)
        assert bitten in oracle.bitten(drawn.bar)
        assert bite[1] <= drawn.bar[bite[0]]
    assert bool(data["left_of_bar"]) is not oracle.chomp_loses(drawn.bar)
    assert all(oracle.chomp_loses(bitten) for _, bitten in data["left"])
    for _, _, bitten in data["replies"]:
        assert oracle.chomp_loses(bitten)
    bites = sum(drawn.bar) - 1
    assert len(data["replies"]) == (min(8, bites) if oracle.chomp_loses(drawn.bar) else 0)
    assert data["more_replies"] is (oracle.chomp_loses(drawn.bar) and bites > 8)
    assert len(data["losing"]) == oracle.losing_inside(drawn.bar)


def test_the_begun_grid_of_cram(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    data, cells = of(3), cells_of(drawn)
    after = {domino: cram_grundy(cells - oracle.covered(domino)) for domino in oracle.dominoes(cells)}
    assert data["legal"] == len(after)
    assert data["values"] == sorted(Counter(after.values()).items())
    assert data["best"] == min(oracle.cram_winning(cells))
    assert letters(data["after"]).count("D") == 2
    count, *_ = oracle.symmetry_play(*drawn.symmetric_grid, drawn.covered)[1:]
    assert Counter(letters(data["play"]))[str(count)] == 2
    assert len(data["opening"]) == 4


def test_tables_of_a_limited_search(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    data, cells = of(7), marks(drawn.depth_grid)
    assert (data["free"], data["mover"]) == (cells.count("."), oracle.player(cells))
    for depth, table in zip((2, 3), data["tables"], strict=True):
        for k, written in enumerate(mark for row in table for mark in row):
            if cells[k] != ".":
                assert written == cells[k]
            else:
                after = cells[:k] + "XO"[oracle.player(cells)] + cells[k + 1 :]
                value = oracle.limited(after, depth - 1)
                assert written == str(value).replace("-", MINUS)


def test_a_tree_from_both_sides(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    data = of(8)
    assert data["children"] == [oracle.tree_value(child, 1) for child in drawn.tree]
    assert data["leaves"] == sum(len(leaves) for child in drawn.tree for leaves in child)
    for evaluated, step in zip(data["seen"], (1, -1), strict=True):
        assert evaluated == oracle.pruned_leaves(drawn.tree, step)[1]


def test_plays_and_moves_of_worked_solutions_agree_with_the_key() -> None:
    key = make_key(EXAM, 17)
    assert sum(solution_data(EXAM, 5, key)["levels"]) == key.answers["5"][0]
    assert (solution_data(EXAM, 6, key)["arcs"] + 1, solution_data(EXAM, 6, key)["vertices"]) == key.answers["6"][1:]
