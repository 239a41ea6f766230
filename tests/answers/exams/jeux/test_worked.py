"""What worked solutions show of one seed, and the subject's examples, against plain recursions."""

import random
from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.key import make_key
from answers.exams.jeux.draws import Grid, Parameters, begun_grid
from answers.exams.jeux.subject import ENDGAME, FIVE_LEAVES, HOOK, MIDDLE_GAME, OPENING, SUBJECT, THREE_LEVELS
from answers.exams.jeux.worked import WORKED
from tests.oracles import jeux_exam as oracle
from tests.oracles.board_games import cram_grundy, grid

EXAM = load_exam("jeux")
SEEDS = (17, *random.Random(8).sample(range(1, 64007), 3))
MINUS = "\N{MINUS SIGN}"


@pytest.fixture(scope="module", params=SEEDS)
def shown(request: pytest.FixtureRequest) -> tuple[Parameters, Any]:
    """The parameters of a seed, and what is shown of each question."""
    key = make_key(EXAM, request.param)
    assert isinstance(key.params, Parameters)
    return key.params, lambda number: WORKED.of(number, key)


def cells_of(drawn: Parameters) -> frozenset[tuple[int, int]]:
    board = begun_grid(drawn)
    return grid(board.rows, board.cols, board.forbidden)


def marks(one: Grid) -> str:
    return oracle.grid(one.crosses, one.noughts)


