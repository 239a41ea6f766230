"""A game tree as teachers write it: nested lists or a graph in JSON, or lines indented by the depth of their node."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from answers.cli.solve.text_file import first_problems, no_json
from answers.errors import CorrigeError, Problem
from answers.messages import Message

if TYPE_CHECKING:
    from solvers.graph_games.game_tree import Tree

MOST_NODES, MOST_DEPTH, LONGEST_NUMBER = 100_000, 200, 12
NESTED = "write nested lists such as [[3, 12], [2, [4, 6]]]"
INDENTED = "write a node a line, its children two spaces further right, leaves as integers"
GRAPH = 'write {"start": "a", "arcs": {"a": ["b", "c"]}, "values": {"b": 3, "c": 5}}'


def parse_tree(text: str, place: str) -> "Tree":
    """Read a tree: JSON when the text begins with a bracket or a brace, indented lines otherwise.

    Raises
    ------
    CorrigeError
        If it is no tree, with the place; a graph with a cycle is told with the cycle. At most 100 000 nodes, 200 deep.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise CorrigeError.one("the tree is empty", place=place, remedy=INDENTED)
    if text.lstrip()[0] not in "[{":
        return _indented(text, place)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise no_json(error, place, NESTED) from error
    except RecursionError as error:
        raise _too_large(place) from error
    return _graph(found, place) if isinstance(found, dict) else _nested(found, place)


def _nested(found: object, place: str) -> "Tree":
    nodes = 0

    def node(part: object, path: tuple[int, ...]) -> "Tree":
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES or len(path) > MOST_DEPTH:
            raise _too_large(place)
        if type(part) is int:
            return part
        if isinstance(part, list) and part:
            return tuple(node(child, (*path, k)) for k, child in enumerate(part, 1))
        where = Message("{place}, node {path}", place=place, path=".".join(map(str, path)) or "at the root")
        raise CorrigeError.one(
            Message("{dumps} is neither an integer nor a list of children", dumps=json.dumps(part)[:40]),
            place=where,
            remedy=NESTED,
        )

    return node(found, ())


def _graph(found: Mapping[str, object], place: str) -> "Tree":
    """Unfold a graph from its start; what two nodes share stands twice in the tree."""
    start, arcs, values = found.get("start"), found.get("arcs"), found.get("values")
    if not isinstance(start, str) or not isinstance(arcs, dict) or not isinstance(values, dict):
        raise CorrigeError.one("a graph has a start, arcs and values", place=place, remedy=GRAPH)
    nodes = 0

    def node(name: str, play: tuple[str, ...]) -> "Tree":
        nonlocal nodes
        nodes += 1
        if name in play:
            cycle = " → ".join((*play[play.index(name) :], name))
            raise CorrigeError.one(
                Message("the tree has a cycle: {cycle}", cycle=cycle), place=place, remedy="leave one of these arcs out"
            )
        if nodes > MOST_NODES or len(play) > MOST_DEPTH:
            raise _too_large(place)
        children, value = arcs.get(name), values.get(name)
        if isinstance(children, list) and children and all(isinstance(child, str) for child in children):
            return tuple(node(child, (*play, name)) for child in children)
        if type(value) is int and children is None:
            return value
        raise CorrigeError.one(
            Message("the node {name!r} has neither children nor a value", name=name[:40]), place=place, remedy=GRAPH
        )

    return node(start, ())


def _indented(text: str, place: str) -> "Tree":
    rows = [(number, line.expandtabs()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    indents = [len(line) - len(line.lstrip()) for _, line in rows]
    problems: list[Problem] = []
    if len(rows) > MOST_NODES:
        raise _too_large(place)

    def node(at: int, depth: int) -> "tuple[Tree, int]":
        """The tree whose root is on a row, and the first row after it."""
        if depth > MOST_DEPTH:
            raise _too_large(place)
        children: list[Tree] = []
        after = at + 1
        while after < len(rows) and indents[after] > indents[at]:
            if indents[after] != indents[at + 1]:
                cause = Message(
                    "{spaces} spaces before this child, {expected} before the first one",
                    spaces=indents[after],
                    expected=indents[at + 1],
                )
                where = Message("{place}, line {number}", place=place, number=rows[after][0])
                problems.append(Problem(cause, where, INDENTED))
            child, after = node(after, depth + 1)
            children.append(child)
        return (tuple(children) if children else _leaf(*rows[at], place, problems)), after

    tree, end = node(0, 0)
    if end < len(rows):
        problems.append(
            Problem(
                "a tree has one root, this is a second one",
                Message("{place}, line {rows}", place=place, rows=rows[end][0]),
                INDENTED,
            )
        )
    if problems:
        raise first_problems(problems, place)
    return tree


def _leaf(number: int, line: str, place: str, problems: list[Problem]) -> int:
    word = line.strip().replace("\N{MINUS SIGN}", "-")
    if word.removeprefix("-").isascii() and word.removeprefix("-").isdecimal() and len(word) < LONGEST_NUMBER:
        return int(word)
    problems.append(
        Problem(
            Message("the leaf {word!r} is no integer", word=word[:40]),
            Message("{place}, line {number}", place=place, number=number),
            INDENTED,
        )
    )
    return 0


def _too_large(place: str) -> CorrigeError:
    return CorrigeError.one(
        Message(
            "the tree has more than {most_nodes} nodes or {most_depth} levels",
            most_nodes=MOST_NODES,
            most_depth=MOST_DEPTH,
        ),
        place=place,
        remedy="search a part of it",
    )
