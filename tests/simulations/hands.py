"""Answers written by hand on a picture of a sheet, the ink of each box known: fonts, jittered, and what pens do.

With scikit-learn, which nothing else here needs, half of the hands write its digits, those of 13 people.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from answers.assets import asset
from answers.sheets.layout import ItemBox

DPI = 300
MM = DPI / 25.4
AROUND = 25 * MM
FONTS = ("Humor-Sans.ttf", "ComicNeue-Regular.otf", "Breip.ttf", "dkg.ttf", "Ecolier-court.ttf", "Isabella.ttf")
"""Of the packages fonts-humor-sans, fonts-comic-neue, fonts-breip, fonts-dkg-handwriting, -ecolier-court, -isabella."""
WRONG = "0123456789,/-"
PEOPLE = 13
"""Who wrote the digits of scikit-learn, some 138 one after the other each."""
STROKES = {
    "-": (0.05, -0.4, 0.5, -0.4),
    ",": (0.2, -0.08, 0.08, 0.22),
    ".": (0.1, -0.1, 0.14, 0),
    "/": (0, 0.1, 0.45, -1.05),
}
"""What stands between people's digits: from where to where, in heights of a digit."""


@cache
def hands() -> tuple[str, ...]:
    """Return the handwriting fonts of this machine; without any, the italic of the sheets."""
    results = {path.name: str(path) for path in Path("/usr/share/fonts").rglob("*") if path.name in FONTS}
    return tuple(results[name] for name in FONTS if name in results) or (str(asset("templates", "fonts", "code.ttf")),)


@dataclass(frozen=True, slots=True)
class Pen:
    """A hand: its font, the height of a digit in mm, how dark it writes (0 is black), how unsteady it is.

    `slant` is the tangent of its angle from upright, and `wide` the width in mm of the strokes of people's digits; 0
    leaves them as they are.
    """

    font: str
    height: float
    grey: int
    shake: float
    slant: float = 0.0
    wide: float = 0.0

    @classmethod
    def drawn(cls, rng: random.Random) -> "Pen":
        """Draw somebody's hand."""
        people = [str(number) for number in range(PEOPLE)] if find_spec("sklearn") else []
        return cls(
            rng.choice(rng.choice([hands(), people or hands()])),
            rng.uniform(3.0, 5.0),
            rng.randint(15, 120),
            rng.uniform(0.3, 1.0),
        )


@dataclass(frozen=True, slots=True)
class Written:
    """What stands in a box: its text, "" for nothing, and how it was written."""

    item: str
    text: str
    manner: str


MANNERS: Mapping[str, float] = {"plain": 0.7, "crossed": 0.08, "outside": 0.12, "comma": 0.1}


