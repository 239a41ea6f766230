"""Two grey pictures of one page, compared."""

from collections.abc import Iterator
from itertools import pairwise

from PIL import Image, ImageChops

NEAR = ((1, 0), (-1, 0), (0, 1), (0, -1))  # lines may be a pixel elsewhere
GAP = 12  # pixels without a difference that part two regions

Corners = tuple[int, int, int, int]


def different(one: Image.Image, other: Image.Image, even: int, uneven: int) -> Image.Image:
    """Return, white on black, where either is darker or lighter than all pixels of the other nearby.

    Both are grey pictures ("L") of one size. It may be so by `even`, or by `uneven` where the other has an edge.
    """
    return ImageChops.lighter(_added(one, other, even, uneven), _added(other, one, even, uneven))


def _added(one: Image.Image, other: Image.Image, even: int, uneven: int) -> Image.Image:
    lightest = darkest = other
    for across, up in NEAR:
        lightest = ImageChops.lighter(lightest, ImageChops.offset(lightest, across, up))
        darkest = ImageChops.darker(darkest, ImageChops.offset(darkest, across, up))
    found = ImageChops.lighter(ImageChops.subtract(one, lightest), ImageChops.subtract(darkest, one))
    edges = ImageChops.subtract(lightest, darkest).point(_beyond(even))
    return ImageChops.lighter(found.point(_beyond(uneven)), ImageChops.subtract(found.point(_beyond(even)), edges))


def _beyond(tolerance: int) -> list[int]:
    return [0] * (tolerance + 1) + [255] * (255 - tolerance)


def regions(found: Image.Image) -> Iterator[Corners]:
    """Yield left, top, right and bottom of what is not black, in pixels, from top to bottom.

    What stands beside each other, or nearly, is one region.
    """
    rows = found.getprojection()[1]
    filled = [row for row, is_filled in enumerate(rows) if is_filled]
    starts = [0, *(index for index in range(1, len(filled)) if filled[index] - filled[index - 1] > GAP), len(filled)]
    for first, after in pairwise(starts):
        band = filled[first:after]
        if band:
            top, bottom = band[0], band[-1] + 1
            left, _, right, _ = found.crop((0, top, found.width, bottom)).getbbox() or (0, 0, 0, 0)
            yield left, top, right, bottom
