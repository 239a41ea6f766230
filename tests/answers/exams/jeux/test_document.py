from xml.etree import ElementTree as ET

import pytest

from answers.exam.catalogue import load_exam
from answers.exam.plot import plot_files
from answers.exam.verify import verify
from answers.exams.jeux.document import DOCUMENT, computed
from tests.oracles.board_games import grid
from tests.oracles.jeux_exam import cram_tree

EXAM = load_exam("jeux")
SVG = "{http://www.w3.org/2000/svg}"

SLIPS = {"example 1.4, winner of 1 × n, n ≥ 2", "player favoured by a larger heuristic"}
"""Where the notes name the other player, against their own definitions 1.1 and 2.2."""
FALSE = {"α-β, smallest α", "example 2.1, values below 100", "remark 2.3"}
"""What they say in words that does not hold."""


def test_the_notes_are_right_but_for_two_slips_of_wording_and_three_claims() -> None:
    found = verify(EXAM)
    assert found is not None
    assert len(found.figures) == 18
    assert {figure.name for figure in found.figures if not figure.agrees} == SLIPS | FALSE
    assert all("slip of wording" in figure.note for figure in found.figures if figure.name in SLIPS)
    assert all(figure.place for figure in found.figures)


def test_every_computed_value_is_compared() -> None:
    found = verify(EXAM)
    assert found is not None
    assert set(computed()) == {figure.name for figure in found.figures}


def test_values_by_hand() -> None:
    values = computed()
    # X first in the smallest free cell fills 0, 2, 4, 6: a diagonal, before O has three marks in a line.
    assert values["example 1.2, winner"] == 0
    # A single square is the poison, which the player to move eats; in a longer row the first player leaves it.
    assert values["example 1.4, winner of 1 × 1"] == 1
    assert values["example 1.4, winner of 1 × n, n ≥ 2"] == 0


def drawn(name: str, lang: str = "fr") -> ET.Element:
    (drawing,) = (plot for plot in DOCUMENT.plots if plot.name == name)
    found = plot_files(drawing, EXAM.words(lang))
    assert found == plot_files(drawing, EXAM.words(lang))
    return ET.fromstring(found["svg"])


def states(svg: ET.Element, line: str = "") -> int:
    """Round and square states, or those whose line is so drawn; the legend has one of each kind of line."""
    shapes = [one for tag in ("circle", "rect") for one in svg.iter(SVG + tag)]
    found = [one for one in shapes if not line or line in one.attrib]
    return len(found) - (1 if line else 3)


def thick(svg: ET.Element) -> int:
    return sum(one.get("stroke-width") == "3" for one in svg.iter()) - 1


def test_the_arena_of_chomp_3_2_by_hand() -> None:
    """All ten bars meet both players, but the whole one and the one of five squares, which meet one.

    A bar of two columns is lost for who moves when the second is one shorter than the first: (1), (2, 1), (2, 2, 1).
    So player 1 wins two states of player 0, and their own nine but for those three bars.
    """
    svg = drawn("chomp")
    assert states(svg) == 2 * 10 - 2
    assert states(svg, "stroke-dasharray") == 2 + 6
    assert thick(svg) == 18 - 8


def test_the_tree_of_plays_on_seven_cells() -> None:
    nodes, _, won = cram_tree(grid(3, 4, removed=[(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)]))
    svg = drawn("cram")
    assert (states(svg), thick(svg)) == (nodes, won)
    assert states(svg, "stroke-dasharray") == nodes - won


@pytest.mark.parametrize(("lang", "word"), [("fr", "Exercice"), ("en", "Exercise")])
@pytest.mark.parametrize("name", ["chomp", "cram"])
def test_drawings_say_what_they_show(name: str, lang: str, word: str) -> None:
    title = drawn(name, lang).find(SVG + "title")
    assert title is not None
    assert (title.text or "").startswith(f"{word} 1.")
