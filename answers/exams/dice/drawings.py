"""Drawings of the subject of `dice`: throws of dice, and the board of the simultaneous game, as SVG."""

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
    cells = "".join(_cell(i, j, target, state) for i in range(size) for j in range(size))
    left, end = 40, 40 + CELL * size
    numbers = "".join(
        f'<text x="{left + CELL * (n + 0.5):g}" y="26" font-size="10" {FONT}>{n}</text>'
        f'<text x="{left - 8}" y="{30 + CELL * (n + 0.75):g}" font-size="10" {FONT}>{n}</text>'
        for n in range(size)
    )
    edge = f"M{left} {30 + CELL * target}h{CELL * size}M{left + CELL * target} 30v{CELL * size}"
    names = (
        f'<text x="{(left + end) / 2:g}" y="11" {LETTERS}>{theirs}</text>'
        f'<text transform="translate(12 {30 + CELL * size / 2:g}) rotate(-90)" {LETTERS}>{ours}</text>'
    )
    frame = f'<path d="{edge}" stroke="black" stroke-width="2" fill="none"/>'
    return f'<svg width="{end + 4}" height="{CELL * size + 34}">{cells}{frame}{numbers}{names}</svg>'


def _cell(i: int, j: int, target: int, state: tuple[int, int]) -> str:
    x, y = 40 + CELL * j, 30 + CELL * i
    needed = i > state[0] and j > state[1]
    fill = "black" if (i, j) == state else "#d5d5d5" if needed else "white"
    cell = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" stroke="#999" stroke-width="0.6"/>'
    if max(i, j) < target:
        return cell
    sign = "+" if i > j else "−" if i < j else "0"
    return cell + f'<text x="{x + CELL / 2:g}" y="{y + CELL - 4}" {LETTERS}>{sign}</text>'
