"""Compare a registered page with another scan of it, and with what only its own sheet shows.

Two scans of a page show the same ink, or a person decides between them. A page with the code of another sheet glued on
lacks what only that other sheet shows: its seed, its name, the data of its questions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.submissions.scanned.picture import Grey
from answers.submissions.scanned.reader import Rectangle
from answers.submissions.scanned.registration import COARSE, FINE, HALF, Reference, Registration

MARGIN = 7.0
"""Millimetres along the edges of a page where scanners see the table."""
PRINT_EDGE = 0.45
"""Millimetres around what is printed that count as printed: scanners and paper blur it."""
STROKE = 2.0
"""Millimetres that no stroke is wide."""
GRID = 12.0
"""Millimetres between the points at which the bend of the paper is measured."""
LEVELS = 16

FAINT, SURE = 0.15, 0.3
"""Darkness of what may be ink, and of what certainly is, where paper is 0 and black 1."""
WORD = 1.5
"""Millimetres between strokes that are moved together: paper bends otherwise on another scan."""
REACH = 0.5
"""Millimetres by which a word may stand elsewhere on another scan."""
STROKE_AREA = 0.3
"""Square millimetres of certain ink without counterpart that make two pages differ."""
MOST_PLACES = 100


def flattened(registration: Registration) -> Grey:
    """Return a registered page with the bend of its paper taken out: print stands where the reference has it."""
    height, width = registration.page.shape
    step = round(GRID * FINE)
    rows, columns = range(0, height + step, step), range(0, width + step, step)
    lags = np.array([[registration.offset((x, y)) for x in columns] for y in rows], np.float32)
    lags = np.dstack([cv2.medianBlur(np.ascontiguousarray(lags[..., at]), 3) for at in (0, 1)])  # without outliers
    wide, high = len(columns) * step, len(rows) * step
    lag = cv2.resize(lags, (wide, high), interpolation=cv2.INTER_LINEAR)
    half = step // 2  # the middle of an enlarged cell is its point
    lag = cv2.copyMakeBorder(lag, 0, half, 0, half, cv2.BORDER_REPLICATE)[half:, half:][:height, :width]
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    flat = cv2.remap(
        registration.page, across + lag[..., 0], down + lag[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def ink_map(flat: Grey, reference: Reference) -> Grey:
    """Return how dark a flattened page is beside what is printed, in coarse pixels: 0 where there is no ink."""
    height, width = flat.shape
    small = cv2.resize(flat, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    reach = round(STROKE * COARSE) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    paper = cv2.GaussianBlur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel), (0, 0), 1.0)
    darkness = 255 - np.asarray(cv2.divide(small, np.maximum(paper, 1), scale=255), np.uint8)
    size = round(2 * PRINT_EDGE * FINE) | 1
    edge = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    printed = cv2.dilate((reference.fine < 215).astype(np.uint8), edge)
    printed = cv2.resize(printed, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    margin = round(MARGIN * COARSE)
    ink = np.zeros_like(darkness)
    inner = np.s_[margin:-margin, margin:-margin]
    ink[inner] = np.where(printed[inner] == 0, darkness[inner], 0)
    step = 255 // (LEVELS - 1)
    return np.asarray((ink // step) * step, np.uint8)


def differing(array: Grey, other: Grey) -> tuple[Rectangle, ...]:
    """Return where two ink maps of a page have ink that the other lacks, in mm; nothing if they show the same ink."""
    if array.shape != other.shape:
        height, width = array.shape
        return ((0.0, 0.0, width / COARSE, height / COARSE),)
    first, second = (np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.8) / 255, np.float32) for ink in (array, other))
    return tuple((_lacking(first, second) + _lacking(second, first))[:MOST_PLACES])


def _lacking(ink: NDArray[np.float32], other: NDArray[np.float32]) -> list[Rectangle]:
    """Return where ink has no counterpart, each word laid on what it fits best."""
    size, reach = round(2 * WORD * COARSE) | 1, round(REACH * COARSE)
    words = cv2.dilate((ink > SURE).astype(np.uint8), np.ones((size, size), np.uint8))
    count, numbers, places, _ = cv2.connectedComponentsWithStats(words)
    around = cv2.copyMakeBorder(other, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    found = []
    for number, (left, top, width, height, _) in enumerate(places[1:count], 1):
        place = np.s_[top : top + height, left : left + width]
        word = np.where(numbers[place] == number, ink[place], np.float32(0))
        near = around[top : top + height + 2 * reach, left : left + width + 2 * reach]
        _, _, _, (across, down) = cv2.minMaxLoc(cv2.matchTemplate(near, word, cv2.TM_CCORR))
        fitted = near[down : down + height, across : across + width]
        alone = ((word > SURE) & (fitted <= FAINT)).astype(np.uint8)
        _, _, strokes, _ = cv2.connectedComponentsWithStats(alone)
        found += [
            ((left + x) / COARSE, (top + y) / COARSE, wide / COARSE, high / COARSE)
            for x, y, wide, high, area in strokes[1:].tolist()
            if area >= STROKE_AREA * COARSE * COARSE
        ]
    return found


SMALL = 2
"""Pixels a mm in which a page is compared with the sheets of a whole class."""
SOFT = 0.35
"""Millimetres by which all are blurred: a page is off by less, and scanners blur by as much."""
LEAST_UNLIKE = 0.5
"""Square millimetres of full black by which two sheets differ at least, if anything tells them apart."""
NEARER = 0.7
"""How much nearer a page is to its own sheet than to any other: -1 if it is that other, 1 if it is its own."""


@dataclass(frozen=True, slots=True)
class Resemblance:
    """Whether a page is its own sheet and no other, and which other one it is instead, if any."""

    is_own: bool
    nearest: int | None


def small_page(page: Grey, pixels: int) -> Grey:
    """Return how dark a page of so many pixels a mm is, as `resemblance` wants it."""
    height, width = page.shape
    size = width * SMALL // pixels, height * SMALL // pixels
    small = cv2.GaussianBlur(cv2.resize(page, size, interpolation=cv2.INTER_AREA), (0, 0), SOFT * SMALL)
    return 255 - np.asarray(small, np.uint8)


def resemblance(
    page: Grey, own: Grey, others: Iterable[Grey], hidden: Sequence[Rectangle], code: Rectangle | None
) -> Resemblance:
    """Return whether a flattened page shows its own sheet rather than any other of the class; all are small.

    Only places in which its own sheet and the other differ count. `hidden` are places in mm where students write, and
    are not looked at; nor is the code. What cannot be told apart is its own.
    """
    height, width = own.shape
    looked_at = np.zeros((height, width), np.bool_)
    margin = round(MARGIN * SMALL)
    looked_at[margin:-margin, margin:-margin] = True
    for x, y, wide, high in (*hidden, *([code] if code else [])):
        left, top, right, low = (round(edge * SMALL) for edge in (x - 1, y - 1, x + wide + 1, y + high + 1))
        looked_at[max(top, 0) : max(low, 0), max(left, 0) : max(right, 0)] = False
    shown, printed = (np.where(looked_at, array[:height, :width] / np.float32(255), 0).ravel() for array in (page, own))
    shown /= np.clip(float(shown @ printed) / max(float(printed @ printed), 1e-6), 0.2, 1.2)
    least, nearest = 1.0, None
    for at, sheet in enumerate(others):
        if sheet.shape != own.shape:
            continue
        places = np.flatnonzero((sheet != own) & looked_at)  # few of them: a class has hundreds of sheets
        array, other = printed[places], sheet.ravel()[places] / np.float32(255)
        difference = array - other
        unlike = float(difference @ difference)
        if unlike < LEAST_UNLIKE * SMALL * SMALL:
            continue
        nearer = float((2 * shown[places] - array - other) @ difference) / unlike
        if nearer < least:
            least, nearest = nearer, at
    return Resemblance(least > NEARER, nearest if least < -NEARER else None)


def code_place(reference: Reference) -> Rectangle | None:
    """Return where the code of a page is, in mm; None if it has none."""
    if reference.code is None:
        return None
    (left, top), (right, low) = reference.code.corners.min(0) / FINE, reference.code.corners.max(0) / FINE
    return float(left), float(top), float(right - left), float(low - top)
