"""Drawings of dice for the subject of the exam `yahtzee`: SVG of ours, legible in black and white."""

from collections.abc import Iterable, Sequence

SIDE = 26
STEP = 32
"""Side of a die and distance of two, in pixels."""
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}
"""Which of nine places, row by row, bear a pip."""


def die(x: float, y: float, face: int, *, kept: bool) -> str:
    """Return a die with its upper left corner at (x, y): a thick frame if it is kept."""
    pips = "".join(
        f'<circle cx="{x + 6 + 7 * (int(place) % 3)}" cy="{y + 6 + 7 * (int(place) // 3)}" r="2.3"/>'
        for place in PIPS[face]
    )
    width = 2.6 if kept else 0.7
    frame = f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" rx="4" fill="none" stroke="black" '
    return f'{frame}stroke-width="{width}"/>{pips}'


def row(x: float, y: float, faces: Sequence[int], kept: Iterable[bool]) -> str:
    """Return dice side by side."""
    return "".join(
        die(x + STEP * i, y, face, kept=held) for i, (face, held) in enumerate(zip(faces, kept, strict=True))
    )


def text(x: float, y: float, words: str, *, size: int = 12, anchor: str = "middle") -> str:
    """Return a text whose baseline is at y."""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}">{words}</text>'


def svg(width: int, height: int, *shapes: str) -> str:
    """Return the drawing."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}px" height="{height}px" '
        f'viewBox="0 0 {width} {height}" font-family="Corrige Text, sans-serif">{"".join(shapes)}</svg>'
    )
