"""The exam `verger` as a whole: its keys and words."""

from fractions import Fraction

import pytest

from tests.answers.exams.verger.common import SAMPLE, key_of


def test_oral_questions() -> None:
    # Seed 17: three throws after 21|3 with the die (2, 3, 2; 1). Faces that take a fruit: 7 of 9 with two trees, 5 of 7
    # with one. From 21 a basket takes from the tree of two, as a tree's face does: 5 of 9 lead to 11, 2 to the tree of
    # two alone; then 7/9 · 5/7, or 5/7 · 5/7.
    won = Fraction(5, 9) * Fraction(7, 9) * Fraction(5, 7) + Fraction(2, 9) * Fraction(5, 7) ** 2
    oral = key_of(17).oral
    assert (oral["recursion-as-printed"], oral["max-is-best"]) == ((won,), (0,))
    # The chain of 432|2: 5 · 4 · 3 lists, but the empty one; nine fruits and a raven before the throw that ends it.
    assert (oral["trees-in-order"][0], oral["games-end"]) == (59, (10,))


@pytest.mark.parametrize("u0", SAMPLE[:12])
def test_answers_are_in_range(u0: int) -> None:
    answers = {part: list(map(Fraction, values)) for part, values in key_of(u0).answers.items()}
    for part in ("1a", "1b", "2a", "4a", "5a", "5b", "5c", "6", "8a"):
        assert all(0 < value < 1 for value in answers[part]), part
    assert sum(answers["1b"]) == 1
    rows, entries, short = answers["3"]
    assert 0 < short < rows - 2 < rows < entries
    for part in ("5a", "5b", "5c"):
        top, bottom, between = answers[part]
        assert bottom < between < top
    before, raven, basket = answers["6"]
    assert raven < before < basket
    assert all(1 < ravens <= 40 and chance * 2 > 1 for ravens, chance in (answers[f"7{c}"] for c in "abc"))
    assert answers["8b"][1] >= answers["8a"][1] > answers["8a"][0]
