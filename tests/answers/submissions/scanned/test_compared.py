"""Two scans of a page, pages of two hands, and a page that only bears the code of another sheet."""

import cv2

from answers.submissions.scanned.compared import code_place, differing, flattened, ink_map, similarity, small_page
from answers.submissions.scanned.registration import Reference, codes_on, register
from tests.answers.submissions.scanned.drawn import BOXES, FINE, Grey, askew, blank, written


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