def write(
    paper: Image.Image, boxes: Sequence[ItemBox], texts: Mapping[str, str], pen: Pen, rng: random.Random
) -> tuple[dict[str, Written], dict[str, NDArray[np.bool_]]]:
    """Write texts into boxes of a page at 300 dpi; return how, and the ink of each box, cut to where it is."""
    labels, inks = {}, {}
    for box in boxes:
        text = texts.get(box.item, "")
        manner = rng.choices([*MANNERS], [*MANNERS.values()])[0] if text else "plain"
        labels[box.item] = Written(box.item, text, manner)
        if text:
            layer, corner = _written(box, text, manner, pen, rng)
            rows, columns = np.nonzero(np.asarray(layer) < 128)
            inks[box.item] = (np.asarray(layer) < 128)[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            grain = Image.effect_noise(layer.size, 18).point(lambda v: min(max(pen.grey + v - 128, 0), 255))
            paper.paste(grain, corner, layer.point(lambda v: 255 - v))
    return labels, inks


def _written(box: ItemBox, text: str, manner: str, pen: Pen, rng: random.Random) -> tuple[Image.Image, tuple[int, int]]:
    """A picture of the box with what is around it, written on, and where it stands on the page."""
    x, y, width, height = (value * MM for value in box.rectangle)
    corner = round(x - AROUND), round(y - AROUND)
    layer = Image.new("L", (round(width + 2 * AROUND), round(height + 2 * AROUND)), 255)
    x, y = x - corner[0], y - corner[1]
    glyphs = pen.height * min(1.0, height / MM / (pen.height + 3)) * MM
    left = x + rng.uniform(1.0, 2.5) * MM
    base = y + height / 2 + glyphs / 2 + rng.uniform(-0.6, 0.6) * MM
    if manner == "crossed":
        wrong = "".join(rng.choices(WRONG, k=rng.randint(2, 4)))
        while len(wrong) > 1 and _width(wrong, glyphs * 0.9, pen) > width / 2:
            wrong = wrong[:-1]  # a wide letter leaves room in the box, or what is right would stand far beside it
        end = _letters(layer, wrong, left, base, glyphs * 0.9, pen, rng)
        pencil = ImageDraw.Draw(layer)
        for _ in range(rng.randint(1, 3)):
            ends = [(at, base - glyphs * rng.uniform(0.2, 0.8)) for at in (left - 8, end + 8)]
            pencil.line(ends, fill=0, width=round(0.4 * MM))
        left = end + 1.0 * MM
    room = x + width - left - 1 * MM
    wide = _width(text, glyphs, pen)
    if wide > room:
        glyphs *= max(room / wide, 0.5)
    if manner == "outside":
        wide = _width(text, glyphs, pen)
        left = x + width - wide + min(rng.uniform(1.0, 4.5) * MM, 0.5 * wide)
        base += rng.uniform(-2.5, 2.5) * MM
    if manner == "comma":
        base = y + height - rng.uniform(0.0, 0.3) * MM
    _letters(layer, text, left, base, glyphs, pen, rng)
    return layer, corner


def _width(text: str, height: float, pen: Pen) -> float:
    size = round(height / 0.7)
    return sum(_stamp(pen, size, letter, random.Random(0))[1] for letter in text) * 1.04


def _letters(
    layer: Image.Image, text: str, left: float, base: float, height: float, pen: Pen, rng: random.Random
) -> float:
    """Write letters one by one, none quite as the last; return where they end."""
    shake = pen.shake
    for letter in text:
        size = max(round(height / 0.7 * (1 + 0.08 * shake * rng.uniform(-1, 1))), 8)
        stamp, wide = _stamp(pen, size, letter, rng)
        if pen.slant:
            lean = (1, pen.slant, -2 * size * pen.slant, 0, 1, 0)
            stamp = stamp.transform(stamp.size, Image.Transform.AFFINE, lean, Image.Resampling.BICUBIC)
        turned = stamp.rotate(
            7 * shake * rng.uniform(-1, 1), center=(size, 2 * size), resample=Image.Resampling.BICUBIC
        )
        place = round(left) - size, round(base + 0.25 * MM * shake * rng.uniform(-1, 1)) - 2 * size
        layer.paste(0, place, turned)
        left += wide * (1 + 0.05 * shake * rng.uniform(-1, 1)) + 0.1 * MM
    return left


def _stamp(pen: Pen, size: int, letter: str, rng: random.Random) -> tuple[Image.Image, float]:
    """A letter, white on black, on the base line in the middle of a square of three sizes, and how wide it is."""
    stamp = Image.new("L", (3 * size, 3 * size), 0)
    if not pen.font.isdigit():
        font = _font(pen.font, size)
        ImageDraw.Draw(stamp).text((size, 2 * size), letter, fill=255, font=font, anchor="ls", stroke_width=1)
        return stamp, font.getlength(letter)
    high = 0.7 * size
    if letter in STROKES:
        x, y, right, low = (high * value for value in STROKES[letter])
        ends = (size + x, 2 * size + y), (size + right, 2 * size + low + 0.05 * high * rng.uniform(-1, 1))
        ImageDraw.Draw(stamp).line(ends, fill=255, width=max(round(0.09 * high), 2))
        return stamp, max(x, right) + 0.15 * high
    digit = Image.fromarray(rng.choice(_digits(int(pen.font))[letter]))
    size_of_it = round(high * digit.width / digit.height), round(high)
    large = digit.resize(size_of_it, Image.Resampling.BICUBIC).point(lambda v: min(max(4 * (v - 90), 0), 255))
    if pen.wide:
        large = _drawn_again(large, pen.wide)
    stamp.paste(large, (size, 2 * size - large.height))
    return stamp, large.width + 0.12 * high


def _drawn_again(digit: Image.Image, wide: float) -> Image.Image:
    """Return a digit, white on black, drawn by a pen of this width in mm along the middle of its strokes."""
    from skimage.morphology import skeletonize

    lines = skeletonize(np.asarray(digit.filter(ImageFilter.GaussianBlur(1.0))) > 128)
    size = round(wide * MM) | 1
    nib = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return Image.fromarray(cv2.GaussianBlur(cv2.dilate(lines.astype(np.uint8) * 255, nib), (0, 0), 0.7))


@cache
def _digits(person: int) -> Mapping[str, list[NDArray[np.uint8]]]:
    """The digits of somebody, without the empty columns beside them."""
    from sklearn.datasets import load_digits

    images, targets = load_digits(return_X_y=True)
    own = slice(len(targets) * person // PEOPLE, len(targets) * (person + 1) // PEOPLE)
    results: dict[str, list[NDArray[np.uint8]]] = {}
    for image, target in zip(images[own].reshape(-1, 8, 8), targets[own], strict=True):
        columns = np.flatnonzero(image.max(0) > 2)
        results.setdefault(str(target), []).append((image[:, columns[0] : columns[-1] + 1] * 15.9).astype(np.uint8))
    return results


@cache
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)
