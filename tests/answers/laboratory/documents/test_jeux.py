from answers.exam.catalogue import load_exam
from answers.laboratory.documents.jeux import computed
from answers.laboratory.documents.verify import verify

EXAM = load_exam("jeux")
SVG = "{http://www.w3.org/2000/svg}"

SLIPS = {"example 1.4, winner of 1 × n, n ≥ 2", "player favoured by a larger heuristic"}
"""Figures for which the notes name the wrong player, by their own definitions 1.1 and 2.2."""
FALSE = {"definition 1.2, f(i)", "α-β, smallest α", "example 2.1, values below 100", "remark 2.3"}
"""Statements in words that do not hold."""


def test_the_notes_are_right_but_for_two_slips_of_wording_and_four_claims() -> None:
    comparison = verify(EXAM)
    assert comparison is not None
    assert len(comparison.figures) == 19
    assert {figure.name for figure in comparison.figures if not figure.agrees} == SLIPS | FALSE
    assert all("slip of wording" in figure.note for figure in comparison.figures if figure.name in SLIPS)
    assert all(figure.place for figure in comparison.figures)


def test_values_by_hand() -> None:
    values = computed()
    # X first in the smallest free cell fills 0, 2, 4, 6: a diagonal, before O has three marks in a line.
    assert values["example 1.2, winner"] == 0
    # A single square is the poison, which the player to move eats; in a longer row the first player leaves it.
    assert values["example 1.4, winner of 1 × 1"] == 1
    assert values["example 1.4, winner of 1 × n, n ≥ 2"] == 0
