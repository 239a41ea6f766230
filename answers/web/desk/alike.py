"""Sort crops of boxes by similarity and by length, with a simple distance between pictures of ink.

The distance only groups crops on a page; a person reads them. Crops are trusted: a sandboxed process made them.
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
"""Two crops are alike when they differ by less than this share of their ink."""
LETTER = 0.62
"""Width of a letter as a share of the height of the ink."""
INSIDE = 0.8
"""Width of the printed frame inside the edge of a box, in millimetres."""
MOST = 6
"""Maximum number of crops read together."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The ink of a crop, scaled to a grid (0 paper to 1 ink), and its approximate width in letters."""

    grid: NDArray[np.float32]
    letters: float


def shape(box: ScannedBox) -> Shape:
    """Return the ink of a box, cached by the file of its crop, whose content never changes."""
    return _shape(box.crop, None if box.spills else box.rectangle[2:])


@lru_cache(20_000)
def _shape(crop: Path, size: tuple[float, float] | None) -> Shape:
    from PIL import Image

    with Image.open(crop) as picture:
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
    """Return the distance of two crops: 0 for the same ink, about 1 for nothing in common."""
    both = float(shape.grid.sum() + other.grid.sum())
    lengths = abs(shape.letters - other.letters) / max(shape.letters, other.letters, 1.0)
    return float(np.abs(shape.grid - other.grid).sum()) / both + lengths if both else 0.0


def disagreement(box: ScannedBox, text: str) -> float:
    """Return the difference between the length of the ink and the length of a text, in letters."""
    return abs(shape(box).letters - len(text))


def alike(first: ScannedBox, others: Sequence[ScannedBox]) -> list[int]:
    """Return the indices of at most five boxes in `others` that look like the first, most similar first."""
    first_shape = shape(first)
    distances = [(distance(first_shape, shape(box)), at) for at, box in enumerate(others)]
    return [at for difference, at in sorted(distances) if difference < NEAR][: MOST - 1]
