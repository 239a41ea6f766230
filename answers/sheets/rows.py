"""How large the box of an answer is, and how boxes stand in rows: as many beside each other as fit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, floor
from typing import Final, Generic, TypeVar

from answers.assets import asset
from answers.exam.question import Part
from answers.kinds.numbers.numbers import Numbers
from answers.sheets.layout import MM

C = TypeVar("C")

CHARACTER: Final = 4.2
"""Millimetres that a hand needs for a character."""
ROW: Final = 175.2
"""Millimetres of a row behind the letter of its part, with the gap after its last box."""
GAP, PADDING, LETTER = 2.5, 1.0, 3.6
"""Millimetres after a box, after a label, and of the letter of a part that stands in a label."""
MOST: Final = 7
POINTS: Final = 9.5
"""Of a label, whose font the style sheet tells."""
TWO_LINES, WIDEST = 15.8, 46.0
"""Millimetres: what fits two lines of the first length takes two, what is longer than the second takes several."""


@dataclass(frozen=True, slots=True)
class Size:
    """A size of boxes, called by its class in the style sheet: so many millimetres wide."""

    name: str
    width: float

    @property
    def holds(self) -> int:
        """How many characters a hand writes on a line of it."""
        return int(self.width / CHARACTER)


DIGITS, NUMBER, LONG = Size("digits", 12), Size("number", 38), Size("long", 50)
FRACTION = Size("fraction", 33)
"""Higher, for what is written on two lines."""


def size_of(part: Part) -> Size:
    """Return the size of the boxes of a part: its longest right answer fits; what is no number has the largest."""
    of_kind = part.kind.characters(part.tolerance) if isinstance(part.kind, Numbers) else LONG.holds
    characters = part.width or of_kind
    if not characters:
        return FRACTION
    return next((size for size in (DIGITS, NUMBER) if characters <= size.holds), LONG)


@dataclass(frozen=True, slots=True)
class Rows(Generic[C]):
    """The cells of a question in rows, and how many millimetres their labels have."""

    label: float
    rows: tuple[tuple[C, ...], ...]

    @property
    def name(self) -> str:
        """What the style of its labels is called."""
        return f"w{self.label * 10:.0f}"

    def width(self, size: Size) -> float:
        """How many millimetres a cell has, its gap counted."""
        return self.label + size.width + GAP


def laid_out(parts: Sequence[tuple[Size, Sequence[C]]], label_of: Callable[[C], str]) -> Rows[C]:
    """Return the cells of a question's parts, all of whose labels are as wide, in the fewest rows.

    Boxes of one size stand in columns. A part has rows of its own, evenly filled, or stands beside another as a whole;
    its letter is then before the first of its labels.
    """
    longest = max(_length(label_of(cell)) for _, cells in parts for cell in cells) + PADDING
    alone = _rows(parts, _stretched(parts, longest), beside=False)
    beside = _rows(parts, _stretched(parts, longest + LETTER), beside=True)
    return beside if len(beside.rows) < len(alone.rows) else alone


def _stretched(parts: Sequence[tuple[Size, Sequence[C]]], label: float) -> float:
    """The width of labels by which boxes of one size fill a row."""
    widths = {size.width for size, _ in parts}
    if len(widths) > 1:
        return ceil(10 * label) / 10
    cell = max(widths) + GAP
    return floor(10 * (ROW / max(min(int(ROW / (label + cell)), MOST), 1) - cell)) / 10


def _rows(parts: Sequence[tuple[Size, Sequence[C]]], label: float, *, beside: bool) -> Rows[C]:
    rows: list[tuple[C, ...]] = []
    left = 0.0
    for size, cells in parts:
        cell = label + size.width + GAP
        count = -(-len(cells) // max(int(ROW / cell), 1))
        each = -(-len(cells) // count)
        if beside and len(cells) * cell < left + PADDING:
            rows[-1] += tuple(cells)
        else:
            rows += (tuple(cells[i : i + each]) for i in range(0, len(cells), each))
            left = ROW if count == 1 else 0
        left -= len(cells) * cell
    return Rows(label, tuple(rows))


def _length(label: str) -> float:
    """How many millimetres of a line a label takes."""
    whole = _printed(label)
    longest = max(map(_printed, label.split(" ")))
    if TWO_LINES < whole < 2 * TWO_LINES and longest <= TWO_LINES:
        return TWO_LINES
    return min(whole, WIDEST)


def _printed(text: str) -> float:
    return POINTS * MM * sum(_advances().get(char, 1) for char in text)


@cache
def _advances() -> dict[str, float]:
    """How wide the characters of the sheets' fonts are, for a height of 1."""
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]

    found: dict[str, float] = {}
    for name in ("field.ttf", "text-regular.otf"):
        with asset("templates", "fonts", name).open("rb") as file:
            font = TTFont(file)
            unit, widths = font["head"].unitsPerEm, font["hmtx"]
            found |= {chr(code): widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}
    return found
