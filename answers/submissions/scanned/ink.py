"""What a pen has left on a page beside what is printed on it, box by box."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.submissions.scanned.picture import Grey
from answers.submissions.scanned.straight import FINE, Reference, Straight

Rectangle = tuple[float, float, float, float]
Window = tuple[int, int, int, int]
"""Left, top, right and lower edge, in fine pixels of a part of the page."""

AROUND = 3.0
"""Millimetres around a box that its picture shows."""
BEYOND = 14.0
"""Millimetres around a box where its ink may go on."""
JUMP = 2.4
"""Millimetres between strokes that go on."""
SEARCH = 0.9
"""Millimetres by which a box may be off where its surroundings are in place."""
PRINT_EDGE = 0.45
"""Millimetres around what is printed that count as printed: scanners and paper blur it."""
PALE, DARK = 0.13, 0.24
"""Darkness of ink where white is 0 and black 1: of all of a stroke, and of some of it."""
STROKE = 2.0
"""Millimetres that no stroke is wide; a blot is, and has an edge."""
SPECK = 0.12
"""Square millimetres of a stroke: less is dust."""
LEAST = 0.3
"""Square millimetres of ink in a box that was written in; a full stop has as much."""
EDGE = 1.0
"""Millimetres beyond the edge of a box where a stroke is still its own: what stands on the edge itself is hidden."""
OUT = 0.8
"""Millimetres beyond the edge of a box that are out of it."""
TOUCH = 1.6
"""Millimetres between the ink of a box and what hangs out of it beyond the line."""
NEAR = 4.0
"""Millimetres beyond an empty box where a stroke that is of no other box is told as its own."""
FRAME, THICK, LONG = 0.9, 0.1, 1.2
"""Millimetres beside a line of a frame that are its; how much thicker it is where a pen went along it, and how far."""
MOST, SOME = 0.5, 0.15
"""Of a stroke, in another box: it is of that one; it is not of this one for being on its edge."""
BLANK = 0.0006
"""Of a page: what is on one that is blank, at most."""
LEVELS = 16
"""Shades of grey of a picture: few are small."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A box cut out: whether there is ink in it, whether that goes on beyond it, its picture as a PNG."""

    ink: bool
    spills: bool
    picture: bytes


def cut_boxes(straight: Straight, reference: Reference, boxes: Sequence[Rectangle]) -> tuple[Cut, ...]:
    """Return each of the boxes of a page, given in mm."""
    printed = _printed(reference.fine)
    return tuple(_cut(straight, reference, printed, boxes, number) for number in range(len(boxes)))


