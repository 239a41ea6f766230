"""A teacher's own trees and arenas: read, searched, drawn, or refused with the place."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.answers.cli.running import run

CLASSIC = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
INDENTED = "root\n  b\n    3\n    12\n    8\n  c\n    2\n    4\n    6\n  d\n    14\n    5\n    2\n"
GRAPH = {"start": "a", "arcs": {"a": ["b", "c"], "b": ["d", "e"]}, "values": {"c": 2, "d": 3, "e": -1}}


@pytest.mark.parametrize("text", [CLASSIC, INDENTED])
def test_min_max_of_the_classic_tree(capsys: pytest.CaptureFixture[str], here: Path, text: str) -> None:
    (here / "tree").write_text(text)
    found = json.loads(run(capsys, "solve", "minmax", "tree", "--json").out)
    del found["schema"]
    assert found == {"value": 3, "children": [1], "nodes": 13, "leaves": 9}
    assert json.loads(run(capsys, "solve", "minmax", "tree", "--min", "--json").out)["value"] == 6


def test_alpha_beta_of_the_classic_tree(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "tree.json").write_text(CLASSIC)
    found = json.loads(run(capsys, "solve", "alphabeta", "tree.json", "--json").out)
    assert (found["value"], found["child"], found["leaves"]) == (3, 1, 9)
    assert found["evaluated"] == [3, 12, 8, 2, 14, 5, 2]
    assert found["cut"] == [[2, 2], [2, 3]]
    told = run(capsys, "solve", "alphabeta", "tree.json", "-o", "tree.svg").out
    assert told.count("✗") == 2
    drawn = ET.parse(here / "tree.svg").getroot()
    assert [line.get("stroke-dasharray") for line in drawn.iter("{http://www.w3.org/2000/svg}line")].count("2 3") == 2


def test_a_graph_is_unfolded(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "tree.json").write_text(json.dumps(GRAPH))
    found = json.loads(run(capsys, "solve", "minmax", "tree.json", "--json").out)
    assert (found["value"], found["children"]) == (2, [2])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the tree is empty"),
        ("[1, [], 2]", "node 2: [] is neither"),
        ("[1, 2.5]", "node 2: 2.5 is neither"),
        ("[1, true]", "node 2: true is neither"),
        ("[1, 2", "no JSON"),
        ("[1, 101]", "between -100 and 100, got 101"),
        ("[" * 5000 + "]" * 5000, "200 levels"),
        ("a\n  x\n  3\n", "line 2: the leaf 'x' is no integer"),
        ("a\n  1\nb\n  2\n", "line 3: a tree has one root"),
        ("a\n    1\n  2\n", "line 3: 2 spaces before this child, 4 before the first one"),
        (json.dumps(GRAPH | {"arcs": {"a": ["b", "c"], "b": ["a", "d"]}}), "a cycle: a → b → a"),
        (json.dumps(GRAPH | {"values": {"c": 2, "d": 3}}), "'e' has neither children nor a value"),
        ("{}", "a start, arcs and values"),
    ],
)
def test_what_is_no_tree(capsys: pytest.CaptureFixture[str], here: Path, text: str, told: str) -> None:
    (here / "tree").write_text(text)
    outcome = run(capsys, "solve", "alphabeta", "tree")
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err


ARENA = """# two ways for player 0, and a cycle
a 0: b c
b 1: d e
c 1: a
d 0: wins 0
e 0: wins 1
"""


def test_an_arena_with_a_cycle(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    (here / "arena").write_text(ARENA)
    found = json.loads(run(capsys, "solve", "arena", "arena", "--json").out)
    # Player 1 wins from b; from a, player 0 goes round for ever and nobody wins.
    assert (found["states"], found["arcs"], found["winner"]) == (5, 5, None)
    assert found["attractors"][0] == {"player": 0, "layers": [["d"]], "strategy": {}}
    assert found["attractors"][1] == {"player": 1, "layers": [["e"], ["b"]], "strategy": {"b": "e"}}
    assert run(capsys, "solve", "arena", "arena", "-o", "arena.svg").code == 0
    assert (here / "arena.svg").read_text().startswith("<svg ")


def test_an_arena_in_json(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    states = {"a": {"player": 0, "moves": ["b"]}, "b": {"player": 1, "wins": 0}}
    (here / "arena").write_text(json.dumps({"start": "a", "states": states}))
    told = run(capsys, "solve", "arena", "arena").out
    assert "winner   player 0" in told
    assert "player 0 wins by a → b" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the arena is empty"),
        ("a 2: b", "line 1: 'a 2: b' is no state"),
        ("a 0:\n", "'a 0:' is no state"),
        ("a 0: b\nb 1: draw\na 0: b", "line 3: the state 'a' stands here again"),
        ("a 0: b", "moves to 'b', of which nothing is said"),
        ("a 0: b\nb 0: draw", "not bipartite"),
        ('{"start": "a", "states": {"a": {"player": true}}}', "the state 'a' is none"),
        ('{"start": "b", "states": {}}', "a start among them"),
        ("{", "no JSON"),
    ],
)
def test_what_is_no_arena(capsys: pytest.CaptureFixture[str], here: Path, text: str, told: str) -> None:
    (here / "arena").write_text(text)
    outcome = run(capsys, "solve", "arena", "arena")
    assert (outcome.code, told in outcome.err) == (2, True), outcome.err
