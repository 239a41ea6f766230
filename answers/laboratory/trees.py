"""Min-max and alpha-beta on a game tree of a teacher's own."""

from collections.abc import Iterable
from pathlib import Path

from answers.errors import CorrigeError
from answers.laboratory.solution import Drawings, Solution, svg
from answers.laboratory.text_file import read_text
from answers.laboratory.tree_file import parse_tree
from answers.messages import Message, either
from solvers.graph_games.game_tree import MINUS, GameTree, pruning
from solvers.graph_games.game_tree import Path as Node

SHOWN_NODES = 200
MOST_DRAWN = 1_000


def minmax(file: Path, v_max: int, *, min_first: bool) -> Solution:
    """Return the value of a tree, and every child of the root to play."""
    game = _tree(file, v_max, min_first=min_first)
    values = _values(game)
    children = [child[-1] + 1 for child in game.successors(()) if values[child] == values[()]]
    leaves = _leaves(game, values)
    texts = {path: str(value) for path, value in values.items()}
    lines = [
        Message("value    {value}", value=values[()]),
        Message("play     {children}", children=_listed(children)),
        Message(
            "nodes    {nodes}, {count} of them a leaf",
            plural="nodes    {nodes}, {count} of them leaves",
            nodes=len(values),
            count=leaves,
        ),
        *_outline(game, texts),
    ]
    document = {"value": values[()], "children": children, "nodes": len(values), "leaves": leaves}
    drawn = {path: text.replace("-", MINUS) for path, text in texts.items()}
    return Solution(document, lines, _drawing(game, len(values), drawn))


def alphabeta(file: Path, v_max: int, *, min_first: bool, right: bool) -> Solution:
    """Return what alpha-beta finds: the value of the root, the leaves looked at, the branches cut."""
    game = _tree(file, v_max, min_first=min_first)
    search = pruning(game, reverse=right)
    evaluated = [game.heuristic.evaluate(leaf) for leaf in search.leaves]
    nodes = list(game.nodes())
    leaves = _leaves(game, nodes)
    cut = [[k + 1 for k in path] for path in search.cut]
    child = None if search.child is None else search.child + 1
    texts = search.texts(v_max)
    lines = [
        Message("value    {value}", value=search.value),
        Message("play     {children}", children=_listed([] if child is None else [child])),
        Message(
            "leaves   {count} of {leaves}: {seen}",
            count=len(evaluated),
            leaves=leaves,
            seen=" ".join(map(str, evaluated[:SHOWN_NODES])),
        ),
        Message(
            "cut      {cut}", cut=" ".join(".".join(map(str, path)) for path in cut[:SHOWN_NODES]) or Message("nothing")
        ),
        *_outline(game, texts),
    ]
    document = {"value": search.value, "child": child, "leaves": leaves, "evaluated": evaluated, "cut": cut}
    return Solution(document, lines, _drawing(game, len(nodes), texts, search.unseen))


def _tree(file: Path, v_max: int, *, min_first: bool) -> GameTree:
    return GameTree(parse_tree(read_text(file), str(file)), int(min_first), v_max)


def _values(game: GameTree) -> dict[Node, int]:
    """The min-max value of every node, the root first."""
    nodes = list(game.nodes())
    values: dict[Node, int] = {}
    for path in reversed(nodes):
        below = [values[child] for child in game.successors(path)]
        best = min if game.player(path) else max
        values[path] = best(below) if below else game.heuristic.evaluate(path)
    return {path: values[path] for path in nodes}


def _leaves(game: GameTree, nodes: Iterable[Node]) -> int:
    return sum(not game.successors(path) for path in nodes)


def _outline(game: GameTree, texts: dict[Node, str]) -> list[str]:
    """The tree as indented lines, when it is small: nodes with what is known of them, a cross a branch cut."""
    lines = [""]
    nodes = [path for path in game.nodes() if path in texts or path[:-1] in texts]
    for path in nodes:
        name = ("max ", "min ")[game.player(path)] if game.successors(path) else ""
        lines.append("  " * len(path) + (f"{name}{texts[path]}" if path in texts else "✗"))
    return lines if len(nodes) <= SHOWN_NODES else []


def _listed(children: list[int]) -> str:
    if not children:
        return "nothing, the root is a leaf"
    return Message("child {children}, from the left", children=either(list(map(str, children))))


def _drawing(game: GameTree, nodes: int, texts: dict[Node, str], unseen: frozenset[Node] = frozenset()) -> Drawings:
    def draw() -> str:
        if nodes > MOST_DRAWN:
            cause = Message("a tree of {nodes} nodes cannot be read", nodes=nodes)
            raise CorrigeError.one(cause, remedy=Message("draw at most {deepest}", deepest=MOST_DRAWN))
        return game.svg({path: text for path, text in texts.items() if game.successors(path)}, unseen)

    return svg(draw)
