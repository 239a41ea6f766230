"""A teacher's own trees, arenas, matrices and grids: read, searched, drawn, or refused with the place."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.answers.cli.laboratory.conftest import Solved
from tests.answers.cli.running import Corrige

CLASSIC = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
INDENTED = "root\n  b\n    3\n    12\n    8\n  c\n    2\n    4\n    6\n  d\n    14\n    5\n    2\n"
GRAPH = {"start": "a", "arcs": {"a": ["b", "c"], "b": ["d", "e"]}, "values": {"c": 2, "d": 3, "e": -1}}
ARENA = """# two ways for player 0, and a cycle
a 0: b c
b 1: d e
c 1: a
d 0: wins 0
e 0: wins 1
"""


@pytest.mark.parametrize("text", [CLASSIC, INDENTED])
def test_min_max_of_the_classic_tree_and_of_a_graph_that_is_unfolded(solved: Solved, here: Path, text: str) -> None:
    (here / "tree").write_text(text)
    assert solved("minmax tree") == {"value": 3, "children": [1], "nodes": 13, "leaves": 9}
    assert solved("minmax tree --min")["value"] == 6
    (here / "tree").write_text(json.dumps(GRAPH))
    assert solved("minmax tree").items() >= {"value": 2, "children": [2]}.items()


def test_alpha_beta_of_the_classic_tree(solved: Solved, corrige: Corrige, here: Path) -> None:
    (here / "tree").write_text(CLASSIC)
    document = solved("alphabeta tree")
    assert (document["value"], document["child"], document["leaves"]) == (3, 1, 9)
    assert document["evaluated"] == [3, 12, 8, 2, 14, 5, 2]
    assert document["cut"] == [[2, 2], [2, 3]]
    assert corrige("solve", "alphabeta", "tree", "-o", "tree.svg").out.count("✗") == 2
    drawn = ET.parse(here / "tree.svg").getroot()
    assert [line.get("stroke-dasharray") for line in drawn.iter("{http://www.w3.org/2000/svg}line")].count("2 3") == 2


def test_an_arena_with_a_cycle(solved: Solved, corrige: Corrige, here: Path) -> None:
    (here / "arena").write_text(ARENA)
    document = solved("arena arena")
    # Player 1 wins from b; from a, player 0 goes round for ever and nobody wins.
    assert (document["states"], document["arcs"], document["winner"]) == (5, 5, None)
    assert document["attractors"][0] == {"player": 0, "layers": [["d"]], "strategy": {}}
    assert document["attractors"][1] == {"player": 1, "layers": [["e"], ["b"]], "strategy": {"b": "e"}}
    assert corrige("solve", "arena", "arena", "-o", "arena.svg").code == 0
    assert (here / "arena.svg").read_text().startswith("<svg ")


PLAYS = {
    "--play a,b,d": ("winner   player 0", {"over": True, "winner": 0}),
    "--play a,c,e": ("winner   no player", {"over": True, "winner": None}),
    "--play a,b,a": ("the play is not over: its last state has moves", {"over": False, "winner": None}),
    "--strategy a=b": ("winning  no", {"player": 0, "winning": False, "wins_from": ["d"]}),
    "--strategy b=d,c=d": ("winning  no", {"player": 1, "winning": False, "wins_from": []}),
    "--strategy b=a,c=e": ("winning  no", {"player": 1, "winning": False, "wins_from": []}),
}
"""Definitions 1.2, 1.3 and 1.6: from b player 1 may go round for ever, and from c end in a draw."""


@pytest.mark.parametrize("text", PLAYS)
def test_a_play_and_a_strategy_of_an_arena(solved: Solved, corrige: Corrige, here: Path, text: str) -> None:
    (here / "arena").write_text("a 0: b c\nb 1: a d\nc 1: d e\nd 0: wins 0\ne 0: draw\n")
    line, result = PLAYS[text]
    assert line in corrige("solve", "arena", "arena", *text.split()).out
    assert result.items() <= solved(f"arena arena {text}").items()


def test_a_strategy_that_wins(solved: Solved, here: Path) -> None:
    """Whoever goes to c has won from a and from c; by b the other goes on for ever."""
    (here / "arena").write_text("a 0: b c\nb 1: a d\nc 1: d\nd 0: wins 0\n")
    assert solved("arena arena --strategy a=c")["wins_from"] == ["a", "d", "b", "c"]
    assert solved("arena arena --strategy a=b")["wins_from"] == ["d", "c"]


@pytest.mark.slow
def test_a_game_of_yahtzee_on_a_list_in_a_file(solved: Solved, here: Path) -> None:
    (here / "list").write_text("6 " * 100 + "\n" + "6," * 94 + "6\n")
    line = "yahtzee-game --strategy decision_une --list"
    assert solved(f"{line} list") == solved(f"{line} {','.join('6' * 195)}")


def test_an_arena_in_json(corrige: Corrige, here: Path) -> None:
    states = {"a": {"player": 0, "moves": ["b"]}, "b": {"player": 1, "wins": 0}}
    (here / "arena").write_text(json.dumps({"start": "a", "states": states}))
    out = corrige("solve", "arena", "arena").out
    assert "winner   player 0" in out
    assert "player 0 wins by a → b" in out


def test_cram_on_a_grid(solved: Solved, corrige: Corrige, here: Path) -> None:
    # An L of three cells and a domino apart: the values 1 and 1 cancel, and the second player wins.
    (here / "grid").write_text("..#.\n.##.\n")
    document = solved("cram --grid grid")
    assert (document["winner"], document["grundy"], document["winning_moves"]) == ("second", 0, [])
    assert corrige("solve", "cram", "--grid", "grid", "-o", "tree.svg").code == 0
    assert (here / "tree.svg").read_text().startswith("<svg ")


TREE, OWN_ARENA, GRID, MATRIX = "alphabeta file", "arena file", "cram --grid file", "nash --matrix file"


@pytest.mark.parametrize(
    ("command", "text", "expected"),
    [
        (TREE, "", "the tree is empty"),
        (TREE, "[1, [], 2]", "node 2: [] is neither"),
        (TREE, "[1, 2.5]", "node 2: 2.5 is neither"),
        (TREE, "[1, true]", "node 2: true is neither"),
        (TREE, "[1, 2", "not valid JSON"),
        (TREE, "[1, 101]", "between -100 and 100, got 101"),
        (TREE, "[" * 5000 + "]" * 5000, "nested too deep"),
        (TREE, "[" * 201 + "1" + "]" * 201, "200 levels"),
        (TREE, "a\n  x\n  3\n", "line 2: the leaf 'x' is not an integer"),
        (TREE, "a\n  1\nb\n  2\n", "line 3: a tree has only one root"),
        (TREE, "a\n    1\n  2\n", "line 3: this child is indented by 2 spaces"),
        (TREE, json.dumps(GRAPH | {"arcs": {"a": ["b", "c"], "b": ["a", "d"]}}), "a cycle: a → b → a"),
        (TREE, json.dumps(GRAPH | {"values": {"c": 2, "d": 3}}), "'e' of the graph has neither arcs"),
        (TREE, "{}", "must have start, arcs and values"),
        (TREE, '{"start":\n  "a"; 1}', "file, line 2, column 6: this text is not valid JSON"),
        (OWN_ARENA, '{"start":\n  "a"; 1}', "file, line 2, column 6: this text is not valid JSON"),
        (OWN_ARENA, "", "the arena is empty"),
        (OWN_ARENA, "a 2: b", "line 1: the line 'a 2: b' does not describe a state"),
        (OWN_ARENA, "a 0:\n", "the line 'a 0:' does not describe a state"),
        (OWN_ARENA, "a 0: b\nb 1: draw\na 0: b", "line 3: the state 'a' is defined twice"),
        (OWN_ARENA, "a 0: b", "moves to 'b', which is not defined"),
        (OWN_ARENA, "a 0: b\nb 0: draw", "not bipartite"),
        (OWN_ARENA, '{"start": "a", "states": {"a": {"player": true}}}', "the JSON of the state 'a' does not have"),
        (OWN_ARENA, '{"start": "b", "states": {}}', "of them as its"),
        (OWN_ARENA, "{", "not valid JSON"),
        (OWN_ARENA, "".join(f"s{i} 0: draw\n" for i in range(100_002)), "more than 100000 states"),
        (GRID, "..\n.x\n", "line 2, column 2: the sign 'x' in the grid stands for no kind of cell"),
        (GRID, "..\n\n.\n", "line 3: this row has 1 cell, but the first row has 2"),
        (GRID, "\n", "the grid is empty"),
        (GRID, ("." * 9 + "\n") * 9, "more than 64 cells"),
        (MATRIX, "", "empty"),
        (MATRIX, "1,2\n3\n", "line 2: this row has 1 cell"),
        (MATRIX, "1,a\nnan,2\n", "line 1, column 2: 'a' is not a number"),
        (MATRIX, "1,2\ninf,2\n", "line 2, column 1"),
        (MATRIX, "1" * 200_000, "this is no table: field larger than"),
    ],
)
def test_what_cannot_be_read(corrige: Corrige, here: Path, command: str, text: str, expected: str) -> None:
    (here / "file").write_text(text)
    outcome = corrige("solve", *command.split())
    assert (outcome.code, outcome.out, expected in outcome.err) == (2, "", True), outcome.err


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (OWN_ARENA, "what is this?\n" * 50),
        (OWN_ARENA, '{"start": "a", "states": {"a": {"player": 2}' + "".join(f', "{i}": 1' for i in range(49)) + "}}"),
        (OWN_ARENA, "a 0: " + " ".join(f"s{i}" for i in range(50)) + "\n"),
        (MATRIX, "a,b\n" * 25),
        (TREE, "0\n" + "  x\n" * 50),
    ],
)
def test_of_many_problems_the_first_twenty_are_told(corrige: Corrige, here: Path, command: str, text: str) -> None:
    (here / "file").write_text(text)
    outcome = corrige("solve", *command.split())
    problems = [line for line in outcome.err.splitlines() if line.startswith("file")]
    assert (outcome.code, len(problems)) == (2, 21)
    assert problems[-1] == "file: the file has more problems than those listed here"
