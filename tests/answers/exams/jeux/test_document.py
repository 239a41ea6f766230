from answers.exam.verify import verify
from answers.exams.jeux.document import computed

SLIPS = {"example 1.4, winner of 1 × n, n ≥ 2", "player favoured by a larger heuristic"}
"""Where the notes name the other player, against their own definitions 1.1 and 2.2."""


def test_the_notes_are_right_but_for_two_slips_of_wording() -> None:
    found = verify("jeux")
    assert len(found.figures) == 14
    assert {figure.name for figure in found.figures if not figure.agrees} == SLIPS
    assert all("slip of wording" in figure.note for figure in found.figures if not figure.agrees)
    assert all(figure.place for figure in found.figures)


def test_every_computed_value_is_compared() -> None:
    assert set(computed()) == {figure.name for figure in verify("jeux").figures}


def test_values_by_hand() -> None:
    values = computed()
    # X first in the smallest free cell fills 0, 2, 4, 6: a diagonal, before O has three marks in a line.
    assert values["example 1.2, winner"] == 0
    # A single square is the poison, which the player to move eats; in a longer row the first player leaves it.
    assert values["example 1.4, winner of 1 × 1"] == 1
    assert values["example 1.4, winner of 1 × n, n ≥ 2"] == 0
