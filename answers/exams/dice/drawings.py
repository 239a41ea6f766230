"""Drawings of the subject of `dice`: throws of dice, and the board of the simultaneous game, as SVG."""

from collections.abc import Iterable, Sequence
from typing import Final

SIDE: Final = 30
"""Width of a die, in pixels."""
PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""Where the pips of a face are, on a grid of three by three."""
CELL: Final = 15
FONT: Final = 'font-family="\'Corrige Text\'" text-anchor="middle"'
LETTERS: Final = f'font-size="11" {FONT}'


def throws_drawing(throws: tuple[tuple[tuple[int, ...], str], ...]) -> str:
    """Draw throws in a row, each with what it scores below."""
    pieces, left = [], 4
    for faces, score in throws:
        pieces += [_die(face, left + n * (SIDE + 5)) for n, face in enumerate(faces)]
        width = len(faces) * (SIDE + 5) - 5
        pieces.append(f'<text x="{left + width / 2:g}" y="{SIDE + 20}" {LETTERS}>{score}</text>')
        left += width + 45
    return f'<svg width="{left - 40}" height="{SIDE + 26}">{"".join(pieces)}</svg>'


def _die(face: int, left: int) -> str:
    pips = "".join(f'<circle cx="{left + 6 + 9 * x}" cy="{8 + 9 * y}" r="2.8"/>' for x, y in PIPS[face])
    return f'<rect x="{left}" y="2" width="{SIDE}" height="{SIDE}" rx="4" fill="white" stroke="black"/>' + pips


def board_drawing(target: int, beyond: int, state: tuple[int, int], ours: str, theirs: str) -> str:
    """Draw the states of the simultaneous game: open ones, ended ones with their gain, and those that one needs.

    Rows are points of player 1, columns those of player 2; `ours` and `theirs` name the axes.
    """
    size = target + beyond
    side, edge = CELL * size, CELL * target
    own, other = state
    lines = "".join(f"M0 {CELL * n}h{side}M{CELL * n} 0v{side}" for n in range(size + 1))
    pieces = (
        _cells(own + 1, other + 1, size - own - 1, size - other - 1, "#d5d5d5"),
        _cells(own, other, 1, 1, "black"),
        f'<path d="{lines}" stroke="#999" stroke-width="0.6" fill="none"/>',
        f'<path d="M0 {edge}h{side}M{edge} 0v{side}" stroke="black" stroke-width="2" fill="none"/>',
        *(_signs(i, target, size) for i in range(size)),
        _letters(range(size), [CELL * (n + 0.5) for n in range(size)], -5),
        *(_letters((n,), [-8], CELL * (n + 0.75)) for n in range(size)),
        f'<text x="{side / 2:g}" y="-19" {LETTERS}>{theirs}</text>',
        f'<text transform="translate(-28 {side / 2:g}) rotate(-90)" {LETTERS}>{ours}</text>',
    )
    size_of = f'width="{side + 42}" height="{side + 32}" viewBox="-40 -30 {side + 42} {side + 32}"'
    return f"<svg {size_of}>{''.join(pieces)}</svg>"


def _cells(i: int, j: int, rows: int, columns: int, fill: str) -> str:
    return f'<path d="M{CELL * j} {CELL * i}h{CELL * columns}v{CELL * rows}h-{CELL * columns}z" fill="{fill}"/>'


def _signs(i: int, target: int, size: int) -> str:
    """The signs of the gains of a row, where the game has ended."""
    ended = [j for j in range(size) if max(i, j) >= target]
    signs = ("+" if i > j else "−" if i < j else "0" for j in ended)
    return _letters(signs, [CELL * (j + 0.5) for j in ended], CELL * (i + 0.75))


def _letters(texts: Iterable[object], places: Sequence[float], y: float) -> str:
    """Short texts on one line, each centred on its place."""
    return "".join(
        f'<text x="{x:g}" y="{y:g}" font-size="10" {FONT}>{text}</text>' for text, x in zip(texts, places, strict=True)
    )
