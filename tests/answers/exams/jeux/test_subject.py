"""The bars of Chomp that the subject draws, counted by hand: rows of 5, 4 and 4 squares, then (1, 2) is eaten."""

import re
from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exams.jeux.subject import SUBJECT

WORDS = load_exam("jeux").words("en")


@pytest.mark.parametrize(("name", "rows"), [("bar_before", [5, 4, 4]), ("bar_after", [5, 2, 2])])
def test_a_bar_has_its_squares(name: str, rows: list[int]) -> None:
    squares = ET.fromstring(SUBJECT.figures[name](WORDS)).findall("{http://www.w3.org/2000/svg}rect")
    tops = [int(square.attrib["y"]) for square in squares]
    assert [tops.count(top) for top in sorted(set(tops))] == rows


@pytest.mark.parametrize("name", SUBJECT.figures)
def test_letters_are_in_fonts_of_the_booklet(name: str) -> None:
    svg = SUBJECT.figures[name](WORDS)
    assert set(re.findall(r'font-family="([^"]*)"', svg)) <= {"Corrige Field", "Corrige Code"}
    assert "font-family" in svg
