"""The drawings of the subject of `verger`: the board, two baskets, a chain, as SVG."""

from collections.abc import Iterable
from fractions import Fraction
from html import escape
from math import hypot
from typing import Final

from answers.exam.words import Words, plain
from solvers.verger.markov_chain import markov_chain
from solvers.verger.orchard import DEFAULT_GAME, Orchard

EXAMPLE: Final = Orchard((2, 1), 1)
"""The chain drawn, with the original die."""
BASKET_TREES: Final = (4, 2, 2, 1)
TAKEN: Final = {"max": {4: 1, 3: 2, 6: 3}, "min": {9: 1, 8: 2, 7: 3}}
"""Fruits of a basket of three by strategy: places in the basket, by the number of the fruit along the trees."""

TEXT: Final = 'font-family="Corrige Text" font-size="11" text-anchor="middle"'
_LINE: Final = 'fill="none" stroke="black"'
_PLACES: Final = {"21|1": (26, 78), "2|1": (116, 34), "11|1": (176, 124), "1|1": (262, 78)}
_WIN: Final = (362, 78)
_LOSS: Final = 178
_BENT: Final = {("2|1", "win"): (270, 10), ("11|1", "win"): (315, 152)}
"""Where the middle of an edge that is no straight line is drawn to."""
_RADIUS: Final = 19


def board(words: Words) -> str:
    """Draw the original game: its trees, the raven's puzzle, and the six faces of the die."""
    ravens = (f'<rect x="{8 + 18 * i}" y="34" width="12" height="12"/>' for i in range(DEFAULT_GAME.ravens))
    shapes = [_trees(DEFAULT_GAME.trees, 8, 6), *ravens]
    tree, basket, raven = (plain(words.say(name)) for name in ("tree", "basket", "raven"))
    faces = [*(f"{tree} {i}" for i in range(1, 5)), basket, raven]
    for i, face in enumerate(faces):
        x = 8 + 96 * i
        shapes.append(f'<rect {_LINE} x="{x}" y="60" width="86" height="26" rx="5"/>')
        shapes.append(_text(x + 43, 77, face))
    return _svg(632, 92, shapes)


def baskets(words: Words) -> str:
    """Draw which fruits of four trees max and min put into a basket of three, in their order."""
    shapes = []
    for row, strategy in enumerate(("max", "min")):
        y = 6 + 32 * row
        shapes.append(_text(30, y + 14, plain(words.say("strategy", slug=strategy))))
        shapes.append(_trees(BASKET_TREES, 60, y, TAKEN[strategy]))
    return _svg(290, 66, shapes)


def chain_graph(words: Words) -> str:
    """Draw the chain of 21|1 with the original die: an arrow a transition, those to the loss dashed."""
    chain = markov_chain(EXAMPLE)
    win, loss = plain(words.say("won")), plain(words.say("lost"))
    shapes = [_ARROW]
    names = [str(state) for state in chain.states]
    for name, row in zip(names, chain.matrix, strict=False):
        for end, chance in zip((*names, "loss", "win"), row, strict=True):
            if chance:
                shapes.append(_edge(name, end, chance))
    for name, (x, y) in (*_PLACES.items(), (win, _WIN)):
        shapes.append(f'<circle {_LINE} cx="{x}" cy="{y}" r="{_RADIUS}"/>{_text(x, y + 4, name)}')
    shapes.append(f'<rect {_LINE} x="6" y="{_LOSS}" width="290" height="20" rx="6"/>{_text(150, _LOSS + 14, loss)}')
    return _svg(388, 202, shapes)


_ARROW: Final = (
    '<defs><marker id="verger-arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>'
)


def _edge(start: str, end: str, chance: Fraction) -> str:
    """An arrow from circle to circle, straight or bent, with its probability beside it."""
    x, y = _PLACES[start]
    if end == "loss":
        line = f'<path {_LINE} stroke-dasharray="3 2" marker-end="url(#verger-arrow)" d="M{x} {y + _RADIUS}V{_LOSS}"/>'
        return line + _label(x, _LOSS - 22, chance)
    to = _WIN if end == "win" else _PLACES[end]
    middle = _BENT.get((start, end), ((x + to[0]) / 2, (y + to[1]) / 2))
    (x0, y0), (x1, y1) = _towards((x, y), middle), _towards(to, middle)
    curve = f"M{x0:.1f} {y0:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {x1:.1f} {y1:.1f}"
    line = f'<path {_LINE} marker-end="url(#verger-arrow)" d="{curve}"/>'
    return line + _label((x0 + 2 * middle[0] + x1) / 4, (y0 + 2 * middle[1] + y1) / 4, chance)


def _towards(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    """The point of a circle that lies in a direction."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + _RADIUS * (end[0] - start[0]) / length, start[1] + _RADIUS * (end[1] - start[1]) / length


def _label(x: float, y: float, chance: Fraction) -> str:
    return f'<rect x="{x - 10:.1f}" y="{y - 7:.1f}" width="20" height="14" fill="white"/>{_text(x, y + 4, str(chance))}'


def _trees(trees: Iterable[int], left: float, top: float, taken: dict[int, int] | None = None) -> str:
    """Trees in a row, a box each and a ring a fruit; fruits taken bear their place in the basket."""
    shapes, number = [], 0
    for fruits in trees:
        shapes.append(f'<rect {_LINE} x="{left}" y="{top}" width="{14 * fruits + 4}" height="20" rx="4"/>')
        for i in range(fruits):
            number += 1
            x, order = left + 14 * i + 9, (taken or {}).get(number)
            shapes.append(f'<circle {_LINE} cx="{x}" cy="{top + 10}" r="5.5"/>')
            shapes.append(_text(x, top + 13.5, str(order), size=9.5) if order else "")
        left += 14 * fruits + 14
    return "".join(shapes)


def _text(x: float, y: float, text: str, size: float = 11) -> str:
    style = TEXT.replace('"11"', f'"{size:g}"')
    return f'<text {style} x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _svg(width: int, height: int, shapes: Iterable[str]) -> str:
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'
