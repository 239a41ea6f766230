"""Pages are laid on their sheets, their ink is found, and scans of a page are compared."""

import cv2
import numpy as np
import pytest

from answers.submissions.scanned.compared import code_place, differing, flattened, ink_map, similarity, small_page
from answers.submissions.scanned.registration import Reference, codes_on, evenly_lit, register
from answers.submissions.scanned.strokes import cut_boxes, is_blank
from tests.answers.submissions.scanned.drawn import BOXES, CODE, FINE, Grey, askew, blank, written


@pytest.mark.parametrize(
    ("marks", "has_code", "how"),
    [
        (True, True, {"turn": 2.8}),
        (True, True, {"turn": 180.5}),
        (True, True, {"lean": 6.0, "shadow": 0.5}),
        (False, True, {"turn": -3.0}),
        (False, True, {"lean": 5.0, "turn": 91.0}),
        (False, False, {"turn": 1.0}),
    ],
)
def test_a_page_is_set_straight_and_its_ink_found(marks: bool, has_code: bool, how: dict[str, float]) -> None:
    sheet = blank(marks=marks, code=CODE if has_code else "")
    page = askew(written(written(sheet, 1, "1"), 4, "-17/3"), **how)
    codes = codes_on(page)
    assert [code.text for code in codes] == ([CODE] if has_code else [])
    reference = Reference(sheet)
    registration = register(page, reference, codes[0] if codes else None)
    far = np.hypot(*registration.offsets.T)
    assert np.percentile(far, 90) < 0.4 * FINE
    assert [box.ink for box in cut_boxes(registration, reference, BOXES)] == [at in (1, 4) for at in range(8)]


@pytest.mark.parametrize("lift", [10.0, 20.0])
def test_a_curled_page_is_made_flat(lift: float) -> None:
    """The middle of the page is lifted by millimetres, and the phone is 300 mm above it; the print moves by 2 to 4."""
    page = written(written(blank(), 1, "1"), 4, "-17/3")
    height, width = page.shape
    down, across = np.indices(page.shape, np.float32)
    nearer = 1 + lift / 300 * np.sin(np.pi * across / width)
    x, y = width / 2 + (across - width / 2) / nearer, height / 2 + (down - height / 2) / nearer
    curled = cv2.remap(page, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderValue=255)
    reference = Reference(blank())
    registration = register(askew(curled), reference, None)
    assert np.percentile(np.hypot(*registration.offsets.T), 95) < 0.3 * FINE
    assert [box.ink for box in cut_boxes(registration, reference, BOXES)] == [at in (1, 4) for at in range(8)]


def test_another_page_is_not_taken_for_it() -> None:
    other = blank()[::-1].copy()
    assert register(askew(other), Reference(blank()), None) is None


def test_a_shadow_is_no_ink_and_an_empty_page_is_blank() -> None:
    empty = np.full((1200, 900), 255, np.uint8)
    lit = evenly_lit(askew(empty, shadow=0.6))
    assert is_blank(lit)
    assert not is_blank(evenly_lit(askew(blank(), shadow=0.6)))


@pytest.mark.parametrize(
    ("text", "right", "ink", "spills"),
    [
        ("12", 3.0, True, False),
        ("-", 8.0, True, False),
        (",", 8.0, True, False),
        ("12345", 20.0, True, True),
        ("1", 27.6, True, True),  # on the edge itself
        ("12", 30.0, True, True),  # beside the box: nothing else is in it
        ("1", 35.5, False, False),  # far from the box: of nothing
    ],
)
def test_ink_belongs_to_a_box_that_it_begins_in(text: str, right: float, ink: bool, spills: bool) -> None:
    reference = Reference(blank())
    page = askew(written(blank(), 1, text, right=right))
    registration = register(page, reference, codes_on(page)[0])
    before, own, *after = cut_boxes(registration, reference, BOXES)
    assert (own.ink, own.spills) == (ink, spills)
    assert not any(box.ink for box in (before, *after))


