from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.dice_battle.throws import (
    blind_choice,
    exact_expected_points,
    exact_throw,
    exact_throw_without_ones,
    relaxed_maximiser,
    throws,
    throws_without_ones,
    useful_points,
)
from tests.oracles.dice_throws import throw, throws_by_formula

ZOO = [(1, 2), (1, 6), (2, 2), (2, 6), (3, 3), (4, 2), (4, 6), (5, 4), (2, 20)]


@pytest.mark.parametrize(("dice", "faces"), ZOO)
@pytest.mark.parametrize("ones", [0, 1])
def test_probabilities_equal_enumeration(dice, faces, ones):
    table = throws(dice, faces, ones)
    assert table.shape == (dice, faces * dice + 1)
    for d in range(1, dice + 1):
        expected = throw(d, faces, ones)
        assert dict(enumerate(exact_throw(d, faces, ones))) == {k: expected.get(k, 0) for k in range(faces * d + 1)}
        floats = [float(expected.get(k, 0)) for k in range(faces * dice + 1)]
        np.testing.assert_allclose(table[d - 1], floats, rtol=1e-14, atol=0)


@pytest.mark.parametrize(("dice", "faces"), ZOO)
def test_without_ones_is_the_conditional_law(dice, faces):
    table = throws_without_ones(dice, faces)
    through = Fraction(faces - 1, faces) ** dice
    expected = [p / through if k > 1 else Fraction(0) for k, p in enumerate(exact_throw(dice, faces))]
    assert list(exact_throw_without_ones(dice, faces)) == expected
    np.testing.assert_allclose(table[-1], [float(q) for q in expected], rtol=1e-14, atol=0)


@pytest.mark.parametrize(("dice", "faces"), [(40, 6), (60, 2), (25, 9)])
def test_many_dice_keep_their_relative_error(dice, faces):
    expected = throws_by_formula(dice, faces)
    table = throws(dice, faces)
    for d in (1, dice // 2, dice):
        floats = [float(expected[d - 1].get(k, 0)) for k in range(table.shape[1])]
        np.testing.assert_allclose(table[d - 1], floats, rtol=1e-13, atol=0)
    np.testing.assert_allclose(table.sum(axis=1), 1, rtol=0, atol=1e-14)


@pytest.mark.parametrize(("dice", "faces"), [(1, 2), (1, 6), (3, 2), (4, 3), (4, 6), (2, 12)])
def test_the_mean_equals_enumeration(dice, faces):
    mean = sum(k * p for k, p in throw(dice, faces).items())
    assert exact_expected_points(dice, faces) == mean


@given(st.integers(1, 40), st.integers(2, 25))
def test_blind_choice_is_the_only_exact_maximum(dice, faces):
    means = [exact_expected_points(d, faces) for d in range(1, dice + 1)]
    assert means.index(max(means)) + 1 == blind_choice(dice, faces)
    assert means.count(max(means)) == 1


@pytest.mark.parametrize("faces", [2, 3, 6, 20, 100])
def test_the_relaxed_maximum_is_higher_than_its_neighbours(faces):
    def relaxed(d: float) -> float:
        through = ((faces - 1) / faces) ** d
        return (faces + 2) / 2 * d * through + 1 - through

    best = relaxed_maximiser(faces)
    assert relaxed(best) > max(relaxed(best - 1e-3), relaxed(best + 1e-3))
    assert relaxed(5) == pytest.approx(float(exact_expected_points(5, faces)))


@pytest.mark.parametrize(("dice", "missing", "faces"), [(1, 3, 6), (2, 5, 6), (3, 9, 4), (4, 11, 5)])
def test_useful_points_equal_enumeration(dice, missing, faces):
    means = [sum(min(k, missing) * p for k, p in throw(d, faces).items()) for d in range(1, dice + 1)]
    assert useful_points(dice, missing, faces) == pytest.approx([float(mean) for mean in means], rel=1e-13)
