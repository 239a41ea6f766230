"""Find the handwriting on a registered page, assign strokes to boxes, and cut out pictures of the boxes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.submissions.scanned.picture import Grey
from answers.submissions.scanned.reader import CutBox, Rectangle
from answers.submissions.scanned.registration import FINE, Reference, Registration, disc, without_strokes

Window = tuple[int, int, int, int]
"""The left, top, right and lower edges of a rectangle in fine pixels, eight per millimetre."""
Which = NDArray[np.bool_]  # a set of strokes: a boolean for each stroke number
Squares = NDArray[np.bool_]
"""A set of squares of the picture, as a boolean for each square; a side has `POOL` pixels, half a millimetre."""
POOL = 4

JUMP = 2.4  # greatest gap in millimetres between a stroke and its continuation
ROUNDS = 3  # how many times in succession a stroke is continued by another one across a gap
EDGE = 1.0  # millimetres beyond the edge of a box where strokes still belong to it; ink on the edge itself is hidden
TOUCH = 1.6
"""Greatest gap in millimetres between the ink in a box and ink beyond the edge of the box that belongs to it."""
NEAR = 6.0
"""Distance in millimetres from a box or its ink within which a stroke that belongs to no box is shown with this box."""
MOST, SOME = 0.5, 0.15
"""Shares of a stroke inside another box.

Above `MOST`, the stroke belongs to that box; above `SOME`, ink on the edge of this box does not count as its own.
"""


@dataclass(frozen=True)
class Strokes:
    """The pen strokes in a picture.

    `numbers` has the number of the stroke at each pixel, 0 where there is no stroke. `count` is the number of strokes
    plus one, for the 0.
    """

    numbers: NDArray[np.int32]
    count: int

    @classmethod
    def in_picture(cls, darkness: NDArray[np.float32], printed: Grey) -> "Strokes":
        """Return the strokes in a picture: connected pixels that are dark enough and not printed.

        `darkness` is 0 for white and 1 for black; `printed` is not 0 where the blank sheet has print.
        """
        some = darkness[::POOL, ::POOL]
        noise = float(np.median(np.abs(some - np.median(some)))) * 6
        pale = ((darkness > max(PALE, noise)) & (printed == 0)).astype(np.uint8)
        count, labels = cv2.connectedComponents(pale, connectivity=8)
        dark = np.bincount(labels[darkness > max(FAINT, 1.6 * noise)].ravel(), minlength=count)
        array = (dark > 3) & (np.bincount(labels.ravel(), minlength=count) >= SPECK * FINE * FINE)
        array[0] = False
        return cls(np.where(array, np.arange(count, dtype=np.int32), 0)[labels], count)

    @cached_property
    def pooled(self) -> NDArray[np.int32]:
        """A coarse map for quick searches: the greatest stroke number in each square of `POOL` pixels a side."""
        return _pooled(self.numbers)

    def within(self, window: Window) -> NDArray[np.int64]:
        """Return, for each stroke number, how many of its pixels are in a window."""
        inside = self.numbers[slices(cropped(window, self.numbers.shape))]
        return np.bincount(inside.ravel(), minlength=self.count).astype(np.int64)

    def ink_in(self, windows: Sequence[Window], edge: float) -> Squares:
        """Return the squares of the ink map that have ink inside the windows; each window is enlarged by `edge` mm."""
        inside = np.zeros_like(self.numbers)
        for window in windows:
            place = slices(cropped(grown(window, edge), inside.shape))
            inside[place] = self.numbers[place]
        return _pooled(inside) > 0

    def near(self, squares: Squares, far: float) -> Which:
        """Return the strokes within `far` mm of the given squares."""
        array = np.zeros(self.count, np.bool_)
        array[self.pooled[_around(squares, far)]] = True
        array[0] = False
        return array

    def joined(self, some: Which, far: float, others: Which) -> Which:
        """Return the strokes `some`, and the strokes of `others` that continue them across gaps of at most `far` mm."""
        for _ in range(ROUNDS):
            more = some | (self.near(some[self.pooled], far) & others)
            if (more == some).all():
                break
            some = more
        return some

    def own(self, inside: Window, others: Sequence[Window]) -> Which:
        """Return the strokes that belong to the box `inside`, in the box or on its edge, with their continuations.

        Strokes mainly in one of the boxes `others` belong to that box.
        """
        sizes, within = np.bincount(self.numbers.ravel(), minlength=self.count), self.within(inside)
        elsewhere = sum((self.within(other) for other in others), np.zeros(self.count, np.int64))
        is_others = elsewhere > MOST * sizes
        beside = self.near(self.ink_in(others, 0.0), TOUCH)  # a comma below the next box belongs to that box
        on_edge = (self.within(grown(inside, EDGE)) > 0) & (elsewhere < SOME * sizes) & ~beside
        own = ((within > 0) & ~(is_others & (within < MOST * sizes))) | on_edge
        own[0] = False
        return self.joined(own, JUMP, ~is_others)

    def loose(self, own: Which, inside: Window, others: Sequence[Window]) -> Which:
        """Return the strokes near a box or its ink, and strokes near these, that belong to no box."""
        near = (self.near(own[self.pooled], NEAR) | (self.within(grown(inside, NEAR)) > 0)) & ~own
        near[0] = False
        if not near.any():
            return near
        free = ~(own | self.of_others(others))
        return self.joined(near & free, NEAR, free)

    def of_others(self, others: Sequence[Window]) -> Which:
        """Return the strokes in the boxes `others`, with their continuations."""
        return self.joined(self.near(self.ink_in(others, EDGE), JUMP), JUMP, np.ones(self.count, np.bool_))


def _pooled(numbers: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the greatest number in each square of `POOL` pixels a side."""
    below, right = (-size % POOL for size in numbers.shape)
    whole = np.pad(numbers, ((0, below), (0, right)))
    rows = np.maximum.reduce([whole[at::POOL] for at in range(POOL)])
    return np.asarray(np.maximum.reduce([rows[:, at::POOL] for at in range(POOL)]), np.int32)