@pytest.mark.parametrize(("pixels", "ink"), [(6, True), (2, False)])
def test_a_full_stop_is_ink_and_dust_is_none(pixels: int, ink: bool) -> None:
    """A square of 0.75 mm, as a pen leaves it, and a square of 0.25 mm."""
    page = blank().copy()
    left, top = (round((edge + 4) * FINE) for edge in BOXES[1][:2])
    page[top : top + pixels, left : left + pixels] = 60
    reference = Reference(blank())
    registration = register(askew(page), reference, None)
    assert [box.ink for box in cut_boxes(registration, reference, BOXES)] == [ink and at == 1 for at in range(8)]


@pytest.mark.parametrize(
    ("inside", "beside", "right"),
    [
        ("", "12", 29.0),
        ("", "1234567", 32.0),  # beyond what is looked at first
        ("1", "234567", 27.0),
        ("77", "12", 33.0),  # after what is in the box, and may be crossed out
    ],
)
def test_what_is_written_beside_a_box_is_in_its_picture(inside: str, beside: str, right: float) -> None:
    """The picture goes from 3 mm before the box to the last pixel of ink."""
    page = written(written(blank(), 0, inside), 0, beside, right=right)
    registration = register(askew(page), Reference(blank()), None)
    (box,) = cut_boxes(registration, Reference(blank()), BOXES[:1])
    last = np.flatnonzero((page != blank()).any(0))[-1] / FINE
    shown = cv2.imdecode(np.frombuffer(box.picture, np.uint8), 0).shape[1] / FINE
    assert (box.ink, box.spills) == (True, True)
    assert BOXES[0][0] - 3 + shown > last


@pytest.mark.parametrize("far", [1.5, 4.0])
def test_a_digit_that_is_written_along_the_frame_is_told(far: float) -> None:
    """A "1" on the right line of an empty box; the box above, with ink, has its own."""
    page = written(blank(), 1).copy()
    x, y, width, _ = BOXES[3]
    edge = round((x + width) * FINE)
    page[round((y + far) * FINE) : round((y + 7) * FINE), edge - 2 : edge + 2] = 60
    reference = Reference(blank())
    registration = register(askew(page), reference, None)
    assert [box.ink for box in cut_boxes(registration, reference, BOXES)] == [at in (1, 3) for at in range(8)]


def laid(page: Grey) -> Grey:
    registration = register(page, REFERENCE, codes_on(page)[0])
    return flattened(registration)


def with_data(text: str) -> Grey:
    page = blank().copy()
    for at, line in enumerate((text, text[::-1])):
        place = 40 * FINE, (20 + 8 * at) * FINE
        cv2.putText(page, line, place, cv2.FONT_HERSHEY_SIMPLEX, 1.4, 0, 3, cv2.LINE_AA)
    return page


REFERENCE = Reference(blank())


def test_the_same_ink_scanned_otherwise_is_the_same_and_another_answer_is_not() -> None:
    paper = written(written(blank(), 2, "-3,5"), 4, "71/20", grey=110)
    ink = ink_map(laid(askew(paper)), REFERENCE)
    again = ink_map(laid(askew(paper, turn=-1.3, lean=1.5, shadow=0.4, jpeg=80)), REFERENCE)
    assert differing(ink, again) == ()
    other = ink_map(laid(askew(written(written(blank(), 2, "-3,5"), 4, "71/24", grey=110))), REFERENCE)
    (x, y, width, height), *_ = differing(again, other)
    left, top, wide, high = BOXES[4]
    assert left < x < x + width < left + wide
    assert top < y < y + height < top + high


def test_a_page_is_of_its_sheet_by_what_only_that_shows_whatever_is_written_on_it() -> None:
    own, mate, third = sheets = [with_data(text) for text in ("4321 Nash", "8075 Bell", "4327 Nash")]
    reference, (small, *others) = Reference(own), [small_page(page, FINE) for page in sheets]
    beside = written(own, 3, "12").copy()
    cv2.line(beside, (42 * FINE, 18 * FINE), (70 * FINE, 26 * FINE), 60, 4)
    for page, result in ((own, (True, None)), (beside, (True, None)), (mate, (False, 0)), (third, (False, 1))):
        grey = askew(page)
        registration = register(grey, reference, codes_on(grey)[0])
        shown = small_page(flattened(registration), FINE)
        assert similarity(shown, small, others, BOXES, code_place(reference)) == result
    assert similarity(255 - small, small, [small], BOXES, None) == (True, None)  # nothing tells the sheets apart
