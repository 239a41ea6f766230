import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.verger.orchard import DEFAULT_GAME, FIRST_ORCHARD, FIRST_ORCHARD_DIE, STRATEGIES, Die, Orchard
from solvers.verger.win_chance import win_chance, win_chances
from tests.solvers.verger.zoo import DICE, TREES, dice, expected, orchards


@pytest.mark.parametrize("die", DICE)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_zoo_against_plain_recursion(strategy, die):
    for trees in TREES:
        for ravens in range(4):
            orchard = Orchard(trees, ravens)
            chance, _ = expected(orchard, strategy, die)
            assert win_chance(orchard, strategy, die) == pytest.approx(float(chance), rel=1e-13, abs=0)


@settings(max_examples=60, deadline=None)
@given(orchards, st.sampled_from(STRATEGIES), dice)
def test_small_orchards_against_plain_recursion(orchard, strategy, die):
    chance, _ = expected(orchard, strategy, die)
    assert win_chance(orchard, strategy, die) == pytest.approx(float(chance), rel=1e-13, abs=0)


# Values computed by two or more independent programs, or by one from the rules and others' simulations.
@pytest.mark.parametrize(
    ("strategy", "chance"),
    [
        ("max", 0.6840474981279716),
        ("best", 0.6840474981279716),
        ("min", 0.5323991421522808),
        ("random", 0.6319980126699503),
        ("random-fruit", 0.6551291527337081),
    ],
)
def test_default_game(strategy, chance):
    assert win_chance(DEFAULT_GAME, strategy) == pytest.approx(chance, rel=2e-15)


@pytest.mark.parametrize(
    ("ravens", "strategy", "chance"),
    [
        (5, "best", 0.6313573066),
        (5, "max", 0.6313573066),
        (5, "random", 0.5966320157),
        (5, "random-fruit", 0.6089435985),
        (5, "min", 0.5549358258),
        (6, "best", 0.7684969326),
        (6, "random", 0.7382218),
        (6, "min", 0.7007693),
    ],
)
def test_first_orchard(ravens, strategy, chance):
    orchard = Orchard(FIRST_ORCHARD.trees, ravens)
    assert win_chance(orchard, strategy, FIRST_ORCHARD_DIE) == pytest.approx(chance, abs=1e-7)


def test_the_document_s_figure():
    assert round(win_chance(DEFAULT_GAME), 2) == 0.68


def test_no_fruit_wins_even_without_ravens_and_no_raven_loses():
    assert win_chance(Orchard((), 0)) == 1
    assert win_chance(Orchard((0, 0), 5)) == 1
    assert win_chance(Orchard((1,), 0)) == 0


@pytest.mark.parametrize("trees", [(500,), (250, 250), (500, 1, 1, 1), (1,) * 400])
def test_no_recursion_limit(trees):
    chances = [win_chance(Orchard(trees, 300), strategy) for strategy in ("min", "random", "max", "best")]
    assert 0 <= chances[0] <= chances[2] == chances[3] <= 1
    assert chances[1] <= chances[3]


def test_one_long_tree_in_closed_form():
    # A tree of one fruit a throw against one raven: all n throws must show the tree, each with chance 1/2.
    assert win_chance(Orchard((1000,), 1), die=Die(1, 0, 1)) == 2.0**-1000


def test_chances_grow_with_ravens_and_end_with_the_orchard_s():
    chances = win_chances(DEFAULT_GAME)
    assert chances.shape == (10,)
    assert chances[0] == 0
    assert (np.diff(chances) > 0).all()
    assert chances[-1] == win_chance(DEFAULT_GAME)
    assert chances[4] == win_chance(Orchard(DEFAULT_GAME.trees, 4))


@settings(max_examples=40, deadline=None)
@given(orchards, dice)
def test_nothing_beats_best(orchard, die):
    best = win_chance(orchard, "best", die)
    assert all(win_chance(orchard, strategy, die) <= best * (1 + 1e-12) for strategy in STRATEGIES)


@pytest.mark.parametrize("function", [win_chance, win_chances])
def test_bad_input(function):
    with pytest.raises(ValueError, match="a strategy is one of"):
        function(DEFAULT_GAME, "greedy")
    with pytest.raises(ValueError, match="are admitted"):
        function(Orchard((20,) * 20, 9))
