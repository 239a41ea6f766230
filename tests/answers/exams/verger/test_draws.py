"""What the exam `verger` draws, against the plain sequence."""

import random
from dataclasses import astuple
from itertools import product

import pytest

from answers.exam.draw import Draw
from answers.exams.verger.draws import DICE, draw, filled, most_gain, short_positions, transitions, walks
from solvers.verger.heat_maps import ravens_of_most_gain
from solvers.verger.orchard import DEFAULT_DIE, Die, Orchard
from tests.answers.exams.seeds import seeds
from tests.oracles.orchard_exam import chain
from tests.oracles.orchard_exam import draws as plain
from tests.oracles.orchard_exam import positions as plain_positions
from tests.oracles.orchard_exam import walks as plain_walks

SEEDS = (0, 1, 17, 64006)
SAMPLE = random.Random(7).sample(range(2, 64006), 200)


def drawn_by(u0: int):
    return draw(Draw(u0))


def faces(die: Die) -> tuple[tuple[int, ...], int]:
    *numbers, size = astuple(die)
    return tuple(numbers), size


@pytest.mark.parametrize("u0", seeds([*SEEDS, *SAMPLE[:6]], 4))
def test_draws_are_those_of_the_plain_sequence(u0: int) -> None:
    drawn, parameters = plain(u0), drawn_by(u0)
    assert faces(parameters.die) == drawn["die"]
    for move, (start, end) in zip(parameters.transitions, drawn["transitions"], strict=True):
        assert (astuple(move.start), astuple(move.end)) == (start, end)
    assert (astuple(parameters.walk.start), parameters.walk.throws) == drawn["walk"]
    assert list(map(astuple, parameters.positions)) == drawn["positions"]
    for name in ("chain", "edition", "orchard", "position"):
        *trees, ravens = drawn[name]
        assert astuple(getattr(parameters, name)) == (tuple(sorted(trees, reverse=True)), ravens)
    trees, fruits, ravens = drawn["small"]
    assert astuple(parameters.small) == ((fruits,) * trees, ravens)
    assert (parameters.fair, parameters.original) == (drawn["fair"], DEFAULT_DIE)


@pytest.mark.slow
@pytest.mark.parametrize("die", DICE, ids=str)
def test_what_question_8_asks_for_is_known_when_its_ravens_are_drawn(die: Die) -> None:
    for trees, fruits in product((3, 4, 5), (4, 5, 6)):
        assert most_gain(die, trees, fruits) == ravens_of_most_gain((fruits,) * trees, "min", die)


@pytest.mark.parametrize("die", DICE[::5], ids=str)
def test_the_positions_of_question_2_fit_their_boxes(die: Die) -> None:
    """Nine characters at most; and three of nine, for each die, are 84 questions."""
    starts = list(map(astuple, short_positions(die)))
    assert starts == plain_positions(*faces(die))
    assert len(starts) >= 9


@pytest.mark.parametrize("die", DICE[::5], ids=str)
def test_three_sorts_make_up_the_whole_chain(die: Die) -> None:
    """Every transition of the chain found by search is in just one of the lists."""
    numbers, size = faces(die)
    listed = [move for sort in transitions(Orchard((3, 2), 3), die) for move in sort]
    assert len(set(listed)) == len(listed)
    searched = chain((3, 2), 3, "max", numbers, size)
    assert len(listed) == sum(map(len, searched.values())) - 2


@pytest.mark.parametrize("die", DICE[::5], ids=str)
def test_walks_are_those_of_the_plain_search(die: Die) -> None:
    starts = [(astuple(walk.start), walk.throws) for walk in walks(die)]
    assert starts == plain_walks(*faces(die))
    assert len(starts) >= 8


def test_a_basket_filled_one_fruit_at_a_time() -> None:
    # 5 → 4 → 3, then one of the two trees of three.
    assert sorted(filled((5, 3, 1), "max", Die(basket_size=3))) == [1, 2, 3]
    assert sorted(filled((5, 3, 1), "min", Die(basket_size=3))) == [1, 5]
    assert filled((1, 1), "max", Die(basket_size=3)) == ()
