"""Draw the data of an exam for its sheets as SVG: graphs, tables, trees and boards.

Drawings are black and white, the same for the same data, in the font of the sheets. Texts are escaped. A drawing must
not be wider than 178 mm.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from solvers import svg
from solvers.graph_games.drawing.grid_svg import grid_svg

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

Tree: TypeAlias = "str | int | tuple[Any, ...]"
"""A leaf, or a tuple of the label of a node and its subtrees."""

Point: TypeAlias = tuple[float, float]
"""A place in pixels, the second coordinate downwards."""

FONT: Final = "Corrige Field"
SIZE: Final = 11
"""Font size in pixels; 96 pixels are an inch."""
LETTER: Final = 6.5
"""Width of a character in pixels."""
LOOP, ARROW, INNER = 30, 20, 3
"""Pixels: reach of a loop, length of the arrow to an initial state, and distance between the two circles of

a final state.
"""
LINE: Final = 'stroke="#000" fill="none"'
ROUNDS: Final = 200
"""Number of rounds of the layout of a graph, which changes no more after some fifty."""
FLAT: Final = 0.05
"""A layout whose height is less than this share of its width is a line."""


def draw_graph(  # noqa: PLR0913 - the looks of a drawing
    edges: Any,
    *,
    nodes: Iterable[Hashable] = (),
    directed: bool = False,
    initial: Iterable[Hashable] = (),
    final: Iterable[Hashable] = (),
    positions: Mapping[Any, tuple[float, float]] | None = None,
    width: int = 420,
    height: int = 200,
) -> str:
    """Return a graph as one ``<svg>`` element.

    Parameters
    ----------
    edges
        Pairs of nodes, or triples with the label of the edge: ``[(1, 2, 5), (2, 3, 4)]``; or a graph of networkx,
        which is installed apart, whose edges have the attribute "weight" as label, if any. An edge from a node to
        itself is a loop.
    nodes
        Nodes in the order in which they are placed; those of the edges are added. Give them to draw the same data at
        the same places whatever the edges.
    directed
        True to draw arrows; for a graph of networkx, its own direction counts.
    initial, final
        States of an automaton: initial states have an arrow from the left, final states a double circle.
    positions
        Coordinates of the nodes, of any unit, the second one upwards; by default, nodes are placed so that their
        distances are those in the graph, as far as possible.
    width, height
        Size in pixels.
    """
    if hasattr(edges, "is_directed"):  # networkx, which need not be installed
        nodes, directed = tuple(edges.nodes), edges.is_directed()
        edges = [(tail, head, data.get("weight", "")) for tail, head, data in edges.edges(data=True)]
    triples = [(*edge, "")[:3] for edge in edges]
    names = list(dict.fromkeys((*nodes, *(node for edge in triples for node in edge[:2]))))
    initial, final = set(initial), set(final)
    radius = max(9.0, LETTER * max((len(str(name)) for name in names), default=1) / 2 + 4) + (INNER if final else 0)
    places = _placed(names, [edge[:2] for edge in triples], positions)
    outside = LOOP if any(tail == head for tail, head, _ in triples) else ARROW if initial else 0
    xy = _scaled(places, names, width, height, radius + 2 + outside)
    centre = (sum(x for x, _ in xy.values()) / len(xy), sum(y for _, y in xy.values()) / len(xy)) if xy else (0.0, 0.0)
    both = {(tail, head) for tail, head, _ in triples}
    lines, labels = list[str](), list[Point]()
    texts = list[str]()
    for tail, head, label in triples:
        if tail == head:
            outwards = (
                -pi / 2 if tail in initial else atan2(xy[tail][1] - centre[1], xy[tail][0] - centre[0]) or -pi / 2
            )
            start, first, middle, last, end = (
                (xy[tail][0] + distance * cos(outwards + turn), xy[tail][1] + distance * sin(outwards + turn))
                for distance, turn in (
                    (radius, -0.7),
                    (radius + LOOP, -0.7),
                    (radius + 0.75 * LOOP, 0),
                    (radius + LOOP, 0.7),
                    (radius, 0.7),
                )
            )
            curve = f"C{first[0]:.1f} {first[1]:.1f} {last[0]:.1f} {last[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
        else:
            bend = _bend(xy[tail], xy[head], [xy[name] for name in names if name not in (tail, head)], radius)
            if directed and (head, tail) in both:
                bend = 16  # of two opposite arrows, each bends to its right
            (x0, y0), (x1, y1) = xy[tail], xy[head]
            length = hypot(x1 - x0, y1 - y0)
            middle = last = (x0 + x1) / 2 - bend * (y1 - y0) / length, (y0 + y1) / 2 + bend * (x1 - x0) / length
            start, end = _towards(xy[tail], middle, radius), _towards(xy[head], middle, radius)
            curve = f"Q{middle[0]:.1f} {middle[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
        lines.append(f'<path d="M{start[0]:.1f} {start[1]:.1f}{curve}" {LINE}/>')
        if directed:
            lines.append(_arrow_head(end, atan2(end[1] - last[1], end[0] - last[0])))
        if label != "":
            at = middle if tail == head else _free_place(start, middle, end, [*labels, *xy.values()])
            labels.append(at)
            half = LETTER * len(str(label)) / 2 + 2
            box = f'x="{at[0] - half:.1f}" y="{at[1] - 7:.1f}" width="{2 * half:.1f}" height="14"'
            texts += [f'<rect {box} fill="#fff"/>', svg.text(at[0], at[1] + 4, str(label))]
    for name in names:
        x, y = xy[name]
        texts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#fff" stroke="#000" stroke-width="1.5"/>'
        )
        if name in final:
            texts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius - INNER:.1f}" {LINE}/>')
        if name in initial:
            lines.append(f'<path d="M{x - radius - ARROW:.1f} {y:.1f}H{x - radius:.1f}" {LINE}/>')
            lines.append(_arrow_head((x - radius, y), 0))
        texts.append(svg.text(x, y + 4, str(name)))
    return svg.drawing(width, height, [*lines, *texts], style=_style())


def draw_table(rows: Sequence[Sequence[object]], *, header: Sequence[object] = ()) -> str:
    """Return a table as one ``<svg>`` element: `header` in bold on a grey line, then `rows` of as many cells."""
    lines = [[str(cell) for cell in row] for row in ((header, *rows) if header else rows)]
    columns = [max(len(line[j]) for line in lines) * LETTER + 12 for j in range(len(lines[0]))]
    shapes, y, row_height = list[str](), 1.0, SIZE + 9
    for i, line in enumerate(lines):
        x = 1.0
        is_header = bool(header) and i == 0
        for width, cell in zip(columns, line, strict=True):
            box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{row_height}"'
            shapes.append(f'<rect {box} fill="{"#ddd" if is_header else "#fff"}" stroke="#000"/>')
            words = svg.text(x + width / 2, y + row_height - 6, cell)
            shapes.append(words.replace("<text ", '<text font-weight="bold" ', 1) if is_header else words)
            x += width
        y += row_height
    return svg.drawing(sum(columns) + 2, y + 1, shapes, style=_style())


def draw_tree(tree: Tree) -> str:
    """Return a tree as one ``<svg>`` element, its root on top: ``("+", 1, ("*", 2, 3))``."""
    shapes, lines = list[str](), list[str]()
    step = 38

    def widest(tree: Tree) -> int:
        label, children = (str(tree[0]), tree[1:]) if isinstance(tree, tuple) else (str(tree), ())
        return max([len(label), *map(widest, children)])

    radius = max(9.0, LETTER * widest(tree) / 2 + 4)
    next_leaf = radius + 1

    def place(tree: Tree, depth: int) -> tuple[float, int]:
        """Draw a subtree; return the place of its root across, and the depth of its deepest leaf."""
        nonlocal next_leaf
        label, children = (str(tree[0]), tree[1:]) if isinstance(tree, tuple) else (str(tree), ())
        below = [place(child, depth + 1) for child in children]
        y = radius + 1 + step * depth
        if below:
            x = (below[0][0] + below[-1][0]) / 2
        else:
            x, next_leaf = next_leaf, next_leaf + 2 * radius + 8
        lines.extend(f'<path d="M{x:.1f} {y:.1f}L{child:.1f} {y + step:.1f}" {LINE}/>' for child, _ in below)
        shapes.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#fff" stroke="#000"/>')
        shapes.append(svg.text(x, y + 4, label))
        return x, max([depth, *(deepest for _, deepest in below)])

    _, deepest = place(tree, 0)
    return svg.drawing(next_leaf - radius - 7, 2 * radius + 2 + step * deepest, [*lines, *shapes], style=_style())


def draw_board(rows: Sequence[Sequence[str]], cell: int = 20) -> str:
    """Return a board as one ``<svg>`` element, with a character or a short text for each cell.

    "." is a free cell, "#" a closed one. Rows and columns are numbered from 0 in the margin; `cell` is the side of a
    cell in pixels, at least 16.
    """
    return grid_svg(rows, cell).replace("sans-serif", FONT)


def _style() -> str:
    return f'font-family="{FONT}" font-size="{SIZE}" text-anchor="middle"'


def _placed(
    names: Sequence[Hashable],
    edges: Iterable[tuple[Hashable, Hashable]],
    positions: Mapping[Hashable, tuple[float, float]] | None,
) -> "NDArray[float64]":
    """Return the coordinates of the nodes, shape (n, 2), the second one downwards."""
    # Without positions, nodes begin on a circle and move until their distances are near to those in the graph (stress
    # majorization: Gansner, Koren and North, 2004); then the longest direction is made horizontal.
    import numpy as np

    n = len(names)
    if positions is not None:
        return np.array([[positions[name][0], -positions[name][1]] for name in names], dtype=float)
    angles = 2 * pi * np.arange(n) / max(n, 1)
    at = np.column_stack((-np.cos(angles), -np.sin(angles))) * n / 4
    if n < 3:
        return at
    rank = {name: index for index, name in enumerate(names)}
    distance = np.full((n, n), float(n))
    np.fill_diagonal(distance, 0)
    for tail, head in edges:
        if tail != head:
            distance[rank[tail], rank[head]] = distance[rank[head], rank[tail]] = 1
    for k in range(n):
        distance = np.minimum(distance, distance[:, [k]] + distance[[k], :])
    with np.errstate(divide="ignore"):
        weight = np.where(distance > 0, distance**-2.0, 0)
    for _ in range(ROUNDS):
        apart = at[:, None, :] - at[None, :, :]
        length = np.linalg.norm(apart, axis=2)
        unit = np.where(length[:, :, None] > 1e-9, apart / np.maximum(length, 1e-9)[:, :, None], 0)
        aim = at[None, :, :] + distance[:, :, None] * unit
        at = (weight[:, :, None] * aim).sum(axis=1) / weight.sum(axis=1)[:, None]
    at = at - at.mean(axis=0)
    _, _, axes = np.linalg.svd(at, full_matrices=False)
    turned = at @ axes.T
    turned *= np.where(turned[0] > 0, -1, 1)  # the first node is left and on top
    placed: NDArray[float64] = turned
    return placed


def _scaled(
    places: "NDArray[float64]", names: Sequence[Hashable], width: float, height: float, margin: float
) -> dict[Hashable, Point]:
    """Return the places of the nodes in pixels, stretched to the size of the drawing without its margin."""
    lowest = places.min(axis=0) if len(names) else places
    span = [max(float(places[:, axis].max() - lowest[axis]), 1e-9) if len(names) else 1.0 for axis in (0, 1)]
    room = (width - 2 * margin, height - 2 * margin)
    flat = [span[axis] < FLAT * max(span) for axis in (0, 1)]
    return {
        name: (
            width / 2 if flat[0] else margin + room[0] * float(x - lowest[0]) / span[0],
            height / 2 if flat[1] else margin + room[1] * float(y - lowest[1]) / span[1],
        )
        for name, (x, y) in zip(names, places, strict=True)
    }


def _towards(center: Point, aim: Point, radius: float) -> Point:
    angle = atan2(aim[1] - center[1], aim[0] - center[0])
    return center[0] + radius * cos(angle), center[1] + radius * sin(angle)


def _bend(start: Point, end: Point, others: Iterable[Point], radius: float) -> float:
    """Return by how many pixels an edge bends to its right, so that the edge passes no other node."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    across = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    for x, y in others:
        along = (x - start[0]) * across[0] + (y - start[1]) * across[1]
        beside = (y - start[1]) * across[0] - (x - start[0]) * across[1]
        if 0 < along < length and abs(beside) < radius + 5:
            return (-1 if beside > 0 else 1) * 2 * (radius + 6)
    return 0


def _free_place(start: Point, middle: Point, end: Point, taken: Sequence[Point]) -> Point:
    """Return the place for a label on a curve, in its middle half, that is farthest from the places `taken`."""

    def at(share: float) -> Point:
        weights = (1 - share) ** 2, 2 * share * (1 - share), share**2
        x, y = (sum(w * point[axis] for w, point in zip(weights, (start, middle, end), strict=True)) for axis in (0, 1))
        return x, y

    def room(place: Point) -> float:
        return min([26.0, *(abs(x - place[0]) / 1.5 + abs(y - place[1]) for x, y in taken)])

    return max(map(at, (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)), key=room)


def _arrow_head(tip: Point, angle: float) -> str:
    sides = [(tip[0] - 8 * cos(angle + turn), tip[1] - 8 * sin(angle + turn)) for turn in (-0.4, 0.4)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *sides))
    return f'<polygon points="{points}"/>'
