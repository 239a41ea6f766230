"""corrige solve minmax, corrige solve alphabeta: a game tree of the teacher's own."""

from typing import TYPE_CHECKING, Annotated

import typer

from answers.cli.common.options import TO_STDOUT, AsJson, Force, Output
from answers.cli.solve.common import deliver_solution, is_drawing, refusing
from answers.cli.solve.text_file import TextFile, read_text
from answers.errors import CorrigeError
from answers.messages import Message, either

if TYPE_CHECKING:
    from pathlib import Path

    from solvers.graph_games.game_tree import GameTree
    from solvers.graph_games.game_tree import Path as Node

SHOWN_NODES = 200
DEEPEST = 1_000

MinFirst = Annotated[bool, typer.Option("--min", help="The root is a min node; by default it is a max node.")]
VMax = Annotated[
    int, typer.Option("--v-max", metavar="V", min=1, help="The value of certain victory: leaves are from -V to V.")
]


def minmax(
    file: TextFile,
    *,
    min_first: MinFirst = False,
    v_max: VMax = 100,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Find the min-max value of a tree, and every child of the root to play; -o FILE.svg draws it with all values.

    The tree is nested lists in JSON, [[3, 12], [2, 4]], a graph, or lines indented by the depth of their node.
    """
    game = refusing(_tree, file, v_max, min_first=min_first)
    values = _values(game)
    children = [child[-1] + 1 for child in game.successors(()) if values[child] == values[()]]
    leaves = sum(not game.successors(path) for path in values)
    found = {"value": values[()], "children": children, "nodes": len(values), "leaves": leaves}
    lines = [
        Message("value    {value}", value=values[()]),
        Message("play     {children}", children=_listed(children)),
        Message(
            "nodes    {nodes}, {count} of them a leaf",
            plural="nodes    {nodes}, {count} of them leaves",
            nodes=len(values),
            count=leaves,
        ),
        *_drawn(game, {path: str(value) for path, value in values.items()}),
    ]
    _check_drawing(output, len(values))
    deliver_solution(
        found, lines, as_json=as_json, output=output, force=force, svg=lambda: game.svg(_texts(game, values))
    )


def alphabeta(
    file: TextFile,
    *,
    right: Annotated[bool, typer.Option("--right", help="Look at children from right to left.")] = False,
    v_max: VMax = 100,
    min_first: MinFirst = False,
    as_json: AsJson = False,
    output: Output = TO_STDOUT,
    force: Force = False,
) -> None:
    """Search a tree with alpha-beta: the leaves looked at, the branches cut; -o FILE.svg strikes those out.

    The tree is written as for minmax. Only the value of the root is certain: other nodes have bounds.
    """
    from solvers.graph_games.pruning import pruning

    game = refusing(_tree, file, v_max, min_first=min_first)
    search = refusing(pruning, game, reverse=right)
    seen = [game.heuristic.evaluate(leaf) for leaf in search.leaves]
    values = _values(game)
    leaves = sum(not game.successors(path) for path in values)
    cut = [[k + 1 for k in path] for path in search.cut]
    child = None if search.child is None else search.child + 1
    found = {"value": search.value, "child": child, "leaves": leaves, "evaluated": seen, "cut": cut}
    lines = [
        Message("value    {value}", value=search.value),
        Message("play     {children}", children=_listed([] if child is None else [child])),
        Message(
            "leaves   {count} of {leaves}: {seen}",
            count=len(seen),
            leaves=leaves,
            seen=" ".join(map(str, seen[:SHOWN_NODES])),
        ),
        Message(
            "cut      {cut}", cut=" ".join(".".join(map(str, path)) for path in cut[:SHOWN_NODES]) or Message("nothing")
        ),
        *_drawn(game, search.texts(v_max)),
    ]
    _check_drawing(output, len(values))
    known = {path: text for path, text in search.texts(v_max).items() if game.successors(path)}
    deliver_solution(
        found,
        lines,
        as_json=as_json,
        output=output,
        force=force,
        svg=lambda: game.svg(known, search.unseen),
    )


def _tree(file: "Path", v_max: int, *, min_first: bool) -> "GameTree":
    from answers.cli.solve.tree_file import parse_tree
    from solvers.graph_games.game_tree import GameTree

    return GameTree(parse_tree(read_text(file), str(file)), int(min_first), v_max)


def _values(game: "GameTree") -> "dict[Node, int]":
    """The min-max value of every node, the root first."""
    nodes = list(game.nodes())
    values: dict[Node, int] = {}
    for path in reversed(nodes):
        below = [values[child] for child in game.successors(path)]
        best = min if game.player(path) else max
        values[path] = best(below) if below else game.heuristic.evaluate(path)
    return {path: values[path] for path in nodes}


def _texts(game: "GameTree", values: "dict[Node, int]") -> "dict[Node, str]":
    from solvers.graph_games.game_tree import MINUS

    return {path: str(value).replace("-", MINUS) for path, value in values.items() if game.successors(path)}


def _drawn(game: "GameTree", texts: "dict[Node, str]") -> list[str]:
    """The tree as indented lines, when it is small: nodes with what is known of them, a cross a branch cut."""
    lines = [""]
    nodes = [path for path in game.nodes() if path in texts or path[:-1] in texts]
    for path in nodes:
        name = ("max ", "min ")[game.player(path)] if game.successors(path) else ""
        lines.append("  " * len(path) + (f"{name}{texts[path]}" if path in texts else "✗"))
    return lines if len(nodes) <= SHOWN_NODES else []


def _listed(children: list[int]) -> str:
    return (
        Message("child {children}, from the left", children=either(list(map(str, children))))
        if children
        else "nothing, the root is a leaf"
    )


def _check_drawing(output: "Path", nodes: int) -> None:
    if is_drawing(output) and nodes > DEEPEST:
        raise CorrigeError.one(
            Message("a tree of {nodes} nodes cannot be read", nodes=nodes),
            remedy=Message("draw at most {deepest}", deepest=DEEPEST),
        )
