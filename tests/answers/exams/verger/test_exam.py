"""The exam `verger` as a whole: its keys and words."""

from fractions import Fraction

from tests.answers.exams.verger.common import key_of


def test_oral_questions() -> None:
    # Seed 17: three throws after 21|3 with the die (2, 3, 2; 1). Faces that take a fruit: 7 of 9 with two trees, 5 of 7
    # with one. From 21 a basket takes from the tree of two, as a tree's face does: 5 of 9 lead to 11, 2 to the tree of
    # two alone; then 7/9 · 5/7, or 5/7 · 5/7.
    won = Fraction(5, 9) * Fraction(7, 9) * Fraction(5, 7) + Fraction(2, 9) * Fraction(5, 7) ** 2
    oral = key_of(17).oral
    assert (oral["recursion-as-printed"], oral["max-is-best"][0]) == ((won,), 0)
    # The chain of 432|2: 5 · 4 · 3 lists, but the empty one; nine fruits and a raven before the throw that ends it.
    assert (oral["trees-in-order"][0], oral["games-end"]) == (59, (10,))
