"""Crops with the same ink are near, others are not; a frame around them changes nothing."""

from pathlib import Path

import pytest

from answers.classroom.scans import ScannedBox
from answers.web.desk.alike import alike, disagreement
from tests.answers.classroom.handing_in import tiny_class
from tests.answers.classroom.scanned import scan


@pytest.fixture
def boxes(tmp_path: Path) -> tuple[ScannedBox, ...]:
    texts = dict(enumerate(["0,644", "17", "0,644", "2500", ""]))
    return scan(tiny_class(tmp_path / "c"), {"s01": {f"{at}.1": text for at, text in texts.items()}}).boxes


def test_the_same_ink_is_alike_and_a_text_that_is_longer_than_the_ink_comes_later(
    boxes: tuple[ScannedBox, ...],
) -> None:
    assert alike(boxes[0], boxes[1:]) == [1]
    assert disagreement(boxes[1], "17") < disagreement(boxes[1], "29/45 = 0,644")
    assert disagreement(boxes[4], "") == 0
