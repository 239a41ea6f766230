"""Register a scanned page: align it with the same page of its blank sheet.

The alignment is found from the corner marks, or else from the print. It is accepted only if print is then found in
place all over the page, and corrected by the places where print was found, since paper bends.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from answers.sheets.identity import PAGE_CODE
from answers.submissions.scan import qr_codes
from answers.submissions.scanned.picture import Grey


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code that corrige printed on a page: its text, and its corners in pixels, clockwise from the upper left."""

    text: str
    corners: NDArray[np.float32]


def codes_on(grey: Grey) -> tuple[Code, ...]:
    """Return the QR codes of corrige on a page, each text once; other QR codes are ignored."""
    codes = _read(grey, 1.0)
    if not codes:
        twice = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
        codes = _read(np.asarray(twice, np.uint8), 2.0)
    if not codes:
        softer = cv2.GaussianBlur(grey, (0, 0), 1.2)
        codes = _read(np.asarray(cv2.createCLAHE(3.0, (16, 16)).apply(softer), np.uint8), 1.0)
    return tuple({code.text: code for code in codes}.values())


def _read(grey: Grey, scale: float) -> list[Code]:
    """Return the QR codes of corrige in a picture that is `scale` times as large as the page."""
    codes = []
    for barcode in qr_codes(grey):
        if barcode.valid and PAGE_CODE.fullmatch(barcode.text):
            at = barcode.position
            points = [(point.x, point.y) for point in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
            codes.append(Code(barcode.text, np.array(points, np.float32) / scale))
    return codes


FINE, COARSE = 8, 4  # pixels per mm: `FINE` for cutting out boxes, `COARSE` for comparing pages
HALF = FINE // COARSE
MARK = 4.0  # side in mm of the black squares at the corners of a page
LEAST_SIDE = 12
"""Side of a mark in pixels that is enough to find its centre; pictures with larger marks are halved first."""
REACH = 45.0  # greatest distance in mm of a mark from a corner of the page
MARGIN = 50  # greatest error in mm of a place predicted from the QR code, on a page photographed at an angle
PRINT_EDGE = 0.45  # millimetres around print that count as printed
STROKE = 2.0  # more than the width of any pen stroke, in millimetres; only the edge of a wider blot is found
PATCH, STEP = 8, 14  # side in mm of the patches of print that are compared, and their distance from each other
FOUND = 0.55  # least correlation with which a patch counts as found on a scan
LEAST_FOUND = 0.45  # least share of patches found on a scan; with less, the scan shows another page
LEAST_PLACES, ENOUGH_PLACES = 8, 40
"""Least number of patches found on a scan, and number that is enough to measure how its paper is bent."""
BENT = 0.2  # displacement of print in mm from which the paper is straightened
FEW_SHADES = 16  # most shades of a black and white scan, which has only a few between if it was reduced
NEAR = 1.2  # greatest distance in mm of a patch from its expected place on flat paper

Homography = NDArray[np.float64]
Points = NDArray[np.float32]


class Reference:
    """A page of a blank sheet as a picture, with the features by which a scan is aligned.

    `fine` has 8 pixels per mm.
    """

    def __init__(self, fine: Grey) -> None:
        self.fine = fine
        self.coarse: Grey = _halved(fine)

    @cached_property
    def code(self) -> Code | None:
        """The QR code on the page, None if the page has none."""
        return next(iter(codes_on(self.fine)), None)

    @cached_property
    def printed(self) -> Grey:
        """1 for each fine pixel of print and around it, as far as scanners and paper blur print, 0 elsewhere."""
        return np.asarray(cv2.dilate((self.fine < 215).astype(np.uint8), disc(2 * PRINT_EDGE * FINE)), np.uint8)

    @cached_property
    def marks(self) -> Points:
        """The centres in fine pixels of the corner marks, clockwise from the upper left, or fewer than four."""
        height, width = self.fine.shape
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        squares = _squares(self.fine, MARK * FINE)
        candidates = [_nearest(squares, corner, REACH * FINE) for corner in corners]
        return np.array([points[0] for points in candidates if len(points)], np.float32).reshape(-1, 2)

    @cached_property
    def places(self) -> NDArray[np.int32]:
        """The upper left corners, in coarse pixels, of patches that can be located precisely by their print."""
        edge, step = PATCH * COARSE, STEP * COARSE
        blurred = cv2.GaussianBlur(self.coarse, (0, 0), 1.0)
        strength = cv2.boxFilter(cv2.cornerMinEigenVal(blurred, 5), -1, (edge, edge), borderType=cv2.BORDER_CONSTANT)
        patches = []
        margin = edge // 2 + 3 * COARSE
        height, width = self.coarse.shape
        for top, left in product(range(margin, height - margin, step), range(margin, width - margin, step)):
            cell = strength[top : min(top + step, height - margin), left : min(left + step, width - margin)]
            row, column = divmod(int(cell.argmax()), cell.shape[1])
            if cell[row, column] > 1e-5:
                patches.append((left + column - edge // 2, top + row - edge // 2))
        return np.array(patches, np.int32).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class Registration:
    """A scanned page aligned with its reference and evenly lit; lengths are in fine pixels, 8 per mm.

    `places` are the centres of the patches that were found, and `offsets` the displacements of their print. `is_jagged`
    says that the scan is black and white, so that a line may be one pixel of the scanner too thick.
    """

    page: Grey
    places: Points
    offsets: Points
    is_jagged: bool = False

    def offset(self, middle: tuple[float, float]) -> tuple[float, float]:
        """Return the displacement of print near a point, in fine pixels: the median of the five nearest patches.

        (0, 0) if no patch was found.
        """
        if not len(self.places):
            return 0.0, 0.0
        far = np.hypot(*(self.places - np.array(middle, np.float32)).T)
        nearest = np.argsort(far)[:5]
        across, down = np.median(self.offsets[nearest], axis=0)
        return float(across), float(down)


def register(grey: Grey, reference: Reference, code: Code | None) -> Registration | None:
    """Align a scanned page with `reference`, a page of its blank sheet; None if the scan does not show that page."""
    for guess in _guesses(grey, reference, code):
        if (registration := _confirmed(grey, reference, guess)) is not None:
            return replace(registration, is_jagged=len(np.unique(grey)) <= FEW_SHADES)
    return None


def evenly_lit(grey: Grey) -> Grey:
    """Return a page with shadows removed, so that the paper is white everywhere."""
    height, width = grey.shape
    small = cv2.resize(grey, (max(width // 8, 1), max(height // 8, 1)), interpolation=cv2.INTER_AREA)
    paper = cv2.dilate(small, np.ones((5, 5), np.uint8))
    paper = cv2.medianBlur(cv2.morphologyEx(paper, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), 9)
    paper = cv2.resize(np.maximum(paper, 1), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(grey, paper, scale=255), np.uint8)


def without_strokes(page: cv2.typing.MatLike, pixels: int) -> Grey:
    """Return a page of `pixels` per mm without print and ink; shadows along folds stay, wider than any stroke."""
    closed = cv2.morphologyEx(page, cv2.MORPH_CLOSE, disc(STROKE * pixels))
    return np.asarray(cv2.GaussianBlur(closed, (0, 0), 1.0), np.uint8)


def disc(across: float) -> Grey:
    """Return a disc about `across` pixels wide, an odd number, by which pictures are dilated or closed."""
    size = round(across) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _guesses(grey: Grey, reference: Reference, code: Code | None) -> Iterator[Homography]:
    """Yield possible mappings from the reference to the scanned page, in fine pixels, the quickest to compute first."""
    rough: Homography | None = None
    if code and reference.code:  # rotation, shift and scale from the code alone, inexact far from the code
        affine, _ = cv2.estimateAffinePartial2D(reference.code.corners, code.corners)
        rough = None if affine is None else np.vstack([affine, (0, 0, 1)])
    if code and rough is not None:
        by_marks = _by_marks(grey, reference, code, rough)
        if by_marks is not None:
            yield by_marks
    height, width = reference.coarse.shape
    margin = MARGIN * COARSE
    scale = _long(reference.coarse) / _long(grey)
    shift = np.array([(1, 0, -margin), (0, 1, -margin), (0, 0, 1.0)])
    whole = _scaled(1 / scale) if rough is None else rough @ _scaled(HALF) @ shift
    page = _warped(grey, (height + 2 * margin, width + 2 * margin), whole)
    for orb in (True, False):
        homography = _by_features(reference.coarse, page, margin if rough is not None else None, orb=orb)
        if homography is not None:
            yield whole @ homography @ _scaled(1 / HALF)


def _scaled(factor: float) -> Homography:
    return np.diag([factor, factor, 1.0])


def _by_marks(grey: Grey, reference: Reference, code: Code, rough: Homography) -> Homography | None:
    """Return the mapping from the blank sheet to the picture by the corner marks, predicted by `rough`, or None."""
    if len(reference.marks) != 4 or reference.code is None:
        return None
    size = float(np.hypot(rough[0, 0], rough[1, 0]))
    squares = _squares(grey, MARK * FINE * size)
    expected = cv2.perspectiveTransform(reference.marks[None], rough)[0]
    reach = 0.2 * _long(reference.fine) * size
    near = [_nearest(squares, corner, reach)[:4] for corner in expected]
    best: Homography | None = None
    least = 1.5 * FINE
    for four in product(*near):
        guess = cv2.getPerspectiveTransform(reference.marks, np.array(four, np.float32))
        there = cv2.perspectiveTransform(reference.code.corners[None], guess)[0]
        error = float(np.abs(there - code.corners).max() / size)
        if error < least:
            best, least = np.asarray(guess, np.float64), error
    return best


def _squares(grey: Grey, side: float) -> Points:
    """Return the centres in pixels of filled dark squares with sides of about `side` pixels."""
    if side > 2 * LEAST_SIDE:
        return _squares(_halved(grey), side / 2) * 2 + np.float32(0.5)
    window = int(side * 3) | 1
    dark = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window, 25)
    count, labels = cv2.connectedComponents(dark, connectivity=4)
    areas = np.bincount(labels.ravel(), minlength=count)
    may_be = (areas > 0.4 * side * side) & (areas < (1.7 * side) ** 2)
    may_be[0] = False
    pixels = np.argwhere(may_be[labels])
    numbers = labels[tuple(pixels.T)]
    centres = []
    for number in np.flatnonzero(may_be):
        square = pixels[numbers == number]
        height, width = np.ptp(square, axis=0) + 1
        if 0.55 * side < min(width, height) and max(width, height) < 1.7 * side and len(square) > 0.62 * width * height:
            centres.append(square.mean(0)[::-1])
    return np.array(centres, np.float32).reshape(-1, 2)


def _nearest(points: Points, middle: NDArray[np.float32], reach: float) -> Points:
    far = np.hypot(*(points - middle).T)
    order = np.argsort(far)
    near: Points = points[order[far[order] < reach]]
    return near


def _by_features(reference: Grey, page: Grey, margin: int | None, *, orb: bool) -> Homography | None:
    """Return the mapping found from features of the print, None if too few match.

    SIFT finds more features than ORB and takes ten times as long. With a margin, the page is already aligned, except
    for a shift of `margin` pixels.
    """
    features = cv2.ORB.create(2500, fastThreshold=12) if orb else cv2.SIFT.create(3000)
    points, descriptors = features.detectAndCompute(reference, None)
    others, page_descriptors = features.detectAndCompute(page, None)
    pairs: Sequence[Sequence[cv2.DMatch]] = []
    if descriptors is not None and page_descriptors is not None:
        pairs = cv2.BFMatcher(features.defaultNorm()).knnMatch(page_descriptors, descriptors, k=2)
    # only features with an unambiguous match
    good = [pair[0] for pair in pairs if len(pair) > 1 and pair[0].distance < 0.8 * pair[1].distance]
    before = np.array([points[dmatch.trainIdx].pt for dmatch in good], np.float32).reshape(-1, 2)
    after = np.array([others[dmatch.queryIdx].pt for dmatch in good], np.float32).reshape(-1, 2)
    if margin is not None:
        near = np.hypot(*(after - before - margin).T) < margin
        before, after = before[near], after[near]
    if len(before) < LEAST_PLACES:
        return None
    return _homography(before, after, cv2.USAC_MAGSAC, 4.0)


def _homography(before: Points, after: Points, method: int, tolerance: float) -> Homography | None:
    cv2.setRNGSeed(0)
    homography = np.array(cv2.findHomography(before, after, method, tolerance)[0], np.float64)  # no shape for None
    is_singular = homography.shape != (3, 3) or abs(np.linalg.det(homography)) < 1e-6
    return None if is_singular else homography


def _confirmed(grey: Grey, reference: Reference, guess: Homography) -> Registration | None:
    """Return the page aligned by `guess` and corrected by the patches found; None if these are too few."""
    for reach in (4.0, 2.0):
        page = _warped(grey, reference.coarse.shape, guess @ _scaled(HALF))
        places, offsets = _patches_found(evenly_lit(page), reference, reach)
        if len(places) < max(LEAST_PLACES, LEAST_FOUND * len(reference.places)):
            return None
        correction = _homography(places, places + offsets, cv2.RANSAC, NEAR * COARSE)
        if correction is None:
            return None
        guess = guess @ _scaled(HALF) @ correction @ _scaled(1 / HALF)
    registration = _measured(_warped(grey, reference.fine.shape, guess), reference)
    if len(registration.places) < LEAST_PLACES:
        return None
    if len(registration.places) >= ENOUGH_PLACES and _far(registration.offsets) > BENT * FINE:
        unbent = _measured(_unbent(grey, guess, registration), reference)
        if len(unbent.places) >= len(registration.places) and _far(unbent.offsets) < _far(registration.offsets):
            return unbent
    return registration


def _measured(page: Grey, reference: Reference) -> Registration:
    """Return a page in fine pixels, lit evenly, with the displacements of its print."""
    lit = evenly_lit(page)
    places, offsets = _patches_found(_halved(lit), reference, 2.0)
    return Registration(lit, places * HALF, offsets * HALF)


def _far(offsets: Points) -> float:
    """Return a distance that only a twentieth of the displacements `offsets` exceeds, in their unit: fine pixels."""
    return float(np.percentile(np.hypot(*offsets.T), 95))


def _unbent(grey: Grey, guess: Homography, registration: Registration) -> Grey:
    """Return the page aligned by `guess` and by a cubic surface through the displacements of its print."""
    shape = height, width = registration.page.shape
    terms, fits = _cubic_terms(registration.places, shape), np.ones(len(registration.places), np.bool_)
    for _ in range(3):
        surface = np.linalg.lstsq(terms[fits], registration.offsets[fits], rcond=None)[0]
        errors = np.hypot(*(registration.offsets - terms @ surface).T)
        fits = errors <= max(BENT * FINE, 2 * float(np.median(errors)))  # without patches found in a wrong place
    points = np.dstack(np.meshgrid(np.arange(width), np.arange(height))).astype(np.float32)
    cells = np.asarray(cv2.resize(points, (width // FINE, height // FINE), interpolation=cv2.INTER_AREA), np.float32)
    lags = (_cubic_terms(cells.reshape(-1, 2), shape) @ surface).astype(np.float32).reshape(cells.shape)
    points += cv2.resize(lags, (width, height), interpolation=cv2.INTER_LINEAR)
    there = np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), guess), np.float32).reshape(height, width, 2)
    across, down = there[..., 0], there[..., 1]
    return np.asarray(cv2.remap(grey, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _cubic_terms(points: Points, shape: tuple[int, ...]) -> Points:
    """Return, for each point of a picture of this shape, the products of its coordinates up to the third degree."""
    x, y = (2 * points / np.array(shape[::-1], np.float32) - 1).T
    return np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1)


def _patches_found(page: Grey, reference: Reference, reach: float) -> tuple[Points, Points]:
    """Return the centres and displacements, in coarse pixels, of the patches found within `reach` mm of their place."""
    edge, far = PATCH * COARSE, round(reach * COARSE)
    middles, offsets = [], []
    for left, top in reference.places:
        patch = reference.coarse[top : top + edge, left : left + edge]
        x, y = max(left - far, 0), max(top - far, 0)
        around = page[y : top + edge + far, x : left + edge + far]
        scores = np.asarray(cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED), np.float32)
        _, best, _, (across, down) = cv2.minMaxLoc(scores)
        if best > FOUND:
            dx, dy = (
                across + _peak(scores[down, max(across - 1, 0) : across + 2]),
                down + _peak(scores[max(down - 1, 0) : down + 2, across]),
            )
            middles.append((left + edge / 2, top + edge / 2))
            offsets.append((x + dx - left, y + dy - top))
    return np.array(middles, np.float32).reshape(-1, 2), np.array(offsets, np.float32).reshape(-1, 2)


def _peak(three: NDArray[np.float32]) -> float:
    """Return the position of the maximum of the parabola through three values, relative to the middle value."""
    if len(three) != 3:
        return 0.0
    before, here, after = map(float, three)
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < 0 else 0.0


def _warped(grey: Grey, shape: tuple[int, ...], homography: Homography) -> Grey:
    """Return a picture of this shape, each pixel taken from where `homography` maps it in `grey`."""
    height, width = shape
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpPerspective(grey, homography, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _halved(grey: Grey) -> Grey:
    height, width = (size // HALF for size in grey.shape)
    even = grey[: height * HALF, : width * HALF]  # an odd size takes four times as long
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _long(grey: Grey) -> int:
    height, width = grey.shape
    return int(max(height, width))
