from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.verger.markov_chain import absorbing_chances, absorbing_times, after_throws, markov_chain
from solvers.verger.orchard import STRATEGIES, Die, Orchard
from solvers.verger.win_chance import expected_length
from tests.solvers.verger.zoo import dice, expected, orchards

# Document 004, section "Calcul mathématique".
PRINTED = """
0 1/4 1/2 0 0 1/4 0 0 0 0 0 0
0 0 0 1/2 0 0 0 1/4 0 0 1/4 0
0 0 0 1/4 1/4 1/4 0 0 1/4 0 0 0
0 0 0 0 0 0 1/4 1/4 0 1/4 1/4 0
0 0 0 0 0 0 1/3 0 1/3 0 0 1/3
0 0 0 0 0 0 0 1/4 1/2 0 0 1/4
0 0 0 0 0 0 0 0 0 1/3 1/3 1/3
0 0 0 0 0 0 0 0 0 1/2 1/4 1/4
0 0 0 0 0 0 0 0 0 1/3 0 2/3
0 0 0 0 0 0 0 0 0 0 1/3 2/3
0 0 0 0 0 0 0 0 0 0 1 0
0 0 0 0 0 0 0 0 0 0 0 1
"""


def test_the_printed_matrix():
    chain = markov_chain(Orchard((2, 2), 2))
    printed = [[Fraction(entry) for entry in line.split()] for line in PRINTED.split("\n") if line]
    assert [list(row) for row in chain.matrix] == printed
    assert " ".join(map(str, chain.states)) == "22|2 22|1 21|2 21|1 2|2 11|2 2|1 11|1 1|2 1|1"


@pytest.mark.parametrize("orchard", [Orchard((), 3), Orchard((), 0), Orchard((3, 1), 0)])
def test_a_finished_game_has_only_the_two_ends(orchard):
    chain = markov_chain(orchard)
    assert chain.states == ()
    assert chain.matrix == ((1, 0), (0, 1))


def test_equal_hands_take_from_the_fullest_tree():
    # On a die without trees only the number of fruits matters, so every hand is as good as another.
    die = Die(0, 1, 1)
    assert markov_chain(Orchard((3, 2), 2), "best", die) == markov_chain(Orchard((3, 2), 2), "max", die)


# Document 004: the last two entries of each printed A × M^1000, …, J × M^1000.
LIMITS = {
    "A": (0.322627314815, 0.677372685185),
    "B": (0.628472222222, 0.371527777778),
    "E": (0.185185185185, 0.814814814815),
    "F": (0.159722222222, 0.840277777778),
    "G": (0.444444444444, 0.555555555556),
    "H": (0.416666666667, 0.583333333333),
    "I": (0.111111111111, 0.888888888889),
    "J": (0.333333333333, 0.666666666667),
}


def matrix_power(chain, exponent):
    """Row i is the distribution after so many throws from state i: the document's quick method, with 1000."""
    return np.linalg.matrix_power(np.array(chain.matrix, dtype=np.float64), exponent)


def test_the_printed_limits():
    chain = markov_chain(Orchard((2, 2), 2))
    chances, power = absorbing_chances(chain), matrix_power(chain, 1000)
    for state, (loss, win) in LIMITS.items():
        i = ord(state) - ord("A")
        assert (round(float(chances[i][0]), 12), round(float(chances[i][1]), 12)) == (loss, win)
        np.testing.assert_array_equal(np.round(power[i], 12), [0] * 10 + [loss, win])


@settings(max_examples=40, deadline=None)
@given(orchards, st.sampled_from(STRATEGIES), dice)
def test_small_chains(orchard, strategy, die):
    """Each throw leads on, and the chances and lengths are those of the oracle."""
    chain = markov_chain(orchard, strategy, die)
    chances, times = absorbing_chances(chain), absorbing_times(chain)
    for i, row in enumerate(chain.matrix):
        assert sum(row) == 1
        assert min(row) >= 0
        assert i >= len(chain.states) or not any(row[: i + 1])
    assert chances[-2:] == ((1, 0), (0, 1))
    assert times[-2:] == (0, 0)
    for state, (loss, win), time in zip(chain.states, chances, times, strict=False):
        assert loss + win == 1
        chance, throws = expected(state, strategy, die)
        assert win == chance
        if strategy != "best":  # equally good baskets may make games of different lengths
            assert time == throws
    if chain.states:
        assert float(times[0]) == pytest.approx(expected_length(orchard, strategy, die), rel=1e-12)
    limits = [[0] * len(chain.states) + [float(loss), float(win)] for loss, win in chances]
    np.testing.assert_allclose(matrix_power(chain, len(chain.states)), limits, atol=1e-13)


def test_exact_steps_are_rows_of_powers():
    chain = markov_chain(Orchard((2, 2), 2))
    for start, throws in ((0, 0), (0, 3), (4, 2), (10, 1)):
        exact = after_throws(chain, start, throws)
        assert sum(exact) == 1
        np.testing.assert_allclose([float(p) for p in exact], matrix_power(chain, throws)[start], rtol=1e-15)
    # Two throws end the game of state A when both show the raven, or both the basket.
    assert after_throws(chain, 0, 2)[-2:] == (Fraction(1, 16), Fraction(1, 16))
