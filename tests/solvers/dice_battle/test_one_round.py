from fractions import Fraction

import numpy as np
import pytest

from solvers.dice_battle.one_round import exact_one_round_matrix, handicap_matrix, one_round_matrix, one_round_mix
from tests.oracles.dice_throws import throw

OPTIMUM = {2: Fraction(38000, 216425), 3: Fraction(11457, 216425), 5: Fraction(166968, 216425)}


@pytest.mark.parametrize(("dice", "faces"), [(1, 2), (1, 6), (3, 2), (3, 6), (4, 6), (4, 3), (2, 12)])
def test_the_matrix_equals_enumeration(dice, faces):
    throws = [throw(d, faces) for d in range(1, dice + 1)]
    expected = tuple(
        tuple(
            sum((p * q * ((k > m) - (k < m)) for k, p in a.items() for m, q in b.items()), start=Fraction(0))
            for b in throws
        )
        for a in throws
    )
    assert exact_one_round_matrix(dice, faces) == expected
    np.testing.assert_allclose(one_round_matrix(dice, faces), np.array(expected, dtype=float), rtol=0, atol=1e-15)


def test_the_optimum_of_table_2_is_one_in_fractions():
    matrix = exact_one_round_matrix(10)
    gains = [sum(p * matrix[d - 1][e] for d, p in OPTIMUM.items()) for e in range(10)]
    assert sum(OPTIMUM.values()) == 1
    assert min(gains) == 0


@pytest.mark.parametrize("dice", [1, 2, 10, 20, 40])
def test_the_mix_is_optimal(dice):
    matrix, mix = one_round_matrix(dice), one_round_mix(dice)
    assert matrix.shape == (dice, dice)
    np.testing.assert_array_equal(matrix, -matrix.T)
    assert mix.sum() == pytest.approx(1, abs=1e-14)
    assert (mix >= 0).all()
    assert (mix @ matrix).min() >= -1e-14


@pytest.mark.parametrize("ahead", [-3, 0, 1, 4])
def test_a_handicap_shifts_the_second_players_points(ahead):
    throws = [throw(d, 5) for d in (1, 2, 3)]
    for a, row in enumerate(handicap_matrix(3, ahead, 5)):
        for b, gain in enumerate(row):
            pairs = [
                ((k > m + ahead) - (k < m + ahead), p * q) for k, p in throws[a].items() for m, q in throws[b].items()
            ]
            assert gain == pytest.approx(float(sum(sign * chance for sign, chance in pairs)), abs=1e-14)


def test_a_handicap_that_nobody_makes_up_for():
    # 2 dice score 12 points at most, and the other player at least 1 more.
    np.testing.assert_allclose(handicap_matrix(2, 12), -1)