def letters(svg: str) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_of_chomp(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    (bars, squares), (states, _) = oracle.chomp_graphs(drawn.graph_bar)
    told = of(1)
    assert (told["bars"], told["squares"], sum(told["met"])) == (bars, squares, states)
    assert len(told["alone"]) == 2 * bars - states
    assert {mover for _, mover in told["alone"]} <= {0, 1}


def test_bites_leave_losing_bars(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    told = of(2)
    for bite, left in told["left_of_bar"]:
        assert oracle.chomp_loses(left)
        assert left in oracle.bitten(drawn.bar)
        assert bite[1] <= drawn.bar[bite[0]]
    assert bool(told["left_of_bar"]) is not oracle.chomp_loses(drawn.bar)
    assert all(oracle.chomp_loses(left) for _, left in told["left"])
    for _, _, left in told["replies"]:
        assert oracle.chomp_loses(left)
    bites = sum(drawn.bar) - 1
    assert len(told["replies"]) == (min(8, bites) if oracle.chomp_loses(drawn.bar) else 0)
    assert told["more_replies"] is (oracle.chomp_loses(drawn.bar) and bites > 8)
    assert len(told["losing"]) == oracle.losing_inside(drawn.bar)


def test_the_begun_grid_of_cram(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    told, cells = of(3), cells_of(drawn)
    after = {domino: cram_grundy(cells - oracle.covered(domino)) for domino in oracle.dominoes(cells)}
    assert told["legal"] == len(after)
    assert told["values"] == sorted(Counter(after.values()).items())
    assert told["best"] == min(oracle.cram_winning(cells))
    assert letters(told["after"]).count("D") == 2
    laid, *_ = oracle.symmetry_play(*drawn.empty_grid)[1:]
    assert Counter(letters(told["play"]))[str(laid)] == 2
    assert len(told["opening"]) == 4


def test_tables_of_a_limited_search(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    told, cells = of(7), marks(drawn.depth_grid)
    assert (told["free"], told["mover"]) == (cells.count("."), oracle.player(cells))
    for depth, table in zip((2, 3), told["tables"], strict=True):
        for k, written in enumerate(mark for row in table for mark in row):
            if cells[k] != ".":
                assert written == cells[k]
            else:
                after = cells[:k] + "XO"[oracle.player(cells)] + cells[k + 1 :]
                value = oracle.limited(after, depth - 1)
                assert written == str(value).replace("-", MINUS)


def test_a_tree_from_both_sides(shown: tuple[Parameters, Any]) -> None:
    drawn, of = shown
    told = of(8)
    assert told["children"] == [oracle.tree_value(child, 1) for child in drawn.tree]
    assert told["leaves"] == sum(len(leaves) for child in drawn.tree for leaves in child)
    for seen, step in zip(told["seen"], (1, -1), strict=True):
        assert seen == oracle.pruned_leaves(drawn.tree, step)[1]


@pytest.mark.parametrize(("name", "one"), [("endgame", ENDGAME), ("middle", MIDDLE_GAME)])
def test_the_subjects_grids_of_tic_tac_toe(name: str, one: Grid) -> None:
    told, cells = SUBJECT.examples()[name], marks(one)  # type: ignore[index]
    for who, sizes in enumerate(told["sizes"]):
        steps, states = oracle.attractor_steps(cells, who, len(sizes))
        assert (list(sizes), told["states"]) == (list(map(len, steps)), states)
    assert told["neither"] == told["states"] - sum(sizes[-1] for sizes in told["sizes"])
    assert told["calls"] == (oracle.calls(cells), *oracle.calls_with_memory(cells))
    winner = next((who for who in (0, 1) if cells in oracle.attractor_steps(cells, who, 17)[0][-1]), None)
    assert (told["value"] > 0, told["value"] < 0) == (winner == 0, winner == 1)


def test_the_subjects_other_examples() -> None:
    told: Any = SUBJECT.examples()
    assert told["heuristic"] == oracle.heuristic(marks(OPENING)) == sum(value for *_, value in told["lines"])
    assert told["depths"] == [oracle.limited(marks(OPENING), depth) for depth in range(4)]
    assert set(told["best"]) == oracle.best_cells(marks(OPENING), 3)
    for name, tree in (("seen", FIVE_LEAVES), ("seen_check", THREE_LEVELS)):
        assert told[name] == [oracle.pruned_leaves(tree, step)[1] for step in (1, -1)]
    assert told["tree_check"] == oracle.tree_value(THREE_LEVELS)
    for name, size in (("play", (3, 4)), ("play_check", (4, 5))):
        winner, count, *last = oracle.symmetry_play(*size)
        assert (told[name]["winner"], len(told[name]["moves"])) == (winner, count)
        assert tuple(told[name]["moves"][-1]) == tuple(last)
    for name, bar in (("chomp", (2, 2)), ("chomp_check", (4, 3, 1))):
        assert (told[name]["graph"], told[name]["arena"]) == oracle.chomp_graphs(bar)
        assert set(told[name]["losing"]) == {one for one in _bars(bar) if oracle.chomp_loses(one)}
    assert set(told["domino_check"]) == oracle.cram_winning(grid(3, 3, {(2, 2)}))


def _bars(bar: tuple[int, ...]) -> set[tuple[int, ...]]:
    found, todo = {bar}, [bar]
    while todo:
        todo += [left for left in oracle.bitten(todo.pop()) if left not in found and not found.add(left)]  # type: ignore[func-returns-value]
    return found


def test_the_subjects_drawings() -> None:
    words = EXAM.words("en")
    play = letters(SUBJECT.figures["cram_play"](words))
    _, count, *_ = oracle.symmetry_play(3, 4)
    assert Counter(play)[str(count)] == 2
    assert len(ET.fromstring(SUBJECT.figures["cram_play"](words)).findall("{http://www.w3.org/2000/svg}rect")) == 12
    hook = ET.fromstring(SUBJECT.figures["hook"](words)).findall("{http://www.w3.org/2000/svg}rect")
    assert len([square for square in hook if square.attrib.get("fill") in (None, "none", "#fff", "white")]) == 8 - len(
        HOOK
    )
    for name, one in (("opening", OPENING), ("middle_game", MIDDLE_GAME)):
        drawn = letters(SUBJECT.figures[name](words))
        assert (drawn.count("X"), drawn.count("O")) == (one.crosses.bit_count(), one.noughts.bit_count())
    assert [text for text in letters(SUBJECT.figures["three_levels"](words)) if text.isdigit()] == [
        str(leaf) for child in THREE_LEVELS for leaves in child for leaf in leaves
    ]
    assert "≤2" in letters(SUBJECT.figures["pruned"](words))
    assert "≤2" not in letters(SUBJECT.figures["pruned_from_the_right"](words))
