"""A small arena as a drawing, with the attractors of both players.

Source: document 003 ("Jeux"), examples 1.1 and 1.5, exercise 1.4; the drawing is ours.
"""

from collections.abc import Callable, Mapping
from html import escape
from math import hypot
from typing import Final

from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.layout import Place, layout
from solvers.graph_games.game import State
from solvers.refusal import Refusal

MAX_STATES: Final = 300
LINE: Final = 12
TIP: Final = 7
"""Pixels of a line of a label, and of the tip of an arrow."""
STYLES: Final = {
    0: 'fill="#d6ecff" stroke="#000" stroke-width="3"',
    1: 'fill="#f0b070" stroke="#000" stroke-width="1.5" stroke-dasharray="4 3"',
    None: 'fill="#fff" stroke="#000" stroke-width="1"',
}
"""Player 0's attractor: pale, thick line; player 1's: darker, dashed line; neither: white, thin line. The
lines tell them apart without colours too."""


def arena_svg(
    arena: Arena[State], label: Callable[[State], str] = str, *, attractors: bool = True, legend: bool = True
) -> str:
    """Return the drawing of an arena of at most 300 states as one ``<svg>`` element.

    States of player 0 are round, those of player 1 square; the initial state has an arrow. The layout is Graphviz's if
    `dot` is installed and answers in time, our own otherwise. The text of a state is escaped. `attractors` draws whose
    attractor a state is in (False leaves the sheet for the student), `legend` says below how.
    """
    if len(arena.arcs) > MAX_STATES:
        raise Refusal(
            "at most {max_states} states can be drawn, got {count}", max_states=MAX_STATES, count=len(arena.arcs)
        )
    labels = {state: label(state).split("\n") for state in arena.arcs}
    radius = max(map(_radius, labels.values()))
    drawn = layout(arena.arcs, arena.start)
    places, width, height = _scaled(drawn, radius)
    winners = _winners(arena) if attractors else {}
    legend = legend and attractors
    height += 3 * 22 if legend else 0
    parts = [_head(width, height), _arrow((places[arena.start][0], 0), places[arena.start], radius, start=True)]
    parts += [_arrow(places[s], places[t], radius, start=False) for s, after in arena.arcs.items() for t in after]
    for state, owner in arena.owners.items():
        parts += _state(places[state], radius, owner, winners.get(state), labels[state])
    return "\n".join([*parts, *(_legend(height) if legend else []), "</svg>"])


def _radius(lines: list[str]) -> float:
    return 8 + max(LINE * len(lines), 7.5 * max(map(len, lines))) / 2


def _winners(arena: Arena[State]) -> dict[State, int]:
    return {state: player for player in (0, 1) for state in attractor(arena, player).states}


def _scaled(layout: Mapping[State, Place], radius: float) -> tuple[dict[State, Place], float, float]:
    """Stretch a layout whose neighbours are 1 apart, and return the size of the drawing with it."""
    left, top = (min(place[axis] for place in layout.values()) for axis in (0, 1))
    across, down = 2.6 * radius, 3.4 * radius
    places = {
        state: (radius + 10 + across * (x - left), 2 * radius + 10 + down * (y - top))
        for state, (x, y) in layout.items()
    }
    right, bottom = (max(place[axis] for place in places.values()) for axis in (0, 1))
    return places, right + radius + 10, bottom + radius + 10


def _head(width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" font-family="monospace" font-size="{LINE}" '
        'text-anchor="middle">'
    )


def _arrow(tail: Place, head: Place, radius: float, *, start: bool) -> str:
    """Draw an arc between the borders of two states; the arrow to the initial state has no tail state."""
    dx, dy = head[0] - tail[0], head[1] - tail[1]
    length = hypot(dx, dy) or 1
    cut = 0.0 if start else radius / length
    x1, y1 = tail[0] + dx * cut, tail[1] + dy * cut
    x2, y2 = head[0] - dx * radius / length, head[1] - dy * radius / length
    ex, ey = TIP * dx / length, TIP * dy / length
    # The tip is drawn, not a marker: two drawings on one page may not share a name.
    corners = (x2, y2), (x2 - ex - ey / 2, y2 - ey + ex / 2), (x2 - ex + ey / 2, y2 - ey - ex / 2)
    tip = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "z"
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#000"/><path d="{tip}"/>'


def _state(place: Place, radius: float, owner: int, winner: int | None, lines: list[str]) -> list[str]:
    x, y = place
    if owner == 0:
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {STYLES[winner]}/>'
    else:
        side = f'width="{2 * radius:.1f}" height="{2 * radius:.1f}"'
        shape = f'<rect x="{x - radius:.1f}" y="{y - radius:.1f}" {side} {STYLES[winner]}/>'
    top = y - LINE * (len(lines) - 1) / 2 + LINE / 3
    return [shape, *(_text(x, top + LINE * k, line) for k, line in enumerate(lines))]


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" xml:space="preserve">{escape(text)}</text>'


def _legend(height: float) -> list[str]:
    parts = []
    for row, (winner, text) in enumerate([(0, "A(0)"), (1, "A(1)"), (None, "—")]):
        y = height - 22 * (3 - row)
        parts.append(f'<rect x="10" y="{y:.1f}" width="24" height="16" {STYLES[winner]}/>')
        parts.append(_text(42, y + LINE, text, "start"))
    return parts
