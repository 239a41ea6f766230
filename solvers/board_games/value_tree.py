"""A game that is nothing but a tree with values at its leaves, to search by hand: as text data and as a drawing.

Source: document 003 ("Jeux"), exercise 2.3. The root and every second level below it maximise.
"""

from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

V_MAX: Final = 100
STEP: Final = 30
LEVEL: Final = 28
BOX: Final = 26
RADIUS: Final = 6
TOP: Final = 10

Node: TypeAlias = "int | tuple[Node, ...]"
"""The value of a leaf, or the children of a node from left to right."""

State = tuple[int, ...]
"""The way from the root: which child was taken at each level, from 0."""


@dataclass(frozen=True, slots=True)
class ValueTree:
    """The game, as `solvers.game.Game` has it.

    Parameters
    ----------
    root : Node
        Every node that is not a leaf has a child; values are between -100 and 100, which say that player 1 or
        player 0 has won.

    Raises
    ------
    ValueError
        If a node has no children or a value is outside its range.
    """

    root: Node

    def __post_init__(self) -> None:
        _check(self.root)

    @property
    def start(self) -> State:
        """The root."""
        return ()

    @property
    def height(self) -> int:
        """The depth of the deepest leaf."""
        return _height(self.root)

    def player(self, state: State) -> int:
        """Return 0, who maximises, on even levels, 1 on odd ones."""
        return len(state) % 2

    def successors(self, state: State) -> tuple[State, ...]:
        """Return the ways to the children, from left to right."""
        node = self._node(state)
        return () if isinstance(node, int) else tuple((*state, k) for k in range(len(node)))

    def outcome(self, state: State) -> int:
        """Return 1 at a leaf of value 100, -1 at one of -100, 0 elsewhere."""
        node = self._node(state)
        return (node == V_MAX) - (node == -V_MAX)

    def value(self, state: State) -> int:
        """Return the value of a leaf, as a heuristic; 0 at other nodes."""
        node = self._node(state)
        return node if isinstance(node, int) else 0

    def svg(self) -> str:
        """Return the tree as one ``<svg>`` element: max nodes upright triangles, min nodes turned, leaves in boxes.

        The children of the root are numbered from 1, from left to right.
        """
        places = _places(self.root)
        width = STEP * (1 + round(max(x for x, _ in places.values())))
        height = LEVEL * self.height + 2 * TOP
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="11" text-anchor="middle">'
        )
        parts = [svg, f"<title>{escape(str(self.root))}</title>"]
        parts += [_arc(places[state[:-1]], places[state]) for state in places if state]
        parts += [_child_number(places[()], places[k,], k) for (k,) in self.successors(())]
        parts += [self._shape(state, place) for state, place in places.items()]
        return "\n".join([*parts, "</svg>"])

    def _shape(self, state: State, place: tuple[float, float]) -> str:
        x, y = _pixels(place)
        node = self._node(state)
        if isinstance(node, int):
            box = f'<rect x="{x - BOX / 2}" y="{y - 8}" width="{BOX}" height="16" fill="#fff" stroke="#000"/>'
            return f'{box}<text x="{x}" y="{y + 4}">{str(node).replace("-", "−")}</text>'
        tip, base = (y - RADIUS, y + RADIUS) if self.player(state) == 0 else (y + RADIUS, y - RADIUS)
        return f'<polygon points="{x - 8},{base} {x + 8},{base} {x},{tip}" fill="#fff" stroke="#000"/>'

    def _node(self, state: State) -> Node:
        node = self.root
        for k in state:
            node = () if isinstance(node, int) else node[k]
        return node


def _check(node: Node) -> None:
    if isinstance(node, int):
        if abs(node) > V_MAX:
            raise ValueError(f"a value is between {-V_MAX} and {V_MAX}, got {node}")
    elif not node:
        raise ValueError("a node of the tree has no children; a leaf is a number")
    else:
        for child in node:
            _check(child)


def _height(node: Node) -> int:
    return 0 if isinstance(node, int) else 1 + max(map(_height, node))


def _places(root: Node) -> dict[State, tuple[float, float]]:
    """Return column and level of each node: leaves side by side, the others over the middle of their children."""
    places: dict[State, tuple[float, float]] = {}
    leaves = 0

    def place(node: Node, state: State) -> float:
        nonlocal leaves
        if isinstance(node, int):
            x, leaves = float(leaves), leaves + 1
        else:
            below = [place(child, (*state, k)) for k, child in enumerate(node)]
            x = (below[0] + below[-1]) / 2
        places[state] = x, float(len(state))
        return x

    place(root, ())
    return places


def _pixels(place: tuple[float, float]) -> tuple[float, float]:
    return STEP / 2 + STEP * place[0], TOP + LEVEL * place[1]


def _arc(above: tuple[float, float], below: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = _pixels(above), _pixels(below)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#000" stroke-width="0.6"/>'


def _child_number(root: tuple[float, float], child: tuple[float, float], k: int) -> str:
    """Write the number beside the child, away from the arc to the root."""
    (x1, _), (x2, y2) = _pixels(root), _pixels(child)
    return f'<text x="{x2 - 14 if x2 <= x1 else x2 + 14}" y="{y2}" font-weight="bold">{k + 1}</text>'
