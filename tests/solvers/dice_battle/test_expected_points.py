import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.dice_battle.expected_points import (
    blind_choice,
    exact_expected_points,
    relaxed_maximiser,
    useful_points,
)
from tests.oracles.dice_throws import throw


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


@given(st.integers(1, 8), st.integers(2, 9))
def test_nothing_is_lost_when_no_throw_scores_too_much(dice, faces):
    means = [float(exact_expected_points(d, faces)) for d in range(1, dice + 1)]
    assert useful_points(dice, faces * dice, faces) == pytest.approx(means, rel=1e-13)
    assert useful_points(dice, 1, faces) == pytest.approx([1] * dice, rel=1e-13)
