"""The board of the simultaneous game, read from its drawing: a target of 3, two points beyond, player 1 at (1, 0)."""

import re
from xml.etree import ElementTree as ET

import pytest

from answers.exams.dice.drawings import CELL, board_drawing, throws_drawing

ROOT = ET.fromstring(board_drawing(3, 2, (1, 0), "mine", "yours"))
TEXTS = [(one.text, float(one.attrib.get("x", 0)), float(one.attrib.get("y", 0))) for one in ROOT.iter("text")]


def cells(fill: str) -> tuple[int, ...]:
    """The first row and column of the rectangle of a colour, and how many it has of each."""
    (path,) = (one.attrib["d"] for one in ROOT.iter("path") if one.attrib.get("fill") == fill)
    left, top, columns, rows = map(int, re.findall(r"\d+", path)[:4])
    return top // CELL, left // CELL, rows // CELL, columns // CELL


def test_the_state_is_black_and_those_that_it_needs_are_grey() -> None:
    assert cells("black") == (1, 0, 1, 1)
    assert cells("#d5d5d5") == (2, 1, 3, 4)


def test_rows_and_columns_are_numbered_beside_their_cells() -> None:
    columns = [(text, x // CELL) for text, x, y in TEXTS if y == -5]
    rows = [(text, y // CELL) for text, x, y in TEXTS if x == -8]
    assert columns == rows == [(str(n), n) for n in range(5)]


def test_an_ended_state_has_the_sign_of_the_gain_of_player_1() -> None:
    signs = {(y // CELL, x // CELL): text for text, x, y in TEXTS if text in ("+", "−") or (text == "0" and x > 0 < y)}
    ended = {(i, j) for i in range(5) for j in range(5) if i >= 3 or j >= 3}
    assert signs == {(i, j): "+" if i > j else "−" if i < j else "0" for i, j in ended}


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face_says_within_it(face: int) -> None:
    root = ET.fromstring(throws_drawing((((face,), "score"),)))
    die, pips = root.find("rect"), [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in root.iter("circle")]
    assert die is not None
    left, top, side = (float(die.attrib[name]) for name in ("x", "y", "width"))
    assert len(set(pips)) == face
    assert all(left < x < left + side and top < y < top + side for x, y in pips)
    assert sum(x for x, _ in pips) / face == left + side / 2
