"""Min-max and alpha-beta on a game tree that a teacher writes in a file."""

import json
from collections.abc import Mapping
from pathlib import Path

from answers.errors import CorrigeError
from answers.laboratory.result import Drawings, SolverResult, svg
from answers.laboratory.user_input import Faults, read_json, read_text
from answers.messages import Message, either
from solvers.graph_games.game_tree import MINUS, GameTree, Tree, pruning
from solvers.graph_games.game_tree import Path as Node

SHOWN_NODES = 200
MOST_DRAWN = 1_000


def minmax(file: Path, v_max: int, *, min_first: bool) -> SolverResult:
    """Return the min-max value of the tree in a file, and all best children of the root.

    The result has a drawing of the tree. The root is a max node, or a min node with `min_first`. `v_max` is the
    greatest absolute value of a leaf.
    """
    game = _tree(file, v_max, min_first=min_first)
    nodes = list(game.nodes())
    values: dict[Node, int] = {}
    for path in reversed(nodes):
        below = [values[child] for child in game.successors(path)]
        values[path] = (min if game.player(path) else max)(below) if below else game.heuristic.evaluate(path)
    children = [child[-1] + 1 for child in game.successors(()) if values[child] == values[()]]
    leaves = sum(not game.successors(path) for path in nodes)
    texts = {path: str(values[path]) for path in nodes}
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
    labels = {path: text.replace("-", MINUS) for path, text in texts.items()}
    return SolverResult(document, lines, _drawing(game, len(values), labels))


def alphabeta(file: Path, v_max: int, *, min_first: bool, right: bool) -> SolverResult:
    """Return the value, leaves and cuts of alpha-beta on the tree in a file, from the left or from the `right`."""
    game = _tree(file, v_max, min_first=min_first)
    search = pruning(game, reverse=right)
    evaluated = [game.heuristic.evaluate(leaf) for leaf in search.leaves]
    nodes = list(game.nodes())
    leaves = sum(not game.successors(path) for path in nodes)
    cut = [[k + 1 for k in path] for path in search.cut]
    child = None if search.child is None else search.child + 1
    texts = search.texts(v_max)
    lines = [
        Message("value    {value}", value=search.value),
        Message("play     {children}", children=_listed([] if child is None else [child])),
        Message(
            "leaves   {count} of {leaves} evaluated: {values}",
            count=len(evaluated),
            leaves=leaves,
            values=" ".join(map(str, evaluated[:SHOWN_NODES])),
        ),
        Message(
            "cut off  {cut}", cut=" ".join(".".join(map(str, path)) for path in cut[:SHOWN_NODES]) or Message("nothing")
        ),
        *_outline(game, texts),
    ]
    document = {"value": search.value, "child": child, "leaves": leaves, "evaluated": evaluated, "cut": cut}
    return SolverResult(document, lines, _drawing(game, len(nodes), texts, search.unseen))


def _tree(file: Path, v_max: int, *, min_first: bool) -> GameTree:
    """Read a game tree from a file; its root is a min node with `min_first`, or else a max node."""
    return GameTree(parse_tree(read_text(file), str(file)), int(min_first), v_max)


def _outline(game: GameTree, texts: dict[Node, str]) -> list[str]:
    """Return a tree as indented lines: nodes with their texts, and a cross for each branch cut."""
    lines = [""]
    nodes = [path for path in game.nodes() if path in texts or path[:-1] in texts]
    for path in nodes:
        name = ("max ", "min ")[game.player(path)] if game.successors(path) else ""
        lines.append("  " * len(path) + (f"{name}{texts[path]}" if path in texts else "✗"))
    return lines if len(nodes) <= SHOWN_NODES else []


def _listed(children: list[int]) -> str:
    """Return the best first moves in words, as children of the root."""
    if not children:
        return Message("no move, since the root is a leaf")
    return Message("child {children} of the root, from the left", children=either(list(map(str, children))))


def _drawing(game: GameTree, nodes: int, texts: dict[Node, str], unseen: frozenset[Node] = frozenset()) -> Drawings:
    """Return how to draw the tree: with a text at each inner node, and the unseen nodes set apart."""

    def draw() -> str:
        if nodes > MOST_DRAWN:
            cause = Message("a tree of {nodes} nodes is too large to be drawn", nodes=nodes)
            raise CorrigeError.single(
                cause, remedy=Message("draw a tree of at most {deepest} nodes", deepest=MOST_DRAWN)
            )
        return game.svg({path: text for path, text in texts.items() if game.successors(path)}, unseen)

    return svg(draw)


MOST_NODES, MOST_DEPTH, LONGEST_NUMBER = 100_000, 200, 12
NESTED = "write the tree as nested lists such as [[3, 12], [2, [4, 6]]]"
INDENTED = "write one node per line, its children two spaces further right, leaves as integers"
GRAPH = 'write {"start": "a", "arcs": {"a": ["b", "c"]}, "values": {"b": 3, "c": 5}}'


