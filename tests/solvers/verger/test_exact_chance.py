from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.verger.exact_chance import exact_chance, exact_chances
from solvers.verger.orchard import DEFAULT_GAME, STRATEGIES, Die, Orchard
from solvers.verger.win_chance import win_chance
from tests.solvers.verger.zoo import DICE, TREES, dice, expected, orchards


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_zoo_against_plain_recursion(strategy, die):
    for trees in TREES:
        for ravens in range(4):
            orchard = Orchard(trees, ravens)
            assert exact_chance(orchard, strategy, die) == expected(orchard, strategy, die)[0]


@settings(max_examples=60, deadline=None)
@given(orchards, st.sampled_from(STRATEGIES), dice)
def test_small_orchards_against_plain_recursion(orchard, strategy, die):
    assert exact_chance(orchard, strategy, die) == expected(orchard, strategy, die)[0]


# Two trees of two fruits, two ravens: 2341/3456 is also the document's limit of A.
@pytest.mark.parametrize(
    ("strategy", "chance"),
    [
        ("max", Fraction(2341, 3456)),
        ("best", Fraction(2341, 3456)),
        ("min", Fraction(257, 384)),
        ("random", Fraction(2327, 3456)),
        ("random-fruit", Fraction(6995, 10368)),
    ],
)
def test_the_document_s_small_game(strategy, chance):
    assert exact_chance(Orchard((2, 2), 2), strategy) == chance


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_floats_agree_on_the_default_game(strategy):
    exact = exact_chance(DEFAULT_GAME, strategy)
    assert win_chance(DEFAULT_GAME, strategy) == pytest.approx(float(exact), rel=2e-15)


def test_one_pass_for_every_number_of_ravens():
    ladder = exact_chances(Orchard((3, 2, 1), 4), "min")
    assert ladder == tuple(expected(Orchard((3, 2, 1), ravens), "min", Die())[0] for ravens in range(5))


def test_bad_input():
    with pytest.raises(ValueError, match="a strategy is one of"):
        exact_chance(DEFAULT_GAME, "greedy")
    with pytest.raises(ValueError, match="at most 1,048,576 are admitted"):
        exact_chance(Orchard((12,) * 10, 9))
