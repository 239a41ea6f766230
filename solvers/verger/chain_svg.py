"""Draw a small Markov chain of the orchard game: states, transitions, probabilities.

Source: Verger document, section "Calcul mathématique", its graph; the drawing is ours.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape
from typing import Final

from solvers.graph_games.drawing.arrow import Curve, along, arrow, curve
from solvers.graph_games.drawing.layout import Place, layout
from solvers.invalid_input import InvalidInput
from solvers.verger.markov_chain import MarkovChain

MOST_STATES: Final = 60
ACROSS, DOWN, RADIUS, MARGIN = 130, 120, 22, 40
"""Pixels: between neighbouring states across and down, the radius of a state, and the margin around the drawing."""
HALF_LINE: Final = 6.0
"""Half the height of a label in pixels."""
SHARES: Final = (0.35, 0.28, 0.42, 0.5, 0.58, 0.65, 0.22, 0.72)
"""Places of a label on its arrow, as shares of the arrow's length, the best place first."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def chain_svg(chain: MarkovChain, loss: str, win: str) -> str:
    """Return the drawing of a chain as ``<svg>``, with lettered states; `loss` and `win` name the last two."""
    count = len(chain.states)
    if count > MOST_STATES:
        raise InvalidInput(
            "a Markov chain of at most {most_states} states can be drawn, got {count}",
            most_states=MOST_STATES,
            count=count,
        )
    # Where a throw may lead from each state, that state left out.
    arcs = {i: tuple(j for j, p in enumerate(row) if p and j != i) for i, row in enumerate(chain.matrix)}
    drawn, width, height = layout(arcs, 0).scaled(ACROSS, DOWN, MARGIN + RADIUS, MARGIN + RADIUS)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
    head += f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="serif" font-size="11" '
    parts = [head + 'text-anchor="middle">']
    arrows = [(i, j, curve(way, RADIUS)) for i, j, way in drawn.ways()]
    parts += [arrow(places, is_dashed=j == count) for _, j, places in arrows]
    names = [*map(str, chain.states), loss, win]
    for i, name in enumerate(names):
        x, y = drawn.places[i]
        letter = LETTERS[i] if len(names) <= len(LETTERS) else str(i + 1)
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="#fff" stroke="#000" '
            f'stroke-width="{3 if i >= count else 1.2}"/>'
            f'<text x="{x:.1f}" y="{y - 3:.1f}" font-weight="bold">{letter}</text>'
            f'<text x="{x:.1f}" y="{y + 11:.1f}">{escape(name)}</text>'
        )
    parts += _labels(((places, chain.matrix[i][j]) for i, j, places in arrows), drawn.places.values())
    return "\n".join([*parts, "</svg>"])


def _labels(arrows: Iterable[tuple[Curve, Fraction]], states: Iterable[Place]) -> Iterator[str]:
    """Yield the probabilities as labels on their arrows, so that they cover no state and no other label if possible."""
    covered: list[tuple[Place, float, float]] = [(place, RADIUS, RADIUS) for place in states]  # with half its sides
    for drawn, chance in arrows:
        text = str(chance)
        half = 3.0 * len(text)

        def is_free(place: Place, half: float = half) -> bool:
            x, y = place
            return not any(abs(x - u) < half + wide and abs(y - v) < HALF_LINE + high for (u, v), wide, high in covered)

        places = [along(drawn, share) for share in SHARES]
        x, y = at = next(filter(is_free, places), places[0])
        covered.append((at, half, HALF_LINE))
        box = f'<rect x="{x - half:.1f}" y="{y - 6:.1f}" width="{2 * half:.0f}" height="12" fill="#fff"/>'
        yield f'{box}<text x="{x:.1f}" y="{y + 4:.1f}">{text}</text>'
