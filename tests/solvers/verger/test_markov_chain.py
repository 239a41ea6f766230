from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.verger.markov_chain import markov_chain
from solvers.verger.orchard import STRATEGIES, Die, Orchard
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


@settings(max_examples=40, deadline=None)
@given(orchards, st.sampled_from(STRATEGIES), dice)
def test_each_throw_leads_on_and_chances_are_harmonic(orchard, strategy, die):
    """The chance before a throw is the mean of the chances after it: checked on the oracle's chances."""
    chain = markov_chain(orchard, strategy, die)
    chances = [expected(state, strategy, die)[0] for state in chain.states] + [0, 1]
    for i, row in enumerate(chain.matrix):
        assert sum(row) == 1
        assert min(row) >= 0
        assert chances[i] == sum(p * after for p, after in zip(row, chances, strict=True))
        if i < len(chain.states):
            assert not any(row[: i + 1])


@pytest.mark.parametrize("orchard", [Orchard((), 3), Orchard((), 0), Orchard((3, 1), 0)])
def test_a_finished_game_has_only_the_two_ends(orchard):
    chain = markov_chain(orchard)
    assert chain.states == ()
    assert chain.matrix == ((1, 0), (0, 1))


def test_equal_hands_take_from_the_fullest_tree():
    # On a die without trees only the number of fruits matters, so every hand is as good as another.
    die = Die(0, 1, 1)
    assert markov_chain(Orchard((3, 2), 2), "best", die) == markov_chain(Orchard((3, 2), 2), "max", die)