def _around(squares: Squares, far: float) -> Squares:
    return np.asarray(cv2.dilate(squares.astype(np.uint8), disc(2 * far * FINE / POOL)) > 0)


def grown(window: Window, by: float) -> Window:
    """Return `window` enlarged by `by` mm on each side."""
    left, top, right, low = window
    more = round(by * FINE)
    return left - more, top - more, right + more, low + more


def cropped(window: Window, shape: tuple[int, ...]) -> Window:
    """Return the part of `window` inside a picture of this shape, perhaps empty."""
    height, width = shape[:2]
    left, top, right, low = window
    return min(max(left, 0), width), min(max(top, 0), height), min(max(right, 0), width), min(max(low, 0), height)


def slices(window: Window) -> tuple[slice, slice]:
    """Return the slices of rows and columns that cut `window` out of an array."""
    left, top, right, low = window
    return slice(top, low), slice(left, right)


AROUND = 3.0  # millimetres around a box that are shown in its picture
BEYOND, FAR = 14.0, 45.0  # millimetres searched for ink around a box, and to the left and right in a second attempt
SEARCH = 0.9  # millimetres by which a box may be displaced against the print around it
PALE, FAINT, DARK = 0.10, 0.15, 0.24
"""Least darkness, from white 0 to black 1: `PALE` of all pixels of a stroke, `FAINT` of some of them, of pale pencil.

A page without pixels of `DARK` is blank, and a mark without them may have been rubbed out.
"""
SPECK = 0.12  # least area of a stroke in square millimetres; less is dust
LEAST = 0.3  # least area of ink in a filled box in square millimetres, that of a full stop
OUT = 0.8  # distance beyond the edge of a box, in millimetres, from which ink counts as outside the box
FRAME, LONG = 0.9, 1.2
"""In millimetres: width of the zone around a frame line; least length of a pen's stroke along the line."""
THICK, JAGGED_THICK = 0.1, 0.25
"""Extra thickness in millimetres where a pen drew along a frame line, in a grey and in a black and white scan.

A pixel of 150 dpi has 0.17 mm.
"""
CORE, SMALLEST, REACH, FILLED, STRUCK = 0.6, 1.5, 7.0, 0.75, 0.9
"""Limits of a clear mark in a tick box.

In millimetres: distance of the inside of the box from its edge, least extent, greatest distance beyond the box. Then
the greatest shares of the inside that are dark, and of its width or height that is ink in a line: students also cancel
a tick by filling its box, or by striking it through.
"""
BLANK = 0.0006  # largest share of dark pixels on a page that counts as blank
LEVELS = 16  # number of grey shades of a picture; fewer shades give smaller files


