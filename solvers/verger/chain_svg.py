"""A small chain of the orchard game as a drawing: states, transitions, probabilities.

Source: Verger document, section "Calcul mathématique", its graph; the drawing is ours.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from math import hypot
from typing import Final

from solvers.graph_games.drawing.layout import Place, layout
from solvers.refusal import Refusal
from solvers.verger.markov_chain import MarkovChain

MOST_STATES: Final = 60
ACROSS, DOWN, RADIUS, MARGIN = 130, 120, 22, 40
"""Pixels between neighbours, of a state, and around the drawing."""
TIP: Final = 7
HALF_LINE: Final = 6.0
"""Of a label."""
SHARES: Final = (0.35, 0.28, 0.42, 0.5, 0.58, 0.65, 0.22, 0.72)
"""How far along an arrow its label may stand, the best place first."""
BENT: Final = 0.18
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def chain_svg(chain: MarkovChain, loss: str, win: str) -> str:
    """Return the drawing of a chain as one ``<svg>`` element, the states lettered as in the document.

    `loss` and `win` name the last two states. Arrows to the loss are dashed; each bears its probability. The layout is
    Graphviz's if `dot` is installed, our own otherwise.
    """
    count = len(chain.states)
    if count > MOST_STATES:
        raise Refusal(
            "a chain of at most {most_states} states can be drawn, got {count}", most_states=MOST_STATES, count=count
        )
    arcs = _arcs(chain)
    places, width, height = _places(arcs)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
    head += f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="serif" font-size="11" '
    parts = [head + 'text-anchor="middle">']
    arrows = [(i, j, chain.matrix[i][j]) for i, after in arcs.items() for j in after]
    parts += [_arrow(places[i], places[j], is_dashed=j == count) for i, j, _ in arrows]
    names = [*map(str, chain.states), loss, win]
    parts += [_state(places[i], _letter(i, len(names)), name, is_last=i >= count) for i, name in enumerate(names)]
    parts += _labels(((places[i], places[j], p) for i, j, p in arrows), places.values())
    return "\n".join([*parts, "</svg>"])


def _arcs(chain: MarkovChain) -> dict[int, tuple[int, ...]]:
    """Where a throw may lead from each state, that state left out."""
    return {i: tuple(j for j, p in enumerate(row) if p and j != i) for i, row in enumerate(chain.matrix)}


def _places(arcs: Mapping[int, tuple[int, ...]]) -> tuple[dict[int, Place], float, float]:
    """Where the states are, and the size of the drawing."""
    drawn = layout(arcs, 0)
    left, top = (min(place[axis] for place in drawn.values()) for axis in (0, 1))
    edge = MARGIN + RADIUS
    places = {i: (edge + ACROSS * (x - left), edge + DOWN * (y - top)) for i, (x, y) in drawn.items()}
    width, height = (max(place[axis] for place in places.values()) + edge for axis in (0, 1))
    return places, width, height


def _letter(number: int, count: int) -> str:
    return LETTERS[number] if count <= len(LETTERS) else str(number + 1)


def _arrow(tail: Place, head: Place, *, is_dashed: bool) -> str:
    middle = _bend(tail, head)
    x1, y1 = _towards(tail, middle)
    x2, y2 = _towards(head, middle)
    dx, dy = x2 - middle[0], y2 - middle[1]
    length = hypot(dx, dy) or 1
    ex, ey = TIP * dx / length, TIP * dy / length
    corners = ((x2, y2), (x2 - ex - ey / 2, y2 - ey + ex / 2), (x2 - ex + ey / 2, y2 - ey - ex / 2))
    tip = "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
    dashes = ' stroke-dasharray="4 3"' if is_dashed else ""
    curve = f"M{x1:.1f} {y1:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {x2:.1f} {y2:.1f}"
    return f'<path d="{curve}" fill="none" stroke="#000"{dashes}/><path d="M{tip}z"/>'


def _bend(tail: Place, head: Place) -> Place:
    """The middle of an arrow; a long one is bent outwards, past the states between its ends."""
    dx, dy = head[0] - tail[0], head[1] - tail[1]
    out = 0.0 if abs(dy) < 1.5 * DOWN else BENT if dx >= 0 else -BENT
    return (tail[0] + head[0]) / 2 + out * dy, (tail[1] + head[1]) / 2 - out * dx


def _towards(start: Place, end: Place) -> Place:
    """Where the line from the middle of a state to a point leaves the state."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return start[0] + RADIUS * (end[0] - start[0]) / length, start[1] + RADIUS * (end[1] - start[1]) / length


def _labels(arrows: Iterable[tuple[Place, Place, Fraction]], states: Iterable[Place]) -> Iterator[str]:
    """The probabilities on their arrows, where they cover neither a state nor each other, if there is such a place."""
    taken: list[tuple[Place, float, float]] = [(place, RADIUS, RADIUS) for place in states]
    for tail, head, chance in arrows:
        text = str(chance)
        half = 3.0 * len(text)
        places = [_along(tail, head, share) for share in SHARES]
        x, y = at = next((place for place in places if not _covers(place, half, taken)), places[0])
        taken.append((at, half, HALF_LINE))
        box = f'<rect x="{x - half:.1f}" y="{y - 6:.1f}" width="{2 * half:.0f}" height="12" fill="#fff"/>'
        yield f'{box}<text x="{x:.1f}" y="{y + 4:.1f}">{text}</text>'


def _along(tail: Place, head: Place, share: float) -> Place:
    """The point of an arrow after a share of it."""
    middle, rest = _bend(tail, head), 1 - share
    x, y = (rest**2 * tail[n] + 2 * rest * share * middle[n] + share**2 * head[n] for n in (0, 1))
    return x, y


def _covers(place: Place, half: float, taken: Iterable[tuple[Place, float, float]]) -> bool:
    """Whether a label at a place would lie on something: middles, half widths and half heights."""
    x, y = place
    return any(abs(x - left) < half + wide and abs(y - top) < HALF_LINE + high for (left, top), wide, high in taken)


def _state(place: Place, letter: str, name: str, *, is_last: bool) -> str:
    x, y = place
    width = 3 if is_last else 1.2
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="#fff" stroke="#000" stroke-width="{width}"/>'
        f'<text x="{x:.1f}" y="{y - 3:.1f}" font-weight="bold">{letter}</text>'
        f'<text x="{x:.1f}" y="{y + 11:.1f}">{escape(name)}</text>'
    )
