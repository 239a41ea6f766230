"""Bars as SVG, in the face of the sheets: readable in black and white, recoloured by the page's style at night."""

from collections.abc import Sequence
from html import escape

from markupsafe import Markup

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 6, 20, 40
INK, BAR = "#1d2733", "#5b7fa6"


def bars_svg(values: Sequence[float], labels: Sequence[str], *, title: str, axis: str, top: float = 0) -> Markup:
    """Return a bar chart as one ``<svg>`` element.

    Parameters
    ----------
    values
        Heights, at least 0; each stands above its bar, rounded to an integer.
    labels
        What stands below each bar, empty for none; or, one more than the values, what stands between the bars.
    title, axis
        What it shows, for those who hear it; what the horizontal axis is.
    top
        The value at the top; that of the highest bar when it is higher.
    """
    highest = max([top, 1, *values])
    step = (WIDTH - LEFT - RIGHT) / max(len(values), 1)
    scale = (HEIGHT - TOP - BOTTOM) / highest
    base = HEIGHT - BOTTOM
    parts = [f"<title>{escape(title)}</title>"]
    for at, value in enumerate(values):
        left, middle, height = LEFT + at * step + 0.12 * step, LEFT + (at + 0.5) * step, value * scale
        parts.append(
            f'<rect class="bar" x="{left:.1f}" y="{base - height:.1f}" width="{0.76 * step:.1f}" height="{height:.1f}" '
            f'fill="{BAR}"/>'
        )
        if value:
            parts.append(_text(middle, base - height - 4, f"{value:.0f}"))
    first = LEFT + (0.5 * step if len(labels) == len(values) else 0)
    parts += [_text(first + at * step, base + 15, label) for at, label in enumerate(labels) if label]
    parts += [
        f'<path class="axis" d="M {LEFT} {base} H {WIDTH - RIGHT}" stroke="{INK}"/>',
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, axis),
    ]
    return Markup(  # noqa: S704 (made of numbers and of escaped words of ours)
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" font-family="Corrige Text" font-size="12" text-anchor="middle">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{INK}">{escape(text)}</text>'
