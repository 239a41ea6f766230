"""Find scanned boxes that look alike, by a simple distance between the pictures of their ink.

The distance only decides which boxes a page shows together; a person reads them. The pictures are trusted: a sandboxed
process has written them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from answers.classroom.scans import ScannedBox

GRID = (12, 40)
"""Rows and columns of the grid in which ink is compared."""
DARKER = 0.75
"""Pixels darker than this share of the paper's grey are ink."""
NEAR = 0.25
"""Two boxes are alike if their `distance` is less than this."""
LETTER = 0.62
"""Estimated width of a letter, as a share of the height of the ink."""
INSIDE = 0.8
"""Width of the printed frame inside the edge of a box, in millimetres."""
MOST_PIXELS = 20_000_000
"""Number of pixels above which a picture is not that of a box, and is not unpacked."""
MOST = 6
"""Maximum number of boxes that are shown and read together."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The ink in a box, cut to its extent and scaled to `GRID`, from 0 to 1, and the approximate number of letters."""

    grid: NDArray[np.float32]
    letters: float


def shape(box: ScannedBox) -> Shape:
    """Return the ink of a scanned box, without the printed frame; none for a picture that is missing or unreadable.

    The result is cached by the path of the picture, since the content of the file never changes.
    """
    try:
        return _shape(box.crop, None if box.spills else box.rectangle[2:])
    except (OSError, ValueError, SyntaxError):
        return Shape(np.zeros(GRID, np.float32), 0.0)


@lru_cache(20_000)
def _shape(crop: Path, size: tuple[float, float] | None) -> Shape:
    """Return the ink in the picture `crop`; `size` is that of the box in millimetres, None to keep it whole."""
    from PIL import Image

    with Image.open(crop, formats=("PNG",)) as picture:
        if picture.width * picture.height > MOST_PIXELS:
            raise ValueError
        grey = np.asarray(picture.convert("L"), dtype=np.float32)
    if size is not None and size[0] > size[1]:  # cut off the margin of the scan and the printed frame
        (height, width), (across, down) = grey.shape, size
        scale = max((width - height) / (across - down), 1.0)
        edge = max(round((width - across * scale) / 2 + INSIDE * scale), 0)
        if 2 * edge < min(width, height):
            grey = grey[edge : height - edge, edge : width - edge]
    ink = np.clip(1 - grey / max(float(np.median(grey)) * DARKER, 1.0), 0, 1)
    rows, columns = np.flatnonzero(ink.max(1) > 0), np.flatnonzero(ink.max(0) > 0)
    if not len(rows):
        return Shape(np.zeros(GRID, np.float32), 0.0)
    own = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    small = Image.fromarray((255 * own).astype(np.uint8)).resize(GRID[::-1], Image.Resampling.BOX)
    return Shape(np.asarray(small, dtype=np.float32) / np.float32(255), own.shape[1] / (LETTER * own.shape[0]))


def distance(shape: Shape, other: Shape) -> float:
    """Return the difference between two shapes: 0 for equal ones, about 1 if no ink is in the same place."""
    both = float(shape.grid.sum() + other.grid.sum())
    lengths = abs(shape.letters - other.letters) / max(shape.letters, other.letters, 1.0)
    return float(np.abs(shape.grid - other.grid).sum()) / both + lengths if both else 0.0


def disagreement(box: ScannedBox, text: str) -> float:
    """Return the difference, in letters, between the width of the ink in a box and the length of a text."""
    return abs(shape(box).letters - len(text))


def alike(first: ScannedBox, others: Sequence[ScannedBox]) -> list[int]:
    """Return the indices of the boxes in `others` that look like the first box, at most five, most similar first."""
    first_shape = shape(first)
    distances = [(distance(first_shape, shape(box)), at) for at, box in enumerate(others)]
    return [at for difference, at in sorted(distances) if difference < NEAR][: MOST - 1]
