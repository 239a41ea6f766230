"""Draw how a stochastic algorithm approaches the value of a game: the mean against the number of steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log10

from solvers import svg

WIDTH, HEIGHT = 420, 200
LEFT, RIGHT, TOP, BOTTOM = 34, 90, 8, 22
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
DASHES = ("", "6 3", "1.5 2.5")
"""Dash patterns that distinguish the curves without colour."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of one game: its name, its exact value, and pairs of a number of steps and the share won by then.

    The share is that of the steps which player 1 has won; the pairs are in order.
    """

    name: str
    value: Fraction
    means: tuple[tuple[int, float], ...]


def learning_curve(curves: Sequence[Curve]) -> str:
    """Return an SVG drawing of up to three curves over a common range of steps, which spans a factor of 10 or more.

    The vertical axis goes from 0 to 1; the horizontal one is logarithmic, with a mark at each power of ten. A grey line
    marks the exact value of each game.
    """
    first, last = (log10(curves[0].means[n][0]) for n in (0, -1))
    scale = (WIDTH - LEFT - RIGHT) / (last - first)
    zero = LEFT - first * scale
    parts = [f'<path d="M{LEFT} {TOP}V{_height(0):g}H{WIDTH - RIGHT}" fill="none" stroke="#000" stroke-width="0.8"/>']
    parts += [svg.text(LEFT - 6, _height(half / 2) + 4, ("0", "1/2", "1")[half], anchor="end") for half in range(3)]
    for power in range(ceil(first), floor(last) + 1):
        parts.append(f'<path d="M{zero + power * scale:.1f} {_height(0):g}v4" stroke="#000" stroke-width="0.8"/>')
        raised = f"10{str(power).translate(RAISED)}"
        parts.append(svg.text(zero + power * scale, HEIGHT - 5, raised, anchor="middle"))
    for curve, dash in zip(curves, DASHES, strict=False):
        points = " ".join(f"{zero + log10(n) * scale:.1f},{_height(mean):.1f}" for n, mean in curve.means)
        y = _height(float(curve.value))
        parts += [
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#999" stroke-width="0.6"/>',
            f'<polyline points="{points}" fill="none" stroke="#000" stroke-width="1.2" stroke-dasharray="{dash}"/>',
            svg.text(WIDTH - RIGHT + 5, y + 4, curve.name, anchor="start"),
        ]
    style = 'font-family="Corrige Field, sans-serif" font-size="11"'
    return svg.drawing(WIDTH, HEIGHT, parts, style=style)


def _height(value: float) -> float:
    return TOP + (1 - value) * (HEIGHT - TOP - BOTTOM)