def cut_boxes(registration: Registration, reference: Reference, boxes: Sequence[Rectangle]) -> tuple[CutBox, ...]:
    """Return a picture of each box of a registered page and whether the box has ink; `boxes` are in mm."""
    cut = []
    thick = JAGGED_THICK if registration.is_jagged else THICK
    for number, cut_box in enumerate(boxes):
        lag = _offset(registration, reference, cut_box)
        for beyond in (BEYOND, FAR):
            edges = _edges(cut_box, beyond, BEYOND, reference.fine.shape)
            left, top, right, low = edges
            matrix = np.array([(1, 0, left + lag[0]), (0, 1, top + lag[1])], np.float64)
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            part = cv2.warpAffine(
                registration.page, matrix, (right - left, low - top), flags=flags, borderMode=cv2.BORDER_REPLICATE
            )
            page = np.asarray(part, np.uint8)
            windows = []
            for box in boxes:
                x, y, w, h = (round(length * FINE) for length in box)
                windows.append((x - left, y - top, x + w - left, y + h - top))
            inside = windows.pop(number)
            visible = (cropped(window, page.shape) for window in windows)
            others = [window for window, (x0, y0, x1, y1) in zip(windows, visible, strict=True) if x0 < x1 and y0 < y1]
            ink = _ink(page, reference.printed[slices(edges)], inside, others, thick)
            shown, out, spills = grown(inside, AROUND), grown(inside, OUT), False
            rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
            if len(rows):
                extent = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
                shown, spills = _union(shown, grown(extent, 1.0)), _union(out, extent) != out
            if shown[0] >= 0 and shown[2] <= page.shape[1]:
                break
        mark = _clear_mark(page, ink, inside, others)
        cut.append(CutBox(bool(ink.any()), spills, png(page[slices(cropped(shown, page.shape))]), mark))
    return tuple(cut)


