"""Compare a scanned page, aligned with its blank sheet, with another scan of it and with the sheets of the class.

A page with a glued-on code of another sheet is found because it lacks the seed, name and data of that sheet.
"""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.submissions.scanned.picture import Grey
from answers.submissions.scanned.reader import Rectangle
from answers.submissions.scanned.registration import COARSE, FINE, HALF, Reference, Registration, without_strokes

MARGIN = 7.0  # millimetres along the edges of a page where scans may show the table
GRID = 12.0  # distance in millimetres between the points where the bend of the paper is measured
LEVELS = 16

FAINT, SURE = 0.15, 0.3  # least darkness of possible ink and of certain ink, where paper is 0 and black is 1
WORD = 1.5
"""Strokes closer than twice this distance in millimetres are shifted together; paper bends differently in each scan."""
REACH = 0.5  # greatest shift of a word in millimetres from one scan to another
STROKE_AREA = 0.3  # least area in square millimetres of certain ink without counterpart that counts as a difference
MOST_PLACES = 100


def flattened(registration: Registration) -> Grey:
    """Return a registered page without the bend of its paper, so that print is where the blank sheet has it."""
    height, width = registration.page.shape
    step = round(GRID * FINE)
    rows, columns = range(0, height + step, step), range(0, width + step, step)
    lags = np.array([[registration.offset((x, y)) for x in columns] for y in rows], np.float32)
    lags = np.dstack([cv2.medianBlur(np.ascontiguousarray(lags[..., at]), 3) for at in (0, 1)])  # without outliers
    wide, high = len(columns) * step, len(rows) * step
    lag = cv2.resize(lags, (wide, high), interpolation=cv2.INTER_LINEAR)
    half = step // 2  # the centre of an enlarged cell is its point
    lag = cv2.copyMakeBorder(lag, 0, half, 0, half, cv2.BORDER_REPLICATE)[half:, half:][:height, :width]
    across, down = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    flat = cv2.remap(
        registration.page, across + lag[..., 0], down + lag[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def ink_map(flat: Grey, reference: Reference) -> Grey:
    """Return the darkness of the ink on a flattened page, without its print: 0 where there is no ink, 255 for black.

    The result has `COARSE` pixels per mm.
    """
    height, width = flat.shape
    small = cv2.resize(flat, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    darkness = 255 - np.asarray(cv2.divide(small, np.maximum(without_strokes(small, COARSE), 1), scale=255), np.uint8)
    printed = cv2.resize(reference.printed, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    margin = round(MARGIN * COARSE)
    ink = np.zeros_like(darkness)
    inner = np.s_[margin:-margin, margin:-margin]
    ink[inner] = np.where(printed[inner] == 0, darkness[inner], 0)
    step = 255 // (LEVELS - 1)
    return np.asarray((ink // step) * step, np.uint8)


def differing(ink: Grey, other: Grey) -> tuple[Rectangle, ...]:
    """Return the rectangles, in mm, where one of two ink maps of a page has ink that the other lacks, at most 100.

    Maps of different sizes differ everywhere.
    """
    if ink.shape != other.shape:
        height, width = ink.shape
        return ((0.0, 0.0, width / COARSE, height / COARSE),)
    first, second = (np.asarray(cv2.GaussianBlur(map_, (0, 0), 0.8) / 255, np.float32) for map_ in (ink, other))
    return tuple((_lacking(first, second) + _lacking(second, first))[:MOST_PLACES])


def _lacking(ink: NDArray[np.float32], other: NDArray[np.float32]) -> list[Rectangle]:
    """Return the rectangles, in mm, with ink that `other` lacks, after each word is shifted to its best match there."""
    size, reach = round(2 * WORD * COARSE) | 1, round(REACH * COARSE)
    words = cv2.dilate((ink > SURE).astype(np.uint8), np.ones((size, size), np.uint8))
    count, numbers, places, _ = cv2.connectedComponentsWithStats(words)
    around = cv2.copyMakeBorder(other, reach, reach, reach, reach, cv2.BORDER_CONSTANT, value=0)
    differences = []
    for number, (left, top, width, height, _) in enumerate(places[1:count], 1):
        place = np.s_[top : top + height, left : left + width]
        word = np.where(numbers[place] == number, ink[place], np.float32(0))
        near = around[top : top + height + 2 * reach, left : left + width + 2 * reach]
        _, _, _, (across, down) = cv2.minMaxLoc(cv2.matchTemplate(near, word, cv2.TM_CCORR))
        fitted = near[down : down + height, across : across + width]
        alone = ((word > SURE) & (fitted <= FAINT)).astype(np.uint8)
        _, _, strokes, _ = cv2.connectedComponentsWithStats(alone)
        differences += [
            ((left + x) / COARSE, (top + y) / COARSE, wide / COARSE, high / COARSE)
            for x, y, wide, high, area in strokes[1:].tolist()
            if area >= STROKE_AREA * COARSE * COARSE
        ]
    return differences


SMALL = 2  # pixels per mm when a page is compared with the sheets of a class
SOFT = 0.35  # blur in millimetres before the comparison: pages are displaced by less, and scanners blur as much
LEAST_UNLIKE = 0.5
"""Least difference of two sheets, in square millimetres of black; a page is not compared with more similar sheets."""
NEARER = 0.7  # least result of the comparison for a page of its own sheet; 1 is its own sheet, -1 the other sheet


def small_page(page: Grey, pixels: int) -> Grey:
    """Return the darkness of a page, reduced to `SMALL` pixels per mm and blurred.

    `pixels` are the pixels per mm of `page`.
    """
    height, width = page.shape
    size = width * SMALL // pixels, height * SMALL // pixels
    small = cv2.GaussianBlur(cv2.resize(page, size, interpolation=cv2.INTER_AREA), (0, 0), SOFT * SMALL)
    return 255 - np.asarray(small, np.uint8)


def similarity(
    page: Grey, own: Grey, others: Iterable[Grey], hidden: Sequence[Rectangle], code: Rectangle | None
) -> tuple[bool, int | None]:
    """Return whether a flattened page shows `own`, the sheet that its code names, rather than one of `others`.

    The second result is the index of the other sheet that the page shows instead, None if there is none.
    All pictures are results of `small_page`. Only pixels where two sheets differ count, outside the rectangles `hidden`
    and `code`, in mm. If sheets cannot be distinguished, the page counts as its own.
    """
    height, width = own.shape
    compared = np.zeros((height, width), np.bool_)
    margin = round(MARGIN * SMALL)
    compared[margin:-margin, margin:-margin] = True
    for x, y, wide, high in (*hidden, *([code] if code else [])):
        left, top, right, low = (round(edge * SMALL) for edge in (x - 1, y - 1, x + wide + 1, y + high + 1))
        compared[max(top, 0) : max(low, 0), max(left, 0) : max(right, 0)] = False
    shown, printed = (np.where(compared, array[:height, :width] / np.float32(255), 0).ravel() for array in (page, own))
    shown /= np.clip(float(shown @ printed) / max(float(printed @ printed), 1e-6), 0.2, 1.2)
    least, nearest = 1.0, None
    for at, sheet in enumerate(others):
        if sheet.shape != own.shape:
            continue
        places = np.flatnonzero((sheet != own) & compared)  # few pixels, since a class has hundreds of sheets
        array, other = printed[places], sheet.ravel()[places] / np.float32(255)
        difference = array - other
        unlike = float(difference @ difference)
        if unlike < LEAST_UNLIKE * SMALL * SMALL:
            continue
        nearer = float((2 * shown[places] - array - other) @ difference) / unlike
        if nearer < least:
            least, nearest = nearer, at
    return least > NEARER, nearest if least < -NEARER else None


def code_place(reference: Reference) -> Rectangle | None:
    """Return the place of the QR code on a blank page as left, top, width and height in mm, None if there is none."""
    if reference.code is None:
        return None
    (left, top), (right, low) = reference.code.corners.min(0) / FINE, reference.code.corners.max(0) / FINE
    return float(left), float(top), float(right - left), float(low - top)
