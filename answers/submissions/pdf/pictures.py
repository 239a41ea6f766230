"""Where two grey pictures of a page differ by more than its lines, which may be rendered a pixel elsewhere."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from PIL import Image, ImageChops, ImageOps

FAINT = 24  # of 255, by which a form may be lighter or darker: the same program renders both
UNEVEN = 140  # the same beside the lines of a printed copy, which may fall between two pixels
GAP = 12  # pixels without a difference that part two regions

Corners = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""
Join = Callable[[Image.Image, Image.Image], Image.Image]


def changes(
    before: Image.Image, after: Image.Image, written: Collection[Corners], *, is_form: bool
) -> tuple[Image.Image, Image.Image]:
    """Return, white on black, what was gained and what was lost outside of what is written.

    Where two pixels are nearly the same nothing is looked at around them.
    """
    near, tolerance = (1, FAINT) if is_form else (2, UNEVEN)
    differing = ImageChops.difference(before, after).point(beyond(FAINT))
    gained, lost = Image.new("L", after.size), Image.new("L", after.size)
    for corners in written:
        differing.paste(0, corners)
    bands = list(_bands(differing, 2 * near))
    if bands:
        one, other = (around(_strip(picture, bands, near), near) for picture in (before, after))
        for change, strip in ((gained, _paler(one, other, tolerance)), (lost, _paler(other, one, tolerance))):
            for (top, bottom), down in zip(bands, _downs(bands, near), strict=False):
                first = down + near
                change.paste(strip.crop((near, first, near + after.width, first + bottom - top)), (0, top))
            for corners in written:
                change.paste(0, corners)
    return gained, lost


def _strip(picture: Image.Image, bands: Collection[tuple[int, int]], near: int) -> Image.Image:
    """The bands of a picture one below the other, each with what is near it, white beyond the page."""
    wide = ImageOps.expand(picture, near, 255)
    *downs, height = _downs(bands, near)
    strip = Image.new("L", (wide.width, height))
    for (top, bottom), down in zip(bands, downs, strict=True):
        strip.paste(wide.crop((0, top, wide.width, bottom + 2 * near)), (0, down))
    return strip


def _downs(bands: Collection[tuple[int, int]], near: int) -> Iterator[int]:
    """Where each band begins in a strip, and where that ends."""
    return accumulate((bottom - top + 2 * near for top, bottom in bands), initial=0)


@dataclass(frozen=True, slots=True)
class Around:
    """A grey picture, the darkest and lightest pixels near each of its own, and by how much these differ.

    By half a faint difference or less, it is plain: else a thin line may be rendered so palely.
    """

    seen: Image.Image
    darkest: Image.Image
    lightest: Image.Image
    edges: Image.Image


def around(picture: Image.Image, near: int) -> Around:
    """Return a picture with what is so many pixels near or less."""
    lightest, darkest = (_spread(picture, near, join) for join in (ImageChops.lighter, ImageChops.darker))
    return Around(picture, darkest, lightest, _more(lightest, darkest).point(beyond(FAINT // 2)))


def _spread(picture: Image.Image, near: int, join: Join) -> Image.Image:
    """Join each pixel with all in the square around it: first a row of it, then the rows."""
    for across, up in ((1, 0), (0, 1)):
        for is_further in range(near):
            sides = [ImageChops.offset(picture, way * across, way * up) for way in (1, -1)]
            picture = join(*sides) if is_further else join(picture, join(*sides))
    return picture


def _more(image: Image.Image, other: Image.Image) -> Image.Image:
    """By how much one is lighter than the other: in half the time of `ImageChops.subtract`, which divides."""
    return ImageChops.difference(ImageChops.lighter(image, other), other)


def different(image: Image.Image, other: Image.Image) -> bool:
    """Whether either of two pictures of one size has what is visibly darker or lighter than all that is near there."""
    first, second = around(image, 1), around(other, 1)
    return any(_paler(*pair, FAINT).getbbox() for pair in ((first, second), (second, first)))


def _paler(one: Around, other: Around, uneven: int) -> Image.Image:
    """Return, white on black, where one is lighter than all that is near in the other, or this darker than the one.

    It may be so faintly, or by `uneven` where what is near has an edge.
    """
    return ImageChops.lighter(
        _clear(_more(one.seen, other.lightest), other.edges, uneven),
        _clear(_more(one.darkest, other.seen), one.edges, uneven),
    )


def _clear(differing: Image.Image, edges: Image.Image, uneven: int) -> Image.Image:
    faint = differing.point(beyond(FAINT))
    if not faint.getbbox():
        return faint
    plain = _more(faint, edges)
    return ImageChops.lighter(differing.point(beyond(uneven)), plain)


def beyond(tolerance: int) -> list[int]:
    """Return the table that makes white what is more than a tolerance, and black the rest."""
    return [0] * (tolerance + 1) + [255] * (255 - tolerance)


def regions(differing: Image.Image) -> Iterator[Corners]:
    """Yield left, top, right and bottom of what is not black, in pixels, from top to bottom.

    What stands beside each other, or nearly, is one region.
    """
    for top, bottom in _bands(differing, GAP):
        left, _, right, _ = differing.crop((0, top, differing.width, bottom)).getbbox() or (0, 0, 0, 0)
        yield left, top, right, bottom


def _bands(differing: Image.Image, gap: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of what is not black, and the row after its last; so many black ones may be between."""
    width, height = differing.size if differing.getbbox() else (0, 0)
    pixels, black = differing.tobytes() if height else b"", bytes(width)
    filled = [row for row in range(height) if pixels[row * width : (row + 1) * width] != black]
    starts = [0, *(index for index in range(1, len(filled)) if filled[index] - filled[index - 1] > gap), len(filled)]
    return ((filled[first], filled[after - 1] + 1) for first, after in pairwise(starts) if first < after)
