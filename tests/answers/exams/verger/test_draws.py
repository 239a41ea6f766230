"""What the exam `verger` draws can be asked; `tests.golden` has what it draws."""

from dataclasses import astuple
from itertools import product

import pytest

from answers.exams.verger.draws import DICE, filled, most_gain, short_positions, transitions, walks
from solvers.verger.heat_maps import ravens_of_most_gain
from solvers.verger.orchard import Die, Orchard
from tests.oracles.orchard_exam import chain


@pytest.mark.slow
@pytest.mark.parametrize("die", DICE, ids=str)
def test_what_question_8_asks_for_is_known_when_its_ravens_are_drawn(die: Die) -> None:
    for trees, fruits in product((3, 4, 5), (4, 5, 6)):
        assert most_gain(die, trees, fruits) == ravens_of_most_gain((fruits,) * trees, "min", die)


@pytest.mark.parametrize("die", DICE[::5], ids=str)
def test_enough_is_drawn_from_and_three_sorts_make_up_the_whole_chain(die: Die) -> None:
    """Three of nine positions are 84 questions; every transition of the chain found by search is in just one list."""
    assert len(short_positions(die)) >= 9
    assert len(walks(die)) >= 8
    *numbers, size = astuple(die)
    listed = [move for sort in transitions(Orchard((3, 2), 3), die) for move in sort]
    assert len(set(listed)) == len(listed)
    searched = chain((3, 2), 3, "max", tuple(numbers), size)
    assert len(listed) == sum(map(len, searched.values())) - 2


def test_a_basket_filled_one_fruit_at_a_time() -> None:
    # 5 → 4 → 3, then one of the two trees of three.
    assert sorted(filled((5, 3, 1), "max", Die(basket_size=3))) == [1, 2, 3]
    assert sorted(filled((5, 3, 1), "min", Die(basket_size=3))) == [1, 5]
    assert filled((1, 1), "max", Die(basket_size=3)) == ()
