import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers.exam.fields import STUDENT_FIELDS, field_name
from answers.submissions.printed.layout import Anchors, Box, align, blank_layout
from tests.answers.submissions.exams import SMALL
from tests.answers.submissions.sheets import layout, saved

WORDS: Anchors = {(f"word{n}", 0): (20.0 + 37 * (n % 5), 10.0 + 29 * n) for n in range(20)}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_field_of_a_blank_sheet_has_a_box(lang: str) -> None:
    found = layout("small", lang)
    items = {field_name(part.id, item + 1) for part in SMALL.parts for item in range(part.count)}
    assert set(found.boxes) == items | set(STUDENT_FIELDS)
    for box in found.boxes.values():
        assert box.page == 0
        assert 0 < box.left < box.right < 596  # A4, in points
        assert 0 < box.bottom < box.top < 842
    assert found.boxes["q1a_1"].left < found.boxes["q1a_2"].left
    assert found.boxes["q1a_1"].bottom > found.boxes["q1b_1"].top


def test_what_is_no_blank_sheet() -> None:
    document = pikepdf.new()
    document.add_blank_page()
    with pytest.raises(ValueError, match="not a blank sheet"):
        blank_layout(saved(document))


def moved(scale: float, right: float, up: float) -> Anchors:
    return {word: (scale * x + right, scale * y + up) for word, (x, y) in WORDS.items()}


@given(st.floats(0.5, 2), st.floats(-100, 100), st.floats(-100, 100))
def test_a_page_that_was_scaled_and_moved_is_aligned(scale: float, right: float, up: float) -> None:
    found = align(WORDS, moved(scale, right, up))
    assert found is not None
    assert found.kept == 1
    box = found.moved(Box(3, 10, 20, 30, 40))
    assert box.page == 3
    assert (box.left, box.top) == pytest.approx((10 * scale + right, 40 * scale + up), abs=0.01)


def test_added_words_do_not_matter_and_lost_ones_do() -> None:
    assert align(WORDS, {**WORDS, ("more", 0): (1.0, 2.0)}) is not None
    assert align(WORDS, dict(list(WORDS.items())[:19])) is not None
    assert align(WORDS, dict(list(WORDS.items())[:17])) is None


def test_words_elsewhere_turned_or_too_few_do_not_fit() -> None:
    assert align(WORDS, {word: (x, y + 6 * (n > 9)) for n, (word, (x, y)) in enumerate(WORDS.items())}) is None
    assert align(WORDS, {word: (y, -x) for word, (x, y) in WORDS.items()}) is None
    assert align(WORDS, dict.fromkeys(WORDS, (7.0, 7.0))) is None
    assert align({}, {}) is None
