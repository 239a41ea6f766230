"""Find differences between two grey pictures of a page, except lines that are rendered one pixel elsewhere."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from PIL import Image, ImageChops, ImageOps

FAINT = 24  # difference of 255 tolerated in a form, whose two pictures the same program renders
UNEVEN = 140  # difference tolerated beside the lines of a printed copy, which may fall between two pixels
GAP = 12  # rows of pixels without a difference that separate two regions

Corners = tuple[int, int, int, int]  # the left, top, right and bottom edges of a rectangle in pixels


def changes(
    before: Image.Image, after: Image.Image, written: Collection[Corners], *, is_form: bool
) -> tuple[Image.Image, Image.Image]:
    """Return two pictures of the content added and removed from `before` to `after`, in white on black.

    The boxes `written` are ignored. With `is_form`, one program rendered both pictures, so that they are compared more
    strictly.
    """
    near, tolerance = (1, FAINT) if is_form else (2, UNEVEN)
    differing = ImageChops.difference(before, after).point(beyond(FAINT))
    gained, lost = Image.new("L", after.size), Image.new("L", after.size)
    for corners in written:
        differing.paste(0, corners)
    bands = list(_bands(differing, 2 * near))
    if bands:
        # Each picture's bands below each other in a strip, each with a margin of `near` pixels, white beyond the page.
        *downs, height = accumulate((bottom - top + 2 * near for top, bottom in bands), initial=0)
        strips = []
        for picture in (before, after):
            wide = ImageOps.expand(picture, near, 255)
            strip = Image.new("L", (wide.width, height))
            for (top, bottom), down in zip(bands, downs, strict=True):
                strip.paste(wide.crop((0, top, wide.width, bottom + 2 * near)), (0, down))
            strips.append(around(strip, near))
        old, new = strips
        for change, strip in ((gained, _paler(old, new, tolerance)), (lost, _paler(new, old, tolerance))):
            for (top, bottom), down in zip(bands, downs, strict=True):
                first = down + near
                change.paste(strip.crop((near, first, near + after.width, first + bottom - top)), (0, top))
            for corners in written:
                change.paste(0, corners)
    return gained, lost


@dataclass(frozen=True, slots=True)
class Around:
    """A grey picture, with the darkest and lightest value near each pixel."""

    image: Image.Image
    darkest: Image.Image
    lightest: Image.Image
    edges: Image.Image


def around(picture: Image.Image, near: int) -> Around:
    """Return a picture with the extreme values within `near` pixels of each pixel."""
    extremes = []
    for join in (ImageChops.lighter, ImageChops.darker):
        spread = picture
        for across, up in ((1, 0), (0, 1)):  # first across rows, then across columns
            for is_further in range(near):
                sides = [ImageChops.offset(spread, sign * across, sign * up) for sign in (1, -1)]
                spread = join(*sides) if is_further else join(spread, join(*sides))
        extremes.append(spread)
    lightest, darkest = extremes
    return Around(picture, darkest, lightest, _more(lightest, darkest).point(beyond(FAINT // 2)))


def _more(image: Image.Image, other: Image.Image) -> Image.Image:
    """Return how much lighter each pixel of `image` is than that of `other`, in half the time of `subtract`."""
    return ImageChops.difference(ImageChops.lighter(image, other), other)


def different(image: Image.Image, other: Image.Image) -> bool:
    """Return whether a pixel of one picture is visibly darker or lighter than all near pixels of the other.

    Both pictures must have one size.
    """
    first, second = around(image, 1), around(other, 1)
    return any(_paler(*pair, FAINT).getbbox() for pair in ((first, second), (second, first)))


def _paler(picture: Around, other: Around, uneven: int) -> Image.Image:
    """Return, in white on black, where `picture` is lighter than all near pixels of `other`, or `other` is darker."""
    return ImageChops.lighter(
        _clear(_more(picture.image, other.lightest), other.edges, uneven),
        _clear(_more(picture.darkest, other.image), picture.edges, uneven),
    )


def _clear(differing: Image.Image, edges: Image.Image, uneven: int) -> Image.Image:
    """Return a picture that is white where two pictures differ by more than the tolerance, else black."""
    faint = differing.point(beyond(FAINT))
    if not faint.getbbox():
        return faint
    plain = _more(faint, edges)
    return ImageChops.lighter(differing.point(beyond(uneven)), plain)


def beyond(tolerance: int) -> list[int]:
    """Return a lookup table: white for values above the tolerance, black for others."""
    return [0] * (tolerance + 1) + [255] * (255 - tolerance)


def regions(differing: Image.Image) -> Iterator[Corners]:
    """Yield the rectangles with content that is not black, from top to bottom, in pixels."""
    for top, bottom in _bands(differing, GAP):
        left, _, right, _ = differing.crop((0, top, differing.width, bottom)).getbbox() or (0, 0, 0, 0)
        yield left, top, right, bottom


def _bands(differing: Image.Image, gap: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of each band that is not black and the row after its last."""
    width, height = differing.size if differing.getbbox() else (0, 0)
    pixels, black = differing.tobytes() if height else b"", bytes(width)
    filled = [row for row in range(height) if pixels[row * width : (row + 1) * width] != black]
    starts = [0, *(index for index in range(1, len(filled)) if filled[index] - filled[index - 1] > gap), len(filled)]
    return ((filled[first], filled[after - 1] + 1) for first, after in pairwise(starts) if first < after)
