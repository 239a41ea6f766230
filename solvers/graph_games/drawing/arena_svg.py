"""Draw a small arena, with the attractors of both players.

Source: document 003 "Jeux", examples 1.1 and 1.5, exercise 1.4; the drawing is ours.
"""

from collections.abc import Callable
from html import escape
from typing import Final

from solvers.graph_games.arena import Arena
from solvers.graph_games.attractors import attractor
from solvers.graph_games.drawing.arrow import arrow, curve
from solvers.graph_games.drawing.layout import layout
from solvers.graph_games.game import State
from solvers.invalid_input import InvalidInput

MAX_STATES: Final = 300
LINE: Final = 12
"""Height of a line of a label in pixels."""
STYLES: Final = {
    0: 'fill="#d6ecff" stroke="#000" stroke-width="3"',
    1: 'fill="#f0b070" stroke="#000" stroke-width="1.5" stroke-dasharray="4 3"',
    None: 'fill="#fff" stroke="#000" stroke-width="1"',
}
"""Player 0's attractor: pale, thick line; player 1's: darker, dashed line; neither: white, thin line. The
lines tell them apart without colours too."""


def arena_svg(arena: Arena[State], label: Callable[[State], str] = str, *, legend: bool = True) -> str:
    """Return the drawing of an arena of at most 300 states as one ``<svg>`` element.

    States of player 0 are round, those of player 1 square; the initial state has an arrow. Arcs bend around the
    states that they pass. The text of a state is escaped. Colours and lines show the attractor that contains a state;
    `legend` explains them below the drawing.
    """
    if len(arena.arcs) > MAX_STATES:
        raise InvalidInput(
            "a drawing of an arena has room for {max_states} states, got {count}",
            max_states=MAX_STATES,
            count=len(arena.arcs),
        )
    labels = {state: label(state).split("\n") for state in arena.arcs}
    radius = max(8 + max(LINE * len(lines), 7.5 * max(map(len, lines))) / 2 for lines in labels.values())
    drawn, width, height = layout(arena.arcs, arena.start).scaled(
        2.6 * radius, 3.4 * radius, radius + 10, 2 * radius + 10
    )
    places, owners = drawn.places, arena.owners
    winners = {state: player for player in (0, 1) for state in attractor(arena, player).states}
    height += 3 * 22 if legend else 0
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.1f} {height:.1f}" role="img" font-family="monospace" font-size="{LINE}" '
        'text-anchor="middle">'
    )
    x, y = places[arena.start]
    parts = [svg, arrow([(x, 0), (x, radius / 2), (x, y - radius)])]
    for tail, head, way in drawn.ways():
        parts.append(arrow(curve(way, radius, is_round=(owners[tail] == 0, owners[head] == 0))))
    for state, owner in owners.items():
        (x, y), style, lines = places[state], STYLES[winners.get(state)], labels[state]
        if owner == 0:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" {style}/>')
        else:
            side = f'width="{2 * radius:.1f}" height="{2 * radius:.1f}"'
            parts.append(f'<rect x="{x - radius:.1f}" y="{y - radius:.1f}" {side} {style}/>')
        top = y - LINE * (len(lines) - 1) / 2 + LINE / 3
        parts += [_text(x, top + LINE * k, line) for k, line in enumerate(lines)]
    for row, (winner, text) in enumerate([(0, "A(0)"), (1, "A(1)"), (None, "—")] if legend else []):
        y = height - 22 * (3 - row)
        parts.append(f'<rect x="10" y="{y:.1f}" width="24" height="16" {STYLES[winner]}/>')
        parts.append(_text(42, y + LINE, text, "start"))
    return "\n".join([*parts, "</svg>"])


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" xml:space="preserve">{escape(text)}</text>'
