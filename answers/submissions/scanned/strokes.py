"""Strokes of a pen on a part of a page, and which are of a box: those in it, and those that go on from there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.submissions.scanned.straight import FINE

Window = tuple[int, int, int, int]
"""Left, top, right and lower edge, in fine pixels of a part of the page."""
Which = NDArray[np.bool_]
"""Strokes, by their numbers."""
Squares = NDArray[np.bool_]
"""Squares of so many pixels a side: it is enough to know of half a millimetre whether there is ink."""
POOL = 4

JUMP = 2.4
"""Millimetres between strokes that go on."""
ROUNDS = 3
"""How often they do."""
EDGE = 1.0
"""Millimetres beyond the edge of a box where a stroke is still its own: what stands on the edge itself is hidden."""
TOUCH = 1.6
"""Millimetres between the ink of a box and what hangs out of it beyond the line."""
NEAR = 6.0
"""Millimetres from a box, or from ink that is told with it, where a stroke of no box is told with it too."""
MOST, SOME = 0.5, 0.15
"""Of a stroke, in another box: it is of that one; it is not of this one for being on its edge."""


@dataclass(frozen=True)
class Strokes:
    """The number of the stroke at each pixel, 0 where there is none, and how many numbers there are with 0."""

    numbers: NDArray[np.int32]
    count: int

    @cached_property
    def pooled(self) -> NDArray[np.int32]:
        """The greatest number in each square."""
        return _pooled(self.numbers)

    def within(self, window: Window) -> NDArray[np.int64]:
        """Return how many pixels of each stroke are in a window."""
        inside = self.numbers[slices(cropped(window, self.numbers.shape))]
        return np.bincount(inside.ravel(), minlength=self.count).astype(np.int64)

    def held(self, windows: Sequence[Window], edge: float) -> Squares:
        """Return where there is ink in windows, or so many mm around them."""
        held = np.zeros_like(self.numbers)
        for window in windows:
            place = slices(cropped(grown(window, edge), held.shape))
            held[place] = self.numbers[place]
        return _pooled(held) > 0

    def near(self, squares: Squares, far: float) -> Which:
        """Return the strokes that are no farther from squares than so many mm."""
        found = np.zeros(self.count, np.bool_)
        found[self.pooled[_around(squares, far)]] = True
        found[0] = False
        return found

    def joined(self, some: Which, far: float, others: Which) -> Which:
        """Return some strokes with those of others that go on from them."""
        for _ in range(ROUNDS):
            more = some | (self.near(some[self.pooled], far) & others)
            if (more == some).all():
                break
            some = more
        return some

    def own(self, inside: Window, others: Sequence[Window]) -> Which:
        """Return the strokes in a box or on its edge, and those that go on from there, but for those of other boxes."""
        sizes, within = np.bincount(self.numbers.ravel(), minlength=self.count), self.within(inside)
        elsewhere = sum((self.within(other) for other in others), np.zeros(self.count, np.int64))
        is_others = elsewhere > MOST * sizes
        beside = self.near(self.held(others, 0.0), TOUCH)  # a comma under the next box is that box's
        on_edge = (self.within(grown(inside, EDGE)) > 0) & (elsewhere < SOME * sizes) & ~beside
        own = ((within > 0) & ~(is_others & (within < MOST * sizes))) | on_edge
        own[0] = False
        return self.joined(own, JUMP, ~is_others)

    def loose(self, own: Which, inside: Window, others: Sequence[Window]) -> Which:
        """Return the strokes near a box or its own ink that do not go on from what is in another, and so on."""
        near = (self.near(own[self.pooled], NEAR) | (self.within(grown(inside, NEAR)) > 0)) & ~own
        near[0] = False
        if not near.any():
            return near
        free = ~(own | self.theirs(others))
        return self.joined(near & free, NEAR, free)

    def theirs(self, others: Sequence[Window]) -> Which:
        """Return the strokes in other boxes, and those that go on from there."""
        return self.joined(self.near(self.held(others, EDGE), JUMP), JUMP, np.ones(self.count, np.bool_))

    def beside(self, others: Sequence[Window]) -> Squares:
        """Return the squares that touch what is of other boxes."""
        return _around(self.theirs(others)[self.pooled], TOUCH)


def _pooled(numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    below, right = (-size % POOL for size in numbers.shape)
    whole = np.pad(numbers, ((0, below), (0, right)))
    rows = np.maximum.reduce([whole[at::POOL] for at in range(POOL)])
    return np.asarray(np.maximum.reduce([rows[:, at::POOL] for at in range(POOL)]), np.int32)


def _around(squares: Squares, far: float) -> Squares:
    """The squares that are no farther from others than so many mm."""
    reach = round(2 * far * FINE / POOL) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return np.asarray(cv2.dilate(squares.astype(np.uint8), kernel) > 0)


def grown(window: Window, by: float) -> Window:
    """Return a window with so many mm around it."""
    left, top, right, low = window
    more = round(by * FINE)
    return left - more, top - more, right + more, low + more


def cropped(window: Window, shape: tuple[int, ...]) -> Window:
    """Return what is of a window in a picture."""
    height, width = shape[:2]
    left, top, right, low = window
    return min(max(left, 0), width), min(max(top, 0), height), min(max(right, 0), width), min(max(low, 0), height)


def slices(window: Window) -> tuple[slice, slice]:
    """Return the rows and columns of a window that is in its picture."""
    left, top, right, low = window
    return slice(top, low), slice(left, right)
