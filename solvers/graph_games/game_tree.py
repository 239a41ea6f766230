"""Define explicit game trees with the values of their leaves: search, the cuts of alpha-beta, and drawing.

Source: document 003 "Jeux", proposition 2.4, examples 2.2 and 2.3, exercise 2.3.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import accumulate, pairwise
from typing import Final, cast

from solvers.graph_games.tree_search import V_MAX, Heuristic, alpha_beta
from solvers.invalid_input import InvalidInput

WIDTH, BETWEEN = 20, 14
"""Pixels: the width of a leaf, and the additional space between leaves of different parents."""
HEIGHT: Final = 40
RADIUS: Final = 12
STRIKE: Final = 6
MINUS: Final = "\N{MINUS SIGN}"

Tree = int | tuple["Tree", ...]
"""The value of a leaf, or the children of a node from left to right, at least one."""

Path = tuple[int, ...]
"""A node of a tree, as the numbers of the children to take from the root, from 0 on the left."""


@dataclass(frozen=True, slots=True)
class GameTree:
    """A tree as a game (`solvers.graph_games.game.Game`), whose states are paths.

    Player 0 wins at a leaf of value v_max and player 1 at a leaf of value -v_max. `heuristic` gives the values of the
    other leaves, as in definition 2.2, so ``alpha_beta(tree, tree.heuristic)`` searches the tree.
    """

    tree: Tree
    """The tree; the values of its leaves are between -v_max and v_max."""
    first: int = 0
    """The player at the root: 0 (max) or 1 (min); the players alternate."""
    v_max: int = V_MAX
    """The value of certain victory, at least 1."""

    def __post_init__(self) -> None:
        for path in self.nodes():
            node = self.node(path)
            if isinstance(node, int) and not -self.v_max <= node <= self.v_max:
                raise InvalidInput(
                    "the value of a leaf must be between {least} and {v_max}, got {node}",
                    least=-self.v_max,
                    v_max=self.v_max,
                    node=node,
                )

    @property
    def start(self) -> Path:
        """The path of the root, ()."""
        return ()

    @property
    def heuristic(self) -> Heuristic[Path]:
        """The values of the leaves. Other nodes have no value, so the depth of a search must reach the leaves."""
        return Heuristic(self._leaf, self.v_max)

    def node(self, path: Path) -> Tree:
        """Return the tree below a node; InvalidInput if there is no such node."""
        node = self.tree
        for child in path:
            if isinstance(node, int) or not 0 <= child < len(node):
                raise InvalidInput("the tree has no node {path}", path=path)
            node = node[child]
        return node

    def nodes(self) -> Iterator[Path]:
        """Yield all nodes, parents first, children from left to right."""
        waiting: list[Path] = [()]
        while waiting:
            path = waiting.pop()
            yield path
            waiting.extend(reversed(self.successors(path)))

    def player(self, state: Path) -> int:
        """Return the player who controls a node, 0 or 1."""
        return (self.first + len(state)) % 2

    def successors(self, state: Path) -> tuple[Path, ...]:
        """Return the children of a node from left to right."""
        node = self.node(state)
        return () if isinstance(node, int) else tuple((*state, k) for k in range(len(node)))

    def outcome(self, state: Path) -> int:
        """Return 1 at a leaf of value v_max, where player 0 wins, -1 at a leaf of value -v_max, 0 at another leaf."""
        value = self._leaf(state)
        return (value == self.v_max) - (value == -self.v_max)

    def svg(self, values: Mapping[Path, str] | None = None, unseen: Collection[Path] = ()) -> str:
        """Return the tree as an SVG drawing: max nodes are round, min nodes square, leaves are their values.

        `values` are written in the inner nodes. The nodes `unseen`, which a search did not visit, have dashed lines,
        struck out at the cuts.
        """
        places = self._places()
        width = max(x for x, _ in places.values()) + WIDTH / 2
        height = HEIGHT * max(map(len, places)) + 2 * RADIUS + 2
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        head += f'viewBox="0 0 {width:.0f} {height}" role="img" font-family="sans-serif" font-size="10" '
        parts = [head + 'text-anchor="middle">', f"<title>{self.tree}</title>"]
        for path, (x, y) in places.items():
            if path:
                above = places[path[:-1]]
                dashes = ' stroke-dasharray="2 3"' if path in unseen else ""
                parts.append(f'<line x1="{above[0]:.1f}" y1="{above[1]}" x2="{x:.1f}" y2="{y}" stroke="#000"{dashes}/>')
                if path in unseen and path[:-1] not in unseen:
                    # Two short bars across the line, nearer to the node below, which is smaller if it is a leaf.
                    dx, dy = x - above[0], y - above[1]
                    length = (dx * dx + dy * dy) ** 0.5
                    u, v = dy / length * STRIKE, -dx / length * STRIKE
                    bars = ((above[0] + dx * part, above[1] + dy * part) for part in (0.52, 0.6))
                    marks = "".join(f"M{a - u:.1f} {b - v:.1f}L{a + u:.1f} {b + v:.1f}" for a, b in bars)
                    parts.append(f'<path d="{marks}" stroke="#000" stroke-width="1.5"/>')
        for path, place in places.items():
            parts.append(self._drawn(path, *place, (values or {}).get(path, "")))
        return "\n".join([*parts, "</svg>"])

    def _leaf(self, state: Path) -> int:
        return cast("int", self.node(state))

    def _places(self) -> dict[Path, tuple[float, int]]:
        """Return the place of each node: leaves side by side, every other node above the middle of its children."""
        places: dict[Path, tuple[float, int]] = {}
        nodes = list(self.nodes())
        leaves = [path for path in nodes if not self.successors(path)]
        parents = accumulate((leaf[:-1] != before[:-1] for before, leaf in pairwise(leaves)), initial=0)
        across = {
            leaf: WIDTH * (n + 0.5) + BETWEEN * m for n, (leaf, m) in enumerate(zip(leaves, parents, strict=True))
        }
        for path in reversed(nodes):
            children = [places[child][0] for child in self.successors(path)]
            x = (children[0] + children[-1]) / 2 if children else across[path]
            places[path] = x, HEIGHT * len(path) + RADIUS + 1
        return dict(reversed(places.items()))

    def _drawn(self, path: Path, x: float, y: int, value: str) -> str:
        node = self.node(path)
        if isinstance(node, int):
            return (
                f'<rect x="{x - WIDTH / 2:.1f}" y="{y - 8}" width="{WIDTH}" height="16" fill="#fff"/>'
                f'<text x="{x:.1f}" y="{y + 4}">{str(node).replace("-", MINUS)}</text>'
            )
        style = 'fill="#fff" stroke="#000" stroke-width="1.2"'
        text = f'<text x="{x:.1f}" y="{y + 4}">{escape(value)}</text>' if value else ""
        if self.player(path) == 0:
            return f'<circle cx="{x:.1f}" cy="{y}" r="{RADIUS}" {style}/>{text}'
        side = 2 * RADIUS
        return f'<rect x="{x - RADIUS:.1f}" y="{y - RADIUS}" width="{side}" height="{side}" {style}/>{text}'


@dataclass(frozen=True, slots=True)
class Pruning:
    """The record of a search that prunes a tree: the result, the leaves evaluated and the branches cut."""

    value: int
    child: int | None
    """The child of the root to choose, from 0 on the left; None if the root is a leaf."""
    leaves: tuple[Path, ...]
    """The leaves that the search evaluated, in order."""
    unseen: frozenset[Path]
    """The nodes that the search did not visit."""
    cut: tuple[Path, ...]
    """The branches cut: nodes that were not visited below a visited node, from the root down, left to right."""
    bounds: Mapping[Path, tuple[int, int]]
    """For each visited node, the bounds of its value, as far as the evaluated leaves tell; equal for the root."""

    def texts(self, v_max: int) -> dict[Path, str]:
        """Return the value or the bound of each visited node, as text for a drawing: "3", "≥ 5", "≤ 2"."""
        texts = {}
        for path, (low, high) in self.bounds.items():
            least, most = (str(value).replace("-", MINUS) for value in (low, high))
            between = f"≥{least}" if high == v_max else f"≤{most}" if low == -v_max else f"{least}…{most}"
            texts[path] = least if low == high else between
        return texts


def pruning(game: GameTree, *, reverse: bool = False) -> Pruning:
    """Search a tree with alpha-beta, from left to right unless `reverse`; record what is evaluated and cut."""
    evaluated: list[Path] = []

    def noted(leaf: Path) -> int:
        evaluated.append(leaf)
        return game.heuristic.evaluate(leaf)

    searched = _Reversed(game.tree, game.first, game.v_max) if reverse else game
    search = alpha_beta(searched, Heuristic(noted, game.v_max))
    above = {leaf[:n] for leaf in evaluated for n in range(len(leaf) + 1)}
    met = [path for path in game.nodes() if path in above]
    unseen = frozenset(path for path in game.nodes() if path not in above)
    cut = tuple(path for path in game.nodes() if path in unseen and path[:-1] not in unseen)
    bounds = dict.fromkeys(unseen, (-game.v_max, game.v_max))
    for path in reversed(met):
        below = [bounds[child] for child in game.successors(path)]
        if not below:
            leaf = game.heuristic.evaluate(path)
            below = [(leaf, leaf)]
        best = min if game.player(path) else max
        bounds[path] = best(low for low, _ in below), best(high for _, high in below)
    child = search.moves[0][-1] if search.moves else None
    return Pruning(search.value, child, tuple(evaluated), unseen, cut, {path: bounds[path] for path in met})


class _Reversed(GameTree):
    """A tree that a search visits from right to left."""

    __slots__ = ()

    def successors(self, state: Path) -> tuple[Path, ...]:
        return GameTree.successors(self, state)[::-1]
