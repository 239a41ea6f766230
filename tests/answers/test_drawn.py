"""The reader of drawings sees what a reader of paper would."""

import pytest

from tests.answers.drawn import faults

FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="-10 0 100 50">{}</svg>'


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('<rect x="-10" y="0" width="100" height="50"/>', 0),
        ('<rect x="-20" y="0" width="10" height="10"/>', 1),
        ('<circle cx="0" cy="45" r="10"/>', 1),
        ('<line x1="0" x2="0" y1="60" y2="10"/>', 1),
        ('<g transform="translate(80)"><line x1="0" x2="20" y1="5" y2="5"/></g>', 1),
        ('<text x="0" y="20">one</text><text x="2" y="18">two</text>', 1),
        ('<text x="0" y="20">one</text><text x="0" y="40">two</text>', 0),
        ('<text x="0" y="20">one</text><text x="30" y="20">two</text>', 0),
        ('<text x="60" y="20">two words</text><text x="60" y="40" text-anchor="end">two words</text>', 0),
        ('<text x="80" y="20" font-size="30">two words</text>', 1),
        ('<text transform="translate(60 40) rotate(-90)" x="0" y="0" font-size="14">two</text>', 0),
        ('<text transform="translate(60 10) rotate(-90)" x="0" y="0" font-size="24">two</text>', 1),
    ],
)
def test_what_leaves_the_frame_and_what_covers_a_text_is_counted(inside: str, told: int) -> None:
    assert len(faults(FRAME.format(inside))) == told


@pytest.mark.parametrize(
    "inside",
    ['<text x="None" y="20">one</text>', '<text x="1" y="2" text-anchor="up">one</text>', '<path d="M0 None"/>'],
)
def test_what_is_no_number_or_anchor_is_refused(inside: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        faults(FRAME.format(inside))
