import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.dice_battle.expected_points import exact_expected_points
from solvers.dice_battle.useful_points import useful_points
from tests.oracles.dice_throws import throw


@pytest.mark.parametrize(("dice", "missing", "faces"), [(1, 3, 6), (2, 5, 6), (3, 9, 4), (4, 11, 5)])
def test_the_means_equal_enumeration(dice, missing, faces):
    means = [sum(min(k, missing) * p for k, p in throw(d, faces).items()) for d in range(1, dice + 1)]
    assert useful_points(dice, missing, faces) == pytest.approx([float(mean) for mean in means], rel=1e-13)


def test_one_die_by_hand():
    """A die that needs 3 points: 1, 2, then 3 for the four other faces."""
    assert useful_points(1, 3) == pytest.approx([(1 + 2 + 4 * 3) / 6])


@given(st.integers(1, 8), st.integers(2, 9))
def test_nothing_is_lost_when_no_throw_scores_too_much(dice, faces):
    means = [float(exact_expected_points(d, faces)) for d in range(1, dice + 1)]
    assert useful_points(dice, faces * dice, faces) == pytest.approx(means, rel=1e-13)
    assert useful_points(dice, 1, faces) == pytest.approx([1] * dice, rel=1e-13)


def test_bad_arguments_are_refused():
    with pytest.raises(ValueError, match="at least 1 point must be missing, got 0"):
        useful_points(2, 0)
    with pytest.raises(ValueError, match="at least 1, got 0"):
        useful_points(0, 3)
