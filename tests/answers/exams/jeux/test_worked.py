"""What worked solutions show of one seed, against plain recursions and the key."""

import random
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import Key, make_key
from answers.exams.jeux.draws import Grid, Parameters, begun_grid
from tests.answers.exams.seeds import seeds
from tests.answers.exams.solutions import solution_data
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import cram_grundy, grid

EXAM = load_exam("jeux")
SEEDS = (17, *random.Random(8).sample(range(1, 64007), 3))
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module", params=seeds(SEEDS, 2))
def key(request: pytest.FixtureRequest) -> Key:
    return make_key(EXAM, request.param)


def cells_of(drawn: Parameters) -> frozenset[tuple[int, int]]:
    board = begun_grid(drawn)
    return grid(board.rows, board.cols, board.forbidden)


def marks(drawn_grid: Grid) -> str:
    return oracle.grid(drawn_grid.crosses, drawn_grid.noughts)


def letters(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_of_chomp(key: Key, drawn: Parameters) -> None:
    (bars, _), (states, _) = oracle.chomp_graphs(drawn.arena_bar)
    data = solution_data(EXAM, 1, key)
    assert sum(data["met"]) == states
    assert len(data["alone"]) == 2 * bars - states
    assert {mover for _, mover in data["alone"]} <= {0, 1}


@pytest.mark.slow
def test_bites_leave_losing_bars(key: Key, drawn: Parameters) -> None:
    data = solution_data(EXAM, 2, key)
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


def test_the_begun_grid_of_cram(key: Key, drawn: Parameters) -> None:
    data, cells = solution_data(EXAM, 3, key), cells_of(drawn)
    after = {domino: cram_grundy(cells - oracle.covered(domino)) for domino in oracle.dominoes(cells)}
    assert data["legal"] == len(after)
    assert data["values"] == sorted(Counter(after.values()).items())
    assert data["best"] == min(oracle.cram_winning(cells))
    assert letters(data["after"]).count("D") == 2
    count, *_ = oracle.symmetry_play(*drawn.symmetric_grid, drawn.covered)[1:]
    assert Counter(letters(data["play"]))[str(count)] == 2
    assert len(data["opening"]) == 4


def test_tables_of_a_limited_search(key: Key, drawn: Parameters) -> None:
    data, cells = solution_data(EXAM, 7, key), marks(drawn.depth_grid)
    assert (data["free"], data["mover"]) == (cells.count("."), oracle.player(cells))
    for depth, table in zip((2, 3), data["tables"], strict=True):
        for k, written in enumerate(mark for row in table for mark in row):
            if cells[k] != ".":
                assert written == cells[k]
            else:
                after = cells[:k] + "XO"[oracle.player(cells)] + cells[k + 1 :]
                value = oracle.limited(after, depth - 1)
                assert written == str(value).replace("-", MINUS)


def test_a_tree_from_both_sides(key: Key, drawn: Parameters) -> None:
    data = solution_data(EXAM, 8, key)
    assert data["children"] == [oracle.tree_value(child, 1) for child in drawn.tree]
    assert data["leaves"] == sum(len(leaves) for child in drawn.tree for leaves in child)
    for evaluated, step in zip(data["seen"], (1, -1), strict=True):
        assert evaluated == oracle.pruned_leaves(drawn.tree, step)[1]


def test_plays_and_moves_of_worked_solutions_agree_with_the_key(key: Key) -> None:
    assert sum(solution_data(EXAM, 5, key)["levels"]) == key.answers["5"][0]
    calls = solution_data(EXAM, 6, key)
    assert (calls["arcs"] + 1, calls["vertices"]) == key.answers["6"][1:]