def is_blank(page: Grey) -> bool:
    """Whether there is next to nothing on an evenly lit page, its edges apart, where scanners see the table."""
    height, width = page.shape
    inner = page[height // 20 : height - height // 20, width // 20 : width - width // 20]
    small = cv2.GaussianBlur(inner, (0, 0), 1.5)
    return float((small < 255 * (1 - DARK)).mean()) < BLANK  # noqa: RUF100


def _printed(reference: Grey) -> Grey:
    """Where something is printed, and what is blurred around it."""
    size = round(2 * PRINT_EDGE * FINE) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return np.asarray(cv2.dilate((reference < 215).astype(np.uint8), kernel), np.uint8)


def _cut(straight: Straight, reference: Reference, printed: Grey, boxes: Sequence[Rectangle], number: int) -> Cut:
    box = boxes[number]
    across, down = _offset(straight, reference, box)
    height, width = reference.fine.shape
    left, top, right, low = _edges(box, BEYOND, width, height)
    lag = np.array([(1, 0, left + across), (0, 1, top + down)], np.float64)
    page = cv2.warpAffine(
        straight.page,
        lag,
        (right - left, low - top),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    inside = _window(box, left, top)
    others = [_window(one, left, top) for at, one in enumerate(boxes) if at != number]
    darkness = _darkness(np.asarray(page, np.uint8))
    strokes = _strokes(darkness, printed[top:low, left:right])
    own = _own(strokes, inside, others)
    if own.sum() < LEAST * FINE * FINE:  # never silently empty: what may be of this box is told
        own = _near(darkness, strokes, inside, others)
    ink = own.sum() >= LEAST * FINE * FINE
    rows, columns = np.nonzero(own) if ink else (np.array([], int), np.array([], int))
    x0, y0, x1, y1 = _grown(inside, AROUND, page.shape)
    spills = False
    if len(rows):
        out = _grown(inside, OUT, page.shape)
        first, last = (int(columns.min()), int(rows.min())), (int(columns.max()) + 1, int(rows.max()) + 1)
        spills = first[0] < out[0] or first[1] < out[1] or last[0] > out[2] or last[1] > out[3]
        x0, y0 = min(x0, first[0] - FINE), min(y0, first[1] - FINE)
        x1, y1 = max(x1, last[0] + FINE), max(y1, last[1] + FINE)
    shown = np.asarray(page, np.uint8)[max(y0, 0) : y1, max(x0, 0) : x1]
    return Cut(bool(ink), bool(spills), png(shown))


def _offset(straight: Straight, reference: Reference, box: Rectangle) -> tuple[float, float]:
    """How far a box is off, by what is printed around it, its own frame first."""
    x, y, w, h = box
    near = straight.offset(((x + w / 2) * FINE, (y + h / 2) * FINE))
    height, width = reference.fine.shape
    left, top, right, low = _edges(box, 2.0, width, height)
    far = round(SEARCH * FINE)
    dx, dy = (round(one) for one in near)
    x0, y0 = left + dx - far, top + dy - far
    x1, y1 = right + dx + far, low + dy + far
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        return near
    pattern, around = reference.fine[top:low:2, left:right:2], straight.page[y0:y1:2, x0:x1:2]
    scores = cv2.matchTemplate(around, pattern, cv2.TM_CCOEFF_NORMED)
    _, best, _, (column, row) = cv2.minMaxLoc(scores)
    if best < 0.3:
        return near
    return float(dx - far + 2 * column), float(dy - far + 2 * row)


def _darkness(page: Grey) -> NDArray[np.float32]:
    """How dark each place is beside its paper."""
    soft = cv2.GaussianBlur(page, (0, 0), 0.7).astype(np.float32)
    return np.asarray(1 - soft / np.maximum(_paper(page), 1), np.float32)


def _strokes(darkness: NDArray[np.float32], printed: Grey) -> NDArray[np.int32]:
    """The strokes of a pen by number, 0 where there is none."""
    noise = float(np.median(np.abs(darkness - np.median(darkness)))) * 6
    pale = ((darkness > max(PALE, noise)) & (printed == 0)).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(pale, connectivity=8)
    dark = np.bincount(labels[darkness > max(DARK, 1.6 * noise)].ravel(), minlength=count)
    kept = (dark > 3) & (stats[:, cv2.CC_STAT_AREA] >= SPECK * FINE * FINE)
    kept[0] = False
    return np.where(kept[labels], labels, 0).astype(np.int32)


def _paper(page: Grey) -> NDArray[np.float32]:
    """What the page would be without strokes: shade along a fold is wider than they are."""
    height, width = page.shape
    small = cv2.resize(page, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    reach = round(STROKE * FINE / 4) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    paper = cv2.GaussianBlur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel), (0, 0), 1.0)
    return cv2.resize(paper, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _own(strokes: NDArray[np.int32], inside: Window, others: Sequence[Window]) -> NDArray[np.bool_]:
    """The ink of a box: the strokes in it or on its edge, and those that go on from there, but for that of others."""
    sizes = _counts(strokes, (0, 0, *strokes.shape[::-1]), 0)
    within = _counts(strokes, inside, len(sizes))
    elsewhere = sum((_counts(strokes, other, len(sizes)) for other in others), np.zeros(len(sizes), np.int64))
    on_edge = _counts(strokes, _grown(inside, EDGE, strokes.shape), len(sizes)) > 0
    is_others = elsewhere > MOST * sizes
    held = np.zeros(strokes.shape, np.bool_)
    for other in others:
        window = _slices(_cropped(other, strokes.shape))
        held[window] = strokes[window] > 0
    beside = np.zeros(len(sizes), np.bool_)
    beside[np.unique(strokes[_around(held, TOUCH)])] = True  # a comma under the next box is that box's
    on_edge &= (elsewhere < SOME * sizes) & ~beside
    own = ((within > 0) & ~(is_others & (within < MOST * sizes))) | on_edge
    for _ in range(3):
        own[0] = False
        touched = np.unique(strokes[_around(own[strokes], JUMP)])
        more = own.copy()
        more[touched] = True
        more &= ~is_others | own
        own = more
    own[0] = False
    return own[strokes]


def _near(
    darkness: NDArray[np.float32], strokes: NDArray[np.int32], inside: Window, others: Sequence[Window]
) -> NDArray[np.bool_]:
    """What stands near a box or on its frame and does not go on from what is in another."""
    held = np.zeros(strokes.shape, np.bool_)
    for other in others:
        window = _slices(_grown(other, EDGE, strokes.shape))
        held[window] = strokes[window] > 0
    for _ in range(3):
        touched = np.unique(strokes[_around(held, JUMP)])
        held |= np.isin(strokes, touched[touched > 0])
    near = np.unique(strokes[_slices(_grown(inside, NEAR, strokes.shape))])
    beside = np.isin(strokes, near[near > 0]) & ~held
    return beside | (_on_frame(darkness, inside) & ~_around(held, TOUCH))


def _on_frame(darkness: NDArray[np.float32], inside: Window) -> NDArray[np.bool_]:
    """Where a line of the frame of a box is thicker than elsewhere, for as long as a stroke is."""
    left, top, right, low = inside
    found = np.zeros(darkness.shape, np.bool_)
    for line in (left, right):
        _mark_thick(darkness, found, line, top, low)
    for line in (top, low):
        _mark_thick(darkness.T, found.T, line, left, right)
    return found


def _mark_thick(darkness: NDArray[np.float32], found: NDArray[np.bool_], line: int, first: int, last: int) -> None:
    """Mark where a line that goes down a picture is thicker than at its thinnest."""
    aside = round(FRAME * FINE)
    place = slice(max(first + aside + 2, 0), max(last - aside - 2, 0)), slice(max(line - aside, 0), line + aside)
    band = np.clip(darkness[place], 0, None)
    if band.size:
        width = band.sum(1) / FINE
        is_thick = (width - np.percentile(width, 10) > THICK).astype(np.uint8)[:, None]
        is_long = cv2.morphologyEx(is_thick, cv2.MORPH_OPEN, np.ones((round(LONG * FINE), 1), np.uint8))
        found[place] |= (is_long > 0) & (band > PALE)


def _around(ink: NDArray[np.bool_], far: float) -> NDArray[np.bool_]:
    """What is no farther from ink than so many mm, to half a mm."""
    height, width = ink.shape
    small = cv2.resize(ink.astype(np.float32), (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    reach = round(2 * far * FINE / 4) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    near = cv2.dilate((small > 0).astype(np.uint8), kernel)
    return np.asarray(cv2.resize(near, (width, height), interpolation=cv2.INTER_NEAREST) > 0)


def _counts(strokes: NDArray[np.int32], window: Window, length: int) -> NDArray[np.int64]:
    """How much of each stroke is in a window."""
    inside = strokes[_slices(_cropped(window, strokes.shape))]
    return np.bincount(inside.ravel(), minlength=length).astype(np.int64)


def png(grey: Grey) -> bytes:
    """Return a picture in a few shades of grey: small, and the same bytes for the same pixels."""
    step = 255 // (LEVELS - 1)
    shades = (np.round(grey.astype(np.float32) / step) * step).astype(np.uint8)
    _, content = cv2.imencode(".png", shades, [cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_RLE])
    return content.tobytes()


def _edges(box: Rectangle, margin: float, width: int, height: int) -> Window:
    x, y, w, h = box
    left, top = max(round((x - margin) * FINE), 0), max(round((y - margin) * FINE), 0)
    return left, top, min(round((x + w + margin) * FINE), width), min(round((y + h + margin) * FINE), height)


def _window(box: Rectangle, left: int, top: int) -> Window:
    x, y, w, h = (round(one * FINE) for one in box)
    return x - left, y - top, x + w - left, y + h - top


def _grown(window: Window, by: float, shape: tuple[int, ...]) -> Window:
    grown = round(by * FINE)
    return _cropped((window[0] - grown, window[1] - grown, window[2] + grown, window[3] + grown), shape)


def _cropped(window: Window, shape: tuple[int, ...]) -> Window:
    height, width = shape[:2]
    left, top, right, low = window
    return min(max(left, 0), width), min(max(top, 0), height), min(max(right, 0), width), min(max(low, 0), height)


def _slices(window: Window) -> tuple[slice, slice]:
    left, top, right, low = window
    return slice(top, low), slice(left, right)