def parse_tree(text: str, place: str) -> Tree:
    """Parse a tree: JSON if the text begins with a bracket or a brace, else lines indented by the depth of their node.

    A graph becomes a tree: a node that several nodes lead to is repeated below each. CorrigeError if the text is
    malformed, if the graph has a cycle, or if the tree has more than 100 000 nodes or 200 levels.
    """
    if not text.strip():
        raise CorrigeError.single("the tree is empty", place=place, remedy=INDENTED)
    if text.lstrip()[0] not in "[{":
        return _indented(text, place)
    document = read_json(text, place, NESTED)
    size = _Size(place)
    return _graph(document, size) if isinstance(document, dict) else _nested(document, (), size)


class _Size:
    """The number of nodes of a tree that is being parsed, to refuse a tree that is too large."""

    def __init__(self, place: str) -> None:
        self.place, self.nodes = place, 0

    def grow(self, depth: int) -> None:
        """Count one more node, at the depth `depth`; CorrigeError if the tree is too large."""
        self.nodes += 1
        if self.nodes > MOST_NODES or depth > MOST_DEPTH:
            cause = Message(
                "the tree has more than {most_nodes} nodes or {most_depth} levels",
                most_nodes=MOST_NODES,
                most_depth=MOST_DEPTH,
            )
            raise CorrigeError.single(
                cause,
                place=self.place,
                remedy="write a smaller tree, for instance with the positions after a few moves as leaves",
            )


def _nested(part: object, path: tuple[int, ...], size: _Size) -> Tree:
    """Parse a tree of nested lists; `path` are the numbers of the children that lead to the node, from 1."""
    size.grow(len(path))
    if type(part) is int:
        return part
    if isinstance(part, list) and part:
        return tuple(_nested(child, (*path, k), size) for k, child in enumerate(part, 1))
    where = Message("{place}, node {path}", place=size.place, path=".".join(map(str, path)) or "at the root")
    cause = Message("{dumps} is neither an integer nor a list of children", dumps=json.dumps(part)[:40])
    raise CorrigeError.single(cause, place=where, remedy=NESTED)


def _graph(graph: Mapping[str, object], size: _Size) -> Tree:
    """Return the tree of all paths of a graph from its start; a node on two paths occurs twice in the tree."""
    start, arcs, values = graph.get("start"), graph.get("arcs"), graph.get("values")
    if not isinstance(start, str) or not isinstance(arcs, dict) or not isinstance(values, dict):
        raise CorrigeError.single(
            "the JSON object is not a graph: it must have start, arcs and values", place=size.place, remedy=GRAPH
        )

    def node(name: str, play: tuple[str, ...]) -> Tree:
        """Return the tree below a named node; `play` is the path to it, and a path that comes back is refused."""
        if name in play:
            cause = Message("the tree has a cycle: {cycle}", cycle=" → ".join((*play[play.index(name) :], name)))
            raise CorrigeError.single(cause, place=size.place, remedy="remove one of the arcs of this cycle")
        size.grow(len(play))
        children, value = arcs.get(name), values.get(name)
        if isinstance(children, list) and children and all(isinstance(child, str) for child in children):
            return tuple(node(child, (*play, name)) for child in children)
        if type(value) is int and children is None:
            return value
        cause = Message("the node {name!r} of the graph has neither arcs to children nor a value", name=name[:40])
        raise CorrigeError.single(cause, place=size.place, remedy=GRAPH)

    return node(start, ())


def _indented(text: str, place: str) -> Tree:
    """Parse a tree of lines indented by the depth of their node; CorrigeError with all faults of the text."""
    rows = [(number, line.expandtabs()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    indents = [len(line) - len(line.lstrip()) for _, line in rows]
    faults, size = Faults(place), _Size(place)

    def node(at: int, depth: int) -> tuple[Tree, int]:
        """Return the tree whose root is on row `at`, and the number of the first row after the tree."""
        size.grow(depth)
        children: list[Tree] = []
        after = at + 1
        while after < len(rows) and indents[after] > indents[at]:
            if indents[after] != indents[at + 1]:
                cause = Message(
                    "this child is indented by {spaces} spaces, but the first child of the same node by {expected}",
                    spaces=indents[after],
                    expected=indents[at + 1],
                )
                faults.wrong(cause, INDENTED, line=rows[after][0])
            child, after = node(after, depth + 1)
            children.append(child)
        if children:
            return tuple(children), after
        number, line = rows[at]
        word = line.strip().replace("\N{MINUS SIGN}", "-")
        if word.removeprefix("-").isascii() and word.removeprefix("-").isdecimal() and len(word) < LONGEST_NUMBER:
            return int(word), after
        faults.wrong(Message("the leaf {word!r} is not an integer", word=word[:40]), INDENTED, line=number)
        return 0, after

    tree, end = node(0, 0)
    if end < len(rows):
        faults.wrong("a tree has only one root, this line is a second root", INDENTED, line=rows[end][0])
    faults.check()
    return tree
