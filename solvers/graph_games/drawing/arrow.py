"""Draw the curve of an arc of a graph, around the vertices that the arc passes, and its tip.

The paths come from a `GraphLayout`, in pixels.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import copysign, hypot

from solvers.graph_games.drawing.layout import Place

TIP = 7
"""Length and width of the tip in pixels."""
OUT = 1.4
"""Distance, in radii of a vertex, from its centre to where arcs may turn aside without touching neighbours."""
LEAN = 0.9
"""Greatest sideways distance, in radii of a vertex, of an arc at that place."""
Curve = list[Place]
"""The start of the curve, then the control point and the end of each piece, a quadratic Bézier curve."""


def curve(places: Sequence[Place], radius: float, *, is_round: tuple[bool, bool] = (True, True)) -> Curve:
    """Return the curve of an arc from the border of its first vertex to the border of its last vertex.

    The first and the last of `places` are the centres of these vertices, of radius `radius`; `is_round` says of each
    whether it is a circle, not a square. The curve goes vertically through the places between. Each place must be at
    least 2.4 radii below or above the place before.
    """

    def beside(here: Place, there: Place) -> Place:
        dx, dy = there[0] - here[0], there[1] - here[1]
        most = LEAN * radius if here in (places[0], places[-1]) else 0
        return here[0] + max(-most, min(most, dx * OUT * radius / abs(dy))), here[1] + copysign(OUT * radius, dy)

    turns = [place for tail, head in pairwise(places) for place in (beside(tail, head), beside(head, tail))]
    ends = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(turns)]
    start = _border(places[0], turns[0], radius, is_round=is_round[0])
    ends.append(_border(places[-1], turns[-1], radius, is_round=is_round[1]))
    return [start, *(place for piece in zip(turns, ends, strict=True) for place in piece)]


def _border(centre: Place, to: Place, radius: float, *, is_round: bool) -> Place:
    dx, dy = to[0] - centre[0], to[1] - centre[1]
    cut = radius / (hypot(dx, dy) if is_round else max(abs(dx), abs(dy)))
    return centre[0] + dx * cut, centre[1] + dy * cut


def along(drawn: Curve, share: float) -> Place:
    """Return the point at a share of a curve, 0 ≤ share < 1; all pieces of the curve have equal shares."""
    piece, t = divmod(share * (len(drawn) // 2), 1)
    start, turn, end = drawn[2 * int(piece) : 2 * int(piece) + 3]
    x, y = ((1 - t) ** 2 * start[axis] + 2 * (1 - t) * t * turn[axis] + t**2 * end[axis] for axis in (0, 1))
    return x, y


def arrow(drawn: Curve, *, is_dashed: bool = False) -> str:
    """Return the two paths of an arrow, its curve, of the class "arc", and its tip; the curve may be dashed."""
    (x1, y1), (x2, y2) = drawn[-2:]
    length = hypot(x2 - x1, y2 - y1)
    ex, ey = TIP * (x2 - x1) / length, TIP * (y2 - y1) / length
    # The tip is drawn, not a marker: two drawings on one page may not share a name.
    corners = (x2, y2), (x2 - ex - ey / 2, y2 - ey + ex / 2), (x2 - ex + ey / 2, y2 - ey - ex / 2)
    pieces = "".join(f"Q{_point(turn)} {_point(end)}" for turn, end in zip(drawn[1::2], drawn[2::2], strict=True))
    tip, dashes = "L".join(map(_point, corners)), ' stroke-dasharray="4 3"' if is_dashed else ""
    return f'<path class="arc" d="M{_point(drawn[0])}{pieces}" fill="none" stroke="#000"{dashes}/><path d="M{tip}z"/>'


def _point(place: Place) -> str:
    return f"{place[0]:.1f} {place[1]:.1f}"