def is_blank(page: Grey) -> bool:
    """Return whether a page, lit evenly by `evenly_lit`, has no ink or print, except along its edges."""
    height, width = page.shape
    inner = page[height // 20 : height - height // 20, width // 20 : width - width // 20]
    small = cv2.GaussianBlur(inner, (0, 0), 1.5)
    return float((small < 255 * (1 - DARK)).mean()) < BLANK  # noqa: RUF100


def _ink(page: Grey, printed: Grey, inside: Window, others: Sequence[Window], thick: float) -> NDArray[np.bool_]:
    """Return the pixels of the ink in a box and of loose strokes near the box; none if the area is below `LEAST`."""
    soft = cv2.GaussianBlur(page, (0, 0), 0.7).astype(np.float32)
    height, width = page.shape
    small = cv2.resize(page, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    paper = cv2.resize(without_strokes(small, FINE // 4), (width, height), interpolation=cv2.INTER_LINEAR)
    darkness = np.asarray(1 - soft / np.maximum(paper, 1), np.float32)
    strokes = Strokes.in_picture(darkness, printed)
    own = strokes.own(inside, others)
    ink = (own | strokes.loose(own, inside, others))[strokes.numbers]
    if not _is_enough(ink):  # never silently empty: include ink along the frame that may belong to this box
        beside = np.kron(_around(strokes.of_others(others)[strokes.pooled], TOUCH), np.ones((POOL, POOL), np.bool_))[
            :height, :width
        ]
        left, top, right, low = inside
        array = np.zeros(darkness.shape, np.bool_)
        for line in (left, right):
            _mark_thick(darkness, array, line, (top, low), thick)
        for line in (top, low):
            _mark_thick(darkness.T, array.T, line, (left, right), thick)
        ink |= array & ~beside
    return ink if _is_enough(ink) else np.zeros_like(ink)


def _is_enough(ink: NDArray[np.bool_]) -> bool:
    return bool(ink.sum() >= LEAST * FINE * FINE)


def _clear_mark(page: Grey, ink: NDArray[np.bool_], inside: Window, others: Sequence[Window]) -> float:
    """Return the area in mm² of a clear mark in a box, such as a tick; 0 if the ink is something else."""
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    left, top, right, low = inside
    if not len(rows) or max(np.ptp(rows), np.ptp(columns)) < SMALLEST * FINE:
        return 0.0  # a dot
    extent = int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
    reach = grown(inside, REACH)
    is_far = _union(reach, extent) != reach  # a streak of the scanner, a line
    core = slices(cropped(grown(inside, -CORE), ink.shape))
    # The ink of a filled box is not all in `ink`, where it is taken for the color of the paper.
    dark = page < (1 - DARK) * np.median(page)
    is_filled, is_faint = ink[core].size > 0 and dark[core].mean() > FILLED, dark[ink].mean() < 0.3
    is_struck = ink[core].size > 0 and max(ink[core].mean(1).max(), ink[core].mean(0).max()) > STRUCK
    reaches_others = any(
        _is_enough(ink[slices(cropped(other, ink.shape))])
        for other in others
        if not (other[0] < right and left < other[2] and other[1] < low and top < other[3])
    )
    return 0.0 if is_far or is_filled or is_faint or is_struck or reaches_others else float(ink.sum()) / FINE**2


def _union(window: Window, other: Window) -> Window:
    return (min(window[0], other[0]), min(window[1], other[1]), max(window[2], other[2]), max(window[3], other[3]))


def _offset(registration: Registration, reference: Reference, box: Rectangle) -> tuple[float, float]:
    """Return by how many fine pixels a box is displaced, across and down, compared with the print around it."""
    x, y, w, h = box
    near = registration.offset(((x + w / 2) * FINE, (y + h / 2) * FINE))
    height, width = reference.fine.shape
    left, top, right, low = _edges(box, 2.0, 2.0, reference.fine.shape)
    far = round(SEARCH * FINE)
    dx, dy = (round(shift) for shift in near)
    x0, y0 = left + dx - far, top + dy - far
    x1, y1 = right + dx + far, low + dy + far
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        return near
    pattern, around = reference.fine[top:low:2, left:right:2], registration.page[y0:y1:2, x0:x1:2]
    scores = cv2.matchTemplate(around, pattern, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(scores)
    if best < 0.3:
        return near
    return float(dx - far + 2 * column), float(dy - far + 2 * row)


def _mark_thick(
    darkness: NDArray[np.float32], array: NDArray[np.bool_], line: int, rows: tuple[int, int], thick: float
) -> None:
    """Set the pixels of `array` where the frame line in column `line`, between two `rows`, is `thick` mm too thick."""
    first, last = rows
    aside = round(FRAME * FINE)
    place = slice(max(first + aside + 2, 0), max(last - aside - 2, 0)), slice(max(line - aside, 0), line + aside)
    band = np.clip(darkness[place], 0, None)
    if band.size:
        width = band.sum(1) / FINE
        is_thick = (width - np.percentile(width, 10) > thick).astype(np.uint8)[:, None]
        is_long = cv2.morphologyEx(is_thick, cv2.MORPH_OPEN, np.ones((round(LONG * FINE), 1), np.uint8))
        array[place] |= (is_long > 0) & (band > PALE)


def png(grey: Grey) -> bytes:
    """Return a grey picture as PNG with `LEVELS` shades; equal pixels give equal bytes."""
    step = 255 // (LEVELS - 1)
    shades = (np.round(grey.astype(np.float32) / step) * step).astype(np.uint8)
    _, content = cv2.imencode(".png", shades, [cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_RLE])
    return content.tobytes()


def _edges(box: Rectangle, across: float, down: float, shape: tuple[int, ...]) -> Window:
    """Return the window of a box enlarged by `across` and `down` mm, inside a page of this shape."""
    x, y, w, h = box
    edges = round((x - across) * FINE), round((y - down) * FINE), round((x + w + across) * FINE)
    return cropped((*edges, round((y + h + down) * FINE)), shape)
