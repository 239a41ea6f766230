"""Make the shared parts of SVG drawings: texts, the frame around all shapes, the pips of a die."""

from collections.abc import Iterable
from html import escape
from types import MappingProxyType
from typing import Final

PIPS: Final = MappingProxyType(
    {
        1: ((1, 1),),
        2: ((0, 0), (2, 2)),
        3: ((0, 0), (1, 1), (2, 2)),
        4: ((0, 0), (2, 0), (0, 2), (2, 2)),
        5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
        6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
    }
)
"""The column and the row of each pip of a face, on a grid of three by three."""


def text(x: float, y: float, words: str, *, size: float = 0, anchor: str = "") -> str:
    """Return an SVG text element with `words`, escaped, and its base line at `y`.

    With size 0 or anchor "", the text inherits these properties from its parent element.
    """
    style = (f' font-size="{size:g}"' if size else "") + (f' text-anchor="{anchor}"' if anchor else "")
    return f'<text x="{round(x, 1):g}" y="{round(y, 1):g}"{style}>{escape(words)}</text>'


def drawing(width: float, height: float, shapes: Iterable[str], *, style: str, title: str = "") -> str:
    """Return shapes in a frame of `width` × `height` pixels, as one ``<svg>`` element.

    `style` has attributes of the element, such as the font. `title` is the text for screen readers.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" {style}>'
        f"{f'<title>{escape(title)}</title>' if title else ''}{''.join(shapes)}</svg>"
    )
