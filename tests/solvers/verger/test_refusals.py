"""What the solvers of the orchard refuse, and what they say of it."""

from functools import partial

import pytest

from solvers.invalid_input import InvalidInput
from solvers.verger.chain_svg import chain_svg
from solvers.verger.exact_chance import exact_chance, positions_short
from solvers.verger.heat_maps import fair_ravens
from solvers.verger.markov_chain import MAX_STATES, markov_chain
from solvers.verger.orchard import DEFAULT_GAME, MAX_RAVENS, Die, Orchard
from solvers.verger.positions import MAX_CELLS, basket_levels, check_cells, positions
from solvers.verger.win_chance import expected_length, win_chance, win_chances

ORCHARDS = [
    (((3, -1), 2), "fruits on a tree must be an integer ≥ 0, got -1"),
    (((3,), -2), "ravens must be an integer ≥ 0, got -2"),
    (((3.5,), 2), "fruits on a tree must be an integer ≥ 0, got 3.5"),
    (((3,), None), "ravens must be an integer ≥ 0, got None"),
    ((4, 2), "trees must be a list of numbers of fruits, got 4"),
    (((3,), MAX_RAVENS + 1), "0 to 10000 ravens, got 10001"),
]
DICE = [
    ((0, 0, 0), "no game ends"),
    ((-1, 1, 1), "tree_faces must be an integer ≥ 0, got -1"),
    ((1, 1.5, 1), "basket_faces must be an integer ≥ 0, got 1.5"),
    ((1, 1, "a"), "raven_faces must be an integer ≥ 0, got 'a'"),
    ((1, 1, 1, 0), "basket_size must be an integer ≥ 1, got 0"),
]
BY_STRATEGY = (exact_chance, positions_short, win_chance, win_chances, expected_length, markov_chain)
TOO_LARGE = [(10**12,), (1,) * 6000, (200,) * 20, (40_000_000,), (13,) * 13]
REFUSED = [
    *((partial(Orchard, *numbers), message) for numbers, message in ORCHARDS),
    *((partial(Orchard.of_equal_trees, *n), "≥ 0, got") for n in ((-1, 4, 5), (4, -1, 5), (4.0, 4, 5), (4, 4, -1))),
    *((partial(Die, *numbers), message) for numbers, message in DICE),
    *(
        (partial(function, DEFAULT_GAME, "greedy"), "unknown strategy 'greedy': the strategies are max, min")
        for function in BY_STRATEGY
    ),
    *((partial(positions, trees), f"the limit is {MAX_CELLS:,}") for trees in TOO_LARGE),
    (lambda: chain_svg(markov_chain(Orchard((4, 4, 4), 3)), "", ""), "at most 60 states"),
    (lambda: exact_chance(Orchard((12,) * 10, 9)), "the limit is 1,048,576"),
    (lambda: fair_ravens((1,), die=Die(0, 0, 1)), "no number of ravens is fair"),
    (lambda: fair_ravens((2,), die=Die(1, 0, 10**6)), "even with 10000 ravens"),
    (lambda: markov_chain(DEFAULT_GAME), f"9000 states in which the game goes on, the limit is {MAX_STATES}"),
    (
        lambda: basket_levels(positions((1000, 100)), Die(basket_size=400)),
        "baskets of 400 fruits in .* 96051 positions",
    ),
    (lambda: check_cells(11, "needs a table", 10), "needs a table of at least 11 cells, but the limit is 10 cells"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_what_is_accepted(call, message):
    with pytest.raises(InvalidInput, match=message):
        call()
