import numpy as np
import pytest

from solvers.dice_battle.advice import choice_gains
from solvers.dice_battle.strategies import blind, by_name
from tests.oracles.dice_sequential import sequential


def test_the_sequential_game_by_its_definition():
    gains = sequential(4, 6, 6)
    for state in ((0, 0), (3, 5), (5, 1)):
        np.testing.assert_allclose(choice_gains("sequential", blind(4, 6), *state), [float(g) for g in gains[state]])


def test_against_the_optimum_of_the_simultaneous_game_nothing_beats_the_value():
    """Points of the player who asks come first, whichever seat they have."""
    opponent = by_name("optimal", "simultaneous", 5, 20)
    for own, other in ((0, 0), (19, 17), (16, 19)):
        ahead = choice_gains("simultaneous", opponent, own, other)
        behind = choice_gains("simultaneous", opponent, other, own)
        assert ahead.max() == pytest.approx(-behind.max(), abs=1e-12)


def test_one_round_against_a_known_choice():
    """Against 2 dice, 1 die gains -3/8: question 10 of the report."""
    opponent = blind(2, 1)
    np.testing.assert_allclose(choice_gains("simultaneous", opponent, 0, 0), [-3 / 8, 0], atol=1e-15)


def test_refused():
    with pytest.raises(ValueError, match="between 0 and 9"):
        choice_gains("sequential", blind(2, 10), 10, 0)
    with pytest.raises(ValueError, match="the game must be one of"):
        choice_gains("chess", blind(2, 10), 0, 0)
