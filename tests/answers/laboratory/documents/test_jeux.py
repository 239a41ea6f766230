from collections import Counter

from answers.exam.catalogue import load_exam
from answers.laboratory.documents.jeux import computed
from answers.laboratory.documents.verify import verify

EXAM = load_exam("jeux")

SLIPS = {"example 1.4, winner of 1 × n, n ≥ 2", "player favoured by a larger heuristic"}
"""Figures for which the notes name the wrong player, by their own definitions 1.1 and 2.2."""


def test_the_notes_are_right_but_for_two_slips_of_wording_and_six_claims() -> None:
    comparison = verify(EXAM)
    assert comparison is not None
    assert len(comparison.figures) == 23
    assert {figure.name for figure in comparison.figures if not figure.agrees and not figure.claim} == SLIPS
    verdicts = Counter(figure.verdict for figure in comparison.figures)
    assert verdicts == {"holds": 15, "false": 4, "misprint": 4}
    assert all("slip of wording" in figure.note for figure in comparison.figures if figure.name in SLIPS)
    assert all(figure.place for figure in comparison.figures)


def test_values_by_hand() -> None:
    values = computed()
    # X first in the smallest free cell fills 0, 2, 4, 6: a diagonal, before O has three marks in a line.
    assert values["example 1.2, winner"] == 0
    # A single square is the poison, which the player to move eats; in a longer row the first player leaves it.
    assert values["example 1.4, winner of 1 × 1"] == 1
    assert values["example 1.4, winner of 1 × n, n ≥ 2"] == 0


def test_v_waits_for_all_successors_in_a_cycle() -> None:
    """By hand: player 0 moves from a to the win or to b, and b and c lead to each other, so that v(a) has no value."""
    assert computed()["definition 2.1, the attractors, evidence"] == ("a, won", "won")
